//! What is done with one game: moves, takebacks, and questions about it.

use arrayvec::ArrayString;

use super::games::Slot;
use super::options::Options;
use super::{sorted, uci};
use crate::board::Square;
use crate::game::{Action, Event, Events, Given, Refusal};
use crate::notation::{
    CastlingStyle, CheckSign, Diagram, Forgiven, ForgivenSet, MoveError, MoveText, ReadMove, San, UciIntent, read_move, write_san,
};
use crate::position::{IllegalMove, Move, MoveIntent, Position};
use crate::protocol::reply::Illegal;
use crate::protocol::wording::{self, half_moves};
use crate::protocol::{ErrorCode, ErrorReply, Reply};
use crate::rules::{IllegalMoveRule, Outcome, Win};

impl Slot {
    /// Plays a move. Refused, in this order: the game is over, stale, not your turn, too long, notation, the clock, legality.
    ///
    /// Where illegal moves count, one is no error but an event; and where time has run out, neither move is looked at.
    pub(super) fn play(&mut self, text: &str, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        self.game.admit_move(given).map_err(refused)?;
        if self.game.ply() >= options.max_plies {
            return Err(too_many_plies(options.max_plies));
        }
        match read_move(self.game.position(), text, options.castling_style, self.options.strict) {
            Ok(ReadMove { mv, forgiven }) if !self.misses_promotion(forgiven) => self.play_legal(mv, forgiven, given, options),
            Ok(ReadMove { mv, .. }) => {
                let intent = MoveIntent::Step { from: mv.from(), to: mv.to(), promotion: None };
                self.play_illegal(Some(intent), IllegalMove::PromotionMissing, given, options)
            }
            Err(MoveError::Illegal { intent, reason }) => self.play_illegal(intent, reason, given, options),
            Err(error) => Err(unread(error, self.game.position(), None, options.castling_style)),
        }
    }

    /// A legal move counts as it was read, but where illegal moves do, a promotion letter that is missing is not forgiven (7.5.2).
    #[inline]
    fn misses_promotion(&self, forgiven: ForgivenSet) -> bool {
        forgiven.contains(Forgiven::PromotionMissing) && self.game.rulebook().illegal_moves == IllegalMoveRule::Count
    }

    /// Plays a legal move, unless its player's flag has fallen.
    fn play_legal(&mut self, mv: Move, forgiven: ForgivenSet, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        let uci = uci(mv, options.castling_style);
        // What the position before the move has to tell.
        let before = self.game.position();
        let san = San::without_sign(before, mv);
        let captured = before.captured(mv).map(|(piece, square)| {
            let mut text = ArrayString::new();
            text.push(piece.fen_letter());
            text.push_str(square.name());
            text
        });
        let rook = mv.rook_way().map(|(from, to)| {
            let mut text = ArrayString::new();
            text.push_str(from.name());
            text.push_str(to.name());
            text
        });
        if let Some(late) = self.game.play_legal(mv, given).map_err(refused)? {
            return self.flag_fell(Some(uci), Events::from_iter([late]), given, options);
        }
        self.refused = false;
        let state = self.state(given.at);
        let in_check = state.checkers.any();
        let mated = in_check && state.ending.is_some_and(|ending| matches!(ending.outcome, Outcome::Win { by: Win::Checkmate, .. }));
        Ok(Reply::Moved { uci, san: san.signed(CheckSign::of(in_check, mated)), captured, rook, forgiven, state })
    }

    /// A move that is not legal: refused, or counted, or too late.
    #[inline(never)]
    fn play_illegal(
        &mut self,
        intent: Option<MoveIntent>,
        reason: IllegalMove,
        given: Given,
        options: &Options,
    ) -> Result<Reply, ErrorReply> {
        let (position, style) = (*self.game.position(), options.castling_style);
        let action = intent.map_or(Action::Unplayable(reason), Action::Move);
        let events = self.game.decide(&action, given).map_err(|refusal| refused_move(refusal, &position, intent, style))?;
        match *events {
            [Event::FlagFell { .. }] => {
                let uci = intent.map(|intent| UciIntent { position: &position, intent, style }.text());
                self.flag_fell(uci, events, given, options)
            }
            [Event::Illegal { intent, reason, .. }, ..] => {
                let illegal = illegal(&position, intent, reason, style);
                // What follows it may end the game, too: the queen's move that completes it.
                let followed = events.len() > 1;
                self.carry_out(events, options)?;
                let count = self.game.illegal_moves(position.turn());
                // Where it costs the game, it costs no time.
                let costs_the_game = !followed && self.game.ending().is_some();
                let penalty = if costs_the_game { 0 } else { self.game.rulebook().penalty };
                Ok(Reply::Counted { illegal, count, penalty, mate: self.mate_asked(), state: self.state(given.at) })
            }
            _ => unreachable!("a move that is not legal is illegal, or too late"),
        }
    }

