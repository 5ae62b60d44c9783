//! Evidence: what a verdict rests on, in a form that can be checked without finding it again.

use crate::board::Bitboard;
use crate::position::{Identity, Key, Move, Position};

use super::{AbstractProof, MateBy};

/// Why one side can never mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The game is over here, and not by a mate of the other side.
    Terminal,
    /// No placement of these men is mate.
    Material(MateBy),
    /// Every move is forced, up to where one of the other proofs holds, or for ever.
    Forced(ForcedLine),
    /// No man can ever get to where a mate needs it.
    Saturation(ReachTable),
    /// All positions that can still come about are known, and none is mate.
    Closure(Closure),
    /// The same, of abstract states, in which officers stand for many squares at once.
    Abstraction(AbstractProof),
}

impl Proof {
    /// All codes: the one list that the docs and the tests walk.
    pub const CODES: [&'static str; 6] = ["terminal", "material", "forced", "saturation", "closure", "abstraction"];

    /// Its stable code: the test that decided. A forced line that leads to a deeper proof is called after that proof.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Material(_) => "material",
            Self::Forced(line) => match &line.end {
                ForcedEnd::Proved(proof) if !matches!(**proof, Self::Terminal | Self::Material(_)) => proof.code(),
                _ => "forced",
            },
            Self::Saturation(_) => "saturation",
            Self::Closure(_) => "closure",
            Self::Abstraction(_) => "abstraction",
        }
    }
}

/// Moves of which each was the only legal one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedLine {
    /// The moves, one or more.
    pub moves: Vec<Move>,
    /// What is at their end.
    pub end: ForcedEnd,
}

/// What a forced line leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForcedEnd {
    /// A position for which this is proved.
    Proved(Box<Proof>),
    /// A position that stood in this line before: nobody ever gets out of it.
    Repeats,
}

/// For every man of a position the squares that it can ever stand on, too many rather than too few.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachTable {
    /// The squares of each man, in the order of the squares that the men stand on now, a1 to h8.
    pub reach: Vec<Bitboard>,
    /// The men that may be captured, by the squares that they stand on now.
    pub captured: Bitboard,
    /// The pawns that may promote, by the squares that they stand on now.
    pub promoted: Bitboard,
}

/// A set of positions that no legal move leaves, but for positions that are lost for mating by themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Closure {
    /// The positions.
    pub members: Vec<Known>,
    /// Positions on the rim, from which the winner can never mate, each with the table that proves it.
    pub rim: Vec<(Known, ReachTable)>,
}

/// A position as such a set remembers it: what makes it the same as another, and the key that finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    identity: Identity,
    key: Key,
}

impl Known {
    /// The position again, without its counters.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::restore(&self.identity, self.key, 0, 1, None)
    }
}

impl From<&Position> for Known {
    #[inline]
    fn from(position: &Position) -> Self {
        Self { identity: position.identity(), key: position.key() }
    }
}

impl std::hash::Hash for Known {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key.0);
    }
}

/// A hasher for what is hashed already: the key of a position. Equality is of the whole position, never of the key.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByKey(u64);

impl std::hash::Hasher for ByKey {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 ^= key;
    }
}

/// A set of known positions.
pub type KnownSet = std::collections::HashSet<Known, std::hash::BuildHasherDefault<ByKey>>;
