//! What an abstract state knows of pawns and officers: every pawn's square, and for each officer the squares where it may be.

use arrayvec::ArrayVec;

use super::super::mate_by;
use crate::board::{Bitboard, Board, Color, Piece, Role, Square};
use crate::position::Position;

/// Two sides of sixteen men, the kings left out.
pub(super) const MOST_OFFICERS: usize = 30;

/// The roles of officers: neither pawn nor king.
pub(super) const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A knight, bishop, rook or queen that is alive and stands somewhere in its region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Officer {
    pub(super) region: Bitboard,
    pub(super) color: Color,
    pub(super) role: Role,
    /// Its square is followed move by move: the region is that one square, and does not grow.
    pub(super) exact: bool,
}

impl Officer {
    /// Colour, role and exactness in four bits: officers that share them and the region are the same to a state.
    const fn kind(self) -> u64 {
        (self.color as u64) << 3 | (self.role as u64 - Role::Knight as u64) << 1 | self.exact as u64
    }

    const fn of_kind(kind: u64, region: Bitboard) -> Self {
        let color = if kind & 8 == 0 { Color::White } else { Color::Black };
        Self { region, color, role: OFFICERS[(kind >> 1 & 3) as usize], exact: kind & 1 != 0 }
    }
}

/// All pawns, and all living officers with their regions: what stays while kings walk and officers move about in silence.
///
/// It stands for every way to seat its officers in their regions, no two men on one square.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Layer {
    pub(super) pawns: [Bitboard; 2],
    pub(super) officers: ArrayVec<Officer, MOST_OFFICERS>,
}

impl Layer {
    /// The pawns and officers of a position, each officer on its square, by colour, role and square; none is exact.
    pub(super) fn of(position: &Position) -> Self {
        let board = position.board();
        let mut officers = ArrayVec::new();
        for color in Color::ALL {
            for role in OFFICERS {
                officers.extend(board.of(color, role).into_iter().map(|at| Officer { region: at.into(), color, role, exact: false }));
            }
        }
        Self { pawns: Color::ALL.map(|color| board.of(color, Role::Pawn)), officers }
    }

    /// The pawns of both sides.
    #[inline]
    pub(super) fn all_pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// The squares of the officers of which the square is known.
    #[inline]
    pub(super) fn located(&self) -> Bitboard {
        self.officers.iter().filter(|officer| !officer.region.many()).fold(Bitboard::EMPTY, |all, officer| all | officer.region)
    }

