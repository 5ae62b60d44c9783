//! En passant (3.7.3.1, 3.7.3.2): who may take the pawn that has just passed, and whether taking it is legal.
//!
//! Two men leave their squares at once, so pins do not tell: the capture is tried on the occupied squares.

use crate::board::{Bitboard, Board, Color, Role, Square, pawn_attacks};

/// The square that a pawn passes in its double step.
#[inline]
pub(super) fn passed(from: Square, to: Square) -> Square {
    Square::from_index((from as usize + to as usize) / 2)
}

/// The square of the pawn that has just passed over `passed`, whose opponent `by` may now capture it.
#[inline]
pub(super) fn victim(passed: Square, by: Color) -> Square {
    passed.forward(!by).expect("a passed square is on the third or sixth rank")
}

/// The pawns of `by` that stand ready to capture onto `passed`, legally or not.
#[inline]
pub(super) fn capturers(board: &Board, passed: Square, by: Color) -> Bitboard {
    pawn_attacks(!by, passed) & board.of(by, Role::Pawn)
}

/// The men that would attack the king of `by` after its pawn on `from` has captured onto `passed`.
#[inline]
pub(super) fn attackers_after(board: &Board, from: Square, passed: Square, by: Color) -> Bitboard {
    let victim = victim(passed, by);
    let occupied = board.occupied().without(from).without(victim).with(passed);
    let king = board.king(by).expect("a position has both kings");
    board.attackers(king, !by, occupied).without(victim)
}

/// The pawns of `by` that may legally capture onto `passed`.
#[inline]
pub(super) fn legal_capturers(board: &Board, passed: Square, by: Color) -> Bitboard {
    capturers(board, passed, by).into_iter().filter(|&from| attackers_after(board, from, passed, by).is_empty()).collect()
}
