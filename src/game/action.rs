//! What can be asked of a game, and what the asker believes about it.

use crate::board::Color;
use crate::notation::TimeControl;
use crate::position::{IllegalMove, Move, MoveIntent};
use crate::rules::Claim;

/// Something that a player or a program asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play this move.
    Move(MoveIntent),
    /// Play this move, which was found legal in the position on the board: it is not judged again.
    Legal(Move),
    /// Play a move for which no one man can be named; this rule forbids it.
    Unplayable(IllegalMove),
    /// Claim a draw, with a named move or for the position on the board.
    Claim {
        /// Which draw.
        claim: Claim,
        /// The move that would bring it about; or the rule that forbids it, where no one man can be named.
        named: Option<Result<MoveIntent, IllegalMove>>,
    },
    /// Offer a draw.
    Offer(Color),
    /// Accept the opponent's offer.
    Accept(Color),
    /// Decline the opponent's offer.
    Decline(Color),
    /// Resign.
    Resign(Color),
    /// Break the game off.
    Abort,
    /// Set the clocks, White's control first, or take them away.
    SetClock(Option<Box<[TimeControl; 2]>>),
    /// Claim that this player's flag has fallen.
    Flag(Color),
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
    /// The move took so many ms.
    pub elapsed: Option<u64>,
    /// When this is asked, in ms by any clock that never goes back.
    pub at: u64,
}
