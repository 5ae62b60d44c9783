//! What the proofs of the rules share: chance that repeats itself, random games, the perft fixtures, a second thread, and
//! the way over to cozy-chess, whose opinion is asked.

#![allow(dead_code, reason = "each test binary takes all of this in and calls a part of it; what one leaves unused another needs")]

pub(crate) mod chance;
pub(crate) mod corpus;
pub(crate) mod cozy;
pub(crate) mod fixtures;
pub(crate) mod walk;

use std::sync::atomic::{AtomicUsize, Ordering};

use chess_referee::notation::{Fen, parse_fen};
use chess_referee::position::Position;

/// Whether the long run is asked for, with `LONG_TESTS=1`; `.ci/run` does so, in release mode.
pub(crate) fn long_run() -> bool {
    std::env::var_os("LONG_TESTS").is_some_and(|value| value == "1")
}

/// The position of a FEN that a test is sure of.
pub(crate) fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}")).0
}

/// The FEN of a position.
pub(crate) fn fen(position: &Position) -> String {
    Fen(position).to_string()
}

/// Does each job once, the first ones first, on two threads; a panic in any of them is a panic here.
pub(crate) fn on_two_threads<Job: Sync>(jobs: &[Job], work: impl Fn(&Job) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(job);
                }
            });
        }
    });
}
