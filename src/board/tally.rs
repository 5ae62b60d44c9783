//! Counting the squares of many sets at once.
//!
//! Where the processor counts bits itself, this is a plain sum. Where it does not, or may not be asked to, a count is a sum
//! that is carried out in parallel within one word: first in each pair of bits, then in each four, in each byte, and at last
//! over the whole word. Sets that are counted together share that last step.

use super::Bitboard;

/// The number of squares in all sets that were added: 31 sets at most, so that no byte overflows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally(u64);

impl Tally {
    /// Whether the processor that this is made for counts bits in one instruction.
    const COUNTS_BITS: bool = cfg!(any(not(target_arch = "x86_64"), target_feature = "popcnt"));

    /// Adds a set.
    #[inline]
    pub const fn add(&mut self, set: Bitboard) {
        self.0 += if Self::COUNTS_BITS { set.len() as u64 } else { rank_by_rank(set.0) };
    }

    /// How many squares were added.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        if Self::COUNTS_BITS {
            return self.0 as u32;
        }
        let pairs = (self.0 & 0x00ff_00ff_00ff_00ff) + (self.0 >> 8 & 0x00ff_00ff_00ff_00ff);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }
}

/// How many squares a set has on each rank, a byte for each.
#[inline]
const fn rank_by_rank(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_the_sum_of_the_sizes() {
        let sets = (0..31_u32).map(|shift| Bitboard(0x8123_4567_89ab_cdef_u64.rotate_left(shift) | 0xff << shift));
        let mut tally = Tally::default();
        let mut sum = 0;
        for set in sets {
            tally.add(set);
            sum += set.len();
            assert_eq!(tally.total(), sum);
        }
    }

    #[test]
    fn a_rank_has_eight_squares_and_thirty_one_full_boards_are_counted() {
        let mut tally = Tally::default();
        (0..31).for_each(|_| tally.add(Bitboard::FULL));
        assert_eq!(tally.total(), 31 * 64);
        assert_eq!(rank_by_rank(!0), 0x0808_0808_0808_0808);
        assert_eq!(rank_by_rank(1 << 63 | 0x101), 0x0100_0000_0000_0101);
    }
}
