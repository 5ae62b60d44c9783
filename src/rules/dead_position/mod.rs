//! Dead positions (5.2.2): neither side can mate by any series of legal moves. The game is drawn, at once.
//!
//! The same question for one side alone decides what a fallen flag (6.9), a resignation (5.1.2) and one illegal move too many
//! (7.5.5) lead to. [`mate_by`] answers it from the material; [`judge`] answers it for the position, with evidence.
//!
//! "Any series of legal moves" is read without the rules that end a game by counting: the answer depends on the position
//! alone.
//!
//! # Two kinds of search that never speak for each other
//!
//! A stroll and a finder look for a mate and may only ever say "possible"; provers look for a reason why there is none and may only ever
//! say "never". That one of them finds nothing says nothing. Whatever any of them says passes the [`checker`] first.

mod abstraction;
pub mod checker;
mod closure;
mod finder;
mod forced;
mod material;
mod picture;
mod proof;
mod saturation;
mod sketch;
mod stroll;

pub use abstraction::AbstractProof;
pub use material::{MateBy, mate_by};
pub use proof::{ByKey, Closure, ForcedEnd, ForcedLine, Known, KnownSet, Proof, ReachTable};

use forced::Forced;
use picture::Weights;

use crate::board::{Color, Role};
use crate::position::{Move, MoveKind, Position};

/// What is known of whether one side can mate by any series of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It can: these moves end in its mate. None at all, where it has mated.
    Winnable(Vec<Move>),
    /// It never can, and this is why.
    Unwinnable(Proof),
    /// The budget was spent before either was found.
    Unknown {
        /// How many moves were played to find out.
        nodes: u64,
    },
}

impl Verdict {
    /// Its stable code: `possible`, `unknown`, or why it is not possible, the material's own reason or the name of the proof.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Winnable(_) => "possible",
            Self::Unwinnable(Proof::Material(by)) => by.code(),
            Self::Unwinnable(proof) => proof.code(),
            Self::Unknown { .. } => "unknown",
        }
    }

    /// The proof, where it is one.
    #[must_use]
    pub const fn proof(&self) -> Option<&Proof> {
        if let Self::Unwinnable(proof) = self { Some(proof) } else { None }
    }
}

/// A budget that decides nearly all positions, and is spent in less than a second.
pub const DEFAULT_BUDGET: u64 = 500_000;

/// Whether `winner` can still mate by any series of legal moves, with the evidence, for at most about `budget` moves played.
#[must_use]
pub fn judge(position: &Position, winner: Color, budget: u64) -> Verdict {
    judge_counted(position, winner, budget).0
}

/// The same, with how many moves were played to find out.
#[must_use]
pub fn judge_counted(position: &Position, winner: Color, budget: u64) -> (Verdict, u64) {
    let mut left = budget;
    let verdict = decide(position, winner, &mut left);
    let spent = budget - left;
    let holds = checker::holds(position, winner, &verdict);
    debug_assert!(holds, "evidence that does not hold");
    (if holds { verdict } else { Verdict::Unknown { nodes: spent } }, spent)
}

