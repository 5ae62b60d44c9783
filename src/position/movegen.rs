//! Legal moves as sets: for each man, and for all pawns at once, the squares where it may go, cut down by pins and check
//! masks, never tried on a board.
//!
//! There is one generator. It is compiled for each side, and shows what it finds to a [`Visitor`] who counts, lists, plays or
//! breaks off; what a visitor has no use for is never made. For that it has to be inlined whole, into each visitor's one call:
//! inline hints are not enough, and without them everything goes through memory.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::board::{
    Bitboard, Color, Rank, Role, Square, between, bishop_attacks, diagonals, king_attacks, knight_attacks, line, queen_attacks,
    rook_attacks, straights,
};

use super::checks::Constraints;
use super::scene::Scene;
use super::side::Side;
use super::{CastlingSide, castling, en_passant};

/// Who is shown the legal moves, set by set, until it breaks off. A set may be empty.
pub(super) trait Visitor {
    /// The moves of one man that is no pawn, castling apart.
    fn man(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()>;
    /// The moves of all pawns in one of their ways, promotions and en passant apart.
    fn pawns(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()>;
    /// The moves of all pawns to the last rank in one of their ways: each is four, one for each new role.
    fn promotions(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()>;
    /// One capture en passant.
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()>;
    /// Castling to this side.
    fn castling(&mut self, side: CastlingSide) -> ControlFlow<()>;
}

/// One of the four ways in which pawns go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PawnWay {
    Step,
    DoubleStep,
    CaptureTowardsA,
    CaptureTowardsH,
}

impl PawnWay {
    /// Where the pawn of `color` stood that comes to `to` this way.
    #[inline(always)]
    pub(super) const fn origin(self, color: Color, to: Square) -> Square {
        let back = match (self, color) {
            (Self::Step, Color::White) => -8,
            (Self::Step, Color::Black) => 8,
            (Self::DoubleStep, Color::White) => -16,
            (Self::DoubleStep, Color::Black) => 16,
            (Self::CaptureTowardsA, Color::White) => -7,
            (Self::CaptureTowardsA, Color::Black) => 9,
            (Self::CaptureTowardsH, Color::White) => -9,
            (Self::CaptureTowardsH, Color::Black) => 7,
        };
        Square::from_index((to as usize).wrapping_add_signed(back))
    }
}

/// Finds the legal moves of one side in one scene.
pub(super) struct Generator<'a, S> {
    scene: &'a Scene,
    constraints: &'a Constraints,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    /// Where a man other than the king has to go to answer a check.
    answers: Bitboard,
    side: PhantomData<S>,
}

impl<'a, S: Side> Generator<'a, S> {
    /// The generator for `S` to move in this scene, under the constraints that it imposes.
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene, constraints: &'a Constraints) -> Self {
        let king = scene.board.king(S::COLOR).expect("a position has both kings");
        Self {
            scene,
            constraints,
            king,
            own: scene.board.of_color(S::COLOR),
            enemy: scene.board.of_color(!S::COLOR),
            answers: constraints.answers(king),
            side: PhantomData,
        }
    }

    /// Shows all legal moves to `visitor`, until it breaks off.
    #[inline(always)]
    pub(super) fn visit(&self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        // In a double check, the king alone moves.
        if self.answers.any() {
            self.visit_pawns(visitor)?;
            self.visit_pieces(Role::Knight, visitor)?;
            self.visit_pieces(Role::Bishop, visitor)?;
            self.visit_pieces(Role::Rook, visitor)?;
            self.visit_pieces(Role::Queen, visitor)?;
            self.visit_pinned_pieces(visitor)?;
        }
        self.visit_king(visitor)
    }

