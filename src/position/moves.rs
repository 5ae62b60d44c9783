//! Moves: what a player means (`MoveIntent`), and what the rules have found legal (`Move`).

use crate::board::{PromotionRole, Role, Square};

/// Towards which side a king castles: the h-file's (`O-O`) or the a-file's (`O-O-O`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CastlingSide {
    King,
    Queen,
}

impl CastlingSide {
    /// King's side, then queen's side.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}

/// What a player wants to do, whether or not the rules allow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveIntent {
    /// Take what stands on `from` and put it on `to`. A king's step onto its own rook, or two squares aside from e1 or e8,
    /// means castling.
    Step {
        /// The square that the man leaves.
        from: Square,
        /// The square that it goes to.
        to: Square,
        /// What a pawn is to become, as written: it may be a role that no pawn can become.
        promotion: Option<Role>,
    },
    /// Castle to this side.
    Castle(CastlingSide),
    /// No move at all (`0000`).
    Null,
}

/// What happens in a move beside a man going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Nothing else, but that a man on the target square is captured. The role is that of the man who moves.
    Normal(Role),
    /// A pawn's first move over two squares.
    DoubleStep,
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// The pawn becomes this.
    Promotion(PromotionRole),
    /// King and rook move; `to` is the rook's square, so that Chess960 is the general case.
    Castling(CastlingSide),
}

/// A legal move of the position that it came from: only a `Position` makes one.
///
/// Given to another position, it means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Move {
    /// Only the rules make moves.
    #[inline]
    pub(in crate::position) const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self { from, to, kind }
    }

    /// The square that the man leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square that it goes to; in castling, the square of the rook (see [`Move::target`]).
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What else happens.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// The role of the man who moves: before a promotion a pawn, in castling the king.
    #[inline]
    #[must_use]
    pub const fn role(self) -> Role {
        match self.kind {
            MoveKind::Normal(role) => role,
            MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion(_) => Role::Pawn,
            MoveKind::Castling(_) => Role::King,
        }
    }

    /// The square where the moved man ends up: in castling, the king's (file g or c).
    #[inline]
    #[must_use]
    pub const fn target(self) -> Square {
        match self.kind {
            MoveKind::Castling(side) => super::castling::king_target(side, self.from.rank()),
            _ => self.to,
        }
    }

    /// The square that a pawn passes, if it makes its double step.
    #[inline]
    #[must_use]
    pub fn passed(self) -> Option<Square> {
        (self.kind == MoveKind::DoubleStep).then(|| super::en_passant::passed(self.from, self.to))
    }

    /// What the pawn becomes, if it promotes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PromotionRole> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// To which side it castles, if it does.
    #[inline]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        match self.kind {
            MoveKind::Castling(side) => Some(side),
            _ => None,
        }
    }

    /// The square of the rook before and after castling.
    #[inline]
    #[must_use]
    pub const fn rook_way(self) -> Option<(Square, Square)> {
        match self.kind {
            MoveKind::Castling(side) => Some((self.to, super::castling::rook_target(side, self.from.rank()))),
            _ => None,
        }
    }

    /// The same move as something that a player could mean.
    #[must_use]
    pub const fn intent(self) -> MoveIntent {
        match self.kind {
            MoveKind::Castling(side) => MoveIntent::Castle(side),
            MoveKind::Promotion(role) => MoveIntent::Step { from: self.from, to: self.to, promotion: Some(role.role()) },
            _ => MoveIntent::Step { from: self.from, to: self.to, promotion: None },
        }
    }
}

/// Room for every legal move of any position (218 is the most that is known).
pub type MoveList = arrayvec::ArrayVec<Move, 256>;
