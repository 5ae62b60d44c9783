//! What the legal moves depend on, and how a move changes it: the men, the castling rights, the square just passed.
//!
//! A [`Position`](super::Position) is this with a side to move, what follows from both, and what games need beside the moves:
//! counters and a key. Perft counts over scenes alone.

use crate::board::{Bitboard, Board, Piece, PromotionRole, Role, Square};

use super::side::Side;
use super::{CastlingRights, CastlingSide, castling, en_passant};

/// The men, the castling rights and the square that a pawn has just passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scene {
    pub(super) board: Board,
    pub(super) castling: CastlingRights,
    /// The square that a pawn has just passed, where an enemy pawn stands ready to capture it, legally or not.
    pub(super) passed: Option<Square>,
}

impl Scene {
    /// After a man of `S` has gone from one square to another, taking what stood there.
    #[inline]
    pub(super) fn after_step<S: Side>(&self, role: Role, from: Square, to: Square) -> Self {
        let mut next = self.begin::<S>(role, from, to);
        next.board.toggle(to, Piece { color: S::COLOR, role });
        next
    }

    /// After a pawn of `S` has made its double step, ready to be captured in passing if anyone stands there to do so.
    #[inline]
    pub(super) fn after_double_step<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        let pawn = Piece { color: S::COLOR, role: Role::Pawn };
        next.board.toggle(from, pawn);
        next.board.toggle(to, pawn);
        let passed = Square::from_index((from as usize + to as usize) / 2);
        next.passed = en_passant::capturers(&next.board, passed, <S::Opponent as Side>::COLOR).any().then_some(passed);
        next
    }

    /// After a pawn of `S` has reached the last rank and become something else.
    #[inline]
    pub(super) fn after_promotion<S: Side>(&self, role: PromotionRole, from: Square, to: Square) -> Self {
        let mut next = self.begin::<S>(Role::Pawn, from, to);
        next.board.toggle(to, Piece { color: S::COLOR, role: role.role() });
        next
    }

    /// After a pawn of `S` has captured the one that passed it.
    #[inline]
    pub(super) fn after_en_passant<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        next.passed = None;
        let pawn = Piece { color: S::COLOR, role: Role::Pawn };
        next.board.toggle(from, pawn);
        next.board.toggle(to, pawn);
        let enemy = Piece { color: <S::Opponent as Side>::COLOR, role: Role::Pawn };
        next.board.toggle(en_passant::victim(to, S::COLOR), enemy);
        next
    }

    /// After `S` has castled to this side.
    #[inline]
    pub(super) fn after_castling<S: Side>(&self, side: CastlingSide) -> Self {
        let king = self.board.king(S::COLOR).expect("a position has both kings");
        let rook = self.castling.rook(S::COLOR, side).expect("castling needs a right");
        let mut next = *self;
        next.passed = None;
        let man = |role| Piece { color: S::COLOR, role };
        let rank = S::COLOR.home_rank();
        // Taken away first, and then put back: in Chess960 one may go where the other was.
        next.board.toggle(king, man(Role::King));
        next.board.toggle(rook, man(Role::Rook));
        next.board.toggle(castling::king_target(side, rank), man(Role::King));
        next.board.toggle(castling::rook_target(side, rank), man(Role::Rook));
        next.castling.revoke_all(S::COLOR);
        next
    }

    /// The square just passed, where at least one capture of `S` onto it is legal.
    #[inline]
    pub(super) fn legal_en_passant<S: Side>(&self) -> Option<Square> {
        self.passed.filter(|&passed| en_passant::legal_capturers(&self.board, passed, S::COLOR).any())
    }

    /// The man lifted from its square, what stood on the other taken away; the rights that go with either.
    #[inline]
    fn begin<S: Side>(&self, role: Role, from: Square, to: Square) -> Self {
        let mut next = Self { board: self.board.without(to), castling: self.castling, passed: None };
        next.board.toggle(from, Piece { color: S::COLOR, role });
        if !self.castling.is_empty() {
            if role == Role::King {
                next.castling.revoke_all(S::COLOR);
            }
            next.castling.revoke_rooks(Bitboard::from(from) | to.into());
        }
        next
    }
}
