//! What the finder steers for: the loser's king on an edge, the winner's king opposite, a man to mate with, few to prevent it.
//!
//! All numbers here are guesses in one unit and were tuned by trying; less is nearer to mate. No answer depends on them.

use arrayvec::ArrayVec;

use crate::board::{
    Bitboard, Board, Color, File, Rank, Role, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks,
};
use crate::position::{Move, MoveKind, Position};

use super::saturation::{self, Conceivable, around};

/// Farther than any walk.
const FAR: u8 = 20;

/// How many plans a search keeps in view.
const PLANS: usize = 3;

/// What counts how much. Searches that differ in this fail in different positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A step of a king to where it is wanted.
    pub(super) king: i32,
    /// A square that the loser's king could flee to.
    pub(super) flight: i32,
    /// An officer of the loser's.
    pub(super) officer: i32,
    /// Whether to steer for any mate that the first prover cannot exclude, and not for those that are common.
    pub(super) uncommon: bool,
}

/// What is steered for in one search.
pub(super) struct Picture {
    winner: Color,
    weights: Weights,
    plans: ArrayVec<Plan, PLANS>,
}

/// One picture of a mate: where the kings are wanted, and what else is.
#[derive(Clone)]
struct Plan {
    /// Where the loser's king is wanted; `None` where that is told by the steps alone.
    seat: Option<Square>,
    /// How far each king is from where it is wanted, from every square.
    steps: [[u8; 64]; 2],
    /// The squares, two at most, that men of the loser's are to block.
    blocked: Bitboard,
    /// Whether the man that mates is a pawn yet.
    promotes: bool,
    /// Where a line piece or a knight is to check from.
    checks: Bitboard,
}

impl Picture {
    pub(super) fn of(position: &Position, winner: Color, weights: Weights) -> Self {
        let board = position.board();
        let loser = !winner;
        let heavy = (board.of(winner, Role::Queen) | board.of(winner, Role::Rook)).any();
        let pawns = board.of(winner, Role::Pawn).any();
        let bars = Color::ALL.map(|color| bars(board, color));
        let walks = Color::ALL.map(|color| walk(position.king(color).into(), bars[color as usize]));
        let mut found: Vec<(u8, Wanted, bool)> = Vec::with_capacity(32);
        let mut offer = |wanted: Wanted, promotes: bool, more: u8| {
            let nearest = wanted.winner.into_iter().map(|at| walks[winner as usize][at as usize]).min().unwrap_or(FAR);
            let cost = walks[loser as usize][wanted.loser as usize] + nearest + more;
            if cost < FAR {
                found.push((cost, wanted, promotes));
            }
        };
        if weights.uncommon {
            for Conceivable { loser: at, winner, blocked } in saturation::conceivable(position, winner) {
                let more: i32 = blocked.into_iter().map(|at| nearest_blocker(board, loser, at)).sum();
                offer(Wanted { loser: at, winner, blocked, checks: Bitboard::FULL }, false, more.min(16) as u8);
            }
        } else if heavy || pawns {
            for wanted in edges() {
                offer(wanted, !heavy, 0);
            }
        } else {
            for wanted in corners(board, winner) {
                let more: i32 = wanted.blocked.into_iter().map(|at| nearest_blocker(board, loser, at)).sum();
                offer(wanted, false, more.min(16) as u8);
            }
        }
        found.sort_unstable_by_key(|(cost, wanted, _)| (*cost, wanted.loser, wanted.blocked.0, wanted.winner.0));
        let mut plans: ArrayVec<Plan, PLANS> = found
            .iter()
            .take(PLANS)
            .map(|&(_, wanted, promotes)| {
                let mut steps = [[0; 64]; 2];
                steps[loser as usize] = walk(wanted.loser.into(), bars[loser as usize]);
                steps[winner as usize] = walk(wanted.winner, bars[winner as usize]);
                Plan { seat: weights.uncommon.then_some(wanted.loser), steps, blocked: wanted.blocked, promotes, checks: wanted.checks }
            })
            .collect();
        if plans.is_empty() {
            let mut steps = [[0; 64]; 2];
            steps[winner as usize] = walk(king_attacks(position.king(loser)), Bitboard::EMPTY);
            plans.push(Plan { seat: None, steps, blocked: Bitboard::EMPTY, promotes: !heavy && pawns, checks: Bitboard::FULL });
        }
        Self { winner, weights, plans }
    }

