//! Drawing: which squares mate, and who has to go where.

use crate::board::{Bitboard, Role, Square, between, king_attacks};

use super::reach::{LONGEST, attacks, guards};
use super::{Piece, Scene, Sketch, Walker};

/// So many flights a king takes at most.
const MOST_FLIGHTS: u32 = 3;

/// So many flights another piece is looked for to take alone.
const MOST_FOR_SECOND: u32 = 2;

/// The best sketch so far.
pub(super) struct Best {
    pub(super) sketch: Option<Sketch>,
    /// So many moves a better one may take.
    most: usize,
}

impl Best {
    pub(super) const fn new() -> Self {
        Self { sketch: None, most: LONGEST - 1 }
    }

    /// Whether it takes so many moves, or fewer.
    pub(super) const fn is_within(&self, moves: usize) -> bool {
        self.most < moves
    }
}

/// A king on its last square, in check by one piece.
struct Check<'s> {
    seat: Square,
    /// How far the king has to go.
    steps: usize,
    by: &'s Piece,
    at: Square,
    line: Bitboard,
    /// The squares from where the piece goes there, and how many moves that takes in all.
    before: Bitboard,
    moves: usize,
    /// The other men, without the kings.
    men: Bitboard,
    flights: Bitboard,
    /// Where the winner's other men may stand.
    clear: Bitboard,
}

