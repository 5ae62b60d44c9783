//! What is tolerated in a client's spelling: the one list, for moves and for FENs.

use std::ops::{BitOr, BitOrAssign};

/// One liberty taken with the notation that was understood all the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Forgiven {
    /// A pawn reaches the last rank and no new role is named: a queen (`e7e8`, `e8`).
    PromotionMissing,
    /// The new role is spelled in another way than the notation has it (`e8Q`, `e8(Q)`, `e7e8=Q`).
    PromotionSpelling,
    /// Castling spelled with noughts or small letters, or in UCI by the other of its two spellings (`0-0`, `e1h1`, `Kg1`).
    CastlingSpelling,
    /// `e.p.` after an en passant capture.
    EnPassantSuffix,
    /// A comment on the move's worth (`!?`).
    Glyph,
    /// A move number before the move (`12...Nf6`).
    MoveNumber,
    /// A chess figurine in place of a letter (`♘f3`).
    Figurine,
    /// The source square in full, a hyphen, or a pawn's letter (`Ng1-f3`, `e2-e4`, `Pe4`).
    LongForm,
    /// Another source file or rank than the notation asks for (`Ngf3` where `Nf3` suffices).
    OverDisambiguated,
    /// A check or mate sign missing, wrong, or spelled in another way.
    CheckMark,
    /// A capture sign missing, wrong, or spelled in another way.
    CaptureMark,
    /// A piece's letter in lower case (`nf3`).
    LetterCase,
    /// A FEN without its two counters.
    CountersMissing,
    /// A FEN whose first move has the number 0.
    FullmoveZero,
    /// A FEN's en passant square that no double step can have left.
    EnPassantIgnored,
    /// A FEN's counts of empty squares side by side (`44`).
    CountsSplit,
    /// A FEN's castling letters in another order than White's before Black's, and the king's side before the queen's (`kqKQ`).
    RightsOrder,
}

impl Forgiven {
    /// All of them: the one list that the docs and the tests walk.
    pub const ALL: [Self; 17] = [
        Self::PromotionMissing,
        Self::PromotionSpelling,
        Self::CastlingSpelling,
        Self::EnPassantSuffix,
        Self::Glyph,
        Self::MoveNumber,
        Self::Figurine,
        Self::LongForm,
        Self::OverDisambiguated,
        Self::CheckMark,
        Self::CaptureMark,
        Self::LetterCase,
        Self::CountersMissing,
        Self::FullmoveZero,
        Self::EnPassantIgnored,
        Self::CountsSplit,
        Self::RightsOrder,
    ];

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::PromotionMissing => "promotion_missing",
            Self::PromotionSpelling => "promotion_spelling",
            Self::CastlingSpelling => "castling_spelling",
            Self::EnPassantSuffix => "en_passant_suffix",
            Self::Glyph => "glyph",
            Self::MoveNumber => "move_number",
            Self::Figurine => "figurine",
            Self::LongForm => "long_form",
            Self::OverDisambiguated => "over_disambiguated",
            Self::CheckMark => "check_mark",
            Self::CaptureMark => "capture_mark",
            Self::LetterCase => "letter_case",
            Self::CountersMissing => "counters_missing",
            Self::FullmoveZero => "fullmove_zero",
            Self::EnPassantIgnored => "en_passant_ignored",
            Self::CountsSplit => "counts_split",
            Self::RightsOrder => "rights_order",
        }
    }
}

/// A set of liberties; iterates in the order of [`Forgiven::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ForgivenSet(u32);

impl ForgivenSet {
    /// Nothing was tolerated: the spelling is exact.
    pub const EMPTY: Self = Self(0);

    /// Adds one.
    #[inline]
    pub const fn insert(&mut self, forgiven: Forgiven) {
        self.0 |= 1 << forgiven as u32;
    }

    /// Adds one where `condition` holds.
    #[inline]
    pub(super) const fn insert_if(&mut self, condition: bool, forgiven: Forgiven) {
        if condition {
            self.insert(forgiven);
        }
    }

    /// Whether it holds this one.
    #[inline]
    #[must_use]
    pub const fn contains(self, forgiven: Forgiven) -> bool {
        self.0 & 1 << forgiven as u32 != 0
    }

    /// Whether nothing was tolerated.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All that it holds, in the order of [`Forgiven::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Forgiven> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = Forgiven::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*first)
        })
    }
}

impl From<Forgiven> for ForgivenSet {
    fn from(forgiven: Forgiven) -> Self {
        Self(1 << forgiven as u32)
    }
}

impl FromIterator<Forgiven> for ForgivenSet {
    fn from_iter<I: IntoIterator<Item = Forgiven>>(all: I) -> Self {
        all.into_iter().fold(Self::EMPTY, |set, forgiven| set | forgiven.into())
    }
}

impl BitOr for ForgivenSet {
    type Output = Self;

    /// What either of them holds.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for ForgivenSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_set_and_every_code_is_its_own() {
        for (index, forgiven) in Forgiven::ALL.into_iter().enumerate() {
            assert_eq!(forgiven as usize, index);
        }
        let mut codes: Vec<_> = Forgiven::ALL.map(Forgiven::code).to_vec();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Forgiven::ALL.len());
    }

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_order() {
        let mut set = ForgivenSet::default();
        assert!(set.is_empty());
        set.insert(Forgiven::LetterCase);
        set.insert(Forgiven::Glyph);
        set.insert(Forgiven::Glyph);
        assert!(set.contains(Forgiven::Glyph) && !set.contains(Forgiven::Figurine));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Forgiven::Glyph, Forgiven::LetterCase]);
        let union = set | Forgiven::Figurine.into();
        assert_eq!(union.iter().collect::<ForgivenSet>(), union);
        assert_eq!(union.iter().count(), 3);
    }
}
