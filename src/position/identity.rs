//! What "the same position" means (9.2.3), and a key to look positions up by.
//!
//! Positions are the same when the same side is to move, men of the same kind and colour stand on the same squares, and
//! both players have the same possible moves: castling counts by right, whether or not it is possible just now, and an en
//! passant square only where such a capture is legal. The counters do not count.

use crate::board::{Bitboard, Board, Color, Piece, Role, Square};

use super::checks::Constraints;
use super::scene::Scene;
use super::{CastlingRights, CastlingSide, Position, en_passant};

/// A 64-bit hash of an [`Identity`] (Zobrist's): different keys mean different positions, equal keys hardly ever do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u64);

/// All that makes a position the same as another, packed into 40 bytes that can be compared whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Identity {
    /// The role on each square, one bit a plane (0 is empty), and the squares of White's men.
    planes: [Bitboard; 4],
    castling: CastlingRights,
    turn: Color,
    en_passant: Option<Square>,
}

impl Position {
    /// What makes this position the same as another.
    #[inline]
    #[must_use]
    pub fn identity(&self) -> Identity {
        let role = |role| self.board().of_role(role);
        Identity {
            planes: [
                role(Role::Pawn) | role(Role::Bishop) | role(Role::Queen),
                role(Role::Knight) | role(Role::Bishop) | role(Role::King),
                role(Role::Rook) | role(Role::Queen) | role(Role::King),
                self.board().of_color(Color::White),
            ],
            castling: *self.castling(),
            turn: self.turn,
            en_passant: self.en_passant,
        }
    }

    /// The key of its identity.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The position of an identity, with what an identity leaves out: the counters, and the square that a pawn has just passed, where
    /// no capture there is legal.
    #[must_use]
    pub(crate) fn restore(identity: &Identity, key: Key, halfmove: u32, fullmove: u32, passed: Option<Square>) -> Self {
        let board = identity.board();
        let passed = passed.filter(|&passed| en_passant::capturers(&board, passed, identity.turn).any());
        Self {
            constraints: Constraints::find(&board, identity.turn),
            scene: Scene { board, castling: identity.castling, passed: passed.or(identity.en_passant) },
            key,
            halfmove,
            fullmove,
            turn: identity.turn,
            en_passant: identity.en_passant,
        }
    }
}

impl Identity {
    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in self.planes[0] | self.planes[1] | self.planes[2] {
            let bit = |plane: usize| usize::from(self.planes[plane].has(square));
            // The code of each role is its number in `Role::ALL` and one.
            let role = Role::ALL[bit(0) + 2 * bit(1) + 4 * bit(2) - 1];
            let color = if self.planes[3].has(square) { Color::White } else { Color::Black };
            board.toggle(square, Piece { color, role });
        }
        board
    }

    /// Its key, from scratch.
    #[must_use]
    pub fn key(&self) -> Key {
        let board = self.board();
        let men = board.occupied().into_iter().filter_map(|square| Some(keys::man(board.piece_at(square)?, square)));
        let rights = self.castling.iter().map(|(color, side, rook)| keys::right(color, side, rook));
        let turn = (self.turn == Color::Black).then_some(keys::BLACK_TO_MOVE);
        let en_passant = self.en_passant.map(keys::en_passant);
        Key(men.chain(rights).chain(turn).chain(en_passant).fold(0, |key, part| key ^ part))
    }
}

/// The random numbers that a key is made of.
pub(super) mod keys {
    use super::{CastlingSide, Color, Piece, Square};

    /// Black is to move.
    pub(in crate::position) const BLACK_TO_MOVE: u64 = NUMBERS[0];

    const MEN: usize = 1;
    const RIGHTS: usize = MEN + 2 * 6 * 64;
    const EN_PASSANT: usize = RIGHTS + 2 * 2 * 8;
    static MEN_NUMBERS: [[[u64; 64]; 6]; 2] = men();

    /// This man stands on this square.
    #[inline]
    pub(in crate::position) fn man(piece: Piece, square: Square) -> u64 {
        MEN_NUMBERS[piece.color as usize][piece.role as usize][square as usize]
    }

    /// `color` may castle to `side` with the rook on this square.
    #[inline]
    pub(in crate::position) fn right(color: Color, side: CastlingSide, rook: Square) -> u64 {
        NUMBERS[RIGHTS + (color as usize * 2 + side as usize) * 8 + rook.file() as usize]
    }

    /// An en passant capture onto this square is legal.
    #[inline]
    pub(in crate::position) fn en_passant(square: Square) -> u64 {
        NUMBERS[EN_PASSANT + square.file() as usize]
    }

    static NUMBERS: [u64; EN_PASSANT + 8] = {
        let mut numbers = [0; EN_PASSANT + 8];
        let mut state = 0x6368_6573_7372_6566; // any number will do; this one spells "chessref"
        let mut index = 0;
        while index < numbers.len() {
            // Vigna's SplitMix64.
            state = u64::wrapping_add(state, 0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            numbers[index] = mixed ^ (mixed >> 31);
            index += 1;
        }
        numbers
    };

    const fn men() -> [[[u64; 64]; 6]; 2] {
        let mut men = [[[0; 64]; 6]; 2];
        let mut index = 0;
        while index < 2 * 6 * 64 {
            men[index / 384][index / 64 % 6][index % 64] = NUMBERS[MEN + index];
            index += 1;
        }
        men
    }
}
