//! Who can still mate: how long a full decision takes, beside the crate chasolver in the same run, and how many are decided.
//!
//! The positions are made by chance from fixed seeds, class by class; each is asked of for both sides as the one to mate.
//!
//! `POSITIONS` is how many of each class, `SEED` the first seed; `SLOW=500` prints what took more microseconds than that.

#![allow(clippy::print_stdout)] // a bench prints what it measured

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chasolver::Winnability;
use chess_referee::board::Color;
use chess_referee::rules::dead_position::{DEFAULT_BUDGET, Verdict, judge, judge_counted};
use common::corpus::Class;
use common::fen;

/// How one side did on one class.
#[derive(Default)]
struct Times {
    all: Vec<Duration>,
    /// The times of those that were decided.
    decided: Vec<Duration>,
}

impl Times {
    fn add(&mut self, time: Duration, decided: bool) {
        self.all.push(time);
        self.decided.extend(decided.then_some(time));
    }

    fn print(&mut self, name: &str) {
        self.all.sort_unstable();
        let count = self.all.len();
        let at = |share: f64| self.all[((count as f64 * share) as usize).min(count - 1)];
        let mean = self.all.iter().sum::<Duration>() / count as u32;
        println!(
            "  {name:>13}: median {:>9.2?}, mean {:>9.2?}, p99 {:>9.2?}, p99.9 {:>9.2?}, max {:>9.2?}, decided {:.3}%",
            at(0.5),
            mean,
            at(0.99),
            at(0.999),
            at(1.0),
            100.0 * self.decided.len() as f64 / count as f64
        );
        let within = |most: u64| {
            let decided = self.decided.iter().filter(|time| **time <= Duration::from_micros(most)).count();
            100.0 * decided as f64 / count as f64
        };
        println!("  {:>13}  decided within 10 µs {:.1}%, 100 µs {:.1}%, 1 ms {:.1}%", "", within(10), within(100), within(1_000));
    }
}

#[allow(clippy::disallowed_methods)] // a bench reads the clock
fn time<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = black_box(run());
    (result, start.elapsed())
}

fn main() {
    // `cargo test` runs benches too, to see that they run.
    let count = match std::env::var("POSITIONS").ok().and_then(|count| count.parse().ok()) {
        Some(count) => count,
        None if std::env::args().any(|arg| arg == "--bench") => 2_000,
        None => 3,
    };
    let number = |name| std::env::var(name).ok().and_then(|number: String| number.parse::<u64>().ok());
    let (first, slow) = (number("SEED").unwrap_or(0), number("SLOW").map(Duration::from_micros));
    for class in Class::ALL {
        let (mut ours, mut theirs) = (Times::default(), Times::default());
        let mut disagreements = Vec::new();
        for seed in first..first + count {
            let position = class.position(seed);
            let fen = fen(&position);
            let Ok(board) = chess::Board::from_str(&fen) else { continue };
            for winner in Color::ALL {
                let their_winner = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
                // They take turns in going first.
                let ask_us = || time(|| judge(black_box(&position), winner, DEFAULT_BUDGET));
                let ask_them = || time(|| chasolver::winnability(black_box(&board), their_winner));
                let (us, them) = if seed % 2 == 0 {
                    let us = ask_us();
                    (us, ask_them())
                } else {
                    let them = ask_them();
                    (ask_us(), them)
                };
                let our_answer = match us.0 {
                    Verdict::Winnable(_) => Some(true),
                    Verdict::Unwinnable(_) => Some(false),
                    Verdict::Unknown { .. } => None,
                };
                let their_answer = them.0.map(|winnability| matches!(winnability, Winnability::Winnable { .. }));
                ours.add(us.1, our_answer.is_some());
                theirs.add(them.1, their_answer.is_some());
                if let (Some(us), Some(them)) = (our_answer, their_answer)
                    && us != them
                {
                    disagreements.push(format!("{fen} for {winner}: we say {us}, they {them}"));
                }
                if slow.is_some_and(|slow| us.1 > slow) {
                    let moves = judge_counted(&position, winner, DEFAULT_BUDGET).1;
                    println!("slow {:?} (they {:?}), {moves} moves, {}: {fen} for {winner}", us.1, them.1, us.0.code());
                }
            }
        }
        println!("{class:?}, {} questions", ours.all.len());
        ours.print("chess-referee");
        theirs.print("chasolver");
        println!("  disagreements: {}", disagreements.len());
        for disagreement in disagreements {
            println!("    {disagreement}");
        }
    }
}
