//! What can be told of a king after a conceivable move: whether it is surely attacked, and whether it might be mated.

use arrayvec::ArrayVec;

use super::layer::{Layer, MOST_OFFICERS, Moment};
use super::moves::{Step, attacks};
use crate::board::{Bitboard, Color, Role, Square, between, king_attacks, pawn_attacks};

/// Whether the king of `color` is attacked in every position meant: by the other king, by a pawn, or by an officer whose
/// square is known and whose way no man can block.
pub(super) fn is_surely_attacked(layer: &Layer, moment: Moment, color: Color) -> bool {
    let king = moment.kings[color as usize];
    if king_attacks(king).has(moment.kings[!color as usize]) || (pawn_attacks(color, king) & layer.pawns[!color as usize]).any() {
        return true;
    }
    layer.officers.iter().enumerate().filter(|(_, officer)| officer.color != color).any(|(index, officer)| {
        let Some(from) = officer.region.single() else { return false };
        if !attacks(officer.role, from, layer.all_pawns() | moment.kings()).has(king) {
            return false;
        }
        let way = between(from, king);
        way.is_empty() || layer.officers.iter().enumerate().all(|(other, blocker)| other == index || (blocker.region & way).is_empty())
    })
}

/// Whether the move, made by the winner, might have mated: in some position that may be meant, or in none.
///
/// Of each mate it says so. A mating move gives check by the man that moved or by a line piece whose line it opened. The
/// checker is tried on each square where it may be; then each square beside the king has to be out of reach for it: some
/// man of its own stands there, or the winner attacks it. Where a man surely stands is taken as known; where one may be,
/// it is assumed to help the mate, but a man of the loser's blocks no more than one square.
pub(super) fn is_conceivable(step: &Step<'_>, winner: Color) -> bool {
    let Step { layer, moment, .. } = *step;
    let king = moment.kings[!winner as usize];
    let net = Net::around(layer, moment, winner);
    // The more is known of where the checker stands, the less the net holds: mostly it does not even so.
    if !net.holds(None) {
        return false;
    }
    if step.pawn.is_some_and(|at| pawn_attacks(winner, at).has(king)) {
        return true;
    }
    layer.officers.iter().enumerate().filter(|(_, officer)| officer.color == winner).any(|(index, officer)| {
        let stands = if officer.region.many() { officer.region & !net.solid } else { officer.region };
        let moved = step.movers >> index & 1 != 0;
        let checks = attacks(officer.role, king, net.solid) & stands;
        checks.into_iter().any(|from| (moved || (between(from, king) & step.left).any()) && net.holds(Some((index, from))))
    })
}

/// The squares around the loser's king, and what is known about them whichever man gives check.
struct Net<'a> {
    layer: &'a Layer,
    winner: Color,
    king: Square,
    /// Where any man surely stands, the loser's king left out: an attack goes on behind it.
    solid: Bitboard,
    /// The squares beside the king that no man blocks or guards for sure.
    open: Bitboard,
}

impl<'a> Net<'a> {
    fn around(layer: &'a Layer, moment: Moment, winner: Color) -> Self {
        let (king, guard) = (moment.kings[!winner as usize], moment.kings[winner as usize]);
        let located = |color| {
            let known = layer.officers.iter().filter(move |officer| officer.color == color && !officer.region.many());
            known.fold(Bitboard::EMPTY, |all, officer| all | officer.region)
        };
        let blocked = layer.pawns[!winner as usize] | located(!winner);
        let guarded = king_attacks(guard)
            | layer.pawns[winner as usize].into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(winner, pawn));
        let solid = layer.pawns[winner as usize] | located(winner) | blocked | guard.into();
        Self { layer, winner, king, solid, open: king_attacks(king) & !blocked & !guarded }
    }

    /// Whether the king might have no square to go to when this officer gives check from this square; with none, wherever
    /// the officers stand.
    fn holds(&self, checker: Option<(usize, Square)>) -> bool {
        let mut solid = self.solid;
        if let Some((_, from)) = checker {
            solid = solid.with(from);
        }
        let mut open = self.open;
        for (index, officer) in self.layer.officers.iter().enumerate().filter(|(_, officer)| officer.color == self.winner) {
            let stands = match checker {
                Some((checker, from)) if checker == index => from.into(),
                _ if officer.region.many() => officer.region & !solid & !Bitboard::from(self.king),
                _ => officer.region,
            };
            for square in open {
                if reaches(officer.role, square, stands, solid) {
                    open = open.without(square);
                }
            }
        }
        // What is open still has to be blocked by men of the loser's, of which it is not known where they stand.
        if (open & solid).any() {
            return false;
        }
        let loser = self.layer.officers.iter().filter(|officer| officer.color != self.winner && officer.region.many());
        let regions: ArrayVec<Bitboard, MOST_OFFICERS> = loser.map(|officer| officer.region & !solid).collect();
        can_be_seated(open, &regions)
    }
}

/// Whether a man of this role attacks `square` from one of the squares where it may stand.
fn reaches(role: Role, square: Square, stands: Bitboard, solid: Bitboard) -> bool {
    (attacks(role, square, solid) & stands).any()
}

/// Whether each of these squares can be given a region of its own that holds it.
pub(super) fn can_be_seated(squares: Bitboard, regions: &[Bitboard]) -> bool {
    let mut seats: [Option<Square>; MOST_OFFICERS] = [None; MOST_OFFICERS];
    squares.len() as usize <= regions.len() && squares.into_iter().all(|square| find_seat(square, regions, &mut seats, &mut 0))
}

/// Seats a square, moving others where that helps; `tried` holds the regions looked at already.
fn find_seat(square: Square, regions: &[Bitboard], seats: &mut [Option<Square>; MOST_OFFICERS], tried: &mut u32) -> bool {
    for (index, region) in regions.iter().enumerate() {
        if !region.has(square) || *tried >> index & 1 != 0 {
            continue;
        }
        *tried |= 1 << index;
        if seats[index].is_none_or(|other| find_seat(other, regions, seats, tried)) {
            seats[index] = Some(square);
            return true;
        }
    }
    false
}
