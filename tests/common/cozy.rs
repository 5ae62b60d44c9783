//! The way over to cozy-chess: our positions and moves as its own, and its perft.
//!
//! Positions go over as Shredder-FEN, written here and not by `notation`, so that an error there cannot hide one elsewhere.

use chess_referee::board::{Color, File, Rank, Role, Square};
use chess_referee::position::{Move, Position};
use cozy_chess::{Board, Piece};

/// The same position, for cozy-chess. Its counters end at 100 half-moves and 65535 moves.
pub(crate) fn board(position: &Position) -> Board {
    let fen = shredder_fen(position);
    Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("cozy-chess refuses {fen}: {error}"))
}

/// The same move, for cozy-chess: castling is king takes rook there too.
pub(crate) fn to_cozy(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move { from: square(mv.from()), to: square(mv.to()), promotion: mv.promotion().map(|promotion| piece(promotion.role())) }
}

/// How many sequences of `depth` legal moves there are, as cozy-chess sees it; the last half-move is counted in bulk.
pub(crate) fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// A square of ours as one of theirs.
pub(crate) fn square(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square as usize)
}

/// A role of ours as a piece of theirs.
pub(crate) const fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}

/// Shredder-FEN: a castling right is the letter of its rook's file. The en passant square stands wherever an enemy pawn is
/// ready to capture there, legally or not: cozy-chess finds out for itself.
fn shredder_fen(position: &Position) -> String {
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(|rank| rank_of_fen(position, rank)).collect();
    let turn = if position.turn() == Color::White { 'w' } else { 'b' };
    let mut castling: String = position
        .castling()
        .iter()
        .map(|(color, _, rook)| if color == Color::White { rook.file().letter().to_ascii_uppercase() } else { rook.file().letter() })
        .collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = position.passed().map_or("-", Square::name);
    let (halfmove, fullmove) = (position.halfmove().min(100), position.fullmove().clamp(1, u16::MAX.into()));
    format!("{} {turn} {castling} {passed} {halfmove} {fullmove}", ranks.join("/"))
}

fn rank_of_fen(position: &Position, rank: Rank) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for file in File::ALL {
        match position.board().piece_at(Square::new(file, rank)) {
            None => gap += 1,
            Some(man) => {
                if gap > 0 {
                    text += &gap.to_string();
                    gap = 0;
                }
                text.push(man.fen_letter());
            }
        }
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
}
