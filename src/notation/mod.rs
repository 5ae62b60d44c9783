//! Spelling: FEN, UCI, SAN and PGN, in and out.
//!
//! What is written is exact. What is read is exact first; then comes what people and programs write for it, and each
//! liberty taken is one of the list in [`Forgiven`]. This rung knows nothing of games, clocks or replies.

mod diagram;
mod epd;
mod fen;
mod forgiven;
mod move_text;
pub mod pgn;
mod quick;
mod read;
mod san;
mod time_control;
mod uci;
mod written;

pub use diagram::Diagram;
pub use epd::{Epd, OfMoves, Operation, parse_epd};
pub use fen::{Fen, FenError, FenField, FenReason, parse_fen, parse_setup, position_of};
pub use forgiven::{Forgiven, ForgivenSet};
pub use move_text::MoveText;
pub use quick::quick_san;
pub use read::{MoveError, ReadMove, read_move};
pub use san::{CheckSign, San, write_san, write_san_after};
pub use time_control::{Period, TimeControl};
pub use uci::{CastlingStyle, Uci, UciIntent, parse_uci};

/// The longest piece of a client's text that a message quotes, in characters.
const QUOTED_CHARACTERS: usize = 40;

/// A client's text for a message: in double quotes, cut short, with everything that does not print escaped.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut characters = text.chars();
    for character in characters.by_ref().take(QUOTED_CHARACTERS) {
        match character {
            '"' | '\'' => quoted.push(character),
            _ => quoted.extend(character.escape_debug()),
        }
    }
    quoted.push_str(if characters.next().is_some() { "…\"" } else { "\"" });
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn a_quoted_text_is_one_short_line() {
        assert_eq!(quote("Nf3"), "\"Nf3\"");
        assert_eq!(quote("a\r\n\u{1b}[31m\u{2028}"), "\"a\\r\\n\\u{1b}[31m\\u{2028}\"");
        assert_eq!(quote(&"é".repeat(41)), format!("\"{}…\"", "é".repeat(40)));
    }
}
