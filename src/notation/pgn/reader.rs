//! The reader: bytes become tags, moves, comments and a result, shown to a visitor as they come.
//!
//! It is written by hand, and not with nom as the commands of the protocol are. Those are short lines, where a grammar that
//! can be read counts for more than speed. A PGN file is gigabytes, nearly all of it moves and comments: here a token is
//! found with one look at a table, whatever is long is skipped with memchr, and nothing is ever tried and taken back.
//!
//! What is read is never copied. A game knows nothing of the one before it, which is why a source may be cut between
//! games (`blocks.rs`). Nothing here looks further ahead than [`Bounds::tag`] without reading what it saw.

use super::class::{Class, Wide, is_first_in_line, is_line_end, line_end, wide};
use super::result::read_result;
use super::tag::{EVENT, follows_a_tag, is_event_line, is_tag_line, next_tag_line, read_pair, tag_name};
use super::word::{Word, read_word};
use super::{Fault, GameResult, Visitor};

/// The longest game that is read, in bytes.
pub const LONGEST_GAME: usize = 16 << 20;

/// After so many faults the rest of a game is skipped.
const MOST_FAULTS: u32 = 16;

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
        let mut game = Game { text, at: start, bounds: self.bounds, faults: 0, visitor };
        self.at = match game.read() {
            End::Here(at) => at,
            End::OfText if end == self.bytes.len() || is_tag_line(self.bytes, end, self.bounds.tag) => end,
            End::OfText => {
                game.visitor.fault(end, Fault::GameTooLong);
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

/// Where blanks end.
fn blanks_end(text: &[u8], mut at: usize) -> usize {
    while let Some(length) = blank(text, at) {
        at += length;
    }
    at
}

/// Where blanks end, or the line.
fn blanks_in_line_end(text: &[u8], mut at: usize) -> usize {
    while let Some(length) = blank(text, at).filter(|_| !is_line_end(text[at])) {
        at += length;
    }
    at
}

/// The length of the blank at `at`; `None` where there is none.
#[inline]
fn blank(text: &[u8], at: usize) -> Option<usize> {
    match Class::of(*text.get(at)?) {
        Class::Blank => Some(1),
        Class::High => Some(wide(text, at)).filter(|&(kind, _)| kind == Wide::Blank).map(|(_, length)| length),
        _ => None,
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

/// Where the `}` is of the comment that begins at `at`; or, where it has none, the end of what it takes with it: it goes up to
/// the next game.
#[inline]
fn comment_end(text: &[u8], at: usize) -> Result<usize, usize> {
    let mut from = at + 1;
    while let Some(length) = memchr::memchr2(b'}', b'[', &text[from..]) {
        let found = from + length;
        if text[found] == b'}' {
            return Ok(found);
        }
        if is_event_line(text, found) {
            return Err(found);
        }
        from = found + 1;
    }
    Err(text.len())
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Before this byte.
    Here(usize),
    /// With the text.
    OfText,
}

/// A game that is being read.
struct Game<'a, 'v, V> {
    text: &'a [u8],
    at: usize,
    bounds: Bounds,
    faults: u32,
    visitor: &'v mut V,
}

impl<'a, V: Visitor<'a>> Game<'a, '_, V> {
    #[inline]
    fn read(&mut self) -> End {
        match self.tags() {
            Some(end) => end,
            None => self.moves(),
        }
    }

    /// Reads the tag pairs, and what comments are among them. `None` where movetext begins.
    fn tags(&mut self) -> Option<End> {
        let text = self.text;
        let (start, mut has_event) = (self.at, false);
        while let Some(&byte) = text.get(self.at) {
            let at = self.at;
            match byte {
                b'[' => {
                    // Programs that sort the tags do not write Event first; but a line of it, with a blank one before, is a game's.
                    if at > start && is_event_line(text, at) && (has_event || !follows_a_tag(text, at)) {
                        return Some(End::Here(at));
                    }
                    if let Some((name, value)) = tag_name(text, at, self.bounds.tag) {
                        has_event |= name == b"Event";
                        let pair = read_pair(text, name, value, self.bounds.tag);
                        if let Some(tag) = pair.tag {
                            self.visitor.tag(at, tag);
                        }
                        self.at = pair.end;
                        if let Some((at, fault)) = pair.fault {
                            self.fault(at, fault);
                        }
                    } else {
                        self.bracket();
                    }
                }
                b'{' => {
                    if let Some(end) = self.comment() {
                        return Some(end);
                    }
                }
                b';' => self.line_comment(),
                b'%' if at == start || is_first_in_line(text, at) => self.at = line_end(text, at),
                _ => {
                    self.at = blanks_end(text, at);
                    if self.at == at {
                        return None;
                    }
                }
            }
            if self.faults > MOST_FAULTS {
                return Some(self.give_up());
            }
        }
        Some(End::OfText)
    }

    /// Reads the movetext.
    fn moves(&mut self) -> End {
        let text = self.text;
        let mut at = self.at;
        while let Some(&byte) = text.get(at) {
            match Class::of(byte) {
                Class::Letter => {
                    let end = word_end(text, at + 1);
                    let word = &text[at..end];
                    let attached = text.get(end).is_some_and(|&next| next >= 0x80);
                    if is_bare(word) && !attached {
                        self.visitor.mv(at, word);
                        at = end + usize::from(text.get(end) == Some(&b' '));
                    } else {
                        at = self.word(at);
                    }
                }
                Class::Blank => at += 1,
                Class::Digit => {
                    let end = digits_end(text, at + 1);
                    if byte != b'0' && text.get(end) == Some(&b'.') {
                        at = end + 1;
                        at += usize::from(text.get(at) == Some(&b' '));
                    } else {
                        match self.digits(at, end) {
                            Ok(next) => at = next,
                            Err(end) => return end,
                        }
                    }
                }
                Class::Dot => at += 1,
                Class::Brace => {
                    self.at = at;
                    if let Some(end) = self.comment() {
                        return end;
                    }
                    at = self.at;
                }
                class => {
                    self.at = at;
                    if let Some(end) = self.sign(class) {
                        return end;
                    }
                    at = self.at;
                }
            }
        }
        self.at = at;
        End::OfText
    }

    /// Reads what is neither a number nor plainly a move; the end, where it ends the game.
    #[inline(never)]
    fn sign(&mut self, class: Class) -> Option<End> {
        let (text, at) = (self.text, self.at);
        match class {
            Class::Mark => self.marks(),
            Class::Dollar => self.nag(),
            Class::Parenthesis if text[at..].starts_with(b"(=)") => {
                self.visitor.glyph(at, &text[at..at + 3]);
                self.at = at + 3;
            }
            Class::Parenthesis => self.variation(),
            Class::Semicolon => self.line_comment(),
            Class::Percent if is_first_in_line(text, at) => self.at = line_end(text, at),
            Class::Bracket if tag_name(text, at, self.bounds.tag).is_some() => return Some(End::Here(at)),
            Class::Bracket => self.bracket(),
            Class::Star => return Some(self.result(at, at + 1, GameResult::Unknown)),
            Class::High => match read_result(text, at) {
                Some((result, end)) => return Some(self.result(at, end, result)),
                None => self.at = self.word(at),
            },
            Class::Sign => self.at = self.word(at),
            _ => self.stray(),
        }
        (self.faults > MOST_FAULTS).then(|| self.give_up())
    }

    /// Reads a word that is not plainly a move, and tells where it ends.
    #[inline(never)]
    fn word(&mut self, at: usize) -> usize {
        let text = self.text;
        match read_word(text, at) {
            Word::Move { end } => {
                self.visitor.mv(at, &text[at..end]);
                end
            }
            Word::Glyph { end } => {
                self.visitor.glyph(at, &text[at..end]);
                end
            }
            Word::EnPassant { end } => {
                self.visitor.en_passant_suffix(at, &text[at..end]);
                end
            }
            Word::Nothing { end } => end,
        }
    }

    /// Reads what begins with digits: a result, castling with noughts, a number without its dot. Tells where it ends, or how
    /// the game does.
    #[inline(never)]
    fn digits(&mut self, at: usize, end: usize) -> Result<usize, End> {
        if let Some((result, end)) = read_result(self.text, at) {
            return Err(self.result(at, end, result));
        }
        match self.text.get(end).map(|&next| Class::of(next)) {
            Some(Class::Sign) => Ok(self.word(at)),
            Some(Class::High) if self.text[at] == b'0' && wide(self.text, end).0 == Wide::Word => Ok(self.word(at)),
            _ => Ok(end),
        }
    }

    /// Shows the result, and what is said behind it in the same line.
    fn result(&mut self, at: usize, end: usize, result: GameResult) -> End {
        self.visitor.result(at, result);
        self.at = end;
        loop {
            self.at = blanks_in_line_end(self.text, self.at);
            match self.text.get(self.at).map(|&byte| Class::of(byte)) {
                Some(Class::Brace) => {
                    if let Some(end) = self.comment() {
                        return end;
                    }
                }
                Some(Class::Semicolon) => self.line_comment(),
                Some(Class::Mark) => self.marks(),
                Some(Class::Dollar) => self.nag(),
                Some(Class::Dot) => self.at += 1,
                Some(_) => return End::Here(self.at),
                None => return End::OfText,
            }
        }
    }

    /// Reads a comment in braces; the end, where it has none and so ends the game.
    #[inline]
    fn comment(&mut self) -> Option<End> {
        let at = self.at;
        match comment_end(self.text, at) {
            Ok(end) => {
                self.visitor.comment(at, &self.text[at + 1..end]);
                self.at = end + 1;
                None
            }
            Err(end) => {
                self.at = end;
                self.fault(at, Fault::CommentNotClosed);
                Some(if end < self.text.len() { End::Here(end) } else { End::OfText })
            }
        }
    }

    /// Reads a comment to the end of its line.
    fn line_comment(&mut self) {
        let (at, end) = (self.at, line_end(self.text, self.at));
        self.visitor.comment(at, &self.text[at + 1..end]);
        self.at = end;
    }

    /// Reads `!?` and the like.
    fn marks(&mut self) {
        let at = self.at;
        let length = self.text[at..].iter().take_while(|&&byte| Class::of(byte) == Class::Mark).count();
        self.visitor.glyph(at, &self.text[at..at + length]);
        self.at = at + length;
    }

    /// Reads `$1` and the like.
    fn nag(&mut self) {
        let (at, end) = (self.at, digits_end(self.text, self.at + 1));
        self.at = end;
        if end > at + 1 {
            self.visitor.nag(at, &self.text[at..end]);
        } else {
            self.fault(at, Fault::NagMalformed);
        }
    }

    /// Passes over a variation, with all that are in it: they are counted, so that any depth is as good as one.
    fn variation(&mut self) {
        let (text, start) = (self.text, self.at);
        let (mut at, mut depth) = (start + 1, 1_usize);
        while let Some(&byte) = text.get(at) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => {
                    self.visitor.variation(start, &text[start..=at]);
                    self.at = at + 1;
                    return;
                }
                b')' => depth -= 1,
                b'{' => match comment_end(text, at) {
                    Ok(end) => at = end,
                    Err(end) => {
                        self.at = end;
                        self.fault(at, Fault::CommentNotClosed);
                        return;
                    }
                },
                b';' => at = line_end(text, at) - 1,
                b'%' if is_first_in_line(text, at) => at = line_end(text, at) - 1,
                b'[' if tag_name(text, at, self.bounds.tag).is_some() => break,
                _ => {}
            }
            at += 1;
        }
        self.at = at;
        self.fault(start, Fault::VariationNotClosed);
    }

    /// Passes over a bracket that begins no tag pair.
    fn bracket(&mut self) {
        let at = self.at;
        self.at = match memchr::memchr3(b']', b'\n', b'\r', &self.text[at..]) {
            Some(length) => at + length + usize::from(self.text[at + length] == b']'),
            None => self.text.len(),
        };
        self.fault(at, Fault::TagMalformed);
    }

    /// Passes over characters that mean nothing here.
    fn stray(&mut self) {
        let (text, at) = (self.text, self.at);
        let (length, fault) = match text[at] {
            b'}' => (1, Fault::CommentNotOpened),
            b')' => (1, Fault::VariationNotOpened),
            _ => {
                let is_stray = |byte: u8| matches!(Class::of(byte), Class::Stray | Class::Percent) && byte != b'}' && byte != b')';
                (1 + text[at + 1..].iter().take_while(|&&byte| is_stray(byte)).count(), Fault::StrayCharacter)
            }
        };
        self.at = at + length;
        self.fault(at, fault);
    }

    /// Shows a fault, unless there have been too many.
    #[cold]
    fn fault(&mut self, at: usize, fault: Fault) {
        self.faults += 1;
        if self.faults <= MOST_FAULTS {
            self.visitor.fault(at, fault);
        }
    }

    /// Passes over the rest of a game that has too many faults.
    #[cold]
    fn give_up(&mut self) -> End {
        self.visitor.fault(self.at, Fault::TooManyFaults);
        next_tag_line(self.text, self.at, self.bounds.tag).map_or(End::OfText, End::Here)
    }
}

/// Where the letters, digits and signs end.
#[inline]
fn word_end(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| Class::of(byte).is_word()) {
        at += 1;
    }
    at
}

/// Where the digits end.
#[inline]
fn digits_end(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Whether a word is a move, if it is one, with nothing attached; as its end tells.
#[inline]
const fn is_bare(word: &[u8]) -> bool {
    match word {
        [.., b'1'..=b'8' | b'O' | b'Q' | b'#'] => true,
        // Not the end of `-+`.
        [.., before, b'+'] => before.is_ascii_alphanumeric(),
        _ => false,
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
