//! What stands beside the position: a draw offer, illegal moves counted, the clocks. Small and copied, so that taking a move
//! back brings it back.

use std::num::NonZeroU32;

use crate::board::Color;
use crate::rules::Clock;

/// What stands beside the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Conduct {
    /// Who has a standing draw offer.
    pub(super) offer: Option<Color>,
    /// How many illegal moves each player has completed.
    pub(super) illegal: [u8; 2],
    /// The clocks, and which of the game's time controls they run by.
    pub(super) clock: Option<(Clock, u32)>,
}

impl Conduct {
    /// Whether nothing stands beside the position: no offer, no count, no clock.
    #[inline]
    pub(super) const fn is_plain(&self) -> bool {
        self.clock.is_none() && self.offer.is_none() && self.illegal[0] == 0 && self.illegal[1] == 0
    }
}

/// The conduct before a half-move, kept where there was any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside {
    /// The index of that half-move.
    pub(super) ply: u32,
    pub(super) before: Conduct,
    /// What the move did to its player's clock, where there was one.
    pub(super) took: Option<Took>,
}

/// The time that a move took, and what its player's clock showed then, all in ms: never 0, for a fallen flag plays no move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    pub(super) elapsed: u32,
    pub(super) left: NonZeroU32,
}

const _: () = assert!(size_of::<Aside>() <= 48, "one is kept of every move with a clock");
