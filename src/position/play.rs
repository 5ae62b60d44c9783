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

    // What is seldom needed is called last: else all that is at hand would have to be put aside for it at every move.
    #[inline]
    fn advance_as<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let own = |role| Piece { color: S::COLOR, role };
        let (mut key, rights) = (self.key_to_change(), self.scene.castling);
        match mv.kind() {
            MoveKind::Normal(role) => {
                self.halfmove += 1;
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
            MoveKind::EnPassant | MoveKind::Promotion(_) | MoveKind::Castling(_) => return self.advance_specially::<S>(mv),
        }
        self.pass_turn::<S>(key, rights);
    }

    /// The same for what is more than a man who goes from one square to another.
    #[cold]
    fn advance_specially<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(side) = mv.castling() {
            self.castle::<S>(side, from, to);
        } else if let Some(promotion) = mv.promotion() {
            self.promote::<S>(promotion, from, to);
        } else {
            self.capture_in_passing::<S>(from, to);
        }
    }

    /// A pawn captures the one that passed it.
    fn capture_in_passing<S: Side>(&mut self, from: Square, to: Square) {
        let pawn = |color| Piece { color, role: Role::Pawn };
        let key = self.key_to_change() ^ keys::man(pawn(S::COLOR), from) ^ keys::man(pawn(S::COLOR), to);
        self.scene.capture_in_passing::<S>(from, to);
        self.halfmove = 0;
        self.pass_turn::<S>(key ^ keys::man(pawn(!S::COLOR), en_passant::victim(to, S::COLOR)), self.scene.castling);
    }

    /// A pawn becomes something else.
    fn promote<S: Side>(&mut self, promotion: PromotionRole, from: Square, to: Square) {
        let own = |role| Piece { color: S::COLOR, role };
        let (key, rights) = (self.key_to_change() ^ self.take::<S>(to), self.scene.castling);
        self.scene.promote::<S>(promotion, from, to);
        self.halfmove = 0;
        self.pass_turn::<S>(key ^ keys::man(own(Role::Pawn), from) ^ keys::man(own(promotion.role()), to), rights);
    }

    /// The king castles with the rook on this square.
    fn castle<S: Side>(&mut self, side: CastlingSide, king: Square, rook: Square) {
        let own = |role| Piece { color: S::COLOR, role };
        let (mut key, rights) = (self.key_to_change(), self.scene.castling);
        let rank = S::COLOR.home_rank();
        key ^= keys::man(own(Role::King), king) ^ keys::man(own(Role::King), castling::king_target(side, rank));
        key ^= keys::man(own(Role::Rook), rook) ^ keys::man(own(Role::Rook), castling::rook_target(side, rank));
        self.scene.castle::<S>(side);
        self.halfmove += 1;
        self.pass_turn::<S>(key, rights);
    }

    /// The key without the side to move and the square just passed, which change with every move.
    #[inline]
    fn key_to_change(&self) -> u64 {
        self.key.0 ^ keys::BLACK_TO_MOVE ^ self.en_passant.map_or(0, keys::en_passant)
    }

    /// The men stand as they do after a move of `S`: it is the other side's turn. The key lacks what follows from that, and the
    /// rights that were lost, of those that there were before.
    #[inline(always)]
    fn pass_turn<S: Side>(&mut self, key: u64, rights: CastlingRights) {
        self.key = Key(key);
        self.en_passant = None;
        self.constraints = Constraints::find(&self.scene.board, !S::COLOR);
        self.fullmove += S::COLOR as u32;
        self.turn = !S::COLOR;
        let lost = rights.lost(self.scene.castling);
        if self.scene.passed.is_some() || !lost.is_empty() {
            self.note_rights::<S>(lost);
        }
    }

    /// Notes which rights are lost, and whether a capture in passing is legal.
    #[cold]
    fn note_rights<S: Side>(&mut self, lost: CastlingRights) {
        self.en_passant = self.scene.legal_en_passant::<S::Opponent>();
        self.key.0 ^= self.en_passant.map_or(0, keys::en_passant);
        self.key.0 ^= lost.iter().fold(0, |key, (color, side, rook)| key ^ keys::right(color, side, rook));
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
