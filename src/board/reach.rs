//! What each piece attacks on an empty board, looked up by role: no branch for a role that nobody could foretell.

use super::leapers::{KING, KNIGHT};
use super::sliders::{DIAGONALS, STRAIGHTS};
use super::{Bitboard, Role, Square};

/// The squares that a knight, bishop, rook, queen or king on `square` attacks on an empty board. For a pawn, none: its attacks
/// depend on its colour ([`pawn_attacks`](super::pawn_attacks)).
#[inline]
#[must_use]
pub fn reach(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize][square as usize])
}

static REACH: [[u64; 64]; 6] = [[0; 64], KNIGHT, DIAGONALS, STRAIGHTS, both(&DIAGONALS, &STRAIGHTS), KING];

const fn both(one: &[u64; 64], other: &[u64; 64]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = one[square] | other[square];
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Piece};

    #[test]
    fn reach_is_what_is_attacked_on_an_empty_board() {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for square in Square::ALL {
                let attacks = Board::EMPTY.attacks_from(Piece { color: Color::White, role }, square);
                assert_eq!(reach(role, square), attacks, "{role:?} {square:?}");
            }
        }
        assert!(reach(Role::Pawn, Square::E4).is_empty());
    }
}
