//! Checks, pins and the squares that answer a check: what the legal moves of a position are cut down by.

use crate::board::{Bitboard, Role, Square, between, bishop_attacks, line, rook_attacks};

use super::Position;

/// How the king of the side to move constrains its men.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraints {
    /// Where that king stands.
    pub(super) king: Square,
    /// The men that may only move along the line through their king.
    pub(super) pinned: Bitboard,
    /// Where a man other than the king has to go: everywhere without a check, onto the checker or between it and the
    /// king in a single check, nowhere in a double check.
    pub(super) answers: Bitboard,
}

impl Constraints {
    /// The squares that a man on `from` may go to as far as checks and pins are concerned; not for the king.
    #[inline]
    pub(super) fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { self.answers & line(self.king, from) } else { self.answers }
    }
}

impl Position {
    /// Finds pins and the squares that answer a check.
    #[inline]
    pub(super) fn constraints(&self) -> Constraints {
        let king = self.king(self.turn);
        let answers = match self.checkers.single() {
            Some(checker) => between(king, checker).with(checker),
            None if self.checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Constraints { king, pinned: self.pinned(king), answers }
    }

    /// The men of the side to move that alone shield their king from an enemy line piece.
    #[inline]
    fn pinned(&self, king: Square) -> Bitboard {
        let own = self.board.of_color(self.turn);
        let enemy = self.board.of_color(!self.turn);
        let queens = self.board.of_role(Role::Queen);
        let straight = rook_attacks(king, enemy) & (self.board.of_role(Role::Rook) | queens);
        let diagonal = bishop_attacks(king, enemy) & (self.board.of_role(Role::Bishop) | queens);
        let mut pinned = Bitboard::EMPTY;
        for pinner in (straight | diagonal) & enemy {
            let shield = between(king, pinner) & own;
            if !shield.many() {
                pinned |= shield;
            }
        }
        pinned
    }
}
