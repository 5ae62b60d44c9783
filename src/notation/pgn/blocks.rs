//! A source cut into blocks that hold whole games, in bounded memory.
//!
//! The reader shows the same games in the blocks as in the whole, for cuts are made only where it begins anew: before a line
//! that starts with an Event tag and does not follow another tag, which is found from the end of what is there; or, in a
//! source without such lines, where the reader itself has come to the end of a game and nothing that is still to come can
//! change its mind.

use std::io::{self, Read};

use super::place::place_after;
use super::reader::{Bounds, Reader, beginning};
use super::tag::{EVENT, Tag, follows_a_tag, is_event_line, next_tag_line};
use super::{Fault, GameResult, Visitor};

/// How many bytes a block has, about.
const TARGET: usize = 1 << 20;

/// Whole games, in the bytes of a source.
#[derive(Clone, Debug)]
pub struct Block {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where the first of them stands in the source.
    pub offset: u64,
    /// In which line of the source that is, from 1.
    pub first_line: u64,
    /// And in which column: 1, unless two games stand in one line.
    first_column: u64,
}

impl Block {
    /// Line and column in the source, both from 1, of an offset in these bytes. As [`place`](super::place()) counts them.
    #[must_use]
    pub fn place(&self, offset: usize) -> (u64, u64) {
        place_after((self.first_line, self.first_column), &self.bytes, offset)
    }

    /// The same of an offset that is not before one whose place is known: only what lies between is looked at.
    ///
    /// # Panics
    ///
    /// Where it is before that one.
    #[must_use]
    pub fn place_after(&self, known: (usize, (u64, u64)), offset: usize) -> (u64, u64) {
        let (from, place) = known;
        place_after(place, &self.bytes[from..], offset - from)
    }
}

/// Cuts what a source gives into blocks that hold whole games.
#[derive(Debug)]
pub struct Blocks<R> {
    source: R,
    target: usize,
    bounds: Bounds,
    /// What was read and is in no block yet. It begins where the reader begins anew.
    pending: Vec<u8>,
    /// Where that stands in the source: the offset, the line and the column.
    offset: u64,
    place: (u64, u64),
    at_end: bool,
    /// Whether what is pending still belongs to a game that was too long.
    skipping: bool,
}

/// How many bytes tell whether the next one is the first in its line.
const LOOK_BACK: usize = 4;

impl<R: Read> Blocks<R> {
    /// The blocks of this source, of about 1 MiB each.
    #[must_use]
    pub const fn new(source: R) -> Self {
        Self::with_target(source, TARGET)
    }

    /// The blocks of this source, of about so many bytes each: more where one game is longer, less where one ends sooner.
    #[must_use]
    pub const fn with_target(source: R, target: usize) -> Self {
        Self::with_bounds(source, target, Bounds::WIDE)
    }

    /// Blocks for a reader that goes as far as this.
    pub(super) const fn with_bounds(source: R, target: usize, bounds: Bounds) -> Self {
        Self { source, target, bounds, pending: Vec::new(), offset: 0, place: (1, 1), at_end: false, skipping: false }
    }

    /// The next block; `None` at the end. A block may be without games. Of a game that is longer than
    /// [`LONGEST_GAME`](super::LONGEST_GAME) a block has the beginning, in which the reader finds that fault; the rest is dropped.
    ///
    /// # Errors
    ///
    /// Those of the source; asked again, it goes on. An interrupted read is repeated.
    #[allow(clippy::should_implement_trait, reason = "it fails, and then can be asked again")]
    pub fn next(&mut self) -> io::Result<Option<Block>> {
        self.skip()?;
        let mut wanted = self.target.max(1);
        loop {
            self.fill(wanted)?;
            if self.at_end {
                let all = self.pending.len();
                return Ok((all > 0).then(|| self.cut(all)));
            }
            if let Some(cut) = self.event_line().or_else(|| self.end_of_a_game()) {
                return Ok(Some(self.cut(cut)));
            }
            if self.pending.len() > self.bounds.game + self.bounds.tag {
                // The reader has not come to an end within the bound. One byte more, and it tells so.
                let block = self.block(self.pending[..=self.bounds.game].to_vec());
                self.pass(self.bounds.game - LOOK_BACK);
                self.skipping = true;
                return Ok(Some(block));
            }
            wanted = self.pending.len() * 2;
        }
    }

    /// What was read and is in no block yet, as the last one: for a source that gave an error and will not be asked again. Its last
    /// game may be cut off.
    #[must_use]
    pub fn rest(&mut self) -> Option<Block> {
        let all = if self.skipping { 0 } else { self.pending.len() };
        (all > 0).then(|| self.cut(all))
    }

