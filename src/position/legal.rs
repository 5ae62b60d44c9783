//! What is asked about legal moves. The generator tells all of them, how many there are, whether there is any; whether this is one,
//! and whether it is plain that there are several, is seen without it.

use std::ops::ControlFlow;

use crate::board::{
    Bitboard, Color, File, Piece, PromotionRole, Role, Square, Tally, between, diagonals, king_attacks, knight_attacks, reach, straights,
};

use super::movegen::{Generator, PawnWay, Visitor};
use super::side::{Black, Side, White};
use super::{CastlingSide, Move, MoveIntent, MoveKind, MoveList, Position, castling, en_passant};

/// Asks the generator of the side to move: the one place where a value becomes a type.
macro_rules! generator {
    ($position:expr, |$generator:ident| $asked:expr) => {
        match $position.turn {
            Color::White => {
                let $generator = Generator::<White>::new(&$position.scene, &$position.constraints);
                $asked
            }
            Color::Black => {
                let $generator = Generator::<Black>::new(&$position.scene, &$position.constraints);
                $asked
            }
        }
    };
}

/// How much choice of legal moves a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// There is none.
    None,
    /// There is one.
    Forced,
    /// There are two or more.
    Free,
}

impl Position {
    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = generator!(self, |generator| generator.visit(&mut List { position: self, moves: &mut moves }));
        moves
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        generator!(self, |generator| count(&generator))
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        generator!(self, |generator| generator.visit(&mut Any)).is_break()
    }

    /// How much choice the side to move has.
    #[must_use]
    #[inline]
    pub fn choice(&self) -> Choice {
        if !self.in_check() && self.is_free() { Choice::Free } else { self.find_choice() }
    }

    /// Whether there are two legal moves or more.
    #[must_use]
    #[inline]
    pub fn has_choice(&self) -> bool {
        self.choice() == Choice::Free
    }

    /// Whether two legal moves or more are seen at a look, as nearly always. There may be others where none are.
    #[must_use]
    #[inline]
    pub fn shows_choice(&self) -> bool {
        (!self.in_check() && self.is_free()) || self.shows_two_moves()
    }

    /// Whether, without a check, two pawns may step or an officer has two free squares beside it.
    #[inline]
    fn is_free(&self) -> bool {
        let board = self.board();
        let free = board.of_color(self.turn) & !self.constraints.pins();
        if ((board.of_role(Role::Pawn) & free).forward(self.turn) & !board.occupied()).many() {
            return true;
        }
        // Beside an officer, what it attacks needs no looking along lines.
        let own = board.of_color(self.turn);
        (board.of_role(Role::Knight) & free).first().is_some_and(|knight| (knight_attacks(knight) & !own).many())
            || ((board.of_role(Role::Rook) | board.of_role(Role::Queen)) & free)
                .first()
                .is_some_and(|piece| (king_attacks(piece) & straights(piece) & !own).many())
            || (board.of_role(Role::Bishop) & free).first().is_some_and(|piece| (king_attacks(piece) & diagonals(piece) & !own).many())
    }

    /// Whether the king and the officers have two moves or more. Looked at square by square: in check they are few, as where there
    /// is little but the king.
    #[inline(never)]
    fn shows_two_moves(&self) -> bool {
        let board = self.board();
        let (king, own, occupied) = (self.king(self.turn), board.of_color(self.turn), board.occupied());
        let lifted = occupied.without(king);
        let flights = (king_attacks(king) & !own).into_iter().filter(|&to| self.is_safe(to, lifted));
        let answers = self.constraints.answers(king);
        let officers = own & !(board.of_role(Role::Pawn) | board.of_role(Role::King) | self.constraints.pins());
        let by_officers = officers.into_iter().flat_map(|from| {
            let near = reach(board.role_on(from), from) & answers & !own;
            near.into_iter().filter(move |&to| (between(from, to) & occupied).is_empty())
        });
        flights.chain(by_officers).nth(1).is_some()
    }

    #[inline(never)]
    fn find_choice(&self) -> Choice {
        let mut second = Second { found_one: false };
        match generator!(self, |generator| generator.visit(&mut second)) {
            ControlFlow::Break(()) => Choice::Free,
            ControlFlow::Continue(()) if second.found_one => Choice::Forced,
            ControlFlow::Continue(()) => Choice::None,
        }
    }

    /// The legal moves of the man on `from`, in no particular order; none where no man of the side to move stands there.
    #[must_use]
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        self.legal_moves().into_iter().filter(|mv| mv.from() == from).collect()
    }

    /// The squares that men of the side to move and of this role can legally come to `to` from, castling left out.
    ///
    /// What a short move in SAN could mean.
    #[must_use]
    pub fn legal_origins(&self, role: Role, to: Square) -> Bitboard {
        if role == Role::Pawn {
            return generator!(self, |generator| generator.pawn_origins(to));
        }
        self.arrivals(role, to).origins()
    }

    /// The legal move that a player means, if there is one. A pawn that reaches the last rank needs its new role.
    #[must_use]
    pub fn find_legal(&self, intent: MoveIntent) -> Option<Move> {
        let (from, to, promotion) = match intent {
            MoveIntent::Null => return None,
            MoveIntent::Castle(side) => return self.legal_castling(side),
            MoveIntent::Step { from, to, promotion } => (from, to, promotion),
        };
        if !self.board().of_color(self.turn).has(from) {
            return None;
        }
        let promotion = match promotion {
            Some(role) => Some(PromotionRole::from_role(role)?),
            None => None,
        };
        match self.board().role_on(from) {
            Role::Pawn => {
                let straight = from.file() == to.file();
                let mv = if straight { self.legal_push(to, promotion) } else { self.legal_pawn_capture(from.file(), to, promotion) };
                mv.filter(|mv| mv.from() == from)
            }
            _ if promotion.is_some() => None,
            Role::King => match self.castling_meant(from, to) {
                Some(side) => self.castling_right_meant(side, from, to).and_then(|_| self.legal_castling(side)),
                None => self.arrivals(Role::King, to).sole_from(from.into()),
            },
            role => self.arrivals(role, to).sole_from(from.into()),
        }
    }

    /// Whether a move, of whatever position, is legal in this one.
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal(role) if role != Role::Pawn => self.arrivals(role, mv.to()).origins().has(mv.from()),
            _ => self.find_legal(mv.intent()) == Some(mv),
        }
    }

    /// The move of castling to `side`, if it is legal now (3.8.2).
    #[must_use]
    pub fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let rook = self.castling().rook(self.turn, side)?;
        let way = generator!(self, |generator| generator.castling_way(side));
        let lifted = self.board().occupied().without(self.king(self.turn));
        let legal = way.any() && way.into_iter().all(|square| self.is_safe(square, lifted));
        legal.then(|| Move::new(self.king(self.turn), rook, MoveKind::Castling(side)))
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
        let two_aside = from == Square::new(File::E, home) && to == target;
        let far = to == target && from.distance(to) > 1 && self.castling().rook(self.turn, side).is_some();
        (onto_rook || two_aside || far).then_some(side)
    }

    /// The rook of the right that a king's step makes use of, when that step means castling to `side`.
    pub(super) fn castling_right_meant(&self, side: CastlingSide, from: Square, to: Square) -> Option<Square> {
        let rook = self.castling().rook(self.turn, side)?;
        // A king's step onto a rook names that rook; any other step names the side alone.
        let names_rook = self.own(Role::Rook).has(to) && to != castling::king_target(side, from.rank());
        (!names_rook || rook == to).then_some(rook)
    }

    /// Whether `mv` captures anything.
    #[inline]
    #[must_use]
    pub fn captures(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || self.board().of_color(!self.turn).has(mv.to())
    }

    /// What `mv` captures, and where: en passant differs from the target square.
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<(Piece, Square)> {
        if !self.captures(mv) {
            return None;
        }
        let square = if mv.kind() == MoveKind::EnPassant { en_passant::victim(mv.to(), self.turn) } else { mv.to() };
        Some((Piece { color: !self.turn, role: self.board().role_on(square) }, square))
    }

    /// The men of `color` that attack `square` on this board.
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.board().attackers(square, color, self.board().occupied())
    }
}