    #[cold]
    fn flag_fell(&mut self, uci: Option<MoveText>, events: Events, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        self.carry_out(events, options)?;
        Ok(Reply::Flag { uci, mate: self.mate_asked(), state: self.state(given.at) })
    }

    /// Takes back half-moves.
    pub(super) fn undo(&mut self, count: u32, given: Given, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let events = self.game.decide(&Action::Undo(count), given).map_err(refused)?;
        let moves = self.game.played_since(0).rev().take(count as usize).map(|mv| uci(mv, style)).collect();
        self.game.apply(events);
        self.note_change();
        Ok(Reply::Wound { verb: "undo", moves, state: self.state(given.at) })
    }

    /// Plays again half-moves that were taken back.
    pub(super) fn redo(&mut self, count: u32, given: Given, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let events = self.game.decide(&Action::Redo(count), given).map_err(refused)?;
        let first = self.game.ply();
        self.game.apply(events);
        let moves = self.game.played_since(first).map(|mv| uci(mv, style)).collect();
        self.note_change();
        Ok(Reply::Wound { verb: "redo", moves, state: self.state(given.at) })
    }

    /// Judges a move without playing it, by the board alone: also when the game is over.
    pub(super) fn explain(&self, text: &str, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let position = self.game.position();
        match read_move(position, text, style, self.options.strict) {
            Ok(read) if self.misses_promotion(read.forgiven) => {
                let intent = MoveIntent::Step { from: read.mv.from(), to: read.mv.to(), promotion: None };
                Ok(Reply::ExplainedIllegal(illegal(position, Some(intent), IllegalMove::PromotionMissing, style)))
            }
            Ok(read) => Ok(Reply::ExplainedLegal { uci: uci(read.mv, style), san: write_san(position, read.mv), forgiven: read.forgiven }),
            Err(MoveError::Illegal { intent, reason }) => Ok(Reply::ExplainedIllegal(illegal(position, intent, reason, style))),
            Err(error) => Err(unread(error, position, None, style)),
        }
    }

    /// The legal moves, of one man or of all, sorted as text; none once the game is over.
    pub(super) fn legal(&self, from: Option<Square>, san: bool, style: CastlingStyle) -> Reply {
        let position = self.game.position();
        let moves = match from {
            _ if self.game.ending().is_some() => Default::default(),
            None => position.legal_moves(),
            Some(square) => position.legal_moves_from(square),
        };
        Reply::Legal { moves: sorted(moves, |mv| if san { write_san(position, mv).text() } else { uci(mv, style) }) }
    }

    /// The moves played.
    pub(super) fn history(&self, san: bool, style: CastlingStyle) -> Reply {
        let write = |(before, mv): (Position, Move)| if san { write_san(&before, mv).text() } else { uci(mv, style) };
        Reply::History { moves: self.game.moves().map(write).collect() }
    }

    /// The board for a person.
    pub(super) fn draw(&self, options: &Options) -> Vec<String> {
        let diagram = Diagram {
            position: self.game.position(),
            last_move: self.game.last_move(),
            unicode: options.unicode,
            style: options.castling_style,
        };
        diagram.to_string().lines().map(str::to_owned).collect()
    }

    /// A legal move of the board, drawn by the seed: the same seed gives the same move in the same place of the same game.
    pub(super) fn random_move(&self, options: &Options) -> Option<MoveText> {
        let position = self.game.position();
        let mut moves = position.legal_moves();
        if self.refused || moves.is_empty() {
            return None;
        }
        // One spelling for all, so that what is drawn does not hang on how it is written.
        moves.sort_by_cached_key(|&mv| uci(mv, CastlingStyle::KingTakesRook));
        let number = mix(mix(options.seed) ^ position.key().0 ^ u64::from(self.game.ply()));
        Some(uci(moves[(number % moves.len() as u64) as usize], options.castling_style))
    }
}

/// Vigna's SplitMix64: spreads a number over all 64 bits.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn plain(code: ErrorCode, message: String) -> ErrorReply {
    ErrorReply::Plain { code, message }
}

/// Words that are wrong for the game as it stands, wherever they stand in the line.
fn at_start(message: String) -> ErrorReply {
    ErrorReply::BadArguments { column: 1, message }
}

