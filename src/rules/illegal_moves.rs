//! Illegal moves (7.5): the position before it is restored (7.5.1); the first gives the opponent time, the second by the same
//! player loses, or draws where the opponent could not mate by any series of legal moves (7.5.5). No move at all counts as one
//! (7.5.3), and so does a pawn left on the last rank, which becomes a queen (7.5.2).
//!
//! An event may have it otherwise: that it is simply refused, or that the first one loses.

use super::dead_position::win_or_draw;
use super::{Draw, IllegalMoveRule, Outcome, Win};
use crate::board::Color;
use crate::position::Position;

/// The end of the game when `player` has completed so many illegal moves, if they are too many.
#[must_use]
pub fn decides(position: &Position, player: Color, count: u32, rule: IllegalMoveRule) -> Option<Outcome> {
    let too_many = match rule {
        IllegalMoveRule::Reject => return None,
        IllegalMoveRule::Count => 2,
        IllegalMoveRule::Forfeit => 1,
    };
    (count >= too_many).then(|| win_or_draw(position, !player, Win::IllegalMoves, Draw::IllegalMovesUnwinnable))
}