/// How many legal moves a generator finds.
#[inline(always)]
pub(super) fn count<S: Side>(generator: &Generator<'_, S>) -> u32 {
    let mut tally = Tally::default();
    let _ = generator.visit(&mut Count(&mut tally));
    tally.total()
}

/// Counts, and looks at no move.
struct Count<'a>(&'a mut Tally);

impl Visitor for Count<'_> {
    #[inline(always)]
    fn man(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0.add(targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        self.0.add(targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        PromotionRole::ALL.iter().for_each(|_| self.0.add(targets));
        ControlFlow::Continue(())
    }

    #[inline]
    fn en_passant(&mut self, from: Square, _: Square) -> ControlFlow<()> {
        self.0.add(from.into());
        ControlFlow::Continue(())
    }

    #[inline]
    fn castling(&mut self, _: CastlingSide) -> ControlFlow<()> {
        self.0.add(Bitboard::from(Square::A1)); // one move, whatever the square
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first move.
struct Any;

impl Visitor for Any {
    #[inline]
    fn man(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn pawns(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn promotions(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline]
    fn castling(&mut self, _: CastlingSide) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Breaks off at the second move.
struct Second {
    found_one: bool,
}

impl Second {
    #[inline]
    fn note(&mut self, targets: Bitboard) -> ControlFlow<()> {
        if targets.many() || (targets.any() && self.found_one) {
            return ControlFlow::Break(());
        }
        self.found_one |= targets.any();
        ControlFlow::Continue(())
    }
}

impl Visitor for Second {
    #[inline]
    fn man(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.note(targets)
    }

    #[inline]
    fn pawns(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        self.note(targets)
    }

    #[inline]
    fn promotions(&mut self, _: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn en_passant(&mut self, _: Square, to: Square) -> ControlFlow<()> {
        self.note(to.into())
    }

    #[inline]
    fn castling(&mut self, _: CastlingSide) -> ControlFlow<()> {
        self.note(Bitboard::from(Square::A1)) // one move, whatever the square
    }
}

/// Lists every move.
struct List<'a> {
    position: &'a Position,
    moves: &'a mut MoveList,
}

impl Visitor for List<'_> {
    #[inline]
    fn man(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.moves.extend(targets.into_iter().map(|to| Move::new(from, to, MoveKind::Normal(role))));
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        let kind = if way == PawnWay::DoubleStep { MoveKind::DoubleStep } else { MoveKind::Normal(Role::Pawn) };
        self.moves.extend(targets.into_iter().map(|to| Move::new(way.origin(self.position.turn, to), to, kind)));
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            let from = way.origin(self.position.turn, to);
            self.moves.extend(PromotionRole::ALL.map(|role| Move::new(from, to, MoveKind::Promotion(role))));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.moves.push(Move::new(from, to, MoveKind::EnPassant));
        ControlFlow::Continue(())
    }

    #[inline]
    fn castling(&mut self, side: CastlingSide) -> ControlFlow<()> {
        let color = self.position.turn;
        let rook = self.position.castling().rook(color, side).expect("castling needs a right");
        let king = self.position.king(color);
        self.moves.push(Move::new(king, rook, MoveKind::Castling(side)));
        ControlFlow::Continue(())
    }
}
