//! A sketch of a mate, drawn from the men as they stand: a square for the loser's king, a man of the winner's that checks it
//! there and can be neither taken nor stopped, and whoever takes the flights that are left: the winner's king or another man.
//!
//! All other men are thought to stay where they are, so that the loser's own may be what hems the king in. No answer depends
//! on a sketch; it tells the [`stroll`](super::stroll) where to go.

use arrayvec::ArrayVec;

use crate::board::{
    Bitboard, Color, Piece, Role, Square, between, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use crate::position::Position;

use super::saturation::around;

/// Longer walks are left to the finder.
const LONGEST: usize = 16;

/// A sketch that takes so many moves more than the steps of the king it begins with need not be bettered.
const GOOD_ENOUGH: usize = 2;

/// So many flights a king or a second man may take.
const MOST_FLIGHTS: u32 = 3;

/// The squares at 0, 1, 2 and more steps of a king from where the rings begin.
#[derive(Clone, Default)]
pub(super) struct Rings(ArrayVec<Bitboard, LONGEST>);

impl Rings {
    /// From these squares over free ones; up to the first ring behind the one that holds a square wanted.
    pub(super) fn new(from: Bitboard, free: Bitboard, wanted: Bitboard) -> Self {
        let mut rings = ArrayVec::new();
        let (mut reached, mut ring, mut last) = (from, from, false);
        while ring.any() && !rings.is_full() {
            rings.push(ring);
            if last {
                break;
            }
            last = (ring & wanted).any();
            ring = around(ring) & free & !reached;
            reached |= ring;
        }
        Self(rings)
    }

    /// How many steps away the nearest of these squares is.
    #[inline]
    pub(super) fn nearest(&self, squares: Bitboard) -> Option<usize> {
        self.0.iter().position(|&ring| (ring & squares).any())
    }

    /// The squares at so many steps; none where it is too far.
    #[inline]
    pub(super) fn at(&self, steps: usize) -> Bitboard {
        self.0.get(steps).copied().unwrap_or(Bitboard::EMPTY)
    }

    /// All squares.
    pub(super) fn all(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, &ring| all | ring)
    }

    /// All squares on the shortest ways from this one to where the rings begin.
    pub(super) fn between(&self, from: Square) -> Bitboard {
        let mut now = Bitboard::from(from);
        let mut all = now;
        for steps in (0..self.nearest(now).unwrap_or(0)).rev() {
            now = around(now) & self.at(steps);
            all |= now;
        }
        all
    }
}

/// A man of the winner's, and the squares where it is wanted.
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
    /// How many moves it takes the side that needs more of them.
    pub(super) moves: usize,
}

/// A piece of the winner's: what it attacks, where it may go in one move and in two, and what all its other men attack.
struct Walkable {
    role: Role,
    from: Square,
    once: Bitboard,
    twice: Bitboard,
    others: Bitboard,
}

/// What a sketch is drawn from: the men as they stand, both kings lifted from the board.
pub(super) struct Scene<'a> {
    position: &'a Position,
    winner: Color,
    men: Bitboard,
    pieces: ArrayVec<Walkable, 16>,
    /// What the loser's men attack.
    guarded: Bitboard,
    /// Where they may step in between.
    stops: Bitboard,
    /// Where each king may go. The loser's takes nothing.
    free: [Bitboard; 2],
    /// How far each king has to go.
    reach: [Rings; 2],
}

