//! The stroll: most of a line to mate is walking to the right squares while nobody disturbs it.
//!
//! The kings and the one or two men of a [`sketch`](super::sketch) walk to their places, and who has arrived waits with another
//! man. There is no tree and no guess: where the stroll gets stuck, the men are loosened and sketched afresh a few times. Then
//! it is given up, and the [`finder`](super::finder) begins at the start.

mod clearing;

use crate::board::{Bitboard, Color, Piece, Role, Square, between, king_attacks};
use crate::position::{Move, MoveIntent, Position};

use super::saturation::around;
use super::sketch::{Rings, Scene, Sketch, Walker, attacks};

/// How many moves more a walk may take than its sketch says.
const SLACK: usize = 4;

/// After so many moves they are not looked at afresh any more.
const LONGEST: usize = 60;

/// So often the men are looked at afresh, where the walk has got stuck.
const SKETCHES: usize = 8;

/// A line to mate, if it is as easy as that. The moves played are taken off the budget.
pub(super) fn stroll(start: &Position, winner: Color, budget: &mut u64) -> Option<Vec<Move>> {
    let mut stroll = Stroll { winner, position: *start, line: Vec::with_capacity(32), waited: [None; 2], keep: Keep::default() };
    let mut found = false;
    for _ in 0..SKETCHES {
        if stroll.needs_a_queen() && stroll.promote().is_none() && stroll.open_a_file().is_some() {
            stroll.promote();
        }
        found = stroll.mate().is_some();
        if found || stroll.line.len() >= LONGEST || stroll.loosen().is_none() {
            break;
        }
    }
    *budget = budget.saturating_sub(stroll.line.len() as u64);
    found.then_some(stroll.line)
}

/// A stroll on its way.
struct Stroll {
    winner: Color,
    position: Position,
    line: Vec<Move>,
    /// The last waiting move of each side, where it can be taken back.
    waited: [Option<Move>; 2],
    keep: Keep,
}

/// What waiting moves have to respect, side by side.
#[derive(Default)]
struct Keep {
    /// Who stays where it is.
    stay: Bitboard,
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
    ways: [Rings; 2],
}

