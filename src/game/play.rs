//! What a move changes, and how it is taken back and played again: on the board, and beside it.

use std::num::NonZeroU32;

use super::conduct::{Aside, Beside};
use super::{Event, Game, Given, Ply, Refusal, Spent, Undone, restore};
use crate::board::Color;
use crate::position::Move;
use crate::rules::{Stood, automatic_ending, plainly_goes_on, repetition};

impl Game {
    /// Plays a legal move of the position on the board, which may be played ([`Game::admit_move`]). Where it comes too late, it gives
    /// the event of the fallen flag, which the caller has still to apply.
    ///
    /// It does what [`Game::decide`] and [`Game::apply`] do with [`Action::Legal`](super::Action::Legal), in fewer steps where there
    /// is no more to see to than the board and the time of a running clock.
    ///
    /// # Errors
    ///
    /// The clock's.
    #[inline]
    pub fn play_legal(&mut self, mv: Move, given: Given) -> Result<Option<Event>, Refusal> {
        self.debug_assert_seen(mv);
        // `Some`, where all is seen to; within it, what the clock showed, if one has run.
        let seen_to = match (self.beside, given.elapsed) {
            (Beside::Nothing, None) => Some(None),
            (Beside::Arrivals, None) => self.run_plainly(self.running(given.at), given.at).map(Some),
            (Beside::Times, Some(elapsed)) => self.run_plainly(elapsed, given.at).map(Some),
            _ => None,
        };
        let Some(showed) = seen_to else { return self.play_with_more(mv, given) };
        self.undone.clear();
        self.advance(mv, showed);
        self.look_for_ending();
        Ok(None)
    }

    /// The same in two steps, where more may have to be seen to.
    #[inline(never)]
    fn play_with_more(&mut self, mv: Move, given: Given) -> Result<Option<Event>, Refusal> {
        match self.decide_legal(mv, given)? {
            played @ Event::Played { .. } => {
                self.apply([played]);
                Ok(None)
            }
            late => Ok(Some(late)),
        }
    }

    pub(super) fn play(&mut self, mv: Move, spent: Option<Spent>) {
        self.debug_assert_seen(mv);
        let showed = match (self.beside, spent) {
            (Beside::Nothing, _) => return self.advance(mv, None),
            (Beside::Arrivals | Beside::Times, Some(Spent { elapsed, at, .. })) => self.run_plainly(elapsed, at),
            _ => None,
        };
        if showed.is_none() {
            self.play_beside(spent);
        }
        self.advance(mv, showed);
    }

    /// What playing a move relies on.
    fn debug_assert_seen(&self, mv: Move) {
        debug_assert_eq!(self.position.explain(mv.intent()), Ok(mv), "found legal elsewhere");
        debug_assert_eq!(self.beside, self.conduct.beside(self.rulebook.delay), "the conduct or a rule has changed unseen");
    }

    /// What a move changes on the board. If it has run a clock plainly, that showed so much before.
    fn advance(&mut self, mv: Move, showed: Option<NonZeroU32>) {
        let before = Stood::of(&self.position);
        let halfmove = self.position.halfmove();
        self.plies.push(Ply { before, occurrences: self.occurrences, halfmove, played: mv, showed });
        self.position.advance(mv);
        let before = || restore(&self.start, &self.plies, self.plies.len() - 1);
        self.prospects.played(mv, before, &self.position);
        self.recount();
    }

    /// Runs the clock of the side to move for a move that does no more beside the board than cost its time and earn the increment, as
    /// most do where there is a clock. Gives what that clock showed before it, if it is one; else nothing has changed.
    #[inline(always)]
    fn run_plainly(&mut self, elapsed: u64, at: u64) -> Option<NonZeroU32> {
        let (clock, _) = self.conduct.clock.as_mut()?;
        let showed = clock.play_plainly(self.position.turn(), elapsed)?;
        self.clock_started = at;
        Some(showed)
    }