impl<'a> Scene<'a> {
    pub(super) fn of(position: &'a Position, winner: Color) -> Self {
        let board = position.board();
        let (own, men) = (board.of_color(winner), board.occupied() & !board.of_role(Role::King));
        let mut pieces: ArrayVec<Walkable, 16> = ArrayVec::new();
        let mut guarded = Bitboard::EMPTY;
        let before = board.of(winner, Role::Pawn).forward(winner);
        let mut covered = before.towards_a() | before.towards_h();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for from in board.of(winner, role) {
                let attacks = attacks(role, from, men);
                let once = attacks & !own;
                let twice = once.into_iter().fold(Bitboard::EMPTY, |all, next| all | self::attacks(role, next, men)) & !own;
                for other in &mut pieces {
                    other.others |= attacks;
                }
                if !pieces.is_full() {
                    pieces.push(Walkable { role, from, once, twice, others: covered });
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
        let free = Color::ALL.map(|color| if color == winner { !own & !guarded } else { !board.occupied() & !covered });
        let reach = Color::ALL.map(|color| Rings::new(position.king(color).into(), free[color as usize], Bitboard::EMPTY));
        Self { position, winner, men, pieces, guarded, stops, free, reach }
    }

    /// The ways of both kings to where the sketch wants them.
    pub(super) fn ways(&self, sketch: &Sketch) -> [Rings; 2] {
        Color::ALL.map(|color| {
            let king = self.position.king(color);
            let to = if color == self.winner { sketch.opposite } else { sketch.seat.into() };
            Rings::new(to, self.free[color as usize].with(king), king.into())
        })
    }

    /// The way of the winner's king to the nearest of some squares.
    pub(super) fn way_to(&self, squares: Bitboard) -> Rings {
        let (king, free) = (self.position.king(self.winner), self.free[self.winner as usize]);
        Rings::new(squares & free, free.with(king), king.into())
    }

    /// The sketch that takes the fewest moves, or hardly more than that.
    pub(super) fn nearest(&self) -> Option<Sketch> {
        let mut best: Option<Sketch> = None;
        // A king in check has to go.
        let first = usize::from(self.position.in_check() && self.position.turn() != self.winner);
        for steps in first..LONGEST {
            for seat in self.reach[!self.winner as usize].at(steps) {
                for piece in &self.pieces {
                    if best.is_some_and(|best| best.moves <= steps + GOOD_ENOUGH) {
                        return best;
                    }
                    self.draw(seat, steps, piece, &mut best);
                }
            }
        }
        best
    }

    /// Draws the sketches with the loser's king on a square, so many steps away, and this piece to mate it.
    fn draw(&self, seat: Square, steps: usize, piece: &Walkable, best: &mut Option<Sketch>) {
        let (own, blocks) = (self.position.board().of_color(self.winner), self.position.board().of_color(!self.winner) & self.men);
        let near = king_attacks(seat);
        let men = self.men.without(piece.from);
        let open = near & !blocks & !piece.others;
        if open.len() > MOST_FLIGHTS + most_taken(piece.role) {
            return;
        }
        let checks = attacks(piece.role, seat, men);
        for at in checks & !own & !self.guarded {
            let line = between(at, seat);
            if (line & self.stops).any() {
                continue;
            }
            let then = attacks(piece.role, at, men);
            let flights = (open & !then) | (near & Bitboard::from(at) & !piece.others);
            if flights.len() > MOST_FLIGHTS {
                continue;
            }
            let before = then & !checks;
            let moves = match () {
                () if before.has(piece.from) => 1,
                () if (before & piece.once).any() => 2,
                () if (before & piece.twice).any() => 3,
                () => continue,
            };
            let is_better = |moves: usize, best: &Option<Sketch>| best.is_none_or(|best| moves < best.moves);
            if !is_better(steps.max(moves), best) {
                continue;
            }
            let mater = Walker { role: piece.role, at: piece.from, to: at.into() };
            let clear = !line.with(at).with(seat) & !near;
            let opposite = flights.into_iter().fold(clear, |all, flight| all & king_attacks(flight));
            if let Some(others) = self.reach[self.winner as usize].nearest(opposite)
                && is_better(steps.max(moves + others), best)
            {
                self.offer(Sketch { seat, opposite, mater, before, second: None, moves: steps.max(moves + others) }, best);
            }
            if flights.is_empty() {
                continue;
            }
            for second in self.pieces.iter().filter(|second| second.from != piece.from) {
                if !is_better(steps.max(moves + 1), best) {
                    break;
                }
                let men = men.without(second.from);
                let takes = |to: Bitboard, flight: Square| to & attacks(second.role, flight, men.with(at));
                let mut to = clear & !own & (second.once | second.twice);
                for flight in flights {
                    to = if to.any() { takes(to, flight) } else { to };
                }
                if to.any() {
                    to &= !attacks(second.role, seat, men);
                }
                let (others, to) = match (to & second.once, to & second.twice) {
                    (once, _) if once.any() => (1, once),
                    (_, twice) if twice.any() => (2, twice),
                    _ => continue,
                };
                let to: Bitboard = to.first().into_iter().collect();
                let opposite = clear & !to;
                let Some(walk) = self.reach[self.winner as usize].nearest(opposite) else { continue };
                let moves = steps.max(moves + others + walk);
                if is_better(moves, best) {
                    let second = Some(Walker { role: second.role, at: second.from, to });
                    self.offer(Sketch { seat, opposite, mater, before, second, moves }, best);
                }
            }
        }
    }

    /// Keeps a sketch, if it shows a mate.
    fn offer(&self, sketch: Sketch, best: &mut Option<Sketch>) {
        if self.shows_mate(&sketch) {
            *best = Some(sketch);
        }
    }

    /// Whether the loser's king would be mated, with all men where the sketch wants them.
    fn shows_mate(&self, sketch: &Sketch) -> bool {
        let (winner, loser) = (self.winner, !self.winner);
        let mut board = *self.position.board();
        let mut go = |role: Role, color: Color, from: Square, to: Bitboard| {
            let Some(to) = to.first() else { return };
            board.toggle(from, Piece { color, role });
            board = board.without(to);
            board.toggle(to, Piece { color, role });
        };
        go(Role::King, loser, self.position.king(loser), sketch.seat.into());
        let reach = &self.reach[winner as usize];
        go(
            Role::King,
            winner,
            self.position.king(winner),
            reach.nearest(sketch.opposite).map_or(Bitboard::EMPTY, |steps| sketch.opposite & reach.at(steps)),
        );
        for man in sketch.second.iter().chain([&sketch.mater]) {
            go(man.role, winner, man.at, man.to);
        }
        let lifted = board.occupied().without(sketch.seat);
        let escapes = |to: Square| board.attackers(to, winner, lifted).is_empty();
        !(king_attacks(sketch.seat) & !board.of_color(loser)).into_iter().any(escapes)
    }
}

/// How many neighbours of a king a piece can attack that checks it.
const fn most_taken(role: Role) -> u32 {
    match role {
        Role::Queen => 5,
        Role::Rook => 3,
        _ => 2,
    }
}

/// What a piece attacks on a board with these men.
#[inline]
pub(super) fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    }
}
