//! Stalemate (5.2.1): the side to move is not in check and has no legal move. The game is drawn, at once.

use super::{Draw, Outcome};
use crate::position::{Choice, Position};

/// The end of the game, if the side to move, which has this choice of moves, is stalemated.
#[must_use]
pub fn decides(position: &Position, choice: Choice) -> Option<Outcome> {
    let stalemated = !position.in_check() && choice == Choice::None;
    stalemated.then_some(Outcome::Draw(Draw::Stalemate))
}
