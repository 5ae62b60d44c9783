//! Checks, pins and the squares that answer a check: what the legal moves of a position are cut down by.

use crate::board::{Bitboard, Board, Color, Role, Square, between, diagonals, knight_attacks, pawn_attacks, straights};

/// How the king of the side to move constrains its men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Constraints {
    /// The enemy men that give check.
    pub(super) checkers: Bitboard,
    /// The ranks and files from the king to each rook or queen that pins a man: that man may move there alone.
    pub(super) straight_pins: Bitboard,
    /// The same for the diagonals, up to a bishop or queen.
    pub(super) diagonal_pins: Bitboard,
}

impl Constraints {
    /// The constraints on the men of `us`, found in one look at the enemy line pieces that are on a line with the king.
    #[inline(always)]
    pub(super) fn find(board: &Board, us: Color) -> Self {
        let king = board.king(us).expect("a position has both kings");
        let enemy = board.of_color(!us);
        let queens = board.of_role(Role::Queen);
        let leapers = (pawn_attacks(us, king) & board.of_role(Role::Pawn)) | (knight_attacks(king) & board.of_role(Role::Knight));
        let mut checkers = leapers & enemy;
        let straight = straights(king) & (board.of_role(Role::Rook) | queens) & enemy;
        let diagonal = diagonals(king) & (board.of_role(Role::Bishop) | queens) & enemy;
        let straight_pins = pins(board, us, king, straight, &mut checkers);
        let diagonal_pins = pins(board, us, king, diagonal, &mut checkers);
        Self { checkers, straight_pins, diagonal_pins }
    }

    /// The lines on which men are pinned; of the side's own men, those that are pinned stand on them.
    #[inline(always)]
    pub(super) fn pins(&self) -> Bitboard {
        self.straight_pins | self.diagonal_pins
    }

    /// Where a man other than the king has to go: everywhere without a check, onto the checker or between it and the king
    /// in a single check, nowhere in a double check.
    #[inline(always)]
    pub(super) fn answers(&self, king: Square) -> Bitboard {
        match self.checkers.single() {
            Some(checker) => between(king, checker).with(checker),
            None if self.checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        }
    }
}

/// The lines on which one of these line pieces pins a man of `us`. A piece with nobody in its way gives check.
#[inline(always)]
fn pins(board: &Board, us: Color, king: Square, line_pieces: Bitboard, checkers: &mut Bitboard) -> Bitboard {
    let mut pins = Bitboard::EMPTY;
    for piece in line_pieces {
        let way = between(king, piece);
        let shields = way & board.occupied();
        if shields.is_empty() {
            *checkers = checkers.with(piece);
        } else if !shields.many() && (shields & board.of_color(us)).any() {
            pins |= way.with(piece);
        }
    }
    pins
}
