//! One game: its first position, what happened, and how it ended. A fold of events: deciding is pure, applying cannot fail.

mod action;
mod conduct;
mod decide;
mod event;
mod evidence;
mod play;
mod reading;
mod record;
mod replay;
mod tags;

pub use action::{Action, Given};
pub use decide::{Events, Refusal};
pub use event::{Event, Happening, Spent};
pub use evidence::Evidence;
pub use reading::{RecordError, RecordFault};
pub use record::{Record, Recorded};
pub use replay::Replay;
pub use tags::{LONGEST_TAG, MOST_TAGS, Tags, is_tag_name, is_tag_value, written_by_the_referee};

use std::num::NonZeroU32;

use conduct::{Aside, Beside, Conduct, Took};

use crate::board::Color;
use crate::notation::TimeControl;
use crate::position::{Move, Position};
use crate::rules::clock::TimeSource;
use crate::rules::{
    Claim, Clock, Found, Mate, Outcome, Prospects, Rulebook, Stood, agreement, flag_fall, illegal_moves, repetition, resignation,
};

/// What is kept of each half-move: the position before it, packed, and the move.
#[derive(Clone, Copy, Debug)]
struct Ply {
    before: Stood,
    /// How many times that position had stood.
    occurrences: u32,
    halfmove: u32,
    played: Move,
    /// What its player's clock showed before it, where that is all that is kept of the conduct before it: this follows from the
    /// conduct after it, since the move did no more beside the board than run that clock plainly.
    showed: Option<NonZeroU32>,
}

impl Ply {
    fn stood(&self) -> (&Stood, u32) {
        (&self.before, self.occurrences)
    }
}

const _: () = assert!(size_of::<Ply>() <= 64, "a game of many moves must stay small");

/// For so many half-moves a game makes room at once, as few games have: lists that grow move each other about in memory. Pages
/// that are never touched cost none.
const LONG_GAME: usize = 256;

/// A half-move that was taken back, with all that followed it up to the next.
#[derive(Clone, Debug)]
struct Undone {
    mv: Move,
    took: Option<Took>,
    /// How things stood at the end.
    conduct: Conduct,
    ending: Option<Ending>,
    /// What was found out after it about who can still mate.
    found: Found,
    /// How many things had happened before it, and what followed it.
    happened_before: usize,
    happened: Vec<Event>,
}

/// When and how a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The half-move after which it ended, counted from the game's first position.
    pub ply: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the opponent of the one who resigned, ran out of time or played illegally could still mate; `None` where that
    /// was not the question.
    pub mate: Option<Mate>,
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
    conduct: Conduct,
    /// What follows from the conduct for the next move.
    beside: Beside,
    /// Who can still mate, as far as that has been asked.
    prospects: Prospects,
    /// When the clock that runs was started, by whatever clock the caller counts arrivals with, in ms.
    clock_started: u64,
    /// The conduct before each half-move where there was any, but where it follows from [`Ply::showed`].
    asides: Vec<Aside>,
    /// What happened beside moves, each with the half-move after which it did.
    happened: Vec<(u32, Event)>,
    /// Every pair of time controls that the clocks have had, White's first.
    controls: Vec<[TimeControl; 2]>,
    /// What was taken back and can be played again, the next move last.
    undone: Vec<Undone>,
}

impl Game {
    /// A game that begins in this position under these rules. It may be over before it begins.
    #[must_use]
    pub fn new(start: Position, rulebook: Rulebook) -> Self {
        Self::with_own_rules(start, rulebook, [])
    }

