//! PGN: games as people and programs keep them, in files of any size.
//!
//! A [`Reader`] shows the games in a text to a [`Visitor`], tag by tag and move by move, without a copy and without a look at
//! the board: whether a move is one is for whoever knows the position. [`Blocks`] cuts a source between games, so that a file
//! of any size is read in little memory, by as many readers as there are cores. What is taken, forgiven and refused is told in
//! `docs/pgn.md`.

mod blocks;
mod class;
mod clock;
mod fault;
mod game;
#[cfg(test)]
mod listing;
mod place;
mod reader;
mod result;
mod tag;
mod termination;
mod variant;
mod word;
mod write;

pub use blocks::{Block, Blocks};
pub use clock::{read_clock, write_clock};
pub use fault::Fault;
pub use place::place;
pub use reader::{LONGEST_GAME, Reader};
pub use result::GameResult;
pub use tag::Tag;
pub use termination::Termination;
pub use variant::is_played_here;
pub use write::{Movetext, ROSTER, prints, write_tag};

/// Who is shown a game, in the order of the text. Each `at` is the offset of a byte; they never go back within a game.
pub trait Visitor<'a> {
    /// A game begins; first of each.
    fn begin(&mut self, at: usize);

    /// A tag pair.
    fn tag(&mut self, at: usize, tag: Tag<'a>);

    /// A move of the game itself, without its number and what annotators add; with its check signs. It may be no move at all:
    /// any word that is nothing else is taken for one. A null move (`--`) is shown, too.
    fn mv(&mut self, at: usize, text: &'a [u8]);

    /// A word, up to a blank, that a move may be. Who knows it for one says so, and has been shown it then. It has to be spelled as
    /// the standard has it: that is one word to the reader, too. Any other is shown as what it is.
    fn plain_move(&mut self, _at: usize, _word: &'a [u8]) -> bool {
        false
    }

    /// `e.p.` behind a move.
    fn en_passant_suffix(&mut self, _at: usize, _text: &'a [u8]) {}

    /// A NAG, `$1`, with its dollar sign.
    fn nag(&mut self, _at: usize, _text: &'a [u8]) {}

    /// An annotator's sign, attached to a move or standing apart: `!?`, `+-`, `±`, `N`, `(=)`.
    fn glyph(&mut self, _at: usize, _text: &'a [u8]) {}

    /// A comment of the game itself, without its braces or its semicolon; `at` is theirs. Those in the result's own line are
    /// shown after the result.
    fn comment(&mut self, _at: usize, _text: &'a [u8]) {}

    /// A variation, with its parentheses and all that is in it.
    fn variation(&mut self, _at: usize, _text: &'a [u8]) {}

    /// The result at the end of the moves. Of a game that has none, nothing is shown.
    fn result(&mut self, at: usize, result: GameResult);

    /// Something is wrong here. Reading goes on behind it.
    fn fault(&mut self, at: usize, fault: Fault);
}