    #[inline(always)]
    fn visit_pawns(&self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let pawns = self.men(Role::Pawn);
        let promoting = pawns & Bitboard::rank(Rank::R7.relative_to(S::COLOR));
        for (way, targets) in self.pawn_targets(pawns & !promoting) {
            visitor.pawns(way, targets)?;
        }
        if promoting.any() {
            for (way, targets) in self.pawn_targets(promoting) {
                visitor.promotions(way, targets)?;
            }
        }
        if let Some(passed) = self.scene.passed {
            for from in self.en_passant_capturers(passed) {
                visitor.en_passant(from, passed)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_pieces(&self, role: Role, visitor: &mut impl Visitor) -> ControlFlow<()> {
        for from in self.men(role) & !self.constraints.pins() {
            visitor.man(role, from, self.attacks(role, from) & !self.own & self.answers)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_pinned_pieces(&self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        // A pinned knight never moves.
        let line_pieces = self.men(Role::Bishop) | self.men(Role::Rook) | self.men(Role::Queen);
        for from in line_pieces & self.constraints.pins() {
            let role = self.scene.board.role_at(from).expect("a man stands there");
            visitor.man(role, from, self.piece_targets(role, from))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_king(&self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let steps = king_attacks(self.king) & !self.own;
        let ways = if self.scene.castling.has_any(S::COLOR) {
            [self.castling_way(CastlingSide::King), self.castling_way(CastlingSide::Queen)]
        } else {
            [Bitboard::EMPTY; 2]
        };
        let wanted = steps | ways[0] | ways[1];
        if wanted.is_empty() {
            return ControlFlow::Continue(());
        }
        let attacked = self.attacked(wanted);
        visitor.man(Role::King, self.king, steps & !attacked)?;
        for side in CastlingSide::ALL {
            let way = ways[side as usize];
            if way.any() && (way & attacked).is_empty() {
                visitor.castling(side)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pawns that may go to `to`, en passant among it.
    #[inline(always)]
    pub(super) fn pawn_origins(&self, to: Square) -> Bitboard {
        let ways = self.pawn_targets(self.men(Role::Pawn)).into_iter();
        let origins: Bitboard = ways.filter(|(_, targets)| targets.has(to)).map(|(way, _)| way.origin(S::COLOR, to)).collect();
        if self.scene.passed == Some(to) { origins | self.en_passant_capturers(to) } else { origins }
    }

    /// Where the knight, bishop, rook or queen on `from` may go.
    #[inline(always)]
    fn piece_targets(&self, role: Role, from: Square) -> Bitboard {
        let targets = self.attacks(role, from) & !self.own & self.answers;
        if self.constraints.pins().has(from) { targets & line(self.king, from) } else { targets }
    }

    /// What a knight, bishop, rook or queen attacks.
    #[inline(always)]
    fn attacks(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.own | self.enemy;
        match role {
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            _ => queen_attacks(from, occupied),
        }
    }

    /// Where these pawns may go, way by way, en passant left out.
    #[inline(always)]
    fn pawn_targets(&self, pawns: Bitboard) -> [(PawnWay, Bitboard); 4] {
        let Constraints { straight_pins, diagonal_pins, .. } = *self.constraints;
        let ahead = (pawns & !self.constraints.pins()).forward(S::COLOR);
        let (mut step, mut towards_a, mut towards_h) = (ahead, ahead.towards_a(), ahead.towards_h());
        if (pawns & self.constraints.pins()).any() {
            // A pinned pawn may step along its file or capture along its diagonal. It can come to no line of pin but its own,
            // so all lines of a kind may be taken together.
            step |= (pawns & straight_pins).forward(S::COLOR) & straight_pins;
            let ahead = (pawns & diagonal_pins).forward(S::COLOR);
            towards_a |= ahead.towards_a() & diagonal_pins;
            towards_h |= ahead.towards_h() & diagonal_pins;
        }
        let empty = !(self.own | self.enemy);
        let step = step & empty;
        let third_rank = Bitboard::rank(Rank::R3.relative_to(S::COLOR));
        let double_step = (step & third_rank).forward(S::COLOR) & empty;
        [
            (PawnWay::Step, step & self.answers),
            (PawnWay::DoubleStep, double_step & self.answers),
            (PawnWay::CaptureTowardsA, towards_a & self.enemy & self.answers),
            (PawnWay::CaptureTowardsH, towards_h & self.enemy & self.answers),
        ]
    }

    /// The pawns that may capture onto `passed`. Two men leave their squares at once, so pins and check masks do not tell.
    #[inline(always)]
    fn en_passant_capturers(&self, passed: Square) -> Bitboard {
        en_passant::legal_capturers(&self.scene.board, passed, S::COLOR)
    }

    /// The squares where the king must not be attacked in castling to `side`; none when anything else forbids it.
    #[inline(always)]
    pub(super) fn castling_way(&self, side: CastlingSide) -> Bitboard {
        let Some(rook) = self.scene.castling.rook(S::COLOR, side) else { return Bitboard::EMPTY };
        let occupied = self.own | self.enemy;
        // In Chess960, the rook may be what shields the king's new square: it is pinned along the home rank then.
        if (between(self.king, rook) & occupied).any() || self.constraints.checkers.any() || self.constraints.straight_pins.has(rook) {
            return Bitboard::EMPTY;
        }
        let target = castling::king_target(side, S::COLOR.home_rank());
        let obstacles = castling::obstacles(&self.scene.board, self.king, rook, side);
        if obstacles.any() { Bitboard::EMPTY } else { between(self.king, target).with(target) }
    }

    /// The squares that the enemy attacks when the king is lifted from the board, for it cannot hide behind itself; exact
    /// for the `wanted` ones alone.
    #[inline(always)]
    fn attacked(&self, wanted: Bitboard) -> Bitboard {
        let board = &self.scene.board;
        let of = |role| board.of_role(role) & self.enemy;
        let occupied = (self.own | self.enemy).without(self.king);
        let before_pawns = of(Role::Pawn).forward(!S::COLOR);
        let mut attacked = before_pawns.towards_a() | before_pawns.towards_h();
        attacked |= king_attacks(board.king(!S::COLOR).expect("a position has both kings"));
        for from in of(Role::Knight) {
            attacked |= knight_attacks(from);
        }
        for from in of(Role::Bishop) | of(Role::Queen) {
            if (diagonals(from) & wanted).any() {
                attacked |= bishop_attacks(from, occupied);
            }
        }
        for from in of(Role::Rook) | of(Role::Queen) {
            if (straights(from) & wanted).any() {
                attacked |= rook_attacks(from, occupied);
            }
        }
        attacked
    }

    #[inline(always)]
    fn men(&self, role: Role) -> Bitboard {
        self.scene.board.of_role(role) & self.own
    }
}
