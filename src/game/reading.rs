//! A record, read from PGN: one game, its moves judged as they come; or where its text is wrong, and why.

use std::fmt;

use super::record::{beside_the_game, read_ending};
use super::{Record, Recorded, Tags, is_tag_name};
use crate::notation::pgn::{Fault, GameResult, Reader, Tag, Visitor, is_played_here, place, prints, read_clock};
use crate::notation::{CastlingStyle, FenError, MoveError, ReadMove, parse_fen, quick_san, quote, read_move};
use crate::position::Position;

/// Where a text is not the PGN of one game, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: u64,
    /// The character in the line, from 1.
    pub column: u64,
    /// What is wrong there.
    pub fault: RecordFault,
}

/// What is wrong with a text that should be the PGN of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// There is no game in it.
    NoGame,
    /// There is more than one game in it.
    SecondGame,
    /// It is not well written.
    Text(Fault),
    /// A tag's name is not one by the standard.
    TagName {
        /// The name.
        name: String,
    },
    /// The tag FEN tells no position.
    Start(FenError),
    /// It is a game by other rules.
    Variant {
        /// Their name.
        name: String,
    },
    /// A move cannot be played, or is none.
    Move {
        /// As it is written.
        text: String,
        /// Why.
        error: MoveError,
    },
    /// The result behind the moves is not that of the tag Result.
    Result {
        /// What the tag says.
        told: GameResult,
    },
}

impl RecordFault {
    /// Its stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoGame => "no_game",
            Self::SecondGame => "second_game",
            Self::Text(fault) => fault.code(),
            Self::TagName { .. } => "bad_tag_name",
            Self::Start(_) => "bad_fen",
            Self::Variant { .. } => "unknown_variant",
            Self::Move { error: MoveError::Unreadable { .. }, .. } => "bad_move",
            Self::Move { error: MoveError::Illegal { .. }, .. } => "illegal_move",
            Self::Move { error: MoveError::Ambiguous { .. }, .. } => "ambiguous_move",
            Self::Result { .. } => "results_differ",
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no game here"),
            Self::SecondGame => f.write_str("a second game begins here, where one was expected"),
            Self::Text(fault) => f.write_str(fault.message()),
            Self::TagName { name } => write!(f, "{} is no name for a tag: it has letters, digits and _ only", quote(name)),
            Self::Start(error) => write!(f, "the FEN is no position: {}", error.message),
            Self::Variant { name } => write!(f, "{} is another game than chess or Chess960", quote(name)),
            Self::Move { text, error: MoveError::Unreadable { .. } } => write!(f, "{} is no move", quote(text)),
            Self::Move { text, error: MoveError::Illegal { reason, .. } } => {
                write!(f, "{} is illegal: {}, article {}", quote(text), reason.code(), reason.article())
            }
            Self::Move { text, error: MoveError::Ambiguous { candidates } } => {
                write!(f, "{} fits {} legal moves", quote(text), candidates.len())
            }
            Self::Result { told } => write!(f, "the result differs from that of the tag Result, {}", told.text()),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// The game that a PGN holds, with all its moves judged. Variations and annotations are left out, and so are comments, but
    /// for what a clock showed and how the game ended. Of a tag that is there twice, the last counts. What a comment says of
    /// the ending is taken as it is said.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong: no game or a second one, text that is not well written, a FEN that is no position, a move
    /// that cannot be played, a result that contradicts the tag Result.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut reader = Reader::new(bytes);
        let mut game = Reading::default();
        let found = reader.read_game(&mut game);
        let fault = match game.wrong.take() {
            _ if !found => Some((bytes.len(), RecordFault::NoGame)),
            None => {
                let mut another = Beginning(None);
                reader.read_game(&mut another);
                another.0.map(|at| (at, RecordFault::SecondGame))
            }
            wrong => wrong,
        };
        match fault {
            None => Ok(game.finish()),
            Some((at, fault)) => {
                let (line, column) = place(bytes, at);
                Err(RecordError { line, column, fault })
            }
        }
    }
}

