//! The search: all abstract states that a position leads to, or a conceivable mate among them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::layer::{Layer, Moment};
use super::mate::{is_conceivable, is_surely_attacked};
use super::moves::{Step, try_each_step};
use crate::board::Color;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// No state is left to be looked at, and no move of the winner's might have mated.
    Closed,
    /// A move of the winner's might have mated.
    Mate,
    /// There are more states than allowed.
    Spent,
}

/// Multiplies and mixes: the words that are hashed here differ in all their bits, and nobody chooses them to do harm.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0xf39c_c060_5ced_c835) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(super) type Mixed = BuildHasherDefault<Mix>;

/// Abstract states, each a word with the number of its layer, and the layers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct States {
    pub(super) layers: Vec<Arc<[u64]>>,
    pub(super) numbers: HashMap<Arc<[u64]>, u32, Mixed>,
    pub(super) words: HashSet<u64, Mixed>,
}

impl States {
    /// The number of a layer, a new one if it is new.
    fn number(&mut self, words: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(words) {
            return number;
        }
        let number = self.layers.len() as u32;
        let words: Arc<[u64]> = words.into();
        self.layers.push(Arc::clone(&words));
        self.numbers.insert(words, number);
        number
    }
}

/// Looks at every state that this one leads to, at most `budget` of them.
///
/// States that are lost by material for the winner are left out: nothing that follows can mate.
pub(super) fn search(layer: &Layer, moment: Moment, winner: Color, exact_promotions: bool, budget: u64) -> (End, States) {
    let mut states = States::default();
    let mut scratch = Vec::new();
    layer.pack(&mut scratch);
    let root = moment.with_layer(states.number(&scratch));
    states.words.insert(root);
    let mut open = vec![root];
    let mut unpacked = (0, layer.clone());
    if layer.is_lost(winner) {
        open.clear();
    }
    while let Some(word) = open.pop() {
        let (number, moment) = Moment::from_word(word);
        if unpacked.0 != number {
            unpacked = (number, Layer::unpack(&states.layers[number as usize]));
        }
        let visit = |step: Step<'_>| {
            if is_surely_attacked(step.layer, step.moment, moment.turn) {
                return ControlFlow::Continue(());
            }
            if moment.turn == winner && is_conceivable(&step, winner) {
                return ControlFlow::Break(End::Mate);
            }
            let number = if step.same_layer {
                number
            } else {
                if step.layer.is_lost(winner) {
                    return ControlFlow::Continue(());
                }
                let mut layer = step.layer.clone();
                layer.normalise();
                layer.sort();
                layer.pack(&mut scratch);
                states.number(&scratch)
            };
            let word = step.moment.with_layer(number);
            if states.words.insert(word) {
                if states.words.len() as u64 > budget {
                    return ControlFlow::Break(End::Spent);
                }
                open.push(word);
            }
            ControlFlow::Continue(())
        };
        if let ControlFlow::Break(end) = try_each_step(&unpacked.1, moment, exact_promotions, visit) {
            return (end, states);
        }
    }
    (End::Closed, states)
}
