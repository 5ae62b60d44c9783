//! Claims (9.2 to 9.5): the draws that the side to move may claim, for the position on the board or with a named move that
//! it has not yet played. The claim is judged before the move is made: a right one draws whatever the move would have done.
//! A wrong one gives the opponent time, and the named move must be played (9.5.3). The right ends when the claimant moves.

use super::{Draw, Outcome, move_count, repetition};
use crate::position::Position;

/// A draw that a player may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position stands for the third time or more (9.2).
    Threefold,
    /// Fifty moves by each side without a capture or a pawn's move (9.3).
    Fifty,
}

impl Claim {
    /// Both claims, in the order of the articles.
    pub const ALL: [Self; 2] = [Self::Threefold, Self::Fifty];

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
        }
    }

    /// The stable code of why such a claim is wrong.
    #[must_use]
    pub const fn rejection(self) -> &'static str {
        match self {
            Self::Threefold => "not_threefold",
            Self::Fifty => "not_fifty",
        }
    }

    /// Whether it is right for a position that stands, or would stand after the named move, for this many times.
    #[must_use]
    pub const fn is_right(self, position: &Position, occurrences: u32) -> bool {
        match self {
            Self::Threefold => repetition::threefold(occurrences).is_some(),
            Self::Fifty => move_count::fifty(position).is_some(),
        }
    }

    /// The end of the game when the claim is right.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Threefold => Outcome::Draw(Draw::ThreefoldRepetition),
            Self::Fifty => Outcome::Draw(Draw::FiftyMoves),
        }
    }
}
