//! Legal moves as sets: for each man the squares where it may go, cut down by pins and check masks, never tried on a board.

use std::ops::ControlFlow;

use crate::board::{
    Bitboard, Color, Piece, PromotionRole, Rank, Role, Square, between, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
};

use super::checks::Constraints;
use super::{CastlingSide, Move, MoveIntent, MoveKind, MoveList, Position, castling, en_passant};

/// The legal moves of one man, castling apart: where it stands, what it is, where it may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSet {
    pub(super) from: Square,
    pub(super) role: Role,
    pub(super) targets: Bitboard,
}

impl MoveSet {
    /// How many moves these are: a pawn that promotes has four for one square.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        match self.role {
            Role::Pawn => self.targets.len() + 3 * (self.targets & Bitboard::BACK_RANKS).len(),
            _ => self.targets.len(),
        }
    }
}

impl Position {
    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = self.try_each_set(|set| {
            for to in set.targets {
                self.push_moves(set.from, to, set.role, &mut moves);
            }
            ControlFlow::<()>::Continue(())
        });
        moves.extend(CastlingSide::ALL.into_iter().filter_map(|side| self.legal_castling(side)));
        moves
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = 0;
        let _ = self.try_each_set(|set| {
            count += set.len();
            ControlFlow::<()>::Continue(())
        });
        count + CastlingSide::ALL.into_iter().filter(|&side| self.legal_castling(side).is_some()).count() as u32
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.try_each_set(|set| if set.targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
            || CastlingSide::ALL.into_iter().any(|side| self.legal_castling(side).is_some())
    }