impl Stroll {
    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv);
        self.line.push(mv);
    }

    /// Walks to a mate.
    fn mate(&mut self) -> Option<()> {
        let loser = !self.winner;
        let mut sketch = self.begin()?;
        let target = sketch.mater.to.first()?;
        let (mut before, mut too_early) = (None, false);
        for _ in 0..2 * (sketch.moves + SLACK) {
            self.keep.stay = Bitboard::from(sketch.mater.at) | sketch.second.map_or(Bitboard::EMPTY, |second| second.at.into());
            let turn = self.position.turn();
            let (to_go, others) = (self.to_go(turn)?, self.to_go(!turn)?);
            let stood = (self.position, sketch);
            let mv = if too_early {
                None
            } else if to_go > 0 {
                self.step(to_go)
            } else if turn == loser {
                None
            } else if others == 0 && sketch.second.is_none_or(|second| second.is_there()) && self.is_ready(&sketch, target) {
                let mate = self.position.arrivals(sketch.mater.role, target).sole_from(sketch.mater.at.into())?;
                self.play(mate);
                return (self.position.in_check() && !self.position.has_legal_move()).then_some(());
            } else {
                self.approach(&mut sketch, target)
            };
            too_early = false;
            if turn == self.winner {
                before = mv.map(|_| stood);
            }
            if let Some(mv) = mv.or_else(|| self.wait()) {
                self.play(mv);
            } else {
                // It leaves the loser no move to wait with: the winner has to wait first.
                (self.position, sketch) = before.take()?;
                self.line.pop();
                too_early = true;
            }
        }
        None
    }

    /// Draws a sketch of the men as they stand, and what waiting moves have to respect for it.
    fn begin(&mut self) -> Option<Sketch> {
        let (winner, loser) = (self.winner, !self.winner);
        let scene = Scene::of(&self.position, winner);
        let sketch = scene.nearest()?;
        let ways = scene.ways(&sketch);
        let line = sketch.mater.to.into_iter().fold(sketch.mater.to, |all, target| all | between(target, sketch.seat));
        let corridors = Color::ALL.map(|color| ways[color as usize].between(self.position.king(color)));
        let kings = corridors[0] | corridors[1];
        let near = king_attacks(sketch.seat);
        let mut keep = Keep { target: sketch.mater.to.first(), covered: near, ..Keep::default() };
        keep.clear[winner as usize] = line | kings | near;
        keep.clear[loser as usize] = line | kings | sketch.second.map_or(Bitboard::EMPTY, |second| second.to);
        keep.free[winner as usize] = corridors[loser as usize];
        keep.free[loser as usize] = corridors[winner as usize] | line;
        keep.room = Color::ALL.map(|color| ways[color as usize].all());
        keep.ways = ways;
        self.keep = keep;
        self.waited = [None; 2];
        Some(sketch)
    }

    /// How far a king is from where it is wanted.
    fn to_go(&self, color: Color) -> Option<usize> {
        let (king, way) = (self.position.king(color), &self.keep.ways[color as usize]);
        way.nearest(king.into()).or_else(|| (color != self.winner && (king_attacks(king) & way.at(0)).any()).then_some(1))
    }

    /// Whether the man that mates stands where it sees its last square.
    fn is_ready(&self, sketch: &Sketch, target: Square) -> bool {
        sketch.before.has(sketch.mater.at) && attacks(sketch.mater.role, sketch.mater.at, self.position.board().occupied()).has(target)
    }

    /// What the loser's king has still to cross.
    fn crossing(&self) -> Bitboard {
        let loser = !self.winner;
        let king = self.position.king(loser);
        if self.to_go(loser) == Some(0) { Bitboard::EMPTY } else { self.keep.ways[loser as usize].between(king).without(king) }
    }

    /// A king's step that brings it nearer. The winner's does not get in the way of the loser's.
    fn step(&self, to_go: usize) -> Option<Move> {
        let turn = self.position.turn();
        let nearer = self.keep.ways[turn as usize].at(to_go - 1) & king_attacks(self.position.king(turn));
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
        if let Some(second) = sketch.second.as_mut().filter(|second| !second.is_there()) {
            return self.lead(second, avoid);
        }
        let before = sketch.before & attacks(sketch.mater.role, target, self.position.board().occupied());
        let mut mater = Walker { to: before, ..sketch.mater };
        let mv = self.lead(&mut mater, avoid)?;
        sketch.mater.at = mater.at;
        Some(mv)
    }

    /// A move that brings a man nearer to where it is wanted, without giving check or attacking what is to be avoided.
    fn lead(&self, walker: &mut Walker, avoid: Bitboard) -> Option<Move> {
        let board = self.position.board();
        let Walker { role, at, to } = *walker;
        let (own, occupied) = (board.of_color(self.winner), board.occupied());
        let playable = |to: Square| {
            let mv = self.position.arrivals(role, to).sole_from(at.into())?;
            let quiet = (attacks(role, to, occupied.without(at)) & avoid).is_empty() && self.drives_home(&self.position.play(mv));
            quiet.then_some(mv)
        };
        let next = attacks(role, at, occupied) & !own;
        let before = to.into_iter().fold(Bitboard::EMPTY, |all, to| all | attacks(role, to, occupied)) & !own;
        let mv = (next & to)
            .into_iter()
            .find_map(playable)
            .or_else(|| (next & before).into_iter().find_map(playable))
            .or_else(|| next.into_iter().filter(|&next| (attacks(role, next, occupied) & before).any()).find_map(playable))?;
        walker.at = mv.to();
        Some(mv)
    }

    /// Whether a move gives no check and opens no line to where the mate is to be given.
    fn is_quiet(&self, mv: Move) -> bool {
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
            Some(to_go) if to_go > 0 => self.keep.ways[loser as usize].at(to_go - 1) & king_attacks(after.king(loser)),
            _ => Bitboard::EMPTY,
        };
        !after.in_check() || nearer.into_iter().any(|to| after.arrivals(Role::King, to).origins().any())
    }

    /// A move that changes nothing: the last such move taken back, or one of a man that is in nobody's way.
    fn wait(&mut self) -> Option<Move> {
        let turn = self.position.turn();
        if let Some(last) = self.waited[turn as usize] {
            let back = self.position.find_legal(MoveIntent::Step { from: last.to(), to: last.from(), promotion: None });
            if let Some(mv) = back.filter(|&mv| self.drives_home(&self.position.play(mv))) {
                self.waited[turn as usize] = back;
                return Some(mv);
            }
        }
        let board = self.position.board();
        let king = self.position.king(turn);
        let (clear, free, room) = (self.keep.clear[turn as usize], self.keep.free[turn as usize], self.keep.room[turn as usize]);
        let legal = self.position.legal_moves();
        let quiet = |mv: &Move| !board.occupied().has(mv.to()) && mv.castling().is_none() && mv.promotion().is_none();
        let harmless = |mv: &Move| {
            let man = Piece { color: turn, role: board.role_at(mv.from()).expect("a move starts on a man") };
            let needed = if turn == self.winner { board.attacks_from(man, mv.from()) } else { mv.from().into() } & self.keep.covered;
            mv.from() != king
                && needed.is_empty()
                && !(clear.has(mv.to()) || self.keep.stay.has(mv.from()))
                && (board.attacks_from(man, mv.to()) & free).is_empty()
                && self.is_quiet(*mv)
        };
        let pawns = board.of_role(Role::Pawn);
        let quietly = || legal.iter().copied().filter(quiet);
        // Beside where it is to be mated the loser's king may wait too, and the winner's out of its way.
        let way = &self.keep.ways[turn as usize];
        let (room, avoid) = if turn == self.winner { (room, self.crossing()) } else { (room | around(way.at(0)), Bitboard::EMPTY) };
        let steps = |avoid: Bitboard| {
            let steps = quietly().filter(|mv| mv.from() == king && room.has(mv.to()) && (king_attacks(mv.to()) & avoid).is_empty());
            steps.min_by_key(|mv| way.nearest(mv.to().into()).unwrap_or(1))
        };
        // A man of the winner's that takes flights leaves them for a move.
        let lets_go = |mv: &Move| turn == self.winner && mv.from() != king && !pawns.has(mv.from()) && self.is_quiet(*mv);
        let man = quietly().find(harmless);
        let found = man.or_else(|| steps(avoid)).or_else(|| quietly().find(lets_go)).or_else(|| steps(Bitboard::EMPTY));
        self.waited[turn as usize] = found.filter(|mv| mv.from() != king && !pawns.has(mv.from()));
        found
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
    fn a_stroll_that_leads_nowhere_ends() {
        assert_eq!(length("5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1", Color::White), None);
        assert_eq!(length("8/3k4/8/8/8/3K4/8/8 w - - 0 1", Color::White), None);
    }
}
