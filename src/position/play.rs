//! Making a legal move: the position is copied, and the copy changed.

use crate::board::{Piece, Role, Square};

use super::identity::keys;
use super::{CastlingSide, Key, Move, MoveKind, Position, castling, en_passant};

impl Position {
    /// The position after `mv`, a legal move of this one.
    ///
    /// # Panics
    ///
    /// May panic, or give a position that no rule allows, for a move of another position.
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        let us = self.turn;
        next.forget_en_passant();
        next.turn = !us;
        next.key.0 ^= keys::BLACK_TO_MOVE;
        next.halfmove += 1;
        next.fullmove += us as u32;

        let role = self.board.role_at(mv.from()).expect("a move starts on a man");
        let man = Piece { color: us, role };
        match mv.kind() {
            MoveKind::Castling(side) => {
                let rook = Piece { color: us, role: Role::Rook };
                let rank = mv.from().rank();
                next.toggle(mv.from(), man);
                next.toggle(mv.to(), rook);
                next.toggle(castling::king_target(side, rank), man);
                next.toggle(castling::rook_target(side, rank), rook);
            }
            MoveKind::Promotion(promotion) => {
                next.capture_on(mv.to());
                next.toggle(mv.from(), man);
                next.toggle(mv.to(), Piece { color: us, role: promotion.role() });
            }
            MoveKind::EnPassant => {
                next.capture_on(en_passant::victim(mv.to(), us));
                next.move_man(man, mv);
            }
            MoveKind::Normal | MoveKind::DoubleStep => {
                next.capture_on(mv.to());
                next.move_man(man, mv);
            }
        }
        match role {
            Role::Pawn => next.halfmove = 0,
            Role::King => next.lose_rights(us, None),
            Role::Rook => next.lose_rights(us, Some(mv.from())),
            _ => {}
        }
        let king = next.king(next.turn);
        next.checkers = next.board.attackers(king, us, next.board.occupied());
        if mv.kind() == MoveKind::DoubleStep {
            next.note_passed(mv.from().forward(us).expect("a double step passes a square"));
            if let Some(square) = next.en_passant {
                next.key.0 ^= keys::en_passant(square);
            }
        }
        next
    }

    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant {
            self.key.0 ^= keys::en_passant(square);
        }
        self.en_passant = None;
        self.passed = None;
    }

    #[inline]
    fn move_man(&mut self, man: Piece, mv: Move) {
        self.toggle(mv.from(), man);
        self.toggle(mv.to(), man);
    }

    /// Puts a man on an empty square, or takes that very man away.
    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.board.toggle(square, piece);
        self.key.0 ^= keys::man(piece, square);
    }

    /// Takes away what stands on `square`, if anything: with it go the fifty-move count and the right of a rook.
    #[inline]
    fn capture_on(&mut self, square: Square) {
        if let Some(captured) = self.board.piece_at(square) {
            self.toggle(square, captured);
            self.halfmove = 0;
            if captured.role == Role::Rook {
                self.lose_rights(captured.color, Some(square));
            }
        }
    }

    /// Takes away the castling rights of `color`: those with the rook on this square, or all of them (3.8.2.1).
    #[inline]
    fn lose_rights(&mut self, color: crate::board::Color, rook: Option<Square>) {
        if !self.castling.has_any(color) {
            return;
        }
        for side in CastlingSide::ALL {
            if let Some(square) = self.castling.rook(color, side)
                && rook.is_none_or(|rook| rook == square)
            {
                self.castling.revoke(color, side);
                self.key.0 ^= keys::right(color, side, square);
            }
        }
    }

    /// The same position with its key made from scratch; for a position built by hand.
    pub(super) fn with_fresh_key(mut self) -> Self {
        self.key = Key(0);
        self.key = self.identity().key();
        self
    }
}
