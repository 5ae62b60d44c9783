//! The conversation: a line becomes a [`Command`], a [`Reply`] becomes a line. It knows no state, no clock and no I/O.

mod clock_text;
pub mod command;
mod digits;
mod error;
mod fields;
pub mod grammar;
mod json;
mod parse;
pub mod reply;
pub mod report;
mod text;
pub mod wording;

pub use clock_text::ClockText;
pub use command::{Command, Go, Line, MoveWords, Start};
pub use error::{ErrorCode, ErrorReply};
pub use fields::{Fields, Key, Known, Phrase};
pub use grammar::{COMMANDS, CommandSpec};
pub use parse::{SyntaxError, is_tag, parse};
pub use reply::{Reply, StateBlock};

/// How replies are printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Words, in UCI's manner.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// What is printed before a reply, or around it, beside the reply itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Envelope<'a> {
    /// The game that the command was tagged with.
    pub game: Option<&'a str>,
    /// Whether to start with `info string `, which every UCI client accepts.
    pub info: bool,
    /// How the reply is printed.
    pub format: Format,
}

/// Prints a reply, whole lines each ended by a line feed.
#[inline]
pub fn print(reply: &Reply, envelope: Envelope<'_>, out: &mut Vec<u8>) {
    print_after(reply, envelope, &mut ClockText::default(), out);
}

/// The same, for one who prints reply after reply and keeps from each what the clocks looked like.
#[inline]
pub fn print_after(reply: &Reply, envelope: Envelope<'_>, clocks: &mut ClockText, out: &mut Vec<u8>) {
    match envelope.format {
        Format::Text => text::print(reply, envelope, clocks, out),
        Format::Json => json::print(reply, envelope, out),
    }
}
