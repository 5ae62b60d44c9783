//! The second prover: all positions that can still come about, when they are few.
//!
//! A child that is lost by its material is left out, and so is one that the first prover refutes; that is tried where a pawn
//! or a capture has changed the walls. What remains is a set of positions that no legal move leaves. If none of them is mate,
//! there is never one. Sets compare positions whole, so that a collision of keys cannot hide anything.
//!
//! This prover only ever says "never", or nothing.

use crate::board::{Color, Role};
use crate::position::{Move, Position};

use super::proof::{Closure, Known, KnownSet};
use super::{mate_by, saturation};

/// A closure in the making, which can be carried on with more budget.
pub(super) struct Search {
    winner: Color,
    /// All positions met, the rim too.
    seen: KnownSet,
    /// Positions met and not yet looked at.
    open: Vec<Position>,
    closure: Closure,
    /// A mate was met: there is nothing to prove.
    hopeless: bool,
}

impl Search {
    /// A closure that starts at this position.
    pub(super) fn new(position: &Position, winner: Color) -> Self {
        let mut seen = KnownSet::default();
        seen.insert(position.into());
        Self { winner, seen, open: vec![*position], closure: Closure::default(), hopeless: false }
    }

    /// Carries on, playing about `budget` moves, which are taken off it. The proof, once nothing is left to look at.
    pub(super) fn refute(&mut self, budget: &mut u64) -> Option<Closure> {
        while let Some(position) = self.open.pop() {
            if self.hopeless || *budget == 0 {
                self.open.push(position);
                return None;
            }
            let legal = position.legal_moves();
            if legal.is_empty() && position.in_check() && position.turn() != self.winner {
                self.hopeless = true;
                return None;
            }
            *budget = budget.saturating_sub(1 + legal.len() as u64);
            for mv in legal {
                self.meet(&position, mv, budget);
            }
            self.closure.members.push((&position).into());
        }
        (!self.hopeless).then(|| std::mem::take(&mut self.closure))
    }

    fn meet(&mut self, parent: &Position, mv: Move, budget: &mut u64) {
        let child = parent.play(mv);
        let known = Known::from(&child);
        if !mate_by(child.board(), self.winner).is_possible() || !self.seen.insert(known) {
            return;
        }
        let walls_changed = child.halfmove() == 0 || mv.role() == Role::Pawn;
        // Mate is for the walk to find; and the first steps from the root may each be lost in their own way.
        if (walls_changed || self.closure.members.is_empty()) && !child.in_check() {
            *budget = budget.saturating_sub(8);
            if let Some(table) = saturation::refute(&child, self.winner) {
                self.closure.rim.push((known, table));
                return;
            }
        }
        self.open.push(child);
    }
}
