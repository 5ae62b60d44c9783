//! What a game's last word says: who won.

use std::fmt;

use super::class::{Class, Wide, wide};

/// How a game ended, as PGN tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, was given up, or nobody knows.
    Unknown,
}

impl GameResult {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// Its one spelling in the standard.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result that a text is, blanks around it aside; `None` where it is none. Takes the spellings that are taken in
    /// movetext, too: `½-½`, `1/2`, `1:0`.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        if text == b"*" {
            return Some(Self::Unknown);
        }
        read_result(text, 0).filter(|&(_, end)| end == text.len()).map(|(result, _)| result)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// What one side scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Nothing,
    Half,
    One,
}

/// The result that is spelled at `at`, and where it ends; `None` where there is none.
///
/// `0-0` is castling and `1/2-0` is nothing: only what adds up to one point is a result.
pub(super) fn read_result(text: &[u8], at: usize) -> Option<(GameResult, usize)> {
    // result = score hyphen score / half               exactly 1-0, 0-1, 1/2-1/2
    let (white, first_end) = score(text, at)?;
    let (result, end) = match hyphen(text, first_end).and_then(|second| score(text, second)) {
        Some((black, end)) => match (white, black) {
            (Score::One, Score::Nothing) => (GameResult::WhiteWins, end),
            (Score::Nothing, Score::One) => (GameResult::BlackWins, end),
            (Score::Half, Score::Half) => (GameResult::Draw, end),
            _ => return None,
        },
        None if white == Score::Half && text.get(at..at + 3) != Some(b"0.5") => (GameResult::Draw, first_end),
        None => return None,
    };
    ends_at(text, end).then_some((result, end))
}

// score = "1/2" / "½" / "0.5" / "1" / "0"
fn score(text: &[u8], at: usize) -> Option<(Score, usize)> {
    let rest = text.get(at..)?;
    if rest.starts_with(b"1/2") || rest.starts_with(b"0.5") {
        return Some((Score::Half, at + 3));
    }
    match *rest.first()? {
        b'1' => Some((Score::One, at + 1)),
        b'0' => Some((Score::Nothing, at + 1)),
        0x80.. => Some(wide(text, at)).filter(|&(kind, _)| kind == Wide::Half).map(|(_, length)| (Score::Half, at + length)),
        _ => None,
    }
}

// hyphen = [ " " ] ( "-" / ":" / "–" / "—" / "−" ) [ " " ]
fn hyphen(text: &[u8], at: usize) -> Option<usize> {
    let blank = |at: usize| at + usize::from(text.get(at) == Some(&b' '));
    let at = blank(at);
    let rest = text.get(at..)?;
    let spellings: [&[u8]; 5] = [b"-", b":", "–".as_bytes(), "—".as_bytes(), "−".as_bytes()];
    spellings.iter().find(|spelling| rest.starts_with(spelling)).map(|spelling| blank(at + spelling.len()))
}

/// Whether no word goes on at `at`.
fn ends_at(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        None => true,
        Some(0x80..) => matches!(wide(text, at).0, Wide::Blank | Wide::Dots | Wide::Glyph),
        Some(&byte) => !Class::of(byte).is_word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for result in GameResult::ALL {
            assert_eq!(GameResult::read(result.text().as_bytes()), Some(result));
        }
    }

    #[test]
    fn other_spellings_are_taken_where_they_can_mean_one_thing_only() {
        for (text, result) in [
            ("1/2", GameResult::Draw),
            ("½", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("½–½", GameResult::Draw),
            ("0.5-0.5", GameResult::Draw),
            ("1/2 - 1/2", GameResult::Draw),
            ("1/2:1/2", GameResult::Draw),
            ("1:0", GameResult::WhiteWins),
            ("1 - 0", GameResult::WhiteWins),
            ("1–0", GameResult::WhiteWins),
            ("0:1", GameResult::BlackWins),
            (" 0-1\n", GameResult::BlackWins),
        ] {
            assert_eq!(GameResult::read(text.as_bytes()), Some(result), "{text}");
        }
        assert_eq!(GameResult::read(b"\xbd-\xbd"), Some(GameResult::Draw), "Latin-1");
    }

    #[test]
    fn what_does_not_add_up_to_a_point_is_no_result() {
        for text in
            ["", "0-0", "0-0-0", "1-1", "1-0-0", "1/2-0", "0-1/2", "½-1", "1", "0", "0.5", "1/2-1", "1/2-1/2-1/2", "1-", "10", "1-01"]
        {
            assert_eq!(GameResult::read(text.as_bytes()), None, "{text}");
        }
    }
}
