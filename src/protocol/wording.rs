//! What refusals say to a person: which man, which square, which rule.

use crate::board::{Bitboard, Square};
use crate::notation::{CastlingStyle, Uci};
use crate::position::{CastlingSide, IllegalMove, Move, MoveIntent, Position};

/// Why the move is illegal, in words.
#[must_use]
pub fn illegal_move(position: &Position, intent: Option<MoveIntent>, reason: &IllegalMove) -> String {
    let man = |square| man(position, square);
    let side = position.turn();
    match *reason {
        IllegalMove::NullMove => format!("{} has to move: a move takes a man to another square", side.title()),
        IllegalMove::NoPiece { at } => format!("there is no man on {at}"),
        IllegalMove::OpponentPiece { at } => format!("{} belongs to {}, and {} is to move", man(at), (!side).title(), side.title()),
        IllegalMove::CastlingNoRight => {
            let direction = match intent {
                Some(MoveIntent::Castle(side)) => Some(side),
                Some(MoveIntent::Step { from, to, .. }) => position.castling_meant(from, to),
                _ => None,
            };
            let direction = match direction {
                Some(CastlingSide::King) => " on the king's side",
                Some(CastlingSide::Queen) => " on the queen's side",
                None => "",
            };
            format!("{} has no right to castle{direction}: the king or that rook has moved, or is not there", side.title())
        }
        IllegalMove::CastlingBlocked { at } => format!("{} stands in the way of castling", man(at)),
        IllegalMove::CastlingInCheck { by } => format!("the king may not castle out of check, given by {}", men(position, by)),
        IllegalMove::CastlingThroughCheck { at, by } => format!("the king may not cross {at}, which {}", attack(position, by)),
        IllegalMove::CastlingIntoCheck { at, by } => format!("the king may not castle to {at}, which {}", attack(position, by)),
        IllegalMove::OwnPiece { at } => format!("{} is {}'s own", man(at), side.title()),
        IllegalMove::PawnNotHome => "a pawn may advance two squares only from where it started".to_owned(),
        IllegalMove::PawnBlocked { at, .. } => format!("{} stands in the pawn's way", man(at)),
        IllegalMove::EnPassantExpired { at } => {
            format!("{} cannot be taken en passant: it did not advance two squares in the last move", man(at))
        }
        IllegalMove::PawnNoCapture { at } => format!("a pawn moves diagonally only to capture, and there is nothing to take on {at}"),
        IllegalMove::BadGeometry { role } => format!("a {} does not move that way", role.name()),
        IllegalMove::PathBlocked { at } => format!("{} stands in the way", man(at)),
        IllegalMove::PromotionNotAllowed => "only a pawn that reaches the last rank becomes another piece".to_owned(),
        IllegalMove::PromotionPiece => "a pawn becomes a queen, rook, bishop or knight: q, r, b or n".to_owned(),
        IllegalMove::PromotionMissing => "say what the pawn becomes: add q, r, b or n".to_owned(),
        IllegalMove::KingIntoCheck { by } => format!("the king would stand in check from {}", men(position, by)),
        IllegalMove::CheckNotMet { by } => format!("the king is in check from {}, and the move does not end it", men(position, by)),
        IllegalMove::Pinned { by } => format!("the move would leave the king in check from {}", men(position, by)),
        IllegalMove::NoSuchMove => "no man can make that move".to_owned(),
    }
}

/// Why SAN is ambiguous, in words.
#[must_use]
pub fn ambiguous_move(candidates: &[Move], style: CastlingStyle) -> String {
    let moves: Vec<String> = candidates.iter().map(|&mv| Uci { mv, style }.to_string()).collect();
    format!("it may be {}: say which man goes", moves.join(" or "))
}

/// `1 half-move`, `2 half-moves`.
#[must_use]
pub fn half_moves(count: u32) -> String {
    format!("{count} half-move{}", if count == 1 { "" } else { "s" })
}

/// `the bishop on c4`
fn man(position: &Position, square: Square) -> String {
    match position.board().role_at(square) {
        Some(role) => format!("the {} on {square}", role.name()),
        None => square.to_string(),
    }
}

/// `the bishop on c4 and the rook on e8`
fn men(position: &Position, squares: Bitboard) -> String {
    squares.into_iter().map(|square| man(position, square)).collect::<Vec<_>>().join(" and ")
}

/// `the bishop on c4 attacks`
fn attack(position: &Position, squares: Bitboard) -> String {
    format!("{} {}", men(position, squares), if squares.many() { "attack" } else { "attacks" })
}
