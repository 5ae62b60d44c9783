//! The stroll: most of a line to mate is walking to the right squares while nobody disturbs it.
//!
//! The kings and the one or two men of a [`sketch`](super::sketch) walk to their places, and who has arrived waits with another
//! man. There is no tree: where the stroll gets stuck, another mate of the same men is sketched, and then the men are loosened
//! and sketched afresh. After a few times it is given up, and the [`finder`](super::finder) begins at the start.

mod clearing;
mod waiting;

use crate::board::{Bitboard, Color, PromotionRole, Role, Square, between, king_attacks};
use crate::position::{Move, Position};

use super::mate_by;
use super::sketch::{LONGEST as LONGEST_WALK, Reach, Scene, Sketch, Walker, attacks, attacks_of_all};

/// How many moves more a walk may take than its sketch says.
const SLACK: usize = 4;

/// A man is led over so many moves at most.
const LONGEST_LEAD: usize = 7;

/// After so many moves they are not looked at afresh any more.
const LONGEST: usize = 60;

/// So often the men are looked at afresh, where the walk has got stuck.
const SKETCHES: usize = 8;

/// So often another mate of the same men is tried first.
const FROM_HERE: usize = 3;

/// A line to mate, if it is as easy as that. The moves played are taken off the budget.
pub(super) fn stroll(start: &Position, winner: Color, budget: &mut u64) -> Option<Vec<Move>> {
    let mut stroll = Stroll {
        winner,
        position: *start,
        line: Vec::with_capacity(32),
        played: 0,
        waited: [None; 2],
        refused: None,
        tried: Bitboard::EMPTY,
        keep: Keep::default(),
    };
    let mut found = false;
    for attempt in 1..=SKETCHES {
        if stroll.needs_a_queen() && stroll.promote(winner, PromotionRole::Queen).is_none() && stroll.open_a_file().is_some() {
            stroll.promote(winner, PromotionRole::Queen);
        }
        let (stood, length) = (stroll.position, stroll.line.len());
        found = stroll.mate().is_some();
        if found || stroll.line.len() >= LONGEST {
            break;
        }
        if stroll.tried.any() && attempt % FROM_HERE != 0 {
            // The men may mate from another square.
            stroll.position = stood;
            stroll.line.truncate(length);
        } else {
            stroll.tried = Bitboard::EMPTY;
            let loosened = if stroll.needs_help() { stroll.promote(!winner, PromotionRole::Knight) } else { stroll.loosen() };
            if loosened.is_none() || !mate_by(stroll.position.board(), winner).is_possible() {
                break;
            }
        }
    }
    *budget = budget.saturating_sub(stroll.played);
    found.then_some(stroll.line)
}

/// A stroll on its way.
struct Stroll {
    winner: Color,
    position: Position,
    line: Vec<Move>,
    /// How many moves were played, those of walks that led nowhere among them.
    played: u64,
    /// The last waiting move of each side, where it can be taken back.
    waited: [Option<Move>; 2],
    /// The last move that was taken back.
    refused: Option<Move>,
    /// From where a mate of these men has been tried.
    tried: Bitboard,
    keep: Keep,
}

/// What waiting moves have to respect, side by side.
#[derive(Default)]
struct Keep {
    /// Who stays where it is.
    stay: Bitboard,
    /// Who is not taken.
    spared: Bitboard,
    /// Where the mate is to be given.
    target: Option<Square>,
    /// Where nobody goes.
    clear: [Bitboard; 2],
    /// What nobody attacks.
    free: [Bitboard; 2],
    /// What the winner's men do not cease to attack, and the loser's to block.
    covered: Bitboard,
    /// Where a king may wait, and how far it is from there to where it is wanted.
    room: [Bitboard; 2],
    ways: [Reach<LONGEST_WALK>; 2],
}

impl Stroll {
    fn play(&mut self, mv: Move) {
        self.position.advance(mv);
        self.line.push(mv);
        self.played += 1;
    }

