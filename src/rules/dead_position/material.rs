//! Who could mate, by the men alone: an exact table of which men could mate if they stood as one likes.
//!
//! "Never" is a proof for every placement of these men. "Possible" says only that some placement of them is mate or leads to
//! it; whether the given one does is what the rest of this folder finds out.

use crate::board::{Bitboard, Board, Color, Role};

/// Whether one side could mate by any series of legal moves, as far as the material tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateBy {
    /// With these men a mate exists.
    Possible,
    /// A bare king mates nobody.
    BareKing,
    /// A lone knight mates only a king that its own men block in, and a queen beside her king guards every square from
    /// which the knight could check; the loser has nothing else.
    LoneKnight,
    /// Bishops on squares of one colour never attack the squares beside the king that they check. Only a pawn, a knight or
    /// a bishop of the other colour could block those squares without being able to help; the loser has none.
    OneColouredBishops,
}

impl MateBy {
    /// All verdicts: the one list that the docs and the tests walk.
    pub const ALL: [Self; 4] = [Self::Possible, Self::BareKing, Self::LoneKnight, Self::OneColouredBishops];

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Possible => "possible",
            Self::BareKing => "bare_king",
            Self::LoneKnight => "lone_knight",
            Self::OneColouredBishops => "one_coloured_bishops",
        }
    }

    /// Whether a mate is possible.
    #[inline]
    #[must_use]
    pub const fn is_possible(self) -> bool {
        matches!(self, Self::Possible)
    }
}

/// Whether `winner` could still mate by any series of legal moves, as far as the material tells.
#[inline]
#[must_use]
pub fn mate_by(board: &Board, winner: Color) -> MateBy {
    let of = |color, role| board.of(color, role);
    let heavy = of(winner, Role::Pawn) | of(winner, Role::Rook) | of(winner, Role::Queen);
    if heavy.any() {
        return MateBy::Possible;
    }
    let (knights, bishops) = (of(winner, Role::Knight), of(winner, Role::Bishop));
    let loser = |role| of(!winner, role);
    let (pawns_or_knights, loser_bishops) = (loser(Role::Pawn) | loser(Role::Knight), loser(Role::Bishop));
    match (knights.len(), bishops.any()) {
        (0, false) => MateBy::BareKing,
        (1, false) if (pawns_or_knights | loser_bishops | loser(Role::Rook)).is_empty() => MateBy::LoneKnight,
        (0, true) => {
            let one_colour = [Bitboard::LIGHT, !Bitboard::LIGHT].into_iter().find(|&colour| (bishops & !colour).is_empty());
            match one_colour {
                Some(colour) if pawns_or_knights.is_empty() && (loser_bishops & !colour).is_empty() => MateBy::OneColouredBishops,
                _ => MateBy::Possible,
            }
        }
        _ => MateBy::Possible,
    }
}
