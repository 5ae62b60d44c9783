//! `Reply`: what the referee answers, as data. Each reply tells its keys and values once, in order; text and JSON print them.

use arrayvec::{ArrayString, ArrayVec};

use super::fields::{Fields, Key, key, phrase};
use super::report::{GameReport, SetupReport, Summary};
use super::{ErrorCode, ErrorReply};
use crate::board::{Bitboard, Color};
use crate::game::Ending;
use crate::notation::{ForgivenSet, MoveText, San};
use crate::position::IllegalMove;
use crate::rules::{Claim, Mate, Outcome};

/// What the referee answers to one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Reply {
    /// UCI's handshake: its lines, before `uciok`.
    Uci(Vec<String>),
    ReadyOk,
    /// A legal move, if there is one.
    BestMove(Option<MoveText>),
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
        moves: Vec<MoveText>,
    },
    Moved {
        uci: MoveText,
        san: San,
        /// What was captured, as FEN has it, and where: `nf6`.
        captured: Option<ArrayString<3>>,
        /// How the rook went in castling: `h1f1`.
        rook: Option<ArrayString<4>>,
        forgiven: ForgivenSet,
        state: StateBlock,
    },
    /// `undo` and `redo`, by their verb.
    Wound {
        verb: &'static str,
        moves: Vec<MoveText>,
        state: StateBlock,
    },
    Status(StateBlock),
    ExplainedLegal {
        uci: MoveText,
        san: San,
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
        played: Option<MoveText>,
        state: StateBlock,
    },
    /// A flag has fallen: by this move, which is not played, or by claim.
    Flag {
        uci: Option<MoveText>,
        mate: Option<Mate>,
        state: StateBlock,
    },
    Resigned {
        mate: Option<Mate>,
        state: StateBlock,
    },
    /// Whether a side could still mate by any series of legal moves, and the evidence.
    Winnable {
        color: Color,
        answer: Mate,
        line: Vec<MoveText>,
        proof: Option<&'static str>,
        nodes: u64,
    },
    /// An illegal move that was counted: the player's so-manieth, and what it gives the opponent.
    Counted {
        illegal: Illegal,
        count: u32,
        penalty: u64,
        mate: Option<Mate>,
        state: StateBlock,
    },
    /// Offers and their answers, abort, clock, by their verb.
    Conduct {
        verb: &'static str,
        state: StateBlock,
    },
    Fen(String),
    History {
        moves: Vec<MoveText>,
    },
    /// A tag of the game's PGN; `None` where it was forgotten.
    Named {
        name: String,
        value: Option<String>,
    },
    /// `pgn`, `board` and `help`: nothing but lines, by their verb.
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
    /// What `check` says of a game.
    Game(Box<GameReport>),
    /// What `check` says of a position.
    Setup(Box<SetupReport>),
    /// What `check` says at its end.
    Summary(Summary),
    Error(ErrorReply),
}

/// An illegal move: as understood, and the first rule that it breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// In UCI; `None` where no man could be meant.
    pub uci: Option<MoveText>,
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
    /// How the one who won could still have mated, where that was the question.
    pub line: Vec<MoveText>,
    /// By what it is proved that a side can never mate.
    pub proofs: ArrayVec<&'static str, 2>,
    /// Whether White, and whether Black, could still mate, or why not.
    pub mate_by: [&'static str; 2],
    pub state: StateBlock,
}

/// How a game stands: closes the reply to every command that makes, changes, ends or asks about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct StateBlock {
    /// How and when the game ended.
    pub ending: Option<Ending>,
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
    pub clocks: Option<[u32; 2]>,
}

impl Illegal {
    pub(super) fn describe(&self, fields: &mut impl Fields) {
        self.describe_reason(fields, key!("reason"), key!("article"));
        fields.rest(key!("message"), &self.message);
    }

