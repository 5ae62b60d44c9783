//! Move counting: fifty moves by each side without a capture or a pawn's move may be claimed as a draw (9.3); seventy-five
//! are a draw by themselves (9.6.2), unless the last of them mates.

use super::{Draw, Outcome};
use crate::position::Position;

/// Fifty moves by each side, in half-moves.
pub const FIFTY: u32 = 2 * 50;
/// Seventy-five moves by each side, in half-moves.
pub const SEVENTYFIVE: u32 = 2 * 75;

/// The draw that a player may claim, if fifty moves have passed (9.3).
#[must_use]
pub const fn fifty(position: &Position) -> Option<Outcome> {
    if position.halfmove() >= FIFTY { Some(Outcome::Draw(Draw::FiftyMoves)) } else { None }
}

/// The draw that comes by itself, if seventy-five moves have passed (9.6.2).
#[must_use]
pub const fn seventyfive(position: &Position) -> Option<Outcome> {
    if position.halfmove() >= SEVENTYFIVE { Some(Outcome::Draw(Draw::SeventyfiveMoves)) } else { None }
}
