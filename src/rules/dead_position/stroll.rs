//! The stroll: most of a line to mate is walking to the right squares while nobody disturbs it.
//!
//! The kings and the one or two men of a [`sketch`](super::sketch) walk to their places, and who has arrived waits with another
//! man. There is no tree and no guess: where the stroll gets stuck, it is given up, and the [`finder`](super::finder) begins
//! at the start.

use crate::board::{Bitboard, Color, Piece, PromotionRole, Role, Square, between, king_attacks};
use crate::position::{Move, MoveIntent, Position};

use super::sketch::{Rings, Scene, Sketch, Walker, attacks};

/// So many moves in all, and it is given up.
const LONGEST: usize = 60;

/// A line to mate, if it is as easy as that.
pub(super) fn stroll(start: &Position, winner: Color) -> Option<Vec<Move>> {
    let board = start.board();
    let mut stroll = Stroll { winner, position: *start, line: Vec::with_capacity(32), waited: [None; 2], keep: Keep::default() };
    if (board.of(winner, Role::Queen) | board.of(winner, Role::Rook)).is_empty() && board.of(winner, Role::Pawn).any() {
        stroll.promote()?;
    }
    for _ in 0..3 {
        let walked = stroll.line.len();
        if stroll.mate().is_some() {
            return Some(stroll.line);
        }
        if stroll.line.len() == walked || !stroll.position.has_legal_move() {
            break;
        }
    }
    None
}

/// A stroll on its way.
struct Stroll {
    winner: Color,
    position: Position,
    line: Vec<Move>,
    /// The last waiting move of each side.
    waited: [Option<Move>; 2],
    keep: Keep,
}

/// What waiting moves have to respect, side by side.
#[derive(Default)]
struct Keep {
    /// Who stays where it is.
    stay: Bitboard,
    /// Where nobody goes.
    clear: [Bitboard; 2],
    /// What nobody attacks.
    free: [Bitboard; 2],
    /// What the winner's men do not cease to attack.
    covered: Bitboard,
    /// Where a king may wait.
    room: [Bitboard; 2],
    /// How far a king has to go from there.
    ways: Option<[Rings; 2]>,
}

impl Keep {
    fn distance(&self, color: Color, from: Square) -> Option<usize> {
        self.ways.as_ref().and_then(|ways| ways[color as usize].nearest(from.into()))
    }
}

