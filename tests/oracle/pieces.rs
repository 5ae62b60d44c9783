//! The six kinds of orthodox chess. Five of them are a list of directions and
//! whether they ride along them or leap once; the pawn, whose attacks and
//! moves differ, has all the privileges to itself.

use super::Kind;
use super::board::{Board, Color, Square};

/// A step as (files towards h, ranks towards 8).
pub type Direction = (i8, i8);

pub const STRAIGHT: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const ALL_ROUND: [Direction; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
pub const KNIGHT_LEAPS: [Direction; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The kinds of orthodox chess.
pub const STANDARD: [&dyn Kind; 6] = [&Pawn, &Knight, &Bishop, &Rook, &Queen, &King];

/// The squares a rider sees: along each direction up to the edge of the
/// board or the first man, that man's square included.
pub fn ride(board: &Board, from: Square, directions: &[Direction]) -> Vec<Square> {
    let mut seen = Vec::new();
    for &direction in directions {
        let mut next = from.step(direction);
        while let Some(square) = next {
            seen.push(square);
            next = match board.at(square) {
                Some(_) => None,
                None => square.step(direction),
            };
        }
    }
    seen
}

/// The squares a leaper sees: one step in each direction, whatever lies
/// between.
pub fn leap(from: Square, directions: &[Direction]) -> Vec<Square> {
    let landings = directions.iter().map(|&direction| from.step(direction));
    landings.flatten().collect()
}

pub struct Knight;

impl Kind for Knight {
    fn letter(&self) -> char {
        'N'
    }

    fn attacks(&self, _board: &Board, from: Square, _color: Color) -> Vec<Square> {
        leap(from, &KNIGHT_LEAPS)
    }
}

pub struct Bishop;

impl Kind for Bishop {
    fn letter(&self) -> char {
        'B'
    }

    fn attacks(&self, board: &Board, from: Square, _color: Color) -> Vec<Square> {
        ride(board, from, &DIAGONAL)
    }
}

pub struct Rook;

impl Kind for Rook {
    fn letter(&self) -> char {
        'R'
    }

    fn attacks(&self, board: &Board, from: Square, _color: Color) -> Vec<Square> {
        ride(board, from, &STRAIGHT)
    }

    fn is_castling_partner(&self) -> bool {
        true
    }
}

pub struct Queen;

impl Kind for Queen {
    fn letter(&self) -> char {
        'Q'
    }

    fn attacks(&self, board: &Board, from: Square, _color: Color) -> Vec<Square> {
        ride(board, from, &ALL_ROUND)
    }
}

pub struct King;

impl Kind for King {
    fn letter(&self) -> char {
        'K'
    }

    fn attacks(&self, _board: &Board, from: Square, _color: Color) -> Vec<Square> {
        leap(from, &ALL_ROUND)
    }

    fn is_royal(&self) -> bool {
        true
    }

    fn may_castle(&self) -> bool {
        true
    }

    fn may_be_promoted_to(&self) -> bool {
        false
    }
}

pub struct Pawn;

impl Kind for Pawn {
    fn letter(&self) -> char {
        'P'
    }

    fn attacks(&self, _board: &Board, from: Square, color: Color) -> Vec<Square> {
        let ahead = color.forward();
        leap(from, &[(-1, ahead), (1, ahead)])
    }

    /// A pawn goes where it attacks only to capture; otherwise straight
    /// ahead, and from the second rank two squares if both are empty.
    fn moves(&self, board: &Board, from: Square, color: Color) -> Vec<Square> {
        let mut squares = self.attacks(board, from, color);
        squares.retain(|&to| board.at(to).is_some_and(|man| man.color != color));

        let reach = if from.rank == color.rank(2) { 2 } else { 1 };
        let mut next = from.step((0, color.forward()));
        for _ in 0..reach {
            // A pawn cannot capture, let alone jump, what stands ahead of it.
            let Some(square) = next.filter(|&square| board.at(square).is_none()) else {
                break;
            };
            squares.push(square);
            next = square.step((0, color.forward()));
        }
        squares
    }

    fn may_be_promoted_to(&self) -> bool {
        false
    }

    fn is_promoted_on(&self, to: Square, color: Color) -> bool {
        to.rank == color.rank(8)
    }

    fn passed_over(&self, from: Square, to: Square, color: Color) -> Option<Square> {
        let over = from.step((0, color.forward()))?;
        let two_ahead = over.step((0, color.forward()))?;
        (from.rank == color.rank(2) && to == two_ahead).then_some(over)
    }

    fn captures_in_passing(&self) -> bool {
        true
    }

    fn moves_for_good(&self) -> bool {
        true
    }

    /// Never on the first rank, where no pawn comes from, nor on the last,
    /// where none remains; the two colours' end ranks are the same two.
    fn may_stand_on(&self, square: Square) -> bool {
        square.rank != Color::White.rank(1) && square.rank != Color::White.rank(8)
    }
}
