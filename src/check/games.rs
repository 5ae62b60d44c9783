//! Judging whole games: what a PGN holds, replayed under the Laws. Where does it really end, is every move legal, does the
//! result agree?

use std::borrow::Cow;

use crate::board::Color;
use crate::game::{Ending, Replay};
use crate::notation::pgn::{Block, Fault, GameResult, Reader, Tag, Visitor, is_played_here};
use crate::notation::{CastlingStyle, FenError, MoveError, UciIntent, parse_fen, quick_san, quote, read_move};
use crate::position::Position;
use crate::protocol::report::{Finding, GameReport, Problem, Refused};
use crate::protocol::{Reply, wording};
use crate::rules::{Claim, Mate, Rulebook};

use super::result::{Told, compare_with_board, compare_with_laws, named};
use super::{Only, Part};

/// Judges all games of a block, one report each. They are numbered from 1.
#[must_use]
pub fn judge_games(block: &Block, rulebook: &Rulebook) -> Vec<GameReport> {
    let mut reports = Vec::new();
    judge_in_turn(block, rulebook, |judge, game| {
        reports.push(judge.report(game));
        true
    });
    reports
}

/// Judges the games of a block and hands them over in parts, until nobody wants any more.
pub(super) fn judge_block(block: &Block, rulebook: &Rulebook, only: Only, hand_over: &mut dyn FnMut(Part) -> bool) {
    let mut part = Part::default();
    judge_in_turn(block, rulebook, |judge, _| {
        let game = part.summary.games + 1;
        part.summary.games = game;
        part.summary.plies += u64::from(judge.game.verdict.plies);
        part.summary.count(&judge.game.findings);
        if only.wants(&judge.game.findings) {
            part.replies.push(Reply::Game(Box::new(judge.report(game))));
        }
        !part.is_full() || hand_over(std::mem::take(&mut part))
    });
    hand_over(part);
}

/// Shows the judge of each game, once the game is over, and its number, while that is wanted.
fn judge_in_turn(block: &Block, rulebook: &Rulebook, mut show: impl FnMut(&mut Judge<'_>, u64) -> bool) {
    let mut judge = Judge::new(block, rulebook);
    let mut reader = Reader::new(&block.bytes);
    let mut game = 0;
    while reader.read_game(&mut judge) {
        game += 1;
        judge.finish();
        if !show(&mut judge, game) {
            return;
        }
    }
}

/// How far a game has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Its tags: no move yet.
    Tags,
    /// Its moves.
    Moves,
    /// Past a move that stops it, or moves that are lost: what follows cannot be judged.
    Stopped,
    /// Past tags that tell of no game that could be judged.
    NeverBegun,
}

/// Judges one game after another; what it needs memory for is kept.
struct Judge<'a> {
    block: &'a Block,
    /// The beginning of the last game of which a place was asked for, and where it is: from there on is counted.
    known: (usize, (u64, u64)),
    rulebook: Rulebook,
    /// The game on the board.
    replay: Replay,
    game: OfGame<'a>,
}

/// What is known of the game that is being read.
struct OfGame<'a> {
    stage: Stage,
    begins_at: usize,
    tags: Tags<'a>,
    /// The value of the tag `Termination`, once the game is over.
    termination: Option<Cow<'a, str>>,
    /// The result after the moves.
    marker: Option<(usize, GameResult)>,
    refused: Option<Refused>,
    findings: Vec<Finding>,
    verdict: Verdict,
}

/// What came of a game, once it is over.
#[derive(Clone, Copy, Default)]
struct Verdict {
    plies: u32,
    ending: Option<Ending>,
    in_check: bool,
    claims: [Option<u32>; Claim::ALL.len()],
    written: Option<GameResult>,
    mate: Option<Mate>,
}