    /// The legal moves of the man on `from`, in no particular order; none where no man of the side to move stands there.
    #[must_use]
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        let mut moves = MoveList::new();
        if self.board.of_color(self.turn).has(from)
            && let Some(role) = self.board.role_at(from)
        {
            for to in self.targets(from, role, &self.constraints()) {
                self.push_moves(from, to, role, &mut moves);
            }
            if role == Role::King {
                moves.extend(CastlingSide::ALL.into_iter().filter_map(|side| self.legal_castling(side)));
            }
        }
        moves
    }

    /// The squares that men of the side to move and of this role can legally come to `to` from, castling left out.
    ///
    /// What a short move in SAN could mean.
    #[must_use]
    pub fn legal_origins(&self, role: Role, to: Square) -> Bitboard {
        let constraints = self.constraints();
        let piece = Piece { color: !self.turn, role };
        // Where such a man could come from, seen from its target; a pawn's three ways are looked at one by one.
        let candidates = match role {
            Role::Pawn => Bitboard::FULL,
            _ => self.board.attacks_from(piece, to),
        };
        (self.own(role) & candidates).into_iter().filter(|&from| self.targets(from, role, &constraints).has(to)).collect()
    }

    /// The legal move that a player means, if there is one. A pawn that reaches the last rank needs its new role.
    #[must_use]
    pub fn find_legal(&self, intent: MoveIntent) -> Option<Move> {
        let (from, to, promotion) = match intent {
            MoveIntent::Null => return None,
            MoveIntent::Castle(side) => return self.legal_castling(side),
            MoveIntent::Step { from, to, promotion } => (from, to, promotion),
        };
        if !self.board.of_color(self.turn).has(from) {
            return None;
        }
        if let Some(side) = self.castling_meant(from, to) {
            let right = promotion.is_none() && self.castling_right_meant(side, from, to).is_some();
            return if right { self.legal_castling(side) } else { None };
        }
        let role = self.board.role_at(from)?;
        if !self.targets(from, role, &self.constraints()).has(to) {
            return None;
        }
        let kind = match (role == Role::Pawn && Bitboard::BACK_RANKS.has(to), promotion) {
            (true, Some(role)) => MoveKind::Promotion(PromotionRole::from_role(role)?),
            (false, None) => self.kind_of(from, to, role),
            _ => return None,
        };
        Some(Move::new(from, to, kind))
    }

    /// The move of castling to `side`, if it is legal now (3.8.2).
    #[inline]
    #[must_use]
    pub fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let rook = self.castling.rook(self.turn, side)?;
        let king = self.king(self.turn);
        if self.in_check() || self.castling_obstacles(king, rook, side).any() {
            return None;
        }
        let target = castling::king_target(side, king.rank());
        let occupied = self.board.occupied();
        let attacked = |square| self.board.attackers(square, !self.turn, occupied.without(king)).any();
        if between(king, target).into_iter().any(attacked) || self.attackers_after_castling(king, rook, side).any() {
            return None;
        }
        Some(Move::new(king, rook, MoveKind::Castling(side)))
    }

    /// The men between king or rook and where they go in castling, these two left out.
    #[inline]
    pub(super) fn castling_obstacles(&self, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
        let king_target = castling::king_target(side, king.rank());
        let rook_target = castling::rook_target(side, king.rank());
        let way = between(king, king_target).with(king_target) | between(rook, rook_target).with(rook_target);
        way & self.board.occupied().without(king).without(rook)
    }

    /// The enemy men that attack the king's target square once castling is done.
    #[inline]
    pub(super) fn attackers_after_castling(&self, king: Square, rook: Square, side: CastlingSide) -> Bitboard {
        let king_target = castling::king_target(side, king.rank());
        let rook_target = castling::rook_target(side, king.rank());
        let occupied = self.board.occupied().without(king).without(rook).with(king_target).with(rook_target);
        self.board.attackers(king_target, !self.turn, occupied)
    }

    /// To which side a step of the king means castling: onto its own rook on the home rank, two squares aside from e1 or
    /// e8, or, where a right exists, farther than a king steps to the square where castling would bring it.
    ///
    /// Whether there is a right, and whether castling is possible, are other questions.
    #[must_use]
    pub fn castling_meant(&self, from: Square, to: Square) -> Option<CastlingSide> {
        let home = self.turn.home_rank();
        if !self.own(Role::King).has(from) || from.rank() != home || to.rank() != home || from == to {
            return None;
        }
        let side = if to.file() > from.file() { CastlingSide::King } else { CastlingSide::Queen };
        let onto_rook = self.own(Role::Rook).has(to);
        let target = castling::king_target(side, home);
        let two_aside = from == Square::new(crate::board::File::E, home) && to == target;
        let far = to == target && from.distance(to) > 1 && self.castling.rook(self.turn, side).is_some();
        (onto_rook || two_aside || far).then_some(side)
    }

    /// The rook of the right that a king's step makes use of, when that step means castling to `side`.
    pub(super) fn castling_right_meant(&self, side: CastlingSide, from: Square, to: Square) -> Option<Square> {
        let rook = self.castling.rook(self.turn, side)?;
        // A king's step onto a rook names that rook; any other step names the side alone.
        let names_rook = self.own(Role::Rook).has(to) && to != castling::king_target(side, from.rank());
        (!names_rook || rook == to).then_some(rook)
    }

    /// Shows each man's legal moves to `visit`, castling left out, until it breaks off.
    #[inline]
    pub(super) fn try_each_set<B>(&self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        let constraints = self.constraints();
        visit(MoveSet { from: constraints.king, role: Role::King, targets: self.king_targets(constraints.king) })?;
        if constraints.answers.is_empty() {
            return ControlFlow::Continue(()); // double check: only the king moves
        }
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.own(role) {
                visit(MoveSet { from, role, targets: self.targets(from, role, &constraints) })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where the own man of this role on `from` may legally go, castling left out.
    #[inline]
    fn targets(&self, from: Square, role: Role, constraints: &Constraints) -> Bitboard {
        match role {
            Role::King => self.king_targets(from),
            Role::Pawn => self.pawn_targets(from, constraints),
            _ => {
                let attacks = self.board.attacks_from(Piece { color: self.turn, role }, from);
                attacks & !self.board.of_color(self.turn) & constraints.allowed(from)
            }
        }
    }

    #[inline]
    fn king_targets(&self, king: Square) -> Bitboard {
        let targets = king_attacks(king) & !self.board.of_color(self.turn);
        if targets.is_empty() { targets } else { targets & !self.attacked_by_enemy(king) }
    }

    /// Every square that the enemy attacks when the king on `king` is lifted from the board: it cannot hide behind itself.
    #[inline]
    fn attacked_by_enemy(&self, king: Square) -> Bitboard {
        let enemy = !self.turn;
        let occupied = self.board.occupied().without(king);
        let of = |role| self.board.of(enemy, role);
        let mut attacked = king_attacks(self.king(enemy));
        for square in of(Role::Pawn) {
            attacked |= pawn_attacks(enemy, square);
        }
        for square in of(Role::Knight) {
            attacked |= knight_attacks(square);
        }
        for square in of(Role::Bishop) {
            attacked |= crate::board::bishop_attacks(square, occupied);
        }
        for square in of(Role::Rook) {
            attacked |= crate::board::rook_attacks(square, occupied);
        }
        for square in of(Role::Queen) {
            attacked |= queen_attacks(square, occupied);
        }
        attacked
    }

    #[inline]
    fn pawn_targets(&self, from: Square, constraints: &Constraints) -> Bitboard {
        let empty = !self.board.occupied();
        let step = Bitboard::from(from).forward(self.turn) & empty;
        let third_rank = Bitboard::rank(Rank::R3.relative_to(self.turn));
        let double = (step & third_rank).forward(self.turn) & empty;
        let captures = pawn_attacks(self.turn, from) & self.board.of_color(!self.turn);
        let targets = (step | double | captures) & constraints.allowed(from);
        match self.en_passant {
            Some(passed)
                if pawn_attacks(self.turn, from).has(passed)
                    && en_passant::attackers_after(&self.board, from, passed, self.turn).is_empty() =>
            {
                targets.with(passed)
            }
            _ => targets,
        }
    }

    /// What a legal step that is neither castling nor a promotion is.
    #[inline]
    fn kind_of(&self, from: Square, to: Square, role: Role) -> MoveKind {
        if role != Role::Pawn {
            MoveKind::Normal
        } else if self.en_passant == Some(to) && from.file() != to.file() {
            MoveKind::EnPassant
        } else if from.distance(to) == 2 {
            MoveKind::DoubleStep
        } else {
            MoveKind::Normal
        }
    }

    #[inline]
    fn push_moves(&self, from: Square, to: Square, role: Role, moves: &mut MoveList) {
        if role == Role::Pawn && Bitboard::BACK_RANKS.has(to) {
            moves.extend(PromotionRole::ALL.map(|role| Move::new(from, to, MoveKind::Promotion(role))));
        } else {
            moves.push(Move::new(from, to, self.kind_of(from, to, role)));
        }
    }

    /// What `mv` captures, and where: en passant differs from the target square.
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<(Piece, Square)> {
        let square = match mv.kind() {
            MoveKind::Castling(_) => return None,
            MoveKind::EnPassant => en_passant::victim(mv.to(), self.turn),
            _ => mv.to(),
        };
        Some((self.board.piece_at(square)?, square))
    }

    /// The men of `color` that attack `square` on this board.
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.board.attackers(square, color, self.board.occupied())
    }
}
