//! Illegal moves (7.5): the position before it is restored (7.5.1); the first gives the opponent time, the second by the same
//! player loses, or draws where the opponent could not mate by any series of legal moves (7.5.5). No move at all counts as one
//! (7.5.3), and so does a pawn left on the last rank, which becomes a queen (7.5.2).
//!
//! An event may have it otherwise: that it is simply refused, or that the first one loses.

use super::prospects::{Mate, win_or_draw};
use super::{Draw, IllegalMoveRule, Outcome, Rulebook, Win};
use crate::board::Color;
use crate::position::Position;

/// Whether so many illegal moves by one player are too many.
#[must_use]
pub const fn too_many(count: u32, rule: IllegalMoveRule) -> bool {
    match rule {
        IllegalMoveRule::Reject => false,
        IllegalMoveRule::Count => count >= 2,
        IllegalMoveRule::Forfeit => count >= 1,
    }
}

/// The end of the game when `player` has completed too many, and whether the opponent could mate.
#[must_use]
pub fn ends(position: &Position, player: Color, rulebook: &Rulebook) -> (Outcome, Mate) {
    win_or_draw(position, !player, Win::IllegalMoves, Draw::IllegalMovesUnwinnable, rulebook)
}