/// The tags that matter, each with where it stands.
#[derive(Clone, Copy, Default)]
struct Tags<'a> {
    white: Option<(usize, Tag<'a>)>,
    black: Option<(usize, Tag<'a>)>,
    fen: Option<(usize, Tag<'a>)>,
    variant: Option<(usize, Tag<'a>)>,
    result: Option<(usize, Tag<'a>)>,
    termination: Option<(usize, Tag<'a>)>,
}

impl<'a> Judge<'a> {
    fn new(block: &'a Block, rulebook: &Rulebook) -> Self {
        Self { block, known: (0, block.place(0)), rulebook: *rulebook, replay: Replay::new(*rulebook), game: OfGame::beginning_at(0) }
    }

    fn find(&mut self, problem: Problem, at: Option<usize>, message: impl Into<String>) {
        let place = at.map(|at| self.place(at));
        self.game.findings.push(Finding { problem, place, message: message.into() });
    }

    /// Line and column of an offset in the game.
    fn place(&mut self, at: usize) -> (u64, u64) {
        let begins_at = self.game.begins_at;
        if self.known.0 < begins_at {
            self.known = (begins_at, self.block.place_after(self.known, begins_at));
        }
        if at < self.known.0 { self.block.place(at) } else { self.block.place_after(self.known, at) }
    }

    /// Sets up the first position, once the tags have been read.
    fn set_up(&mut self) {
        self.game.stage = Stage::NeverBegun;
        if let Some((at, tag)) = self.game.tags.variant
            && !is_played_here(&tag.value())
        {
            let message = format!("the variant {} is not played here: standard chess and Chess960 are", quote(&tag.value()));
            return self.find(Problem::UnknownVariant, Some(at), message);
        }
        // Some programs write the tag and nothing in it.
        let start = match self.game.tags.fen.filter(|(_, tag)| !tag.raw().trim_ascii().is_empty()) {
            None => Position::initial(),
            Some((at, tag)) => match parse_fen(&tag.value()) {
                Ok((position, _)) => position,
                Err(FenError { message, .. }) => {
                    return self.find(Problem::BadFen, Some(at), format!("the tag FEN is no position: {message}"));
                }
            },
        };
        self.replay.begin(start);
        self.game.stage = Stage::Moves;
    }

    /// A move that is not plain SAN of one legal move: what it is, or why it is none.
    #[cold]
    fn read_slowly(&mut self, at: usize, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let position = *self.replay.position();
        let (strict, style) = (false, CastlingStyle::KingTarget);
        let error = match read_move(&position, &text, style, strict) {
            Ok(read) => return self.replay.play(read.mv),
            Err(error) => error,
        };
        self.game.stage = Stage::Stopped;
        let (problem, refused, why) = match error {
            MoveError::Unreadable { message } => (Problem::BadMove, None, message),
            MoveError::Illegal { intent, reason } => {
                let uci = intent.map(|intent| UciIntent { position: &position, intent, style }.text());
                let why = wording::illegal_move(&position, intent, &reason);
                (Problem::IllegalMove, Some(Refused { uci, rule: reason }), why)
            }
            MoveError::Ambiguous { candidates } => (Problem::AmbiguousMove, None, wording::ambiguous_move(&candidates, style)),
        };
        let dots = if position.turn() == Color::White { "." } else { "..." };
        let message = format!("{}{dots} {}: {why}", position.fullmove(), quote(&text));
        self.game.refused = refused;
        self.find(problem, Some(at), message);
    }

    /// The game is over: looks at it as a whole.
    fn finish(&mut self) {
        if self.game.stage == Stage::Tags {
            self.set_up();
        }
        self.game.verdict.written = self.result_told();
        self.game.termination = self.game.tags.termination.map(|(_, tag)| tag.value());
        if self.game.stage != Stage::NeverBegun {
            self.look_at_ending();
            self.compare();
        }
        // As they stand in the file; what stands in no one place comes last.
        self.game.findings.sort_by_key(|finding| finding.place.unwrap_or((u64::MAX, 0)));
    }

    /// Where it ended by its moves, what was played after that, and what could have been claimed.
    fn look_at_ending(&mut self) {
        let plies = self.replay.ply();
        let ending = self.replay.ending();
        // Who drew at the last move may have claimed it.
        let claimed = ending.is_none() && self.game.stage == Stage::Moves && self.game.verdict.written == Some(GameResult::Draw);
        let claims = self.replay.claims().map(|claim| claim.filter(|&ply| !(claimed && ply == plies)));
        let in_check = self.replay.position().in_check();
        self.game.verdict = Verdict { plies, ending, in_check, claims, ..self.game.verdict };
        if let Some(ending) = ending.filter(|ending| ending.ply < plies) {
            let (before, after) = (wording::half_moves(ending.ply), wording::half_moves(plies - ending.ply));
            let message = format!("the game had ended after {before}, by {}; {after} followed", named(ending.outcome));
            let at = self.place_of_move(ending.ply);
            self.find(Problem::PlayedOn, at, message);
        }
    }

    /// Whether the result agrees.
    fn compare(&mut self) {
        let Verdict { plies, ending, written, .. } = self.game.verdict;
        let Tags { termination, result, .. } = self.game.tags;
        let told = Told { result: written, termination: self.game.termination.as_deref() };
        let (found, mate) = match ending {
            Some(ending) => (compare_with_board(told, ending, plies), None),
            None if self.game.stage == Stage::Moves => compare_with_laws(told, self.replay.position(), &self.rulebook),
            None => return, // how it went on is not known
        };
        self.game.verdict.mate = mate;
        let at_result = self.game.marker.map(|(at, _)| at).or(result.map(|(at, _)| at));
        for (problem, message) in found {
            let at = if problem == Problem::WrongTermination { termination.map(|(at, _)| at) } else { at_result };
            self.find(problem, at, message);
        }
    }

    /// The result that the file gives: after the moves, or else in the tag.
    fn result_told(&mut self) -> Option<GameResult> {
        let marker = self.game.marker;
        let Some((at, tag)) = self.game.tags.result else { return marker.map(|(_, result)| result) };
        let told = GameResult::read(tag.raw());
        match (told, marker) {
            (None, _) => {
                let message = format!("the tag Result is {}: write 1-0, 0-1, 1/2-1/2 or *", quote(&tag.value()));
                self.find(Problem::BadResult, Some(at), message);
            }
            (Some(told), Some((at, ended))) if told != ended => {
                let message = format!("the tag Result says {}, and {} stands after the moves", told.text(), ended.text());
                self.find(Problem::ResultsDiffer, Some(at), message);
            }
            _ => {}
        }
        marker.map(|(_, result)| result).or(told)
    }

    /// Where the move after so many half-moves stands: the game is read again, which games played on alone need.
    fn place_of_move(&self, ply: u32) -> Option<usize> {
        let mut finder = MoveFinder { left: ply, found: None };
        Reader::new(&self.block.bytes[self.game.begins_at..]).read_game(&mut finder);
        finder.found.map(|at| self.game.begins_at + at)
    }

    fn report(&mut self, number: u64) -> GameReport {
        let text = |tag: Option<(usize, Tag<'a>)>| tag.map(|(_, tag)| tag.value().into_owned());
        let line = self.place(self.game.begins_at).0;
        let OfGame { tags, termination, marker, refused, findings, verdict, .. } = &mut self.game;
        let Verdict { plies, ending, in_check, claims, written, mate } = *verdict;
        GameReport {
            file: None,
            game: number,
            line,
            white: text(tags.white),
            black: text(tags.black),
            plies,
            ending: ending.map(|ending| (ending.outcome, ending.ply)),
            in_check,
            played_on: ending.map_or(0, |ending| plies - ending.ply),
            claims,
            written: written.map(GameResult::text),
            termination: termination.take().map(Cow::into_owned),
            mate,
            result_missing: marker.is_none(),
            refused: refused.take(),
            findings: std::mem::take(findings),
        }
    }
}

impl OfGame<'_> {
    const fn beginning_at(at: usize) -> Self {
        const NO_TAGS: Tags<'_> = Tags { white: None, black: None, fen: None, variant: None, result: None, termination: None };
        const NOTHING: Verdict =
            Verdict { plies: 0, ending: None, in_check: false, claims: [None; Claim::ALL.len()], written: None, mate: None };
        Self {
            stage: Stage::Tags,
            begins_at: at,
            tags: NO_TAGS,
            termination: None,
            marker: None,
            refused: None,
            findings: Vec::new(),
            verdict: NOTHING,
        }
    }
}

/// Looks for the move after so many others.
struct MoveFinder {
    left: u32,
    found: Option<usize>,
}

impl<'a> Visitor<'a> for MoveFinder {
    fn begin(&mut self, _: usize) {}

    fn tag(&mut self, _: usize, _: Tag<'a>) {}

    fn mv(&mut self, at: usize, _: &'a [u8]) {
        if self.left == 0 {
            self.found = self.found.or(Some(at));
        } else {
            self.left -= 1;
        }
    }

    fn result(&mut self, _: usize, _: GameResult) {}

    fn fault(&mut self, _: usize, _: Fault) {}
}

impl<'a> Visitor<'a> for Judge<'a> {
    fn begin(&mut self, at: usize) {
        self.game = OfGame::beginning_at(at);
    }

    fn tag(&mut self, at: usize, tag: Tag<'a>) {
        let tags = &mut self.game.tags;
        let place = match tag.name {
            b"White" => &mut tags.white,
            b"Black" => &mut tags.black,
            b"FEN" => &mut tags.fen,
            b"Variant" => &mut tags.variant,
            b"Result" => &mut tags.result,
            b"Termination" => &mut tags.termination,
            _ => return,
        };
        *place = Some((at, tag));
    }

    #[inline]
    fn plain_move(&mut self, _: usize, word: &'a [u8]) -> bool {
        if self.game.stage != Stage::Moves {
            return false;
        }
        let mv = quick_san(self.replay.position(), word);
        mv.into_iter().for_each(|mv| self.replay.play(mv));
        mv.is_some()
    }

    fn mv(&mut self, at: usize, text: &'a [u8]) {
        if self.game.stage == Stage::Tags {
            self.set_up();
        }
        if self.game.stage == Stage::Moves && !self.plain_move(at, text) {
            self.read_slowly(at, text);
        }
    }

    fn result(&mut self, at: usize, result: GameResult) {
        self.game.marker = Some((at, result));
    }

    fn fault(&mut self, at: usize, fault: Fault) {
        self.find(Problem::Text(fault), Some(at), fault.message());
        if fault.loses_moves() {
            if self.game.stage == Stage::Tags {
                self.set_up();
            }
            if self.game.stage == Stage::Moves {
                self.game.stage = Stage::Stopped;
            }
        }
    }
}
