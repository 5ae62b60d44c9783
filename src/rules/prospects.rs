//! Who can still mate, as far as a game knows, and what the Laws make of it. Where neither side can, the game is drawn at once
//! (5.2.2). Who resigns (5.1.2), runs out of time (6.9) or completes one illegal move too many (7.5.5) has lost, unless the
//! opponent can never mate: one question, asked in one place.
//!
//! The question itself is answered in [`dead_position`](super::dead_position). Here is when it is asked, and what is remembered
//! of the answer. Who can never mate never can again; and a way to mate stays one as long as the game follows it, or goes back.

use super::dead_position::{Verdict, WALL, blocked_pairs, judge, may_be_dead};
use super::{DeadPositionRule, Draw, Outcome, Rulebook, Win, mate_by};
use crate::board::{Color, Role};
use crate::position::{Move, MoveIntent, Position};

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

/// What is asked at a move may cost this part of the budget: to find a dead position at once is only a matter of promptness.
const PROMPTNESS: u64 = 10;

/// What may be spent on one of many games that are over, of the budget of one that is played.
///
/// Where there are no walls, what is dead is so by force, and that is soon found. To find a mate of two minor pieces, which it
/// would take to be sure that it is not, may cost as much as to replay a thousand games.
pub(super) fn short_budget(position: &Position, budget: u64) -> u64 {
    let most = if blocked_pairs(position) >= WALL { u64::MAX } else { 1_000 };
    most.min(budget / PROMPTNESS)
}

/// Forced moves are followed for next to nothing.
pub(super) const FORCED_ALONE: u64 = 0;

/// Whether neither side has men enough for any mate.
#[inline]
pub(super) fn insufficient(position: &Position) -> bool {
    Color::ALL.into_iter().all(|winner| !mate_by(position.board(), winner).is_possible())
}

/// The side that is asked about first; White where both have as many.
pub(super) fn with_more_men(position: &Position) -> Color {
    let men = |color| position.board().of_color(color).len();
    if men(Color::White) >= men(Color::Black) { Color::White } else { Color::Black }
}

/// A line that has grown longer than this by ways back is forgotten, and looked for afresh.
const LONGEST_LINE: usize = 500;

/// How many answers are tried on the way back.
const ANSWERS: usize = 6;

/// Three moves that bring the position before `mv` about again: an answer, and both moves taken back over the board.
///
/// Between two moves that change nothing for good there is nearly always such a way, and it costs much less than to look for a
/// new line.
fn way_back(mv: Move, before: &Position, after: &Position) -> Option<[Move; 3]> {
    if after.halfmove() == 0 || before.castling() != after.castling() {
        return None;
    }
    let back = |position: &Position, mv: Move| position.find_legal(MoveIntent::Step { from: mv.to(), to: mv.from(), promotion: None });
    let changes_nothing_for_good = |answer: &Move| {
        let pawn = after.board().of_role(Role::Pawn).has(answer.from());
        !pawn && answer.castling().is_none() && !after.captures(*answer)
    };
    after.legal_moves().into_iter().filter(changes_nothing_for_good).take(ANSWERS).find_map(|answer| {
        let third = after.play(answer);
        let first_back = back(&third, mv)?;
        let fourth = third.play(first_back);
        let second_back = back(&fourth, answer)?;
        (fourth.play(second_back).identity() == before.identity()).then_some([answer, first_back, second_back])
    })
}

/// What was found out at one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    lost_since: [Option<u32>; 2],
    gave_up: bool,
}

/// What a game remembers of who can still mate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// For each side the half-move from which on it is known that it never can again.
    lost_since: [Option<u32>; 2],
    /// Moves from the position on the board to a mate, the next one last.
    line: Option<Vec<Move>>,
    /// The half-moves at which neither was found: it is not asked again before the next capture or pawn move.
    gave_up_at: Vec<u32>,
}

impl Prospects {
    /// Whether the position after so many half-moves is dead (5.2.2). It is asked only where there is reason to; one is that
    /// there is no choice of moves.
    #[must_use]
    pub fn decides(&mut self, position: &Position, forced: bool, ply: u32, rulebook: &Rulebook) -> Option<Draw> {
        if rulebook.dead_position == DeadPositionRule::Off {
            return None;
        }
        if insufficient(position) {
            return Some(Draw::InsufficientMaterial);
        }
        if rulebook.dead_position == DeadPositionRule::Proof && self.line.is_none() {
            if may_be_dead(position) {
                let budget = rulebook.proof_nodes / PROMPTNESS;
                if !self.gave_up_since(ply.saturating_sub(position.halfmove())) && !self.ask(position, ply, budget) {
                    self.gave_up_at.push(ply);
                }
            } else if forced {
                self.ask(position, ply, FORCED_ALONE);
            }
        }
        self.lost_since.iter().all(Option::is_some).then_some(Draw::DeadPosition)
    }

    fn gave_up_since(&self, ply: u32) -> bool {
        self.gave_up_at.last().is_some_and(|&at| at >= ply)
    }

