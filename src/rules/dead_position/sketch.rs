//! A sketch of a mate, drawn from the men as they stand: a square for the loser's king, a man of the winner's that checks it
//! there and can be neither taken nor stopped, and whoever takes the flights that are left: the winner's king or another man.
//!
//! All other men are thought to stay where they are, so that the loser's own may be what hems the king in. No answer depends
//! on a sketch; it tells the [`stroll`](super::stroll) where to go.

mod draw;
mod reach;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Role, Square, king_attacks};
use crate::position::Position;

use draw::Best;
pub(super) use reach::{LONGEST, Reach, attacks, attacks_of_all};

/// A sketch that takes so many moves more than the steps of the king it begins with need not be bettered.
const GOOD_ENOUGH: usize = 4;

/// A man, and the squares where it is wanted.
#[derive(Clone, Copy)]
pub(super) struct Walker {
    pub(super) role: Role,
    pub(super) at: Square,
    pub(super) to: Bitboard,
}

impl Walker {
    /// Whether it stands where it is wanted.
    pub(super) fn is_there(&self) -> bool {
        self.to.has(self.at)
    }
}

/// A sketch of a mate.
#[derive(Clone, Copy)]
pub(super) struct Sketch {
    /// Where the loser's king is mated.
    pub(super) seat: Square,
    /// Where the winner's king may stand.
    pub(super) opposite: Bitboard,
    /// The man that mates, from one square.
    pub(super) mater: Walker,
    /// From where it goes there: squares that give no check before.
    pub(super) before: Bitboard,
    /// The man that takes the flights that are left, if the king does not.
    pub(super) second: Option<Walker>,
    /// The man of the loser's that has to block a flight, where nobody of the winner's can take it.
    pub(super) blocker: Option<Walker>,
    /// How many moves it takes the side that needs more of them.
    pub(super) moves: usize,
}

impl Sketch {
    /// Whether the men that take and block flights are where they are wanted.
    pub(super) fn all_are_there(&self) -> bool {
        self.second.is_none_or(|second| second.is_there()) && self.blocker.is_none_or(|blocker| blocker.is_there())
    }
}

/// A man other than a king: where it may go, and what all other men of the winner's attack.
struct Piece {
    role: Role,
    from: Square,
    reach: Reach<{ FAR + 1 }>,
    others: Bitboard,
}

/// A piece may take so many moves to the square before its last, or to where it takes a flight.
const NEAR: usize = 2;

/// The same where the scene looks farther.
const FAR: usize = 6;

/// What a sketch is drawn from: the men as they stand, both kings lifted from the board.
pub(super) struct Scene<'a> {
    position: &'a Position,
    winner: Color,
    men: Bitboard,
    /// The winner's men, the king with them.
    own: Bitboard,
    /// The loser's men without the king: they block its flights.
    blocks: Bitboard,
    pieces: ArrayVec<Piece, 12>,
    /// From where a mate has been tried in vain.
    tried: Bitboard,
    /// Whether the winner has minor pieces alone.
    looks_farther: bool,
    /// The loser's men that may go and block a flight, where that is looked at.
    blockers: Vec<Piece>,
    /// What the loser's men attack.
    guarded: Bitboard,
    /// Where they may step in between.
    stops: Bitboard,
    /// Where each king may go. The loser's takes nothing.
    free: [Bitboard; 2],
    /// How far each king has to go.
    reach: [Reach<LONGEST>; 2],
}

