//! Claims (9.2, 9.3): the draws that the side to move may claim for the position on the board.

use super::{move_count, repetition};
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

    /// Whether it would be right on the board, for a position that stands for this many times.
    #[must_use]
    pub const fn is_right(self, position: &Position, occurrences: u32) -> bool {
        match self {
            Self::Threefold => repetition::threefold(occurrences).is_some(),
            Self::Fifty => move_count::fifty(position).is_some(),
        }
    }
}