    /// How a position looks, with all that is needed to judge its moves.
    pub(super) fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        let board = position.board();
        let (winner, loser) = (self.winner, !self.winner);
        let heavy = (board.of(winner, Role::Queen) | board.of(winner, Role::Rook)).any();
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let men = board.of_color(loser);
        let pawns = men & board.of_role(Role::Pawn);
        let promotion = if heavy { 0 } else { promotion_distance(board, winner, kings[winner as usize]) };
        let blockers = self.plans.iter().map(|plan| nearest_blockers(board, loser, plan.blocked)).collect();
        let ready = self
            .plans
            .iter()
            .map(|plan| match plan.seat {
                // A king does not sit down on a square that is attacked.
                Some(seat) if seat != kings[loser as usize] => board.attackers(seat, winner, board.occupied()).len() as i32,
                Some(_) => 0,
                None => readiness(board, winner, heavy, plan.checks),
            })
            .collect();
        let Weights { flight, officer, .. } = self.weights;
        let mut view = View { picture: self, position, heavy, kings, promotion, blockers, ready, common: 0, nearest: 0 };
        view.common =
            officer * (men.len() as i32 - pawns.len() as i32) + pawns.len() as i32 + flight * flights(board, winner, kings[loser as usize]);
        view.nearest = view.plans(kings, None);
        view
    }
}

/// One position as the picture sees it.
pub(super) struct View<'a> {
    picture: &'a Picture,
    position: &'a Position,
    heavy: bool,
    kings: [Square; 2],
    promotion: i32,
    blockers: ArrayVec<[i32; 2], PLANS>,
    ready: ArrayVec<i32, PLANS>,
    /// What counts whatever the plan.
    common: i32,
    /// The nearest plan as things stand.
    nearest: i32,
}

impl View<'_> {
    /// The plan that is nearest, with the kings on these squares and a man moved so.
    fn plans(&self, kings: [Square; 2], moved: Option<(Role, Square, Square)>) -> i32 {
        let (winner, turn, board) = (self.picture.winner, self.position.turn(), self.position.board());
        let cost = |((plan, &blockers), &ready): ((&Plan, &[i32; 2]), &i32)| {
            let steps = plan.steps[0][kings[0] as usize] + plan.steps[1][kings[1] as usize];
            let (mut blockers, mut ready) = (blockers, ready);
            if let Some((role, from, to)) = moved {
                if turn != winner {
                    for (nearest, at) in blockers.iter_mut().zip(plan.blocked) {
                        *nearest = (*nearest).min(way(turn, role, to, at));
                    }
                }
                if turn == winner && ready > 0 && plan.seat.is_none() {
                    ready = match role {
                        Role::Knight if !self.heavy => ready + knight_way(to, plan.checks) - knight_way(from, plan.checks),
                        Role::Rook | Role::Queen => ready * i32::from((attacks(role, to, board.occupied()) & plan.checks).is_empty()),
                        _ => ready,
                    };
                }
            }
            // Who blocks before the king is there blocks the king's way: until then it is enough to be near.
            let seated = plan.steps[!winner as usize][kings[!winner as usize] as usize] == 0;
            if !seated {
                for (nearest, _) in blockers.iter_mut().zip(plan.blocked) {
                    *nearest = (*nearest).max(1);
                }
            }
            self.picture.weights.king * i32::from(steps)
                + 2 * (blockers[0] + blockers[1] + ready)
                + if plan.promotes { self.promotion } else { 0 }
        };
        self.picture.plans.iter().zip(&self.blockers).zip(&self.ready).map(cost).min().unwrap_or(0)
    }

    /// Whether moves of other men than kings may bring a plan nearer.
    fn men_matter(&self) -> bool {
        if self.position.turn() == self.picture.winner {
            self.ready.iter().any(|&lack| lack > 0)
        } else {
            self.blockers.iter().any(|&ways| ways != [0, 0])
        }
    }

    /// How the position after `mv` may look.
    pub(super) fn guess(&self, mv: Move) -> i32 {
        let (board, turn, winner) = (self.position.board(), self.position.turn(), self.picture.winner);
        let role = mv.role();
        let taken = match mv.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castling(_) => None,
            _ if !board.occupied().has(mv.to()) => None,
            _ => board.role_at(mv.to()),
        };
        let nearest = if role == Role::King {
            let mut kings = self.kings;
            kings[turn as usize] = mv.target();
            self.plans(kings, None)
        } else if self.men_matter() {
            self.plans(self.kings, Some((mv.promotion().map_or(role, |promotion| promotion.role()), mv.from(), mv.to())))
        } else {
            self.nearest
        };
        let mut guess = 8 * (self.common + nearest);
        if turn == winner {
            guess -= match taken {
                None => 0,
                Some(Role::Pawn) => 8,
                Some(_) => 24,
            };
            if role == Role::Pawn && !self.heavy {
                guess -= match mv.kind() {
                    MoveKind::Promotion(promotion) if promotion.role() == Role::Queen => 72,
                    MoveKind::DoubleStep => 48,
                    _ => 24,
                };
            }
        } else {
            guess += match taken {
                None => 0,
                Some(Role::Queen | Role::Rook) => 80,
                Some(_) => 32,
            };
            if mv.promotion().is_some() {
                guess += 16;
            }
        }
        guess
    }
}