/// A game that is being read.
#[derive(Debug)]
struct Reading {
    tags: Tags,
    start: Position,
    /// The position after the last move.
    position: Position,
    moves: Vec<Recorded>,
    /// The last comment after the last move.
    comment: String,
    /// What the tag Result says, and what stands behind the moves.
    results: [Option<GameResult>; 2],
    /// The first thing that is wrong, and where.
    wrong: Option<(usize, RecordFault)>,
}

impl Default for Reading {
    fn default() -> Self {
        let start = Position::initial();
        let (tags, moves, comment, results) = (Tags::default(), Vec::new(), String::new(), [None; 2]);
        Self { tags, start, position: start, moves, comment, results, wrong: None }
    }
}

impl Reading {
    fn refuse(&mut self, at: usize, fault: RecordFault) {
        self.wrong.get_or_insert((at, fault));
    }

    /// The record, once all is read and nothing is wrong.
    fn finish(self) -> Record {
        let result = self.results[1].or(self.results[0]).unwrap_or(GameResult::Unknown);
        let ending = read_ending(&self.comment, self.moves.len(), result);
        Record { tags: beside_the_game(self.tags), start: self.start, moves: self.moves, ending, result }
    }
}

impl<'a> Visitor<'a> for Reading {
    fn begin(&mut self, _at: usize) {}

    fn tag(&mut self, at: usize, tag: Tag<'a>) {
        let name = String::from_utf8_lossy(tag.name);
        if !is_tag_name(&name) {
            return self.refuse(at, RecordFault::TagName { name: name.into_owned() });
        }
        let value: String = tag.value().chars().map(|character| if prints(character) { character } else { ' ' }).collect();
        match &*name {
            "FEN" => match parse_fen(&value) {
                Ok((start, _)) => (self.start, self.position) = (start, start),
                Err(error) => self.refuse(at, RecordFault::Start(error)),
            },
            "Variant" if !is_played_here(&value) => self.refuse(at, RecordFault::Variant { name: value.clone() }),
            "Result" => self.results[0] = GameResult::read(value.as_bytes()),
            _ => {}
        }
        self.tags.set(name, value);
    }

    fn mv(&mut self, at: usize, text: &'a [u8]) {
        if self.wrong.is_some() {
            return; // the position is not known any more
        }
        let read = |text: &str| read_move(&self.position, text, CastlingStyle::KingTarget, false).map(|ReadMove { mv, .. }| mv);
        let found = quick_san(&self.position, text).map_or_else(|| read(&String::from_utf8_lossy(text)), Ok);
        match found {
            Ok(mv) => {
                self.moves.push(Recorded { mv, clock: None });
                self.position = self.position.play(mv);
                self.comment.clear();
            }
            Err(error) => self.refuse(at, RecordFault::Move { text: String::from_utf8_lossy(text).into_owned(), error }),
        }
    }

    fn comment(&mut self, _at: usize, text: &'a [u8]) {
        if let (Some(recorded), Some(clock)) = (self.moves.last_mut(), read_clock(text)) {
            recorded.clock = Some(clock);
        }
        self.comment = String::from_utf8_lossy(text).into_owned();
    }

    fn result(&mut self, at: usize, result: GameResult) {
        self.results[1] = Some(result);
        if let Some(told) = self.results[0].filter(|told| *told != result) {
            self.refuse(at, RecordFault::Result { told });
        }
    }

    fn fault(&mut self, at: usize, fault: Fault) {
        self.refuse(at, RecordFault::Text(fault));
    }
}

/// Notes where a game begins.
struct Beginning(Option<usize>);

impl<'a> Visitor<'a> for Beginning {
    fn begin(&mut self, at: usize) {
        self.0 = Some(at);
    }

