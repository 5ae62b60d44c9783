//! `Reply`: what the referee answers, as data. Each reply tells its keys and values once, in order; text and JSON print them.

use crate::board::{Bitboard, Color};
use crate::notation::{FenField, FenReason, ForgivenSet};
use crate::position::IllegalMove;
use crate::rules::{Claim, MateBy, Outcome};

/// A key of a reply: stable, and never twice in one reply.
pub type Key = &'static str;

/// Takes in the keys and values of a reply, in order.
pub trait Fields {
    /// A value of one word.
    fn word(&mut self, key: Key, value: impl AsRef<str>);
    /// A number.
    fn number(&mut self, key: Key, value: u64);
    /// Yes or no.
    fn flag(&mut self, key: Key, value: bool);
    /// What does not apply.
    fn none(&mut self, key: Key);
    /// Any number of words.
    fn list<T: AsRef<str>>(&mut self, key: Key, values: impl IntoIterator<Item = T>);
    /// Any number of numbers.
    fn numbers(&mut self, key: Key, values: impl IntoIterator<Item = u32>);
    /// The last value, which runs to the end of the line.
    fn rest(&mut self, key: Key, value: &str);

    /// A word, or what does not apply.
    fn maybe_word(&mut self, key: Key, value: Option<impl AsRef<str>>) {
        match value {
            Some(value) => self.word(key, value),
            None => self.none(key),
        }
    }

    /// A number, or what does not apply.
    fn maybe_number(&mut self, key: Key, value: Option<u64>) {
        match value {
            Some(value) => self.number(key, value),
            None => self.none(key),
        }
    }
}

/// What the referee answers to one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Reply {
    /// UCI's handshake: its lines, before `uciok`.
    Uci(Vec<String>),
    ReadyOk,
    /// A legal move, if there is one.
    BestMove(Option<String>),
    /// UCI's silent words, and `quit`.
    Done(&'static str),
    OptionSet {
        name: &'static str,
        value: String,
    },
    NewGame(StateBlock),
    Position {
        forgiven: ForgivenSet,
        state: StateBlock,
    },
    Legal {
        moves: Vec<String>,
    },
    Moved {
        uci: String,
        san: String,
        captured: Option<String>,
        rook: Option<String>,
        forgiven: ForgivenSet,
        state: StateBlock,
    },
    /// `undo` and `redo`, by their verb.
    Wound {
        verb: &'static str,
        moves: Vec<String>,
        state: StateBlock,
    },
    Status(StateBlock),
    ExplainedLegal {
        uci: String,
        san: String,
        forgiven: ForgivenSet,
    },
    ExplainedIllegal(Illegal),
    /// Why the game stands as it does.
    Explained(Box<Explained>),
    /// What may be claimed on the board, and by which moves (`MOVE:CLAIM`).
    Claims {
        board: Vec<&'static str>,
        moves: Vec<String>,
    },
    Events {
        lines: Vec<String>,
    },
    ClaimAccepted(StateBlock),
    /// `played` is the named move, which had to be played.
    ClaimRejected {
        why: &'static str,
        penalty: u64,
        played: Option<String>,
        state: StateBlock,
    },
    /// A flag has fallen: by this move, which is not played, or by claim.
    Flag {
        uci: Option<String>,
        state: StateBlock,
    },
    /// An illegal move that was counted: the player's so-manieth, and what it gives the opponent.
    Counted {
        illegal: Illegal,
        count: u32,
        penalty: u64,
        state: StateBlock,
    },
    /// Offers and their answers, resignation, abort, clock, by their verb.
    Conduct {
        verb: &'static str,
        state: StateBlock,
    },
    Fen(String),
    History {
        moves: Vec<String>,
    },
    /// `board` and `help`: lines for a person, by their verb.
    Page {
        verb: &'static str,
        lines: Vec<String>,
    },
    Perft {
        depth: u32,
        nodes: u64,
        lines: Vec<String>,
    },
    Games {
        names: Vec<String>,
    },
    Error(ErrorReply),
}

/// An illegal move: as understood, and the first rule that it breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// In UCI; `None` where no man could be meant.
    pub uci: Option<String>,
    /// The rule.
    pub reason: IllegalMove,
    /// The reason in words, for a person.
    pub message: String,
}

/// The evidence for how a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Explained {
    /// The half-moves after which the position stood.
    pub plies: Vec<u32>,
    /// The half-move of the last capture or pawn move.
    pub since: u32,
    /// In a mate, each free square beside the king, and the men that forbid it.
    pub flights: Vec<(crate::board::Square, Bitboard)>,
    /// White's and Black's counted illegal moves.
    pub illegal: [u32; 2],
    /// Whether White, and whether Black, could still mate.
    pub mate_by: [MateBy; 2],
    pub state: StateBlock,
}

