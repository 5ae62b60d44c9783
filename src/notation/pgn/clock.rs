//! What a clock showed after a move, as a command in the move's comment: `[%clk 0:05:03]`, hours, minutes and seconds.

use memchr::{memchr, memmem};

const COMMAND: &[u8] = b"[%clk";

/// What a clock shows, given in ms; parts of a second only where there are any.
#[must_use]
pub fn write_clock(ms: u64) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let mut text = format!("[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if ms > 0 {
        text.push_str(format!(".{ms:03}").trim_end_matches('0'));
    }
    text.push(']');
    text
}

/// What a clock shows by the first such command in a comment, in ms; what is less than a millisecond is left out.
#[must_use]
pub fn read_clock(comment: &[u8]) -> Option<u64> {
    let after = &comment[memmem::find(comment, COMMAND)? + COMMAND.len()..];
    let inside = after.get(..memchr(b']', after)?)?;
    let mut parts = std::str::from_utf8(inside).ok()?.trim_ascii().split(':');
    let (hours, minutes, seconds) = (number(parts.next()?)?, number(parts.next()?)?, parts.next()?);
    let (seconds, decimals) = seconds.split_once('.').unwrap_or((seconds, ""));
    let thousandths = decimals
        .bytes()
        .chain(*b"000")
        .take(3)
        .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + u64::from(digit - b'0')))?;
    if parts.next().is_some() || !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let seconds = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(number(seconds)?)?;
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

fn number(digits: &str) -> Option<u64> {
    // The sign that Rust would take is no part of it.
    digits.parse().ok().filter(|_| digits.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_clock_shows_goes_out_and_back() {
        let shown = [
            (303_000, "[%clk 0:05:03]"),
            (0, "[%clk 0:00:00]"),
            (500, "[%clk 0:00:00.5]"),
            (3_599_001, "[%clk 0:59:59.001]"),
            (36_000_010, "[%clk 10:00:00.01]"),
            (4_294_967_295, "[%clk 1193:02:47.295]"),
        ];
        for (ms, text) in shown {
            assert_eq!(write_clock(ms), text);
            assert_eq!(read_clock(text.as_bytes()), Some(ms));
        }
    }

    #[test]
    fn other_programs_write_more_beside_it() {
        assert_eq!(read_clock(b" [%eval 0.25] [%clk 1:30:05.1234] a good move"), Some(5_405_123));
        assert_eq!(read_clock(b"[%clk  0:00:07 ]"), Some(7_000));
        assert_eq!(read_clock(b"[%clk 0:00:07.]"), Some(7_000));
    }

    #[test]
    fn what_is_no_clock_shows_nothing() {
        let wrong: [&[u8]; 11] = [
            b"",
            b"0:05:03",
            b"[%clk 0:05:03",
            b"[%clk 5:03]",
            b"[%clk 0:0:5:3]",
            b"[%clk +0:05:03]",
            b"[%clk 0:05:03.x]",
            b"[%clk 0:05:03.1234x]",
            b"[%clk a:b:c]",
            b"[%clk 18446744073709551615:00:00]",
            b"[%clk 0:\xff:00]",
        ];
        for comment in wrong {
            assert_eq!(read_clock(comment), None, "{}", String::from_utf8_lossy(comment));
        }
    }
}
