//! Dead positions (5.2.2) of a game that is replayed to its end before it is asked about: who can never mate never can again, so
//! a game was dead somewhere if its last position is, and where it became so is found by halving.
//!
//! What takes time, the proof, is asked for once in a game at most, and only where [`Prospects`](super::Prospects) would have
//! found reason to ask on the way. It may date a dead position earlier than a game that goes on can: it knows what came of it.

use super::dead_position::{Verdict, judge, may_be_dead};
use super::prospects::{FORCED_ALONE, insufficient, short_budget, with_more_men};
use super::{DeadPositionRule, Draw, Rulebook};
use crate::position::Position;

/// What a replayed game remembers of its positions until it is asked whether one was dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hindsight {
    /// Whether there was reason to ask for a proof.
    reason: bool,
}

impl Hindsight {
    /// Looks at the next position of the game; the draw that it is by the men alone. It is told whether there is no choice of moves.
    #[inline]
    #[must_use]
    pub fn look(&mut self, position: &Position, first: bool, forced: bool, rulebook: &Rulebook) -> Option<Draw> {
        if rulebook.dead_position == DeadPositionRule::Off {
            return None;
        }
        // Neither the men nor the walls change but by captures and pawns' moves.
        if first || position.halfmove() == 0 {
            if insufficient(position) {
                return Some(Draw::InsufficientMaterial);
            }
            self.reason |= may_be_dead(position);
        }
        if forced && !self.reason && rulebook.dead_position == DeadPositionRule::Proof {
            self.reason = matches!(judge(position, with_more_men(position), FORCED_ALONE), Verdict::Unwinnable(_));
        }
        None
    }

    /// The first half-move after which the game was dead, if it is so after the `last` one: 0 for the position that it began with.
    #[must_use]
    pub fn dead_since(&self, last: u32, rulebook: &Rulebook, position_after: impl Fn(u32) -> Position) -> Option<u32> {
        let dead = |ply| is_dead(&position_after(ply), rulebook.proof_nodes);
        if !self.reason || rulebook.dead_position != DeadPositionRule::Proof || !dead(last) {
            return None;
        }
        // Back by longer and longer steps, for it is nearly always near the end; then by halving.
        let (mut since, mut step) = (last, 1);
        let mut alive = loop {
            let Some(before) = since.checked_sub(1) else { return Some(since) };
            let earlier = before.saturating_sub(step - 1);
            if !dead(earlier) {
                break earlier;
            }
            since = earlier;
            step *= 2;
        };
        while since - alive > 1 {
            let middle = alive + (since - alive) / 2;
            if dead(middle) {
                since = middle;
            } else {
                alive = middle;
            }
        }
        Some(since)
    }
}

/// What a draw by a dead position is called: for a lack of men it has a name of its own.
#[must_use]
pub fn draw(position: &Position) -> Draw {
    if insufficient(position) { Draw::InsufficientMaterial } else { Draw::DeadPosition }
}

/// Whether it is proved that neither side can mate.
///
/// Each side is asked about for a little first: where one can mate at sight, the other may be hard to tell.
fn is_dead(position: &Position, budget: u64) -> bool {
    let first = with_more_men(position);
    let budget = short_budget(position, budget);
    let mut never = [false; 2];
    for budget in [budget.min(A_LITTLE), budget] {
        for winner in [first, !first] {
            if !never[winner as usize] {
                match judge(position, winner, budget) {
                    Verdict::Winnable(_) => return false,
                    Verdict::Unwinnable(_) => never[winner as usize] = true,
                    Verdict::Unknown { .. } => {}
                }
            }
        }
    }
    never == [true; 2]
}

/// So many moves may be played to find out about a side, before it is asked about the other.
const A_LITTLE: u64 = 150;
