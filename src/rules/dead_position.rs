//! Dead positions (5.2.2): neither side can mate by any series of legal moves. The game is drawn, at once.
//!
//! Decided here from the material alone, exactly: with bare kings, with one minor piece on the board, or with any number
//! of bishops that all stand on squares of one colour, no mate exists. Positions that are dead for other reasons (walls of
//! pawns) are not found yet.

use super::{Draw, Outcome};
use crate::board::{Bitboard, Board, Role};
use crate::position::Position;

/// How far the referee looks for dead positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DeadPositionRule {
    /// At the material.
    #[default]
    Material,
    /// Not at all: such a game goes on.
    Off,
}

/// The end of the game, if no mate is possible any more.
#[must_use]
pub fn decides(position: &Position, rule: DeadPositionRule) -> Option<Outcome> {
    let dead = rule == DeadPositionRule::Material && is_insufficient(position.board());
    dead.then_some(Outcome::Draw(Draw::InsufficientMaterial))
}

/// Whether the men on the board are too few for any mate, wherever they stand.
///
/// A lone minor piece leaves the king two squares to flee to in every corner; bishops of one square colour never attack
/// the square beside a king that they check.
#[must_use]
pub fn is_insufficient(board: &Board) -> bool {
    let of = |role| board.of_role(role);
    if (of(Role::Pawn) | of(Role::Rook) | of(Role::Queen)).any() {
        return false;
    }
    let (knights, bishops) = (of(Role::Knight), of(Role::Bishop));
    if knights.is_empty() {
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty()
    } else {
        bishops.is_empty() && !knights.many()
    }
}
