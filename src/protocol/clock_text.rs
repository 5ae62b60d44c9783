//! Both clocks as text writes them, kept from one reply to the next: a move changes only one of them.

use super::digits::{EIGHT_DIGITS, eight_digits};
use super::fields::CLOCKS;

/// How long one key is with the blanks around it.
const KEY: usize = 7;

/// How long a number can be that is kept.
const NUMBER: usize = 8;

/// How long the whole text can be.
const LONGEST: usize = 2 * (KEY + NUMBER);

/// The numbers of ` wtime MS btime MS` as they were written last.
///
/// How long each is, is kept, and not found out from its digits: where the bytes of a reply go must not wait for them.
#[derive(Clone, Debug)]
pub struct ClockText([Number; 2]);

#[derive(Clone, Copy, Debug)]
struct Number {
    value: u32,
    /// The least number with as many digits, and how many there are above it.
    least: u32,
    more: u32,
    /// How many digits fewer than eight it has.
    missing: u32,
    /// Its eight digits, the first in the lowest byte.
    digits: u64,
}

impl Default for ClockText {
    fn default() -> Self {
        Self([Number::new(0); 2])
    }
}

impl ClockText {
    /// Writes both clocks, in ms, White's first; or nothing, where one has more than eight digits. Whether it was written.
    #[inline(always)]
    pub(super) fn write(&mut self, clocks: [u32; 2], out: &mut Vec<u8>) -> bool {
        let [white, black] = &mut self.0;
        if !(white.change_to(clocks[0]) && black.change_to(clocks[1])) {
            return false;
        }
        let at = out.len();
        out.extend_from_slice(&[b' '; LONGEST]);
        let [white_short, black_short] = [white.missing, black.missing].map(|missing| missing as usize & (NUMBER - 1));
        let length = LONGEST - white_short - black_short;
        if let Some(text) = out.last_chunk_mut::<LONGEST>() {
            // Each number is written with all its zeros, and the key then over those.
            text[KEY - white_short..][..NUMBER].copy_from_slice(&white.digits.to_le_bytes());
            text[..KEY].copy_from_slice(CLOCKS[0].before_value.as_bytes());
            text[length - NUMBER..][..NUMBER].copy_from_slice(&black.digits.to_le_bytes());
            text[length - NUMBER + black_short - KEY..][..KEY].copy_from_slice(CLOCKS[1].before_value.as_bytes());
        }
        out.truncate(at + length);
        true
    }
}

impl Number {
    /// Of a number below [`EIGHT_DIGITS`].
    fn new(value: u32) -> Self {
        let (digits, missing) = eight_digits(value);
        let above = EIGHT_DIGITS / 10_u32.pow(missing as u32);
        let least = if value < 10 { 0 } else { above / 10 };
        Self { value, least, more: above - 1 - least, missing: missing as u32, digits }
    }

    /// Changes it to this number, unless there is no room for so many digits. Whether there was.
    #[inline(always)]
    fn change_to(&mut self, value: u32) -> bool {
        if value != self.value {
            if value.wrapping_sub(self.least) > self.more {
                return self.change_length_to(value);
            }
            self.value = value;
            self.digits = eight_digits(value).0;
        }
        true
    }

    #[cold]
    fn change_length_to(&mut self, value: u32) -> bool {
        let fits = value < EIGHT_DIGITS;
        if fits {
            *self = Self::new(value);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &mut ClockText, clocks: [u32; 2]) -> Option<String> {
        let mut out = b"before".to_vec();
        let written = text.write(clocks, &mut out);
        let text = String::from_utf8(out.split_off("before".len())).expect("ASCII");
        assert_eq!(written, !text.is_empty());
        written.then_some(text)
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
