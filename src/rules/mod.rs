//! The Laws beyond one move: how a game ends, and what the players may claim. One law a file, named after what it decides.
//!
//! This page reads like Article 5 and 9.6: the endings that need nobody's claim, the first that holds deciding.

pub mod checkmate;
pub mod claims;
pub mod dead_position;
pub mod move_count;
pub mod outcome;
pub mod repetition;
pub mod stalemate;

pub use claims::Claim;
pub use dead_position::DeadPositionRule;
pub use outcome::{Draw, Outcome, Win};
pub use repetition::Stood;

use crate::position::Position;

/// Whether a draw that the Laws let a player claim is left to the players, or comes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawRule {
    /// It must be claimed, as the Laws have it.
    #[default]
    Claim,
    /// It ends the game at once, as engine matches and servers have it.
    Automatic,
}

/// The rules that an event may choose; the default is the Laws as they stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rulebook {
    /// The third occurrence of a position (9.2).
    pub threefold: DrawRule,
    /// Fifty moves without a capture or a pawn's move (9.3).
    pub fifty: DrawRule,
    /// Positions in which no mate is possible any more (5.2.2).
    pub dead_position: DeadPositionRule,
}

/// The ending that a position brings about by itself, on its `occurrences`-th occurrence in the game (1 or more).
///
/// Where several hold, the first decides: a mate on the last of seventy-five moves wins.
#[must_use]
pub fn automatic_ending(position: &Position, occurrences: u32, rulebook: &Rulebook) -> Option<Outcome> {
    checkmate::decides(position)
        .or_else(|| stalemate::decides(position))
        .or_else(|| dead_position::decides(position, rulebook.dead_position))
        .or_else(|| repetition::fivefold(occurrences))
        .or_else(|| move_count::seventyfive(position))
        .or_else(|| repetition::threefold(occurrences).filter(|_| rulebook.threefold == DrawRule::Automatic))
        .or_else(|| move_count::fifty(position).filter(|_| rulebook.fifty == DrawRule::Automatic))
}
