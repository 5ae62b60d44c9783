//! What can be asked of a game, and what the asker believes about it.

use crate::board::Color;
use crate::position::MoveIntent;

/// Something that a player or a program asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play this move.
    Move(MoveIntent),
    /// Take back so many half-moves.
    Undo(u32),
    /// Play again so many half-moves that were taken back.
    Redo(u32),
}

/// What the asker believes: an action is refused where the game stands otherwise, so that a late or doubled one does no harm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Given {
    /// This side is to move.
    pub by: Option<Color>,
    /// So many half-moves have been played.
    pub ply: Option<u32>,
}