    /// What any other move changes beside the board.
    #[inline(never)]
    fn play_beside(&mut self, spent: Option<Spent>) {
        let (mover, before) = (self.position.turn(), self.conduct);
        self.let_offer_lapse(mover);
        let took = self.charge(mover, spent);
        self.asides.push(Aside { ply: self.ply(), before, took });
        self.look_beside();
    }

    /// The conduct or a rule has changed.
    pub(super) fn look_beside(&mut self) {
        self.beside = self.conduct.beside(self.rulebook.delay);
    }

    /// Keeps the conduct before the last half-move, if it follows from the one that stands: that is going to change.
    pub(super) fn keep_conduct_before_last(&mut self) {
        if let Some(showed) = self.plies.last_mut().and_then(|last| last.showed.take()) {
            let (before, took) = self.conduct.before_plain_move(!self.position.turn(), showed);
            self.asides.push(Aside { ply: self.ply() - 1, before, took });
        }
    }

    /// An offer lapses when the opponent moves; the offerer's own move leaves it standing (9.1.2.1).
    #[inline]
    pub(super) fn let_offer_lapse(&mut self, mover: Color) {
        if self.conduct.offer == Some(!mover) {
            self.conduct.offer = None;
        }
    }

    pub(super) fn take_back(&mut self, count: u32, at: u64) {
        for _ in 0..count {
            self.keep_conduct_before_last();
            let after = self.ply();
            let played = self.plies.last().expect("decided: so many were played").played;
            self.position = self.before(self.plies.len() - 1);
            self.plies.pop();
            let found = self.prospects.taken_back(played, after - 1);
            let aside = self.asides.pop_if(|aside| aside.ply + 1 == after);
            let before = aside.map(|aside| aside.before).unwrap_or_default();
            let followed = self.happened.iter().rposition(|(ply, _)| *ply < after).map_or(0, |last| last + 1);
            let happened: Vec<Event> = self.happened.drain(followed..).map(|(_, event)| event).collect();
            // A rule that was set stays set, whatever is taken back.
            let rules = happened.iter().filter(|event| matches!(event, Event::RuleSet { .. })).cloned();
            self.happened.extend(rules.map(|event| (after - 1, event)));
            self.undone.push(Undone {
                mv: played,
                took: aside.and_then(|aside| aside.took),
                conduct: std::mem::replace(&mut self.conduct, before),
                ending: self.ending,
                found,
                happened_before: followed,
                happened,
            });
            self.ending = self.ending.filter(|ending| ending.ply < after);
        }
        self.look_beside();
        self.recount();
        self.clock_started = at;
    }

    pub(super) fn play_again(&mut self, count: u32, at: u64) {
        for _ in 0..count {
            let undone = self.undone.pop().expect("decided: so many were taken back");
            let Undone { mv, took, conduct, ending, found, happened_before, happened } = undone;
            let before = std::mem::take(&mut self.conduct);
            if !before.is_plain() {
                self.asides.push(Aside { ply: self.ply(), before, took });
            }
            self.look_beside();
            self.play(mv, None);
            // What stands beside the board is as it was then, whatever the rules would make of the move now.
            self.conduct = conduct;
            self.look_beside();
            self.ending = ending;
            self.happened.truncate(happened_before);
            let ply = self.ply();
            self.prospects.played_again(found, ply);
            self.happened.extend(happened.into_iter().map(|event| (ply, event)));
        }
        self.clock_started = at;
    }

    fn recount(&mut self) {
        self.occurrences = repetition::occurrences(&self.position, self.plies.iter().rev().map(Ply::stood));
    }

    #[inline]
    pub(super) fn look_for_ending(&mut self) {
        if !plainly_goes_on(&self.position, self.occurrences) && self.ending.is_none() {
            self.look_closely();
        }
    }

    #[inline(never)]
    fn look_closely(&mut self) {
        let ply = self.ply();
        let dead = |forced| self.prospects.decides(&self.position, forced, ply, &self.rulebook);
        if let Some(outcome) = automatic_ending(&self.position, self.occurrences, &self.rulebook, dead) {
            self.end(outcome, None);
        }
    }
}