    /// Asks whether either side can mate; one is enough, and the one with more men is asked about first. Whether it was found out.
    fn ask(&mut self, position: &Position, ply: u32, budget: u64) -> bool {
        let first = with_more_men(position);
        for winner in [first, !first] {
            if self.lost_since[winner as usize].is_some() {
                continue;
            }
            match judge(position, winner, budget) {
                Verdict::Unwinnable(_) => self.lost_since[winner as usize] = Some(ply),
                Verdict::Winnable(mut line) => {
                    line.reverse();
                    self.line = Some(line);
                    return true;
                }
                Verdict::Unknown { .. } => return false,
            }
        }
        true
    }

    /// Takes note of a move from one position, which is seldom asked for, to the next: a line that it leaves is forgotten,
    /// unless there is a way back to it.
    #[inline]
    pub fn played(&mut self, mv: Move, before: impl FnOnce() -> Position, after: &Position) {
        let Some(line) = &mut self.line else { return };
        if line.last() == Some(&mv) {
            line.pop();
            return;
        }
        self.left_line(mv, &before(), after);
    }

    #[cold]
    fn left_line(&mut self, mv: Move, before: &Position, after: &Position) {
        match (way_back(mv, before, after), &mut self.line) {
            (Some(detour), Some(line)) if line.len() < LONGEST_LINE => line.extend(detour.into_iter().rev()),
            _ => self.line = None,
        }
    }

    /// Takes note that the move was taken back, the game standing after so many half-moves again: from there it leads to the
    /// line that was known after it.
    ///
    /// What was found out at the half-move that is gone is given back, for when it is played again.
    #[must_use]
    pub fn taken_back(&mut self, mv: Move, ply: u32) -> Found {
        if let Some(line) = &mut self.line {
            line.push(mv);
        }
        let found = Found { lost_since: self.lost_since, gave_up: self.gave_up_at.pop_if(|at| *at > ply).is_some() };
        self.lost_since = self.lost_since.map(|since| since.filter(|&since| since <= ply));
        found
    }

    /// Takes note that a move was played again, and of what had been found out after it; the game stands after so many half-moves.
    pub fn played_again(&mut self, found: Found, ply: u32) {
        self.lost_since = found.lost_since;
        if found.gave_up {
            self.gave_up_at.push(ply);
        }
    }

    /// Takes note that the rules are others now: what was given up may be found out under them.
    pub fn rules_changed(&mut self) {
        self.gave_up_at.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last of these moves, with the positions before and after it.
    fn walk(from: &Position, moves: &[(crate::board::Square, crate::board::Square)]) -> (Position, Move, Position) {
        let mut before = *from;
        for (index, &(from, to)) in moves.iter().enumerate() {
            let mv = before.find_legal(MoveIntent::Step { from, to, promotion: None }).expect("legal");
            let after = before.play(mv);
            if index + 1 == moves.len() {
                return (before, mv, after);
            }
            before = after;
        }
        unreachable!("one move at least")
    }

    #[test]
    fn there_is_a_way_back_after_a_knight_moved_and_none_after_a_pawn() {
        use crate::board::Square::{D1, E1, E2, E4, E5, E7, F3, G1};
        let (before, mv, after) = walk(&Position::initial(), &[(G1, F3)]);
        let detour = way_back(mv, &before, &after).expect("knights go back");
        let back = detour.into_iter().fold(after, |position, mv| position.play(mv));
        assert_eq!(back.identity(), before.identity());
        let (before, mv, after) = walk(&Position::initial(), &[(E2, E4)]);
        assert_eq!(way_back(mv, &before, &after), None);
        // A king that steps loses its rights for good.
        let (before, mv, after) = walk(&Position::initial(), &[(E2, E4), (E7, E5), (E1, E2)]);
        assert_eq!(way_back(mv, &before, &after), None);
        let (before, mv, after) = walk(&Position::initial(), &[(E2, E4), (E7, E5), (D1, E2)]);
        assert!(way_back(mv, &before, &after).is_some());
    }

    #[test]
    fn a_line_is_followed_left_and_found_again() {
        let rulebook = Rulebook::default();
        let (mut position, _) = crate::notation::parse_fen("8/7k/8/8/8/2B5/2N5/K7 w - - 0 1").expect("sound");
        let mut prospects = Prospects::default();
        // Few men: it is asked, and from then on there always is a line, whatever is played.
        let mut chance = 7_u64;
        for ply in 0..60 {
            assert_eq!(prospects.decides(&position, !position.has_choice(), ply, &rulebook), None);
            let line = prospects.line.clone().expect("a bishop and a knight mate");
            let mut end = position;
            for &mv in line.iter().rev() {
                assert!(end.allows(mv), "the line is legal");
                end = end.play(mv);
            }
            assert!(end.in_check() && !end.has_legal_move(), "the line mates");
            let moves: Vec<Move> =
                position.legal_moves().into_iter().filter(|&mv| !position.captures(mv) && position.play(mv).has_legal_move()).collect();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get((chance >> 33) as usize % moves.len().max(1)) else { break };
            let next = position.play(mv);
            prospects.played(mv, || position, &next);
            position = next;
        }
    }
}
