//! `Command`: what a line asks for, borrowed from the line. Moves and FENs stay text here: reading them takes a position.

use crate::board::{Color, Square};
use crate::game::Given;
use crate::notation::TimeControl;
use crate::rules::Claim;

/// A line: the game that it is about, and what it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The tag's name, without its `@`; `None` for the default game.
    pub game: Option<&'a str>,
    /// What it asks for.
    pub command: Command<'a>,
}

/// What a line asks for; each is described in the table of [`super::grammar`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command<'a> {
    Uci,
    IsReady,
    UciNewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Debug,
    Register,
    Stop,
    PonderHit,
    /// `start_text` is the start as it was written.
    Position {
        start: Start<'a>,
        start_text: &'a str,
        moves: MoveWords<'a>,
    },
    Go(Go),
    Legal {
        from: Option<Square>,
        san: bool,
    },
    Move {
        text: &'a str,
        given: Given,
    },
    Undo {
        count: u32,
        given: Given,
    },
    Redo {
        count: u32,
        given: Given,
    },
    Status,
    /// Why the game stands as it does.
    ExplainGame,
    Claims,
    Events {
        since: u32,
    },
    Claim {
        claim: Claim,
        named: Option<&'a str>,
        given: Given,
    },
    Offer {
        by: Color,
        given: Given,
    },
    Accept {
        by: Color,
        given: Given,
    },
    Decline {
        by: Color,
        given: Given,
    },
    Resign {
        by: Color,
        given: Given,
    },
    Abort {
        given: Given,
    },
    /// White's time control first; `None` takes the clocks away.
    Clock {
        controls: Option<Box<[TimeControl; 2]>>,
        given: Given,
    },
    Flag {
        color: Color,
        given: Given,
    },
    /// Whether this side could still mate; `None` for the one that has just moved.
    Winnable {
        color: Option<Color>,
    },
    /// The verdict on a move.
    Explain {
        text: &'a str,
    },
    Fen,
    History {
        san: bool,
    },
    Pgn,
    /// A tag of the game's PGN; without a value, it is forgotten.
    Tag {
        name: &'a str,
        value: Option<&'a str>,
    },
    Board,
    Perft {
        depth: u32,
    },
    Games,
    Close,
    Help,
    Quit,
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// The initial position.
    Initial,
    /// A FEN, not yet read.
    Fen(&'a str),
    /// A line of EPD, not yet read.
    Epd(&'a str),
    /// The Chess960 starting position of this number.
    Chess960(u32),
}

/// What `go` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// The division of a perft.
    Perft {
        /// Its depth in half-moves.
        depth: u32,
    },
    /// A move.
    Move,
}

/// The moves of a list, as they stand in the line. A move number and a suffix `e.p.` belong to their move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveWords<'a>(pub &'a str);

impl<'a> IntoIterator for MoveWords<'a> {
    type Item = &'a str;
    type IntoIter = MoveWordsIter<'a>;

    fn into_iter(self) -> MoveWordsIter<'a> {
        MoveWordsIter(self.0)
    }
}

/// Walks a list of moves.
#[derive(Clone, Debug)]
pub struct MoveWordsIter<'a>(&'a str);

impl<'a> Iterator for MoveWordsIter<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (rest, text) = super::parse::next_move(self.0)?;
        self.0 = rest;
        Some(text)
    }
}

impl Command<'_> {
    /// The word of the command, as replies name it.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::IsReady => "isready",
            Self::UciNewGame => "ucinewgame",
            Self::SetOption { .. } => "setoption",
            Self::Debug => "debug",
            Self::Register => "register",
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Position { .. } => "position",
            Self::Go(_) => "go",
            Self::Legal { .. } => "legal",
            Self::Move { .. } => "move",
            Self::Undo { .. } => "undo",
            Self::Redo { .. } => "redo",
            Self::Status => "status",
            Self::ExplainGame | Self::Explain { .. } => "explain",
            Self::Claims => "claims",
            Self::Events { .. } => "events",
            Self::Claim { .. } => "claim",
            Self::Offer { .. } => "offer",
            Self::Accept { .. } => "accept",
            Self::Decline { .. } => "decline",
            Self::Resign { .. } => "resign",
            Self::Abort { .. } => "abort",
            Self::Clock { .. } => "clock",
            Self::Flag { .. } => "flag",
            Self::Winnable { .. } => "winnable",
            Self::Fen => "fen",
            Self::History { .. } => "history",
            Self::Pgn => "pgn",
            Self::Tag { .. } => "tag",
            Self::Board => "board",
            Self::Perft { .. } => "perft",
            Self::Games => "games",
            Self::Close => "close",
            Self::Help => "help",
            Self::Quit => "quit",
        }
    }
}

/// The colour of a word `white` or `black`.
#[must_use]
pub fn color_of_word(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == word)
}