fn decide(position: &Position, winner: Color, left: &mut u64) -> Verdict {
    let budget = *left;
    let Forced { moves: prefix, position, known, .. } = Forced::walk(position, winner);
    let winnable = |prefix: Vec<Move>, rest: Vec<Move>| Verdict::Winnable(if prefix.is_empty() { rest } else { [prefix, rest].concat() });
    let unwinnable = |prefix, proof| Verdict::Unwinnable(Forced::prove(prefix, ForcedEnd::Proved(Box::new(proof))));
    match known {
        Some(Ok(())) => return winnable(prefix, Vec::new()),
        Some(Err(end)) => return Verdict::Unwinnable(Forced::prove(prefix, end)),
        None => {}
    }
    let walls = may_be_dead(&position);
    if walls && let Some(table) = saturation::refute(&position, winner) {
        return unwinnable(prefix, Proof::Saturation(table));
    }
    if budget == 0 {
        return Verdict::Unknown { nodes: 0 };
    }
    // Most positions of most games need no more than this.
    if let Some(line) = stroll::stroll(&position, winner, left) {
        return winnable(prefix, line);
    }
    if position.en_passant().is_some()
        && let Some(line) = by_capture_in_passing(&position, winner, left)
    {
        return winnable(prefix, line);
    }
    let mut finders: [Option<finder::Finder>; STYLES.len()] = Default::default();
    let mut closure = closure::Search::new(&position, winner);
    let mut slice = FIRST_SLICE;
    loop {
        let before = *left;
        for (turn, (finder, weights)) in finders.iter_mut().zip(STYLES).enumerate() {
            let finder = finder.get_or_insert_with(|| finder::Finder::new(&position, winner, weights));
            if let Some(line) = spend(slice, left, |slice| finder.find(slice)) {
                return winnable(prefix, line);
            }
            if turn == 0
                && slice == FIRST_SLICE
                && !walls
                && let Some(table) = saturation::refute(&position, winner)
            {
                return unwinnable(prefix, Proof::Saturation(table));
            }
        }
        if let Some(closure) = spend(slice, left, |slice| closure.refute(slice)) {
            return unwinnable(prefix, Proof::Closure(closure));
        }
        if let Some(proof) = spend(slice, left, |slice| abstraction::refute(&position, winner, slice)) {
            return unwinnable(prefix, Proof::Abstraction(proof));
        }
        if *left == 0 || *left == before {
            return Verdict::Unknown { nodes: budget - *left };
        }
        slice *= 2;
    }
}

/// A line to mate that begins with a capture in passing.
///
/// It is legal now or never. Where all other moves leave a wall closed, the searches would look at what comes after them, at length
/// and in vain; so the whole question is asked behind the capture first, for a small part of the budget.
fn by_capture_in_passing(position: &Position, winner: Color, left: &mut u64) -> Option<Vec<Move>> {
    let mut captures = position.legal_moves().into_iter().filter(|mv| mv.kind() == MoveKind::EnPassant);
    captures.find_map(|capture| {
        *left = left.saturating_sub(1);
        match spend(NOW_OR_NEVER.min(*left / 4), left, |slice| decide(&position.play(capture), winner, slice)) {
            Verdict::Winnable(rest) => Some([vec![capture], rest].concat()),
            _ => None,
        }
    })
}

/// So many moves may be played behind a capture in passing, before the others are looked at; of a small budget, a quarter.
const NOW_OR_NEVER: u64 = 4 * FIRST_SLICE;

/// Lets a search spend so much of what is left.
fn spend<T>(slice: u64, left: &mut u64, search: impl FnOnce(&mut u64) -> T) -> T {
    let mut unspent = slice.min(*left);
    *left -= unspent;
    let result = search(&mut unspent);
    *left += unspent;
    result
}

/// The styles of the finders that take turns.
const STYLES: [Weights; 3] = [
    Weights { king: 3, flight: 2, officer: 3, uncommon: false },
    Weights { king: 1, flight: 6, officer: 2, uncommon: false },
    Weights { king: 3, flight: 2, officer: 0, uncommon: true },
];

/// How many moves each search plays before the other has its first turn.
const FIRST_SLICE: u64 = 256;

/// Whether it is worth while to ask [`judge`] about a position at once: one that looks as if it could be dead.
///
/// A dead position may not look so, and is found later then: what is dead stays dead, and no mate can come meanwhile. So this is
/// a matter of promptness; what a flag or a resignation leads to is asked for itself.
#[inline]
#[must_use]
pub fn may_be_dead(position: &Position) -> bool {
    let board = position.board();
    let of = |role| board.of_role(role);
    if (of(Role::Rook) | of(Role::Queen)).any() {
        return false;
    }
    // Walls are pawns head to head: several of them, or all that there are.
    let blocked = blocked_pairs(position);
    let walled = of(Role::Knight).is_empty() && blocked > 0 && (blocked >= WALL || 2 * blocked == of(Role::Pawn).len());
    walled || board.occupied().len() <= FEW_MEN
}

/// How many pawns stand head to head with an enemy one.
#[inline]
pub(super) fn blocked_pairs(position: &Position) -> u32 {
    let [white, black] = Color::ALL.map(|color| position.board().of(color, Role::Pawn));
    (white.forward(Color::White) & black).len()
}

/// With so many men it may be that none of them can do anything.
const FEW_MEN: u32 = 4;

/// So many pairs of pawns may be a wall that nobody passes.
pub(super) const WALL: u32 = 3;
