//! Whether a side can mate, told at sight: for positions with so much freedom that nothing has to be searched.
//!
//! Not a proof, and no answer of [`judge`](super::judge), which shows a line for every "possible". It is for whoever looks at
//! millions of games that are over, where the line is not asked for: no position is known that passes here and that the winner
//! cannot mate in; `tests/dead_position.rs` looks for one.

use super::{WALL, blocked_pairs};
use crate::board::{Bitboard, Color, File, Role};
use crate::position::Position;

/// Whether it is plain that `winner` can mate by some series of legal moves: it has a queen, a rook or a passed pawn; it moves
/// freely, or can after a move of the other side, which has a choice of moves, too; and no wall of pawns may part them.
#[must_use]
pub fn winnable_at_sight(position: &Position, winner: Color) -> bool {
    if walled(position) {
        return false;
    }
    if position.turn() == winner {
        return is_free(position, winner);
    }
    // Whatever the other side can do, it may do the most helpful: some quiet move.
    position
        .legal_moves()
        .into_iter()
        .filter(|&mv| position.captured(mv).is_none())
        .take(TRIED)
        .any(|mv| is_free(&position.play(mv), winner))
}

/// So many quiet moves are looked at.
const TRIED: usize = 8;

/// So many legal moves are a choice that no few moves of the other side take away.
const FREEDOM: usize = 8;

/// With so many, it is no matter that the queen or rook is still behind its own men.
const MUCH_FREEDOM: usize = 20;

/// So many moves of queens and rooks alone set them free.
const REACH: usize = 4;

/// Whether the winner, to move, is free to do what it needs to.
fn is_free(position: &Position, winner: Color) -> bool {
    let board = position.board();
    let heavy = board.of(winner, Role::Queen) | board.of(winner, Role::Rook);
    if heavy.is_empty() && !has_passed_pawn(position, winner) {
        return false;
    }
    let moves = position.legal_moves();
    let of_heavy = moves.iter().filter(|mv| heavy.has(mv.from()) && mv.castling().is_none()).count();
    if moves.len() < FREEDOM || (heavy.any() && of_heavy < REACH && moves.len() < MUCH_FREEDOM) {
        return false;
    }
    // After one of them that takes nothing, the other side has a choice, too.
    moves.into_iter().filter(|&mv| position.captured(mv).is_none()).take(TRIED).any(|mv| {
        let next = position.play(mv);
        !next.in_check() && next.has_choice()
    })
}

/// Whether a pawn has no enemy pawn before it, on its own file or beside.
fn has_passed_pawn(position: &Position, color: Color) -> bool {
    let board = position.board();
    // What enemy pawns stand on or could ever come to attack.
    let mut guarded = board.of(!color, Role::Pawn);
    for _ in 0..5 {
        guarded |= guarded.forward(!color);
    }
    guarded |= guarded.towards_a() | guarded.towards_h();
    (board.of(color, Role::Pawn) & !guarded).any()
}

/// Whether pawns may part the board in two: several stand head to head, and no file is without any.
fn walled(position: &Position) -> bool {
    let pawns = position.board().of_role(Role::Pawn);
    blocked_pairs(position) >= WALL && File::ALL.into_iter().all(|file| (pawns & Bitboard::file(file)).any())
}
