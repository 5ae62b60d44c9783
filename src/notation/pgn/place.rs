//! Where in a text something stands: line and column, for a person with an editor.

use super::class::is_line_end;

/// Line and column of an offset in bytes, both from 1. The column counts characters: a byte that is not UTF-8 is one,
/// a byte order mark is none.
///
/// A line ends with a line feed, a carriage return, or both together. An offset past the end is taken as the end.
#[must_use]
pub fn place(bytes: &[u8], offset: usize) -> (u64, u64) {
    place_after((1, 1), bytes, offset)
}

/// The same where the first byte stands at this line and column.
pub(super) fn place_after(first: (u64, u64), bytes: &[u8], offset: usize) -> (u64, u64) {
    let before = &bytes[..offset.min(bytes.len())];
    // Between a carriage return and its line feed the line has not ended yet.
    let before_return = before.strip_suffix(b"\r").filter(|_| bytes.get(before.len()) == Some(&b'\n'));
    let line_start = before_return.unwrap_or(before).iter().rposition(|&byte| is_line_end(byte)).map_or(0, |end| end + 1);
    let (head, line) = before.split_at(line_start);
    let ends = line_ends(head) as u64;
    let column = if ends == 0 { first.1 } else { 1 };
    // A byte order mark has no width, wherever it stands.
    let shown = |text: &str| text.chars().filter(|&character| character != '\u{feff}').count();
    let characters: usize = line.utf8_chunks().map(|chunk| shown(chunk.valid()) + chunk.invalid().len()).sum();
    (first.0 + ends, column + characters as u64)
}

/// How many lines end in this text.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let lone_returns = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    feeds + lone_returns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let text = b"a\nbc\r\nd\re";
        let places: Vec<_> = (0..=text.len() + 1).map(|offset| place(text, offset)).collect();
        assert_eq!(places, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2), (4, 2)]);
    }

    #[test]
    fn columns_count_characters() {
        let text = "♘f3é".as_bytes();
        assert_eq!(place(text, text.len()), (1, 5));
        assert_eq!(place(b"M\xfcller", 6), (1, 7), "Latin-1");
        assert_eq!(place("\u{feff}[Event".as_bytes(), 3), (1, 1), "a byte order mark is none");
    }

    #[test]
    fn a_text_may_begin_in_the_middle_of_a_line() {
        assert_eq!(place_after((7, 5), b"ab\nc", 1), (7, 6));
        assert_eq!(place_after((7, 5), b"ab\nc", 4), (8, 2));
    }
}
