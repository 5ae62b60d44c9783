//! A visitor for the tests: it notes down whatever it is shown.

use super::{Fault, GameResult, Tag, Visitor};

/// What was shown, in its order.
#[derive(Default, Debug)]
pub(super) struct Listing {
    shown: Vec<(usize, String)>,
    faults: Vec<Fault>,
}

impl Listing {
    /// A line for each, with where it is in the source: `offset` is that of the first byte.
    pub(super) fn lines(&self, place: impl Fn(usize) -> (u64, u64), offset: usize) -> Vec<String> {
        let line = |(at, what): &(usize, String)| {
            let (line, column) = place(*at);
            format!("{} {line}:{column} {what}", offset + at)
        };
        self.shown.iter().map(line).collect()
    }

    /// All that was shown, without where.
    pub(super) fn shown(&self) -> Vec<&str> {
        self.shown.iter().map(|(_, what)| &**what).collect()
    }

    /// The faults.
    pub(super) fn faults(&self) -> Vec<Fault> {
        self.faults.clone()
    }

    fn note(&mut self, at: usize, what: &str, text: &[u8]) {
        let text = String::from_utf8(text.to_vec()).unwrap_or_else(|_| text.escape_ascii().to_string());
        self.shown.push((at, format!("{what} {text}")));
    }
}

impl<'a> Visitor<'a> for Listing {
    fn begin(&mut self, at: usize) {
        self.shown.push((at, "begin".to_owned()));
    }

    fn tag(&mut self, at: usize, tag: Tag<'a>) {
        self.note(at, &format!("tag {}", tag.name.escape_ascii()), tag.value().as_bytes());
    }

    fn mv(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "mv", text);
    }

    fn en_passant_suffix(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "en_passant", text);
    }

    fn nag(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "nag", text);
    }

    fn glyph(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "glyph", text);
    }

    fn comment(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "comment", text);
    }

    fn variation(&mut self, at: usize, text: &'a [u8]) {
        self.note(at, "variation", text);
    }

    fn result(&mut self, at: usize, result: GameResult) {
        self.note(at, "result", result.text().as_bytes());
    }

    fn fault(&mut self, at: usize, fault: Fault) {
        self.faults.push(fault);
        self.note(at, "fault", fault.code().as_bytes());
    }
}
