//! A word of movetext that is not plainly a move: a move with something attached, or an annotator's sign.

use super::class::{Class, Wide, wide};

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A move, or what should be one, up to `end`.
    Move { end: usize },
    /// An annotator's sign.
    Glyph { end: usize },
    /// `e.p.`
    EnPassant { end: usize },
    /// Nothing: blanks and dots of more than one byte.
    Nothing { end: usize },
}

/// What stands at `at`, where a letter, a digit, a sign or a character beyond ASCII is. Never empty.
pub(super) fn read_word(text: &[u8], at: usize) -> Word {
    let end = match first_end(text, at) {
        Ok(end) => end,
        Err(word) => return word,
    };
    let word = &text[at..end];
    if is_glyph(word) {
        return Word::Glyph { end };
    }
    let en_passant = en_passant_length(text, at);
    if en_passant > 0 {
        return Word::EnPassant { end: at + en_passant };
    }
    Word::Move { end: end - attached(text, at, end) }
}

/// Where the word ends that begins at `at`; or what else is there.
fn first_end(text: &[u8], at: usize) -> Result<usize, Word> {
    let mut end = at;
    while let Some(&byte) = text.get(end) {
        let length = match Class::of(byte) {
            class if class.is_word() => 1,
            Class::High => match (wide(text, end), end > at) {
                ((Wide::Word, length), _) | ((Wide::Cross, length), true) | ((Wide::Half, length), false) => length,
                (_, true) => break,
                ((Wide::Glyph | Wide::Cross, length), false) => return Err(Word::Glyph { end: end + length }),
                ((Wide::Blank | Wide::Dots, length), false) => return Err(Word::Nothing { end: end + length }),
            },
            _ => break,
        };
        end += length;
    }
    Ok(end)
}

/// What is attached to the move that fills `at..end`, in bytes from the end: a suffix for capturing in passing, the value of
/// the position, `N` for a novelty, `D` for a diagram. The check signs `+`, `#` and `++` belong to the move.
fn attached(text: &[u8], at: usize, end: usize) -> usize {
    let word = &text[at..end];
    if let Some(start) = [2, 1].into_iter().find(|&back| back < word.len() && en_passant_length(text, end - back) > 0) {
        return start;
    }
    let value = VALUES.iter().filter(|value| word.ends_with(value) && word.len() > value.len());
    let value = value.map(|value| value.len()).max().unwrap_or(0);
    let (body, letter) = match &word[..word.len() - value] {
        [body @ .., letter @ (b'N' | b'D')] if value == 0 => (body, Some(letter)),
        _ => return value,
    };
    let goes_on_a_move = match body.last() {
        // What a pawn becomes is no novelty: `e8N`, `exd8N`, `e7e8N`.
        Some(rank @ b'1'..=b'8') => {
            letter == Some(&b'D') || !matches!(rank, b'1' | b'8') || body.first().is_some_and(|first| !first.is_ascii_lowercase())
        }
        Some(b'O' | b'o' | b'0' | b'+' | b'#') => body.len() > 1,
        _ => false,
    };
    usize::from(goes_on_a_move)
}

/// The length of `e.p.`, `e.p`, `ep.` or `ep` at `at`; 0 where none of them is.
fn en_passant_length(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    let spellings: [&[u8]; 4] = [b"e.p.", b"e.p", b"ep.", b"ep"];
    let length = spellings.iter().find(|spelling| rest.starts_with(spelling)).map_or(0, |spelling| spelling.len());
    let goes_on = rest.get(length).is_some_and(|&next| matches!(Class::of(next), Class::Letter | Class::Digit));
    if goes_on { 0 } else { length }
}

/// Whether the word is an annotator's sign, standing apart.
fn is_glyph(word: &[u8]) -> bool {
    VALUES.contains(&word) || matches!(word, b"N" | b"TN" | b"D" | b"+" | b"#" | b"++" | b"-")
}

