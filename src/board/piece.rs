//! Roles (pawn, knight, …) and pieces (a role and a colour), with the letters that FEN gives them.

use super::Color;

/// What kind of man it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All roles, pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The role with this number in [`Role::ALL`]; the king for any number past it.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }

    /// The role of a letter `P N B R Q K`, upper case only.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'P' => Self::Pawn,
            b'N' => Self::Knight,
            b'B' => Self::Bishop,
            b'R' => Self::Rook,
            b'Q' => Self::Queen,
            b'K' => Self::King,
            _ => return None,
        })
    }

    /// The upper-case English letter, `P` for a pawn.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The English word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

/// What a pawn may become (Article 3.7.3.3): four choices and no others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum PromotionRole {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl PromotionRole {
    /// All four, the queen first.
    pub const ALL: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The same as a role, or `None` for a pawn or a king.
    #[must_use]
    pub const fn from_role(role: Role) -> Option<Self> {
        Some(match role {
            Role::Queen => Self::Queen,
            Role::Rook => Self::Rook,
            Role::Bishop => Self::Bishop,
            Role::Knight => Self::Knight,
            Role::Pawn | Role::King => return None,
        })
    }

    /// The role that the pawn takes on.
    #[inline]
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Self::Queen => Role::Queen,
            Self::Rook => Role::Rook,
            Self::Bishop => Role::Bishop,
            Self::Knight => Role::Knight,
        }
    }

    /// UCI's letter: `q`, `r`, `b` or `n`.
    #[must_use]
    pub const fn uci_letter(self) -> char {
        match self {
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Knight => 'n',
        }
    }
}

/// A man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Piece {
    pub color: Color,
    pub role: Role,
}

impl Piece {
    /// The piece of a FEN letter: upper case is White's.
    #[must_use]
    pub const fn from_fen_letter(letter: u8) -> Option<Self> {
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) if letter.is_ascii_uppercase() => Some(Self { color: Color::White, role }),
            Some(role) => Some(Self { color: Color::Black, role }),
            None => None,
        }
    }

    /// FEN's letter: upper case for White.
    #[must_use]
    pub const fn fen_letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The chess figurine, `♔` to `♟`.
    #[must_use]
    pub const fn figurine(self) -> char {
        match (self.color, self.role) {
            (Color::White, Role::King) => '♔',
            (Color::White, Role::Queen) => '♕',
            (Color::White, Role::Rook) => '♖',
            (Color::White, Role::Bishop) => '♗',
            (Color::White, Role::Knight) => '♘',
            (Color::White, Role::Pawn) => '♙',
            (Color::Black, Role::King) => '♚',
            (Color::Black, Role::Queen) => '♛',
            (Color::Black, Role::Rook) => '♜',
            (Color::Black, Role::Bishop) => '♝',
            (Color::Black, Role::Knight) => '♞',
            (Color::Black, Role::Pawn) => '♟',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_out_and_back() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(Piece::from_fen_letter(piece.fen_letter() as u8), Some(piece));
            }
        }
        assert_eq!(Piece::from_fen_letter(b'x'), None);
        assert_eq!(Role::from_letter(b'n'), None);
    }

    #[test]
    fn a_pawn_may_become_four_things() {
        let promotable: Vec<_> = Role::ALL.into_iter().filter_map(PromotionRole::from_role).collect();
        assert_eq!(promotable.len(), PromotionRole::ALL.len());
        assert!(promotable.iter().all(|role| PromotionRole::from_role(role.role()) == Some(*role)));
    }
}
