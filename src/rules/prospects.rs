//! Who can still mate, as far as a game knows, and what the Laws make of it. Where neither side can, the game is drawn at once
//! (5.2.2). Who resigns (5.1.2), runs out of time (6.9) or completes one illegal move too many (7.5.5) has lost, unless the
//! opponent can never mate: one question, asked in one place.
//!
//! The question itself is answered in [`dead_position`](super::dead_position). Here is when it is asked, and what is remembered
//! of the answer. Who can never mate never can again; and a way to mate stays one as long as the game follows it, or goes back.

use super::dead_position::{Verdict, judge, may_be_dead};
use super::{DeadPositionRule, Draw, Outcome, Rulebook, Win, mate_by};
use crate::board::Color;
use crate::position::{Move, Position};

/// Whether a side could still mate by any series of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mate {
    /// It could.
    Possible,
    /// It never could.
    Never,
    /// Neither was found within the budget; it counts as possible.
    Unknown,
}

impl Mate {
    /// All answers: the one list that the docs and the tests walk.
    pub const ALL: [Self; 3] = [Self::Possible, Self::Never, Self::Unknown];

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Possible => "yes",
            Self::Never => "no",
            Self::Unknown => "unknown",
        }
    }

    /// Whether `winner` could mate in this position, as the rules have it found out.
    #[must_use]
    pub fn by(winner: Color, position: &Position, rulebook: &Rulebook) -> Self {
        match rulebook.dead_position {
            DeadPositionRule::Proof => (&judge(position, winner, rulebook.proof_nodes)).into(),
            _ if mate_by(position.board(), winner).is_possible() => Self::Possible,
            _ => Self::Never,
        }
    }
}

impl From<&Verdict> for Mate {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Winnable(_) => Self::Possible,
            Verdict::Unwinnable(_) => Self::Never,
            Verdict::Unknown { .. } => Self::Unknown,
        }
    }
}

/// Who wins, if `winner` could still mate; a draw otherwise. The one rule behind 5.1.2, 6.9 and 7.5.5.
#[must_use]
pub(super) fn win_or_draw(position: &Position, winner: Color, by: Win, otherwise: Draw, rulebook: &Rulebook) -> (Outcome, Mate) {
    let mate = Mate::by(winner, position, rulebook);
    (if mate == Mate::Never { Outcome::Draw(otherwise) } else { Outcome::Win { winner, by } }, mate)
}

/// What a game remembers of who can still mate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// For each side the half-move from which on it is known that it never can again.
    lost_since: [Option<u32>; 2],
    /// Moves from the position on the board to a mate, the next one last.
    line: Option<Vec<Move>>,
    /// The half-move at which neither was found: it is not asked again before the next capture or pawn move.
    gave_up_at: Option<u32>,
}

impl Prospects {
    /// Whether the position after so many half-moves is dead (5.2.2). It is asked only where there is reason to.
    #[must_use]
    pub fn decides(&mut self, position: &Position, ply: u32, rulebook: &Rulebook) -> Option<Draw> {
        if rulebook.dead_position == DeadPositionRule::Off {
            return None;
        }
        if Color::ALL.into_iter().all(|winner| !mate_by(position.board(), winner).is_possible()) {
            return Some(Draw::InsufficientMaterial);
        }
        let asked = rulebook.dead_position == DeadPositionRule::Proof && self.line.is_none() && may_be_dead(position);
        if asked && !self.gave_up_since(ply.saturating_sub(position.halfmove())) {
            self.ask(position, ply, rulebook);
        }
        self.lost_since.iter().all(Option::is_some).then_some(Draw::DeadPosition)
    }

    fn gave_up_since(&self, ply: u32) -> bool {
        self.gave_up_at.is_some_and(|at| at >= ply)
    }

    /// Asks whether either side can mate; one is enough, and the one with more men is asked about first.
    fn ask(&mut self, position: &Position, ply: u32, rulebook: &Rulebook) {
        let men = |color| position.board().of_color(color).len();
        let first = if men(Color::White) >= men(Color::Black) { Color::White } else { Color::Black };
        for winner in [first, !first] {
            if self.lost_since[winner as usize].is_some() {
                continue;
            }
            match judge(position, winner, rulebook.proof_nodes) {
                Verdict::Unwinnable(_) => self.lost_since[winner as usize] = Some(ply),
                Verdict::Winnable(mut line) => {
                    line.reverse();
                    self.line = Some(line);
                    return;
                }
                Verdict::Unknown { .. } => {
                    self.gave_up_at = Some(ply);
                    return;
                }
            }
        }
    }

    /// Takes note of a move: a line that it leaves is forgotten.
    #[inline]
    pub fn played(&mut self, mv: Move) {
        if let Some(line) = &mut self.line
            && line.pop() != Some(mv)
        {
            self.line = None;
        }
    }

    /// Takes note that the move was taken back, the game standing after so many half-moves again: from there it leads to the
    /// line that was known after it.
    pub fn taken_back(&mut self, mv: Move, ply: u32) {
        if let Some(line) = &mut self.line {
            line.push(mv);
        }
        self.lost_since = self.lost_since.map(|since| since.filter(|&since| since <= ply));
        self.gave_up_at = self.gave_up_at.filter(|&at| at <= ply);
    }
}
