//! Castling rights (3.8.2.1) as the squares of the rooks that may still castle, so that Chess960 is the general case.

use crate::board::{Bitboard, Color, File, Rank, Square};

use super::CastlingSide;

/// For each side of the board and each colour, the file of the rook with which the king may still castle.
///
/// A right says that neither king nor rook has moved; whether castling is possible now is another question (3.8.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    files: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self { files: [[None; 2]; 2] };

    /// The square of the rook with which `color` may castle to `side`.
    #[inline]
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.files[color as usize][side as usize] {
            Some(file) => Some(Square::new(file, color.home_rank())),
            None => None,
        }
    }

    /// Whether `color` has any right left.
    #[inline]
    #[must_use]
    pub const fn has_any(&self, color: Color) -> bool {
        self.files[color as usize][0].is_some() || self.files[color as usize][1].is_some()
    }

    /// Whether nobody has a right left.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        !self.has_any(Color::White) && !self.has_any(Color::Black)
    }

    /// Gives `color` the right to castle to `side` with the rook on this file of its home rank.
    pub const fn grant(&mut self, color: Color, side: CastlingSide, file: File) {
        self.files[color as usize][side as usize] = Some(file);
    }

    /// Takes one right away: its rook has moved or was captured.
    #[inline]
    pub const fn revoke(&mut self, color: Color, side: CastlingSide) {
        self.files[color as usize][side as usize] = None;
    }

    /// Takes both rights of `color` away: its king has moved.
    #[inline]
    pub const fn revoke_all(&mut self, color: Color) {
        self.files[color as usize] = [None; 2];
    }

    /// Every right, as colour, side and the rook's square.
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> + '_ {
        Color::ALL
            .into_iter()
            .flat_map(move |color| CastlingSide::ALL.into_iter().filter_map(move |side| Some((color, side, self.rook(color, side)?))))
    }

    /// The squares of all rooks that may castle.
    #[must_use]
    pub fn rooks(&self) -> Bitboard {
        self.iter().map(|(_, _, rook)| rook).collect()
    }
}

/// Where the king ends up: on file g or c.
#[inline]
#[must_use]
pub(super) const fn king_target(side: CastlingSide, rank: Rank) -> Square {
    match side {
        CastlingSide::King => Square::new(File::G, rank),
        CastlingSide::Queen => Square::new(File::C, rank),
    }
}

/// Where the rook ends up: on file f or d.
#[inline]
#[must_use]
pub(super) const fn rook_target(side: CastlingSide, rank: Rank) -> Square {
    match side {
        CastlingSide::King => Square::new(File::F, rank),
        CastlingSide::Queen => Square::new(File::D, rank),
    }
}
