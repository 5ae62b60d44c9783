//! A game as PGN holds it: names, a start, moves with what the clocks showed, how and why it ended. Out of a game, as text,
//! and back. What players did beside moving is not in it, but what ended the game.

use std::fmt;

use super::{Ending, Event, Game, Happening, Tags};
use crate::board::{Color, File};
use crate::notation::pgn::{GameResult, Movetext, ROSTER, Termination, write_clock, write_tag};
use crate::notation::{Fen, TimeControl, write_san_after};
use crate::position::{CastlingSide, Move, Position};
use crate::rules::{Draw, Outcome, Rulebook, Win};

/// A game as PGN holds it.
///
/// Its text ([`Record::lines`], or [`fmt::Display`] with an empty line behind it, so that games can follow each other) is PGN
/// in the standard's export format: one record has one text, and [`Record::read`] makes the same record of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// All tags that are known, but those that the fields below tell.
    pub(super) tags: Tags,
    pub(super) start: Position,
    pub(super) moves: Vec<Recorded>,
    pub(super) ending: Option<Ending>,
    pub(super) result: GameResult,
}

/// A move of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Recorded {
    /// The move.
    pub mv: Move,
    /// What its player's clock showed after it, in ms, if that is known.
    pub clock: Option<u64>,
}

impl Record {
    /// A game as it stands, with these tags beside those that the game itself gives.
    #[must_use]
    pub fn of(game: &Game, tags: &Tags) -> Self {
        let moves = game.happenings().into_iter().filter_map(|(_, happening)| match happening {
            Happening::Move { mv, left, .. } => Some(Recorded { mv, clock: left }),
            Happening::Beside(_) => None,
        });
        let outcome = game.ending().map(|ending| ending.outcome);
        let mut tags = beside_the_game(tags.clone());
        tags.set("Termination", termination(outcome).text());
        if let Some(controls) = game.controls() {
            set_time_controls(&mut tags, controls);
        }
        Self {
            tags,
            start: *game.start(),
            moves: moves.collect(),
            ending: game.ending().map(|ending| Ending { mate: None, ..ending }),
            result: outcome.map_or(GameResult::Unknown, result_of),
        }
    }

    /// The game that the record tells, played by these rules.
    ///
    /// It ends where the rules end it, else as the record says that the players ended it. Its clocks are not set: a record tells what they showed, not
    /// all that they ran by.
    #[must_use]
    pub fn game(&self, rulebook: Rulebook) -> Game {
        let mut game = Game::new(self.start, rulebook);
        for recorded in &self.moves {
            self.end_if_told(&mut game);
            game.apply([Event::Played { mv: recorded.mv, spent: None }]);
        }
        self.end_if_told(&mut game);
        game
    }

    fn end_if_told(&self, game: &mut Game) {
        // What the board brings about by itself is not believed: the rules have said that it is not so.
        let told = self.ending.filter(|ending| ending.ply == game.ply() && !comes_by_itself(ending.outcome));
        if let Some(ending) = told.filter(|_| game.ending().is_none()) {
            game.apply([Event::Ended(ending.outcome)]);
        }
    }

    /// Its tags, but those of the roster that are not known, and but Result, FEN, SetUp and Variant: the rest of the record tells
    /// what is written for them.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Where it starts.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Its moves.
    #[must_use]
    pub fn moves(&self) -> &[Recorded] {
        &self.moves
    }

    /// How and when it ended, where that is told; it is not told whether anybody could still mate.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Its result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// The lines of its PGN, in the standard's export format.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut tags = self.tags.clone();
        tags.set("Result", self.result.text());
        if self.start != Position::initial() {
            tags.set("SetUp", "1");
            tags.set("FEN", Fen(&self.start).to_string());
        }
        if castles_as_in_chess960(&self.start) {
            tags.set("Variant", "Chess960");
        }
        let roster = ROSTER.map(|(name, unknown)| write_tag(name, &tags.forget(name).unwrap_or_else(|| unknown.to_owned())));
        let mut lines = roster.to_vec();
        lines.extend(tags.iter().map(|(name, value)| write_tag(name, value)));
        lines.push(String::new());
        lines.extend(self.movetext());
        lines
    }

    fn movetext(&self) -> Vec<String> {
        let mut movetext = Movetext::default();
        let mut position = self.start;
        let mut after_comment = true; // at the start, too, Black's move has a number
        for &Recorded { mv, clock } in &self.moves {
            match position.turn() {
                Color::White => movetext.push(&format!("{}.", position.fullmove())),
                Color::Black if after_comment => movetext.push(&format!("{}...", position.fullmove())),
                Color::Black => {}
            }
            let next = position.play(mv);
            movetext.push(write_san_after(&position, mv, &next).as_str());
            if let Some(clock) = clock {
                movetext.comment(&write_clock(clock));
            }
            after_comment = clock.is_some();
            position = next;
        }
        if let Some(ending) = self.ending {
            movetext.comment(&write_ending(ending, self.moves.len()));
        }
        movetext.push(self.result.text());
        movetext.into_lines()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f)
    }
}