    fn describe_reason(&self, fields: &mut impl Fields, reason: Key, article: Key) {
        fields.maybe_mv(key!("move"), self.uci);
        fields.word(reason, self.reason.code());
        fields.word(article, self.reason.article());
        if let Some(at) = self.reason.at() {
            fields.word(key!("at"), at);
        }
        if let Some(by) = self.reason.by() {
            fields.list(key!("by"), by);
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
    #[inline]
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
            Self::Resigned { .. } => "resign",
            Self::Winnable { .. } => "winnable",
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
            Self::Named { .. } => "tag",
            Self::Perft { .. } => "perft",
            Self::Games { .. } => "games",
            Self::Game(_) => "game",
            Self::Setup(_) => "setup",
            Self::Summary(_) => "summary",
        })
    }

    /// The lines that text prints before the final one.
    #[inline]
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

    /// How the game stands, which closes the reply where it is told.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> Option<&StateBlock> {
        match self {
            Self::NewGame(state) | Self::Status(state) | Self::ClaimAccepted(state) => Some(state),
            Self::Position { state, .. }
            | Self::Moved { state, .. }
            | Self::Wound { state, .. }
            | Self::ClaimRejected { state, .. }
            | Self::Flag { state, .. }
            | Self::Resigned { state, .. }
            | Self::Counted { state, .. }
            | Self::Conduct { state, .. } => Some(state),
            Self::Explained(explained) => Some(&explained.state),
            _ => None,
        }
    }

    /// Tells all keys and values, in order.
    #[inline(always)]
    pub fn describe(&self, fields: &mut impl Fields) {
        self.describe_itself(fields);
        if let Some(state) = self.state() {
            state.describe(fields);
        }
    }

    /// Tells what is not the state of the game.
    #[inline(always)]
    fn describe_itself(&self, fields: &mut impl Fields) {
        // Most replies are to moves.
        if let Self::Moved { uci, san, captured, rook, forgiven, state } = self {
            if let Some(clocks) = state.clocks {
                fields.clocks_follow(clocks);
            }
            fields.mv(key!("uci"), *uci);
            fields.mv(key!("san"), san.text());
            if captured.is_none() && rook.is_none() && forgiven.is_empty() {
                fields.phrase(&phrase!("captured", "rook", "forgiven" = []));
            } else {
                fields.maybe_word(key!("captured"), captured.as_ref());
                fields.maybe_word(key!("rook"), rook.as_ref());
                fields.list(key!("forgiven"), forgiven.iter().map(|tolerated| tolerated.code()));
            }
        } else {
            self.describe_other(fields);
        }
    }

    fn describe_other(&self, fields: &mut impl Fields) {
        match self {
            Self::Moved { .. } => unreachable!("described before"),
            Self::Uci(_) | Self::ReadyOk | Self::BestMove(_) | Self::Done(_) | Self::Page { .. } => {}
            Self::NewGame(_) | Self::Status(_) | Self::Conduct { .. } => {}
            Self::OptionSet { name, value } => {
                fields.word(key!("name"), name);
                fields.rest(key!("value"), value);
            }
            Self::Named { name, value } => {
                fields.word(key!("name"), name);
                match value {
                    Some(value) => fields.rest(key!("value"), value),
                    None => fields.none(key!("value")),
                }
            }
            Self::Position { forgiven, .. } => {
                fields.list(key!("forgiven"), forgiven.iter().map(|tolerated| tolerated.code()));
            }
            Self::Legal { moves } | Self::History { moves } => {
                fields.number(key!("count"), moves.len() as u64);
                fields.moves(key!("moves"), moves);
            }
            Self::Wound { moves, .. } => {
                fields.moves(key!("moves"), moves);
            }
            Self::ExplainedLegal { uci, san, forgiven } => {
                fields.flag(key!("legal"), true);
                fields.mv(key!("uci"), *uci);
                fields.mv(key!("san"), san.text());
                fields.list(key!("forgiven"), forgiven.iter().map(|tolerated| tolerated.code()));
            }
            Self::ExplainedIllegal(illegal) => {
                fields.flag(key!("legal"), false);
                illegal.describe(fields);
            }
            Self::Explained(explained) => explained.describe(fields),
            Self::Claims { board, moves } => {
                fields.list(key!("board"), board);
                fields.list(key!("moves"), moves);
            }
            Self::Events { lines } => fields.number(key!("count"), lines.len() as u64),
            Self::ClaimAccepted(_) => {
                fields.word(key!("verdict"), "accepted");
            }
            Self::ClaimRejected { why, penalty, played, .. } => {
                fields.word(key!("verdict"), "rejected");
                fields.word(key!("why"), why);
                fields.number(key!("penalty"), *penalty);
                fields.maybe_mv(key!("played"), *played);
            }
            Self::Flag { uci, mate, .. } => {
                fields.maybe_mv(key!("move"), *uci);
                fields.maybe_word(key!("mate"), mate.map(Mate::code));
            }
            Self::Resigned { mate, .. } => {
                fields.maybe_word(key!("mate"), mate.map(Mate::code));
            }
            Self::Winnable { color, answer, line, proof, nodes } => {
                fields.word(key!("color"), color);
                fields.word(key!("answer"), answer.code());
                fields.moves(key!("line"), line);
                fields.maybe_word(key!("proof"), *proof);
                fields.number(key!("nodes"), *nodes);
            }
            Self::Counted { illegal, count, penalty, mate, .. } => {
                // The state block has a reason and an article of its own, and no key may stand twice in a reply.
                illegal.describe_reason(fields, key!("rule"), key!("rule_article"));
                fields.number(key!("count"), u64::from(*count));
                fields.number(key!("penalty"), *penalty);
                fields.maybe_word(key!("mate"), mate.map(Mate::code));
            }
            Self::Fen(fen) => fields.rest(key!("fen"), fen),
            Self::Perft { depth, nodes, .. } => {
                fields.number(key!("depth"), u64::from(*depth));
                fields.number(key!("nodes"), *nodes);
            }
            Self::Games { names } => {
                fields.number(key!("count"), names.len() as u64);
                fields.list(key!("names"), names);
            }
            Self::Game(report) => report.describe(fields),
            Self::Setup(report) => report.describe(fields),
            Self::Summary(summary) => summary.describe(fields),
            Self::Error(error) => error.describe(fields),
        }
    }
}

