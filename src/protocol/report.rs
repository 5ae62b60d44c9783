//! Reports: what `check` says of a whole game, of a position in a stream of them, and of all together. They are replies, told
//! by the same keys and printers as the daemon's.

use std::sync::Arc;

use super::fields::{Fields, key, phrase};
use super::reply::describe_ending;
use crate::board::Color;
use crate::notation::pgn::Fault;
use crate::notation::{ForgivenSet, MoveText};
use crate::position::IllegalMove;
use crate::rules::{Claim, Mate, Outcome};

/// What can be wrong with a game or a position that is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Problem {
    /// The text is not PGN.
    Text(Fault),
    /// No such game is played here: the tag `Variant` names another.
    UnknownVariant,
    /// The first position is none.
    BadFen,
    /// A line that is too long to be read.
    LineTooLong,
    /// A move in no notation.
    BadMove,
    /// SAN for several legal moves.
    AmbiguousMove,
    /// A move that the rules do not allow.
    IllegalMove,
    /// Moves after the game had ended by the Laws.
    PlayedOn,
    /// The tag `Result` is no result.
    BadResult,
    /// The tag `Result` is not the result after the moves.
    ResultsDiffer,
    /// The result is not what the Laws give for how the game ended.
    WrongResult,
    /// The tag `Termination` does not fit how the game ended, or its result.
    WrongTermination,
    /// A win without mate for a side that could never mate (5.1.2, 6.9, 7.5.5).
    Unwinnable,
}

impl Problem {
    /// All of them: the one list that the docs and the tests walk.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let beside = [
            Self::UnknownVariant,
            Self::BadFen,
            Self::LineTooLong,
            Self::BadMove,
            Self::AmbiguousMove,
            Self::IllegalMove,
            Self::PlayedOn,
            Self::BadResult,
            Self::ResultsDiffer,
            Self::WrongResult,
            Self::WrongTermination,
            Self::Unwinnable,
        ];
        Fault::ALL.into_iter().map(Self::Text).chain(beside).collect()
    }

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Text(fault) => fault.code(),
            Self::UnknownVariant => "unknown_variant",
            Self::BadFen => "bad_fen",
            Self::LineTooLong => "line_too_long",
            Self::BadMove => "bad_move",
            Self::AmbiguousMove => "ambiguous_move",
            Self::IllegalMove => "illegal_move",
            Self::PlayedOn => "played_on",
            Self::BadResult => "bad_result",
            Self::ResultsDiffer => "results_differ",
            Self::WrongResult => "wrong_result",
            Self::WrongTermination => "wrong_termination",
            Self::Unwinnable => "unwinnable",
        }
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of thing.
    pub problem: Problem,
    /// Line and column in the file, from 1, where it stands in one place.
    pub place: Option<(u64, u64)>,
    /// In words, for a person.
    pub message: String,
}

/// An illegal move, at which a game cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In UCI, as understood; `None` where no man could be meant, or nothing was understood.
    pub uci: Option<MoveText>,
    /// The first rule that it breaks.
    pub rule: IllegalMove,
}

/// What is said of a whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct GameReport {
    /// The file's name; `None` for standard input.
    pub file: Option<Arc<str>>,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The line on which it begins.
    pub line: u64,
    pub white: Option<String>,
    pub black: Option<String>,
    /// How many half-moves are legal, from the first on.
    pub plies: u32,
    /// How the game ended by the Laws with its moves alone, and after which half-move.
    pub ending: Option<(Outcome, u32)>,
    /// Whether the side to move stands in check after the last legal move.
    pub in_check: bool,
    /// The half-moves played after the end.
    pub played_on: u32,
    /// For each claim of [`Claim::ALL`], after which half-move it first stood on the board and was not made.
    pub claims: [Option<u32>; Claim::ALL.len()],
    /// The result that the file gives.
    pub written: Option<&'static str>,
    /// The tag `Termination`.
    pub termination: Option<String>,
    /// Whether who won without a mate could have mated, where that is the question.
    pub mate: Option<Mate>,
    /// Whether the result after the moves is missing, which is forgiven.
    pub result_missing: bool,
    pub refused: Option<Refused>,
    pub findings: Vec<Finding>,
}

/// What is said of one position of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SetupReport {
    /// The file's name; `None` for standard input.
    pub file: Option<Arc<str>>,
    pub line: u64,
    /// EPD's `id`.
    pub id: Option<String>,
    /// EPD's other opcodes, in order.
    pub opcodes: Vec<String>,
    /// How it stands, where it is a position.
    pub state: Option<SetupState>,
    pub forgiven: ForgivenSet,
    /// The codes of all its faults.
    pub faults: Vec<&'static str>,
    /// What is wrong with it, in words; a move of an opcode that is not legal, too.
    pub findings: Vec<Finding>,
}

/// How a position stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SetupState {
    pub ending: Option<Outcome>,
    pub in_check: bool,
    pub turn: Color,
    /// How many legal moves there are.
    pub legal: u32,
}

