//! What who has arrived does while others are on their way: moves that change nothing, and ways out of the way.

use crate::board::{Bitboard, Piece, Rank, Role, Square, king_attacks};
use crate::position::{Move, MoveIntent};

use super::super::saturation::around;
use super::super::sketch::{Sketch, Walker, attacks};
use super::Stroll;

impl Stroll {
    /// A move that changes nothing: the last such move taken back, or one of a man that is in nobody's way.
    pub(super) fn wait(&mut self) -> Option<Move> {
        let turn = self.position.turn();
        if let Some(last) = self.waited[turn as usize] {
            let back = self.position.find_legal(MoveIntent::Step { from: last.to(), to: last.from(), promotion: None });
            if let Some(mv) = back.filter(|&mv| self.drives_home(&self.position.play(mv))) {
                self.waited[turn as usize] = back;
                return Some(mv);
            }
        }
        let found = self.idle_move().or_else(|| self.idle_step());
        let board = self.position.board();
        self.waited[turn as usize] = found.filter(|mv| !(board.of_role(Role::King) | board.of_role(Role::Pawn)).has(mv.from()));
        found
    }

    /// A move of a man that is in nobody's way: of an officer if possible, for it can be taken back.
    fn idle_move(&self) -> Option<Move> {
        let turn = self.position.turn();
        let board = self.position.board();
        let (clear, free) = (self.keep.clear[turn as usize], self.keep.free[turn as usize]);
        let men = board.of_color(turn) & !self.keep.stay;
        let empty = !board.occupied() & !clear;
        let pawns = men & board.of_role(Role::Pawn);
        let idle = |man: Piece, from: Square| {
            let needed = if turn == self.winner { board.attacks_from(man, from) } else { from.into() };
            (needed & self.keep.covered).is_empty()
        };
        let harmless = |man: Piece, to: Square| (board.attacks_from(man, to) & free).is_empty();
        for from in men & !pawns & !board.of_role(Role::King) {
            let man = Piece { color: turn, role: board.role_on(from) };
            if !idle(man, from) {
                continue;
            }
            let played = (board.attacks_from(man, from) & empty)
                .into_iter()
                .filter(|&to| harmless(man, to))
                .find_map(|to| self.position.arrivals(man.role, to).sole_from(from.into()).filter(|&mv| self.is_quiet(mv)));
            if played.is_some() {
                return played;
            }
        }
        let man = Piece { color: turn, role: Role::Pawn };
        let ahead = pawns.forward(turn) & !board.occupied();
        let targets = (ahead | (ahead.forward(turn) & Bitboard::rank(Rank::R4.relative_to(turn)))) & empty & !Bitboard::BACK_RANKS;
        targets.into_iter().filter(|&to| harmless(man, to)).find_map(|to| {
            self.position.legal_push(to, None).filter(|mv| idle(man, mv.from()) && pawns.has(mv.from()) && self.is_quiet(*mv))
        })
    }

    /// A step of the king that keeps near to its way; or, where there is none, what a man of the winner's can do that takes flights.
    fn idle_step(&self) -> Option<Move> {
        let turn = self.position.turn();
        let board = self.position.board();
        let king = self.position.king(turn);
        let avoid = self.crossing_of(!turn);
        // It leaves the flights for a move.
        let lets_go = || {
            let men = if turn == self.winner { board.of_color(turn) & !board.of_role(Role::Pawn).with(king) } else { Bitboard::EMPTY };
            let of = |from: Square| {
                let man = Piece { color: turn, role: board.role_on(from) };
                let to = |to: Square| self.position.arrivals(man.role, to).sole_from(from.into()).filter(|&mv| self.is_quiet(mv));
                (board.attacks_from(man, from) & !board.occupied()).into_iter().find_map(to)
            };
            men.into_iter().find_map(of)
        };
        self.quiet_step(avoid).or_else(lets_go).or_else(|| if avoid.any() { self.quiet_step(Bitboard::EMPTY) } else { None })
    }

    /// A step of the winner's king out of the way of the loser's.
    pub(super) fn make_way(&self) -> Option<Move> {
        let avoid = self.crossing();
        if (king_attacks(self.position.king(self.winner)) & avoid).any() { self.quiet_step(avoid) } else { None }
    }

    /// A step of the king to where it keeps away from some squares, near to its way.
    fn quiet_step(&self, avoid: Bitboard) -> Option<Move> {
        let turn = self.position.turn();
        let king = self.position.king(turn);
        let (room, way) = (self.keep.room[turn as usize], &self.keep.ways[turn as usize]);
        // Beside where it is to be mated the loser's king may wait too, and the winner's out of its way.
        let room = if turn == self.winner { room } else { room | around(way.within(0)) };
        (king_attacks(king) & room & !self.position.board().occupied())
            .into_iter()
            .filter(|&to| (king_attacks(to) & avoid).is_empty())
            .filter_map(|to| self.position.arrivals(Role::King, to).sole_from(king.into()))
            .filter(|&mv| self.refused != Some(mv))
            .min_by_key(|mv| way.nearest(mv.to().into()).unwrap_or(1))
    }

    /// A move of the winner's that leaves a king something to do that can do nothing but walk: the man that is to take its last
    /// flight steps aside, to come back later.
    pub(super) fn lose_a_move(&self, sketch: &mut Sketch, target: Square) -> Option<Move> {
        let board = self.position.board();
        if board.of_color(!self.winner).many() {
            return None;
        }
        let second = sketch.second.as_mut()?;
        let Walker { role, at, to } = *second;
        let occupied = board.occupied();
        let near = |squares: Bitboard| squares.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(role, square, occupied));
        let aside = attacks(role, at, occupied) & near(to) & !occupied & !to & !king_attacks(self.position.king(!self.winner));
        let mv = aside.into_iter().find_map(|to| {
            let mv = self.position.arrivals(role, to).sole_from(at.into())?;
            (to != target && self.is_quiet(mv)).then_some(mv)
        })?;
        second.at = mv.to();
        Some(mv)
    }
}
