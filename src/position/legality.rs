//! Why a move is not legal: one intent is judged by walking the rules in reading order, and the first one broken is named.
//!
//! This is the second, independent statement of the rules: it looks at the board and shares no mask with `movegen`, which
//! finds the legal moves as sets. It runs only after a "no"; a property test holds that the two always agree.

use crate::board::{Bitboard, Piece, PromotionRole, Rank, Role, Square, between, line};

use super::{CastlingSide, Move, MoveIntent, MoveKind, Position, castling, en_passant};

/// The first rule that a move breaks, with the squares that show it. In the order in which the rules are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// No move at all, or a man that stays where it is.
    NullMove,
    /// Nobody stands on the source square.
    NoPiece {
        /// The source square.
        at: Square,
    },
    /// A man of the opponent stands on the source square.
    OpponentPiece {
        /// The source square.
        at: Square,
    },
    /// The king or that rook has moved, or there is no such rook.
    CastlingNoRight,
    /// A man stands in the way of king or rook.
    CastlingBlocked {
        /// The first such man, counted from the king.
        at: Square,
    },
    /// The king is in check.
    CastlingInCheck {
        /// The men that give check.
        by: Bitboard,
    },
    /// The king would cross an attacked square.
    CastlingThroughCheck {
        /// The first such square.
        at: Square,
        /// The men that attack it.
        by: Bitboard,
    },
    /// The king would come to stand in check.
    CastlingIntoCheck {
        /// Where it would stand.
        at: Square,
        /// The men that would attack it.
        by: Bitboard,
    },
    /// A man of one's own stands on the target square.
    OwnPiece {
        /// The target square.
        at: Square,
    },
    /// A pawn's double step from anywhere but its first square.
    PawnNotHome,
    /// A man stands in front of the pawn, or on the second square of its double step.
    PawnBlocked {
        /// Where that man stands.
        at: Square,
        /// Whether the pawn was to make its double step.
        double: bool,
    },
    /// An enemy pawn stands beside the pawn, but has not just passed it.
    EnPassantExpired {
        /// Where that enemy pawn stands.
        at: Square,
    },
    /// A pawn's capture with nothing to take.
    PawnNoCapture {
        /// The empty target square.
        at: Square,
    },
    /// A man of this kind never moves that way.
    BadGeometry {
        /// What kind of man it is.
        role: Role,
    },
    /// A man stands in the way.
    PathBlocked {
        /// The first such man.
        at: Square,
    },
    /// A new role on a move that is no promotion.
    PromotionNotAllowed,
    /// A role that no pawn can become.
    PromotionPiece,
    /// A pawn reaches the last rank, and what it is to become is not said.
    PromotionMissing,
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// The men that would attack it.
        by: Bitboard,
    },
    /// The king is in check and would stay so.
    CheckNotMet {
        /// The men that give check.
        by: Bitboard,
    },
    /// The move would uncover an attack on one's own king.
    Pinned {
        /// The line pieces that would attack it.
        by: Bitboard,
    },
    /// No man can make the move that was written (SAN).
    NoSuchMove,
}

impl IllegalMove {
    /// One of each, in the order in which the rules are looked at: the one list that the docs and the tests walk.
    #[must_use]
    pub const fn all() -> [Self; 22] {
        let (at, by, role) = (Square::A1, Bitboard::EMPTY, Role::Pawn);
        [
            Self::NullMove,
            Self::NoPiece { at },
            Self::OpponentPiece { at },
            Self::CastlingNoRight,
            Self::CastlingBlocked { at },
            Self::CastlingInCheck { by },
            Self::CastlingThroughCheck { at, by },
            Self::CastlingIntoCheck { at, by },
            Self::OwnPiece { at },
            Self::PawnNotHome,
            Self::PawnBlocked { at, double: false },
            Self::EnPassantExpired { at },
            Self::PawnNoCapture { at },
            Self::BadGeometry { role },
            Self::PathBlocked { at },
            Self::PromotionNotAllowed,
            Self::PromotionPiece,
            Self::PromotionMissing,
            Self::KingIntoCheck { by },
            Self::CheckNotMet { by },
            Self::Pinned { by },
            Self::NoSuchMove,
        ]
    }

