//! Kings, knights and pawns: pieces whose attacks no other man can block.

use super::{Bitboard, Color, Square};

/// The squares that a king on `square` attacks.
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING[square as usize])
}

/// The squares that a knight on `square` attacks.
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square as usize])
}

/// The squares that a pawn of `color` on `square` attacks: where it captures, not where it moves (3.7.3).
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color as usize][square as usize])
}

const KING_STEPS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(-2, -1), (-1, -2), (1, -2), (2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1)];

pub(super) const KING: [u64; 64] = leaps(&KING_STEPS);
pub(super) const KNIGHT: [u64; 64] = leaps(&KNIGHT_STEPS);
static PAWN: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < steps.len() {
            let file = (square % 8) as i8 + steps[index].0;
            let rank = (square / 8) as i8 + steps[index].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            index += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_stop_at_the_edge() {
        assert_eq!(knight_attacks(Square::A1), [Square::B3, Square::C2].into_iter().collect());
        assert_eq!(king_attacks(Square::H8).len(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.into());
        assert_eq!(pawn_attacks(Color::Black, Square::H7), Square::G6.into());
        assert!(pawn_attacks(Color::White, Square::E8).is_empty());
    }

    #[test]
    fn a_leap_can_be_made_back() {
        for from in Square::ALL {
            for to in Square::ALL {
                assert_eq!(knight_attacks(from).has(to), knight_attacks(to).has(from));
                assert_eq!(king_attacks(from).has(to), from.distance(to) == 1);
                assert_eq!(pawn_attacks(Color::White, from).has(to), pawn_attacks(Color::Black, to).has(from));
            }
        }
    }
}
