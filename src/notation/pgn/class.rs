//! What each byte may be the beginning of in movetext.

/// What a byte begins. The first three are what words are made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Class {
    /// A move; `@` is of them, for some write `@@@@` for a null move.
    Letter,
    /// A move number, a result, or castling with noughts.
    Digit,
    /// A sign inside of moves, or of an evaluation: `+ - = # / :`
    Sign,
    /// Nothing: it parts words.
    Blank,
    /// What follows a move number.
    Dot,
    /// `!` and `?`
    Mark,
    /// `$`, which begins a NAG.
    Dollar,
    /// `(`, which begins a variation.
    Parenthesis,
    /// `{`, which begins a comment.
    Brace,
    /// `;`, which begins a comment to the end of its line.
    Semicolon,
    /// `%`, which makes an escape line where it is first in its line.
    Percent,
    /// `[`, which begins a tag pair.
    Bracket,
    /// `*`, a result.
    Star,
    /// A byte beyond ASCII.
    High,
    /// Anything else; nothing in a game begins with it.
    Stray,
}

/// The class of each byte.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Stray; 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = class_of(byte as u8);
        byte += 1;
    }
    classes
};

const fn class_of(byte: u8) -> Class {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'@' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'+' | b'-' | b'=' | b'#' | b'/' | b':' => Class::Sign,
        // The last is what DOS put at the end of a file.
        b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a => Class::Blank,
        b'.' => Class::Dot,
        b'!' | b'?' => Class::Mark,
        b'$' => Class::Dollar,
        b'(' => Class::Parenthesis,
        b'{' => Class::Brace,
        b';' => Class::Semicolon,
        b'%' => Class::Percent,
        b'[' => Class::Bracket,
        b'*' => Class::Star,
        0x80.. => Class::High,
        _ => Class::Stray,
    }
}

impl Class {
    /// The class of this byte.
    #[inline]
    pub(super) const fn of(byte: u8) -> Self {
        CLASSES[byte as usize]
    }

    /// Whether words are made of it. Bytes beyond ASCII may be part of one, too.
    #[inline]
    pub(super) const fn is_word(self) -> bool {
        self as u8 <= Self::Sign as u8
    }
}

/// How many bytes stand before the first blank or control character of ASCII: all are looked at at once.
#[inline]
pub(super) const fn first_blank(bytes: [u8; 8]) -> usize {
    let bytes = u64::from_le_bytes(bytes);
    // The highest bit of a byte is set where the first blank is; it may be set behind that, too, where nobody looks.
    let blanks = bytes.wrapping_sub(each(b'!')) & !bytes & HIGHEST_BITS;
    blanks.trailing_zeros() as usize / 8
}

/// With how many bytes these begin that are neither a quote, a backslash nor a control character: all are looked at at once.
#[inline]
pub(super) const fn plain_in_value(bytes: [u8; 8]) -> usize {
    let bytes = u64::from_le_bytes(bytes);
    // The highest bit of a byte is set where the first such byte is; it may be set behind that, too, where nobody looks.
    let controls = bytes.wrapping_sub(each(b' ')) & !bytes;
    let (quotes, backslashes) = (bytes ^ each(b'"'), bytes ^ each(b'\\'));
    let others = controls | quotes.wrapping_sub(each(1)) & !quotes | backslashes.wrapping_sub(each(1)) & !backslashes;
    (others & HIGHEST_BITS).trailing_zeros() as usize / 8
}

/// This byte eight times.
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

const HIGHEST_BITS: u64 = each(0x80);

/// Whether the byte ends a line. A lone carriage return does, too.
#[inline]
pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether what stands at `at` is the first in its line, a byte order mark aside. Looks back no further than four bytes.
#[inline]
pub(super) fn is_first_in_line(text: &[u8], at: usize) -> bool {
    let begins_a_line = |before: &[u8]| before.last().is_none_or(|&byte| is_line_end(byte));
    let before = &text[..at];
    begins_a_line(before) || before.strip_suffix(BYTE_ORDER_MARK).is_some_and(begins_a_line)
}

/// What some programs put before a text in UTF-8. It is a blank, wherever it stands.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the line ends that goes through `at`: at its line break, or at the end of the text.
#[inline]
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |length| at + length)
}