    /// Its stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NullMove => "null_move",
            Self::NoPiece { .. } => "no_piece",
            Self::OpponentPiece { .. } => "opponent_piece",
            Self::CastlingNoRight => "castling_no_right",
            Self::CastlingBlocked { .. } => "castling_blocked",
            Self::CastlingInCheck { .. } => "castling_in_check",
            Self::CastlingThroughCheck { .. } => "castling_through_check",
            Self::CastlingIntoCheck { .. } => "castling_into_check",
            Self::OwnPiece { .. } => "own_piece",
            Self::PawnNotHome => "pawn_not_home",
            Self::PawnBlocked { .. } => "pawn_blocked",
            Self::EnPassantExpired { .. } => "en_passant_expired",
            Self::PawnNoCapture { .. } => "pawn_no_capture",
            Self::BadGeometry { .. } => "bad_geometry",
            Self::PathBlocked { .. } => "path_blocked",
            Self::PromotionNotAllowed => "promotion_not_allowed",
            Self::PromotionPiece => "promotion_piece",
            Self::PromotionMissing => "promotion_missing",
            Self::KingIntoCheck { .. } => "king_into_check",
            Self::CheckNotMet { .. } => "check_not_met",
            Self::Pinned { .. } => "pinned",
            Self::NoSuchMove => "no_such_move",
        }
    }

    /// The article of the FIDE Laws that the move breaks.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Self::NullMove => "7.5.3",
            // 3.10.2: a move is illegal when it does not fulfil what 3.1 to 3.9 ask.
            Self::NoPiece { .. } | Self::NoSuchMove => "3.10.2",
            Self::OpponentPiece { .. } => "1.2",
            Self::CastlingNoRight => "3.8.2.1",
            Self::CastlingBlocked { .. }
            | Self::CastlingInCheck { .. }
            | Self::CastlingThroughCheck { .. }
            | Self::CastlingIntoCheck { .. } => "3.8.2.2",
            Self::OwnPiece { .. } => "3.1",
            Self::PawnNotHome | Self::PawnBlocked { double: true, .. } => "3.7.2",
            Self::PawnBlocked { double: false, .. } => "3.7.1",
            Self::EnPassantExpired { .. } => "3.7.3.2",
            Self::PawnNoCapture { .. } => "3.7.3",
            Self::BadGeometry { role } => match role {
                Role::Bishop => "3.2",
                Role::Rook => "3.3",
                Role::Queen => "3.4",
                Role::Knight => "3.6",
                Role::Pawn => "3.7",
                Role::King => "3.8.1",
            },
            Self::PathBlocked { .. } => "3.5",
            Self::PromotionNotAllowed | Self::PromotionPiece | Self::PromotionMissing => "3.7.3.3",
            Self::KingIntoCheck { .. } | Self::CheckNotMet { .. } | Self::Pinned { .. } => "3.9.2",
        }
    }

    /// The one square that shows it.
    #[must_use]
    pub const fn at(&self) -> Option<Square> {
        match *self {
            Self::NoPiece { at }
            | Self::OpponentPiece { at }
            | Self::CastlingBlocked { at }
            | Self::CastlingThroughCheck { at, .. }
            | Self::CastlingIntoCheck { at, .. }
            | Self::OwnPiece { at }
            | Self::PawnBlocked { at, .. }
            | Self::EnPassantExpired { at }
            | Self::PawnNoCapture { at }
            | Self::PathBlocked { at } => Some(at),
            _ => None,
        }
    }

    /// The men that forbid it by their attack.
    #[must_use]
    pub const fn by(&self) -> Option<Bitboard> {
        match *self {
            Self::CastlingInCheck { by }
            | Self::CastlingThroughCheck { by, .. }
            | Self::CastlingIntoCheck { by, .. }
            | Self::KingIntoCheck { by }
            | Self::CheckNotMet { by }
            | Self::Pinned { by } => Some(by),
            _ => None,
        }
    }
}