    /// Reads until so many bytes are pending, or to the end.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while !self.at_end && self.pending.len() < wanted {
            let missing = wanted - self.pending.len();
            self.at_end = self.source.by_ref().take(missing as u64).read_to_end(&mut self.pending)? < missing;
        }
        Ok(())
    }

    /// The last line that begins a game whatever stands before it.
    fn event_line(&self) -> Option<usize> {
        let begins = |&at: &usize| at > 0 && is_event_line(&self.pending, at) && !follows_a_tag(&self.pending, at);
        memchr::memmem::rfind_iter(&self.pending, EVENT).find(begins)
    }

    /// The last place where the reader has come to the end of a game, and would have, too, had it seen what comes next.
    fn end_of_a_game(&self) -> Option<usize> {
        let sure = self.pending.len().checked_sub(self.bounds.tag)?;
        let (Ok(mut last) | Err(mut last)) = beginning(&self.pending[..sure], 0, self.bounds);
        let mut reader = Reader::with_bounds(&self.pending, self.bounds);
        while reader.read_game(&mut Nobody) && reader.offset() <= sure {
            last = reader.offset();
        }
        (last > 0).then_some(last)
    }

    /// These bytes as a block, which begins where what is pending does.
    const fn block(&self, bytes: Vec<u8>) -> Block {
        Block { bytes, offset: self.offset, first_line: self.place.0, first_column: self.place.1 }
    }

    /// The first so many pending bytes, as a block.
    fn cut(&mut self, length: usize) -> Block {
        let mut rest = Vec::with_capacity(self.target.max(self.pending.len() - length));
        rest.extend_from_slice(&self.pending[length..]);
        let place = place_after(self.place, &self.pending, length);
        let mut bytes = std::mem::replace(&mut self.pending, rest);
        bytes.truncate(length);
        let block = self.block(bytes);
        (self.offset, self.place) = (self.offset + length as u64, place);
        block
    }

    /// Passes over what is left of a game that was too long: up to the next line that begins with a tag pair, or to the end.
    fn skip(&mut self) -> io::Result<()> {
        while self.skipping {
            self.fill(self.pending.len() + self.target.max(self.bounds.tag))?;
            // What is nearer to the end may look otherwise when more is there.
            let sure = self.pending.len() - if self.at_end { 0 } else { self.bounds.tag };
            let found = next_tag_line(&self.pending, LOOK_BACK, self.bounds.tag).filter(|&at| at < sure);
            self.skipping = found.is_none() && !self.at_end;
            self.pass(found.unwrap_or(if self.at_end { sure } else { sure - LOOK_BACK }));
        }
        Ok(())
    }

    /// Passes over so many pending bytes.
    fn pass(&mut self, length: usize) {
        self.place = place_after(self.place, &self.pending, length);
        self.offset += length as u64;
        self.pending.drain(..length);
    }
}

/// Nobody is shown anything: the reader only tells where games end.
struct Nobody;

