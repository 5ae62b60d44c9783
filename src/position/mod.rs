//! The present: one position that the rules allow, its legal moves, and why a move is not one of them.
//!
//! A [`Position`] is legal by construction: it comes from a [`Setup`] that was found sound, or from another position by
//! a legal [`Move`]. It knows nothing of the game before it, of clocks, or of text.

mod arrivals;
mod castling;
mod checks;
mod en_passant;
mod identity;
mod legal;
mod legality;
mod movegen;
mod moves;
mod perft;
mod play;
mod scene;
mod setup;
mod side;

pub use arrivals::Arrivals;
pub use castling::CastlingRights;
pub use identity::{Identity, Key};
pub use legal::Choice;
pub use legality::IllegalMove;
pub use moves::{CastlingSide, Move, MoveIntent, MoveKind, MoveList};
pub use perft::{divide, perft};
pub use setup::{RightClaim, Setup, SetupFault};

use std::sync::LazyLock;

use crate::board::{Bitboard, Board, Color, Role, Square};
use checks::Constraints;
use scene::Scene;

/// A legal position: the men, the side to move, the castling rights, the en passant square and FEN's two counters.
///
/// It is small (two cache lines) and copied to make a move. Equality compares all of it, the counters too; whether two
/// positions are the same in the sense of the Laws (9.2.3) is a question for their [`Identity`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The men, the castling rights and the square just passed.
    scene: Scene,
    /// The checks and pins that this means for the side to move.
    constraints: Constraints,
    /// The key of its [`Identity`], kept up to date by moves.
    key: Key,
    halfmove: u32,
    fullmove: u32,
    turn: Color,
    /// The square just passed, where at least one capture onto it is legal.
    en_passant: Option<Square>,
}

impl Position {
    /// The initial position of standard chess.
    #[must_use]
    pub fn initial() -> Self {
        // Whoever reads many games begins with it again and again.
        static INITIAL: LazyLock<Position> = LazyLock::new(|| Position::chess960(518).expect("518 is the number of the standard set-up"));
        *INITIAL
    }

    /// The men on the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.scene.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Who may still castle, and with which rooks.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> &CastlingRights {
        &self.scene.castling
    }

    /// The target square of an en passant capture, where one is legal.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square that a pawn has just passed, where an enemy pawn stands ready to capture it, be that legal or not.
    #[inline]
    #[must_use]
    pub const fn passed(&self) -> Option<Square> {
        self.scene.passed
    }

    /// Half-moves since the last capture or pawn move (FEN's fifth field).
    #[inline]
    #[must_use]
    pub const fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The number of the move to be played, 1 or more (FEN's sixth field).
    #[inline]
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The men that give check to the side to move.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.constraints.checkers
    }

    /// Whether the side to move is in check (3.9.1).
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.constraints.checkers.any()
    }

    /// The king of one side. Every position has both.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.scene.board.king(color).expect("a position has both kings")
    }

    /// The men of the side to move of one role.
    #[inline]
    fn own(&self, role: Role) -> Bitboard {
        self.scene.board.of(self.turn, role)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}
