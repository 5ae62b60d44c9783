//! What can happen in a game. A game is the fold of its events.

use crate::position::Move;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A legal move was played.
    Played(Move),
    /// So many half-moves were taken back, and with them whatever followed the earliest of them.
    TakenBack(u32),
    /// So many half-moves that had been taken back were played again.
    Replayed(u32),
}
