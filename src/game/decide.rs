//! Deciding: what an action would bring about, or why it is refused. Pure; the game stays as it is.

use arrayvec::ArrayVec;

use super::{Action, Ending, Event, Game, Given, Spent};
use crate::board::{Color, Role};
use crate::position::{IllegalMove, Move, MoveIntent};
use crate::rules::clock::TimeSource;
use crate::rules::{Claim, IllegalMoveRule, agreement, illegal_moves};

/// What an action brings about: one event, none (an offer of what is on offer already), or two (a wrong claim, and then the named
/// move; a pawn left on the last rank, and then the queen that it becomes).
pub type Events = ArrayVec<Event, 2>;

/// What most actions bring about.
#[inline]
fn one(event: Event) -> Events {
    let mut events = Events::new();
    events.push(event);
    events
}

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
    /// The game has no clock.
    NoClock,
    /// The caller gives the time of this game's moves, and gave none.
    TimeMissing,
    /// The time of this game's moves is taken from when they arrive, and one was given.
    TimeUnwanted,
    /// That flag has not fallen.
    FlagNotFallen {
        /// What is left to that player, in ms.
        left: u64,
    },
    /// The move breaks a rule.
    Illegal(IllegalMove),
    /// The opponent has not offered a draw.
    NoOffer,
    /// No draw may be offered or agreed yet.
    TooEarly {
        /// From this move on it may.
        from_move: u32,
    },
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
    /// What the action would bring about, in order: nothing, where a player offers what is on offer already.
    ///
    /// # Errors
    ///
    /// The first refusal that holds, in the order: the game is over (not for undo and redo), stale, not your turn, the
    /// clock's, the action's own.
    pub fn decide(&self, action: &Action, given: Given) -> Result<Events, Refusal> {
        match action {
            Action::Undo(_) | Action::Redo(_) => {}
            _ => self.admit_unended()?,
        }
        self.admit(given)?;
        let event = match *action {
            Action::Move(intent) => return self.decide_move(Ok(intent), given),
            Action::Legal(mv) => self.decide_legal(mv, given)?,
            Action::Unplayable(reason) => return self.decide_move(Err(reason), given),
            Action::Claim { claim, named } => return self.decide_claim(claim, named, given),
            Action::Offer(by) => return self.decide_offer(by, given.at),
            Action::Accept(by) => {
                self.require_offer(!by)?;
                self.decide_agreement(by, given.at)?
            }
            Action::Decline(by) => {
                self.require_offer(!by)?;
                Event::Declined { by }
            }
            Action::Resign(by) => Event::Resigned { by, at: given.at },
            Action::Abort => Event::Aborted { at: given.at },
            Action::SetClock(ref controls) => Event::ClockSet { controls: controls.clone(), at: given.at },
            Action::Flag(color) => self.decide_flag(color, given)?,
            Action::Undo(count) => {
                let left = self.ply();
                let event = Event::TakenBack { count, at: given.at };
                if count > left { Err(Refusal::NothingToUndo { left }) } else { Ok(event) }?
            }
            Action::Redo(count) => {
                let left = u32::try_from(self.undone.len()).expect("as many as plies");
                let event = Event::Replayed { count, at: given.at };
                if count > left { Err(Refusal::NothingToRedo { left }) } else { Ok(event) }?
            }
        };
        Ok(one(event))
    }

    /// What a legal move brings about: the move, or a fallen flag.
    pub(super) fn decide_legal(&self, mv: Move, given: Given) -> Result<Event, Refusal> {
        Ok(self.play_unless_too_late(mv, self.spent(given)?))
    }

    /// Whether any move may be played by someone who believes this of the game.
    ///
    /// # Errors
    ///
    /// The game is over, stands elsewhere, or another side is to move.
    #[inline]
    pub fn admit_move(&self, given: Given) -> Result<(), Refusal> {
        self.admit_unended()?;
        self.admit(given)
    }

    #[inline]
    fn admit_unended(&self) -> Result<(), Refusal> {
        self.ending.map_or(Ok(()), |ending| Err(Refusal::GameOver(ending)))
    }

    #[inline]
    fn admit(&self, given: Given) -> Result<(), Refusal> {
        if given.ply.is_some_and(|ply| ply != self.ply()) {
            return Err(Refusal::Stale { ply: self.ply() });
        }
        let turn = self.position.turn();
        if given.by.is_some_and(|by| by != turn) { Err(Refusal::NotYourTurn { turn }) } else { Ok(()) }
    }

    fn decide_move(&self, meant: Result<MoveIntent, IllegalMove>, given: Given) -> Result<Events, Refusal> {
        let spent = self.spent(given)?;
        let turn = self.position.turn();
        let reason = match meant.and_then(|intent| self.position.judge(intent)) {
            Ok(mv) => return Ok(one(self.play_unless_too_late(mv, spent))),
            Err(_) if self.flag_falls(turn, spent) => return Ok(one(Event::FlagFell { color: turn })),
            Err(reason) => reason,
        };
        let rule = self.rulebook.illegal_moves;
        let count = self.illegal_moves(turn) + 1;
        if rule == IllegalMoveRule::Reject {
            return Err(Refusal::Illegal(reason));
        }
        // A pawn left on the last rank becomes a queen (7.5.2), unless this ended the game.
        let queen = match meant {
            Ok(MoveIntent::Step { from, to, .. }) if reason == IllegalMove::PromotionMissing && !illegal_moves::too_many(count, rule) => {
                self.position.find_legal(MoveIntent::Step { from, to, promotion: Some(Role::Queen) })
            }
            _ => None,
        };
        let intent = meant.ok();
        Ok(match queen {
            // The omission takes the time, for it stands where the move is taken back.
            Some(mv) => {
                let completed = Event::Played { mv, spent: spent.map(|spent| Spent { elapsed: 0, ..spent }) };
                [Event::Illegal { intent, reason, spent }, completed].into_iter().collect()
            }
            None => one(Event::Illegal { intent, reason, spent }),
        })
    }

    /// A legal move is played, unless it comes too late: the flag is looked at first (6.8).
    #[inline]
    fn play_unless_too_late(&self, mv: Move, spent: Option<Spent>) -> Event {
        let color = self.position.turn();
        if self.flag_falls(color, spent) { Event::FlagFell { color } } else { Event::Played { mv, spent } }
    }

    fn decide_claim(&self, claim: Claim, named: Option<Result<MoveIntent, IllegalMove>>, given: Given) -> Result<Events, Refusal> {
        // Without a named move nothing is played and nothing is charged; but a flag may have fallen before the claim.
        let runs = self.conduct.clock.is_some_and(|(clock, _)| clock.source() == Some(TimeSource::Arrival));
        let spent = if named.is_some() || given.elapsed.is_some() || runs { self.spent(given)? } else { None };
        let turn = self.position.turn();
        if self.flag_falls(turn, spent) {
            return Ok(one(Event::FlagFell { color: turn }));
        }
        let judge = |meant: Result<MoveIntent, IllegalMove>| meant.and_then(|intent| self.position.judge(intent));
        let named = named.map(judge).transpose().map_err(Refusal::Illegal)?;
        let right = self.is_right(claim, named);
        let mut events: Events = one(Event::Claimed { claim, named, right, at: given.at });
        if let Some(mv) = named
            && !right
        {
            events.push(Event::Played { mv, spent }); // it must be played (9.5.3)
        }
        Ok(events)
    }

    fn decide_offer(&self, by: Color, at: u64) -> Result<Events, Refusal> {
        if !agreement::may_offer(&self.position, &self.rulebook) {
            return Err(Refusal::TooEarly { from_move: self.rulebook.no_draw_before });
        }
        match self.conduct.offer {
            None => Ok(one(Event::Offered { by })),
            Some(offerer) if offerer == by => Ok(Events::new()), // it stands already
            Some(_) => self.decide_agreement(by, at).map(one),   // who offers what the opponent has offered, agrees
        }
    }

    fn decide_agreement(&self, by: Color, at: u64) -> Result<Event, Refusal> {
        if agreement::may_agree(&self.position, &self.rulebook) {
            Ok(Event::Agreed { by, at })
        } else {
            Err(Refusal::TooEarly { from_move: self.rulebook.no_draw_before.max(2) })
        }
    }

    fn require_offer(&self, by: Color) -> Result<(), Refusal> {
        if self.conduct.offer == Some(by) { Ok(()) } else { Err(Refusal::NoOffer) }
    }

    fn decide_flag(&self, color: Color, given: Given) -> Result<Event, Refusal> {
        let (clock, _) = self.conduct.clock.ok_or(Refusal::NoClock)?;
        if color != self.position.turn() {
            return Err(Refusal::FlagNotFallen { left: clock.left(color).into() });
        }
        // Where the caller gives the times, only a time that it gives can show a fallen flag.
        let given_by_caller = clock.source() == Some(TimeSource::Given) && given.elapsed.is_none();
        let elapsed = if given_by_caller { 0 } else { self.spent(given)?.map_or(0, |spent| spent.elapsed) };
        match clock.left_after(color, elapsed, self.rulebook.delay) {
            0 => Ok(Event::FlagFell { color }),
            left => Err(Refusal::FlagNotFallen { left: left.into() }),
        }
    }

    /// The time that the action took, where a clock runs.
    #[inline]
    fn spent(&self, given: Given) -> Result<Option<Spent>, Refusal> {
        let at = given.at;
        match (&self.conduct.clock, given.elapsed) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Refusal::NoClock),
            (Some((clock, _)), Some(elapsed)) => match clock.source() {
                Some(TimeSource::Arrival) => Err(Refusal::TimeUnwanted),
                _ => Ok(Some(Spent { elapsed, at, source: TimeSource::Given })),
            },
            (Some((clock, _)), None) => match clock.source() {
                Some(TimeSource::Given) => Err(Refusal::TimeMissing),
                _ => Ok(Some(Spent { elapsed: self.running(at), at, source: TimeSource::Arrival })),
            },
        }
    }

    #[inline]
    fn flag_falls(&self, color: Color, spent: Option<Spent>) -> bool {
        let clock = self.conduct.clock.as_ref().zip(spent);
        clock.is_some_and(|((clock, _), spent)| clock.has_fallen(color, spent.elapsed, self.rulebook.delay))
    }
}
