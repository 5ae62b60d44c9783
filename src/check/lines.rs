//! A source of lines, cut into parts of whole lines in bounded memory.

use std::borrow::Cow;
use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

/// How many bytes a part has, about.
const TARGET: usize = 1 << 16;

/// A line has fewer bytes than this; of a longer one the rest is dropped.
pub(super) const LONGEST: usize = 1 << 20;

/// Whole lines of a source.
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// The number of the first, from 1.
    first: u64,
}

impl Lines {
    /// Each line with its number, without blanks around it; `None` for one that was too long. What is not UTF-8 in it is replaced.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Option<Cow<'_, str>>, u64)> {
        self.bytes.split(|&byte| byte == b'\n').zip(self.first..).map(|(line, number)| {
            let text = if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
            ((line.len() < LONGEST).then(|| String::from_utf8_lossy(text.trim_ascii())), number)
        })
    }
}

/// Cuts a source into parts of whole lines.
pub(super) struct LineCutter<R> {
    source: R,
    /// What was read and is in no part yet.
    pending: Vec<u8>,
    line: u64,
    at_end: bool,
}

impl<R: Read> LineCutter<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, pending: Vec::new(), line: 1, at_end: false }
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of the source.
    pub(super) fn next(&mut self) -> io::Result<Option<Lines>> {
        let mut wanted = TARGET;
        loop {
            let missing = wanted.saturating_sub(self.pending.len());
            self.pending.reserve(missing); // or it would be read in small pieces at first
            self.at_end |= self.source.by_ref().take(missing as u64).read_to_end(&mut self.pending)? < missing;
            if let Some(end) = memrchr(b'\n', &self.pending) {
                let rest = self.pending.split_off(end + 1);
                let mut bytes = std::mem::replace(&mut self.pending, rest);
                bytes.pop();
                return Ok(Some(self.part(bytes)));
            }
            if self.at_end {
                return Ok(self.rest());
            }
            if self.pending.len() >= LONGEST {
                self.drop_rest_of_line()?;
            }
            wanted = self.pending.len() + TARGET;
        }
    }

    /// What was read and is in no part yet, as the last one: for a source that gave an error.
    pub(super) fn rest(&mut self) -> Option<Lines> {
        let bytes = std::mem::take(&mut self.pending);
        (!bytes.is_empty()).then(|| self.part(bytes))
    }

    fn part(&mut self, bytes: Vec<u8>) -> Lines {
        let first = self.line;
        self.line += memchr_iter(b'\n', &bytes).count() as u64 + 1;
        Lines { bytes, first }
    }

    /// Passes over what is left of a line that is too long.
    fn drop_rest_of_line(&mut self) -> io::Result<()> {
        let mut chunk = Vec::with_capacity(TARGET);
        loop {
            chunk.clear();
            if self.source.by_ref().take(TARGET as u64).read_to_end(&mut chunk)? == 0 {
                self.at_end = true;
                return Ok(());
            }
            if let Some(end) = memchr(b'\n', &chunk) {
                self.pending.extend_from_slice(&chunk[end..]);
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(source: &[u8]) -> Vec<(String, u64)> {
        let mut cutter = LineCutter::new(source);
        let mut lines = Vec::new();
        while let Some(part) = cutter.next().expect("bytes in memory") {
            lines.extend(part.iter().map(|(line, number)| (line.map_or_else(|| "too long".to_owned(), Cow::into_owned), number)));
        }
        lines
    }

    #[test]
    fn lines_keep_their_numbers_over_parts() {
        let source: String = (1..=50_000).map(|number| format!(" line {number}\r\n")).collect();
        let lines = numbered(source.as_bytes());
        assert_eq!(lines.len(), 50_000);
        assert!(lines.iter().all(|(line, number)| *line == format!("line {number}")));
    }

    #[test]
    fn a_last_line_without_its_end_counts_and_a_byte_order_mark_does_not() {
        let lines = numbered(b"\xef\xbb\xbfone\n\ntwo");
        assert_eq!(lines, [("one".to_owned(), 1), (String::new(), 2), ("two".to_owned(), 3)]);
        assert_eq!(numbered(b""), []);
    }

    #[test]
    fn an_endless_line_is_told_and_the_next_is_there() {
        let mut source = vec![b' '; 5 * LONGEST];
        source.extend_from_slice(b"\nnext");
        assert_eq!(numbered(&source), [("too long".to_owned(), 1), ("next".to_owned(), 2)]);
    }
}
