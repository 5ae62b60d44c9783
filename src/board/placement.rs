//! `Board`: which man stands on which square, and who attacks a square.

use super::{
    Bitboard, Color, Piece, Role, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};

/// The men on the board: a set of squares for each role and for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// A board without men.
    pub const EMPTY: Self = Self { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// All men.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// All men of one side.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// All men of one role, of both sides.
    #[inline]
    #[must_use]
    pub const fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// All men of one side and role.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.colors[color as usize].0 & self.roles[role as usize].0)
    }

    /// The first king of one side, if it has any.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.of(color, Role::King).first()
    }

    /// The role of the man on `square`.
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if self.occupied().has(square) { Some(self.role_on(square)) } else { None }
    }

    /// The role of the man on `square`, where one stands: a pawn if none does.
    #[inline]
    #[must_use]
    pub fn role_on(&self, square: Square) -> Role {
        // Its number in `Role::ALL`, one bit after the other: without a branch, which nobody could foretell.
        let [_, knights, bishops, rooks, queens, kings] = self.roles;
        let bit = |men: Bitboard| usize::from(men.has(square));
        Role::from_index(bit(knights | rooks | kings) + 2 * bit(bishops | rooks) + 4 * bit(queens | kings))
    }

    /// The colour of the man on `square`.
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if self.colors[0].has(square) {
            Some(Color::White)
        } else if self.colors[1].has(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The man on `square`.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// Puts a man on `square`, in place of whatever stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        if let Some(old) = self.piece_at(square) {
            self.toggle(square, old);
        }
        self.toggle(square, piece);
    }

    /// Adds a man to an empty square, or takes that very man away.
    #[inline]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        self.colors[piece.color as usize] ^= square.into();
        self.roles[piece.role as usize] ^= square.into();
    }

    /// Takes a man from one square to another, where none stands.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::from(from) | to.into();
        self.colors[piece.color as usize] ^= both;
        self.roles[piece.role as usize] ^= both;
    }

    /// The board without whatever man stands on `square`.
    #[inline]
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let rest = !Bitboard::from(square);
        Self { roles: self.roles.map(|men| men & rest), colors: self.colors.map(|men| men & rest) }
    }

    /// What a man of this kind on `square` attacks on this board, whether or not it may move there.
    #[inline]
    #[must_use]
    pub fn attacks_from(&self, piece: Piece, square: Square) -> Bitboard {
        match piece.role {
            Role::Pawn => pawn_attacks(piece.color, square),
            Role::Knight => knight_attacks(square),
            Role::Bishop => bishop_attacks(square, self.occupied()),
            Role::Rook => rook_attacks(square, self.occupied()),
            Role::Queen => queen_attacks(square, self.occupied()),
            Role::King => king_attacks(square),
        }
    }

    /// The men of `by` that attack `square` while `occupied` squares block the lines. Pinned men attack too (3.1.3).
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let diagonal = self.of_role(Role::Bishop) | self.of_role(Role::Queen);
        let straight = self.of_role(Role::Rook) | self.of_role(Role::Queen);
        let attackers = (pawn_attacks(!by, square) & self.of_role(Role::Pawn))
            | (knight_attacks(square) & self.of_role(Role::Knight))
            | (king_attacks(square) & self.of_role(Role::King))
            | (bishop_attacks(square, occupied) & diagonal)
            | (rook_attacks(square, occupied) & straight);
        attackers & self.of_color(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_blocks_the_line_behind_it() {
        let mut board = Board::EMPTY;
        board.put(Square::E1, Piece { color: Color::White, role: Role::Rook });
        board.put(Square::E4, Piece { color: Color::White, role: Role::Knight });
        assert!(board.attackers(Square::E8, Color::White, board.occupied()).is_empty());
        assert_eq!(board.attackers(Square::E4, Color::White, board.occupied()), Square::E1.into());
        let without_knight = board.occupied().without(Square::E4);
        assert_eq!(board.attackers(Square::E8, Color::White, without_knight), Square::E1.into());
    }

    #[test]
    fn put_replaces_what_stood_there() {
        let mut board = Board::EMPTY;
        board.put(Square::D5, Piece { color: Color::Black, role: Role::Queen });
        board.put(Square::D5, Piece { color: Color::White, role: Role::Pawn });
        assert_eq!(board.piece_at(Square::D5), Some(Piece { color: Color::White, role: Role::Pawn }));
        assert_eq!(board.occupied().len(), 1);
        assert!(board.of_color(Color::Black).is_empty());
    }
}