/// Where the kings are wanted for a mate, and which square blocked.
#[derive(Clone, Copy)]
struct Wanted {
    loser: Square,
    winner: Bitboard,
    blocked: Bitboard,
    checks: Bitboard,
}

/// For each square on an edge those where the winner's king stands opposite.
static OPPOSITE: [Bitboard; 64] = {
    let mut all = [Bitboard::EMPTY; 64];
    let mut loser = 0;
    while loser < 64 {
        let mut winner = 0;
        while winner < 64 {
            if is_opposite(Square::from_index(loser), Square::from_index(winner)) {
                all[loser] = all[loser].with(Square::from_index(winner));
            }
            winner += 1;
        }
        loser += 1;
    }
    all
};

/// The squares of the edges.
const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// On an edge, the kings opposite; a line piece mates along it.
fn edges() -> impl Iterator<Item = Wanted> {
    EDGES.into_iter().map(|loser| {
        let rank = Bitboard::rank(loser.rank());
        let file = Bitboard::file(loser.file());
        let lines = match (matches!(loser.file(), File::A | File::H), matches!(loser.rank(), Rank::R1 | Rank::R8)) {
            (true, true) => rank | file,
            (true, false) => file,
            _ => rank,
        };
        Wanted { loser, winner: OPPOSITE[loser as usize], blocked: Bitboard::EMPTY, checks: lines & !king_attacks(loser).with(loser) }
    })
}

/// Two squares away on a line from an edge, or a knight's move from a corner.
const fn is_opposite(loser: Square, winner: Square) -> bool {
    let (files, ranks) = (loser.file().abs_diff(winner.file()), loser.rank().abs_diff(winner.rank()));
    let on_side = matches!(loser.file(), File::A | File::H);
    let on_back = matches!(loser.rank(), Rank::R1 | Rank::R8);
    match (on_side, on_back) {
        (true, true) => (files == 2 && ranks <= 1) || (ranks == 2 && files <= 1),
        (true, false) => files == 2 && ranks == 0,
        (false, true) => ranks == 2 && files == 0,
        (false, false) => false,
    }
}

/// In a corner that the bishops reach; where one kind of men mates alone, a square beside it is blocked by a man of the loser's.
fn corners(board: &Board, winner: Color) -> ArrayVec<Wanted, 12> {
    let bishops = board.of(winner, Role::Bishop);
    let knights = board.of(winner, Role::Knight);
    let alone = (knights.len() + u32::from((bishops & Bitboard::LIGHT).any()) + u32::from((bishops & !Bitboard::LIGHT).any())) == 1;
    let mut all = ArrayVec::new();
    for loser in [Square::A1, Square::H1, Square::A8, Square::H8] {
        let colour = if loser.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        if knights.is_empty() && (bishops & colour).is_empty() {
            continue;
        }
        let opposite = OPPOSITE[loser as usize];
        if !alone {
            all.push(Wanted { loser, winner: opposite, blocked: Bitboard::EMPTY, checks: knight_attacks(loser) });
            continue;
        }
        let beside = king_attacks(loser) & !colour;
        for blocked in beside {
            let winner = opposite & !king_attacks(blocked);
            all.push(Wanted { loser, winner, blocked: blocked.into(), checks: knight_attacks(loser) });
        }
        if knights.is_empty() {
            // Both blocked, and the bishop covers the rest: the winner's king may be anywhere.
            all.push(Wanted { loser, winner: Bitboard::FULL, blocked: beside, checks: knight_attacks(loser) });
        }
    }
    all
}

/// Where the king of this colour never comes through: pawns of its own that stand head to head, and what such pawns attack.
fn bars(board: &Board, color: Color) -> Bitboard {
    let pawns = |color| board.of(color, Role::Pawn);
    let stuck = |color: Color| pawns(color) & pawns(!color).forward(!color);
    stuck(!color).into_iter().fold(stuck(color), |all, pawn| all | pawn_attacks(!color, pawn))
}

