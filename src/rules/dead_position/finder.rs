//! The finder: looks for a series of legal moves that ends in mate, both sides helping.
//!
//! Best first: the position that looks nearest to a mate is carried on first, whatever its depth. What "near" means is a
//! guess, and no answer depends on it: this finder only ever says "possible", with the line, or nothing.
//!
//! A move is judged before it is played, by what it changes in the guess; most moves never are played.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};
use std::hash::BuildHasherDefault;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Role, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::position::{Key, Move, MoveKind, Position};

use super::mate_by;
use super::picture::{Picture, Weights};
use super::proof::ByKey;
use super::stroll;

/// Room for so many positions at first.
const FIRST_ROOM: usize = 48;

/// After so many positions a stroll is tried, and then again at ever longer intervals.
const FIRST_STROLL: usize = 8;

/// A search that can be carried on with more budget.
pub(super) struct Finder {
    winner: Color,
    picture: Picture,
    nodes: Vec<Node>,
    /// The moves of all positions, each position's in the order of their guesses.
    moves: Vec<(i32, Move)>,
    /// Of each position the best move that has not been played.
    open: BinaryHeap<Step>,
    /// Keys of the positions met. Two that share a key are taken for one: a line may be missed so, never a wrong one found.
    seen: HashSet<Key, BuildHasherDefault<ByKey>>,
    /// With so many positions the next stroll is tried.
    next_stroll: usize,
}

/// A position of the tree, and how it came about.
struct Node {
    position: Position,
    parent: u32,
    mv: Option<Move>,
}

/// A move that has not been played yet.
struct Step {
    guess: i32,
    /// Of equal guesses that in the newest position goes first, which keeps to one line.
    parent: u32,
    /// Where it stands among the moves.
    at: u32,
    /// Where the moves of that position end.
    end: u32,
}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        other.guess.cmp(&self.guess).then(self.parent.cmp(&other.parent))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Step {}

impl Finder {
    /// A search from this position, which is not mate.
    pub(super) fn new(position: &Position, winner: Color, weights: Weights) -> Self {
        let mut seen = HashSet::with_capacity_and_hasher(FIRST_ROOM, BuildHasherDefault::default());
        seen.insert(position.key());
        let mut nodes = Vec::with_capacity(FIRST_ROOM);
        nodes.push(Node { position: *position, parent: 0, mv: None });
        Self {
            winner,
            picture: Picture::of(position, winner, weights),
            nodes,
            moves: Vec::with_capacity(16 * FIRST_ROOM),
            open: BinaryHeap::with_capacity(FIRST_ROOM),
            seen,
            next_stroll: FIRST_STROLL,
        }
    }

    /// Carries on, playing about `budget` moves, which are taken off it. The line to mate, once it is found.
    pub(super) fn find(&mut self, budget: &mut u64) -> Option<Vec<Move>> {
        if self.moves.is_empty()
            && let Some(mv) = self.expand(0, budget)
        {
            return Some(self.line_to(0, &[mv]));
        }
        while *budget > 0 {
            let Step { parent, at, end, .. } = self.open.pop()?;
            *budget -= 1;
            let mv = self.moves[at as usize].1;
            self.offer(parent, at + 1, end);
            let before = &self.nodes[parent as usize];
            let position = before.position.play(mv);
            if !self.seen.insert(position.key()) || !mate_by(position.board(), self.winner).is_possible() {
                continue;
            }
            let at = self.nodes.len() as u32;
            self.nodes.push(Node { position, parent, mv: Some(mv) });
            if let Some(mating) = self.expand(at, budget) {
                return Some(self.line_to(at, &[mating]));
            }
            // A capture or a push may have opened the way to a mate that is only a walk away.
            if position.halfmove() == 0 && self.nodes.len() >= self.next_stroll {
                self.next_stroll = FIRST_STROLL + self.nodes.len() * 5 / 4;
                if let Some(rest) = stroll::stroll(&position, self.winner, budget) {
                    return Some(self.line_to(at, &rest));
                }
            }
        }
        None
    }

    /// Puts a position's moves in their places. The move that mates, if one does.
    fn expand(&mut self, at: u32, budget: &mut u64) -> Option<Move> {
        let position = &self.nodes[at as usize].position;
        let legal = position.legal_moves();
        let view = self.picture.view(position);
        let checks = (position.turn() == self.winner).then(|| Checks::of(position));
        // The guess of each move above its place in the list: sorted as numbers.
        let mut guesses: ArrayVec<i32, 256> = ArrayVec::new();
        for (place, &mv) in legal.iter().enumerate() {
            if let Some(checks) = &checks
                && checks.may_be_given_by(mv)
            {
                *budget = budget.saturating_sub(1);
                let after = position.play(mv);
                if after.in_check() && !after.has_legal_move() {
                    return Some(mv);
                }
            }
            guesses.push(view.guess(mv) << 8 | place as i32);
        }
        guesses.sort_unstable();
        let start = self.moves.len() as u32;
        // The second best has to wait a little, the third a little longer: a tree of many moves that are all as good would be
        // searched in its breadth.
        let ranked = guesses.iter().zip(0..).map(|(guess, rank)| ((guess >> 8) + rank, legal[(guess & 0xff) as usize]));
        self.moves.extend(ranked);
        self.offer(at, start, self.moves.len() as u32);
        None
    }

    /// Puts a position's next move among those to be played.
    fn offer(&mut self, parent: u32, at: u32, end: u32) {
        if at < end {
            self.open.push(Step { guess: self.moves[at as usize].0, parent, at, end });
        }
    }

    fn line_to(&self, at: u32, rest: &[Move]) -> Vec<Move> {
        let mut line: Vec<Move> = rest.iter().rev().copied().collect();
        let mut node = &self.nodes[at as usize];
        while let Some(mv) = node.mv {
            line.push(mv);
            node = &self.nodes[node.parent as usize];
        }
        line.reverse();
        line
    }
}

/// From where men of each role would check the king of the side that is not to move, and whose going opens a line to it.
struct Checks {
    from: [Bitboard; 6],
    openers: Bitboard,
}

impl Checks {
    fn of(position: &Position) -> Self {
        let board = position.board();
        let (turn, occupied) = (position.turn(), board.occupied());
        let king = position.king(!turn);
        let (straight, diagonal) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let from = [pawn_attacks(!turn, king), knight_attacks(king), diagonal, straight, straight | diagonal, Bitboard::EMPTY];
        // Men that stand first on a line from the king, with a line piece of their own behind them.
        let queens = board.of(turn, Role::Queen);
        let behind = occupied & !((straight | diagonal) & board.of_color(turn));
        let straight_behind = rook_attacks(king, behind) & !straight & (board.of(turn, Role::Rook) | queens);
        let diagonal_behind = bishop_attacks(king, behind) & !diagonal & (board.of(turn, Role::Bishop) | queens);
        let openers = (straight_behind | diagonal_behind)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, line_piece| all | (crate::board::between(king, line_piece) & board.of_color(turn)));
        Self { from, openers }
    }

    /// Whether a move may give check. Castling and captures in passing are always taken to.
    #[inline]
    fn may_be_given_by(&self, mv: Move) -> bool {
        if self.openers.has(mv.from()) {
            return true;
        }
        match mv.kind() {
            MoveKind::Normal(_) | MoveKind::DoubleStep => self.from[mv.role() as usize].has(mv.to()),
            _ => true,
        }
    }
}