/// What a character beyond ASCII is in movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wide {
    /// A part of a word: figurines, dashes, whatever else.
    Word,
    /// A cross that some write for a check: part of a move, or a glyph where it stands apart.
    Cross,
    /// An annotator's glyph.
    Glyph,
    /// A blank without width, or one that does not break.
    Blank,
    /// Three dots in one.
    Dots,
    /// `½`
    Half,
}

/// What the character beyond ASCII at `at` is, and how many bytes it has. A byte that is not UTF-8 is taken as Latin-1.
pub(super) fn wide(text: &[u8], at: usize) -> (Wide, usize) {
    let length = match text[at] {
        ..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    };
    let character = text.get(at..at + length).and_then(|bytes| str::from_utf8(bytes).ok()?.chars().next());
    let (character, length) = character.map_or((char::from(text[at]), 1), |character| (character, length));
    let kind = match character {
        '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{200b}' | '\u{feff}' => Wide::Blank,
        '…' => Wide::Dots,
        '½' => Wide::Half,
        '†' | '‡' => Wide::Cross,
        _ if is_annotation(character) => Wide::Glyph,
        _ => Wide::Word,
    };
    (kind, length)
}

/// Whether annotators mean a move, a position or a plan by it: arrows, mathematical signs but for the minus, geometric shapes.
const fn is_annotation(character: char) -> bool {
    let is_sign = matches!(character, '±' | '«' | '»' | 'Δ' | '‼' | '⁇'..='⁉');
    let is_arrow_or_operator = matches!(character, '\u{2190}'..='\u{2211}' | '\u{2213}'..='\u{23ff}' | '\u{27c0}'..='\u{27ff}');
    is_sign || is_arrow_or_operator || matches!(character, '\u{25a0}'..='\u{25ff}' | '\u{2a00}'..='\u{2aff}' | '\u{2b00}'..='\u{2bff}')
}

/// Where blanks end.
pub(super) fn blanks_end(text: &[u8], mut at: usize) -> usize {
    while let Some(length) = blank(text, at) {
        at += length;
    }
    at
}

/// Where blanks end, or the line.
pub(super) fn blanks_in_line_end(text: &[u8], mut at: usize) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_digits_and_signs() {
        let words: Vec<u8> = (0..=127).filter(|&byte| Class::of(byte).is_word()).collect();
        assert_eq!(words, b"#+-/0123456789:=@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    }

    /// Whether bytes are counted up to the first that ends them, whatever stands before and behind it.
    fn assert_counted(count: fn([u8; 8]) -> usize, ends: fn(u8) -> bool) {
        for other in 0..=255_u8 {
            for at in 0..8 {
                for rest in [b'a', b' ', b'!', b'"', b'#', b'\n', 0xff, other] {
                    let bytes = std::array::from_fn(|place| match place {
                        _ if place == at => other,
                        _ if place < at => b"z!#[]\x80\xa0\xff"[place],
                        _ => rest,
                    });
                    assert_eq!(count(bytes), bytes.iter().take_while(|&&byte| !ends(byte)).count(), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn bytes_are_counted_up_to_the_first_blank() {
        assert_counted(first_blank, |byte| byte <= b' ');
    }

    #[test]
    fn bytes_of_a_value_are_counted_up_to_the_first_that_is_not_plain() {
        assert_counted(plain_in_value, |byte| byte < b' ' || matches!(byte, b'"' | b'\\'));
    }

    #[test]
    fn latin_1_is_told_from_utf_8() {
        assert_eq!(wide("½".as_bytes(), 0), (Wide::Half, 2));
        assert_eq!(wide(b"\xbd-\xbd", 0), (Wide::Half, 1));
        assert_eq!(wide(b"\xb1", 0), (Wide::Glyph, 1));
        assert_eq!(wide("⩲".as_bytes(), 0), (Wide::Glyph, 3));
        for sign in "±∓⩲⩱∞⯹□⌓⟳○⨀↑→⇆⊕∆Δ△▽‼⁉".chars() {
            assert_eq!(wide(sign.to_string().as_bytes(), 0), (Wide::Glyph, sign.len_utf8()), "{sign}");
        }
        for part in "♔♟×–−é".chars() {
            assert_eq!(wide(part.to_string().as_bytes(), 0), (Wide::Word, part.len_utf8()), "{part}");
        }
        assert_eq!(wide("♘f3".as_bytes(), 0), (Wide::Word, 3));
        assert_eq!(wide(b"\xfcber", 0), (Wide::Word, 1));
        assert_eq!(wide(b"\xe2\x99", 0), (Wide::Word, 1), "a figurine cut short");
    }
}
