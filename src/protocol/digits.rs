//! Numbers as digits: all of one at once. Every reply has some numbers, and going about them one digit at a time is seen in the whole.

/// The numbers below it have eight digits at most.
pub(super) const EIGHT_DIGITS: u32 = 100_000_000;

/// The eight digits of a number below [`EIGHT_DIGITS`] as characters, the first in the lowest byte; and how many of them are zeros
/// before the number, 7 at most.
#[inline(always)]
pub(super) const fn eight_digits(number: u32) -> (u64, usize) {
    let halves = (number / 10_000) as u64 | ((number % 10_000) as u64) << 32;
    let hundreds = ((halves * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let pairs = (halves << 16) - hundreds * ((100 << 16) - 1); // hundreds | (halves - 100 * hundreds) << 16
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    let digits = (pairs << 8) - tens * ((10 << 8) - 1); // tens | (pairs - 10 * tens) << 8
    // The last digit counts even if it is a zero.
    let zeros = (digits | 1 << 56).trailing_zeros() / 8;
    (digits | 0x3030_3030_3030_3030, zeros as usize)
}
