//! Deciding: what an action would bring about, or why it is refused. Pure; the game stays as it is.

use super::{Action, Ending, Event, Game, Given};
use crate::board::Color;
use crate::position::IllegalMove;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver(Ending),
    /// The game does not stand at the given half-move.
    Stale {
        /// The half-move at which it stands.
        ply: u32,
    },
    /// The given side is not to move.
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// The move breaks a rule.
    Illegal(IllegalMove),
    /// Fewer half-moves were played than are to be taken back.
    NothingToUndo {
        /// How many can be taken back.
        left: u32,
    },
    /// Fewer half-moves were taken back than are to be played again.
    NothingToRedo {
        /// How many can be played again.
        left: u32,
    },
}

impl Game {
    /// What the action would bring about.
    ///
    /// # Errors
    ///
    /// The first refusal that holds, in the order: the game is over (not for undo and redo), stale, not your turn, the
    /// action's own.
    pub fn decide(&self, action: Action, given: Given) -> Result<Event, Refusal> {
        match action {
            Action::Move(intent) => {
                self.admit_move(given)?;
                self.position.judge(intent).map(Event::Played).map_err(Refusal::Illegal)
            }
            Action::Undo(count) => {
                self.admit(given)?;
                let left = self.ply();
                if count > left { Err(Refusal::NothingToUndo { left }) } else { Ok(Event::TakenBack(count)) }
            }
            Action::Redo(count) => {
                self.admit(given)?;
                let left = u32::try_from(self.undone.len()).expect("as many as plies");
                if count > left { Err(Refusal::NothingToRedo { left }) } else { Ok(Event::Replayed(count)) }
            }
        }
    }

    /// Whether any move may be played by someone who believes this of the game.
    ///
    /// # Errors
    ///
    /// The game is over, stands elsewhere, or another side is to move.
    pub fn admit_move(&self, given: Given) -> Result<(), Refusal> {
        match self.ending {
            Some(ending) => Err(Refusal::GameOver(ending)),
            None => self.admit(given),
        }
    }

    fn admit(&self, given: Given) -> Result<(), Refusal> {
        if given.ply.is_some_and(|ply| ply != self.ply()) {
            return Err(Refusal::Stale { ply: self.ply() });
        }
        let turn = self.position.turn();
        if given.by.is_some_and(|by| by != turn) { Err(Refusal::NotYourTurn { turn }) } else { Ok(()) }
    }
}