/// How a game stands: closes the reply to every command that makes, changes, ends or asks about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct StateBlock {
    /// How the game ended, and after which half-move.
    pub ending: Option<(Outcome, u32)>,
    pub turn: Color,
    pub ply: u32,
    pub halfmove: u32,
    pub fullmove: u32,
    pub repetition: u32,
    /// For each claim of [`Claim::ALL`], whether it would be right.
    pub claims: [bool; 2],
    pub checkers: Bitboard,
    /// Who has a standing draw offer.
    pub offer: Option<Color>,
    /// White's and Black's clock, in ms.
    pub clocks: Option<[u64; 2]>,
}

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
        moves: Vec<String>,
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

    fn describe(&self, fields: &mut impl Fields) {
        let index = |fields: &mut _, index: &Option<u32>| {
            if let Some(index) = index {
                Fields::number(fields, "index", u64::from(*index));
            }
        };
        let message = match self {
            Self::Plain { message, .. } => message,
            Self::BadArguments { column, message } => {
                fields.number("column", *column as u64);
                message
            }
            Self::BadFen { field, reason, message } => {
                fields.word("field", field.code());
                fields.word("reason", reason.code());
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
                fields.list("moves", moves);
                message
            }
            Self::GameOver { outcome, ended, message } => {
                fields.word("reason", outcome.code());
                fields.number("ended", u64::from(*ended));
                message
            }
            Self::Stale { ply, message } => {
                fields.number("ply", u64::from(*ply));
                message
            }
            Self::NotYourTurn { turn, message } => {
                fields.word("turn", turn);
                message
            }
        };
        fields.rest("message", message);
    }
}

impl Illegal {
    fn describe(&self, fields: &mut impl Fields) {
        self.describe_reason(fields, "reason", "article");
        fields.rest("message", &self.message);
    }

    fn describe_reason(&self, fields: &mut impl Fields, reason: Key, article: Key) {
        fields.maybe_word("move", self.uci.as_ref());
        fields.word(reason, self.reason.code());
        fields.word(article, self.reason.article());
        if let Some(at) = self.reason.at() {
            fields.word("at", at);
        }
        if let Some(by) = self.reason.by() {
            fields.list("by", by);
        }
    }
}

/// How a reply starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// `ok VERB`
    Ok(&'static str),
    /// `error CODE`
    Error(ErrorCode),
    /// A word of UCI's own.
    Uci,
}

impl Reply {
    /// How it starts.
    #[must_use]
    pub const fn head(&self) -> Head {
        Head::Ok(match self {
            Self::Uci(_) | Self::ReadyOk | Self::BestMove(_) => return Head::Uci,
            Self::Error(error) => return Head::Error(error.code()),
            Self::Done(verb) | Self::Wound { verb, .. } | Self::Page { verb, .. } | Self::Conduct { verb, .. } => verb,
            Self::Explained(_) => "explain",
            Self::Claims { .. } => "claims",
            Self::Events { .. } => "events",
            Self::ClaimAccepted(_) | Self::ClaimRejected { .. } => "claim",
            Self::Flag { .. } => "flag",
            Self::Counted { .. } => "illegal",
            Self::OptionSet { .. } => "setoption",
            Self::NewGame(_) => "ucinewgame",
            Self::Position { .. } => "position",
            Self::Legal { .. } => "legal",
            Self::Moved { .. } => "move",
            Self::Status(_) => "status",
            Self::ExplainedLegal { .. } | Self::ExplainedIllegal(_) => "explain",
            Self::Fen(_) => "fen",
            Self::History { .. } => "history",
            Self::Perft { .. } => "perft",
            Self::Games { .. } => "games",
        })
    }

