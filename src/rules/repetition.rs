//! Repetition: how often a position has stood in the game (9.2.3 says what the same position is), the draw that may be
//! claimed at the third time (9.2) and the one that comes by itself at the fifth (9.6.1). They need not follow each other.

use super::{Draw, Outcome};
use crate::position::{Identity, Key, Position};

/// A position that has stood in the game, packed so that it can be compared whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stood {
    key: Key,
    identity: Identity,
}

impl Stood {
    /// What is kept of a position.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self { key: position.key(), identity: position.identity() }
    }

    /// Its key.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// What makes it the same as another.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }
}

/// How many times `position` has stood, this time counted, after the positions of `past`, the latest first, each with how many
/// times it had stood then.
///
/// Nothing before the last capture or pawn move is looked at, and no position of the other side to move. The key finds
/// candidates; the position is compared whole.
#[must_use]
pub fn occurrences<'a>(position: &Position, past: impl Iterator<Item = (&'a Stood, u32)>) -> u32 {
    let mut comparable = past.take(position.halfmove() as usize).skip(1).step_by(2);
    let same = comparable.find(|(stood, _)| stood.key == position.key() && stood.identity == position.identity());
    1 + same.map_or(0, |(_, occurrences)| occurrences)
}

/// The draw that a player may claim, if the position stands for the third time or more (9.2).
#[must_use]
pub const fn threefold(occurrences: u32) -> Option<Outcome> {
    if occurrences >= 3 { Some(Outcome::Draw(Draw::ThreefoldRepetition)) } else { None }
}

/// The draw that comes by itself, if the position stands for the fifth time or more (9.6.1).
#[must_use]
pub const fn fivefold(occurrences: u32) -> Option<Outcome> {
    if occurrences >= 5 { Some(Outcome::Draw(Draw::FivefoldRepetition)) } else { None }
}
