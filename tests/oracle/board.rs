//! The board: squares, colours, the men that stand on the squares and the
//! moves that take them elsewhere. It knows where everybody stands and who
//! attacks what, and asks the men themselves for everything that depends on
//! their kind.

use super::{Kind, PieceSet};
use std::fmt;

/// The side a man belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The way this side's men advance, as a step along the file.
    pub fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// A rank as this side counts them, 1 being its home rank, as
    /// [`Square`] stores ranks.
    pub fn rank(self, count: i8) -> i8 {
        match self {
            Color::White => count - 1,
            Color::Black => 8 - count,
        }
    }

    /// A FEN letter in this side's case.
    pub fn letter(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The side whose case a FEN letter is written in.
    pub fn of_letter(letter: char) -> Color {
        if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
    }
}

/// A square: a file from 0 (a) to 7 (h) and a rank from 0 (1) to 7 (8).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Square {
    pub file: i8,
    pub rank: i8,
}

impl Square {
    /// The square at these coordinates, if they are on the board.
    pub fn at(file: i8, rank: i8) -> Option<Square> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then_some(Square { file, rank })
    }

    /// The square so many files and ranks away, if there is one.
    pub fn step(self, (files, ranks): (i8, i8)) -> Option<Square> {
        Square::at(self.file + files, self.rank + ranks)
    }

    /// All 64 squares.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Square { file, rank }))
    }

    /// The squares of this rank from here to the other square's file, both
    /// ends included, in no particular order.
    pub fn along_rank(self, other: Square) -> impl Iterator<Item = Square> {
        let files = self.file.min(other.file)..=self.file.max(other.file);
        files.map(move |file| Square { file, ..self })
    }

    /// The letter of the file, from `a` to `h`.
    pub fn file_letter(self) -> char {
        char::from(b'a' + self.file as u8)
    }

    /// Reads a square's name, such as `e4`.
    pub fn from_name(name: &str) -> Option<Square> {
        let mut signs = name.chars();
        let (file, rank) = (signs.next()?, signs.next()?);
        if signs.next().is_some() {
            return None;
        }
        Square::all().find(|square| file == square.file_letter() && rank.to_digit(10) == Some(square.rank as u32 + 1))
    }

    fn index(self) -> usize {
        (self.rank * 8 + self.file) as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}{}", self.file_letter(), self.rank + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// A man on the board.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    pub color: Color,
    pub kind: &'static dyn Kind,
}

impl Man {
    /// The man's letter in FEN, upper case for White.
    pub fn letter(self) -> char {
        self.color.letter(self.kind.letter())
    }
}

/// A move together with the man who makes it.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub man: Man,
    pub from: Square,
    /// Where the man goes; in castling, the square of the rook.
    pub to: Square,
    pub deed: Deed,
}

/// What a move does beyond putting the man on its square.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    Nothing,
    Promotion(&'static dyn Kind),
    CaptureInPassing { taken: Square },
    Castling,
}

impl Move {
    /// The UCI word, castling as king takes rook: the only way of writing it
    /// that is never ambiguous when the men start elsewhere than usual.
    pub fn uci(&self) -> String {
        match self.deed {
            Deed::Promotion(kind) => {
                let letter = kind.letter().to_ascii_lowercase();
                format!("{}{}{letter}", self.from, self.to)
            }
            _ => format!("{}{}", self.from, self.to),
        }
    }
}

/// Where king and rook come to stand when they castle: on the same squares
/// wherever they started.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file > king.file { (6, 5) } else { (2, 3) };
    let on = |file| Square { file, ..king };
    (on(king_file), on(rook_file))
}

/// Sixty-four squares, each empty or held by one man.
#[derive(Clone, Debug)]
pub struct Board {
    squares: [Option<Man>; 64],
}

impl Board {
    pub fn empty() -> Board {
        Board { squares: [None; 64] }
    }

    /// Reads the first field of a FEN with the kinds of the set.
    pub fn from_placement(placement: &str, set: &PieceSet) -> Result<Board, String> {
        let mut board = Board::empty();
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != 8 {
            return Err(format!("{} ranks instead of 8", rows.len()));
        }
        for (row, rank) in rows.into_iter().zip((0..8).rev()) {
            let mut file = 0;
            for sign in row.chars() {
                if let Some(gap @ 1..=8) = sign.to_digit(10) {
                    file += gap as i8;
                } else {
                    let kind = set.find(sign.to_ascii_uppercase());
                    let kind = kind.ok_or(format!("no kind of piece has the letter {sign:?}"))?;
                    let square = Square::at(file, rank).ok_or(format!("rank too long: {row}"))?;
                    if !kind.may_stand_on(square) {
                        return Err(format!("{sign} cannot stand on {square}"));
                    }
                    let color = Color::of_letter(sign);
                    board.put(square, Man { color, kind });
                    file += 1;
                }
                // Also keeps a rank of many digits from running away.
                if file > 8 {
                    return Err(format!("rank too long: {row}"));
                }
            }
            if file < 8 {
                return Err(format!("rank too short: {row}"));
            }
        }
        Ok(board)
    }

    /// Writes the first field of a FEN.
    pub fn placement(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut gap = 0;
            for file in 0..8 {
                let Some(man) = self.at(Square { file, rank }) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    row += &gap.to_string();
                    gap = 0;
                }
                row.push(man.letter());
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Man> {
        self.squares[square.index()]
    }

    /// Puts a man on a square and hands back the one who stood there.
    pub fn put(&mut self, square: Square, man: Man) -> Option<Man> {
        self.squares[square.index()].replace(man)
    }

    /// Takes the man off a square.
    pub fn lift(&mut self, square: Square) -> Option<Man> {
        self.squares[square.index()].take()
    }

    /// Moves the men as the move says, legal or not, and hands back the one
    /// captured.
    pub fn carry_out(&mut self, played: &Move) -> Option<Man> {
        let Move { man, from, to, deed } = *played;
        self.lift(from);
        match deed {
            Deed::Nothing => self.put(to, man),
            Deed::Promotion(kind) => self.put(to, Man { kind, ..man }),
            Deed::CaptureInPassing { taken } => {
                self.put(to, man);
                self.lift(taken)
            }
            Deed::Castling => {
                // Both are lifted before either is put down: the king may be
                // bound for the rook's square, and the rook for the king's.
                let (king_to, rook_to) = castled(from, to);
                if let Some(rook) = self.lift(to) {
                    self.put(rook_to, rook);
                }
                self.put(king_to, man);
                None
            }
        }
    }

    /// One side's men and where they stand.
    pub fn men(&self, color: Color) -> impl Iterator<Item = (Square, Man)> {
        let men = Square::all().filter_map(|square| Some((square, self.at(square)?)));
        men.filter(move |(_, man)| man.color == color)
    }

    /// Whether any man of that side attacks the square.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let mut men = self.men(by);
        men.any(|(from, man)| man.kind.attacks(self, from, by).contains(&square))
    }

    /// Whether that side's king is attacked.
    pub fn is_in_check(&self, color: Color) -> bool {
        let mut royals = self.men(color).filter(|(_, man)| man.kind.is_royal());
        royals.any(|(square, _)| self.is_attacked(square, color.other()))
    }
}
