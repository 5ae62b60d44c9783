//! Judging whole games: what a PGN holds, replayed under the Laws. Where does it really end, is every move legal, does the
//! result agree?

use crate::board::Color;
use crate::game::{Ending, Replay};
use crate::notation::pgn::{Block, Fault, GameResult, Reader, Tag, Visitor, is_played_here};
use crate::notation::{CastlingStyle, FenError, MoveError, UciIntent, parse_fen, quick_san, quote, read_move};
use crate::position::Position;
use crate::protocol::report::{Finding, GameReport, Problem, Refused};
use crate::protocol::wording;
use crate::rules::{Mate, Rulebook};

use super::result::{Last, Told, compare};

/// The reports of a run of games: of all, or of those with a problem.
#[derive(Clone, Debug, Default)]
pub struct Reports {
    /// How many games there were.
    pub games: u64,
    /// How many legal half-moves they had.
    pub plies: u64,
    /// The reports that were asked for. Their games are numbered from 1 in this run.
    pub reports: Vec<GameReport>,
}

/// Judges all games of a block.
///
/// With `only_problems`, a game without one is counted and not reported.
#[must_use]
pub fn judge_games(block: &Block, rulebook: &Rulebook, only_problems: bool) -> Reports {
    let mut judge = Judge::new(block, rulebook);
    let mut reader = Reader::new(&block.bytes);
    let mut reports = Reports::default();
    while reader.read_game(&mut judge) {
        reports.games += 1;
        let finished = judge.finish();
        reports.plies += u64::from(finished.plies);
        if !only_problems || !judge.of_game.findings.is_empty() {
            reports.reports.push(judge.report(reports.games, &finished));
        }
    }
    reports
}

/// How far a game has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Its tags: no move yet.
    Tags,
    /// Its moves.
    Moves,
    /// Past a move that stops it: what follows cannot be judged.
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
    of_game: OfGame<'a>,
}

