//! Tag pairs: `[White "Carlsen, Magnus"]`.

use std::borrow::Cow;

use super::Fault;
use super::class::{BYTE_ORDER_MARK, Class, is_first_in_line, is_line_end, line_end, plain_in_value};

/// A tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag<'a> {
    /// Its name.
    pub name: &'a [u8],
    value: &'a [u8],
    /// Whether it is known that nothing in the value has to be undone.
    plain: bool,
}

impl<'a> Tag<'a> {
    /// Its value: `\"` and `\\` undone, a blank for each line break; as Windows-1252, of which Latin-1 is the most, where it is not UTF-8.
    #[must_use]
    pub fn value(&self) -> Cow<'a, str> {
        let windows = || Cow::Owned(self.value.iter().map(|&byte| of_windows_1252(byte)).collect());
        let value = str::from_utf8(self.value).map_or_else(|_| windows(), Cow::Borrowed);
        if self.plain || value.bytes().all(is_plain) { value } else { Cow::Owned(undone(&value)) }
    }

    /// Its value as it stands between the quotes.
    #[must_use]
    pub const fn raw(&self) -> &'a [u8] {
        self.value
    }
}

/// A byte as older programs on Windows write it: Latin-1, but for letters and signs where that has control characters.
const fn of_windows_1252(byte: u8) -> char {
    #[rustfmt::skip]
    const SIGNS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xa0 => SIGNS[(byte - 0x80) as usize],
        _ => byte as char,
    }
}

/// A value without its backslashes and line breaks.
fn undone(value: &str) -> String {
    let mut undone = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        match character {
            '\\' if matches!(next, Some('"' | '\\')) => undone.extend(characters.next()),
            '\r' if next == Some('\n') => {}
            '\r' | '\n' => undone.push(' '),
            _ => undone.push(character),
        }
    }
    undone
}

/// A tag pair that was read, what is wrong with it, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    /// `None` where its value has no end.
    pub(super) tag: Option<Tag<'a>>,
    pub(super) fault: Option<(usize, Fault)>,
    pub(super) end: usize,
}

/// The most bytes from a `[` to the quote of the value: the longest name of the standard, 255 characters, and some blanks.
const LONGEST_NAME: usize = 320;

/// What a line that begins a game begins with.
pub(super) const EVENT: &[u8] = b"[Event \"";

/// Whether a line starts at `at` that begins with an Event tag: a game begins there, whatever stands before it.
#[inline]
pub(super) fn is_event_line(text: &[u8], at: usize) -> bool {
    text[at..].starts_with(EVENT) && is_first_in_line(text, at)
}

/// Whether what stands before a line ends with a bracket, so that an Event tag there may be one more of a list of tags.
pub(super) fn follows_a_tag(text: &[u8], line_start: usize) -> bool {
    let before = &text[..line_start];
    let before = before.strip_suffix(b"\n").unwrap_or(before);
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    before.iter().rfind(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b']')
}

/// The name of the tag pair that the `[` at `at` begins, and where its value does; `None` where it begins none.
///
/// Looks no further than `bound` bytes ahead.
pub(super) fn tag_name(text: &[u8], at: usize, bound: usize) -> Option<(&[u8], usize)> {
    // tag-pair = "[" *blank name *blank quote value quote *blank "]"
    let text = &text[..text.len().min(at + LONGEST_NAME.min(bound))];
    let start = blanks_end(text, at + 1);
    let rest = text.get(start..)?;
    let length = rest.iter().position(|&byte| !NAMES[byte as usize])?;
    let quote = blanks_end(text, start + length);
    (length > 0 && text.get(quote) == Some(&b'"')).then(|| (&text[start..start + length], quote + 1))
}

/// What names have: letters, digits and `_`; what else some programs put in them is taken, too.
static NAMES: [bool; 256] = {
    let mut names = [false; 256];
    let mut byte = 0;
    while byte < names.len() {
        let class = Class::of(byte as u8);
        names[byte] = matches!(class, Class::Letter | Class::Digit | Class::Sign | Class::Dot | Class::High) || byte as u8 == b'_';
        byte += 1;
    }
    names
};