    fn tag(&mut self, _at: usize, _tag: Tag<'a>) {}

    fn mv(&mut self, _at: usize, _text: &'a [u8]) {}

    fn result(&mut self, _at: usize, _result: GameResult) {}

    fn fault(&mut self, _at: usize, _fault: Fault) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rulebook;

    fn wrong(text: &str) -> (u64, u64, &'static str) {
        let error = Record::read(text.as_bytes()).expect_err(text);
        (error.line, error.column, error.fault.code())
    }

    #[test]
    fn a_game_is_read_with_its_names_moves_clocks_and_ending() {
        let text = "\u{feff}[Event \"A \\\"B\\\"\"]\r\n[Result \"0-1\"]\r\n\r\n1.f3 {bad [%clk 0:00:09]} (1.e4 e5) e5 2.g4?? $4\r\nQh4 {[%clk 0:01:00] checkmate,\r\narticle 5.1.1} 0-1\r\n";
        let record = Record::read(text.as_bytes()).expect("a game");
        assert_eq!(record.tags().get("Event"), Some("A \"B\""));
        assert_eq!(record.tags().get("Result"), None, "the record's own field tells it");
        assert_eq!(record.moves().iter().map(|recorded| recorded.clock).collect::<Vec<_>>(), [Some(9_000), None, None, Some(60_000)]);
        assert_eq!(record.result(), GameResult::BlackWins);
        assert_eq!(record.ending().map(|ending| (ending.outcome.code(), ending.ply)), Some(("checkmate", 4)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!(wrong(""), (1, 1, "no_game"));
        assert_eq!(wrong("\n\n"), (3, 1, "no_game"));
        assert_eq!(wrong("1. e4 *\n1. d4 *"), (2, 1, "second_game"));
        assert_eq!(wrong("[Event \"é\"]\n\n1. e4 e5 2. Ke3 *"), (3, 13, "illegal_move"));
        assert_eq!(wrong("1. e4 foo *"), (1, 7, "bad_move"));
        assert_eq!(wrong("1. e4 -- *"), (1, 7, "illegal_move"));
        assert_eq!(wrong("[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n1. Nd2 *"), (2, 4, "ambiguous_move"));
        assert_eq!(wrong("[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*"), (2, 1, "bad_fen"));
        assert_eq!(wrong("[Variant \"Atomic\"]\n1. e4 *"), (1, 1, "unknown_variant"));
        assert_eq!(wrong("[White-Elo \"2800\"]\n1. e4 *"), (1, 1, "bad_tag_name"));
        assert_eq!(wrong("[Result \"1-0\"]\n\n1. e4 *"), (3, 7, "results_differ"));
        assert_eq!(wrong("1. e4 {never closed"), (1, 7, "comment_not_closed"));
    }

    #[test]
    fn a_mate_that_is_told_and_is_none_ends_no_game() {
        let game = |comment: &str, result: &str| {
            let text = format!("1. e4 {{{comment}}} {result}");
            Record::read(text.as_bytes()).expect("a game").game(Rulebook::default())
        };
        assert_eq!(game("checkmate, article 5.1.1", "1-0").ending(), None);
        assert_eq!(game("stalemate, article 5.2.1", "1/2-1/2").ending(), None);
        assert!(game("resignation, article 5.1.2", "1-0").ending().is_some());
    }

    #[test]
    fn the_first_thing_that_is_wrong_is_told() {
        assert_eq!(wrong("1. e4 e4 2. foo ) {"), (1, 7, "illegal_move"));
    }

    #[test]
    fn a_result_that_is_missing_is_taken_from_its_tag() {
        let result = |text: &str| Record::read(text.as_bytes()).expect(text).result();
        assert_eq!(result("[Result \"1/2-1/2\"]\n\n1. e4"), GameResult::Draw);
        assert_eq!(result("[Result \"?\"]\n\n1. e4 1-0"), GameResult::WhiteWins);
        assert_eq!(result("1. e4"), GameResult::Unknown);
    }
}
