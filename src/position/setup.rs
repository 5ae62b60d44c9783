//! `Setup`: anything that a FEN can say. A sound one becomes a [`Position`]; an unsound one tells every fault that it has.
//!
//! The faults are necessary conditions only (3.10.3 asks for a position that a game can reach, which nobody can decide
//! quickly): what passes is plausible, and every position of a real game passes.

use crate::board::{Bitboard, Board, Color, File, Piece, Rank, Role, Square, between, line, pawn_attacks};

use super::checks::Constraints;
use super::scene::Scene;
use super::{CastlingRights, CastlingSide, Key, Position, en_passant};

/// A position as it is said, sound or not.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Setup {
    pub board: Board,
    pub turn: Color,
    /// The castling rights as they are claimed, in the order of writing.
    pub castling: Vec<RightClaim>,
    /// The square that a pawn has just passed, as it is said.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move to be played, from 1.
    pub fullmove: u32,
}

/// One castling right as a FEN claims it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RightClaim {
    /// With the outermost rook of this side (`KQkq`, X-FEN).
    Outermost { color: Color, side: CastlingSide },
    /// With the rook on this file (`HAha`, Shredder-FEN).
    OnFile { color: Color, file: File },
}

/// Why a set-up is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupFault {
    /// A side without a king.
    NoKing(Color),
    /// A side with several kings.
    TooManyKings(Color),
    /// A pawn on the first or last rank.
    PawnOnBackRank(Square),
    /// More than 16 men, more than 8 pawns, or more promoted men than missing pawns.
    TooManyPieces(Color),
    /// A castling right without its king and rook on the home rank.
    NoSuchRight(RightClaim),
    /// Two castling rights to the same side.
    AmbiguousRight(RightClaim),
    /// The side that has just moved stands in check.
    OpponentInCheck(Square),
    /// A check that no last move can have given: more than two checkers, or two that never check together.
    ImpossibleCheck(Bitboard),
}

impl SetupFault {
    /// One of each: the one list that the docs and the tests walk.
    #[must_use]
    pub const fn all() -> [Self; 8] {
        let claim = RightClaim::Outermost { color: Color::White, side: CastlingSide::King };
        [
            Self::NoKing(Color::White),
            Self::TooManyKings(Color::White),
            Self::PawnOnBackRank(Square::A1),
            Self::TooManyPieces(Color::White),
            Self::NoSuchRight(claim),
            Self::AmbiguousRight(claim),
            Self::OpponentInCheck(Square::A1),
            Self::ImpossibleCheck(Bitboard::EMPTY),
        ]
    }

    /// Its stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoKing(_) => "no_king",
            Self::TooManyKings(_) => "too_many_kings",
            Self::PawnOnBackRank(_) => "pawn_on_back_rank",
            Self::TooManyPieces(_) => "too_many_pieces",
            Self::NoSuchRight(_) => "no_such_right",
            Self::AmbiguousRight(_) => "ambiguous_right",
            Self::OpponentInCheck(_) => "opponent_in_check",
            Self::ImpossibleCheck(_) => "impossible_check",
        }
    }
}

impl Setup {
    /// The position that this says, or every fault of it, the gravest first.
    ///
    /// An en passant square that no double step can have left is dropped (see [`Setup::en_passant_is_real`]).
    ///
    /// # Errors
    ///
    /// Every fault, in the order of [`SetupFault::all`]; checks are looked at only when the kings are in order.
    pub fn into_position(self) -> Result<Position, Vec<SetupFault>> {
        let mut faults = self.placement_faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut rights = CastlingRights::NONE;
        for &claim in &self.castling {
            match self.find_right(claim) {
                None => faults.push(SetupFault::NoSuchRight(claim)),
                Some((color, side, _)) if rights.rook(color, side).is_some() => faults.push(SetupFault::AmbiguousRight(claim)),
                Some((color, side, file)) => rights.grant(color, side, file),
            }
        }
        faults.extend(self.check_faults());
        if !faults.is_empty() {
            return Err(faults);
        }
        let stands_ready = |&passed: &Square| en_passant::capturers(&self.board, passed, self.turn).any();
        let passed = self.en_passant.filter(|_| self.en_passant_is_real()).filter(stands_ready);
        let may_capture = |&passed: &Square| en_passant::legal_capturers(&self.board, passed, self.turn).any();
        let mut position = Position {
            scene: Scene { board: self.board, castling: rights, passed },
            constraints: Constraints::find(&self.board, self.turn),
            key: Key::default(),
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            turn: self.turn,
            en_passant: passed.filter(may_capture),
        };
        position.key = position.identity().key();
        Ok(position)
    }

