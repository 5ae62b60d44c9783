//! The text of a move in one register: the longest, `Qa1xb2+` or `exd8=Q#`, has seven letters.

use std::cmp::Ordering;
use std::fmt;

use crate::board::Square;

/// A move in UCI or SAN: at most eight ASCII letters, without a heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MoveText {
    /// The letters, and zeros after them.
    bytes: [u8; 8],
}

impl MoveText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len()]).expect("letters are ASCII")
    }

    /// How many letters it has.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        8 - u64::from_le_bytes(self.bytes).leading_zeros() as usize / 8
    }

    /// The letters, and zeros after them: for a writer that is faster with eight bytes than with a few.
    #[inline]
    pub(crate) const fn padded(&self) -> &[u8; 8] {
        &self.bytes
    }
}

/// As texts are sorted.
impl Ord for MoveText {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        u64::from_be_bytes(self.bytes).cmp(&u64::from_be_bytes(other.bytes))
    }
}

impl PartialOrd for MoveText {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A [`MoveText`] that is being put together, the first letter in the lowest byte.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    text: u64,
    bits: u32,
}

impl Letters {
    /// None yet.
    pub(super) const NONE: Self = Self { text: 0, bits: 0 };

    /// Goes on with a text.
    #[inline]
    pub(super) const fn after(text: MoveText) -> Self {
        Self { text: u64::from_le_bytes(text.bytes), bits: 8 * text.len() as u32 }
    }

    /// Adds an ASCII letter.
    #[inline]
    pub(super) const fn push(self, letter: char) -> Self {
        debug_assert!(letter.is_ascii() && letter != '\0');
        Self { text: self.text | ((letter as u64) << self.bits), bits: self.bits + 8 }
    }

    /// Adds a letter or none, without a branch.
    #[inline]
    pub(super) const fn push_if(self, adds: bool, letter: char) -> Self {
        let letter = if adds { letter as u64 } else { 0 };
        Self { text: self.text | (letter << self.bits), bits: self.bits + 8 * adds as u32 }
    }

    /// Adds the name of a square.
    #[inline]
    pub(super) const fn push_square(self, square: Square) -> Self {
        let (file, rank) = (square.file() as u64 + b'a' as u64, square.rank() as u64 + b'1' as u64);
        let name = file | (rank << 8);
        Self { text: self.text | (name << self.bits), bits: self.bits + 16 }
    }

    /// The text.
    #[inline]
    pub(super) const fn done(self) -> MoveText {
        MoveText { bytes: self.text.to_le_bytes() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Letters, MoveText};

    fn text(letters: &str) -> MoveText {
        letters.chars().fold(Letters::NONE, Letters::push).done()
    }

    #[test]
    fn a_text_is_what_was_put_together() {
        for letters in ["", "0000", "e2e4", "O-O-O", "exd8=Q#", "abcdefgh"] {
            assert_eq!((text(letters).as_str(), text(letters).len()), (letters, letters.len()));
            assert_eq!(text(letters).to_string(), letters);
        }
    }

    #[test]
    fn a_letter_may_be_left_out_and_more_may_follow() {
        let letters = Letters::NONE.push_if(true, 'N').push_if(false, 'x').push_if(true, 'b');
        assert_eq!(letters.done(), text("Nb"));
        assert_eq!(Letters::after(letters.done()).push('+').done(), text("Nb+"));
    }

    #[test]
    fn they_are_sorted_as_texts_are() {
        let mut texts = ["e2e4", "a7a8q", "a7a8", "O-O", "O-O-O", "", "Nb"].map(text);
        texts.sort_unstable();
        assert!(texts.is_sorted_by_key(|text| text.as_str().to_owned()));
    }
}