    /// The lines that text prints before the final one.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        match self {
            Self::Uci(lines) | Self::Page { lines, .. } | Self::Perft { lines, .. } | Self::Events { lines } => lines,
            _ => &[],
        }
    }

    /// Whether the object in JSON holds the key `text`: commands whose text is several lines.
    #[must_use]
    pub const fn has_page(&self) -> bool {
        match self {
            Self::Page { .. } | Self::Events { .. } => true,
            Self::Perft { lines, .. } => !lines.is_empty(),
            _ => false,
        }
    }

    /// Tells all keys and values, in order.
    pub fn describe(&self, fields: &mut impl Fields) {
        match self {
            Self::Uci(_) | Self::ReadyOk | Self::BestMove(_) | Self::Done(_) | Self::Page { .. } => {}
            Self::OptionSet { name, value } => {
                fields.word("name", name);
                fields.word("value", value);
            }
            Self::NewGame(state) | Self::Status(state) => state.describe(fields),
            Self::Position { forgiven, state } => {
                fields.list("forgiven", forgiven.iter().map(|tolerated| tolerated.code()));
                state.describe(fields);
            }
            Self::Legal { moves } | Self::History { moves } => {
                fields.number("count", moves.len() as u64);
                fields.list("moves", moves);
            }
            Self::Moved { uci, san, captured, rook, forgiven, state } => {
                fields.word("uci", uci);
                fields.word("san", san);
                fields.maybe_word("captured", captured.as_ref());
                fields.maybe_word("rook", rook.as_ref());
                fields.list("forgiven", forgiven.iter().map(|tolerated| tolerated.code()));
                state.describe(fields);
            }
            Self::Wound { moves, state, .. } => {
                fields.list("moves", moves);
                state.describe(fields);
            }
            Self::ExplainedLegal { uci, san, forgiven } => {
                fields.flag("legal", true);
                fields.word("uci", uci);
                fields.word("san", san);
                fields.list("forgiven", forgiven.iter().map(|tolerated| tolerated.code()));
            }
            Self::ExplainedIllegal(illegal) => {
                fields.flag("legal", false);
                illegal.describe(fields);
            }
            Self::Explained(explained) => explained.describe(fields),
            Self::Claims { board, moves } => {
                fields.list("board", board);
                fields.list("moves", moves);
            }
            Self::Events { lines } => fields.number("count", lines.len() as u64),
            Self::ClaimAccepted(state) => {
                fields.word("verdict", "accepted");
                state.describe(fields);
            }
            Self::ClaimRejected { why, penalty, played, state } => {
                fields.word("verdict", "rejected");
                fields.word("why", why);
                fields.number("penalty", *penalty);
                fields.maybe_word("played", played.as_ref());
                state.describe(fields);
            }
            Self::Flag { uci, state } => {
                fields.maybe_word("move", uci.as_ref());
                state.describe(fields);
            }
            Self::Counted { illegal, count, penalty, state } => {
                // The state block has a reason and an article of its own, and no key may stand twice in a reply.
                illegal.describe_reason(fields, "rule", "rule_article");
                fields.number("count", u64::from(*count));
                fields.number("penalty", *penalty);
                state.describe(fields);
            }
            Self::Conduct { state, .. } => state.describe(fields),
            Self::Fen(fen) => fields.rest("fen", fen),
            Self::Perft { depth, nodes, .. } => {
                fields.number("depth", u64::from(*depth));
                fields.number("nodes", *nodes);
            }
            Self::Games { names } => {
                fields.number("count", names.len() as u64);
                fields.list("names", names);
            }
            Self::Error(error) => error.describe(fields),
        }
    }
}

impl Explained {
    fn describe(&self, fields: &mut impl Fields) {
        let proved = self.mate_by.iter().any(|mate_by| !mate_by.is_possible());
        let shown = |(square, by): &(_, Bitboard)| {
            let by: Vec<_> = by.into_iter().map(crate::board::Square::name).collect();
            format!("{square}:{}", by.join("+"))
        };
        fields.numbers("plies", self.plies.iter().copied());
        fields.number("since", u64::from(self.since));
        fields.none("line");
        fields.maybe_word("proof", proved.then_some("material"));
        fields.number("white_illegal", u64::from(self.illegal[0]));
        fields.number("black_illegal", u64::from(self.illegal[1]));
        fields.word("white_mate", self.mate_by[0].code());
        fields.word("black_mate", self.mate_by[1].code());
        fields.list("flights", self.flights.iter().map(shown));
        self.state.describe(fields);
    }
}

impl StateBlock {
    fn describe(&self, fields: &mut impl Fields) {
        let outcome = self.ending.map(|(outcome, _)| outcome);
        let in_play = if self.checkers.any() { "check" } else { "active" };
        fields.word("state", outcome.map_or(in_play, Outcome::state));
        fields.word("result", outcome.map_or("*", Outcome::result));
        fields.maybe_word("reason", outcome.map(Outcome::code));
        fields.maybe_word("article", outcome.and_then(Outcome::article));
        fields.maybe_word("winner", outcome.and_then(Outcome::winner));
        fields.maybe_number("ended", self.ending.map(|(_, ply)| u64::from(ply)));
        fields.word("turn", self.turn);
        fields.number("ply", u64::from(self.ply));
        fields.number("halfmove", u64::from(self.halfmove));
        fields.number("fullmove", u64::from(self.fullmove));
        fields.number("repetition", u64::from(self.repetition));
        fields.list("claim", Claim::ALL.into_iter().zip(self.claims).filter(|(_, right)| *right).map(|(claim, _)| claim.code()));
        fields.list("checkers", self.checkers);
        fields.maybe_word("offer", self.offer);
        fields.maybe_number("wtime", self.clocks.map(|[white, _]| white));
        fields.maybe_number("btime", self.clocks.map(|[_, black]| black));
    }
}
