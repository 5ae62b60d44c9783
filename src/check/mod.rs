//! Checking what has been played: whole games from PGN, positions from FEN and EPD, as many as there are, on all cores. Each
//! gets a verdict, a line of text or JSON.
//!
//! The daemon's sibling: the session knows nothing of it, nor it of the session. `run` alone reads and prints.

pub mod arguments;
mod games;
mod lines;
mod pipeline;
mod result;
pub mod run;
mod setups;
mod source;

pub use games::{Reports, judge_games};
pub use lines::Lines;
pub use setups::{LineFormat, judge_line, judge_lines};
pub use source::{Source, unpacked};
