//! Checking what has been played: whole games from PGN, positions from FEN and EPD, as many as there are, on all cores. Each
//! gets a verdict, a line of text or JSON.
//!
//! The daemon's sibling: the session knows nothing of it, nor it of the session. `run` alone opens and prints;
//! `progress` draws, `source` unpacks.

pub mod arguments;
mod games;
mod lines;
mod pipeline;
mod progress;
mod result;
pub mod run;
mod setups;
mod source;

pub use games::judge_games;
pub use setups::{LineFormat, judge_line};
pub use source::{Source, unpacked};

use crate::protocol::Reply;
use crate::protocol::report::{Finding, Summary};

/// Which reports are wanted; the summary always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Only {
    /// All of them.
    #[default]
    Everything,
    /// Those of games and positions with a problem.
    Problems,
    /// None.
    Summary,
}

impl Only {
    /// Whether the report of a game or position with these findings is wanted.
    const fn wants(self, findings: &[Finding]) -> bool {
        match self {
            Self::Everything => true,
            Self::Problems => !findings.is_empty(),
            Self::Summary => false,
        }
    }
}

/// What came of some games or positions of one source: counted, and reported as far as that is wanted. Games are numbered from 1.
#[derive(Default)]
struct Part {
    summary: Summary,
    replies: Vec<Reply>,
}

impl Part {
    /// So many reports are handed over at a time: a file may hold millions of games of a few bytes each.
    const MOST: u64 = 1024;

    fn is_full(&self) -> bool {
        self.summary.games + self.summary.setups >= Self::MOST
    }
}
