//! Resignation (5.1.2): who resigns has lost, unless the opponent could not mate by any series of legal moves: then it is a
//! draw. Either player may resign at any time.

use super::prospects::{Mate, win_or_draw};
use super::{Draw, Outcome, Rulebook, Win};
use crate::board::Color;
use crate::position::Position;

/// The end of the game when `loser` resigns, and whether the opponent could mate.
#[must_use]
pub fn ends(position: &Position, loser: Color, rulebook: &Rulebook) -> (Outcome, Mate) {
    win_or_draw(position, !loser, Win::Resignation, Draw::ResignationUnwinnable, rulebook)
}
