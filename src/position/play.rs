//! Making a legal move: what the moves depend on is changed by [`Scene`], the key and the counters follow.

use crate::board::{Color, Piece, Role, Square};

use super::checks::Constraints;
use super::identity::keys;
use super::side::{Black, Side, White};
use super::{CastlingRights, Key, Move, MoveKind, Position, castling, en_passant};

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
            MoveKind::EnPassant => {
                let enemy = Piece { color: <S::Opponent as Side>::COLOR, role: Role::Pawn };
                key ^= keys::man(own(Role::Pawn), from) ^ keys::man(own(Role::Pawn), to);
                key ^= keys::man(enemy, en_passant::victim(to, S::COLOR));
                self.scene.capture_in_passing::<S>(from, to);
                self.halfmove = 0;
            }
            MoveKind::Promotion(promotion) => {
                key ^= keys::man(own(Role::Pawn), from) ^ keys::man(own(promotion.role()), to) ^ self.take::<S>(to);
                self.scene.promote::<S>(promotion, from, to);
                self.halfmove = 0;
            }
            MoveKind::Castling(side) => {
                let rank = S::COLOR.home_rank();
                key ^= keys::man(own(Role::King), from) ^ keys::man(own(Role::King), castling::king_target(side, rank));
                key ^= keys::man(own(Role::Rook), to) ^ keys::man(own(Role::Rook), castling::rook_target(side, rank));
                self.scene.castle::<S>(side);
            }
        }
        self.en_passant = self.scene.legal_en_passant::<S::Opponent>();
        key ^= self.en_passant.map_or(0, keys::en_passant) ^ keys_of(rights.lost(self.scene.castling));
        self.key = Key(key);
        self.constraints = Constraints::find(&self.scene.board, !S::COLOR);
        self.fullmove += S::COLOR as u32;
        self.turn = !S::COLOR;
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
#[inline]
fn keys_of(rights: CastlingRights) -> u64 {
    if rights.is_empty() { 0 } else { rights.iter().fold(0, |key, (color, side, rook)| key ^ keys::right(color, side, rook)) }
}
