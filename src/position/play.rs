//! Making a legal move: what the moves depend on is copied and changed by [`Scene`], the key and the counters follow.

use crate::board::{Color, Piece, Role};

use super::checks::Constraints;
use super::identity::keys;
use super::side::{Black, Side, White};
use super::{CastlingRights, Key, Move, MoveKind, Position, castling};

impl Position {
    /// The position after `mv`, a legal move of this one.
    ///
    /// # Panics
    ///
    /// May panic, or give a position that no rule allows, for a move of another position.
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        match self.turn {
            Color::White => self.play_as::<White>(mv),
            Color::Black => self.play_as::<Black>(mv),
        }
    }

    #[inline]
    fn play_as<S: Side>(&self, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let own = |role| Piece { color: S::COLOR, role };
        let role = self.board().role_at(from).expect("a move starts on a man");
        let captured = self.captured(mv);

        let mut key = self.key.0 ^ keys::BLACK_TO_MOVE ^ keys::man(own(role), from);
        if let Some((piece, square)) = captured {
            key ^= keys::man(piece, square);
        }
        let scene = match mv.kind() {
            MoveKind::Castling(side) => {
                let rank = S::COLOR.home_rank();
                key ^= keys::man(own(Role::King), castling::king_target(side, rank));
                key ^= keys::man(own(Role::Rook), to) ^ keys::man(own(Role::Rook), castling::rook_target(side, rank));
                self.scene.after_castling::<S>(side)
            }
            MoveKind::Promotion(promotion) => {
                key ^= keys::man(own(promotion.role()), to);
                self.scene.after_promotion::<S>(promotion, from, to)
            }
            kind => {
                key ^= keys::man(own(role), to);
                match kind {
                    MoveKind::EnPassant => self.scene.after_en_passant::<S>(from, to),
                    MoveKind::DoubleStep => self.scene.after_double_step::<S>(from, to),
                    _ => self.scene.after_step::<S>(role, from, to),
                }
            }
        };
        let en_passant = scene.legal_en_passant::<S::Opponent>();
        key ^= self.en_passant.map_or(0, keys::en_passant) ^ en_passant.map_or(0, keys::en_passant);
        key ^= keys_of(self.castling().lost(scene.castling));
        Self {
            constraints: Constraints::find(&scene.board, !S::COLOR),
            scene,
            key: Key(key),
            halfmove: if role == Role::Pawn || captured.is_some() { 0 } else { self.halfmove + 1 },
            fullmove: self.fullmove + S::COLOR as u32,
            turn: !S::COLOR,
            en_passant,
        }
    }
}

/// What these rights add to a key.
#[inline]
fn keys_of(rights: CastlingRights) -> u64 {
    if rights.is_empty() { 0 } else { rights.iter().fold(0, |key, (color, side, rook)| key ^ keys::right(color, side, rook)) }
}