impl<'a> Scene<'a> {
    /// Looks at the men. No sketch is drawn of a mate from a square where it `tried` in vain.
    pub(super) fn of(position: &'a Position, winner: Color, tried: Bitboard) -> Self {
        let board = position.board();
        let (own, men) = (board.of_color(winner), board.occupied() & !board.of_role(Role::King));
        let minor = board.of_role(Role::Bishop) | board.of_role(Role::Knight) | board.of_role(Role::King);
        // Minor pieces alone seldom mate where they stand: they come from afar, and a man of the loser's may have to help.
        let looks_farther = (own & !minor).is_empty();
        let mut pieces: ArrayVec<Piece, 12> = ArrayVec::new();
        let mut guarded = Bitboard::EMPTY;
        let before = board.of(winner, Role::Pawn).forward(winner);
        let mut covered = before.towards_a() | before.towards_h();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for from in board.of(winner, role) {
                let attacks = attacks(role, from, men);
                for other in &mut pieces {
                    other.others |= attacks;
                }
                if !pieces.is_full() {
                    let most = if looks_farther && role == Role::Knight { FAR } else { NEAR };
                    pieces.push(Piece { role, from, reach: Reach::of_piece(role, from, men, own, most), others: covered });
                }
                covered |= attacks;
            }
            for from in board.of(!winner, role) {
                guarded |= attacks(role, from, men);
            }
        }
        let before = board.of(!winner, Role::Pawn).forward(!winner);
        let push = before & !men;
        let stops = guarded | push | push.forward(!winner);
        guarded |= before.towards_a() | before.towards_h();
        // Minor pieces alone leave what they attack now.
        let closed = board.occupied() | if looks_farther { Bitboard::EMPTY } else { covered };
        let free = |color: Color| if color == winner { !own & !guarded } else { !closed };
        let free = [free(Color::White), free(Color::Black)];
        let reach = |color: Color| Reach::of_king(position.king(color).into(), free[color as usize], Bitboard::EMPTY);
        let reach = [reach(Color::White), reach(Color::Black)];
        let blocks = board.of_color(!winner) & men;
        let blockers = if looks_farther { blockers(position, !winner, blocks, men) } else { Vec::new() };
        Self { position, winner, men, own, blocks, pieces, tried, looks_farther, blockers, guarded, stops, free, reach }
    }

    /// From where a mate has been tried in vain.
    pub(super) const fn tried(&self) -> Bitboard {
        self.tried
    }

    /// The ways of both kings to where the sketch wants them.
    pub(super) fn ways(&self, sketch: &Sketch) -> [Reach<LONGEST>; 2] {
        let kings = [self.position.king(Color::White), self.position.king(Color::Black)];
        let blocked = sketch.blocker.map_or(Bitboard::EMPTY, |blocker| blocker.to);
        let (winner, loser) = (self.winner as usize, !self.winner as usize);
        let way = |color: usize, to: Bitboard, closed: Bitboard| {
            let free = self.free[color] & !blocked & !closed;
            Reach::of_king(to, free.with(kings[color]), kings[color].into())
        };
        // The king does not take the man that is to help.
        let helper = sketch.blocker.map_or(Bitboard::EMPTY, |blocker| blocker.at.into());
        let around = way(winner, sketch.opposite, king_attacks(sketch.seat) | helper);
        // Out of the way of the other king, if there is such a way.
        let apart = way(loser, sketch.seat.into(), king_attacks(kings[winner]));
        let home = if apart.all().has(kings[loser]) { apart } else { way(loser, sketch.seat.into(), Bitboard::EMPTY) };
        if self.winner == Color::White { [around, home] } else { [home, around] }
    }

    /// The way of the winner's king to the nearest of some squares.
    pub(super) fn way_to(&self, squares: Bitboard) -> Reach<LONGEST> {
        let (king, free) = (self.position.king(self.winner), self.free[self.winner as usize]);
        Reach::of_king(squares & free, free.with(king), king.into())
    }

    /// The sketch that takes the fewest moves, or hardly more than that.
    pub(super) fn nearest(&self) -> Option<Sketch> {
        let mut best = Best::new();
        let reach = &self.reach[!self.winner as usize];
        let mut nearer = Bitboard::EMPTY;
        for steps in 0..LONGEST {
            let seats = reach.within(steps) & !nearer;
            nearer = reach.within(steps);
            // A king in check has to go.
            if steps == 0 && self.position.in_check() && self.position.turn() != self.winner {
                continue;
            }
            for seat in seats {
                for piece in &self.pieces {
                    if best.is_within(steps + GOOD_ENOUGH) {
                        return best.sketch;
                    }
                    self.draw(seat, steps, piece, &mut best);
                }
            }
        }
        best.sketch
    }
}

/// The men of the loser's that may go and block a flight.
fn blockers(position: &Position, loser: Color, own: Bitboard, men: Bitboard) -> Vec<Piece> {
    let blocker = |from: Square| {
        let role = position.board().role_on(from);
        let reach = match role {
            Role::Pawn => Reach::of_pawn(loser, from, men),
            _ => Reach::of_piece(role, from, men, own, FAR),
        };
        Piece { role, from, reach, others: Bitboard::EMPTY }
    };
    own.into_iter().map(blocker).collect()
}
