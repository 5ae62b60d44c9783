//! Both clocks as text writes them, kept from one reply to the next: a move changes only one of them.

use super::digits::{EIGHT_DIGITS, eight_digits};
use super::fields::CLOCKS;

/// How long one key is with the blanks around it.
const KEY: usize = 7;

/// How long a number can be that is kept.
const NUMBER: usize = 8;

/// So many bytes are copied at one go: the longest text, and two more.
pub(super) const COPIED: usize = 32;

/// ` wtime MS btime MS`, as it was written last.
///
/// How long it is, is kept, and not found out from its digits: where the bytes of a reply go must not wait for them.
#[derive(Clone, Debug)]
pub struct ClockText {
    bytes: [u8; COPIED + NUMBER],
    /// How long the text is; 0 where there is none, since there is no room for more than eight digits.
    length: u32,
    numbers: [Number; 2],
}

/// How one of its numbers is written. What is below [`COPIED`] is taken so, which spares looking.
#[derive(Clone, Copy, Debug)]
struct Number {
    value: u32,
    /// Where it stands, with zeros before it up to eight digits.
    at: u32,
    /// Where its key stands, over these zeros.
    key_at: u32,
    /// The least number with as many digits, and how many there are above it.
    least: u32,
    more: u32,
}

impl Default for ClockText {
    fn default() -> Self {
        let none = Number { value: 0, at: 0, key_at: 0, least: 0, more: 0 };
        let mut text = Self { bytes: [b' '; COPIED + NUMBER], length: 0, numbers: [none; 2] };
        text.set_anew([0; 2]);
        text
    }
}

impl ClockText {
    /// Writes what has changed of both clocks, in ms, White's first.
    ///
    /// Best done some time before the text is asked for: a processor waits to read as a whole what has just been written in parts.
    #[inline(always)]
    pub(super) fn set(&mut self, clocks: [u32; 2]) {
        for (color, value) in clocks.into_iter().enumerate() {
            let number = &self.numbers[color];
            if value != number.value {
                if value.wrapping_sub(number.least) > number.more {
                    return self.set_anew(clocks);
                }
                self.put(color, value);
            }
        }
    }

    /// The text of both clocks with some bytes after it; and how long it is, 0 where there is none.
    #[inline(always)]
    pub(super) fn of(&mut self, clocks: [u32; 2]) -> (&[u8; COPIED], usize) {
        // Each by itself, for one of them has just been written.
        let [white, black] = &self.numbers;
        if clocks[0] != white.value || clocks[1] != black.value {
            self.set_late(clocks);
        }
        let bytes = self.bytes.first_chunk().expect("it is longer");
        (bytes, self.length as usize % COPIED)
    }

    /// Puts a number in place of one that has as many digits.
    #[inline(always)]
    fn put(&mut self, color: usize, value: u32) {
        let number = &mut self.numbers[color];
        number.value = value;
        self.bytes[number.at as usize % COPIED..][..NUMBER].copy_from_slice(&eight_digits(value).0.to_le_bytes());
        self.bytes[number.key_at as usize % COPIED..][..KEY].copy_from_slice(CLOCKS[color].before_value.as_bytes());
    }

    #[cold]
    fn set_late(&mut self, clocks: [u32; 2]) {
        self.set(clocks);
    }

    /// Writes both, whatever was there.
    #[cold]
    fn set_anew(&mut self, clocks: [u32; 2]) {
        self.length = 0;
        for (number, value) in self.numbers.iter_mut().zip(clocks) {
            // Any other number will be set anew, too.
            (number.value, number.least, number.more) = (value, value, 0);
        }
        if clocks.iter().any(|&value| value >= EIGHT_DIGITS) {
            return;
        }
        for (color, value) in clocks.into_iter().enumerate() {
            let digits = (NUMBER - eight_digits(value).1) as u32;
            let above = 10_u32.pow(digits);
            let number = &mut self.numbers[color];
            number.least = if value < 10 { 0 } else { above / 10 };
            number.more = above - 1 - number.least;
            number.key_at = self.length;
            self.length += KEY as u32 + digits;
            number.at = self.length - NUMBER as u32;
            self.put(color, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &mut ClockText, clocks: [u32; 2]) -> Option<String> {
        let (bytes, length) = text.of(clocks);
        (length > 0).then(|| String::from_utf8(bytes[..length].to_vec()).expect("ASCII"))
    }

    /// A number of any length.
    fn clock() -> impl Strategy<Value = u32> {
        (0..=32_u32, any::<u32>()).prop_map(|(bits, number)| u32::try_from(u64::from(number) >> (32 - bits)).expect("32 bits"))
    }

    proptest! {
        #[test]
        fn clocks_are_written_as_two_numbers_whatever_was_written_before(all in prop::collection::vec((clock(), clock(), 0..4, any::<bool>()), 1..50)) {
            let mut text = ClockText::default();
            let mut shown = [0; 2];
            for (white, black, changed, ahead) in all {
                // A move changes one clock.
                shown = match changed {
                    0 => [white, shown[1]],
                    1 => [shown[0], black],
                    _ => [white, black],
                };
                let expected = format!(" wtime {} btime {}", shown[0], shown[1]);
                if ahead {
                    text.set(shown);
                }
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
