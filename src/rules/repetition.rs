//! Repetition: how often a position has stood in the game (9.2.3 says what the same position is), the draw that may be
//! claimed at the third time (9.2) and the one that comes by itself at the fifth (9.6.1). They need not follow each other.

use std::borrow::Borrow;

use super::{Draw, Outcome};
use crate::board::Piece;
use crate::position::{CastlingRights, Identity, Key, Move, Position};

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

/// What has stood in a game, kept to count how often each position has.
///
/// For whole games that are replayed one after another: memory is used again, no position is kept, and most are known to be new at
/// a look. Where one is not, the moves are taken back to see how often it stood.
#[derive(Clone, Debug)]
pub struct Recent {
    /// For some bits of a key, the number of the last position that had them.
    seen: Box<[u32; SEEN]>,
    /// The number of the next position. Those of all games are numbered on, so that nothing has to be wiped.
    next: u32,
    /// The number of the first position that has the rights of the last one, and may come again.
    first: u32,
    /// The rights of the position that was counted last.
    castling: CastlingRights,
}

/// Many more than the positions that stand between two captures or pawn moves, so that few are taken for seen that are not.
const SEEN: usize = 1 << 10;

impl Recent {
    /// Begins with the first position of a game, which is counted next.
    pub fn begin(&mut self, position: &Position) {
        self.first = self.next;
        self.castling = *position.castling();
    }

    /// How many times `position`, which stands on the board now, has stood in the game, this time counted. These are the game's
    /// moves so far; after each of them it was asked.
    #[inline]
    pub fn count(&mut self, position: &Position, moves: &[Move]) -> u32 {
        let number = self.next;
        self.next = number.wrapping_add(1);
        let before = std::mem::replace(&mut self.seen[position.key().0 as usize % SEEN], number);
        // What stood before a right was lost does not come again, nor does what allows a capture in passing.
        let passes = position.en_passant().is_some();
        if passes || *position.castling() != self.castling {
            self.first = number.wrapping_add(passes.into());
            self.castling = *position.castling();
            return 1;
        }
        let comparable = position.halfmove().min(number.wrapping_sub(self.first));
        if number.wrapping_sub(before) > comparable { 1 } else { look_back_over(position, &moves[moves.len() - comparable as usize..]) }
    }
}

impl Default for Recent {
    fn default() -> Self {
        Self { seen: Box::new([0; SEEN]), next: 1, first: 1, castling: CastlingRights::NONE }
    }
}

/// How many times the men have stood as they do in `position`, this time counted, since these moves began; none of them was a
/// capture, a pawn's or castling.
#[cold]
fn look_back_over(position: &Position, moves: &[Move]) -> u32 {
    let mut board = *position.board();
    let mut color = position.turn();
    let mut occurrences = 1;
    for mv in moves.iter().rev() {
        color = !color;
        board.shift(Piece { color, role: mv.role() }, mv.to(), mv.from());
        occurrences += u32::from(color == position.turn() && board == *position.board());
    }
    occurrences
}
