//! Resignation (5.1.2): who resigns has lost, unless the opponent could not mate by any series of legal moves: then it is a
//! draw. Either player may resign at any time.

use super::dead_position::win_or_draw;
use super::{Draw, Outcome, Win};
use crate::board::Color;
use crate::position::Position;

/// The end of the game when `loser` resigns.
#[must_use]
pub fn ends(position: &Position, loser: Color) -> Outcome {
    win_or_draw(position, !loser, Win::Resignation, Draw::ResignationUnwinnable)
}
