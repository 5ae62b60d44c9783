//! What stands beside the position: a draw offer, illegal moves counted, the clocks. Small and copied, so that taking a move
//! back brings it back.

use std::num::NonZeroU32;

use crate::board::Color;
use crate::rules::clock::TimeSource;
use crate::rules::{Clock, Delay};

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
    pub(super) const fn is_plain(&self) -> bool {
        self.clock.is_none() && self.offer.is_none() && self.illegal[0] == 0 && self.illegal[1] == 0
    }

    /// What the next move has to see to.
    pub(super) fn beside(&self, delay: Delay) -> Beside {
        match self.clock {
            _ if self.is_plain() => Beside::Nothing,
            Some((clock, _)) if self.offer.is_none() && delay == Delay::None => match clock.source() {
                Some(TimeSource::Arrival) => Beside::Arrivals,
                Some(TimeSource::Given) => Beside::Times,
                None => Beside::More,
            },
            _ => Beside::More,
        }
    }

    /// How things stood before a half-move of `mover` that did no more than run a clock plainly, which `showed` so much before it,
    /// where this is how they stand after it; and what that move took.
    pub(super) fn before_plain_move(mut self, mover: Color, showed: NonZeroU32) -> (Self, Option<Took>) {
        let took = self.clock.as_mut().and_then(|(clock, _)| {
            let left = clock.left(mover);
            let elapsed = clock.take_back_plain_move(mover, showed);
            Some(Took { elapsed, left: NonZeroU32::new(left)? })
        });
        (self, took)
    }
}

/// What the next move has to see to beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beside {
    /// Nothing at all.
    Nothing,
    /// A clock alone, that runs without delays by when moves arrive: nearly always the move will run it plainly.
    Arrivals,
    /// The same, by the times that come with them.
    Times,
    /// Anything else.
    More,
}

/// The conduct before a half-move, kept where there was any and it does not follow from [`Ply::showed`](super::Ply::showed).
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

const _: () = assert!(size_of::<Aside>() <= 48, "one is kept of every move with a delay, in an hourglass, or while an offer stands");
