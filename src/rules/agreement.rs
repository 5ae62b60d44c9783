//! Draws by agreement (5.2.3, 9.1): a player offers, the opponent accepts, declines, or lets the offer lapse by a move. An
//! offer cannot be withdrawn. The players may agree only once both have moved, and not before the move that the event sets.

use super::{Draw, Outcome, Rulebook};
use crate::position::Position;

/// The end of the game when both players agree.
pub const END: Outcome = Outcome::Draw(Draw::Agreement);

/// Whether a draw may be offered at this point of the game (9.1.1: the event may forbid it before a move).
#[must_use]
pub const fn may_offer(position: &Position, rulebook: &Rulebook) -> bool {
    position.fullmove() >= rulebook.no_draw_before
}

/// Whether the players may agree at this point of the game. From the second move on both have moved.
#[must_use]
pub const fn may_agree(position: &Position, rulebook: &Rulebook) -> bool {
    position.fullmove() >= 2 && may_offer(position, rulebook)
}