    /// The same, where some of these rules were set for this game alone: before anything happened in it.
    #[must_use]
    pub fn with_own_rules<'a>(start: Position, rulebook: Rulebook, own: impl IntoIterator<Item = (&'static str, &'a str)>) -> Self {
        let set = |(name, value): (_, &str)| Event::RuleSet { name, value: value.to_owned(), rulebook: Box::new(rulebook) };
        let mut game = Self {
            rulebook,
            start,
            plies: Vec::with_capacity(LONG_GAME),
            position: start,
            occurrences: 1,
            ending: None,
            conduct: Conduct::default(),
            beside: Beside::Nothing,
            prospects: Prospects::default(),
            clock_started: 0,
            asides: Vec::new(),
            happened: own.into_iter().map(|rule| (0, set(rule))).collect(),
            controls: Vec::new(),
            undone: Vec::new(),
        };
        game.look_for_ending();
        game
    }

    /// The rules that the game is played by.
    #[must_use]
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
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

    /// Who has a standing draw offer; nobody once the game is over.
    #[must_use]
    pub fn offer(&self) -> Option<Color> {
        self.conduct.offer.filter(|_| self.ending.is_none())
    }

    /// How many illegal moves a player has completed, where they are counted.
    #[must_use]
    pub const fn illegal_moves(&self, color: Color) -> u32 {
        self.conduct.illegal[color as usize] as u32
    }

    /// White's and Black's clock in ms, as they stand at `now`.
    ///
    /// A clock runs only where times are taken from when moves arrive; where the caller gives them, it stands between moves.
    #[inline]
    #[must_use]
    pub fn clocks(&self, now: u64) -> Option<[u32; 2]> {
        let (clock, number) = self.conduct.clock.as_ref()?;
        let runs = now > self.clock_started && clock.source() == Some(TimeSource::Arrival);
        Some(if runs { self.running_clocks(clock, *number, now) } else { clock.both() })
    }

    /// The clocks, of which one runs by when lines arrive.
    #[cold]
    fn running_clocks(&self, clock: &Clock, number: u32, now: u64) -> [u32; 2] {
        if self.ending.is_some() {
            return clock.both();
        }
        clock.both_after(self.position.turn(), self.running(now), &self.controls[number as usize], self.rulebook.delay)
    }

    /// White's and Black's time control, where the game has a clock: those that were set last.
    #[must_use]
    pub fn controls(&self) -> Option<&[TimeControl; 2]> {
        let (_, number) = self.conduct.clock?;
        self.controls.get(number as usize)
    }

    /// The draws that the side to move may claim on the board; none once the game is over.
    pub fn claims(&self) -> impl Iterator<Item = Claim> + '_ {
        Claim::ALL.into_iter().filter(|&claim| self.ending.is_none() && self.is_right(claim, None))
    }

    /// Whether a claim of the side to move is right, on the board or with a named legal move.
    #[inline]
    #[must_use]
    pub fn is_right(&self, claim: Claim, named: Option<Move>) -> bool {
        match named {
            None => claim.is_right(&self.position, self.occurrences),
            Some(mv) => self.is_right_after(claim, mv),
        }
    }

    fn is_right_after(&self, claim: Claim, mv: Move) -> bool {
        let next = self.position.play(mv);
        let before = Stood::of(&self.position);
        let past = std::iter::once((&before, self.occurrences)).chain(self.plies.iter().rev().map(Ply::stood));
        claim.is_right(&next, repetition::occurrences(&next, past))
    }

    /// The moves played, each with the position before it, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Position, Move)> + ExactSizeIterator + '_ {
        self.plies.iter().enumerate().map(|(index, ply)| (self.before(index), ply.played))
    }

    /// The moves played after the first `ply` half-moves, in order.
    ///
    /// # Panics
    ///
    /// Where fewer half-moves were played.
    pub fn played_since(&self, ply: u32) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.plies[ply as usize..].iter().map(|ply| ply.played)
    }

    /// The last move played, with the position before it.
    #[must_use]
    pub fn last_move(&self) -> Option<(Position, Move)> {
        self.moves().next_back()
    }

    /// The position after so many half-moves, if so many were played.
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Option<Position> {
        let index = ply as usize;
        if index < self.plies.len() { Some(self.before(index)) } else { (index == self.plies.len()).then_some(self.position) }
    }

    /// How many half-moves can be played again.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// How many things have happened beside moves, the end of the game among them.
    #[must_use]
    pub fn happened_beside(&self) -> usize {
        self.happened.len()
    }

    /// Whether nothing has been done in it yet; it may be over all the same.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.plies.is_empty() && self.undone.is_empty() && self.happened.iter().all(|(_, event)| matches!(event, Event::Ended(_)))
    }

    /// Carries out what was decided. Cannot fail. A move past an ending (a list of moves may run on) leaves the ending as it is.
    ///
    /// # Panics
    ///
    /// May panic for events that [`Game::decide`] did not give for the game as it stands.
    #[inline]
    pub fn apply(&mut self, events: impl IntoIterator<Item = Event>) {
        events.into_iter().for_each(|event| self.apply_one(event));
    }

    #[inline(always)]
    fn apply_one(&mut self, event: Event) {
        match event {
            Event::Played { mv, spent } => {
                self.undone.clear();
                self.play(mv, spent);
                self.look_for_ending();
            }
            Event::TakenBack { count, at } => self.take_back(count, at),
            Event::Replayed { count, at } => self.play_again(count, at),
            Event::Ended(outcome) => self.end(outcome, None),
            beside => self.happen(beside),
        }
    }

    /// What happens beside moves.
    fn happen(&mut self, event: Event) {
        self.keep_conduct_before_last();
        let mut ended = None;
        match event {
            Event::Illegal { spent, .. } => {
                let player = self.position.turn();
                let count = &mut self.conduct.illegal[player as usize];
                *count = count.saturating_add(1);
                self.let_offer_lapse(player); // a man was touched to be moved (9.1.2.1)
                self.use_up(player, spent);
                if illegal_moves::too_many(self.illegal_moves(player), self.rulebook.illegal_moves) {
                    ended = Some(asked(illegal_moves::ends(&self.position, player, &self.rulebook)));
                } else {
                    self.credit_penalty(!player);
                }
            }
            Event::Claimed { claim, right: true, at, .. } => {
                self.stop_clock(at);
                ended = Some((claim.outcome(), None));
            }
            Event::Claimed { right: false, .. } => {
                let claimant = self.position.turn();
                // A claim is also an offer (9.1.2.3); one that stands already stays.
                self.conduct.offer = self.conduct.offer.or(Some(claimant));
                self.credit_penalty(!claimant);
            }
            Event::Offered { by } => self.conduct.offer = Some(by),
            Event::Declined { .. } => self.conduct.offer = None,
            Event::Agreed { at, .. } => {
                self.stop_clock(at);
                ended = Some((agreement::END, None));
            }
            Event::Resigned { by, at } => {
                self.stop_clock(at);
                ended = Some(asked(resignation::ends(&self.position, by, &self.rulebook)));
            }
            Event::Aborted { at } => {
                self.stop_clock(at);
                ended = Some((Outcome::Aborted, None));
            }
            Event::FlagFell { color } => {
                if let Some((clock, number)) = &mut self.conduct.clock {
                    clock.fall(color, &self.controls[*number as usize]);
                }
                ended = Some(asked(flag_fall::ends(&self.position, color, &self.rulebook)));
            }
            Event::ClockSet { ref controls, at } => self.set_clock(controls.as_deref(), at),
            Event::RuleSet { ref rulebook, .. } => {
                self.rulebook = **rulebook;
                self.prospects.rules_changed();
            }
            Event::Played { .. } | Event::TakenBack { .. } | Event::Replayed { .. } | Event::Ended(_) => {
                unreachable!("not beside the moves")
            }
        }
        self.look_beside();
        self.undone.clear(); // what has happened now cannot be played over
        self.happened.push((self.ply(), event));
        if let Some((outcome, mate)) = ended {
            self.end(outcome, mate);
        }
    }

    fn end(&mut self, outcome: Outcome, mate: Option<Mate>) {
        self.ending = Some(Ending { ply: self.ply(), outcome, mate });
        self.happened.push((self.ply(), Event::Ended(outcome)));
    }

    fn set_clock(&mut self, controls: Option<&[TimeControl; 2]>, at: u64) {
        self.conduct.clock = controls.map(|controls| {
            let number = u32::try_from(self.controls.len()).expect("fewer than events");
            self.controls.push(*controls);
            (Clock::new(controls), number)
        });
        self.clock_started = at;
    }

    fn charge(&mut self, color: Color, spent: Option<Spent>) -> Option<Took> {
        let before = self.used_by_illegal_moves();
        self.use_up(color, spent);
        let ((clock, number), Spent { elapsed, .. }) = self.conduct.clock.as_mut().zip(spent)?;
        let took = elapsed.saturating_add(before);
        clock.earn(color, took, &self.controls[*number as usize], self.rulebook.delay);
        Some(Took { elapsed: u32::try_from(elapsed).unwrap_or(u32::MAX), left: NonZeroU32::new(clock.left(color))? })
    }

    /// What illegal moves have used since the last half-move. That has been charged, but a delay that is given back is one for them
    /// and the move that follows. Not before clocks or a rule were set: less may have been charged then.
    fn used_by_illegal_moves(&self) -> u64 {
        let ply = self.ply();
        let changes = |event: &Event| matches!(event, Event::ClockSet { .. } | Event::RuleSet { .. });
        let on_this_clock = |(at, event): &&(u32, Event)| *at == ply && !changes(event);
        let elapsed = |(_, event): &(u32, Event)| match event {
            Event::Illegal { spent, .. } => spent.map_or(0, |spent| spent.elapsed),
            _ => 0,
        };
        self.happened.iter().rev().take_while(on_this_clock).map(elapsed).fold(0, u64::saturating_add)
    }

    fn use_up(&mut self, color: Color, spent: Option<Spent>) {
        if let (Some((clock, number)), Some(Spent { elapsed, at, source, .. })) = (&mut self.conduct.clock, spent) {
            clock.use_up(color, elapsed, source, &self.controls[*number as usize], self.rulebook.delay);
            self.clock_started = at;
        }
    }

    fn credit_penalty(&mut self, color: Color) {
        if let Some((clock, _)) = &mut self.conduct.clock {
            clock.credit(color, self.rulebook.penalty);
        }
    }

    /// The game is over, and with it the time of the side to move, where it was running.
    fn stop_clock(&mut self, at: u64) {
        let player = self.position.turn();
        if let Some((clock, _)) = self.conduct.clock
            && clock.source() == Some(TimeSource::Arrival)
        {
            self.use_up(player, Some(Spent { elapsed: self.running(at), at, source: TimeSource::Arrival }));
        }
    }

    /// What has passed since the running clock was started.
    fn running(&self, now: u64) -> u64 {
        now.saturating_sub(self.clock_started)
    }

    /// The position before the half-move of this index.
    fn before(&self, index: usize) -> Position {
        restore(&self.start, &self.plies, index)
    }
}

/// The position before the half-move of this index, in a game with this start.
fn restore(start: &Position, plies: &[Ply], index: usize) -> Position {
    let ply = &plies[index];
    let passed = index.checked_sub(1).map_or(start.passed(), |last| plies[last].played.passed());
    let half_moves = index + usize::from(start.turn() == Color::Black);
    let fullmove = start.fullmove() + u32::try_from(half_moves / 2).expect("as many as plies");
    Position::restore(ply.before.identity(), ply.before.key(), ply.halfmove, fullmove, passed)
}

/// An ending for which it was asked whether a side could mate.
const fn asked((outcome, mate): (Outcome, Mate)) -> (Outcome, Option<Mate>) {
    (outcome, Some(mate))
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::initial(), Rulebook::default())
    }
}
