//! The Laws beyond one move: how a game ends, and what the players may do beside moving. One law a file, named after what it
//! decides.
//!
//! This page reads like Article 5 and 9.6: the endings that need nobody's claim, the first that holds deciding.

pub mod agreement;
pub mod checkmate;
pub mod claims;
pub mod clock;
pub mod dead_position;
pub mod flag_fall;
pub mod hindsight;
pub mod illegal_moves;
pub mod move_count;
pub mod outcome;
pub mod prospects;
pub mod repetition;
pub mod resignation;
pub mod rulebook;
pub mod stalemate;

pub use claims::Claim;
pub use clock::Clock;
pub use dead_position::{MateBy, Proof, Verdict, judge, judge_counted, mate_by};
pub use hindsight::Hindsight;
pub use outcome::{Draw, Outcome, Win};
pub use prospects::{Found, Mate, Prospects};
pub use repetition::{Recent, Stood};
pub use rulebook::{DeadPositionRule, Delay, DrawRule, IllegalMoveRule, Profile, Rulebook};

use crate::board::Role;
use crate::position::{Choice, Position};

/// The ending that a position brings about by itself, on its `occurrences`-th occurrence in the game (1 or more); whether it is
/// dead is asked of `dead`, for the game remembers something of that ([`Prospects::decides`]). It is told whether there is no
/// choice of moves.
///
/// Where several hold, the first decides: a mate on the last of seventy-five moves wins.
#[must_use]
pub fn automatic_ending(
    position: &Position,
    occurrences: u32,
    rulebook: &Rulebook,
    dead: impl FnOnce(bool) -> Option<Draw>,
) -> Option<Outcome> {
    let choice = position.choice();
    checkmate::decides(position, choice)
        .or_else(|| stalemate::decides(position, choice))
        .or_else(|| dead(choice == Choice::Forced).map(Outcome::Draw))
        .or_else(|| ending_by_count(position, occurrences, rulebook))
}

/// Whether it is seen at a look that no ending has come by itself, and that there is no reason to ask whether the position is dead.
///
/// So it is with most positions of a game: there is a choice of moves, a rook or a queen, and nothing to claim.
#[inline(always)]
#[must_use]
pub fn plainly_goes_on(position: &Position, occurrences: u32) -> bool {
    let heavy = position.board().of_role(Role::Rook) | position.board().of_role(Role::Queen);
    heavy.any() && nothing_to_claim(position, occurrences) && position.shows_choice()
}

/// Whether neither player could claim a draw. Then all the less has one come by counting.
#[inline]
fn nothing_to_claim(position: &Position, occurrences: u32) -> bool {
    Claim::ALL.into_iter().all(|claim| !claim.is_right(position, occurrences))
}

/// The draws that come of counting.
#[inline]
fn ending_by_count(position: &Position, occurrences: u32, rulebook: &Rulebook) -> Option<Outcome> {
    if nothing_to_claim(position, occurrences) {
        return None;
    }
    repetition::fivefold(occurrences)
        .or_else(|| move_count::seventyfive(position))
        .or_else(|| repetition::threefold(occurrences).filter(|_| rulebook.threefold == DrawRule::Automatic))
        .or_else(|| move_count::fifty(position).filter(|_| rulebook.fifty == DrawRule::Automatic))
}
