//! Counting the squares of many sets at once.

use super::Bitboard;

/// The number of squares in all sets that were added.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally(u32);

impl Tally {
    /// Adds a set.
    #[inline]
    pub const fn add(&mut self, set: Bitboard) {
        self.0 += set.len();
    }

    /// How many squares were added.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        self.0
    }
}
