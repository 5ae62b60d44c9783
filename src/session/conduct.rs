//! What players do beside moving: claims, offers, resignation, clocks; and the questions about them.

use arrayvec::ArrayVec;

use super::games::Slot;
use super::options::Options;
use super::play::{refused, refused_move, too_many_plies, unread};
use super::uci;
use crate::board::Color;
use crate::game::{Action, Event, Events, Given};
use crate::notation::{CastlingStyle, MoveError, MoveText, UciIntent, read_move};
use crate::protocol::reply::Explained;
use crate::protocol::wording::half_moves;
use crate::protocol::{ErrorCode, ErrorReply, Reply};
use crate::rules::{Claim, Mate, MateBy, Proof, Verdict, judge_counted};

impl Slot {
    /// Claims a draw, on the board or with a named move (9.2 to 9.5).
    pub(super) fn claim(&mut self, claim: Claim, named: Option<&str>, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        self.game.admit_move(given).map_err(refused)?;
        if named.is_some() && self.game.ply() >= options.max_plies {
            return Err(too_many_plies(options.max_plies));
        }
        let (position, style) = (*self.game.position(), options.castling_style);
        let read = |text| match read_move(&position, text, style, self.options.strict) {
            Ok(read) => Ok(Ok(read.mv.intent())),
            // Whether it comes too late is seen to first.
            Err(MoveError::Illegal { intent, reason }) => Ok(intent.ok_or(reason)),
            Err(error) => Err(unread(error, &position, None, style)),
        };
        let named = named.map(read).transpose()?;
        let intent = named.and_then(Result::ok);
        let action = Action::Claim { claim, named };
        let events = self.game.decide(&action, given).map_err(|refusal| refused_move(refusal, &position, intent, style))?;
        let uci = intent.map(|intent| UciIntent { position: &position, intent, style }.text());
        let verdict = events.first().cloned();
        self.carry_out(events, options)?;
        let state = self.state(given.at);
        Ok(match verdict {
            Some(Event::FlagFell { .. }) => Reply::Flag { uci, mate: self.mate_asked(), state },
            Some(Event::Claimed { right: true, .. }) => Reply::ClaimAccepted(state),
            _ => Reply::ClaimRejected { why: claim.rejection(), penalty: self.game.rulebook().penalty, played: uci, state },
        })
    }

    /// Carries out what needs no more than its action.
    pub(super) fn conduct(&mut self, verb: &'static str, action: &Action, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        let events = self.game.decide(action, given).map_err(refused)?;
        self.carry_out(events, options)?;
        let state = self.state(given.at);
        Ok(match action {
            Action::Flag(_) => Reply::Flag { uci: None, mate: self.mate_asked(), state },
            Action::Resign(_) => Reply::Resigned { mate: self.mate_asked(), state },
            _ => Reply::Conduct { verb, state },
        })
    }

    /// Applies events. Of those that can come again and again a game holds only so many; what ends it is always admitted.
    pub(super) fn carry_out(&mut self, events: Events, options: &Options) -> Result<(), ErrorReply> {
        let repeatable = |event: &Event| {
            matches!(event, Event::Offered { .. } | Event::Declined { .. } | Event::ClockSet { .. } | Event::Claimed { right: false, .. })
        };
        if events.is_empty() {
            return Ok(());
        }
        if events.iter().any(repeatable) {
            self.make_room(options)?;
        }
        self.note_change();
        self.game.apply(events);
        Ok(())
    }

    /// Whether the game may hold one more event beside its moves.
    pub(super) fn make_room(&self, options: &Options) -> Result<(), ErrorReply> {
        if self.game.happened_beside() < options.max_plies as usize {
            return Ok(());
        }
        let message = format!("a game has as many events beside its moves at most as half-moves, {}", half_moves(options.max_plies));
        Err(ErrorReply::Plain { code: ErrorCode::Limit, message })
    }

    /// What the side to move may claim on the board, and which legal moves, named in a claim, would make it right.
    pub(super) fn claims(&self, style: CastlingStyle) -> Reply {
        let board = self.game.claims().map(Claim::code).collect();
        let mut moves = Vec::new();
        if self.game.ending().is_none() {
            for mv in self.game.position().legal_moves() {
                let right = Claim::ALL.into_iter().filter(|&claim| self.game.is_right(claim, Some(mv)));
                moves.extend(right.map(|claim| format!("{}:{}", uci(mv, style), claim.code())));
            }
            moves.sort_unstable();
        }
        Reply::Claims { board, moves }
    }

    /// Whether it was found that the opponent could still mate, where the game ended by that question.
    pub(super) fn mate_asked(&self) -> Option<Mate> {
        self.game.ending().and_then(|ending| ending.mate)
    }

    /// Whether a side could still mate: the one named, or the one that has just moved.
    pub(super) fn winnable(&self, color: Option<Color>, style: CastlingStyle) -> Reply {
        let position = self.game.position();
        let color = color.unwrap_or(!position.turn());
        let (verdict, nodes) = judge_counted(position, color, self.game.rulebook().proof_nodes);
        let (answer, proof) = (Mate::from(&verdict), verdict.proof().map(Proof::code));
        Reply::Winnable { color, answer, line: written(&verdict, style), proof, nodes }
    }

    /// Why the game stands as it does.
    pub(super) fn explain_game(&self, now: u64, style: CastlingStyle) -> Reply {
        let evidence = self.game.evidence();
        let asked_about = self.game.ending().filter(|ending| ending.mate.is_some()).and_then(|ending| ending.outcome.winner());
        let verdict = |color: Color| evidence.verdicts[color as usize].as_ref();
        Reply::Explained(Box::new(Explained {
            plies: evidence.plies,
            since: evidence.since,
            flights: evidence.flights,
            illegal: evidence.illegal_moves,
            line: asked_about.and_then(verdict).map(|verdict| written(verdict, style)).unwrap_or_default(),
            proofs: proofs(&evidence.verdicts),
            mate_by: Color::ALL.map(|color| verdict(color).map_or(MateBy::Possible.code(), Verdict::code)),
            state: self.state(now),
        }))
    }
}

/// The moves by which a side can still mate.
fn written(verdict: &Verdict, style: CastlingStyle) -> Vec<MoveText> {
    match verdict {
        Verdict::Winnable(line) => line.iter().map(|&mv| uci(mv, style)).collect(),
        _ => Vec::new(),
    }
}

/// The kinds of the proofs, each once.
fn proofs(verdicts: &[Option<Verdict>; 2]) -> ArrayVec<&'static str, 2> {
    let mut proofs = ArrayVec::new();
    for proof in verdicts.iter().flatten().filter_map(|verdict| verdict.proof()) {
        if !proofs.contains(&proof.code()) {
            proofs.push(proof.code());
        }
    }
    proofs
}
