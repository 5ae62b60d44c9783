//! One game: its first position, what was played, and how it ended. A fold of events: deciding is pure, applying cannot fail.

mod action;
mod decide;
mod event;

pub use action::{Action, Given};
pub use decide::Refusal;
pub use event::Event;

use crate::board::{Color, Square};
use crate::position::{Move, Position};
use crate::rules::{Claim, Outcome, Rulebook, Stood, automatic_ending, repetition};

/// What is kept of each half-move: the position before it, packed, and the move.
#[derive(Clone, Copy, Debug)]
struct Ply {
    before: Stood,
    halfmove: u32,
    passed: Option<Square>,
    played: Move,
}

const _: () = assert!(size_of::<Ply>() <= 64, "a game of many moves must stay small");

/// When and how a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The half-move after which it ended, counted from the game's first position.
    pub ply: u32,
    /// How it ended.
    pub outcome: Outcome,
}

/// A game of chess, from any position on.
///
/// [`Game::decide`] says what an action would bring about, and changes nothing; [`Game::apply`] carries it out.
#[derive(Clone, Debug)]
pub struct Game {
    rulebook: Rulebook,
    start: Position,
    plies: Vec<Ply>,
    position: Position,
    /// How many times the position on the board has stood.
    occurrences: u32,
    ending: Option<Ending>,
    /// What was taken back and can be played again, the next move last.
    undone: Vec<Move>,
}

impl Game {
    /// A game that begins in this position under these rules. It may be over before it begins.
    #[must_use]
    pub fn new(start: Position, rulebook: Rulebook) -> Self {
        let mut game = Self { rulebook, start, plies: Vec::new(), position: start, occurrences: 1, ending: None, undone: Vec::new() };
        game.look_for_ending();
        game
    }

    /// The rules that the game is played by.
    #[must_use]
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Changes the rules from the next move on: no ending comes or goes by it.
    pub fn set_rulebook(&mut self, rulebook: Rulebook) {
        self.rulebook = rulebook;
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Half-moves played since the game's first position.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("a game has fewer than 2^32 half-moves")
    }

    /// How many times the position on the board has stood in this game, 1 or more (9.2.3).
    #[must_use]
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// How and when the game ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The draws that the side to move may claim on the board; none once the game is over.
    pub fn claims(&self) -> impl Iterator<Item = Claim> + '_ {
        Claim::ALL.into_iter().filter(|claim| self.ending.is_none() && claim.is_right(&self.position, self.occurrences))
    }

    /// The moves played, each with the position before it, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Position, Move)> + ExactSizeIterator + '_ {
        self.plies.iter().enumerate().map(|(index, ply)| (self.restore(index, ply), ply.played))
    }

    /// The last move played, with the position before it.
    #[must_use]
    pub fn last_move(&self) -> Option<(Position, Move)> {
        self.moves().next_back()
    }

    /// How many half-moves can be played again.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Forgets what could be played again, as if it had never been played.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Carries out what was decided. Cannot fail. A move past an ending (a list of moves may run on) leaves the ending as it is.
    ///
    /// # Panics
    ///
    /// May panic for an event that [`Game::decide`] did not give for the game as it stands.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Played(mv) => {
                self.undone.clear();
                self.play(mv);
            }
            Event::TakenBack(count) => {
                for _ in 0..count {
                    self.take_back();
                }
                self.recount();
            }
            Event::Replayed(count) => {
                for _ in 0..count {
                    let mv = self.undone.pop().expect("decided: so many were taken back");
                    self.play(mv);
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        let before = Stood::of(&self.position);
        self.plies.push(Ply { before, halfmove: self.position.halfmove(), passed: self.position.passed(), played: mv });
        self.position = self.position.play(mv);
        self.recount();
        self.look_for_ending();
    }

    fn take_back(&mut self) {
        let ply = self.plies.pop().expect("decided: so many were played");
        self.position = self.restore(self.plies.len(), &ply);
        self.undone.push(ply.played);
        self.ending = self.ending.filter(|ending| ending.ply <= self.ply());
    }

    fn recount(&mut self) {
        self.occurrences = repetition::occurrences(&self.position, self.plies.iter().rev().map(|ply| &ply.before));
    }

    fn look_for_ending(&mut self) {
        if self.ending.is_none() {
            let outcome = automatic_ending(&self.position, self.occurrences, &self.rulebook);
            self.ending = outcome.map(|outcome| Ending { ply: self.ply(), outcome });
        }
    }

    /// The position before the half-move of this index.
    fn restore(&self, index: usize, ply: &Ply) -> Position {
        let half_moves = index + usize::from(self.start.turn() == Color::Black);
        let fullmove = self.start.fullmove() + u32::try_from(half_moves / 2).expect("as many as plies");
        Position::restore(ply.before.identity(), ply.before.key(), ply.halfmove, fullmove, ply.passed)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::initial(), Rulebook::default())
    }
}
