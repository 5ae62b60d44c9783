//! Legal moves looked for from where they end: what a short move in SAN names, and whether a move from square to square is legal.
//!
//! No move is generated here. The men of a role that attack the target are the candidates, nearly always one; check and pins
//! then tell whether it may go. Lines are looked at man by man: the tables of sliding attacks are larger than a processor's
//! nearest memory, and to wait for them would take most of the time.

use crate::board::{
    Bitboard, File, PromotionRole, Rank, Role, Square, between, diagonals, king_attacks, knight_attacks, line, pawn_attacks, reach,
    straights,
};

use super::{Move, MoveKind, Position, en_passant};

/// The legal moves of all men of one role, no pawns, to one square; castling left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrivals {
    role: Role,
    to: Square,
    origins: Bitboard,
}

impl Arrivals {
    /// The squares that they start from.
    #[inline]
    #[must_use]
    pub const fn origins(self) -> Bitboard {
        self.origins
    }

    /// The one that starts from one of these squares, if it is one alone.
    #[inline]
    #[must_use]
    pub fn sole_from(self, squares: Bitboard) -> Option<Move> {
        (self.origins & squares).single().map(|from| Move::new(from, self.to, MoveKind::Normal(self.role)))
    }
}

impl Position {
    /// The legal moves of the knights, bishops, rooks or queens, or of the king, of the side to move to `to`. Pawns have none here.
    #[inline(always)]
    #[must_use]
    pub fn arrivals(&self, role: Role, to: Square) -> Arrivals {
        let board = self.board();
        let own = board.of_color(self.turn);
        let none = Arrivals { role, to, origins: Bitboard::EMPTY };
        let candidates = own & board.of_role(role) & reach(role, to);
        if own.has(to) || candidates.is_empty() {
            return none;
        }
        let occupied = board.occupied();
        let king = self.king(self.turn);
        if role == Role::King {
            // It cannot hide behind itself.
            return if self.is_safe(to, occupied.without(king)) { Arrivals { role, to, origins: candidates } } else { none };
        }
        let candidates = with_open_lines(candidates, to, occupied);
        if !self.answers_check(king, to) {
            return none;
        }
        let pinned = candidates & self.constraints.pins();
        let stay = if pinned.is_empty() { pinned } else { pinned & !line(king, to) };
        Arrivals { role, to, origins: candidates & !stay }
    }

    /// The legal step of a pawn straight ahead onto `to`, over one square or two. On the last rank it needs its new role, and
    /// nowhere else.
    #[inline]
    #[must_use]
    pub fn legal_push(&self, to: Square, promotion: Option<PromotionRole>) -> Option<Move> {
        let occupied = self.board().occupied();
        let pawns = self.own(Role::Pawn);
        let back = !self.turn;
        let behind = Bitboard::from(to).forward(back);
        if occupied.has(to) {
            return None;
        }
        let (from, kind) = if (behind & pawns).any() {
            (behind, kind_on(to, promotion)?)
        } else {
            // Over an empty square, from the second rank to the fourth.
            let fourth = Bitboard::rank(Rank::R4.relative_to(self.turn));
            if promotion.is_some() || !fourth.has(to) || (behind & occupied).any() {
                return None;
            }
            (behind.forward(back) & pawns, MoveKind::DoubleStep)
        };
        let from = from.first()?;
        self.pawn_may_go(from, to).then(|| Move::new(from, to, kind))
    }

    /// The legal capture of a pawn of this file onto `to`, en passant among it. On the last rank it needs its new role, and
    /// nowhere else.
    #[inline]
    #[must_use]
    pub fn legal_pawn_capture(&self, file: File, to: Square, promotion: Option<PromotionRole>) -> Option<Move> {
        let from = (en_passant::capturers(self.board(), to, self.turn) & Bitboard::file(file)).first()?;
        if self.board().of_color(!self.turn).has(to) {
            let kind = kind_on(to, promotion)?;
            return self.pawn_may_go(from, to).then(|| Move::new(from, to, kind));
        }
        let in_passing =
            promotion.is_none() && self.passed() == Some(to) && en_passant::attackers_after(self.board(), from, to, self.turn).is_empty();
        in_passing.then(|| Move::new(from, to, MoveKind::EnPassant))
    }

    /// Whether no enemy man attacks `square` while `occupied` squares block the lines.
    #[inline]
    pub(super) fn is_safe(&self, square: Square, occupied: Bitboard) -> bool {
        let board = self.board();
        let queens = board.of_role(Role::Queen);
        let leapers = (pawn_attacks(self.turn, square) & board.of_role(Role::Pawn))
            | (knight_attacks(square) & board.of_role(Role::Knight))
            | (king_attacks(square) & board.of_role(Role::King));
        let line_pieces =
            (straights(square) & (board.of_role(Role::Rook) | queens)) | (diagonals(square) & (board.of_role(Role::Bishop) | queens));
        let enemy = board.of_color(!self.turn);
        (leapers & enemy).is_empty() && with_open_lines(line_pieces & enemy, square, occupied).is_empty()
    }

    /// Whether neither check nor pin keeps the pawn on `from` from going to `to`, en passant apart.
    #[inline]
    fn pawn_may_go(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        self.answers_check(king, to) && (!self.constraints.pins().has(from) || line(king, to).has(from))
    }

    /// Whether a man other than the king that goes to `to` leaves no check unanswered.
    #[inline]
    fn answers_check(&self, king: Square, to: Square) -> bool {
        self.constraints.checkers.is_empty() || self.constraints.answers(king).has(to)
    }
}

/// Those of some men that attack along lines through `square` with no man between; knights have none in their way.
#[inline]
fn with_open_lines(men: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    // Where men are few, this asks less of the memory than to look up all that is attacked along the lines.
    men.into_iter().fold(men, |open, from| if (between(from, square) & occupied).is_empty() { open } else { open.without(from) })
}

/// What a pawn's move onto `to` is, if a new role is named just where there has to be one.
#[inline]
fn kind_on(to: Square, promotion: Option<PromotionRole>) -> Option<MoveKind> {
    match (Bitboard::BACK_RANKS.has(to), promotion) {
        (true, Some(role)) => Some(MoveKind::Promotion(role)),
        (false, None) => Some(MoveKind::Normal(Role::Pawn)),
        _ => None,
    }
}
