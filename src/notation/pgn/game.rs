//! One game: its bytes become tags, moves, comments and a result, shown to a visitor as they come.
//!
//! It is written by hand, and not with nom as the commands of the protocol are. Those are short lines, where a grammar that
//! can be read counts for more than speed. A PGN file is gigabytes, nearly all of it moves and comments: here a token is
//! found with one look at a table, whatever is long is skipped with memchr, and hardly anything is tried and taken back.

use super::class::{Class, Wide, blanks_end, blanks_in_line_end, first_blank, is_first_in_line, line_end, wide};
use super::reader::Bounds;
use super::result::read_result;
use super::tag::{follows_a_tag, is_event_line, next_tag_line, read_pair, tag_name};
use super::word::{Word, read_word};
use super::{Fault, GameResult, Visitor};

/// After so many faults the rest of a game is skipped.
const MOST_FAULTS: u32 = 16;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Before this byte.
    Here(usize),
    /// With the text.
    OfText,
}

/// A game that is being read.
pub(super) struct Game<'a, 'v, V> {
    text: &'a [u8],
    at: usize,
    bounds: Bounds,
    faults: u32,
    visitor: &'v mut V,
}

impl<'a, 'v, V: Visitor<'a>> Game<'a, 'v, V> {
    /// The game that begins at `start` and ends with the text, if not before.
    #[inline]
    pub(super) const fn new(text: &'a [u8], start: usize, bounds: Bounds, visitor: &'v mut V) -> Self {
        Self { text, at: start, bounds, faults: 0, visitor }
    }

    /// Shows it to the visitor, and tells how it ends.
    #[inline]
    pub(super) fn read(&mut self) -> End {
        match self.tags() {
            Some(end) => end,
            None => self.moves(),
        }
    }

    /// Reads the tag pairs, and what comments are among them. `None` where movetext begins.
    #[inline(never)]
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
                        // Nearly always the line ends there.
                        self.at = pair.end + usize::from(text.get(pair.end) == Some(&b'\n'));
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

    /// Reads the movetext. A function of its own, so that what its loop needs stays in registers.
    #[inline(never)]
    fn moves(&mut self) -> End {
        let text = self.text;
        let mut at = self.at;
        while let Some(&byte) = text.get(at) {
            match Class::of(byte) {
                Class::Letter => match word_before_blank(text, at) {
                    Some(word) if self.visitor.plain_move(at, word) => {
                        at += word.len();
                        at += usize::from(matches!(text.get(at), Some(b' ' | b'\n')));
                    }
                    _ => at = self.letters(at),
                },
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

    /// Reads a word that begins with a letter, and tells where to read on.
    #[inline(never)]
    fn letters(&mut self, at: usize) -> usize {
        let text = self.text;
        let end = word_end(text, at + 1);
        let next = text.get(end);
        if !is_bare(&text[at..end]) || next.is_some_and(|&next| next >= 0x80) {
            return self.word(at);
        }
        self.visitor.mv(at, &text[at..end]);
        end + usize::from(next == Some(&b' '))
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

    /// Reads what begins with digits: a result, castling with noughts, UCI's null move, a number without its dot. Tells where it ends, or how
    /// the game does.
    #[inline(never)]
    fn digits(&mut self, at: usize, end: usize) -> Result<usize, End> {
        if let Some((result, end)) = read_result(self.text, at) {
            return Err(self.result(at, end, result));
        }
        if &self.text[at..end] == b"0000" && self.text.get(end) != Some(&b'.') {
            self.visitor.mv(at, &self.text[at..end]);
            return Ok(end);
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

/// What stands at `at` up to the next blank, if that is near, as it is behind nearly every move.
///
/// How far that is nobody can foretell: it is measured without a branch.
#[inline]
fn word_before_blank(text: &[u8], at: usize) -> Option<&[u8]> {
    let near = text.get(at..)?.first_chunk()?;
    near.get(..first_blank(*near)).filter(|word| word.len() < near.len())
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

/// Where the `}` is of the comment that begins at `at`; or, where it has none, the end of what it takes with it: it goes up to
/// the next game.
#[inline]
pub(super) fn comment_end(text: &[u8], at: usize) -> Result<usize, usize> {
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
