//! Both clocks as text writes them, kept from one reply to the next: a move changes only one of them.

use super::digits::{EIGHT_DIGITS, eight_digits};
use super::fields::CLOCKS;

/// How long one key is with the blanks around it.
const KEY: usize = 7;

/// How long a number can be that is kept.
const NUMBER: usize = 8;

/// So many bytes are copied at one go: the longest text, and two more.
pub(super) const COPIED: usize = 2 * (KEY + NUMBER) + 2;

/// ` wtime MS btime MS`, as it was written last.
///
/// White's number ends and Black's begins where it always does, so that neither moves the other when it grows or shrinks.
#[derive(Clone, Debug)]
pub struct ClockText {
    values: [u32; 2],
    /// How many digits fewer than eight each number has. The text begins so many bytes after the start.
    missing: [usize; 2],
    bytes: [u8; NUMBER - 1 + COPIED],
}

impl Default for ClockText {
    fn default() -> Self {
        let mut text = Self { values: [0; 2], missing: [0; 2], bytes: [b'0'; NUMBER - 1 + COPIED] };
        text.bytes[KEY + NUMBER..][..KEY].copy_from_slice(CLOCKS[1].before_value.as_bytes());
        text.set_white(0);
        text.set_black(0);
        text
    }
}

impl ClockText {
    /// Writes what has changed of both clocks, in ms.
    ///
    /// To be called some time before the text is asked for: the processor waits to read as a whole what has just been written in
    /// parts.
    #[inline(always)]
    pub(super) fn set(&mut self, [white, black]: [u32; 2]) {
        if white != self.values[0] && white < EIGHT_DIGITS {
            self.set_white(white);
        }
        if black != self.values[1] && black < EIGHT_DIGITS {
            self.set_black(black);
        }
    }

    /// The text of both clocks with some bytes after it, and how many those are; `None` where it is not theirs, for want of room for
    /// more than eight digits.
    #[inline(always)]
    pub(super) fn of(&self, values: [u32; 2]) -> Option<(&[u8; COPIED], usize)> {
        if values != self.values {
            return None;
        }
        let [start, short] = self.missing.map(|missing| missing & (NUMBER - 1));
        Some((self.bytes[start..].first_chunk()?, 2 + start + short))
    }

    #[inline(always)]
    fn set_white(&mut self, value: u32) {
        let (digits, zeros) = eight_digits(value);
        self.bytes[KEY..][..NUMBER].copy_from_slice(&digits.to_le_bytes());
        // The key comes right before the number, over its zeros.
        self.bytes[zeros..][..KEY].copy_from_slice(CLOCKS[0].before_value.as_bytes());
        (self.values[0], self.missing[0]) = (value, zeros);
    }

    #[inline(always)]
    fn set_black(&mut self, value: u32) {
        let (digits, zeros) = eight_digits(value);
        self.bytes[KEY + NUMBER + KEY..][..NUMBER].copy_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
        (self.values[1], self.missing[1]) = (value, zeros);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &mut ClockText, clocks: [u32; 2]) -> Option<String> {
        text.set(clocks);
        text.of(clocks).map(|(bytes, beyond)| String::from_utf8(bytes[..COPIED - beyond].to_vec()).expect("ASCII"))
    }

    /// A number of any length.
    fn clock() -> impl Strategy<Value = u32> {
        (0..=32_u32, any::<u32>()).prop_map(|(bits, number)| u32::try_from(u64::from(number) >> (32 - bits)).expect("32 bits"))
    }

    proptest! {
        #[test]
        fn clocks_are_written_as_two_numbers_whatever_was_written_before(all in prop::collection::vec((clock(), clock(), 0..4), 1..50)) {
            let mut text = ClockText::default();
            let mut shown = [0; 2];
            for (white, black, changed) in all {
                // A move changes one clock.
                shown = match changed {
                    0 => [white, shown[1]],
                    1 => [shown[0], black],
                    _ => [white, black],
                };
                let expected = format!(" wtime {} btime {}", shown[0], shown[1]);
                prop_assert_eq!(written(&mut text, shown), Some(expected).filter(|_| shown.iter().all(|&clock| clock < EIGHT_DIGITS)));
            }
        }
    }

    #[test]
    fn the_shortest_and_the_longest_are_written_whole() {
        let mut text = ClockText::default();
        assert_eq!(written(&mut text, [0, 0]).as_deref(), Some(" wtime 0 btime 0"));
        assert_eq!(written(&mut text, [99_999_999, 99_999_999]).as_deref(), Some(" wtime 99999999 btime 99999999"));
        assert_eq!(written(&mut text, [5, 100]).as_deref(), Some(" wtime 5 btime 100"));
        assert_eq!(written(&mut text, [5, 100_000_000]), None);
    }
}