impl Position {
    /// Judges what a player means: the legal move, or the first rule that it breaks.
    ///
    /// # Errors
    ///
    /// The first rule broken, in the order of [`IllegalMove::all`]. A pawn that reaches the last rank needs its new role.
    pub fn judge(&self, intent: MoveIntent) -> Result<Move, IllegalMove> {
        match self.find_legal(intent) {
            Some(mv) => Ok(mv),
            None => self.explain(intent),
        }
    }

    /// The same verdict as [`Position::judge`], found by the rules alone and without the move generator.
    ///
    /// # Errors
    ///
    /// As [`Position::judge`].
    pub fn explain(&self, intent: MoveIntent) -> Result<Move, IllegalMove> {
        match intent {
            MoveIntent::Null => Err(IllegalMove::NullMove),
            MoveIntent::Castle(side) => self.explain_castling(side),
            MoveIntent::Step { from, to, promotion } => self.explain_step(from, to, promotion),
        }
    }

    fn explain_step(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, IllegalMove> {
        if from == to {
            return Err(IllegalMove::NullMove);
        }
        let man = self.board().piece_at(from).ok_or(IllegalMove::NoPiece { at: from })?;
        if man.color != self.turn() {
            return Err(IllegalMove::OpponentPiece { at: from });
        }
        if let Some(side) = self.castling_meant(from, to) {
            self.castling_right_meant(side, from, to).ok_or(IllegalMove::CastlingNoRight)?;
            let castling = self.explain_castling(side)?;
            return if promotion.is_some() { Err(IllegalMove::PromotionNotAllowed) } else { Ok(castling) };
        }
        if self.board().color_at(to) == Some(self.turn()) {
            return Err(IllegalMove::OwnPiece { at: to });
        }
        let kind = match man.role {
            Role::Pawn => self.explain_pawn(from, to)?,
            _ => self.explain_piece(man, from, to)?,
        };
        let kind = self.explain_promotion(man.role, to, promotion)?.unwrap_or(kind);
        self.explain_king_safety(man.role, from, to, kind)?;
        Ok(Move::new(from, to, kind))
    }

    /// Castling, condition by condition (3.8.2; Guidelines II for Chess960).
    fn explain_castling(&self, side: CastlingSide) -> Result<Move, IllegalMove> {
        let rook = self.castling().rook(self.turn(), side).ok_or(IllegalMove::CastlingNoRight)?;
        let king = self.king(self.turn());
        let obstacles = castling::obstacles(self.board(), king, rook, side);
        if let Some(at) = obstacles.into_iter().min_by_key(|square| square.distance(king)) {
            return Err(IllegalMove::CastlingBlocked { at });
        }
        if self.in_check() {
            return Err(IllegalMove::CastlingInCheck { by: self.checkers() });
        }
        let target = castling::king_target(side, king.rank());
        let mut crossed: Vec<Square> = between(king, target).into_iter().collect();
        crossed.sort_by_key(|square| square.distance(king));
        for at in crossed {
            let by = self.attackers(at, !self.turn());
            if by.any() {
                return Err(IllegalMove::CastlingThroughCheck { at, by });
            }
        }
        let by = self.attackers_after_castling(king, rook, side);
        if by.any() {
            return Err(IllegalMove::CastlingIntoCheck { at: target, by });
        }
        Ok(Move::new(king, rook, MoveKind::Castling(side)))
    }

    /// The enemy men that attack the king's target square once castling is done.
    fn attackers_after_castling(&self, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
        let king_target = castling::king_target(side, king.rank());
        let rook_target = castling::rook_target(side, king.rank());
        let occupied = self.board().occupied().without(king).without(rook).with(king_target).with(rook_target);
        self.board().attackers(king_target, !self.turn(), occupied)
    }

    /// A pawn's ways (3.7).
    fn explain_pawn(&self, from: Square, to: Square) -> Result<MoveKind, IllegalMove> {
        let turn = self.turn();
        let forward = from.forward(turn).ok_or(IllegalMove::BadGeometry { role: Role::Pawn })?;
        let beyond = forward.forward(turn);
        let double = beyond == Some(to);
        let empty = |at: Square| if self.board().occupied().has(at) { Err(IllegalMove::PawnBlocked { at, double }) } else { Ok(()) };
        if to == forward {
            empty(forward)?;
            Ok(MoveKind::Normal(Role::Pawn))
        } else if double {
            if from.rank() != Rank::R2.relative_to(turn) {
                return Err(IllegalMove::PawnNotHome);
            }
            empty(forward)?;
            empty(to)?;
            Ok(MoveKind::DoubleStep)
        } else if to.rank() == forward.rank() && to.file().abs_diff(from.file()) == 1 {
            if self.board().color_at(to) == Some(!turn) {
                return Ok(MoveKind::Normal(Role::Pawn));
            }
            if self.passed() == Some(to) {
                return Ok(MoveKind::EnPassant);
            }
            let beside = Square::new(to.file(), from.rank());
            let enemy_pawn = Some(Piece { color: !turn, role: Role::Pawn });
            if from.rank() == Rank::R5.relative_to(turn) && self.board().piece_at(beside) == enemy_pawn {
                return Err(IllegalMove::EnPassantExpired { at: beside });
            }
            Err(IllegalMove::PawnNoCapture { at: to })
        } else {
            Err(IllegalMove::BadGeometry { role: Role::Pawn })
        }
    }

    /// The ways of the other men (3.2 to 3.6, 3.8.1).
    fn explain_piece(&self, man: Piece, from: Square, to: Square) -> Result<MoveKind, IllegalMove> {
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
        let moves_so = match man.role {
            Role::Knight => files.min(ranks) == 1 && files.max(ranks) == 2,
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => straight || diagonal,
            Role::King => files.max(ranks) == 1,
            Role::Pawn => false,
        };
        if !moves_so {
            return Err(IllegalMove::BadGeometry { role: man.role });
        }
        let in_the_way = between(from, to) & self.board().occupied();
        match in_the_way.into_iter().min_by_key(|square| square.distance(from)) {
            Some(at) => Err(IllegalMove::PathBlocked { at }),
            None => Ok(MoveKind::Normal(man.role)),
        }
    }

    /// Promotion is part of a pawn's move to the last rank, and of no other move (3.7.3.3).
    fn explain_promotion(&self, man: Role, to: Square, promotion: Option<Role>) -> Result<Option<MoveKind>, IllegalMove> {
        let promotes = man == Role::Pawn && to.rank() == Rank::R8.relative_to(self.turn());
        match (promotes, promotion) {
            (false, None) => Ok(None),
            (false, Some(_)) => Err(IllegalMove::PromotionNotAllowed),
            (true, None) => Err(IllegalMove::PromotionMissing),
            (true, Some(role)) => {
                let role = PromotionRole::from_role(role).ok_or(IllegalMove::PromotionPiece)?;
                Ok(Some(MoveKind::Promotion(role)))
            }
        }
    }

    /// No move may expose the own king to check or leave it there (3.9.2).
    fn explain_king_safety(&self, man: Role, from: Square, to: Square, kind: MoveKind) -> Result<(), IllegalMove> {
        let enemy = !self.turn();
        if man == Role::King {
            // What attacks the square once the king has left its own; a captured man attacks nothing.
            let occupied = self.board().occupied().without(from);
            let by = self.board().attackers(to, enemy, occupied);
            return if by.any() { Err(IllegalMove::KingIntoCheck { by }) } else { Ok(()) };
        }
        let king = self.king(self.turn());
        let by = if kind == MoveKind::EnPassant {
            en_passant::attackers_after(self.board(), from, to, self.turn())
        } else {
            let occupied = self.board().occupied().without(from).with(to);
            self.board().attackers(king, enemy, occupied).without(to)
        };
        if (by & self.checkers()).any() {
            Err(IllegalMove::CheckNotMet { by: self.checkers() })
        } else if by.any() {
            debug_assert!(kind == MoveKind::EnPassant || by.into_iter().all(|pinner| line(king, pinner).has(from)));
            Err(IllegalMove::Pinned { by })
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_own_code() {
        let mut codes: Vec<_> = IllegalMove::all().iter().map(IllegalMove::code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), IllegalMove::all().len());
    }
}