/// How many king's steps it is from every square to the nearest of these.
fn walk(to: Bitboard, bars: Bitboard) -> [u8; 64] {
    let mut steps = [FAR; 64];
    let mut reached = Bitboard::EMPTY;
    let mut front = to;
    let mut count = 0;
    while front.any() {
        for square in front {
            steps[square as usize] = count;
        }
        reached |= front;
        front = around(front) & !reached & !bars;
        count += 1;
    }
    steps
}

/// How much it takes to promote a pawn.
fn promotion_distance(board: &Board, winner: Color, king: Square) -> i32 {
    let way = |pawn: Square| {
        let mut cost = 6;
        let mut next = pawn.forward(winner);
        while let Some(square) = next {
            cost += 3;
            if board.of_role(Role::Pawn).has(square) {
                cost += 4 + 2 * i32::from(king.distance(square));
            } else if board.occupied().has(square) {
                cost += 2;
            }
            next = square.forward(winner);
        }
        cost
    };
    board.of(winner, Role::Pawn).into_iter().map(way).min().unwrap_or(40)
}

/// The same for two squares at most.
fn nearest_blockers(board: &Board, loser: Color, blocked: Bitboard) -> [i32; 2] {
    let mut nearest = [0; 2];
    for (nearest, at) in nearest.iter_mut().zip(blocked) {
        *nearest = nearest_blocker(board, loser, at);
    }
    nearest
}

/// How many moves the nearest man that can block a square needs to get there.
fn nearest_blocker(board: &Board, loser: Color, at: Square) -> i32 {
    let men = board.of_color(loser) & !board.of_role(Role::King) & !board.of_role(Role::Queen);
    men.into_iter().map(|from| way(loser, board.role_at(from).expect("a man"), from, at)).min().unwrap_or(12)
}

/// How much the men that are to mate lack: a line piece that sees the line that it is to check on, or knights near by.
fn readiness(board: &Board, winner: Color, heavy: bool, checks: Bitboard) -> i32 {
    if heavy {
        let sees = |role| board.of(winner, role).into_iter().any(|from| (attacks(role, from, board.occupied()) & checks).any());
        return i32::from(!sees(Role::Queen) && !sees(Role::Rook));
    }
    board.of(winner, Role::Knight).into_iter().map(|from| knight_way(from, checks)).sum()
}

fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Queen => queen_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => Bitboard::EMPTY,
    }
}

fn knight_way(from: Square, to: Bitboard) -> i32 {
    to.into_iter().map(|to| way(Color::White, Role::Knight, from, to)).min().unwrap_or(0)
}

/// About how many moves a man needs from square to square, on a board without others.
fn way(color: Color, role: Role, from: Square, to: Square) -> i32 {
    #[rustfmt::skip]
    const KNIGHT: [[i32; 8]; 8] = [
        [0, 3, 2, 3, 2, 3, 4, 5], [3, 2, 1, 2, 3, 4, 3, 4], [2, 1, 4, 3, 2, 3, 4, 5], [3, 2, 3, 2, 3, 4, 3, 4],
        [2, 3, 2, 3, 4, 3, 4, 5], [3, 4, 3, 4, 3, 4, 5, 4], [4, 3, 4, 3, 4, 5, 4, 5], [5, 4, 5, 4, 5, 4, 5, 6],
    ];
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    if from == to {
        return 0;
    }
    match role {
        Role::Knight => KNIGHT[files as usize][ranks as usize],
        Role::Bishop if from.is_light() != to.is_light() => 12,
        Role::Bishop => 2 - i32::from(files == ranks),
        Role::Rook => 2 - i32::from(files == 0 || ranks == 0),
        Role::Pawn => {
            let rank = |square: Square| square.rank().relative_to(color) as i32;
            if files == 0 && rank(to) > rank(from) { rank(to) - rank(from) } else { 7 - rank(from) + 3 }
        }
        Role::Queen | Role::King => 12,
    }
}

/// How many squares are open to the king that is to be mated.
fn flights(board: &Board, winner: Color, king: Square) -> i32 {
    let near = king_attacks(king) & !board.of_color(!winner);
    let occupied = board.occupied().without(king);
    let of = |role| board.of(winner, role);
    let mut attacked = of(Role::King).into_iter().fold(Bitboard::EMPTY, |all, from| all | king_attacks(from));
    for from in of(Role::Pawn) {
        attacked |= pawn_attacks(winner, from);
    }
    for from in of(Role::Knight) {
        attacked |= knight_attacks(from);
    }
    for from in of(Role::Bishop) {
        attacked |= bishop_attacks(from, occupied);
    }
    for from in of(Role::Rook) {
        attacked |= rook_attacks(from, occupied);
    }
    for from in of(Role::Queen) {
        attacked |= queen_attacks(from, occupied);
    }
    (near & !attacked).len() as i32
}
