//! The first prover: for every man the squares that it can ever stand on, too many rather than too few, and whether a mate
//! could be put together from them.
//!
//! The squares are grown from where the men stand by steps that every legal move is made of, to the least fixpoint. A larger
//! reach of one man only ever takes hindrances from others, so the fixpoint is one and the order of growing does not matter.
//! Why it bounds every legal line, and why no mate is possible when the picture cannot be put together, is told with the
//! rules themselves in [`checker`](super::checker), which holds the result against them again.
//!
//! This prover only ever says "never", or nothing.

use arrayvec::ArrayVec;

use crate::board::{
    Bitboard, Color, File, Rank, Role, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use crate::position::{CastlingSide, Position};

use super::proof::ReachTable;

/// A guard with more squares than this to guard from guards nothing that is worth the time.
const WIDEST_GUARD: u32 = 24;

/// The table of a position from which `winner` can never mate, if this prover finds it so.
///
/// Where a capture in passing is legal, the steps do not cover it, and nothing is said.
pub(super) fn refute(position: &Position, winner: Color) -> Option<ReachTable> {
    if position.en_passant().is_some() {
        return None;
    }
    let mut table = Table::new(position);
    loop {
        let grown = table.grow();
        // Whatever grows later leaves a mate standing that needs no square to be out of the king's reach.
        if table.mate_is_conceivable(winner, Bitboard::FULL) {
            return None;
        }
        if !grown {
            break;
        }
    }
    let within = table.units[table.kings[!winner as usize]].reach;
    (!table.mate_is_conceivable(winner, within)).then(|| table.into_proof())
}

/// A mate that the reach of the men does not exclude.
pub(super) struct Conceivable {
    /// Where the loser's king stands.
    pub(super) loser: Square,
    /// Where the winner's king stands, or anywhere.
    pub(super) winner: Bitboard,
    /// The squares that men of the loser's block.
    pub(super) blocked: Bitboard,
}

/// The mates that cannot be excluded and need two men in the way at most: for the finder, as hints of where to go.
pub(super) fn conceivable(position: &Position, winner: Color) -> Vec<Conceivable> {
    let mut table = Table::new(position);
    while table.grow() {}
    table.conceivable(winner)
}

#[derive(Clone, Copy)]
struct Unit {
    start: Square,
    color: Color,
    role: Role,
    reach: Bitboard,
    captured: bool,
    promoted: bool,
}

impl Unit {
    fn is_fixture(&self) -> bool {
        !self.captured && self.reach == self.start.into()
    }

    fn is_king(&self) -> bool {
        self.role == Role::King
    }

    fn is_mobile(&self) -> bool {
        self.promoted || self.reach != self.start.into()
    }

    /// All that it may attack: a slider's way is open up to what it can step to, so that its nearest steps are enough.
    fn attacks(&self) -> Bitboard {
        match self.role {
            _ if self.promoted => around(self.reach) | leaps(self.reach),
            Role::Pawn => pawn_captures(self.reach, self.color),
            role => steps(role, self.reach),
        }
    }
}

struct Table {
    units: ArrayVec<Unit, 32>,
    /// Where the kings stand among the units.
    kings: [usize; 2],
    /// For each castling right: king, rook, their squares after castling, and what has to be empty for it.
    castlings: ArrayVec<(usize, usize, Square, Square, Bitboard), 4>,
}

impl Table {
    fn new(position: &Position) -> Self {
        let board = position.board();
        let mut units = ArrayVec::new();
        let mut kings = [0; 2];
        for color in Color::ALL {
            for role in Role::ALL {
                for start in board.of(color, role) {
                    if role == Role::King {
                        kings[color as usize] = units.len();
                    }
                    units.push(Unit { start, color, role, reach: start.into(), captured: false, promoted: false });
                }
            }
        }
        let mut castlings = ArrayVec::new();
        for (color, side, rook) in position.castling().iter() {
            let king = kings[color as usize];
            let rook = units.iter().position(|unit: &Unit| unit.start == rook).expect("a right has its rook");
            let rank = color.home_rank();
            let (king_to, rook_to) = match side {
                CastlingSide::King => (Square::new(File::G, rank), Square::new(File::F, rank)),
                CastlingSide::Queen => (Square::new(File::C, rank), Square::new(File::D, rank)),
            };
            let way = Bitboard::from(king_to).with(rook_to);
            castlings.push((king, rook, king_to, rook_to, way.without(units[king].start).without(units[rook].start)));
        }
        Self { units, kings, castlings }
    }

    /// One round: every man grows as far as it can by itself. Whether anything has changed.
    fn grow(&mut self) -> bool {
        let mut fixtures = [Bitboard::EMPTY; 2];
        let mut prey = [Bitboard::EMPTY; 2];
        let mut hunters = [Bitboard::EMPTY; 2];
        for unit in &self.units {
            let color = unit.color as usize;
            if unit.is_fixture() {
                fixtures[color] |= unit.start.into();
            }
            if !unit.is_king() {
                prey[color] |= unit.reach;
            }
            hunters[color] |= match unit.role {
                Role::Pawn if !unit.promoted => pawn_captures(unit.reach, unit.color) & unit.reach,
                _ => unit.reach,
            };
        }
        let guarded = Color::ALL.map(|color| self.guarded_from(color));
        let mut grown = false;
        for at in 0..self.units.len() {
            let unit = self.units[at];
            let (own, enemy) = (unit.color as usize, !unit.color as usize);
            let enemy_king = &self.units[self.kings[enemy]];
            let mut barred = fixtures[own];
            if enemy_king.is_fixture() {
                barred |= enemy_king.start.into();
            }
            let reach = match unit.role {
                Role::Pawn => self.grow_pawn(&unit, barred, fixtures[0] | fixtures[1], prey[enemy]),
                Role::King => flood(unit.reach, |from| around(from) & !barred & !guarded[own]),
                role => flood(unit.reach, |from| steps(role, from) & !barred),
            };
            let last_rank = Bitboard::rank(Rank::R8.relative_to(unit.color));
            let unit = &mut self.units[at];
            let promoted = unit.promoted || (unit.role == Role::Pawn && (reach & last_rank).any());
            let reach = if promoted { reach | !barred } else { reach };
            let captured = unit.captured || (!unit.is_king() && (reach & hunters[enemy]).any());
            grown |= (unit.reach, unit.promoted, unit.captured) != (reach, promoted, captured);
            (unit.reach, unit.promoted, unit.captured) = (reach, promoted, captured);
        }
        for &(king, rook, king_to, rook_to, way) in &self.castlings {
            if (way & (fixtures[0] | fixtures[1])).is_empty() {
                for (unit, to) in [(king, king_to), (rook, rook_to)] {
                    grown |= !self.units[unit].reach.has(to);
                    self.units[unit].reach |= to.into();
                }
            }
        }
        grown
    }

    fn grow_pawn(&self, pawn: &Unit, barred: Bitboard, fixtures: Bitboard, prey: Bitboard) -> Bitboard {
        if pawn.promoted {
            return pawn.reach;
        }
        let file = Bitboard::file(pawn.start.file());
        flood(pawn.reach, |from| {
            let mut pushes = from.forward(pawn.color) & !barred & !fixtures;
            if (pushes & self.confronting(pawn, file, from)).any() {
                pushes &= !self.confronting(pawn, file, from);
            }
            pushes | (pawn_captures(from, pawn.color) & prey & !barred)
        })
    }

    /// The squares of enemy pawns that this one will always find before it: neither leaves the file.
    fn confronting(&self, pawn: &Unit, file: Bitboard, reach: Bitboard) -> Bitboard {
        if (reach & !file).any() {
            return Bitboard::EMPTY;
        }
        let ahead = |unit: &&Unit| match pawn.color {
            Color::White => unit.start > pawn.start,
            Color::Black => unit.start < pawn.start,
        };
        let stays = |unit: &&Unit| !unit.captured && !unit.promoted && (unit.reach & !file).is_empty();
        let enemies = self.units.iter().filter(|unit| unit.color != pawn.color && unit.role == Role::Pawn);
        enemies.filter(|unit| ahead(unit) && stays(unit)).map(|unit| unit.start).collect()
    }

    /// The squares that the king of this colour never enters: an enemy man that nobody ever captures guards them, from
    /// wherever it may be, over squares that no man ever blocks.
    fn guarded_from(&self, color: Color) -> Bitboard {
        let own_king = self.kings[color as usize];
        let others = self.units.iter().enumerate().filter(|&(at, _)| at != own_king);
        let blocked = others.fold(Bitboard::EMPTY, |all, (_, unit)| all | unit.reach);
        let mut guarded = Bitboard::EMPTY;
        for unit in self.units.iter().filter(|unit| unit.color != color && !unit.captured && !unit.promoted) {
            if unit.reach.len() > WIDEST_GUARD {
                continue;
            }
            let mut always = Bitboard::FULL;
            for from in unit.reach {
                always &= match unit.role {
                    Role::Pawn => pawn_attacks(unit.color, from),
                    Role::Knight => knight_attacks(from),
                    Role::Bishop => bishop_attacks(from, blocked),
                    Role::Rook => rook_attacks(from, blocked),
                    Role::Queen => queen_attacks(from, blocked),
                    Role::King => king_attacks(from).with(from),
                };
                if always.is_empty() {
                    break;
                }
            }
            guarded |= always;
        }
        guarded
    }

    /// What the winner's men attack (the king apart), what those attack that could give check, and what the loser's can block.
    fn attacks(&self, winner: Color) -> (Bitboard, Bitboard, Bitboard) {
        let (mut attacked, mut checked, mut blocked) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for unit in self.units.iter().filter(|unit| !unit.is_king()) {
            if unit.color == winner {
                let attacks = unit.attacks();
                attacked |= attacks;
                if unit.is_mobile() {
                    checked |= attacks;
                }
            } else {
                blocked |= unit.reach;
            }
        }
        (attacked, checked, blocked)
    }

    /// Whether a mate by `winner` can be put together, if the loser's king can flee to squares in `within` alone.
    fn mate_is_conceivable(&self, winner: Color, within: Bitboard) -> bool {
        let (attacked, checked, blocked) = self.attacks(winner);
        let king = self.units[self.kings[!winner as usize]].reach;
        let other_king = self.units[self.kings[winner as usize]].reach;
        for at in king & checked {
            let near = king_attacks(at);
            let flights = near & within & !attacked;
            if self.can_be_blocked(winner, flights, blocked) {
                return true;
            }
            let opposite = other_king & !near.with(at) & around(flights);
            if opposite.into_iter().any(|other| self.can_be_blocked(winner, flights & !king_attacks(other), blocked)) {
                return true;
            }
        }
        false
    }

    fn conceivable(&self, winner: Color) -> Vec<Conceivable> {
        let (attacked, checked, blocked) = self.attacks(winner);
        let king = self.units[self.kings[!winner as usize]].reach;
        let other_king = self.units[self.kings[winner as usize]].reach;
        let mut all = Vec::new();
        for loser in king & checked {
            let flights = king_attacks(loser) & king & !attacked;
            let mut offer = |winner_king: Bitboard, left: Bitboard| {
                if left.len() <= 2 && self.can_be_blocked(winner, left, blocked) {
                    all.push(Conceivable { loser, winner: winner_king, blocked: left });
                }
            };
            offer(Bitboard::FULL, flights);
            for other in other_king & !king_attacks(loser).with(loser) & around(flights) {
                offer(other.into(), flights & !king_attacks(other));
            }
        }
        all
    }

    /// Whether men of the loser could stand on all these squares at once, as far as their reach tells.
    fn can_be_blocked(&self, winner: Color, flights: Bitboard, blocked: Bitboard) -> bool {
        if (flights & !blocked).any() {
            return false;
        }
        let mut taken = [None; 64];
        flights.into_iter().all(|flight| self.find_blocker(winner, flight, &mut taken, &mut 0))
    }

    /// Finds a man for one more square, others moving over to squares of their own where they must.
    fn find_blocker(&self, winner: Color, flight: Square, taken: &mut [Option<Square>; 64], tried: &mut u32) -> bool {
        for (at, unit) in self.units.iter().enumerate() {
            if unit.color == winner || unit.is_king() || !unit.reach.has(flight) || *tried >> at & 1 != 0 {
                continue;
            }
            *tried |= 1 << at;
            let moves_over = match taken[unit.start as usize] {
                None => true,
                Some(elsewhere) => self.find_blocker(winner, elsewhere, taken, tried),
            };
            if moves_over {
                taken[unit.start as usize] = Some(flight);
                return true;
            }
        }
        false
    }

    fn into_proof(mut self) -> ReachTable {
        self.units.sort_unstable_by_key(|unit| unit.start);
        let starts = |chosen: fn(&Unit) -> bool| self.units.iter().filter(|unit| chosen(unit)).map(|unit| unit.start).collect();
        ReachTable {
            captured: starts(|unit| unit.captured),
            promoted: starts(|unit| unit.promoted),
            reach: self.units.iter().map(|unit| unit.reach).collect(),
        }
    }
}

/// Grows a set by steps until it grows no more.
#[inline]
fn flood(mut reach: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    loop {
        let more = reach | step(reach);
        if more == reach {
            return reach;
        }
        reach = more;
    }
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// One step of a man of this role from each of these squares; a line piece goes to the next square alone.
#[inline]
fn steps(role: Role, from: Bitboard) -> Bitboard {
    match role {
        Role::Knight => leaps(from),
        Role::Bishop => diagonal(from),
        Role::Rook => straight(from),
        Role::Queen | Role::King => around(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}

#[inline]
const fn straight(Bitboard(from): Bitboard) -> Bitboard {
    Bitboard(from << 8 | from >> 8 | (from & NOT_H) << 1 | (from & NOT_A) >> 1)
}

#[inline]
const fn diagonal(Bitboard(from): Bitboard) -> Bitboard {
    Bitboard((from & NOT_H) << 9 | (from & NOT_A) << 7 | (from & NOT_H) >> 7 | (from & NOT_A) >> 9)
}

/// One step of a king from each of these squares.
#[inline]
pub(super) const fn around(Bitboard(from): Bitboard) -> Bitboard {
    let beside = (from & NOT_H) << 1 | (from & NOT_A) >> 1;
    let row = from | beside;
    Bitboard(beside | row << 8 | row >> 8)
}

/// One leap of a knight from each of these squares.
#[inline]
pub(super) const fn leaps(Bitboard(from): Bitboard) -> Bitboard {
    let (right, left) = ((from & NOT_H) << 1, (from & NOT_A) >> 1);
    let (far_right, far_left) = ((right & NOT_H) << 1, (left & NOT_A) >> 1);
    let (near, far) = (right | left, far_right | far_left);
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

#[inline]
fn pawn_captures(from: Bitboard, color: Color) -> Bitboard {
    let Bitboard(ahead) = from.forward(color);
    Bitboard((ahead & NOT_H) << 1 | (ahead & NOT_A) >> 1)
}