/// What annotators say about a position, in ASCII.
const VALUES: [&[u8]; 13] = [b"=", b"==", b"+-", b"-+", b"+--", b"--+", b"+/-", b"-/+", b"+=", b"=+", b"+/=", b"=/+", b"-/="];

#[cfg(test)]
mod tests {
    use super::*;

    /// The word and its kind, and what follows.
    fn read(text: &str) -> (char, &str, &str) {
        let (kind, end) = match read_word(text.as_bytes(), 0) {
            Word::Move { end } => ('m', end),
            Word::Glyph { end } => ('g', end),
            Word::EnPassant { end } => ('e', end),
            Word::Nothing { end } => ('n', end),
        };
        (kind, &text[..end], &text[end..])
    }

    #[test]
    fn check_signs_stay_with_the_move() {
        for text in ["Qh5+", "Qh5++", "Qh5#", "Qh5†", "e8=Q+", "dxc8=N+", "O-O+", "O-O-O#", "0-0", "♘f3", "♘f3+", "e4–e5", "N:f3", "N@f3"]
        {
            assert_eq!(read(text), ('m', text, ""));
        }
    }

    #[test]
    fn null_moves_are_moves() {
        for text in ["--", "Z0", "null", "@@@@"] {
            assert_eq!(read(text), ('m', text, ""));
        }
    }

    #[test]
    fn values_come_off_the_move() {
        for (text, body, rest) in [
            ("Qh5+-", "Qh5", "+-"),
            ("Qh5++-", "Qh5+", "+-"),
            ("Qh5-+", "Qh5", "-+"),
            ("Nf3=", "Nf3", "="),
            ("Nf3+/-", "Nf3", "+/-"),
            ("Nf3=/+", "Nf3", "=/+"),
            ("Nf3±", "Nf3", "±"),
            ("Nf3□", "Nf3", "□"),
            ("Nf3!", "Nf3", "!"),
        ] {
            assert_eq!(read(text), ('m', body, rest));
        }
    }

    #[test]
    fn a_novelty_is_told_from_a_promotion() {
        for (text, body, rest) in [
            ("Nf3N", "Nf3", "N"),
            ("Nf8N", "Nf8", "N"),
            ("exd5N", "exd5", "N"),
            ("O-ON", "O-O", "N"),
            ("Qh5+N", "Qh5+", "N"),
            ("e8N", "e8N", ""),
            ("exd8N", "exd8N", ""),
            ("e8=N", "e8=N", ""),
            ("e8D", "e8", "D"),
            ("N", "", ""),
        ] {
            let kind = if body.is_empty() { 'g' } else { 'm' };
            assert_eq!(read(text), (kind, if body.is_empty() { text } else { body }, rest));
        }
    }

    #[test]
    fn what_marks_a_capture_in_passing_is_no_move() {
        assert_eq!(read("e.p. Nf3"), ('e', "e.p.", " Nf3"));
        assert_eq!(read("ep"), ('e', "ep", ""));
        assert_eq!(read("exd6e.p."), ('m', "exd6", "e.p."));
        assert_eq!(read("exd6e.p"), ('m', "exd6", "e.p"));
        assert_eq!(read("exd6ep+"), ('m', "exd6ep+", ""), "left to who judges it");
        assert_eq!(read("epoch"), ('m', "epoch", ""));
    }

    #[test]
    fn signs_stand_apart_too() {
        for text in ["=", "+-", "+/-", "-/+", "+=", "=+", "+/=", "=/+", "±", "∓", "⩲", "⩱", "∞", "□", "N", "D", "†", "+", "#"]
        {
            assert_eq!(read(text), ('g', text, ""));
        }
        assert_eq!(read("½-0"), ('m', "½-0", ""));
        assert_eq!(read("e4½-½"), ('m', "e4", "½-½"));
        assert_eq!(read("…Nf6"), ('n', "…", "Nf6"));
    }
}