impl Scene<'_> {
    /// Draws the sketches with the loser's king on a square, so many steps away, and this piece to mate it.
    pub(super) fn draw(&self, seat: Square, steps: usize, by: &Piece, best: &mut Best) {
        let near = king_attacks(seat);
        // Minor pieces alone leave what they attack, for the king to get there.
        let open = near & !(if self.looks_farther { Bitboard::EMPTY } else { by.others });
        let exposed = open & !self.blocks;
        if are_more_than(exposed, most_exposed(by.role)) {
            return;
        }
        let others = self.men.without(by.from);
        let checks = attacks(by.role, seat, others);
        for at in checks & !self.own & !self.guarded & !self.tried & by.reach.perhaps_within(best.most) {
            let line = between(at, seat);
            if (line & self.stops).any() {
                continue;
            }
            let then = attacks(by.role, at, others);
            // Whom nobody protects, the king takes.
            let flights = (exposed & !then) | (open & at.into());
            if are_more_than(flights, MOST_FLIGHTS) {
                continue;
            }
            let before = (then & !checks).without(seat);
            let Some(moves) = by.reach.nearest(before).map(|moves| moves + 1).filter(|&moves| moves <= best.most) else { continue };
            let clear = !(line | near).with(at).with(seat);
            let check = Check { seat, steps, by, at, line, before, moves, men: others, flights, clear };
            self.let_the_king_take(&check, best);
            if flights.any() {
                if !are_more_than(flights, MOST_FOR_SECOND) {
                    self.let_a_second_take_all(&check, best);
                }
                if self.looks_farther {
                    self.let_a_second_help(&check, best);
                    self.let_a_man_block(&check, best);
                }
            }
        }
    }

    /// The winner's king takes all flights.
    #[inline]
    fn let_the_king_take(&self, check: &Check<'_>, best: &mut Best) {
        let opposite = check.flights.into_iter().fold(check.clear, |all, flight| all & king_attacks(flight));
        self.offer(check, opposite, 0, None, best);
    }

    /// Another piece takes all flights.
    #[inline]
    fn let_a_second_take_all(&self, check: &Check<'_>, best: &mut Best) {
        for second in self.pieces.iter().filter(|second| second.from != check.by.from) {
            if check.moves >= best.most {
                return;
            }
            let men = check.men.without(second.from);
            let mut to = check.clear & !self.own & second.reach.within(best.most - check.moves);
            for flight in check.flights {
                if to.is_empty() {
                    break;
                }
                to &= attacks(second.role, flight, men.with(check.at));
            }
            if to.any() {
                // No check before the mate.
                to &= !attacks(second.role, check.seat, men);
                self.offer_second(check, second, to, check.clear, best);
            }
        }
    }

    /// The king takes some flights, and another piece one of them.
    fn let_a_second_help(&self, check: &Check<'_>, best: &mut Best) {
        for second in self.pieces.iter().filter(|second| second.from != check.by.from) {
            let men = check.men.without(second.from);
            let to = check.clear & !self.own & !attacks(second.role, check.seat, men);
            for flight in check.flights {
                let rest = check.flights.without(flight);
                let opposite = rest.into_iter().fold(check.clear, |all, flight| all & king_attacks(flight));
                self.offer_second(check, second, to & attacks(second.role, flight, men.with(check.at)), opposite, best);
            }
        }
    }

    /// The king takes some flights, and a man of the loser's blocks one of them.
    fn let_a_man_block(&self, check: &Check<'_>, best: &mut Best) {
        for man in &self.blockers {
            let men = check.men.without(man.from).with(check.at);
            for flight in check.flights {
                let guards = guards(!self.winner, man.role, flight, men);
                let rest = check.flights.without(flight);
                let opposite = rest.into_iter().fold(check.clear & !guards, |all, flight| all & king_attacks(flight)).without(flight);
                if (guards & check.line.with(check.at)).is_empty()
                    && let Some(moves) = man.reach.nearest(flight.into())
                    && check.steps + moves <= best.most
                {
                    let blocker = Walker { role: man.role, at: man.from, to: flight.into() };
                    self.offer(&Check { steps: check.steps + moves, ..*check }, opposite, 0, Some((blocker, true)), best);
                }
            }
        }
    }

    /// Offers a sketch with a second piece on the nearest of some squares.
    #[inline]
    fn offer_second(&self, check: &Check<'_>, second: &Piece, to: Bitboard, opposite: Bitboard, best: &mut Best) {
        if let Some(moves) = second.reach.nearest(to)
            && let Some(to) = (to & second.reach.within(moves)).first()
        {
            let second = Walker { role: second.role, at: second.from, to: to.into() };
            self.offer(check, opposite.without(to), moves, Some((second, false)), best);
        }
    }

    /// Keeps a sketch with another man, of the loser's or not, if it is better and shows a mate.
    #[inline]
    fn offer(&self, check: &Check<'_>, opposite: Bitboard, more: usize, other: Option<(Walker, bool)>, best: &mut Best) {
        let moves = check.moves + more;
        let walk = &self.reach[self.winner as usize];
        if moves.max(check.steps) > best.most || (opposite & walk.within(best.most - moves)).is_empty() {
            return;
        }
        let Some(walk) = walk.nearest(opposite) else { return };
        let (second, blocker) = match other {
            Some((man, true)) => (None, Some(man)),
            other => (other.map(|(man, _)| man), None),
        };
        let sketch = Sketch {
            seat: check.seat,
            opposite,
            mater: Walker { role: check.by.role, at: check.by.from, to: check.at.into() },
            before: check.before,
            second,
            blocker,
            moves: check.steps.max(moves + walk),
        };
        if self.shows_mate(&sketch, walk) {
            best.most = sketch.moves - 1;
            best.sketch = Some(sketch);
        }
    }

    /// Whether the loser's king would be mated, with all men where the sketch wants them.
    fn shows_mate(&self, sketch: &Sketch, walk: usize) -> bool {
        let (winner, board) = (self.winner, self.position.board());
        let line_pieces = |role| board.of(winner, role) | board.of(winner, Role::Queen);
        let (mut knights, mut diagonal, mut straight) =
            (board.of(winner, Role::Knight), line_pieces(Role::Bishop), line_pieces(Role::Rook));
        let king = (sketch.opposite & self.reach[winner as usize].within(walk)).first();
        let (mut blocks, mut men) = (self.blocks, self.men | king.into_iter().collect());
        if let Some(man) = &sketch.blocker {
            blocks = blocks.without(man.at) | man.to;
            men = men.without(man.at) | man.to;
        }
        for man in sketch.second.iter().chain([&sketch.mater]) {
            men = men.without(man.at) | man.to;
            blocks &= !man.to;
            let go = |pieces: Bitboard| pieces.without(man.at) | man.to;
            match man.role {
                Role::Knight => knights = go(knights),
                Role::Bishop => diagonal = go(diagonal),
                Role::Rook => straight = go(straight),
                _ => (diagonal, straight) = (go(diagonal), go(straight)),
            }
        }
        let ahead = board.of(winner, Role::Pawn).forward(winner);
        let mut taken = ahead.towards_a() | ahead.towards_h() | blocks;
        taken |= king.map_or(Bitboard::EMPTY, king_attacks);
        for (role, pieces) in [(Role::Knight, knights), (Role::Bishop, diagonal), (Role::Rook, straight)] {
            for from in pieces {
                taken |= attacks(role, from, men);
            }
        }
        (king_attacks(sketch.seat) & !taken).is_empty()
    }
}

/// Whether there are more than a few squares. To count them all would take longer.
#[inline]
fn are_more_than(Bitboard(mut squares): Bitboard, few: u32) -> bool {
    for _ in 0..few {
        squares &= squares.wrapping_sub(1);
    }
    squares != 0
}

/// With more squares open around it a king is not mated by such a piece, as a rule: it has five at the edge, three in a corner.
const fn most_exposed(role: Role) -> u32 {
    match role {
        Role::Queen | Role::Rook => 5,
        _ => 3,
    }
}
