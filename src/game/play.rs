//! What a move changes, and how it is taken back and played again: on the board, and beside it.

use super::conduct::{Aside, Beside, Lap};
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
        let seen_to = match (self.beside, given.elapsed) {
            (Beside::Nothing, None) => true,
            (Beside::Arrivals, None) | (Beside::Times, Some(_)) => {
                let elapsed = given.elapsed.unwrap_or_else(|| self.running(given.at));
                self.run_lap(elapsed, given.at)
            }
            _ => false,
        };
        if !seen_to {
            return self.play_with_more(mv, given);
        }
        self.undone.clear();
        self.advance(mv);
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
        match (self.beside, spent) {
            (Beside::Nothing, _) => {}
            (Beside::Arrivals | Beside::Times, Some(Spent { elapsed, at, .. })) if self.run_lap(elapsed, at) => {}
            _ => self.play_beside(spent),
        }
        self.advance(mv);
    }

    /// What playing a move relies on.
    fn debug_assert_seen(&self, mv: Move) {
        debug_assert_eq!(self.position.explain(mv.intent()), Ok(mv), "found legal elsewhere");
        debug_assert_eq!(self.beside, self.conduct.beside(self.rulebook.delay), "the conduct or a rule has changed unseen");
    }

    /// What a move changes on the board.
    fn advance(&mut self, mv: Move) {
        let before = Stood::of(&self.position);
        let (halfmove, passed) = (self.position.halfmove(), self.position.passed());
        self.plies.push(Ply { before, occurrences: self.occurrences, halfmove, passed, played: mv });
        self.position.advance(mv);
        let before = || {
            let index = self.plies.len() - 1;
            restore(&self.start, index, &self.plies[index])
        };
        self.prospects.played(mv, before, &self.position);
        self.recount();
    }

    /// Runs the clock of the side to move for a move that does no more beside the board than cost its time and earn the increment, as
    /// most do where there is a clock. Whether it is one; else nothing has changed.
    #[inline(always)]
    fn run_lap(&mut self, elapsed: u64, at: u64) -> bool {
        let Some((clock, _)) = &mut self.conduct.clock else { return false };
        let mover = self.position.turn();
        let before = clock.left(mover);
        if !clock.play_plainly(mover, elapsed) {
            return false;
        }
        self.clock_started = at;
        // The move took less than was left, and there are fewer than 2^32 half-moves.
        self.laps.push(Lap { ply: self.plies.len() as u32, before, elapsed: elapsed as u32, left: clock.left(mover) });
        true
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

    /// Something happens after the last half-move, from which the conduct before it will not follow any more: then it is kept.
    pub(super) fn keep_last_lap(&mut self) {
        let plies = self.ply();
        if let Some(lap) = self.laps.pop_if(|lap| lap.ply + 1 == plies) {
            let before = self.conduct.before_lap(!self.position.turn(), &lap);
            self.asides.push(Aside { ply: lap.ply, before, took: lap.took() });
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
            self.keep_last_lap();
            let ply = self.plies.pop().expect("decided: so many were played");
            let after = self.ply() + 1;
            self.position = restore(&self.start, self.plies.len(), &ply);
            let found = self.prospects.taken_back(ply.played, after - 1);
            let aside = self.asides.pop_if(|aside| aside.ply + 1 == after);
            let before = aside.map(|aside| aside.before).unwrap_or_default();
            let followed = self.happened.iter().rposition(|(ply, _)| *ply < after).map_or(0, |last| last + 1);
            let happened: Vec<Event> = self.happened.drain(followed..).map(|(_, event)| event).collect();
            // A rule that was set stays set, whatever is taken back.
            let rules = happened.iter().filter(|event| matches!(event, Event::RuleSet { .. })).cloned();
            self.happened.extend(rules.map(|event| (after - 1, event)));
            self.undone.push(Undone {
                mv: ply.played,
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
