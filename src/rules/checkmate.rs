//! Checkmate (5.1.1): the king of the side to move is in check and no legal move is left. The opponent has won, at once.
//!
//! Stands before every draw: a mate on the last move of the seventy-five wins (9.6.2).

use super::{Outcome, Win};
use crate::position::Position;

/// The end of the game, if the side to move is mated.
#[must_use]
pub fn decides(position: &Position) -> Option<Outcome> {
    let mated = position.in_check() && !position.has_legal_move();
    mated.then(|| Outcome::Win { winner: !position.turn(), by: Win::Checkmate })
}
