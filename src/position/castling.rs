//! Castling rights (3.8.2.1) as the squares of the rooks that may still castle, so that Chess960 is the general case.

use crate::board::{Bitboard, Board, Color, File, Rank, Square, between};

use super::CastlingSide;

/// For each side of the board and each colour, the file of the rook with which the king may still castle.
///
/// A right says that neither king nor rook has moved; whether castling is possible now is another question (3.8.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    /// A byte for each colour and side, in which one bit at most tells the file of the rook.
    files: u32,
}

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self { files: 0 };

    /// The square of the rook with which `color` may castle to `side`.
    #[inline]
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.files >> shift(color, side) & 0xff {
            0 => None,
            file => Some(Square::new(File::from_index(file.trailing_zeros() as usize), color.home_rank())),
        }
    }

    /// Whether `color` has any right left.
    #[inline]
    #[must_use]
    pub const fn has_any(&self, color: Color) -> bool {
        self.files >> shift(color, CastlingSide::King) & 0xffff != 0
    }

    /// Whether nobody has a right left.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.files == 0
    }

    /// Gives `color` the right to castle to `side` with the rook on this file of its home rank.
    pub const fn grant(&mut self, color: Color, side: CastlingSide, file: File) {
        self.files |= 1 << (shift(color, side) + file as u32);
    }

    /// Takes the rights away whose rooks stand on these squares: they have moved or were captured.
    #[inline]
    pub const fn revoke_rooks(&mut self, squares: Bitboard) {
        let white = (squares.0 & 0xff) as u32;
        let black = (squares.0 >> 56) as u32;
        self.files &= !((white * 0x0000_0101) | (black * 0x0101_0000));
    }

    /// Takes both rights of `color` away: its king has moved.
    #[inline]
    pub const fn revoke_all(&mut self, color: Color) {
        self.files &= !(0xffff << shift(color, CastlingSide::King));
    }

    /// These rights without those that `later` still has.
    #[inline]
    #[must_use]
    pub const fn lost(&self, later: Self) -> Self {
        Self { files: self.files & !later.files }
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

/// Where the byte of this colour and side starts.
#[inline]
const fn shift(color: Color, side: CastlingSide) -> u32 {
    color as u32 * 16 + side as u32 * 8
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

/// The men between king or rook and where they go in castling, these two left out.
#[inline]
pub(super) fn obstacles(board: &Board, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
    let king_target = king_target(side, king.rank());
    let rook_target = rook_target(side, king.rank());
    let way = between(king, king_target).with(king_target) | between(rook, rook_target).with(rook_target);
    way & board.occupied().without(king).without(rook)
}