    /// Whether the en passant square can be what a double step has just left: a pawn stands before it, both squares behind
    /// are empty, and the king of the side to move was not attacked before that step. False where none is named.
    #[must_use]
    pub fn en_passant_is_real(&self) -> bool {
        let Some(passed) = self.en_passant else { return false };
        if passed.rank() != Rank::R6.relative_to(self.turn) {
            return false;
        }
        let mover = !self.turn;
        let pawn = en_passant::victim(passed, self.turn);
        let home = passed.forward(self.turn).expect("the sixth rank has a seventh");
        let occupied = self.board.occupied();
        if !self.board.of(mover, Role::Pawn).has(pawn) || occupied.has(passed) || occupied.has(home) {
            return false;
        }
        let before = occupied.without(pawn).with(home);
        let attacked_before = |king| pawn_attacks(mover, home).has(king) || self.board.attackers(king, mover, before).without(pawn).any();
        self.board.king(self.turn).is_some_and(|king| !attacked_before(king))
    }

    fn placement_faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for color in Color::ALL {
            match self.board.of(color, Role::King).len() {
                0 => faults.push(SetupFault::NoKing(color)),
                1 => {}
                _ => faults.push(SetupFault::TooManyKings(color)),
            }
        }
        if let Some(square) = (self.board.of_role(Role::Pawn) & Bitboard::BACK_RANKS).first() {
            faults.push(SetupFault::PawnOnBackRank(square));
        }
        faults.extend(Color::ALL.into_iter().filter(|&color| self.has_too_many(color)).map(SetupFault::TooManyPieces));
        faults
    }

    fn has_too_many(&self, color: Color) -> bool {
        let count = |role| self.board.of(color, role).len();
        let bishops = self.board.of(color, Role::Bishop);
        // Bishops never change the colour of their squares: one of each is original.
        let promoted = count(Role::Knight).saturating_sub(2)
            + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
            + (bishops & !Bitboard::LIGHT).len().saturating_sub(1)
            + count(Role::Rook).saturating_sub(2)
            + count(Role::Queen).saturating_sub(1);
        self.board.of_color(color).len() > 16 || count(Role::Pawn) + promoted > 8
    }

    /// The right that is claimed: its colour, its side and the file of its rook.
    fn find_right(&self, claim: RightClaim) -> Option<(Color, CastlingSide, File)> {
        let (RightClaim::Outermost { color, .. } | RightClaim::OnFile { color, .. }) = claim;
        let home = Bitboard::rank(color.home_rank());
        // A king that may castle stands between its two rooks, as it started: not on an edge file.
        let king = (self.board.of(color, Role::King) & home).first().filter(|king| !matches!(king.file(), File::A | File::H))?;
        let rooks = self.board.of(color, Role::Rook) & home;
        let rook = match claim {
            RightClaim::Outermost { side: CastlingSide::King, .. } => rooks.last().filter(|rook| rook.file() > king.file())?,
            RightClaim::Outermost { side: CastlingSide::Queen, .. } => rooks.first().filter(|rook| rook.file() < king.file())?,
            RightClaim::OnFile { file, .. } => Some(Square::new(file, king.rank())).filter(|&square| rooks.has(square))?,
        };
        let side = if rook.file() > king.file() { CastlingSide::King } else { CastlingSide::Queen };
        Some((color, side, rook.file()))
    }

    fn check_faults(&self) -> Option<SetupFault> {
        let occupied = self.board.occupied();
        let king = self.board.king(self.turn)?;
        let opponent = self.board.king(!self.turn)?;
        if self.board.attackers(opponent, self.turn, occupied).any() {
            return Some(SetupFault::OpponentInCheck(opponent));
        }
        let checkers = self.board.attackers(king, !self.turn, occupied);
        (!self.can_check_together(king, checkers)).then_some(SetupFault::ImpossibleCheck(checkers))
    }

    /// Whether one last move can have given this check. In a double check one checker at least was uncovered, and so is a
    /// line piece; and no move uncovers a line on one side of the king and checks along it from the other.
    fn can_check_together(&self, king: Square, checkers: Bitboard) -> bool {
        let Some(first) = checkers.first() else { return true };
        let rest = checkers.without(first);
        match (rest.first(), rest.many()) {
            (None, _) => true,
            (Some(_), true) => false,
            (Some(second), false) => {
                let role = |square| self.board.role_at(square);
                let uncovered = [first, second]
                    .into_iter()
                    .any(|checker| matches!(role(checker), Some(Role::Bishop | Role::Rook | Role::Queen)) && between(king, checker).any());
                // A bishop that moves off another's diagonal moves along diagonals that never meet the king's other one; and no
                // pawn that becomes a bishop, or captures in passing, uncovers such a pair.
                let bishops = [first, second].into_iter().all(|checker| role(checker) == Some(Role::Bishop));
                uncovered && !bishops && !line(first, second).has(king)
            }
        }
    }
}

