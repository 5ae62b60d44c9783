//! Repetition: how often a position has stood in the game (9.2.3 says what the same position is), the draw that may be
//! claimed at the third time (9.2) and the one that comes by itself at the fifth (9.6.1). They need not follow each other.

use std::borrow::Borrow;

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
/// Nothing before the last capture or pawn move is looked at, and no position of the other side to move; nor the last one of the
/// same side, for its men have moved once since then. The key finds candidates; the position is compared whole.
#[inline]
#[must_use]
pub fn occurrences(position: &Position, past: impl Iterator<Item = (impl Borrow<Stood>, u32)>) -> u32 {
    if position.halfmove() < 4 { 1 } else { look_back(position, past) }
}

fn look_back(position: &Position, past: impl Iterator<Item = (impl Borrow<Stood>, u32)>) -> u32 {
    let mut comparable = past.take(position.halfmove() as usize).skip(3).step_by(2);
    let same = comparable.find(|(past, _)| {
        let Stood { key, identity } = past.borrow();
        *key == position.key() && *identity == position.identity()
    });
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

/// The positions of a game, kept to count how often each has stood.
///
/// For whole games that are replayed one after another: memory is used again, and most positions are known to be new at a look.
#[derive(Clone, Debug)]
pub struct Recent {
    /// Each position, and how many times it had stood then. To copy one whole takes less time than to pack it.
    past: Vec<(Position, u32)>,
    /// For some bits of a key, the number of the last position that had them.
    seen: Box<[u32; SEEN]>,
    /// How many times the position had stood that was counted last.
    occurrences: u32,
    /// The number of the next position. Those of all games are numbered on, so that nothing has to be wiped.
    next: u32,
}

/// Many more than the positions that stand between two captures or pawn moves, so that few are taken for seen that are not.
const SEEN: usize = 1 << 10;

impl Recent {
    /// How many times `position`, which stands on the board now, has stood in the game, this time counted.
    #[inline]
    pub fn count(&mut self, position: &Position) -> u32 {
        let bits = position.key().0 as usize % SEEN;
        let before = self.next.wrapping_sub(self.seen[bits]);
        self.occurrences = if before <= position.halfmove() { self.look_back(position) } else { 1 };
        self.seen[bits] = self.next;
        self.next = self.next.wrapping_add(1);
        self.occurrences
    }

    /// Keeps the position that was counted last: it will stand on the board no more.
    ///
    /// Not at once when it is counted, for the processor waits to read as a whole what has just been written in parts.
    #[inline]
    pub fn leave(&mut self, position: &Position) {
        self.past.push((*position, self.occurrences));
    }

    /// Begins with another game.
    pub fn forget(&mut self) {
        self.past.clear();
    }

    #[cold]
    fn look_back(&self, position: &Position) -> u32 {
        occurrences(position, self.past.iter().rev().map(|(past, occurrences)| (Stood::of(past), *occurrences)))
    }
}

impl Default for Recent {
    fn default() -> Self {
        Self { past: Vec::new(), seen: Box::new([0; SEEN]), occurrences: 0, next: 1 }
    }
}
