//! Flag fall (6.8, 6.9): who has not made the moves in time has lost, unless the opponent could not mate by any series of
//! legal moves: then it is a draw. A game that has ended otherwise before is not touched by it.
//!
//! Whether a flag has fallen is a question for the [`Clock`](super::Clock).

use super::prospects::{Mate, win_or_draw};
use super::{Draw, Outcome, Rulebook, Win};
use crate::board::Color;
use crate::position::Position;

/// The end of the game when the flag of `loser` has fallen, and whether the opponent could mate.
#[must_use]
pub fn ends(position: &Position, loser: Color, rulebook: &Rulebook) -> (Outcome, Mate) {
    win_or_draw(position, !loser, Win::Timeout, Draw::TimeoutUnwinnable, rulebook)
}
