//! The board as a person likes to see it: men, coordinates, the side to move, the last move.

use std::fmt;

use super::{CastlingStyle, Uci, write_san_after};
use crate::board::{Color, File, Rank, Square};
use crate::position::{Move, Position};

/// A board to be shown; White's side is below. The squares that the last move left and reached are marked.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Diagram<'a> {
    pub position: &'a Position,
    /// The last move, with the position before it.
    pub last_move: Option<(Position, Move)>,
    /// Figurines instead of letters.
    pub unicode: bool,
    /// How castling is written.
    pub style: CastlingStyle,
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EDGE: &str = "  +---+---+---+---+---+---+---+---+";
        writeln!(f, "{EDGE}")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} |", rank.digit())?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let (left, right) = if self.is_marked(square) { ('(', ')') } else { (' ', ' ') };
                write!(f, "{left}{}{right}|", self.man(square))?;
            }
            writeln!(f, "\n{EDGE}")?;
        }
        writeln!(f, "    a   b   c   d   e   f   g   h")?;
        let turn = match self.position.turn() {
            Color::White => "White to move",
            Color::Black => "Black to move",
        };
        write!(f, "  {turn}")?;
        if let Some((before, mv)) = self.last_move {
            let uci = Uci { mv, style: self.style };
            write!(f, "; last move {} ({uci})", write_san_after(&before, mv, self.position))?;
        }
        Ok(())
    }
}

impl Diagram<'_> {
    fn is_marked(&self, square: Square) -> bool {
        self.last_move.is_some_and(|(_, mv)| square == mv.from() || square == mv.target())
    }

    fn man(&self, square: Square) -> char {
        match self.position.board().piece_at(square) {
            Some(piece) if self.unicode => piece.figurine(),
            Some(piece) => piece.fen_letter(),
            None => ' ',
        }
    }
}
