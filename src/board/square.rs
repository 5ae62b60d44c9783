//! Squares, files and ranks of the board, numbered a1 = 0, b1 = 1, … h8 = 63.
//!
//! An enum of 64 values needs no bounds check to index a table of 64, and cannot hold a square that is not there.

use std::fmt;

use super::Color;

/// One of the eight files, a to h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, a to h.
    pub const ALL: [Self; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The file with this number; only the low three bits count.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        match index & 7 {
            0 => Self::A,
            1 => Self::B,
            2 => Self::C,
            3 => Self::D,
            4 => Self::E,
            5 => Self::F,
            6 => Self::G,
            _ => Self::H,
        }
    }

    /// The file of a letter `a` to `h`, lower case only.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'a'..=b'h' => Some(Self::from_index((letter - b'a') as usize)),
            _ => None,
        }
    }

    /// How many files lie between two files, one of them counted.
    #[inline]
    #[must_use]
    pub const fn abs_diff(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }

    /// The letter, `a` to `h`.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

/// One of the eight ranks, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
}

impl Rank {
    /// All ranks, 1 to 8.
    pub const ALL: [Self; 8] = [Self::R1, Self::R2, Self::R3, Self::R4, Self::R5, Self::R6, Self::R7, Self::R8];

    /// The rank with this number, counted from 0; only the low three bits count.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        match index & 7 {
            0 => Self::R1,
            1 => Self::R2,
            2 => Self::R3,
            3 => Self::R4,
            4 => Self::R5,
            5 => Self::R6,
            6 => Self::R7,
            _ => Self::R8,
        }
    }

    /// The rank of a digit `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Self> {
        match digit {
            b'1'..=b'8' => Some(Self::from_index((digit - b'1') as usize)),
            _ => None,
        }
    }

    /// How many ranks lie between two ranks, one of them counted.
    #[inline]
    #[must_use]
    pub const fn abs_diff(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }

    /// The digit, `1` to `8`.
    #[inline]
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank as `color` counts it: White's first rank is rank 1, Black's is rank 8.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::from_index(7 - self as usize),
        }
    }
}

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares, a1, b1, … h8.
    pub const ALL: [Self; 64] = {
        let mut all = [Self::A1; 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Self::from_index(index);
            index += 1;
        }
        all
    };

    /// The square with this number; only the low six bits count.
    #[inline]
    #[must_use]
    #[rustfmt::skip]
    pub const fn from_index(index: usize) -> Self {
        // The compiler sees through this match: it costs nothing.
        match index & 63 {
            0 => Self::A1, 1 => Self::B1, 2 => Self::C1, 3 => Self::D1, 4 => Self::E1, 5 => Self::F1, 6 => Self::G1, 7 => Self::H1,
            8 => Self::A2, 9 => Self::B2, 10 => Self::C2, 11 => Self::D2, 12 => Self::E2, 13 => Self::F2, 14 => Self::G2, 15 => Self::H2,
            16 => Self::A3, 17 => Self::B3, 18 => Self::C3, 19 => Self::D3, 20 => Self::E3, 21 => Self::F3, 22 => Self::G3, 23 => Self::H3,
            24 => Self::A4, 25 => Self::B4, 26 => Self::C4, 27 => Self::D4, 28 => Self::E4, 29 => Self::F4, 30 => Self::G4, 31 => Self::H4,
            32 => Self::A5, 33 => Self::B5, 34 => Self::C5, 35 => Self::D5, 36 => Self::E5, 37 => Self::F5, 38 => Self::G5, 39 => Self::H5,
            40 => Self::A6, 41 => Self::B6, 42 => Self::C6, 43 => Self::D6, 44 => Self::E6, 45 => Self::F6, 46 => Self::G6, 47 => Self::H6,
            48 => Self::A7, 49 => Self::B7, 50 => Self::C7, 51 => Self::D7, 52 => Self::E7, 53 => Self::F7, 54 => Self::G7, 55 => Self::H7,
            56 => Self::A8, 57 => Self::B8, 58 => Self::C8, 59 => Self::D8, 60 => Self::E8, 61 => Self::F8, 62 => Self::G8, _ => Self::H8,
        }
    }

    /// The square where a file and a rank meet.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank as usize * 8 + file as usize)
    }

    /// The square that a text such as `e4` names; nothing but two characters, lower case, is taken.
    #[must_use]
    pub const fn parse(text: &[u8]) -> Option<Self> {
        if let [file, rank] = text
            && let Some(file) = File::from_letter(*file)
            && let Some(rank) = Rank::from_digit(*rank)
        {
            return Some(Self::new(file, rank));
        }
        None
    }

    /// Its file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_index(self as usize)
    }

    /// Its rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self as usize >> 3)
    }

    /// The square one step towards the side that `color` plays to, or `None` off the board.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Option<Self> {
        match (color, self.rank()) {
            (Color::White, Rank::R8) | (Color::Black, Rank::R1) => None,
            (Color::White, _) => Some(Self::from_index(self as usize + 8)),
            (Color::Black, _) => Some(Self::from_index(self as usize - 8)),
        }
    }

    /// How many files and ranks lie between two squares, whichever is more: the moves that a king needs.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Whether it is a light square (h1 is light).
    #[inline]
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.file() as u8 + self.rank() as u8) % 2 == 1
    }
}

impl AsRef<str> for Square {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Square {
    /// Its name, `a1` to `h8`.
    #[inline]
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
        let start = self as usize * 2;
        &NAMES[start..start + 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_go_out_and_back() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square as usize, index);
            assert_eq!(Square::from_index(index), square);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::parse(square.to_string().as_bytes()), Some(square));
        }
    }

    #[test]
    fn what_is_not_a_square_is_refused() {
        for text in ["", "e", "e9", "e0", "i1", "E4", "e44", "4e", "e\u{0}"] {
            assert_eq!(Square::parse(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn forward_ends_at_the_edge() {
        assert_eq!(Square::E4.forward(Color::White), Some(Square::E5));
        assert_eq!(Square::E4.forward(Color::Black), Some(Square::E3));
        assert_eq!(Square::E8.forward(Color::White), None);
        assert_eq!(Square::E1.forward(Color::Black), None);
    }

    #[test]
    fn the_corner_on_the_right_is_light() {
        assert!(Square::H1.is_light());
        assert!(!Square::A1.is_light());
    }
}