/// All together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games looked at.
    pub games: u64,
    /// Positions looked at.
    pub setups: u64,
    /// Legal half-moves in the games.
    pub plies: u64,
    /// Games and positions with at least one problem.
    pub wrong: u64,
    /// How many games and positions have each problem; those that none has are left out.
    pub problems: std::collections::BTreeMap<Problem, u64>,
}

impl GameReport {
    pub(super) fn describe(&self, fields: &mut impl Fields) {
        maybe_name(fields, key!("file"), self.file.as_deref());
        fields.number(key!("game"), self.game);
        fields.number(key!("line"), self.line);
        maybe_name(fields, key!("white"), self.white.as_deref());
        maybe_name(fields, key!("black"), self.black.as_deref());
        fields.flag(key!("legal"), self.is_legal());
        fields.number(key!("plies"), self.plies.into());
        describe_ending(self.ending, self.in_check, fields);
        fields.number(key!("played_on"), self.played_on.into());
        let claims = Claim::ALL.into_iter().zip(self.claims);
        fields.list(key!("claims"), claims.filter_map(|(claim, ply)| Some(format!("{}:{}", claim.code(), ply?))));
        fields.maybe_word(key!("written"), self.written);
        maybe_name(fields, key!("termination"), self.termination.as_deref());
        fields.maybe_word(key!("mate"), self.mate.map(Mate::code));
        fields.list(key!("forgiven"), self.result_missing.then_some("result_missing"));
        match &self.refused {
            None => fields.phrase(&phrase!("move", "rule", "rule_article")),
            Some(Refused { uci, rule }) => {
                fields.maybe_mv(key!("move"), *uci);
                fields.word(key!("rule"), rule.code());
                fields.word(key!("rule_article"), rule.article());
            }
        }
        describe_findings(&self.findings, fields);
    }

    /// Whether all its moves were read and are legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        use Problem::{AmbiguousMove, BadFen, BadMove, IllegalMove, UnknownVariant};
        let stops = |finding: &Finding| match finding.problem {
            Problem::Text(fault) => fault.loses_moves(),
            problem => matches!(problem, UnknownVariant | BadFen | BadMove | AmbiguousMove | IllegalMove),
        };
        !self.findings.iter().any(stops)
    }
}

impl SetupReport {
    pub(super) fn describe(&self, fields: &mut impl Fields) {
        maybe_name(fields, key!("file"), self.file.as_deref());
        fields.number(key!("line"), self.line);
        maybe_name(fields, key!("id"), self.id.as_deref());
        fields.list(key!("opcodes"), &self.opcodes);
        fields.flag(key!("plausible"), self.state.is_some());
        fields.list(key!("faults"), &self.faults);
        fields.list(key!("forgiven"), self.forgiven.iter().map(|tolerated| tolerated.code()));
        match self.state {
            Some(SetupState { ending, in_check, turn, legal }) => {
                describe_ending(ending.map(|outcome| (outcome, 0)), in_check, fields);
                fields.word(key!("turn"), turn);
                fields.number(key!("count"), legal.into());
            }
            None => fields.phrase(&phrase!("state", "result", "reason", "article", "winner", "ended", "turn", "count")),
        }
        describe_findings(&self.findings, fields);
    }
}

impl Summary {
    pub(super) fn describe(&self, fields: &mut impl Fields) {
        fields.number(key!("games"), self.games);
        fields.number(key!("setups"), self.setups);
        fields.number(key!("plies"), self.plies);
        fields.number(key!("wrong"), self.wrong);
        fields.list(key!("problems"), self.problems.iter().map(|(problem, count)| format!("{}:{count}", problem.code())));
    }

    /// Takes note of what is wrong with one more game or position.
    pub fn count(&mut self, findings: &[Finding]) {
        self.wrong += u64::from(!findings.is_empty());
        problems(findings).into_iter().for_each(|problem| *self.problems.entry(problem).or_default() += 1);
    }

    /// Takes over what another counted.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.setups += other.setups;
        self.plies += other.plies;
        self.wrong += other.wrong;
        other.problems.iter().for_each(|(problem, count)| *self.problems.entry(*problem).or_default() += count);
    }
}

/// Each problem once, in the order in which it is first found.
fn problems(findings: &[Finding]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for finding in findings {
        if !problems.contains(&finding.problem) {
            problems.push(finding.problem);
        }
    }
    problems
}

/// The last keys of a report: what is wrong, where the first of it stands, and all of it in words.
fn describe_findings(findings: &[Finding], fields: &mut impl Fields) {
    if findings.is_empty() {
        return fields.phrase(&phrase!("problems" = [], "at_line", "at_column", "message"));
    }
    fields.list(key!("problems"), problems(findings).into_iter().map(Problem::code));
    let place = findings.iter().find_map(|finding| finding.place);
    fields.maybe_number(key!("at_line"), place.map(|(line, _)| line));
    fields.maybe_number(key!("at_column"), place.map(|(_, column)| column));
    let messages: Vec<_> = findings.iter().map(|finding| &*finding.message).collect();
    fields.rest(key!("message"), &messages.join("; "));
}

fn maybe_name(fields: &mut impl Fields, key: super::Key, name: Option<&str>) {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => fields.name(key, name),
        None => fields.none(key),
    }
}