impl From<&Position> for Setup {
    /// The set-up that says this position; each right names its rook's file.
    fn from(position: &Position) -> Self {
        Self {
            board: *position.board(),
            turn: position.turn(),
            castling: position.castling().iter().map(|(color, _, rook)| RightClaim::OnFile { color, file: rook.file() }).collect(),
            en_passant: position.en_passant(),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
        }
    }
}

impl Position {
    /// The Chess960 starting position of this number, 0 to 959 (Guidelines II; 518 is the standard set-up), or `None`.
    ///
    /// The numbering is Scharnagl's: the light-squared bishop, the dark-squared bishop, the queen and the knights take
    /// their places in turn, and rook, king and rook fill the rest.
    #[must_use]
    pub fn chess960(number: u32) -> Option<Self> {
        const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        if number >= 960 {
            return None;
        }
        let number = number as usize;
        let mut rank: [Option<Role>; 8] = [None; 8];
        rank[number % 4 * 2 + 1] = Some(Role::Bishop);
        rank[number / 4 % 4 * 2] = Some(Role::Bishop);
        let nth_free = |rank: &[Option<Role>; 8], nth: usize| (0..8).filter(|&file| rank[file].is_none()).nth(nth);
        rank[nth_free(&rank, number / 16 % 6)?] = Some(Role::Queen);
        let (first, second) = KNIGHTS[number / 96];
        let knights = [nth_free(&rank, first)?, nth_free(&rank, second)?];
        for file in knights {
            rank[file] = Some(Role::Knight);
        }
        for role in [Role::Rook, Role::King, Role::Rook] {
            rank[nth_free(&rank, 0)?] = Some(role);
        }

        let mut board = Board::EMPTY;
        let mut castling = Vec::new();
        for (file, role) in File::ALL.into_iter().zip(rank) {
            for color in Color::ALL {
                board.put(Square::new(file, color.home_rank()), Piece { color, role: role? });
                board.put(Square::new(file, Rank::R2.relative_to(color)), Piece { color, role: Role::Pawn });
                if role == Some(Role::Rook) {
                    castling.push(RightClaim::OnFile { color, file });
                }
            }
        }
        Setup { board, turn: Color::White, castling, en_passant: None, halfmove: 0, fullmove: 1 }.into_position().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chess960_set_up_is_sound_and_another() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..960 {
            let position = Position::chess960(number).expect("a number below 960");
            assert_eq!(position.castling().iter().count(), 4, "{number}");
            assert!(seen.insert(position.identity()), "{number} stands twice");
        }
        assert_eq!(Position::chess960(960), None);
    }

    #[test]
    fn number_518_is_the_standard_set_up() {
        use Role::{Bishop, King, Knight, Queen, Rook};
        let position = Position::initial();
        let rank: Vec<_> = Square::ALL[..8].iter().filter_map(|&square| position.board().role_at(square)).collect();
        assert_eq!(rank, [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]);
        assert_eq!(position.count_legal_moves(), 20);
    }

    #[test]
    fn a_pawn_that_attacked_the_king_from_home_cannot_have_passed() {
        let mut board = Board::EMPTY;
        let men = [(Square::E8, Color::Black, Role::King), (Square::E5, Color::Black, Role::Pawn), (Square::D5, Color::White, Role::Pawn)];
        for (square, color, role) in men {
            board.put(square, Piece { color, role });
        }
        // From e7 the pawn attacked d6 and f6.
        for (king, real) in [(Square::D6, false), (Square::F6, false), (Square::C6, true), (Square::H6, true)] {
            let mut board = board;
            board.put(king, Piece { color: Color::White, role: Role::King });
            let en_passant = Some(Square::E6);
            let setup = Setup { board, turn: Color::White, castling: Vec::new(), en_passant, halfmove: 0, fullmove: 1 };
            assert_eq!(setup.en_passant_is_real(), real, "king on {king}");
            assert_eq!(setup.into_position().map(|position| position.en_passant()), Ok(en_passant.filter(|_| real)), "king on {king}");
        }
    }

    #[test]
    fn a_set_up_of_a_position_gives_it_back() {
        let position = Position::initial();
        assert_eq!(Setup::from(&position).into_position(), Ok(position));
    }
}
