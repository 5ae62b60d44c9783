//! Straight lines through two squares: what lies between them, and the whole line from edge to edge.

use super::{Bitboard, Square};

/// The squares strictly between two squares of one rank, file or diagonal; empty where they share none.
#[inline]
#[must_use]
pub fn between(one: Square, other: Square) -> Bitboard {
    Bitboard(BETWEEN[one as usize][other as usize])
}

/// The whole rank, file or diagonal through two squares, both in it; empty where they share none, or are the same.
#[inline]
#[must_use]
pub fn line(one: Square, other: Square) -> Bitboard {
    Bitboard(LINE[one as usize][other as usize])
}

static BETWEEN: [[u64; 64]; 64] = tables().0;
static LINE: [[u64; 64]; 64] = tables().1;

const fn tables() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    const STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (file_step, rank_step) = STEPS[direction];
            let whole = 1 << from | walk(from, file_step, rank_step) | walk(from, -file_step, -rank_step);
            let mut passed = 0;
            let mut rest = walk(from, file_step, rank_step);
            let mut file = (from % 8) as i8 + file_step;
            let mut rank = (from / 8) as i8 + rank_step;
            while rest != 0 {
                let to = (rank * 8 + file) as usize;
                between[from][to] = passed;
                line[from][to] = whole;
                passed |= 1 << to;
                rest &= !(1 << to);
                file += file_step;
                rank += rank_step;
            }
            direction += 1;
        }
        from += 1;
    }
    (between, line)
}

const fn walk(from: usize, file_step: i8, rank_step: i8) -> u64 {
    let mut squares = 0;
    let mut file = (from % 8) as i8 + file_step;
    let mut rank = (from / 8) as i8 + rank_step;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        squares |= 1 << (rank * 8 + file);
        file += file_step;
        rank += rank_step;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::super::queen_attacks;
    use super::*;

    #[test]
    fn between_leaves_both_ends_out() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert!(between(Square::A1, Square::B3).is_empty());
        assert!(between(Square::A1, Square::A2).is_empty());
        assert!(between(Square::A1, Square::A1).is_empty());
    }

    #[test]
    fn lines_are_what_a_queen_sees_both_ways() {
        for one in Square::ALL {
            for other in Square::ALL {
                let shared = queen_attacks(one, Bitboard::EMPTY).has(other);
                assert_eq!(line(one, other).any(), shared);
                assert_eq!(line(one, other), line(other, one));
                assert_eq!(between(one, other), between(other, one));
                if shared {
                    let ends = Bitboard::from(one) | other.into();
                    assert_eq!(queen_attacks(one, other.into()) & queen_attacks(other, one.into()) & line(one, other), between(one, other));
                    assert_eq!(line(one, other) & ends, ends);
                }
            }
        }
    }
}
