//! What can happen in a game. A game is the fold of its events.

use crate::board::Color;
use crate::notation::TimeControl;
use crate::position::{IllegalMove, Move, MoveIntent, Position};
use crate::rules::clock::TimeSource;
use crate::rules::{Claim, Outcome, Rulebook};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A legal move was played.
    Played {
        /// The move.
        mv: Move,
        /// What it took of the mover's time, where a clock runs.
        spent: Option<Spent>,
    },
    /// A player completed an illegal move (7.5), and the policy counts it.
    Illegal {
        /// The move as understood; `None` where no man could be meant.
        intent: Option<MoveIntent>,
        /// The first rule that it breaks.
        reason: IllegalMove,
        /// What it took of the player's time, where a clock runs.
        spent: Option<Spent>,
    },
    /// The side to move claimed a draw (9.2, 9.3).
    Claimed {
        /// Which draw.
        claim: Claim,
        /// The move that it named, not played.
        named: Option<Move>,
        /// Whether the claim was right: then the game is drawn.
        right: bool,
        /// When.
        at: u64,
    },
    /// A player offered a draw (9.1).
    Offered {
        /// Who.
        by: Color,
    },
    /// A player declined the opponent's offer.
    Declined {
        /// Who.
        by: Color,
    },
    /// A player accepted the opponent's offer: the game is drawn (5.2.3).
    Agreed {
        /// Who.
        by: Color,
        /// When.
        at: u64,
    },
    /// A player resigned (5.1.2).
    Resigned {
        /// Who.
        by: Color,
        /// When.
        at: u64,
    },
    /// The game was broken off.
    Aborted {
        /// When.
        at: u64,
    },
    /// A player's flag fell (6.8).
    FlagFell {
        /// Whose.
        color: Color,
    },
    /// The clocks were set, White's first, or taken away.
    ClockSet {
        /// The time controls; `None` takes the clocks away.
        controls: Option<Box<[TimeControl; 2]>>,
        /// When.
        at: u64,
    },
    /// A rule of this game was set, from the next move on.
    RuleSet {
        /// The option's name.
        name: &'static str,
        /// Its value.
        value: String,
        /// All rules, as they are now.
        rulebook: Box<Rulebook>,
    },
    /// The game ended: what follows from the event before it. Never decided, only applied.
    Ended(Outcome),
    /// So many half-moves were taken back, and with them whatever followed the earliest of them.
    TakenBack {
        /// How many.
        count: u32,
        /// When.
        at: u64,
    },
    /// So many half-moves that had been taken back were played again, exactly.
    Replayed {
        /// How many.
        count: u32,
        /// When.
        at: u64,
    },
}

/// The time that a move took, or what was no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spent {
    /// How long, in ms.
    pub elapsed: u64,
    /// When it was completed, in ms by the caller's clock.
    pub at: u64,
    /// Who says so.
    pub source: TimeSource,
}

/// One thing that happened, as it is told to someone who was not there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Happening<'a> {
    /// A move, with the position before it; where its player had a clock, also the time that it took, and what the clock showed
    /// after it, in ms.
    Move { before: Position, mv: Move, elapsed: Option<u64>, left: Option<u64> },
    /// Anything else.
    Beside(&'a Event),
}