/// The error for an action that the game refused.
#[cold]
pub(super) fn refused(refusal: Refusal) -> ErrorReply {
    match refusal {
        Refusal::GameOver(ending) => {
            let message = format!("the game ended after {}: {}", half_moves(ending.ply), ending.outcome.code());
            ErrorReply::GameOver { outcome: ending.outcome, ended: ending.ply, message }
        }
        Refusal::Stale { ply } => {
            ErrorReply::Stale { ply, message: format!("the game stands after {}, not after as many as given", half_moves(ply)) }
        }
        Refusal::NotYourTurn { turn } => ErrorReply::NotYourTurn { turn, message: format!("{} is to move", turn.title()) },
        Refusal::NothingToUndo { left } => plain(ErrorCode::NothingToUndo, format!("{} can be taken back", half_moves(left))),
        Refusal::NothingToRedo { left } => plain(ErrorCode::NothingToRedo, format!("{} can be played again", half_moves(left))),
        Refusal::NoClock => plain(ErrorCode::NoClock, "the game has no clock; `clock 300+3` sets one".to_owned()),
        Refusal::TimeMissing => at_start("the times of this game come with its moves: say `elapsed MS`".to_owned()),
        Refusal::TimeUnwanted => at_start("the times of this game are taken from when its moves arrive: leave `elapsed` out".to_owned()),
        Refusal::FlagNotFallen { left } => plain(ErrorCode::FlagNotFallen, format!("{left} ms are left to that player")),
        Refusal::NoOffer => plain(ErrorCode::NoOffer, "the opponent has not offered a draw".to_owned()),
        Refusal::TooEarly { from_move } => {
            plain(ErrorCode::TooEarly, format!("a draw may be offered and agreed from move {from_move} on, and once both have moved"))
        }
        Refusal::Illegal(reason) => unreachable!("a move was read as legal, yet refused: {reason:?}"),
    }
}

/// The error for a move that the game refused, played or named in a claim.
pub(super) fn refused_move(refusal: Refusal, position: &Position, intent: Option<MoveIntent>, style: CastlingStyle) -> ErrorReply {
    match refusal {
        Refusal::Illegal(reason) => ErrorReply::IllegalMove { index: None, illegal: illegal(position, intent, reason, style) },
        refusal => refused(refusal),
    }
}

/// The error for a move that could not be read, or not be played; `index` is its place in a list, from 1.
pub(super) fn unread(error: MoveError, position: &Position, index: Option<u32>, style: CastlingStyle) -> ErrorReply {
    match error {
        MoveError::Unreadable { message } => ErrorReply::BadMove { index, message },
        MoveError::Illegal { intent, reason } => ErrorReply::IllegalMove { index, illegal: illegal(position, intent, reason, style) },
        MoveError::Ambiguous { candidates } => {
            let mut moves: Vec<MoveText> = candidates.into_iter().map(|mv| uci(mv, style)).collect();
            moves.sort_unstable();
            ErrorReply::AmbiguousMove { index, message: format!("{} men can make that move: say which", moves.len()), moves }
        }
    }
}

fn illegal(position: &Position, intent: Option<MoveIntent>, reason: IllegalMove, style: CastlingStyle) -> Illegal {
    Illegal {
        uci: intent.map(|intent| UciIntent { position, intent, style }.text()),
        reason,
        message: wording::illegal_move(position, intent, &reason),
    }
}

/// The error for a game that would become too long.
pub(super) fn too_many_plies(most: u32) -> ErrorReply {
    let message = format!("{} is the most that a game may have; the option MaxPlies sets it", half_moves(most));
    ErrorReply::Plain { code: ErrorCode::Limit, message }
}

/// The error for a FEN that needs forgiving where nothing is forgiven: for the first field that does, as for all faults of a FEN.
pub(super) fn not_forgiven_in_fen(forgiven: ForgivenSet) -> Option<ErrorReply> {
    use crate::notation::{FenField, FenReason};
    let placed = forgiven.iter().map(|tolerated| match tolerated {
        Forgiven::CountsSplit => (FenField::Placement, FenReason::BadCharacter, tolerated),
        Forgiven::RightsOrder => (FenField::Castling, FenReason::BadCharacter, tolerated),
        Forgiven::CountersMissing => (FenField::Halfmove, FenReason::Missing, tolerated),
        Forgiven::FullmoveZero => (FenField::Fullmove, FenReason::BadNumber, tolerated),
        _ => (FenField::EnPassant, FenReason::BadSquare, tolerated),
    });
    let first = placed.min_by_key(|&(field, ..)| field as u8);
    let message = |tolerated: Forgiven| format!("the option Strict does not forgive {}", tolerated.code());
    first.map(|(field, reason, tolerated)| ErrorReply::BadFen { field, reason, message: message(tolerated) })
}