    /// Walks to a mate.
    fn mate(&mut self) -> Option<()> {
        let mut sketch = self.begin()?;
        let target = sketch.mater.to.first()?;
        // The last four positions: who goes in circles does not arrive.
        let mut stood = [None; 4];
        // Where the winner stood before his last move.
        let mut before: Option<(Position, Sketch)> = None;
        let mut too_early = false;
        for ply in 0..2 * (sketch.moves + SLACK) {
            if stood[ply % 4].replace(self.position.key()) == Some(self.position.key()) {
                return None;
            }
            self.keep.stay = Bitboard::from(sketch.mater.at) | sketch.second.map_or(Bitboard::EMPTY, |second| second.at.into());
            self.keep.spared = sketch.blocker.map_or(Bitboard::EMPTY, |blocker| blocker.at.into());
            let turn = self.position.turn();
            let (to_go, others) = (self.to_go(turn)?, self.to_go(!turn)?);
            let mv = if turn != self.winner {
                if to_go > 0 { self.step(to_go) } else { self.block(&sketch, others == 0, target) }
            } else {
                before = Some((self.position, sketch));
                let mv = if too_early {
                    self.lose_a_move(&mut sketch, target)
                } else if to_go > 0 {
                    self.step(to_go).or_else(|| self.make_way()).or_else(|| self.approach(&mut sketch, target))
                } else if others == 0 && sketch.all_are_there() && self.is_ready(&sketch, target) {
                    let mate = self.position.arrivals(sketch.mater.role, target).sole_from(sketch.mater.at.into())?;
                    self.play(mate);
                    return (self.position.in_check() && !self.position.has_legal_move()).then_some(());
                } else {
                    self.approach(&mut sketch, target)
                };
                if mv.is_none() {
                    before = None;
                }
                mv
            };
            too_early = false;
            if let Some(mv) = mv.or_else(|| self.wait()) {
                if let Some(blocker) = sketch.blocker.as_mut().filter(|blocker| blocker.at == mv.from()) {
                    blocker.at = mv.to();
                }
                self.play(mv);
            } else {
                // It leaves the loser no move to wait with: the winner has to wait first.
                (self.position, sketch) = before.take()?;
                self.refused = self.line.pop();
                too_early = true;
                stood = [None; 4];
            }
        }
        None
    }

    /// Draws a sketch of the men as they stand, and what waiting moves have to respect for it.
    fn begin(&mut self) -> Option<Sketch> {
        let (winner, loser) = (self.winner, !self.winner);
        let scene = Scene::of(&self.position, winner, std::mem::take(&mut self.tried));
        let sketch = scene.nearest()?;
        self.tried = scene.tried() | sketch.mater.to;
        let ways = scene.ways(&sketch);
        let line = sketch.mater.to.into_iter().fold(sketch.mater.to, |all, target| all | between(target, sketch.seat));
        let corridor = |color: Color| ways[color as usize].between(self.position.king(color));
        let corridors = [corridor(Color::White), corridor(Color::Black)];
        let kings = corridors[0] | corridors[1];
        let near = king_attacks(sketch.seat);
        let mut keep = Keep { target: sketch.mater.to.first(), covered: near, ..Keep::default() };
        let wanted = |man: Option<Walker>| man.map_or(Bitboard::EMPTY, |man| man.to);
        keep.clear[winner as usize] = line | kings | near;
        keep.clear[loser as usize] = line | kings | wanted(sketch.second) | wanted(sketch.blocker);
        keep.free[winner as usize] = corridors[loser as usize];
        keep.free[loser as usize] = corridors[winner as usize] | line;
        keep.room = [ways[0].all(), ways[1].all()];
        keep.ways = ways;
        self.keep = keep;
        self.waited = [None; 2];
        self.refused = None;
        Some(sketch)
    }

    /// How far a king is from where it is wanted.
    fn to_go(&self, color: Color) -> Option<usize> {
        let (king, way) = (self.position.king(color), &self.keep.ways[color as usize]);
        way.nearest(king.into()).or_else(|| (color != self.winner && (king_attacks(king) & way.within(0)).any()).then_some(1))
    }

    /// Whether the man that mates stands where it sees its last square.
    fn is_ready(&self, sketch: &Sketch, target: Square) -> bool {
        sketch.before.has(sketch.mater.at) && attacks(sketch.mater.role, sketch.mater.at, self.position.board().occupied()).has(target)
    }

    /// What a king has still to cross.
    fn crossing_of(&self, color: Color) -> Bitboard {
        let king = self.position.king(color);
        if self.to_go(color) == Some(0) { Bitboard::EMPTY } else { self.keep.ways[color as usize].between(king).without(king) }
    }

    /// What the loser's king has still to cross.
    fn crossing(&self) -> Bitboard {
        self.crossing_of(!self.winner)
    }

