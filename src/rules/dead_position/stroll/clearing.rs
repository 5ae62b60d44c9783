//! What may have to be done before a stroll can begin: a pawn is promoted, a file is opened, the loser's men are loosened.

use crate::board::{Bitboard, Color, PromotionRole, Role, Square, king_attacks};
use crate::position::Move;

use super::super::saturation::around;
use super::super::sketch::Scene;
use super::{Keep, Stroll};

/// A side that has had to wait so often is waiting for something that never comes.
const PATIENCE: usize = 5;

impl Stroll {
    /// Whether the winner has pawns, and nothing stronger.
    pub(super) fn needs_a_queen(&self) -> bool {
        let of = |role| self.position.board().of(self.winner, role);
        (of(Role::Queen) | of(Role::Rook)).is_empty() && of(Role::Pawn).any()
    }

    /// Whether the winner has bishops and knights alone, and the loser has pawns but no such man to help with.
    pub(super) fn needs_help(&self) -> bool {
        let board = self.position.board();
        let lone = board.of_role(Role::Bishop) | board.of_role(Role::Knight) | board.of_role(Role::King);
        let pawns = board.of(!self.winner, Role::Pawn);
        let others = board.of_color(!self.winner) & (board.of_role(Role::Bishop) | board.of_role(Role::Knight));
        (board.of_color(self.winner) & !lone).is_empty() && pawns.any() && others.is_empty()
    }

    /// Pushes the pawn of one side that has the shortest open way to the last rank, to be promoted.
    pub(super) fn promote(&mut self, side: Color, role: PromotionRole) -> Option<()> {
        let board = self.position.board();
        let king = self.position.king(side);
        let blocked = board.occupied().without(king);
        let open = board.of(side, Role::Pawn).into_iter().filter(|&pawn| (Self::ahead(pawn, side) & blocked).is_empty());
        let mut pawn = open.min_by_key(|&pawn| Self::ahead(pawn, side).len())?;
        let way = Self::ahead(pawn, side);
        self.waited = [None; 2];
        self.keep = Keep { clear: [way; 2], room: [!way; 2], ..Keep::default() };
        self.keep.free[!side as usize] = king_attacks(king).with(king);
        while !Bitboard::BACK_RANKS.has(pawn) {
            self.keep.stay = pawn.into();
            let mv = if self.position.turn() != side {
                self.wait()?
            } else if way.has(self.position.king(side)) {
                let aside = king_attacks(self.position.king(side)) & !way;
                aside.into_iter().find_map(|to| self.position.arrivals(Role::King, to).sole_from(Bitboard::FULL))?
            } else {
                pawn = pawn.forward(side)?;
                self.position.legal_push(pawn, Bitboard::BACK_RANKS.has(pawn).then_some(role))?
            };
            self.play(mv);
        }
        Some(())
    }

    /// Walks with the winner's king to a man that stands before a pawn, and takes it.
    pub(super) fn open_a_file(&mut self) -> Option<()> {
        let (winner, loser) = (self.winner, !self.winner);
        let board = self.position.board();
        let first_before = |pawn: Square| {
            let men = Self::ahead(pawn, winner) & board.occupied();
            if winner == Color::White { men.first() } else { men.last() }
        };
        let blockers: Bitboard = board.of(winner, Role::Pawn).into_iter().filter_map(first_before).collect();
        let way = Scene::of(&self.position, winner, Bitboard::EMPTY).way_to(blockers & board.of_color(loser));
        let king = self.position.king(winner);
        way.nearest(king.into())?;
        let corridor = way.between(king);
        self.waited = [None; 2];
        self.keep = Keep { clear: [corridor; 2], room: [!around(corridor); 2], ..Keep::default() };
        self.keep.free[loser as usize] = corridor;
        self.keep.room[winner as usize] = way.all();
        self.keep.ways[winner as usize] = way;
        let mut waits = 0;
        while self.to_go(winner)? > 0 && waits < PATIENCE {
            let mv = if self.position.turn() == winner { self.step(self.to_go(winner)?) } else { None };
            waits += usize::from(mv.is_none() && self.position.turn() == winner);
            let mv = mv.or_else(|| self.wait())?;
            self.play(mv);
        }
        (self.to_go(winner) == Some(0)).then_some(())
    }

    /// The squares before a pawn, up to the last rank.
    fn ahead(pawn: Square, side: Color) -> Bitboard {
        let mut ahead = Bitboard::from(pawn).forward(side);
        while (ahead & Bitboard::BACK_RANKS).is_empty() {
            ahead |= ahead.forward(side);
        }
        ahead
    }

    /// Takes the strongest of the loser's men that can be taken; where it is the loser's turn, he gives one away first.
    pub(super) fn loosen(&mut self) -> Option<()> {
        self.keep = Keep { room: [Bitboard::FULL; 2], ..Keep::default() };
        self.waited = [None; 2];
        let board = *self.position.board();
        if self.position.turn() == self.winner {
            let legal = self.position.legal_moves();
            let victim = |mv: &Move| board.role_at(mv.to());
            let taking = legal.iter().copied().filter(|mv| victim(mv).is_some()).max_by_key(victim);
            let mv = taking.or_else(|| self.wait()).or_else(|| legal.first().copied())?;
            self.play(mv);
            return Some(());
        }
        let legal = self.position.legal_moves();
        let gift = |mv: &Move| {
            let taken = || board.attackers(mv.to(), self.winner, board.occupied().without(mv.from())).any();
            (mv.role() != Role::King && !board.occupied().has(mv.to()) && taken()).then(|| mv.role())
        };
        let giving = legal.iter().copied().filter(|mv| gift(mv).is_some()).max_by_key(gift);
        let mv = giving.or_else(|| self.wait()).or_else(|| legal.first().copied())?;
        self.play(mv);
        let replies = self.position.legal_moves();
        if let Some(&taking) = replies.iter().find(|taking| giving.is_some_and(|mv| mv.to() == taking.to())) {
            self.play(taking);
        }
        Some(())
    }
}
