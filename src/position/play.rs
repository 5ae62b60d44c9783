//! Making a legal move: what the moves depend on is changed by [`Scene`], the key and the counters follow.

use crate::board::{Color, Piece, PromotionRole, Role, Square};

use super::checks::Constraints;
use super::identity::keys;
use super::side::{Black, Side, White};
use super::{CastlingRights, CastlingSide, Key, Move, MoveKind, Position, castling, en_passant};

impl Position {
    /// The position after `mv`, a legal move of this one.
    ///
    /// # Panics
    ///
    /// May panic, or give a position that no rule allows, for a move of another position.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        next.advance(mv);
        next
    }

    /// Makes it the position after `mv`, a legal move: [`Position::play`] where the position before is not needed any more.
    ///
    /// # Panics
    ///
    /// May panic, or come to a position that no rule allows, for a move of another position.
    pub fn advance(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.advance_as::<White>(mv),
            Color::Black => self.advance_as::<Black>(mv),
        }
    }

    #[inline]
    fn advance_as<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let own = |role| Piece { color: S::COLOR, role };
        let rights = self.scene.castling;
        let mut key = self.key.0 ^ keys::BLACK_TO_MOVE ^ self.en_passant.map_or(0, keys::en_passant);
        self.halfmove += 1;
        match mv.kind() {
            MoveKind::Normal(role) => {
                key ^= keys::man(own(role), from) ^ keys::man(own(role), to) ^ self.take::<S>(to);
                self.scene.step::<S>(role, from, to);
                if role == Role::Pawn {
                    self.halfmove = 0;
                }
            }
            MoveKind::DoubleStep => {
                key ^= keys::man(own(Role::Pawn), from) ^ keys::man(own(Role::Pawn), to);
                self.scene.double_step::<S>(from, to);
                self.halfmove = 0;
            }
            MoveKind::EnPassant => key ^= self.capture_in_passing::<S>(from, to),
            MoveKind::Promotion(promotion) => key ^= self.promote::<S>(promotion, from, to),
            MoveKind::Castling(side) => key ^= self.castle::<S>(side, from, to),
        }
        self.en_passant = self.scene.legal_en_passant::<S::Opponent>();
        key ^= self.en_passant.map_or(0, keys::en_passant);
        let lost = rights.lost(self.scene.castling);
        if !lost.is_empty() {
            key ^= keys_of(lost);
        }
        self.key = Key(key);
        self.constraints = Constraints::find(&self.scene.board, !S::COLOR);
        self.fullmove += S::COLOR as u32;
        self.turn = !S::COLOR;
    }

    /// A pawn captures the one that passed it; what this changes in the key.
    #[cold]
    fn capture_in_passing<S: Side>(&mut self, from: Square, to: Square) -> u64 {
        self.scene.capture_in_passing::<S>(from, to);
        self.halfmove = 0;
        let pawn = |color| Piece { color, role: Role::Pawn };
        keys::man(pawn(S::COLOR), from) ^ keys::man(pawn(S::COLOR), to) ^ keys::man(pawn(!S::COLOR), en_passant::victim(to, S::COLOR))
    }

    /// A pawn becomes something else; what this changes in the key.
    #[cold]
    fn promote<S: Side>(&mut self, promotion: PromotionRole, from: Square, to: Square) -> u64 {
        let own = |role| Piece { color: S::COLOR, role };
        let taken = self.take::<S>(to);
        self.scene.promote::<S>(promotion, from, to);
        self.halfmove = 0;
        taken ^ keys::man(own(Role::Pawn), from) ^ keys::man(own(promotion.role()), to)
    }

    /// The king castles with the rook on this square; what this changes in the key, but for the rights that are lost.
    #[cold]
    fn castle<S: Side>(&mut self, side: CastlingSide, king: Square, rook: Square) -> u64 {
        let own = |role| Piece { color: S::COLOR, role };
        let rank = S::COLOR.home_rank();
        self.scene.castle::<S>(side);
        let king = keys::man(own(Role::King), king) ^ keys::man(own(Role::King), castling::king_target(side, rank));
        king ^ keys::man(own(Role::Rook), rook) ^ keys::man(own(Role::Rook), castling::rook_target(side, rank))
    }

    /// Takes the enemy man away that stands on `square`, if any does; what this changes in the key.
    #[inline]
    fn take<S: Side>(&mut self, square: Square) -> u64 {
        let board = &mut self.scene.board;
        if !board.of_color(!S::COLOR).has(square) {
            return 0;
        }
        let captured = Piece { color: !S::COLOR, role: board.role_on(square) };
        board.toggle(square, captured);
        self.halfmove = 0;
        keys::man(captured, square)
    }
}

/// What these rights add to a key.
#[cold]
fn keys_of(rights: CastlingRights) -> u64 {
    rights.iter().fold(0, |key, (color, side, rook)| key ^ keys::right(color, side, rook))
}
