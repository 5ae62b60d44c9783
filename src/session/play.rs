//! What is done with one game: moves, takebacks, and questions about it.

use super::games::Slot;
use super::options::Options;
use super::{sorted, uci};
use crate::board::Square;
use crate::game::{Action, Event, Given, Refusal};
use crate::notation::{CastlingStyle, Diagram, Forgiven, MoveError, UciIntent, read_move, write_san, write_san_after};
use crate::position::{IllegalMove, Move, MoveIntent, Position};
use crate::protocol::reply::Illegal;
use crate::protocol::wording::{self, half_moves, title};
use crate::protocol::{ErrorCode, ErrorReply, Reply};

impl Slot {
    /// Plays a move. Refused, in this order: the game is over, stale, not your turn, too long, notation, legality.
    pub(super) fn play(&mut self, text: &str, given: Given, options: &Options) -> Result<Reply, ErrorReply> {
        self.game.admit_move(given).map_err(refused)?;
        if self.game.ply() >= options.max_plies {
            return Err(too_many_plies(options.max_plies));
        }
        let before = *self.game.position();
        let style = options.castling_style;
        let read = read_move(&before, text, style, self.options.strict).map_err(|error| unread(error, &before, None, style))?;
        let event = self.game.decide(Action::Move(read.mv.intent()), given).map_err(refused)?;
        self.game.apply(event);
        let uci = uci(read.mv, style);
        self.note_change(Some(&uci));
        Ok(Reply::Moved {
            uci,
            san: write_san_after(&before, read.mv, self.game.position()).to_string(),
            captured: before.captured(read.mv).map(|(piece, square)| format!("{}{square}", piece.fen_letter())),
            rook: read.mv.rook_way().map(|(from, to)| format!("{from}{to}")),
            forgiven: read.forgiven,
            state: self.state(),
        })
    }

    /// Takes back half-moves.
    pub(super) fn undo(&mut self, count: u32, given: Given, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let event = self.game.decide(Action::Undo(count), given).map_err(refused)?;
        let moves = self.game.moves().rev().take(count as usize).map(|(_, mv)| uci(mv, style)).collect();
        Ok(self.wind("undo", event, moves))
    }

    /// Plays again half-moves that were taken back.
    pub(super) fn redo(&mut self, count: u32, given: Given, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let event = self.game.decide(Action::Redo(count), given).map_err(refused)?;
        let first = self.game.ply() as usize;
        self.game.apply(event);
        let moves = self.game.moves().skip(first).map(|(_, mv)| uci(mv, style)).collect();
        self.note_change(None);
        Ok(Reply::Wound { verb: "redo", moves, state: self.state() })
    }

    fn wind(&mut self, verb: &'static str, event: Event, moves: Vec<String>) -> Reply {
        self.game.apply(event);
        self.note_change(None);
        Reply::Wound { verb, moves, state: self.state() }
    }