impl Explained {
    fn describe(&self, fields: &mut impl Fields) {
        let shown = |(square, by): &(_, Bitboard)| {
            let by: Vec<_> = by.into_iter().map(crate::board::Square::name).collect();
            format!("{square}:{}", by.join("+"))
        };
        fields.numbers(key!("plies"), self.plies.iter().copied());
        fields.number(key!("since"), u64::from(self.since));
        fields.moves(key!("line"), &self.line);
        fields.list(key!("proof"), &self.proofs);
        fields.number(key!("white_illegal"), u64::from(self.illegal[0]));
        fields.number(key!("black_illegal"), u64::from(self.illegal[1]));
        fields.word(key!("white_mate"), self.mate_by[0]);
        fields.word(key!("black_mate"), self.mate_by[1]);
        fields.list(key!("flights"), self.flights.iter().map(shown));
    }
}

impl StateBlock {
    #[inline(always)]
    fn describe(&self, fields: &mut impl Fields) {
        describe_ending(self.ending.map(|ending| (ending.outcome, ending.ply)), self.checkers.any(), fields);
        match self.turn {
            Color::White => fields.phrase(&phrase!("turn" = "white")),
            Color::Black => fields.phrase(&phrase!("turn" = "black")),
        }
        fields.number(key!("ply"), u64::from(self.ply));
        fields.number(key!("halfmove"), u64::from(self.halfmove));
        fields.number(key!("fullmove"), u64::from(self.fullmove));
        fields.number(key!("repetition"), u64::from(self.repetition));
        if self.claims == [false; 2] && self.checkers.is_empty() && self.offer.is_none() {
            fields.phrase(&phrase!("claim" = [], "checkers" = [], "offer"));
        } else {
            fields.list(key!("claim"), Claim::ALL.into_iter().zip(self.claims).filter(|(_, right)| *right).map(|(claim, _)| claim.code()));
            fields.list(key!("checkers"), self.checkers);
            fields.maybe_word(key!("offer"), self.offer);
        }
        match self.clocks {
            None => fields.phrase(&phrase!("wtime", "btime")),
            Some(clocks) => fields.clocks(clocks),
        }
    }
}

/// How a game stands or ended, and after which half-move.
#[inline(always)]
pub(super) fn describe_ending(ending: Option<(Outcome, u32)>, in_check: bool, fields: &mut impl Fields) {
    match (ending, in_check) {
        (None, false) => fields.phrase(&phrase!("state" = "active", "result" = "*", "reason", "article", "winner", "ended")),
        (None, true) => fields.phrase(&phrase!("state" = "check", "result" = "*", "reason", "article", "winner", "ended")),
        (Some((outcome, ply)), _) => describe_outcome(outcome, ply, fields),
    }
}

#[inline(never)]
fn describe_outcome(outcome: Outcome, ply: u32, fields: &mut impl Fields) {
    fields.word(key!("state"), outcome.state());
    fields.word(key!("result"), outcome.result());
    fields.word(key!("reason"), outcome.code());
    fields.maybe_word(key!("article"), outcome.article());
    fields.maybe_word(key!("winner"), outcome.winner());
    fields.number(key!("ended"), u64::from(ply));
}
