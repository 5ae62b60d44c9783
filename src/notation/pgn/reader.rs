//! The reader: finds where games begin and end, and has each shown to a visitor.
//!
//! What is read is never copied. A game knows nothing of the one before it, which is why a source may be cut between
//! games (`blocks.rs`). Nothing here or in `game.rs` looks further ahead than [`Bounds::tag`] without reading what it saw.

use super::class::{blanks_end, line_end};
use super::game::{End, Game, comment_end};
use super::tag::{EVENT, is_event_line, is_tag_line, next_tag_line};
use super::{Fault, Visitor};

/// The longest game that is read, in bytes.
pub const LONGEST_GAME: usize = 16 << 20;

/// How far the reader goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The longest game, in bytes.
    pub(super) game: usize,
    /// The longest tag pair, in bytes. All other looking ahead is shorter.
    pub(super) tag: usize,
}

impl Bounds {
    /// Far more than games need.
    pub(super) const WIDE: Self = Self { game: LONGEST_GAME, tag: 64 << 10 };
}

/// Reads games from bytes that hold whole games.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    bounds: Bounds,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::with_bounds(bytes, Bounds::WIDE)
    }

    /// A reader that goes as far as this.
    pub(super) const fn with_bounds(bytes: &'a [u8], bounds: Bounds) -> Self {
        Self { bytes, at: 0, bounds }
    }

    /// The first byte that has not been read.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Reads one game and shows what it holds to the visitor; false where no game is left.
    ///
    /// Blanks, escape lines and comments alone make no game.
    pub fn read_game<V: Visitor<'a>>(&mut self, visitor: &mut V) -> bool {
        let Ok(start) = beginning(self.bytes, self.at, self.bounds) else {
            self.at = self.bytes.len();
            return false;
        };
        let end = self.furthest_end(start);
        let text = &self.bytes[..end];
        visitor.begin(start);
        self.at = match Game::new(text, start, self.bounds, visitor).read() {
            End::Here(at) => at,
            End::OfText if end == self.bytes.len() || is_tag_line(self.bytes, end, self.bounds.tag) => end,
            End::OfText => {
                visitor.fault(end, Fault::GameTooLong);
                next_tag_line(self.bytes, end, self.bounds.tag).unwrap_or(self.bytes.len())
            }
        };
        true
    }

    /// Where a game that begins at `start` ends at the latest. A line that begins another is not cut in two.
    fn furthest_end(&self, start: usize) -> usize {
        let end = start.saturating_add(self.bounds.game);
        if end >= self.bytes.len() {
            return self.bytes.len();
        }
        let nearest = (start + 1).max(end.saturating_sub(EVENT.len()));
        (nearest..end).find(|&at| is_event_line(self.bytes, at)).unwrap_or(end)
    }
}

/// Where the next game begins; or, where none does, how far what is there means nothing, whatever may still follow it.
///
/// Between games there are blanks, comments and escape lines, for which any percent sign will do. What is not closed, or longer
/// than a game may be, is taken for the beginning of a game, so that it is told.
pub(super) fn beginning(text: &[u8], mut at: usize, bounds: Bounds) -> Result<usize, usize> {
    loop {
        at = blanks_end(text, at);
        let near = &text[..text.len().min(at.saturating_add(bounds.game))];
        match text.get(at) {
            Some(b'%' | b';') => match line_end(near, at) {
                end if end < near.len() => at = end,
                _ if near.len() < text.len() => return Ok(at),
                _ => return Err(at),
            },
            Some(b'{') => match comment_end(near, at) {
                Ok(end) => at = end + 1,
                Err(_) => return Ok(at),
            },
            Some(_) => return Ok(at),
            None => return Err(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::listing::Listing;
    use super::*;

    /// What all games of a text show, without where.
    fn shown(text: &str) -> Vec<String> {
        let mut listing = Listing::default();
        let mut reader = Reader::new(text.as_bytes());
        while reader.read_game(&mut listing) {}
        assert_eq!(reader.offset(), text.len());
        listing.shown().into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn a_game_is_shown_in_its_order() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best} e5 $1 2. Nf3! (2. f4 exf4) Nc6 1-0\n";
        assert_eq!(
            shown(text),
            [
                "begin",
                "tag White A",
                "tag Black B",
                "mv e4",
                "comment best",
                "mv e5",
                "nag $1",
                "mv Nf3",
                "glyph !",
                "variation (2. f4 exf4)",
                "mv Nc6",
                "result 1-0"
            ]
        );
    }

    #[test]
    fn numbers_come_in_any_style() {
        for text in [
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3",
            "1 e4 e5 2 Nf3",
            "e4 e5 Nf3",
            "1. e4 1... e5 2. Nf3",
            "1. e4 1. ... e5 2. Nf3",
            "1…e4 e5 2…Nf3",
        ] {
            assert_eq!(shown(text), ["begin", "mv e4", "mv e5", "mv Nf3"], "{text}");
        }
    }
}
