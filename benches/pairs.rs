//! What one thing costs beside another, as a ratio: both are timed by turns in one run, so that a noisy machine slows both.

#![allow(clippy::print_stdout)] // a bench prints what it measured

use std::hint::black_box;
use std::time::{Duration, Instant};

use chess_referee::session::{Options, Session};

/// Runs `one` and `other` by turns, which tell what they took; the ratio is the median of the rounds' ratios.
fn ratio(rounds: usize, mut one: impl FnMut() -> Duration, mut other: impl FnMut() -> Duration) -> (Duration, Duration, f64) {
    let mut pairs: Vec<(Duration, Duration)> = (0..rounds)
        .map(|round| {
            // Whichever goes first warms the caches for the second: they take turns.
            if round % 2 == 0 {
                let first = one();
                (first, other())
            } else {
                let first = other();
                (one(), first)
            }
        })
        .collect();
    pairs.sort_by(|(a, b), (c, d)| (a.as_secs_f64() / b.as_secs_f64()).total_cmp(&(c.as_secs_f64() / d.as_secs_f64())));
    let (one, other) = pairs[rounds / 2];
    (one, other, one.as_secs_f64() / other.as_secs_f64())
}

/// What it takes to play these lines, in a new session that these others came first in; each arrives a millisecond after the one
/// before.
#[allow(clippy::disallowed_methods)] // a bench reads the clock
fn talk(first: &[&str], lines: &[String]) -> Duration {
    let mut session = Session::new(Options::default());
    let mut out = Vec::new();
    let mut arrival = 0;
    let mut answer = |line: &str| {
        arrival += 1;
        session.set_time(arrival);
        out.clear();
        session.answer_text(line, &mut out);
    };
    first.iter().for_each(|line| answer(line));
    let start = Instant::now();
    lines.iter().for_each(|line| answer(line));
    let took = start.elapsed();
    black_box(out.len());
    took
}

/// A game of random legal moves, as `move` lines: those that `go` gives.
fn game() -> Vec<String> {
    let mut session = Session::new(Options::default());
    let mut answer = |line: &str| {
        let mut out = Vec::new();
        let refused = session.answer(line.as_bytes(), &mut out).error;
        (!refused).then(|| String::from_utf8(out).expect("replies are text"))
    };
    let mut moves = Vec::new();
    while moves.len() < 200 {
        let reply = answer("go").expect("go is always answered");
        let Some(mv) = reply.trim_end().strip_prefix("bestmove ").filter(|mv| *mv != "(none)") else { break };
        let line = format!("move {mv}");
        if answer(&line).is_none() {
            break;
        }
        moves.push(line);
    }
    moves
}

fn main() {
    // `cargo test` runs benches too, to see that they run.
    let rounds = if std::env::args().any(|arg| arg == "--bench") { 2_001 } else { 3 };
    let moves = game();
    let timed: Vec<String> = moves.iter().map(|line| format!("{line} elapsed 10")).collect();
    let clock = ["setoption name Profile value fide-standard", "setoption name NoDrawBefore value 30", "clock 3000+3"];
    for (name, lines) in [("its arrival", &moves), ("`elapsed`", &timed)] {
        let (with, without, ratio) = ratio(rounds, || talk(&clock, lines), || talk(&[], &moves));
        let each = |whole: Duration| whole.as_secs_f64() * 1e9 / moves.len() as f64;
        println!(
            "move, a clock and all rules on, timed by {name}, against none: {:.0} ns / {:.0} ns = {ratio:.3}",
            each(with),
            each(without)
        );
    }
}
