//! Checkmate (5.1.1): the king of the side to move is in check and no legal move is left. The opponent has won, at once.
//!
//! Stands before every draw: a mate on the last move of the seventy-five wins (9.6.2).

use super::{Outcome, Win};
use crate::position::{Choice, Position};

/// The end of the game, if the side to move, which has this choice of moves, is mated.
#[must_use]
pub fn decides(position: &Position, choice: Choice) -> Option<Outcome> {
    let mated = position.in_check() && choice == Choice::None;
    mated.then(|| Outcome::Win { winner: !position.turn(), by: Win::Checkmate })
}