/// Tags without what a record tells otherwise: where the game starts and how it ended, and what is not known.
pub(super) fn beside_the_game(mut tags: Tags) -> Tags {
    for name in ["Result", "FEN", "SetUp", "Variant"] {
        tags.forget(name);
    }
    for (name, unknown) in ROSTER {
        if tags.get(name) == Some(unknown) {
            tags.forget(name);
        }
    }
    tags
}

/// How a game ended, as a comment has it: `checkmate, article 5.1.1`; where it was played on, `, after half-move 9` behind it.
fn write_ending(ending: Ending, plies: usize) -> String {
    let mut text = ending.outcome.code().to_owned();
    if let Some(article) = ending.outcome.article() {
        text += &format!(", article {article}");
    }
    if ending.ply as usize != plies {
        text += &format!(", after half-move {}", ending.ply);
    }
    text
}

/// How a game of so many half-moves and this result ended, if that is what a comment tells: alone, or behind commands such as
/// `[%clk 0:05:03]`, with which other programs join it.
pub(super) fn read_ending(comment: &str, plies: usize, result: GameResult) -> Option<Ending> {
    let told = comment.rsplit(']').next()?.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = told.split(',').next()?;
    let outcome = Outcome::all().into_iter().find(|outcome| outcome.code() == code && result_of(*outcome) == result)?;
    let ply = match told.rsplit_once(" after half-move ") {
        Some((_, number)) => number.parse().ok()?,
        None => u32::try_from(plies).ok()?,
    };
    let ending = Ending { ply, outcome, mate: None };
    (ply as usize <= plies && write_ending(ending, plies) == told).then_some(ending)
}

/// Whether castling is from other squares than in standard chess: then other programs have to be told.
fn castles_as_in_chess960(start: &Position) -> bool {
    start.castling().iter().any(|(color, side, rook)| {
        let standard = if side == CastlingSide::King { File::H } else { File::A };
        start.king(color).file() != File::E || rook.file() != standard
    })
}

fn set_time_controls(tags: &mut Tags, [white, black]: &[TimeControl; 2]) {
    if white == black {
        tags.set("TimeControl", white.to_string());
    } else {
        tags.set("WhiteTimeControl", white.to_string());
        tags.set("BlackTimeControl", black.to_string());
    }
}

/// Whether a position brings this end about whatever the players do, and whatever an event has chosen.
const fn comes_by_itself(outcome: Outcome) -> bool {
    use Draw::{DeadPosition, FivefoldRepetition, InsufficientMaterial, SeventyfiveMoves, Stalemate};
    match outcome {
        Outcome::Win { by, .. } => matches!(by, Win::Checkmate),
        Outcome::Draw(by) => matches!(by, Stalemate | InsufficientMaterial | DeadPosition | FivefoldRepetition | SeventyfiveMoves),
        Outcome::Aborted => false,
    }
}

const fn result_of(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Win { winner: Color::White, .. } => GameResult::WhiteWins,
        Outcome::Win { winner: Color::Black, .. } => GameResult::BlackWins,
        Outcome::Draw(_) => GameResult::Draw,
        Outcome::Aborted => GameResult::Unknown,
    }
}

/// What the tag Termination tells of an outcome.
const fn termination(outcome: Option<Outcome>) -> Termination {
    match outcome {
        None => Termination::Unterminated,
        Some(Outcome::Aborted) => Termination::Abandoned,
        Some(Outcome::Win { by: Win::Timeout, .. } | Outcome::Draw(Draw::TimeoutUnwinnable)) => Termination::TimeForfeit,
        Some(Outcome::Win { by: Win::IllegalMoves, .. } | Outcome::Draw(Draw::IllegalMovesUnwinnable)) => Termination::RulesInfraction,
        Some(Outcome::Win { by: Win::Checkmate | Win::Resignation, .. } | Outcome::Draw(_)) => Termination::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_goes_out_and_back_as_a_comment() {
        for outcome in Outcome::all() {
            for (ply, plies) in [(40, 40), (0, 0), (0, 3), (19_999, 20_000)] {
                let ending = Ending { ply, outcome, mate: None };
                let comment = write_ending(ending, plies);
                assert!(comment.len() <= 77, "{comment} is longer than a line");
                assert_eq!(read_ending(&comment, plies, result_of(outcome)), Some(ending), "{comment}");
                assert_eq!(read_ending(&format!(" [%clk 0:05:03]\n{comment} "), plies, result_of(outcome)), Some(ending));
            }
            assert_eq!(result_of(outcome).text(), outcome.result());
        }
    }

    #[test]
    fn a_comment_that_tells_another_ending_tells_none() {
        let of_forty = |comment, result| read_ending(comment, 40, result);
        assert!(of_forty("checkmate, article 5.1.1", GameResult::WhiteWins).is_some());
        assert_eq!(of_forty("checkmate, article 5.1.1", GameResult::Draw), None, "a drawn checkmate");
        assert_eq!(of_forty("checkmate, article 5.1.2", GameResult::WhiteWins), None, "the article of another ending");
        assert_eq!(of_forty("checkmate", GameResult::WhiteWins), None);
        assert_eq!(of_forty("stalemate, article 5.2.1, after half-move 41", GameResult::Draw), None, "later than the last move");
        assert_eq!(of_forty("a fine game", GameResult::Draw), None);
        assert_eq!(of_forty("", GameResult::Unknown), None);
    }
}
