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
        let mut next = self.cleared(to);
        next.step::<S>(role, from, to);
        next
    }

    /// After a pawn of `S` has made its double step, ready to be captured in passing if anyone stands there to do so.
    #[inline]
    pub(super) fn after_double_step<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        next.double_step::<S>(from, to);
        next
    }

    /// After a pawn of `S` has reached the last rank and become something else.
    #[inline]
    pub(super) fn after_promotion<S: Side>(&self, role: PromotionRole, from: Square, to: Square) -> Self {
        let mut next = self.cleared(to);
        next.promote::<S>(role, from, to);
        next
    }

    /// After a pawn of `S` has captured the one that passed it.
    #[inline]
    pub(super) fn after_en_passant<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        next.capture_in_passing::<S>(from, to);
        next
    }

    /// After `S` has castled to this side.
    #[inline]
    pub(super) fn after_castling<S: Side>(&self, side: CastlingSide) -> Self {
        let mut next = *self;
        next.castle::<S>(side);
        next
    }

    /// Without whatever man stands on `square`.
    #[inline]
    fn cleared(&self, square: Square) -> Self {
        Self { board: self.board.without(square), ..*self }
    }

    /// A man of `S` goes from one square to another, which is empty or has been cleared.
    #[inline]
    pub(super) fn step<S: Side>(&mut self, role: Role, from: Square, to: Square) {
        self.board.shift(Piece { color: S::COLOR, role }, from, to);
        self.passed = None;
        if !self.castling.is_empty() {
            if role == Role::King {
                self.castling.revoke_all(S::COLOR);
            }
            self.castling.revoke_rooks(Bitboard::from(from) | to.into());
        }
    }

    /// A pawn of `S` makes its double step.
    #[inline]
    pub(super) fn double_step<S: Side>(&mut self, from: Square, to: Square) {
        self.board.shift(Piece { color: S::COLOR, role: Role::Pawn }, from, to);
        let passed = en_passant::passed(from, to);
        self.passed = en_passant::capturers(&self.board, passed, <S::Opponent as Side>::COLOR).any().then_some(passed);
    }

    /// A pawn of `S` goes to the last rank, to a square that is empty or has been cleared, and becomes something else.
    #[inline]
    pub(super) fn promote<S: Side>(&mut self, role: PromotionRole, from: Square, to: Square) {
        self.board.toggle(from, Piece { color: S::COLOR, role: Role::Pawn });
        self.board.toggle(to, Piece { color: S::COLOR, role: role.role() });
        self.passed = None;
        // A rook may have been taken there.
        self.castling.revoke_rooks(to.into());
    }

    /// A pawn of `S` captures the one that passed it.
    #[inline]
    pub(super) fn capture_in_passing<S: Side>(&mut self, from: Square, to: Square) {
        self.board.shift(Piece { color: S::COLOR, role: Role::Pawn }, from, to);
        let enemy = Piece { color: <S::Opponent as Side>::COLOR, role: Role::Pawn };
        self.board.toggle(en_passant::victim(to, S::COLOR), enemy);
        self.passed = None;
    }

    /// `S` castles to this side.
    #[inline]
    pub(super) fn castle<S: Side>(&mut self, side: CastlingSide) {
        let king = self.board.king(S::COLOR).expect("a position has both kings");
        let rook = self.castling.rook(S::COLOR, side).expect("castling needs a right");
        let man = |role| Piece { color: S::COLOR, role };
        let rank = S::COLOR.home_rank();
        // Taken away first, and then put back: in Chess960 one may go where the other was.
        self.board.toggle(king, man(Role::King));
        self.board.toggle(rook, man(Role::Rook));
        self.board.toggle(castling::king_target(side, rank), man(Role::King));
        self.board.toggle(castling::rook_target(side, rank), man(Role::Rook));
        self.castling.revoke_all(S::COLOR);
        self.passed = None;
    }

    /// The square just passed, where at least one capture of `S` onto it is legal.
    #[inline]
    pub(super) fn legal_en_passant<S: Side>(&self) -> Option<Square> {
        self.passed.filter(|&passed| en_passant::legal_capturers(&self.board, passed, S::COLOR).any())
    }
}