impl Visitor<'_> for Nobody {
    fn begin(&mut self, _: usize) {}
    fn tag(&mut self, _: usize, _: Tag<'_>) {}
    fn mv(&mut self, _: usize, _: &[u8]) {}
    fn result(&mut self, _: usize, _: GameResult) {}
    fn fault(&mut self, _: usize, _: Fault) {}
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::listing::Listing;
    use super::*;

    /// Bounds so small that a few lines reach them.
    const NARROW: Bounds = Bounds { game: 160, tag: 40 };

    /// A source that gives so many bytes at a time and is interrupted in between.
    struct Dripping<'a> {
        bytes: &'a [u8],
        most: usize,
        interrupted: bool,
    }

    impl Read for Dripping<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let most = self.most.min(into.len());
            self.bytes.read(&mut into[..most])
        }
    }

    fn in_the_whole(bytes: &[u8], bounds: Bounds) -> Vec<String> {
        let mut listing = Listing::default();
        let mut reader = Reader::with_bounds(bytes, bounds);
        while reader.read_game(&mut listing) {}
        listing.lines(|at| super::super::place(bytes, at), 0)
    }

    fn in_blocks(bytes: &[u8], most: usize, target: usize, bounds: Bounds) -> (Vec<String>, usize) {
        let mut blocks = Blocks::with_bounds(Dripping { bytes, most, interrupted: false }, target, bounds);
        let (mut lines, mut longest) = (Vec::new(), 0);
        while let Some(block) = blocks.next().expect("no error but interruptions") {
            let at = usize::try_from(block.offset).expect("short");
            assert_eq!(bytes.get(at..at + block.bytes.len()), Some(&*block.bytes), "a block is a part of the source");
            longest = longest.max(block.bytes.len());
            let mut listing = Listing::default();
            let mut reader = Reader::with_bounds(&block.bytes, bounds);
            while reader.read_game(&mut listing) {}
            lines.extend(listing.lines(|at| block.place(at), at));
        }
        (lines, longest)
    }

    fn games(count: usize) -> String {
        (1..=count).map(|n| format!("[Event \"{n}\"]\n[Round \"{n}\"]\n\n1. e4 e5 {{a comment}} 2. Nf3 1-0\n\n")).collect()
    }

    #[test]
    fn a_block_begins_with_the_line_of_an_event() {
        let text = games(100);
        let mut blocks = Blocks::with_target(text.as_bytes(), 500);
        let mut count = 0;
        while let Some(block) = blocks.next().expect("no error") {
            assert!(block.bytes.starts_with(EVENT) && block.bytes.len() <= 500);
            assert_eq!(block.place(0), super::super::place(text.as_bytes(), usize::try_from(block.offset).expect("short")));
            count += 1;
        }
        assert!(count > text.len() / 500);
    }

    #[test]
    fn a_source_without_events_is_cut_between_games() {
        for text in ["1. e4 e5 1-0 ".repeat(100), "[White \"x\"]\n\n1. e4 *\n\n".repeat(100), "[Event \"x\"]\n".repeat(100)] {
            let (lines, longest) = in_blocks(text.as_bytes(), 7, 200, NARROW);
            assert_eq!(lines, in_the_whole(text.as_bytes(), NARROW));
            assert!(longest <= 400, "{longest}");
        }
    }

    #[test]
    fn a_game_that_is_too_long_is_told_and_the_next_is_read() {
        let text = format!("1. e4 {{ {} \n[White \"x\"]\n1. d4 *", "never closed ".repeat(100));
        let (lines, longest) = in_blocks(text.as_bytes(), 1000, 100, NARROW);
        assert_eq!(lines, in_the_whole(text.as_bytes(), NARROW));
        assert!(lines.iter().any(|line| line.ends_with("fault game_too_long")), "{lines:?}");
        assert!(lines.iter().any(|line| line.ends_with("mv d4")), "{lines:?}");
        assert!(longest <= 2 * (NARROW.game + NARROW.tag + 100), "{longest}");
    }

    #[test]
    fn an_endless_game_takes_no_endless_memory() {
        let source = io::repeat(b'x').take(1 << 26);
        let mut blocks = Blocks::new(source);
        let mut faults = Vec::new();
        while let Some(block) = blocks.next().expect("no error") {
            assert!(block.bytes.len() <= super::super::LONGEST_GAME + 1);
            assert!(blocks.pending.capacity() <= 3 * super::super::LONGEST_GAME);
            let mut listing = Listing::default();
            while Reader::new(&block.bytes[faults.len()..]).read_game(&mut listing) && faults.is_empty() {
                faults.extend(listing.faults());
            }
        }
        assert_eq!(faults, [Fault::GameTooLong]);
    }

    #[test]
    fn a_failing_source_may_be_asked_again() {
        struct Failing(bool, &'static [u8]);
        impl Read for Failing {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0 = !self.0;
                if self.0 { Err(io::ErrorKind::TimedOut.into()) } else { self.1.read(&mut into[..3]) }
            }
        }
        let text = b"[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n";
        let mut blocks = Blocks::new(Failing(false, text));
        let mut failures = 0;
        let block = loop {
            match blocks.next() {
                Ok(block) => break block.expect("a block"),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::TimedOut),
            }
            failures += 1;
        };
        assert_eq!((&*block.bytes, failures > 5), (&text[..], true));
    }

    /// What makes cutting hard.
    const PIECES: [&str; 63] = [
        "[Event \"x\"]\n",
        "\n[Event \"y\"]",
        "[Event \"",
        "\r[Event \"z\"]\r",
        "\r\n[Event \"w\"]\r\n",
        " [Event \"v\"]",
        "[White \"a\"]\n",
        "[Black \"b\"]",
        "[Black \"b",
        "[Site \"a\nb\"]",
        "[Site \"a \"b\" c\"]",
        "[Site \"\\\"\"]",
        "[bad]",
        "[bad",
        "[",
        "]",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\u{b}",
        "%",
        "\n% an escape\n",
        "%[Event \"u\"]",
        "; to the end",
        ";{\n",
        "{a comment}",
        "{",
        "}",
        "{ [%clk 1:00]\n[Event \"t\"] }",
        "{\n}",
        "(",
        ")",
        "(1. d4 {x)} d5)",
        "(=)",
        "1. e4",
        " e5 ",
        " 2... Nf3 ",
        "Nf3+-",
        "exd6e.p.",
        " e.p.",
        "O-O ",
        "0-0 ",
        "--",
        "1-0",
        " 0-1 ",
        " 1/2-1/2\n",
        "½-½",
        "1 - 0",
        "*",
        " * ",
        "$1",
        "$",
        "!?",
        "\u{feff}",
        "\u{a0}",
        "♘f3",
        "±",
        "\0\u{1}",
        "<>",
        "a long word that is no move ",
    ];

    /// A text, shown as one where a test fails.
    #[derive(Clone)]
    struct Text(Vec<u8>);

    impl std::fmt::Debug for Text {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "b\"{}\"", self.0.escape_ascii())
        }
    }

    fn source() -> impl Strategy<Value = Text> {
        let piece = prop_oneof![
            20 => select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
            1 => vec(any::<u8>(), 1..4),
            1 => (select(&b" \nx[%}"[..]), 1_usize..200).prop_map(|(byte, count)| vec![byte; count]),
        ];
        vec(piece, 0..120).prop_map(|pieces| Text(pieces.concat()))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn blocks_show_what_the_whole_shows(text in source(), most in 1_usize..300, target in 1_usize..400, narrow in any::<bool>()) {
            let bounds = if narrow { NARROW } else { Bounds { game: 1 << 20, ..NARROW } };
            prop_assert_eq!(in_blocks(&text.0, most, target, bounds).0, in_the_whole(&text.0, bounds));
        }
    }
}