    /// A king's step that brings it nearer. The winner's does not get in the way of the loser's.
    fn step(&self, to_go: usize) -> Option<Move> {
        let turn = self.position.turn();
        let nearer = self.keep.ways[turn as usize].within(to_go - 1) & king_attacks(self.position.king(turn));
        let avoid = if turn == self.winner { self.crossing() } else { Bitboard::EMPTY };
        nearer
            .into_iter()
            .filter(|&to| (king_attacks(to) & avoid).is_empty())
            .find_map(|to| self.position.arrivals(Role::King, to).sole_from(Bitboard::FULL))
    }

    /// A move of one of the men that the sketch has a place for; of the one that mates to where it sees its last square, and
    /// from there to another such square, which loses a move where both sides have to.
    fn approach(&self, sketch: &mut Sketch, target: Square) -> Option<Move> {
        let avoid = self.crossing();
        // The flights of a king that can do nothing but walk are taken last.
        let bare = !self.position.board().of_color(!self.winner).many();
        if let Some(second) = sketch.second.filter(|second| !second.is_there() && (!bare || self.is_ready(sketch, target))) {
            let mut second = second;
            let mv = self.lead(&mut second, avoid)?;
            sketch.second = Some(second);
            return Some(mv);
        }
        let before = sketch.before & attacks(sketch.mater.role, target, self.position.board().occupied());
        let mut mater = Walker { to: before, ..sketch.mater };
        let mv = self.lead(&mut mater, avoid)?;
        sketch.mater.at = mater.at;
        Some(mv)
    }

    /// A move of the loser's man that is to block a flight. The last one it makes when all others are where they are wanted.
    fn block(&self, sketch: &Sketch, arrived: bool, target: Square) -> Option<Move> {
        let ready = arrived && sketch.second.is_none_or(|second| second.is_there()) && self.is_ready(sketch, target);
        let mut blocker = sketch.blocker.filter(|blocker| !blocker.is_there())?;
        let to = blocker.to;
        self.lead(&mut blocker, self.crossing()).filter(|mv| ready || !to.has(mv.to()))
    }

    /// A move that brings a man nearer to where it is wanted, without giving check or attacking what is to be avoided.
    fn lead(&self, walker: &mut Walker, avoid: Bitboard) -> Option<Move> {
        let board = self.position.board();
        let Walker { role, at, to } = *walker;
        if role == Role::Pawn {
            return self.position.legal_push(at.forward(self.position.turn())?, None);
        }
        let (own, occupied) = (board.of_color(self.position.turn()), board.occupied());
        let playable = |to: Square| {
            let mv = self.position.arrivals(role, to).sole_from(at.into())?;
            let quiet = (attacks(role, to, occupied.without(at)) & avoid).is_empty() && self.drives_home(&self.position.play(mv));
            quiet.then_some(mv)
        };
        // The loser's man takes nobody: it is to help.
        let taboo = if self.position.turn() == self.winner { own | self.keep.spared } else { occupied };
        let next = attacks(role, at, occupied) & !taboo;
        // The squares from where it takes so many moves more.
        let mut nearer = to;
        for _ in 0..LONGEST_LEAD {
            if let Some(mv) = (next & nearer).into_iter().find_map(playable) {
                walker.at = mv.to();
                return Some(mv);
            }
            nearer = attacks_of_all(role, nearer, occupied) & !own;
        }
        None
    }

    /// Whether a move gives no check and opens no line to where the mate is to be given.
    fn is_quiet(&self, mv: Move) -> bool {
        if self.refused == Some(mv) {
            return false;
        }
        let after = self.position.play(mv);
        let guards =
            |target: Square| after.board().attackers(target, !self.winner, after.board().occupied()).without(after.king(!self.winner));
        !after.in_check() && self.keep.target.is_none_or(|target| guards(target).is_empty())
    }

