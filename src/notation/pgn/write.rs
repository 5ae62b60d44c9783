//! PGN as it is written: tag pairs and movetext, in the standard's export format, in which every game has one text.

/// The seven tags that every game has, in their order, each with the value that says that it is not known.
pub const ROSTER: [(&str, &str); 7] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?"), ("Result", "*")];

/// The longest line of movetext, in characters: below 80 columns.
const LONGEST_LINE: usize = 79;

/// A tag pair as a line of its own: `[White "Carlsen, Magnus"]`. Quotes and backslashes are escaped; what does not print, for which
/// PGN has no place, becomes a blank.
#[must_use]
pub fn write_tag(name: &str, value: &str) -> String {
    let mut line = format!("[{name} \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => line.extend(['\\', character]),
            _ => line.push(if prints(character) { character } else { ' ' }),
        }
    }
    line.push_str("\"]");
    line
}

/// Whether a character may stand in a tag's value: no control character, nothing that breaks a line or turns its direction.
#[must_use]
pub fn prints(character: char) -> bool {
    !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Movetext: pieces in a row, one blank between two, in lines below 80 columns.
///
/// No piece is broken, a comment neither. So each line starts with a move's number, a move, a `{` or the result, and cannot be
/// taken for anything else: an escape line (`%`), a tag pair, or the end of a reply.
#[derive(Clone, Debug, Default)]
pub struct Movetext {
    lines: Vec<String>,
    /// The line that is not yet full.
    line: String,
}

impl Movetext {
    /// Adds a piece: a number, a move, the result. It is one word of ASCII, no longer than a line.
    pub fn push(&mut self, piece: &str) {
        debug_assert!(piece.is_ascii() && piece.len() <= LONGEST_LINE, "{piece}");
        if !self.line.is_empty() && self.line.len() + 1 + piece.len() > LONGEST_LINE {
            self.lines.push(std::mem::take(&mut self.line));
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(piece);
    }

    /// Adds a comment, which holds no `}` and with its braces is no longer than a line.
    pub fn comment(&mut self, text: &str) {
        debug_assert!(!text.contains('}'), "{text}");
        self.push(&format!("{{{text}}}"));
    }

    /// The lines.
    #[must_use]
    pub fn into_lines(mut self) -> Vec<String> {
        self.lines.push(self.line);
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_pair_is_one_line_whatever_its_value() {
        assert_eq!(write_tag("White", "Carlsen, Magnus"), "[White \"Carlsen, Magnus\"]");
        assert_eq!(write_tag("Event", "\"Open\" \\ B"), "[Event \"\\\"Open\\\" \\\\ B\"]");
        assert_eq!(write_tag("Site", "a\nb\u{1b}[0m\u{2028}é"), "[Site \"a b [0m é\"]");
    }

    #[test]
    fn lines_are_filled_up_to_79_characters() {
        let mut movetext = Movetext::default();
        for _ in 0..40 {
            movetext.push("abc");
        }
        movetext.comment(&"x".repeat(77));
        let lines = movetext.into_lines();
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [79, 79, 79]);
        assert!(lines[2].starts_with('{'));
    }
}
