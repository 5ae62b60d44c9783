//! A proof that one side can never mate, by abstraction: kings and pawns are followed move by move, officers only roughly.
//!
//! Behind a wall of pawns it does not matter on which of its squares a bishop stands, and there are too many ways to place
//! several. What matters is which walls can be opened, in which order, and who has to move. So an abstract state holds the
//! kings, the pawns, the turn and the square just passed, and for each officer a region of squares in place of its square
//! (`layer.rs`). Its conceivable moves (`moves.rs`) are more than the legal ones, never fewer; a conceivable mate
//! (`mate.rs`) is there wherever a real one is. If all states that a position leads to hold no conceivable mate, there is
//! no mate at all. The search for them (`search.rs`) is not trusted: its states are the proof, and `check.rs` looks at it.
//!
//! If a mate is conceivable, one officer more is made exact, followed from square to square, the least free one first. With
//! all of them exact, the states are positions, and what is conceivable is what is legal.

mod check;
mod layer;
mod mate;
mod moves;
mod search;

use crate::board::Color;
use crate::position::Position;

pub(super) use check::check;
use layer::{Layer, Moment};
use search::{End, States, search};

/// A set of abstract states that holds the image of a position, is closed under conceivable moves, and has no conceivable
/// mate in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractProof {
    states: States,
    /// Whether officers that pawns turn into are followed exactly.
    exact_promotions: bool,
}

impl AbstractProof {
    /// How many abstract states it consists of.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.states.words.len()
    }
}

/// A proof that `winner` can never mate, if one is found with so many abstract states; what it needs of them, at all
/// refinements together, is taken off.
///
/// A position with castling rights is not looked at, for castling is no conceivable move.
pub(super) fn refute(position: &Position, winner: Color, unspent: &mut u64) -> Option<AbstractProof> {
    if !position.castling().is_empty() || is_mated(position, !winner) {
        return None;
    }
    let start = Layer::of(position);
    let mut free = start.clone();
    free.normalise();
    let mut order: Vec<usize> = (0..start.officers.len()).collect();
    order.sort_by_key(|&index| free.officers[index].region.len());
    let promotes = start.all_pawns().any();
    for exact in 0..=order.len() + usize::from(promotes) {
        let mut layer = start.clone();
        for &index in order.iter().take(exact) {
            layer.officers[index].exact = true;
        }
        layer.normalise();
        layer.sort();
        let exact_promotions = exact > order.len();
        let (end, states) = search(&layer, Moment::of(position), winner, exact_promotions, *unspent);
        *unspent = unspent.saturating_sub(states.words.len() as u64);
        match end {
            End::Closed => return Some(AbstractProof { states, exact_promotions }),
            End::Mate if *unspent > 0 => {}
            _ => break,
        }
    }
    None
}

/// Whether `color` is mated now.
fn is_mated(position: &Position, color: Color) -> bool {
    position.turn() == color && position.in_check() && !position.has_legal_move()
}

#[cfg(test)]
mod tests;
