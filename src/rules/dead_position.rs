//! Dead positions (5.2.2): neither side can mate by any series of legal moves. The game is drawn, at once.
//!
//! The same question for one side alone decides what a fallen flag (6.9), a resignation (5.1.2) and one illegal move too many
//! (7.5.5) lead to; [`mate_by`] is the one place that answers it. It is answered here from the material, exactly: which men
//! could mate if they stood as one likes. Positions that are lost for mating for other reasons (walls of pawns, blocked
//! pieces) are not found yet.

use super::{DeadPositionRule, Draw, Outcome};
use crate::board::{Bitboard, Board, Color, Role};
use crate::position::Position;

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
    #[must_use]
    pub const fn is_possible(self) -> bool {
        matches!(self, Self::Possible)
    }
}

/// The end of the game, if no mate is possible any more for either side.
#[must_use]
pub fn decides(position: &Position, rule: DeadPositionRule) -> Option<Outcome> {
    let dead = rule == DeadPositionRule::Material && Color::ALL.into_iter().all(|winner| !mate_by(position.board(), winner).is_possible());
    dead.then_some(Outcome::Draw(Draw::InsufficientMaterial))
}

/// Whether `winner` could still mate by any series of legal moves.
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

/// Who wins, if `winner` could still mate; a draw otherwise. The one rule behind 5.1.2, 6.9 and 7.5.5.
#[must_use]
pub(super) fn win_or_draw(position: &Position, winner: Color, by: super::Win, otherwise: Draw) -> Outcome {
    if mate_by(position.board(), winner).is_possible() { Outcome::Win { winner, by } } else { Outcome::Draw(otherwise) }
}