    /// Whether the loser's king is not in check, or can answer it by a step on its way.
    fn drives_home(&self, after: &Position) -> bool {
        let loser = !self.winner;
        if after.turn() != loser {
            return !after.in_check();
        }
        let nearer = match self.to_go(loser) {
            Some(to_go) if to_go > 0 => self.keep.ways[loser as usize].within(to_go - 1) & king_attacks(after.king(loser)),
            _ => Bitboard::EMPTY,
        };
        !after.in_check() || nearer.into_iter().any(|to| after.arrivals(Role::King, to).origins().any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::Verdict;
    use crate::rules::dead_position::checker;

    /// How long the line is that a stroll finds, which the checker has found good.
    fn length(fen: &str, winner: Color) -> Option<usize> {
        let (position, _) = parse_fen(fen).expect("a sound FEN");
        let line = stroll(&position, winner, &mut 1_000)?;
        let length = line.len();
        assert!(checker::holds(&position, winner, &Verdict::Winnable(line)), "{fen}");
        Some(length)
    }

    #[test]
    fn a_king_that_its_own_men_hem_in_is_mated_where_it_stands() {
        assert_eq!(length("6k1/5ppp/8/8/8/8/PPP5/1K1R4 w - - 0 1", Color::White), Some(1));
        let castled = length("r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/R1BQ1RK1 w - - 0 1", Color::White);
        assert!(castled.is_some_and(|length| length < 20), "{castled:?}");
    }

    #[test]
    fn both_kings_walk_where_nobody_hems_one_in() {
        assert!(length("8/8/2k2n2/8/8/4K3/8/Q7 w - - 0 1", Color::White).is_some());
        assert!(length("8/8/2k2n2/8/8/4K3/8/R7 b - - 0 1", Color::White).is_some());
    }

    #[test]
    fn a_pawn_becomes_a_queen_first() {
        assert!(length("8/8/2k2n2/8/8/4K3/7P/8 w - - 0 1", Color::White).is_some());
        // The king stands before its pawn; and here it has to take the pawn that stands in the way.
        assert!(length("8/8/2k2n2/8/7K/8/7P/8 w - - 0 1", Color::White).is_some());
        assert!(length("n7/8/1k6/8/7p/4K3/7P/8 w - - 0 1", Color::White).is_some());
    }

    #[test]
    fn nobody_checks_the_king_where_it_is_to_be_mated_before_it_is() {
        // On the way only a check that the king answers by a step towards its last square.
        assert!(length("3q1r2/5k1p/1pn2p2/1p6/4r2P/4B3/8/2K1R1R1 w - - 2 32", Color::Black).is_some());
        assert!(length("6k1/3R4/2P5/8/4N3/8/8/7K w - - 14 77", Color::White).is_some());
    }

    #[test]
    fn a_move_that_leaves_the_loser_none_is_taken_back() {
        assert!(length("8/k7/8/1K6/8/2q5/8/3r4 b - - 5 79", Color::Black).is_some());
        assert!(length("r7/2r5/8/8/1k1n4/6p1/1K5p/8 b - - 1 59", Color::Black).is_some());
    }

    #[test]
    fn what_guards_every_square_is_given_away_or_taken() {
        assert!(length("8/b4k2/p4p2/4p2K/8/2q5/7P/8 b - - 0 1", Color::White).is_some());
        assert!(length("6k1/8/R4P2/3N4/2B1PP2/7p/2KQ3P/8 w - - 1 43", Color::Black).is_some());
    }

    #[test]
    fn a_man_of_the_losers_blocks_what_nobody_can_take() {
        assert!(length("8/3k3K/8/3Bb3/8/8/8/8 w - - 79 86", Color::White).is_some());
        assert!(length("3K4/8/3N4/8/4n3/8/7k/8 b - - 92 102", Color::White).is_some());
    }

    #[test]
    fn a_pawn_of_the_losers_becomes_a_knight_to_help_a_lone_bishop() {
        assert!(length("8/8/8/3B2k1/8/5p2/8/2K5 w - - 15 69", Color::White).is_some());
        assert!(length("2R5/8/8/4P1k1/4b3/8/8/6K1 w - - 15 57", Color::Black).is_some());
    }

    #[test]
    fn two_minor_pieces_mate_a_bare_king() {
        assert!(length("2K5/8/7k/4b3/4n3/8/8/8 w - - 100 110", Color::Black).is_some());
        assert!(length("8/8/8/4B3/4B3/4K2k/8/8 w - - 100 91", Color::White).is_some());
        // The last flight is taken by a check that drives the king home.
        assert!(length("k2K4/8/8/3N4/3B4/8/8/8 w - - 53 87", Color::White).is_some());
    }

    #[test]
    fn another_mate_is_tried_where_one_cannot_be_walked_to() {
        assert!(length("1B1r4/3k4/pp6/3n4/P3Np1p/1P5P/6P1/R4K1R b - - 1 26", Color::White).is_some_and(|length| length < 30));
    }

    #[test]
    fn a_stroll_that_leads_nowhere_ends() {
        assert_eq!(length("5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1", Color::White), None);
        assert_eq!(length("8/3k4/8/8/8/3K4/8/8 w - - 0 1", Color::White), None);
    }
}