impl Stroll {
    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv);
        self.line.push(mv);
    }

    /// Pushes the pawn that has the shortest open way to the last rank.
    fn promote(&mut self) -> Option<()> {
        let board = self.position.board();
        let way = |pawn: Square| {
            let mut way = Bitboard::from(pawn).forward(self.winner);
            while (way & Bitboard::BACK_RANKS).is_empty() {
                way |= way.forward(self.winner);
            }
            way
        };
        let open = board.of(self.winner, Role::Pawn).into_iter().filter(|&pawn| (way(pawn) & board.occupied()).is_empty());
        let mut pawn = open.min_by_key(|&pawn| way(pawn).len())?;
        let king = self.position.king(self.winner);
        self.keep.clear = [way(pawn); 2];
        self.keep.room = [!way(pawn); 2];
        self.keep.free[!self.winner as usize] = king_attacks(king).with(king);
        while !Bitboard::BACK_RANKS.has(pawn) {
            self.keep.stay = pawn.into();
            let mv = if self.position.turn() == self.winner {
                pawn = pawn.forward(self.winner)?;
                self.position.legal_push(pawn, Bitboard::BACK_RANKS.has(pawn).then_some(PromotionRole::Queen))?
            } else {
                self.wait()?
            };
            self.play(mv);
        }
        Some(())
    }

    /// Walks to a mate.
    fn mate(&mut self) -> Option<()> {
        let (winner, loser) = (self.winner, !self.winner);
        let start = self.position;
        let scene = Scene::of(&start, winner);
        let sketch = scene.nearest()?;
        let ways = scene.ways(&sketch);
        let Sketch { seat, mut mater, mut second, .. } = sketch;
        let target = mater.to.first()?;
        let line = between(target, seat).with(target);
        let corridors = Color::ALL.map(|color| ways[color as usize].between(start.king(color)));
        let kings = corridors[0] | corridors[1];
        self.waited = [None; 2];
        self.keep.clear[winner as usize] = line | kings | king_attacks(seat);
        self.keep.clear[loser as usize] = line | kings | second.map_or(Bitboard::EMPTY, |second| second.to);
        self.keep.free[winner as usize] = corridors[loser as usize];
        self.keep.free[loser as usize] = corridors[winner as usize] | line;
        self.keep.covered = king_attacks(seat);
        self.keep.room = Color::ALL.map(|color| ways[color as usize].all());
        self.keep.ways = Some(ways.clone());
        let mut waits = 0;
        while waits < 5 && self.line.len() < LONGEST {
            self.keep.stay = Bitboard::from(mater.at) | second.map_or(Bitboard::EMPTY, |second| second.at.into());
            let turn = self.position.turn();
            let [to_go, others_to_go] = [turn, !turn].map(|color| ways[color as usize].nearest(self.position.king(color).into()));
            let (Some(to_go), Some(others_to_go)) = (to_go, others_to_go) else { return None };
            let mv = if turn == loser {
                if to_go > 0 { self.step(&ways, to_go) } else { None }
            } else {
                // Nobody gets in the way of the loser's king, as long as it has to walk.
                let avoid = if others_to_go > 0 { ways[loser as usize].between(self.position.king(loser)) } else { Bitboard::EMPTY };
                match &mut second {
                    _ if to_go > 0 => self.step(&ways, to_go).filter(|mv| (king_attacks(mv.to()) & avoid).is_empty()),
                    Some(second) if !second.to.has(second.at) => self.lead(second, avoid),
                    _ if !attacks(mater.role, mater.at, self.position.board().occupied()).has(target) => self.lead(&mut mater, avoid),
                    _ if others_to_go > 0 => {
                        // A move that changes nothing.
                        let before = attacks(mater.role, target, self.position.board().occupied());
                        let mut shuffled = Walker { to: before, ..mater };
                        let mv = self.lead(&mut shuffled, avoid);
                        mater.at = shuffled.at;
                        mv
                    }
                    _ => {
                        let mv = self.position.arrivals(mater.role, target).sole_from(mater.at.into());
                        let mv = mv?;
                        self.play(mv);
                        let mate = self.position.in_check() && !self.position.has_legal_move();

                        return mate.then_some(());
                    }
                }
            };
            waits += usize::from(mv.is_none() && (turn == winner || to_go > 0));
            let mv = mv.or_else(|| self.wait());
            let mv = mv?;
            self.play(mv);
        }
        None
    }

    /// A king's step that brings it nearer.
    fn step(&self, ways: &[Rings; 2], to_go: usize) -> Option<Move> {
        let turn = self.position.turn();
        let nearer = ways[turn as usize].at(to_go - 1) & king_attacks(self.position.king(turn));
        nearer.into_iter().find_map(|to| self.position.arrivals(Role::King, to).sole_from(Bitboard::FULL))
    }

    /// A move that brings a man nearer to where it is wanted, without giving check or attacking what is to be avoided.
    fn lead(&self, walker: &mut Walker, avoid: Bitboard) -> Option<Move> {
        let board = self.position.board();
        let Walker { role, at, to } = *walker;
        let (own, occupied) = (board.of_color(self.winner), board.occupied());
        let playable = |to: Square| {
            let mv = self.position.arrivals(role, to).sole_from(at.into())?;
            let quiet = (attacks(role, to, occupied.without(at)) & avoid).is_empty() && !self.position.play(mv).in_check();
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

    /// A move that changes nothing: the last such move taken back, or one of a man that is in nobody's way.
    fn wait(&mut self) -> Option<Move> {
        let turn = self.position.turn();
        if let Some(last) = self.waited[turn as usize] {
            let back = self.position.find_legal(MoveIntent::Step { from: last.to(), to: last.from(), promotion: None });
            if back.is_some() {
                self.waited[turn as usize] = back;
                return back;
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
                && !self.position.play(*mv).in_check()
        };
        let found = legal.iter().copied().filter(quiet).find(harmless);
        self.waited[turn as usize] = found.filter(|mv| !board.of_role(Role::Pawn).has(mv.from()));
        found.or_else(|| {
            legal
                .iter()
                .copied()
                .filter(|mv| mv.from() == king && quiet(mv) && room.has(mv.to()))
                .min_by_key(|mv| self.keep.distance(turn, mv.to()))
        })
    }
}