    /// The officers of one side, with their places in the list; of several that are the same, only the first.
    pub(super) fn distinct(&self, color: Color) -> impl Iterator<Item = (usize, Officer)> + '_ {
        let all = self.officers.iter().copied().enumerate();
        all.filter(move |&(index, officer)| officer.color == color && (index == 0 || self.officers[index - 1] != officer))
    }

    /// Draws the conclusions from no two men standing on one square, the kings included.
    ///
    /// False if that cannot be: then no position is meant.
    pub(super) fn settle(&mut self, kings: Bitboard) -> bool {
        let others = self.all_pawns() | kings;
        loop {
            let mut taken = others;
            for officer in self.officers.iter().filter(|officer| !officer.region.many()) {
                if (officer.region & !taken).is_empty() {
                    return false;
                }
                taken |= officer.region;
            }
            let mut found = false;
            for officer in self.officers.iter_mut().filter(|officer| officer.region.many()) {
                let rest = officer.region & !taken;
                if rest.is_empty() {
                    return false;
                }
                found |= !rest.many();
                officer.region = rest;
            }
            if !found {
                return true;
            }
        }
    }

    /// Lets every region grow to all that its officer may reach without a capture and without a move of a pawn.
    ///
    /// Pawns are walls, and so is an officer that cannot leave its square; kings, who may step aside, are none. An officer
    /// that gains a square is no wall any more. An exact officer's region stays, but whether it could move is looked at
    /// in the same way.
    pub(super) fn normalise(&mut self) {
        let pawns = self.all_pawns();
        let mut reach: ArrayVec<Bitboard, MOST_OFFICERS> = self.officers.iter().map(|officer| officer.region).collect();
        loop {
            let walls = reach.iter().filter(|reach| !reach.many()).fold(pawns, |walls, &reach| walls | reach);
            let mut opened = false;
            for (officer, reach) in self.officers.iter().zip(&mut reach) {
                let stood = !reach.many();
                loop {
                    let grown = *reach | (steps(officer.role, *reach) & !walls);
                    if grown == *reach {
                        break;
                    }
                    *reach = grown;
                }
                opened |= stood && reach.many();
            }
            if !opened {
                break;
            }
        }
        for (officer, reach) in self.officers.iter_mut().zip(reach).filter(|(officer, _)| !officer.exact) {
            officer.region = reach;
        }
    }

    /// Whether the men alone tell that `winner` can never mate.
    pub(super) fn is_lost(&self, winner: Color) -> bool {
        let own = self.officers.iter().filter(|officer| officer.color == winner);
        if self.pawns[winner as usize].any() || own.clone().any(|officer| matches!(officer.role, Role::Rook | Role::Queen)) {
            return false;
        }
        // Any squares will do, but those of a bishop's colour.
        let mut board = Board::EMPTY;
        let men = self.officers.iter().map(|officer| (officer.color, officer.role, officer.region));
        let pawns = Color::ALL.into_iter().filter(|&color| self.pawns[color as usize].any());
        for (color, role, region) in men.chain(pawns.map(|color| (color, Role::Pawn, Bitboard::FULL))) {
            let colour = if (region & Bitboard::LIGHT).any() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
            let free = !board.occupied() & if role == Role::Bishop { colour } else { Bitboard::FULL };
            if let Some(square) = free.first() {
                board.toggle(square, Piece { color, role });
            }
        }
        !mate_by(&board, winner).is_possible()
    }

    /// Puts officers of one kind in order, so that the same layer has the same words.
    pub(super) fn sort(&mut self) {
        self.officers.sort_unstable_by_key(|officer| (officer.kind(), officer.region.0));
    }

    /// The layer in a few words: pawns, kinds of officers, regions.
    pub(super) fn pack(&self, words: &mut Vec<u64>) {
        words.clear();
        words.extend([self.pawns[0].0, self.pawns[1].0, 0, 0]);
        for (index, officer) in self.officers.iter().enumerate() {
            words[2 + index / 16] |= officer.kind() << (index % 16 * 4);
            words.push(officer.region.0);
        }
    }

    /// The layer that these words stand for.
    pub(super) fn unpack(words: &[u64]) -> Self {
        let officers = words[4..].iter().enumerate();
        let officers = officers.map(|(index, &region)| Officer::of_kind(words[2 + index / 16] >> (index % 16 * 4) & 15, Bitboard(region)));
        Self { pawns: [Bitboard(words[0]), Bitboard(words[1])], officers: officers.collect() }
    }
}

/// What stands still or moves beside a layer: kings, the turn, and the square that a pawn has just passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    pub(super) kings: [Square; 2],
    pub(super) turn: Color,
    /// Only where a pawn stands ready to capture there.
    pub(super) passed: Option<Square>,
}

impl Moment {
    /// The moment of a position.
    pub(super) fn of(position: &Position) -> Self {
        Self { kings: Color::ALL.map(|color| position.king(color)), turn: position.turn(), passed: position.passed() }
    }

    /// Both kings' squares.
    #[inline]
    pub(super) fn kings(&self) -> Bitboard {
        Bitboard::from(self.kings[0]) | self.kings[1].into()
    }

    /// A state in one word: the number of its layer, and the moment.
    pub(super) fn with_layer(self, layer: u32) -> u64 {
        let passed = self.passed.map_or(0, |square| 64 | square as u64);
        u64::from(layer) << 32 | passed << 16 | (self.turn as u64) << 12 | (self.kings[0] as u64) << 6 | self.kings[1] as u64
    }

    /// The number of the layer and the moment of a state.
    pub(super) fn from_word(word: u64) -> (u32, Self) {
        let square = |shift: u32| Square::from_index((word >> shift) as usize);
        let turn = if word >> 12 & 1 == 0 { Color::White } else { Color::Black };
        let passed = (word >> 16 & 64 != 0).then(|| square(16));
        ((word >> 32) as u32, Self { kings: [square(6), square(0)], turn, passed })
    }
}

/// The squares one step from a set: a line piece goes one square, a knight leaps.
#[inline]
pub(super) const fn steps(role: Role, from: Bitboard) -> Bitboard {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let set = from.0;
    let (east, west) = ((set & NOT_H) << 1, (set & NOT_A) >> 1);
    let beside = east | west;
    let straight = beside | set << 8 | set >> 8;
    let diagonal = beside << 8 | beside >> 8;
    Bitboard(match role {
        Role::Knight => {
            let far = (east & NOT_H) << 1 | (west & NOT_A) >> 1;
            beside << 16 | beside >> 16 | far << 8 | far >> 8
        }
        Role::Bishop => diagonal,
        Role::Rook => straight,
        _ => straight | diagonal,
    })
}
