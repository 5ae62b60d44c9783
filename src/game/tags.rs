//! What a game is called: the names of players, event and place, as tags of PGN.

use std::collections::BTreeMap;

use crate::notation::pgn::prints;

/// How many tags may be set for one game.
pub const MOST_TAGS: usize = 64;

/// The longest name and the longest value of a tag, in characters, by the PGN standard.
pub const LONGEST_TAG: usize = 255;

/// Tags by their names, each once, in ASCII order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// The value of this tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag; what it said before is forgotten.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// Forgets a tag: its value, if it had one.
    pub fn forget(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each name with its value, in ASCII order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether PGN has such names: letters, digits and underscores, 255 at most, the first no underscore.
#[must_use]
pub fn is_tag_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=LONGEST_TAG).contains(&name.len()) && name.bytes().all(is_part) && !name.starts_with('_')
}

/// Whether PGN has such values: 255 characters at most, each of which prints.
#[must_use]
pub fn is_tag_value(value: &str) -> bool {
    value.chars().count() <= LONGEST_TAG && value.chars().all(prints)
}

/// Whether the referee itself writes this tag, by what happened in the game; in any case, for some programs read it so.
#[must_use]
pub fn written_by_the_referee(name: &str) -> bool {
    const WRITTEN: [&str; 8] = ["Result", "FEN", "SetUp", "Variant", "TimeControl", "WhiteTimeControl", "BlackTimeControl", "Termination"];
    WRITTEN.iter().any(|written| written.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_ascii() {
        for name in ["White", "UTCDate", "Board_2", "2nd", &"x".repeat(255)] {
            assert!(is_tag_name(name), "{name}");
        }
        for name in ["", "_x", "White-Elo", "Weiß", "a b", &"x".repeat(256)] {
            assert!(!is_tag_name(name), "{name}");
        }
    }

    #[test]
    fn values_are_one_line_that_prints() {
        for value in ["", "Ñ \"quoted\" \\ [x] {y}", &"é".repeat(255)] {
            assert!(is_tag_value(value), "{value}");
        }
        for value in ["a\tb", "\u{1b}[31m", "\u{85}", "\u{2028}", "\u{202e}", &"é".repeat(256)] {
            assert!(!is_tag_value(value), "{value:?}");
        }
    }

    #[test]
    fn what_the_referee_knows_it_writes_itself() {
        assert!(["Result", "result", "SETUP", "TimeControl"].into_iter().all(written_by_the_referee));
        assert!(!["White", "Date", "Round", "ECO", "PlyCount"].into_iter().any(written_by_the_referee));
    }
}
