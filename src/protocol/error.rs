//! Errors: the stable code of each, and what it tells beside.

use super::fields::{Fields, key};
use super::reply::Illegal;
use crate::board::Color;
use crate::notation::{FenField, FenReason, MoveText};
use crate::rules::Outcome;

/// The stable codes of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ErrorCode {
    UnknownCommand,
    BadArguments,
    LineTooLong,
    NotUtf8,
    BadFen,
    BadMove,
    IllegalMove,
    AmbiguousMove,
    GameOver,
    NotYourTurn,
    Stale,
    NothingToUndo,
    NothingToRedo,
    NoOffer,
    TooEarly,
    NoClock,
    FlagNotFallen,
    UnknownGame,
    TooManyGames,
    UnknownOption,
    BadOptionValue,
    Limit,
}

impl ErrorCode {
    /// All of them, as the docs list them.
    pub const ALL: [Self; 22] = [
        Self::UnknownCommand,
        Self::BadArguments,
        Self::LineTooLong,
        Self::NotUtf8,
        Self::BadFen,
        Self::BadMove,
        Self::IllegalMove,
        Self::AmbiguousMove,
        Self::GameOver,
        Self::NotYourTurn,
        Self::Stale,
        Self::NothingToUndo,
        Self::NothingToRedo,
        Self::NoOffer,
        Self::TooEarly,
        Self::NoClock,
        Self::FlagNotFallen,
        Self::UnknownGame,
        Self::TooManyGames,
        Self::UnknownOption,
        Self::BadOptionValue,
        Self::Limit,
    ];

    /// The code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown_command",
            Self::BadArguments => "bad_arguments",
            Self::LineTooLong => "line_too_long",
            Self::NotUtf8 => "not_utf8",
            Self::BadFen => "bad_fen",
            Self::BadMove => "bad_move",
            Self::IllegalMove => "illegal_move",
            Self::AmbiguousMove => "ambiguous_move",
            Self::GameOver => "game_over",
            Self::NotYourTurn => "not_your_turn",
            Self::Stale => "stale",
            Self::NothingToUndo => "nothing_to_undo",
            Self::NothingToRedo => "nothing_to_redo",
            Self::NoOffer => "no_offer",
            Self::TooEarly => "too_early",
            Self::NoClock => "no_clock",
            Self::FlagNotFallen => "flag_not_fallen",
            Self::UnknownGame => "unknown_game",
            Self::TooManyGames => "too_many_games",
            Self::UnknownOption => "unknown_option",
            Self::BadOptionValue => "bad_option_value",
            Self::Limit => "limit",
        }
    }
}

/// An error: nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ErrorReply {
    /// Errors that need nothing but their code.
    Plain {
        code: ErrorCode,
        message: String,
    },
    BadArguments {
        column: usize,
        message: String,
    },
    BadFen {
        field: FenField,
        reason: FenReason,
        message: String,
    },
    /// `index` counts the moves of a list from 1.
    BadMove {
        index: Option<u32>,
        message: String,
    },
    IllegalMove {
        index: Option<u32>,
        illegal: Illegal,
    },
    AmbiguousMove {
        index: Option<u32>,
        moves: Vec<MoveText>,
        message: String,
    },
    GameOver {
        outcome: Outcome,
        ended: u32,
        message: String,
    },
    Stale {
        ply: u32,
        message: String,
    },
    NotYourTurn {
        turn: Color,
        message: String,
    },
}

impl ErrorReply {
    /// Its code.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Plain { code, .. } => *code,
            Self::BadArguments { .. } => ErrorCode::BadArguments,
            Self::BadFen { .. } => ErrorCode::BadFen,
            Self::BadMove { .. } => ErrorCode::BadMove,
            Self::IllegalMove { .. } => ErrorCode::IllegalMove,
            Self::AmbiguousMove { .. } => ErrorCode::AmbiguousMove,
            Self::GameOver { .. } => ErrorCode::GameOver,
            Self::Stale { .. } => ErrorCode::Stale,
            Self::NotYourTurn { .. } => ErrorCode::NotYourTurn,
        }
    }

    pub(super) fn describe(&self, fields: &mut impl Fields) {
        let index = |fields: &mut _, index: &Option<u32>| {
            if let Some(index) = index {
                Fields::number(fields, key!("index"), u64::from(*index));
            }
        };
        let message = match self {
            Self::Plain { message, .. } => message,
            Self::BadArguments { column, message } => {
                fields.number(key!("column"), *column as u64);
                message
            }
            Self::BadFen { field, reason, message } => {
                fields.word(key!("field"), field.code());
                fields.word(key!("reason"), reason.code());
                message
            }
            Self::BadMove { index: at, message } => {
                index(fields, at);
                message
            }
            Self::IllegalMove { index: at, illegal } => {
                index(fields, at);
                return illegal.describe(fields);
            }
            Self::AmbiguousMove { index: at, moves, message } => {
                index(fields, at);
                fields.moves(key!("moves"), moves);
                message
            }
            Self::GameOver { outcome, ended, message } => {
                fields.word(key!("reason"), outcome.code());
                fields.number(key!("ended"), u64::from(*ended));
                message
            }
            Self::Stale { ply, message } => {
                fields.number(key!("ply"), u64::from(*ply));
                message
            }
            Self::NotYourTurn { turn, message } => {
                fields.word(key!("turn"), turn);
                message
            }
        };
        fields.rest(key!("message"), message);
    }
}
