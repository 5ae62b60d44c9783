//! PGN: whole games as text.

mod clock;
mod write;

pub use clock::{read_clock, write_clock};
pub use write::{Movetext, ROSTER, prints, write_tag};

/// How a game ended, as PGN tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// The game is drawn.
    Draw,
    /// The game goes on, or nothing is known of its end.
    Unknown,
}

impl GameResult {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// How it is written: `1-0`, `0-1`, `1/2-1/2`, `*`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}
