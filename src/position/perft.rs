//! Perft: how many games of a given length a position has. The field's proof of a move generator, and its yardstick.
//!
//! It is a visitor of the generator: it plays each move as it is shown, on what the moves depend on alone, and has the
//! opponent's side of the generator go on from there. The last half-move is counted from the sets and never played.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::board::{Bitboard, Color, PromotionRole, Role, Square};

use super::checks::Constraints;
use super::legal;
use super::movegen::{Generator, PawnWay, Visitor};
use super::scene::Scene;
use super::side::{Black, Side, White};
use super::{CastlingSide, Move, Position};

/// How many sequences of `depth` legal moves there are, or `None` when there are more than `budget`.
#[must_use]
pub fn perft(position: &Position, depth: u32, budget: u64) -> Option<u64> {
    let mut left = budget;
    count(position, depth, &mut left)
}

/// The same count for each first move, in no particular order; `depth` counts that first move too.
#[must_use]
pub fn divide(position: &Position, depth: u32, budget: u64) -> Option<Vec<(Move, u64)>> {
    let mut left = budget;
    let below = depth.checked_sub(1)?;
    position.legal_moves().into_iter().map(|mv| Some((mv, count(&position.play(mv), below, &mut left)?))).collect()
}

fn count(position: &Position, depth: u32, left: &mut u64) -> Option<u64> {
    let before = *left;
    let whole = match (position.turn(), depth) {
        (_, 0) => {
            *left = left.checked_sub(1)?;
            return Some(1);
        }
        (Color::White, _) => walk::<White>(&position.scene, depth, left),
        (Color::Black, _) => walk::<Black>(&position.scene, depth, left),
    };
    whole.is_continue().then(|| before - *left)
}

/// Takes the sequences of `depth` moves from what is left of the budget, and breaks off when there is not enough.
fn walk<S: Side>(scene: &Scene, depth: u32, left: &mut u64) -> ControlFlow<()> {
    let constraints = Constraints::find(&scene.board, S::COLOR);
    let generator = Generator::<S>::new(scene, &constraints);
    if depth > 1 {
        return generator.visit(&mut Walk::<S> { scene, depth, left, side: PhantomData });
    }
    spend(left, legal::count(&generator))
}

/// Counts the moves after a scene, in a function of its own: all that is hot is here.
#[inline(never)]
fn leaves<S: Side>(scene: &Scene) -> u32 {
    let constraints = Constraints::find(&scene.board, S::COLOR);
    legal::count(&Generator::<S>::new(scene, &constraints))
}

#[inline]
fn spend(left: &mut u64, nodes: u32) -> ControlFlow<()> {
    match left.checked_sub(u64::from(nodes)) {
        Some(rest) => {
            *left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}

/// Plays each move that it is shown, and counts what can follow.
struct Walk<'a, S> {
    scene: &'a Scene,
    depth: u32,
    left: &'a mut u64,
    side: PhantomData<S>,
}

impl<S: Side> Walk<'_, S> {
    #[inline]
    fn enter(&mut self, next: &Scene) -> ControlFlow<()> {
        if self.depth == 2 { spend(self.left, leaves::<S::Opponent>(next)) } else { walk::<S::Opponent>(next, self.depth - 1, self.left) }
    }
}

impl<S: Side> Visitor for Walk<'_, S> {
    #[inline(always)]
    fn man(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            self.enter(&self.scene.after_step::<S>(role, from, to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            let from = way.origin(S::COLOR, to);
            let next = match way {
                PawnWay::DoubleStep => self.scene.after_double_step::<S>(from, to),
                _ => self.scene.after_step::<S>(Role::Pawn, from, to),
            };
            self.enter(&next)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, way: PawnWay, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            for role in PromotionRole::ALL {
                self.enter(&self.scene.after_promotion::<S>(role, way.origin(S::COLOR, to), to))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.enter(&self.scene.after_en_passant::<S>(from, to))
    }

    #[inline(always)]
    fn castling(&mut self, side: CastlingSide) -> ControlFlow<()> {
        self.enter(&self.scene.after_castling::<S>(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_has_the_published_counts() {
        let counts: Vec<_> = (0..=5).map(|depth| perft(&Position::initial(), depth, u64::MAX)).collect();
        assert_eq!(counts, [1, 20, 400, 8_902, 197_281, 4_865_609].map(Some));
    }

    #[test]
    fn a_budget_stops_it() {
        assert_eq!(perft(&Position::initial(), 3, 8_902), Some(8_902));
        assert_eq!(perft(&Position::initial(), 3, 8_901), None);
    }

    #[test]
    fn the_division_adds_up() {
        let parts = divide(&Position::initial(), 3, u64::MAX).expect("no budget");
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
    }
}