fn blanks_end(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Reads the tag pair at `at` that has this name and whose value begins at `value`.
///
/// Looks no further than `bound` bytes past the quote for the other one.
#[inline(always)]
pub(super) fn read_pair<'a>(text: &'a [u8], name: &'a [u8], value: usize, bound: usize) -> Pair<'a> {
    let searched = &text[value..text.len().min(value + bound)];
    let length = plain_length(searched);
    if !searched[length..].starts_with(b"\"]") {
        return read_hard_pair(text, name, value, bound);
    }
    Pair { tag: Some(Tag { name, value: &searched[..length], plain: true }), fault: None, end: value + length + 2 }
}

/// How many plain bytes a value begins with, none or all of the last few.
///
/// Values are short: to look at eight bytes at a time takes less time than to call memchr.
#[inline(never)]
fn plain_length(value: &[u8]) -> usize {
    let mut length = 0;
    while let Some(bytes) = value[length..].first_chunk() {
        let plain = plain_in_value(*bytes);
        length += plain;
        if plain < bytes.len() {
            break;
        }
    }
    length
}

/// Whether it stands for itself in a value: it neither ends nor breaks it, nor says anything of what follows.
const fn is_plain(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\\' | b'\n' | b'\r')
}

#[cold]
fn read_hard_pair<'a>(text: &'a [u8], name: &'a [u8], value: usize, bound: usize) -> Pair<'a> {
    let searched = &text[..text.len().min(value + bound)];
    let pair = |end: usize, fault| Pair { tag: Some(Tag { name, value: &text[value..end], plain: false }), fault, end: end + 1 };
    // The first line break in the value, the first quote that does not close it, and the last in this line.
    let (mut broken, mut unescaped, mut last) = (None, None, None);
    let mut at = value;
    while let Some(&byte) = searched.get(at) {
        match byte {
            b'\\' if !searched.get(at + 1).is_none_or(|&next| is_line_end(next)) => at += 1,
            b'"' => {
                let next = blanks_end(searched, at + 1);
                if searched.get(next) == Some(&b']') {
                    let fault = [(broken, Fault::TagValueBroken), (unescaped, Fault::TagQuoteNotEscaped)]
                        .into_iter()
                        .find_map(|(at, fault)| Some((at?, fault)));
                    return Pair { end: next + 1, ..pair(at, fault) };
                }
                if searched.get(next) == Some(&b'[') && tag_name(searched, next, bound).is_some() {
                    return pair(at, Some((at + 1, Fault::TagNotClosed)));
                }
                unescaped = unescaped.or(Some(at));
                last = Some(at);
            }
            _ if is_line_end(byte) => {
                if last.is_some() {
                    break;
                }
                // The value may go on in the next line, if that is neither empty nor a tag pair.
                let next = at + 1 + usize::from(searched[at..].starts_with(b"\r\n"));
                let line = searched.get(next..).unwrap_or_default();
                let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
                if line.first().is_none_or(|&first| is_line_end(first) || first == b'[') {
                    break;
                }
                broken = broken.or(Some(at));
                at = next - 1;
            }
            _ => {}
        }
        at += 1;
    }
    match last {
        Some(quote) if broken.is_none() => pair(quote, Some((quote + 1, Fault::TagNotClosed))),
        _ => Pair { tag: None, fault: Some((value - 1, Fault::TagValueNotClosed)), end: line_end(text, value) },
    }
}

/// Where the next line is, from `from` on, that begins with a tag pair.
pub(super) fn next_tag_line(text: &[u8], from: usize, bound: usize) -> Option<usize> {
    let mut brackets = memchr::memchr_iter(b'[', text.get(from..)?).map(|at| from + at);
    brackets.find(|&at| is_tag_line(text, at, bound))
}

/// Whether a line starts at `at` that begins with a tag pair.
pub(super) fn is_tag_line(text: &[u8], at: usize, bound: usize) -> bool {
    text.get(at) == Some(&b'[') && is_first_in_line(text, at) && tag_name(text, at, bound).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, Option<Fault>, &str) {
        let (name, value) = tag_name(text.as_bytes(), 0, 4096).expect("a tag pair");
        let pair = read_pair(text.as_bytes(), name, value, 4096);
        (pair.tag.map(|tag| tag.value().into_owned()), pair.fault.map(|(_, fault)| fault), &text[pair.end..])
    }

    fn some(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn a_value_may_have_quotes_and_backslashes() {
        assert_eq!(read("[Event \"a \\\"b\\\" c\\\\\"]x"), (some("a \"b\" c\\"), None, "x"));
        assert_eq!(read("[Event \"a\\b\"]"), (some("a\\b"), None, ""), "a backslash before anything else is one");
        assert_eq!(read("[ Event\t\"\" ]x"), (some(""), None, "x"));
        assert_eq!(read("[Event\"a\"]"), (some("a"), None, ""));
    }

    #[test]
    fn a_value_that_is_not_utf_8_is_windows_1252() {
        assert_eq!(Tag { name: b"White", value: b"M\xfcller", plain: false }.value(), "Müller");
        assert_eq!(Tag { name: b"White", value: b"\x8aah \x93Foo\x94", plain: false }.value(), "Šah “Foo”");
        assert_eq!(Tag { name: b"White", value: "Müller".as_bytes(), plain: false }.value(), "Müller");
    }

    #[test]
    fn quotes_without_a_backslash_are_told() {
        assert_eq!(read("[White \"A \"B\" C\"]\n"), (some("A \"B\" C"), Some(Fault::TagQuoteNotEscaped), "\n"));
    }

    #[test]
    fn a_pair_ends_at_its_line_or_at_the_next_pair() {
        assert_eq!(read("[White \"A\"\n[Black \"B\"]"), (some("A"), Some(Fault::TagNotClosed), "\n[Black \"B\"]"));
        assert_eq!(read("[White \"A\" [Black \"B\"]"), (some("A"), Some(Fault::TagNotClosed), " [Black \"B\"]"));
        assert_eq!(read("[White \"A"), (None, Some(Fault::TagValueNotClosed), ""));
        assert_eq!(read("[White \"A]\r\n[Black \"B\"]"), (None, Some(Fault::TagValueNotClosed), "\r\n[Black \"B\"]"));
        assert_eq!(read("[White \"A]\n\n1. e4"), (None, Some(Fault::TagValueNotClosed), "\n\n1. e4"));
    }

    #[test]
    fn a_value_over_two_lines_is_read_and_told() {
        assert_eq!(read("[Event \"one\r\ntwo\"]x"), (some("one two"), Some(Fault::TagValueBroken), "x"));
        assert_eq!(read("[Event \"one\ntwo\n1. e4"), (None, Some(Fault::TagValueNotClosed), "\ntwo\n1. e4"));
    }

    #[test]
    fn not_every_bracket_begins_a_tag_pair() {
        for text in ["[", "[Event", "[Event ", "[Event]", "[%clk 1:00]", "[\"a\"]", "[Event a\"]", "[Event\n\"a\"]"] {
            assert_eq!(tag_name(text.as_bytes(), 0, 4096), None, "{text}");
        }
    }
}