/// What is known of the game that is being read.
struct OfGame<'a> {
    stage: Stage,
    begins_at: usize,
    tags: Tags<'a>,
    /// The result after the moves.
    marker: Option<(usize, GameResult)>,
    refused: Option<Refused>,
    findings: Vec<Finding>,
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
        Self { block, known: (0, block.place(0)), rulebook: *rulebook, replay: Replay::new(*rulebook), of_game: OfGame::beginning_at(0) }
    }

    fn find(&mut self, problem: Problem, at: Option<usize>, message: impl Into<String>) {
        let place = at.map(|at| self.place(at));
        self.of_game.findings.push(Finding { problem, place, message: message.into() });
    }

    /// Line and column of an offset in the game.
    fn place(&mut self, at: usize) -> (u64, u64) {
        let begins_at = self.of_game.begins_at;
        if self.known.0 < begins_at {
            self.known = (begins_at, self.block.place_after(self.known, begins_at));
        }
        if at < self.known.0 { self.block.place(at) } else { self.block.place_after(self.known, at) }
    }

    /// Sets up the first position, once the tags have been read.
    fn set_up(&mut self) {
        self.of_game.stage = Stage::NeverBegun;
        if let Some((at, tag)) = self.of_game.tags.variant
            && !is_played_here(&tag.value())
        {
            let message = format!("the variant {} is not played here: standard chess and Chess960 are", quote(&tag.value()));
            return self.find(Problem::UnknownVariant, Some(at), message);
        }
        let start = match self.of_game.tags.fen {
            None => Position::initial(),
            Some((at, tag)) => match parse_fen(&tag.value()) {
                Ok((position, _)) => position,
                Err(FenError { message, .. }) => {
                    return self.find(Problem::BadFen, Some(at), format!("the tag FEN is no position: {message}"));
                }
            },
        };
        self.replay.begin(start);
        self.of_game.stage = Stage::Moves;
    }

    /// The first move, or one that is not judged.
    #[cold]
    fn out_of_order(&mut self, at: usize, text: &[u8]) {
        if self.of_game.stage == Stage::Tags {
            self.set_up();
        }
        if self.of_game.stage == Stage::Moves {
            self.play(at, text);
        }
    }

    #[inline]
    fn play(&mut self, at: usize, text: &[u8]) {
        match quick_san(self.replay.position(), text) {
            Some(mv) => self.replay.play(mv),
            None => self.read_slowly(at, text),
        }
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
        self.of_game.stage = Stage::Stopped;
        let dots = if position.turn() == Color::White { "." } else { "..." };
        let move_named = format!("{}{dots} {}", position.fullmove(), quote(&text));
        let (problem, refused, message) = match error {
            MoveError::Unreadable { message } => (Problem::BadMove, None, message),
            MoveError::Illegal { intent, reason } => {
                let uci = intent.map(|intent| UciIntent { position: &position, intent, style }.text());
                let message = format!("{move_named} is illegal: {}", wording::illegal_move(&position, intent, &reason));
                (Problem::IllegalMove, Some(Refused { uci, rule: reason }), message)
            }
            MoveError::Ambiguous { candidates } => {
                (Problem::AmbiguousMove, None, format!("{move_named} may be {} moves: say which man goes", candidates.len()))
            }
        };
        self.of_game.refused = refused;
        self.find(problem, Some(at), message);
    }

    /// The game is over: looks at it as a whole, and tells how many legal half-moves it had and how it ended by them.
    fn finish(&mut self) -> Finished {
        if self.of_game.stage == Stage::Tags {
            self.set_up();
        }
        let told = self.result_told();
        if self.of_game.stage == Stage::NeverBegun {
            return Finished { written: told, ..Finished::default() };
        }
        let plies = self.replay.ply();
        let ending = self.replay.ending();
        let mut finished = Finished { plies, ending, in_check: self.replay.position().in_check(), written: told, ..Finished::default() };
        if let Some(ending) = ending.filter(|ending| ending.ply < plies) {
            let message = format!(
                "the game had ended after {} ({}, article {}); {} followed",
                wording::half_moves(ending.ply),
                ending.outcome.code(),
                ending.outcome.article().unwrap_or("none"),
                wording::half_moves(plies - ending.ply)
            );
            let at = self.place_of_move(ending.ply);
            self.find(Problem::PlayedOn, at, message);
        }
        if self.of_game.stage == Stage::Stopped {
            return finished; // how it went on is not known
        }
        let termination = self.of_game.tags.termination.map(|(_, tag)| tag.value());
        let last = Last { position: self.replay.position(), plies, ending };
        let (found, mate) = compare(Told { result: told, termination: termination.as_deref() }, last, &self.rulebook);
        finished.mate = mate;
        let drawn = told == Some(GameResult::Draw);
        let ended = ending.map_or(plies, |ending| ending.ply);
        finished.claims = self.replay.claims().map(|claim| claim.filter(|&ply| ply < ended || (ending.is_none() && !drawn)));
        for (problem, message) in found {
            let tags = &self.of_game.tags;
            let of_tag = |tag: Option<(usize, Tag<'_>)>| tag.map(|(at, _)| at);
            let marker = self.of_game.marker.map(|(at, _)| at);
            let at = if problem == Problem::WrongTermination { of_tag(tags.termination) } else { marker.or(of_tag(tags.result)) };
            self.find(problem, at, message);
        }
        finished
    }

    /// The result that the file gives: after the moves, or else in the tag.
    fn result_told(&mut self) -> Option<GameResult> {
        let marker = self.of_game.marker;
        let Some((at, tag)) = self.of_game.tags.result else { return marker.map(|(_, result)| result) };
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
        Reader::new(&self.block.bytes[self.of_game.begins_at..]).read_game(&mut finder);
        finder.found.map(|at| self.of_game.begins_at + at)
    }

    fn report(&mut self, game: u64, finished: &Finished) -> GameReport {
        let text = |tag: Option<(usize, Tag<'a>)>| tag.map(|(_, tag)| tag.value().into_owned());
        let line = self.place(self.of_game.begins_at).0;
        let OfGame { tags, marker, refused, findings, .. } = &mut self.of_game;
        let Finished { plies, ending, in_check, claims, written, mate } = *finished;
        GameReport {
            file: None,
            game,
            line,
            white: text(tags.white),
            black: text(tags.black),
            plies,
            ending: ending.map(|ending| (ending.outcome, ending.ply)),
            in_check,
            played_on: ending.map_or(0, |ending| plies - ending.ply),
            claims,
            written: written.map(GameResult::text),
            termination: text(tags.termination),
            mate,
            result_missing: marker.is_none(),
            refused: refused.take(),
            findings: std::mem::take(findings),
        }
    }
}

/// What came of a game.
#[derive(Clone, Copy, Default)]
struct Finished {
    plies: u32,
    ending: Option<Ending>,
    in_check: bool,
    claims: [Option<u32>; 2],
    written: Option<GameResult>,
    mate: Option<Mate>,
}

impl OfGame<'_> {
    const fn beginning_at(at: usize) -> Self {
        const NO_TAGS: Tags<'_> = Tags { white: None, black: None, fen: None, variant: None, result: None, termination: None };
        Self { stage: Stage::Tags, begins_at: at, tags: NO_TAGS, marker: None, refused: None, findings: Vec::new() }
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
        self.of_game = OfGame::beginning_at(at);
    }

    fn tag(&mut self, at: usize, tag: Tag<'a>) {
        let tags = &mut self.of_game.tags;
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
    fn mv(&mut self, at: usize, text: &'a [u8]) {
        if self.of_game.stage == Stage::Moves { self.play(at, text) } else { self.out_of_order(at, text) }
    }

    fn result(&mut self, at: usize, result: GameResult) {
        self.of_game.marker = Some((at, result));
    }

    fn fault(&mut self, at: usize, fault: Fault) {
        self.find(Problem::Text(fault), Some(at), fault.message());
    }
}
