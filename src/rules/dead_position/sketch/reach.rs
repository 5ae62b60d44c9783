//! How far men are from where they are wanted, over the board as it stands: nobody else moves meanwhile.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Role, Square, bishop_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks};

use super::super::saturation::{around, leaps};

/// Longer walks are left to the finder.
pub(in super::super) const LONGEST: usize = 16;

/// The squares within 0, 1, 2 and more moves of one man.
#[derive(Clone, Default)]
pub(in super::super) struct Reach<const MOST: usize>(ArrayVec<Bitboard, MOST>);

impl<const MOST: usize> Reach<MOST> {
    /// A king's, from any of these squares over free ones; up to one step more than it takes to a square wanted.
    pub(in super::super) fn of_king(from: Bitboard, free: Bitboard, wanted: Bitboard) -> Self {
        let mut within = ArrayVec::new();
        let (mut reached, mut last) = (from, from.is_empty());
        while !within.is_full() {
            within.push(reached);
            let next = reached | (around(reached) & free);
            if last || next == reached {
                break;
            }
            last = (reached & wanted).any();
            reached = next;
        }
        Self(within)
    }

    /// A piece's, in so many moves at most; its own men stand in its way.
    #[inline]
    pub(super) fn of_piece(role: Role, from: Square, men: Bitboard, own: Bitboard, most: usize) -> Self {
        let once = attacks(role, from, men) & !own;
        let mut within = ArrayVec::new();
        within.push(from.into());
        let mut reached = once.with(from);
        within.push(reached);
        for _ in 1..most {
            reached |= attacks_of_all(role, reached, men) & !own;
            within.push(reached);
        }
        Self(within)
    }

    /// A pawn's that takes nothing and is not promoted.
    pub(super) fn of_pawn(color: Color, from: Square, men: Bitboard) -> Self {
        let mut within = ArrayVec::new();
        let (mut reached, mut front) = (Bitboard::EMPTY, Bitboard::from(from));
        while front.any() {
            reached |= front;
            within.push(reached);
            front = front.forward(color) & !men & !Bitboard::BACK_RANKS;
        }
        Self(within)
    }

    /// In how many moves it comes to the nearest of these squares.
    #[inline]
    pub(in super::super) fn nearest(&self, squares: Bitboard) -> Option<usize> {
        self.0.iter().position(|&within| (within & squares).any())
    }

    /// The squares within so many moves.
    #[inline]
    pub(in super::super) fn within(&self, moves: usize) -> Bitboard {
        self.0.get(moves).or(self.0.last()).copied().unwrap_or(Bitboard::EMPTY)
    }

    /// The squares that may be within so many moves: all, where nobody has looked that far.
    #[inline]
    pub(super) fn perhaps_within(&self, moves: usize) -> Bitboard {
        self.0.get(moves).copied().unwrap_or(Bitboard::FULL)
    }

    /// All squares.
    pub(in super::super) fn all(&self) -> Bitboard {
        self.within(MOST)
    }

    /// All squares on a king's shortest ways from this one to where it is thought to come from.
    pub(in super::super) fn between(&self, from: Square) -> Bitboard {
        let mut now = Bitboard::from(from);
        let mut all = now;
        for steps in (0..self.nearest(now).unwrap_or(0)).rev() {
            now = around(now) & self.within(steps);
            all |= now;
        }
        all
    }
}

/// What a piece attacks on a board with these men.
#[inline]
pub(in super::super) fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    }
}

/// What a man other than a king keeps others from: what it attacks, and a pawn's next square.
pub(super) fn guards(color: Color, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, from) | Bitboard::from(from).forward(color),
        _ => attacks(role, from, occupied),
    }
}

/// What pieces of one role on these squares attack, on a board with these men.
#[inline]
pub(in super::super) fn attacks_of_all(role: Role, from: Bitboard, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => leaps(from),
        Role::Bishop => slide(from, !occupied, &DIAGONALS),
        Role::Rook => slide(from, !occupied, &STRAIGHTS),
        _ => slide(from, !occupied, &DIAGONALS) | slide(from, !occupied, &STRAIGHTS),
    }
}

/// One direction: by how much the number of a square grows, and the squares where a step in it can end.
type Direction = (u32, Bitboard);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_1: u64 = !0xff;
const NOT_8: u64 = !(0xff << 56);

const STRAIGHTS: [Direction; 4] = [(8, Bitboard(NOT_1)), (56, Bitboard(NOT_8)), (1, Bitboard(NOT_A)), (63, Bitboard(NOT_H))];
const DIAGONALS: [Direction; 4] =
    [(9, Bitboard(NOT_1 & NOT_A)), (7, Bitboard(NOT_1 & NOT_H)), (57, Bitboard(NOT_8 & NOT_A)), (55, Bitboard(NOT_8 & NOT_H))];

/// All squares that lines in these directions reach from any of some squares, over free ones, the first that is not free with them.
#[inline]
fn slide(from: Bitboard, free: Bitboard, directions: &[Direction; 4]) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for &(by, ends) in directions {
        let ahead = |squares: Bitboard, steps: u32| Bitboard(squares.0.rotate_left(by * steps % 64));
        // Steps of one, two and four squares together are all up to seven.
        let (mut reached, mut open) = (from, free & ends);
        for steps in [1, 2, 4] {
            reached |= open & ahead(reached, steps);
            open &= ahead(open, steps);
        }
        all |= ahead(reached, 1) & ends;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn many_pieces_attack_what_each_of_them_attacks(from in any::<u64>(), men in any::<[u64; 2]>()) {
            let (from, men) = (Bitboard(from & men[1]), Bitboard(men[0]));
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let each = from.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(role, from, men));
                prop_assert_eq!(attacks_of_all(role, from, men), each);
            }
        }
    }

    #[test]
    fn a_king_walks_around_what_is_not_free() {
        let wall = Bitboard::rank(crate::board::Rank::R2).without(Square::H2);
        let reach = Reach::<LONGEST>::of_king(Square::A1.into(), !wall, Bitboard::EMPTY);
        assert_eq!(reach.nearest(Square::A3.into()), Some(14));
        assert_eq!(reach.nearest(Square::A2.into()), None);
        assert!(reach.between(Square::A3).has(Square::H2));
        assert!(Reach::<LONGEST>::of_king(Bitboard::EMPTY, Bitboard::FULL, Bitboard::EMPTY).all().is_empty());
    }

    #[test]
    fn a_pawn_walks_up_to_the_seventh_rank() {
        let reach = Reach::<8>::of_pawn(Color::Black, Square::A7, Square::B5.into());
        assert_eq!(reach.nearest(Square::A2.into()), Some(5));
        assert_eq!(reach.nearest(Square::A1.into()), None);
        assert_eq!(Reach::<8>::of_pawn(Color::Black, Square::A7, Square::A5.into()).nearest(Square::A4.into()), None);
    }
}
