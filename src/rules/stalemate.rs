//! Stalemate (5.2.1): the side to move is not in check and has no legal move. The game is drawn, at once.

use super::{Draw, Outcome};
use crate::position::Position;

/// The end of the game, if the side to move is stalemated.
#[must_use]
pub fn decides(position: &Position) -> Option<Outcome> {
    let stalemated = !position.in_check() && !position.has_legal_move();
    stalemated.then_some(Outcome::Draw(Draw::Stalemate))
}
