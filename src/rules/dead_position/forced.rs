//! The forced line: while there is one legal move only, it is played.
//!
//! A forced move changes nothing about who can mate, so the question may be asked where the choice begins. A line that comes
//! back to where it was never ends.

use crate::board::Color;
use crate::position::{Choice, Identity, Move, Position};

use super::proof::{ForcedEnd, ForcedLine};
use super::{Proof, mate_by};

/// How far a forced line is followed. Stopping early is harmless: the question stays the same.
const LONGEST: usize = 400;

/// Where a forced line ends.
pub(super) struct Forced {
    /// The forced moves.
    pub(super) moves: Vec<Move>,
    /// The position after them.
    pub(super) position: Position,
    /// What is known of it by looking: mate (`Ok`), or why there is never one (`Err`).
    pub(super) known: Option<Result<(), ForcedEnd>>,
}

impl Forced {
    /// Follows the forced line from a position, if there is any.
    pub(super) fn walk(start: &Position, winner: Color) -> Self {
        let mut line = Self { moves: Vec::new(), position: *start, known: None };
        let mut stood: Vec<Identity> = Vec::new();
        loop {
            // Nearly always there is a choice: then no list is made.
            let choice = line.position.choice();
            let only = if choice == Choice::Forced { line.position.legal_moves().first().copied() } else { None };
            line.known = at_sight(&line.position, choice, winner);
            let Some(only) = only.filter(|_| line.known.is_none() && line.moves.len() < LONGEST) else { return line };
            stood.push(line.position.identity());
            line.moves.push(only);
            line.position.advance(only);
            if stood.contains(&line.position.identity()) {
                line.known = Some(Err(ForcedEnd::Repeats));
                return line;
            }
        }
    }

    /// The proof for the start of the line, from what holds at its end.
    pub(super) fn prove(moves: Vec<Move>, end: ForcedEnd) -> Proof {
        match end {
            ForcedEnd::Proved(proof) if moves.is_empty() => *proof,
            end => Proof::Forced(ForcedLine { moves, end }),
        }
    }
}

/// What a look tells: the end of the game first, then the material.
fn at_sight(position: &Position, choice: Choice, winner: Color) -> Option<Result<(), ForcedEnd>> {
    if choice == Choice::None {
        let mate = position.in_check() && position.turn() != winner;
        return Some(if mate { Ok(()) } else { Err(ForcedEnd::Proved(Box::new(Proof::Terminal))) });
    }
    let by_material = mate_by(position.board(), winner);
    (!by_material.is_possible()).then(|| Err(ForcedEnd::Proved(Box::new(Proof::Material(by_material)))))
}
