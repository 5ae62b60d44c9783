//! The board: squares, men, sets of squares, and who attacks what. It does not know whose move it is.

mod bitboard;
mod color;
mod leapers;
mod lines;
mod piece;
mod placement;
mod reach;
mod sliders;
mod square;
mod tally;

pub use bitboard::Bitboard;
pub use color::Color;
pub use leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use lines::{between, line};
pub use piece::{Piece, PromotionRole, Role};
pub use placement::Board;
pub use reach::reach;
pub use sliders::{bishop_attacks, diagonals, queen_attacks, rook_attacks, straights};
pub use square::{File, Rank, Square};
pub use tally::Tally;
