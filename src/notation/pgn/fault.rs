//! What is wrong with a text that should be PGN.

use std::fmt;

/// What the reader could not make sense of. It goes on behind it, in the same game.
///
/// A move that is none (`foo`, `Nz9`) is no fault of these: it is shown as a move, and whoever knows the position refuses it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A `{` that no `}` follows before the next game or the end. What follows it is a comment, and lost.
    CommentNotClosed,
    /// A `}` outside of a comment. It is skipped.
    CommentNotOpened,
    /// A `(` without its `)` before the next game or the end. What follows it is a variation, and lost.
    VariationNotClosed,
    /// A `)` outside of a variation. It is skipped.
    VariationNotOpened,
    /// A `[` outside of a comment with no `Name "value"` behind it. It is skipped to its `]`, or to the end of the line.
    TagMalformed,
    /// A tag pair without its `]`. It is taken as it stands.
    TagNotClosed,
    /// A tag's value without its closing quote. The tag pair is lost; reading goes on at the end of the line.
    TagValueNotClosed,
    /// A line break inside a tag's value. The tag pair is taken, with a blank for the break.
    TagValueBroken,
    /// A quote inside a tag's value without a backslash before it. The value is taken as it was meant.
    TagQuoteNotEscaped,
    /// A `$` without a number behind it. It is skipped.
    NagMalformed,
    /// Characters that mean nothing where they stand. A run of them is one fault, and skipped.
    StrayCharacter,
    /// This game has too many faults to be one. Everything up to the next line that begins with a tag pair is skipped.
    TooManyFaults,
    /// This game is longer than any game is. Everything up to the next line that begins with a tag pair is skipped.
    GameTooLong,
}

impl Fault {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 13] = [
        Self::CommentNotClosed,
        Self::CommentNotOpened,
        Self::VariationNotClosed,
        Self::VariationNotOpened,
        Self::TagMalformed,
        Self::TagNotClosed,
        Self::TagValueNotClosed,
        Self::TagValueBroken,
        Self::TagQuoteNotEscaped,
        Self::NagMalformed,
        Self::StrayCharacter,
        Self::TooManyFaults,
        Self::GameTooLong,
    ];

    /// Its stable name, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CommentNotClosed => "comment_not_closed",
            Self::CommentNotOpened => "comment_not_opened",
            Self::VariationNotClosed => "variation_not_closed",
            Self::VariationNotOpened => "variation_not_opened",
            Self::TagMalformed => "tag_malformed",
            Self::TagNotClosed => "tag_not_closed",
            Self::TagValueNotClosed => "tag_value_not_closed",
            Self::TagValueBroken => "tag_value_broken",
            Self::TagQuoteNotEscaped => "tag_quote_not_escaped",
            Self::NagMalformed => "nag_malformed",
            Self::StrayCharacter => "stray_character",
            Self::TooManyFaults => "too_many_faults",
            Self::GameTooLong => "game_too_long",
        }
    }

    /// Whether moves are lost by it, so that nobody can tell how the game went on.
    #[must_use]
    pub const fn loses_moves(self) -> bool {
        matches!(self, Self::CommentNotClosed | Self::VariationNotClosed | Self::TooManyFaults | Self::GameTooLong)
    }

    /// A sentence for a person, without its full stop.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::CommentNotClosed => "a comment has no closing brace",
            Self::CommentNotOpened => "a closing brace closes no comment",
            Self::VariationNotClosed => "a variation has no closing parenthesis",
            Self::VariationNotOpened => "a closing parenthesis closes no variation",
            Self::TagMalformed => "a square bracket begins no tag pair",
            Self::TagNotClosed => "a tag pair has no closing bracket",
            Self::TagValueNotClosed => "the value of a tag has no closing quote",
            Self::TagValueBroken => "the value of a tag goes over the end of its line",
            Self::TagQuoteNotEscaped => "a quote inside the value of a tag has no backslash before it",
            Self::NagMalformed => "no number follows a dollar sign",
            Self::StrayCharacter => "a character means nothing here",
            Self::TooManyFaults => "too many faults; the rest is skipped up to the next line that begins with a tag pair",
            Self::GameTooLong => "the game is too long; the rest is skipped up to the next line that begins with a tag pair",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.message())
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn every_fault_stands_once_in_the_list_with_a_name_of_its_own() {
        assert!(Fault::ALL.is_sorted_by(|one, next| one < next), "in the order of their declaration, none twice");
        assert_eq!(Fault::ALL.last(), Some(&Fault::GameTooLong), "the last that is declared");
        let mut codes = Fault::ALL.map(Fault::code);
        codes.sort_unstable();
        assert!(codes.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(codes.iter().all(|code| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')));
    }
}