    /// Judges a move without playing it, by the board alone: also when the game is over.
    pub(super) fn explain(&self, text: &str, style: CastlingStyle) -> Result<Reply, ErrorReply> {
        let position = self.game.position();
        match read_move(position, text, style, self.options.strict) {
            Ok(read) => Ok(Reply::ExplainedLegal {
                uci: uci(read.mv, style),
                san: write_san(position, read.mv).to_string(),
                forgiven: read.forgiven,
            }),
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
        Reply::Legal { moves: sorted(moves, |mv| if san { write_san(position, mv).to_string() } else { uci(mv, style) }) }
    }

    /// The moves played.
    pub(super) fn history(&self, san: bool, style: CastlingStyle) -> Reply {
        let write = |(before, mv): (Position, Move)| if san { write_san(&before, mv).to_string() } else { uci(mv, style) };
        Reply::History { moves: self.game.moves().map(write).collect() }
    }

    /// The board for a person.
    pub(super) fn draw(&self, options: &Options) -> Vec<String> {
        let diagram = Diagram { position: self.game.position(), last_move: self.game.last_move(), unicode: options.unicode };
        diagram.to_string().lines().map(str::to_owned).collect()
    }

    /// A legal move of the board, drawn by the seed: the same seed gives the same move in the same place of the same game.
    pub(super) fn random_move(&self, options: &Options) -> Option<String> {
        let position = self.game.position();
        let moves = sorted(position.legal_moves(), |mv| uci(mv, options.castling_style));
        if self.refused || moves.is_empty() {
            return None;
        }
        let number = mix(mix(options.seed) ^ position.key().0 ^ u64::from(self.game.ply()));
        moves.into_iter().nth((number % moves_len(position)) as usize)
    }
}

fn moves_len(position: &Position) -> u64 {
    u64::from(position.count_legal_moves())
}

/// Vigna's SplitMix64: spreads a number over all 64 bits.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The error for an action that the game refused.
fn refused(refusal: Refusal) -> ErrorReply {
    match refusal {
        Refusal::GameOver(ending) => {
            let message = format!("the game ended after {}: {}", half_moves(ending.ply), ending.outcome.code());
            ErrorReply::GameOver { outcome: ending.outcome, ended: ending.ply, message }
        }
        Refusal::Stale { ply } => {
            ErrorReply::Stale { ply, message: format!("the game stands after {}, not after as many as given", half_moves(ply)) }
        }
        Refusal::NotYourTurn { turn } => ErrorReply::NotYourTurn { turn, message: format!("{} is to move", title(turn)) },
        Refusal::NothingToUndo { left } => {
            let message = format!("{} can be taken back", half_moves(left));
            ErrorReply::Plain { code: ErrorCode::NothingToUndo, message }
        }
        Refusal::NothingToRedo { left } => {
            let message = format!("{} can be played again", half_moves(left));
            ErrorReply::Plain { code: ErrorCode::NothingToRedo, message }
        }
        Refusal::Illegal(reason) => unreachable!("a move was read as legal, yet refused: {reason:?}"),
    }
}

/// The error for a move that could not be read, or not be played; `index` is its place in a list, from 1.
pub(super) fn unread(error: MoveError, position: &Position, index: Option<u32>, style: CastlingStyle) -> ErrorReply {
    match error {
        MoveError::Unreadable { message } => ErrorReply::BadMove { index, message },
        MoveError::Illegal { intent, reason } => ErrorReply::IllegalMove { index, illegal: illegal(position, intent, reason, style) },
        MoveError::Ambiguous { candidates } => {
            let mut moves: Vec<String> = candidates.into_iter().map(|mv| uci(mv, style)).collect();
            moves.sort_unstable();
            ErrorReply::AmbiguousMove { index, message: format!("{} men can make that move: say which", moves.len()), moves }
        }
    }
}

fn illegal(position: &Position, intent: Option<MoveIntent>, reason: IllegalMove, style: CastlingStyle) -> Illegal {
    Illegal {
        uci: intent.map(|intent| UciIntent { position, intent, style }.to_string()),
        reason,
        message: wording::illegal_move(position, intent, &reason),
    }
}

/// The error for a game that would become too long.
pub(super) fn too_many_plies(most: u32) -> ErrorReply {
    let message = format!("{} is the most that a game may have; the option MaxPlies sets it", half_moves(most));
    ErrorReply::Plain { code: ErrorCode::Limit, message }
}

/// The error for a FEN that needs forgiving where nothing is forgiven.
pub(super) fn not_forgiven_in_fen(tolerated: Forgiven) -> ErrorReply {
    use crate::notation::{FenField, FenReason};
    let (field, reason) = match tolerated {
        Forgiven::CountersMissing => (FenField::Halfmove, FenReason::Missing),
        Forgiven::FullmoveZero => (FenField::Fullmove, FenReason::BadNumber),
        _ => (FenField::EnPassant, FenReason::BadSquare),
    };
    ErrorReply::BadFen { field, reason, message: format!("the option Strict does not forgive {}", tolerated.code()) }
}
