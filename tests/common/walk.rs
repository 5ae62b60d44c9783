//! Random games, each known by its seed: legal moves drawn by chance, from the initial position or a Chess960 start.
//!
//! Some chances are improved: in half of the games most moves of kings and rooks are drawn again, so that castling rights
//! last; and where a capture in passing is legal, it is played half of the time.

use std::fmt;

use chess_referee::board::{Bitboard, Role};
use chess_referee::notation::{CastlingStyle, Fen, Uci};
use chess_referee::position::{Move, MoveKind, Position};

use super::chance::Chance;

/// The longest random game, in plies; after that little but shuffling kings would come.
const LONGEST: usize = 200;

/// A random game as far as it has been played. Shown in a failure, it says all that is needed to see it again.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    seed: u64,
    start: Position,
    now: Position,
    moves: Vec<Move>,
    chance: Chance,
    castling_is_kept: bool,
}

impl Walk {
    /// A game from the initial position when the seed is even, from a Chess960 start when it is odd.
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let number = if seed.is_multiple_of(2) { 518 } else { chance.below(960) as u32 };
        Self::from(Position::chess960(number).expect("a number below 960"), seed)
    }

    /// A game from this position.
    pub(crate) fn from(start: Position, seed: u64) -> Self {
        let chance = Chance::new(!seed);
        Self { seed, start, now: start, moves: Vec::new(), chance, castling_is_kept: (seed / 2).is_multiple_of(2) }
    }

    /// The position now.
    pub(crate) const fn position(&self) -> &Position {
        &self.now
    }

    /// How many moves have been played.
    pub(crate) const fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Draws a legal move, without playing it; none when the game has ended on the board or has become too long.
    pub(crate) fn draw(&mut self) -> Option<Move> {
        let legal = self.now.legal_moves();
        if legal.is_empty() || self.plies() >= LONGEST {
            return None;
        }
        let in_passing = legal.iter().find(|mv| mv.kind() == MoveKind::EnPassant);
        if let Some(&mv) = in_passing
            && self.chance.below(2) == 0
        {
            return Some(mv);
        }
        let board = self.now.board();
        let loses_right = |mv: Move| mv.castling().is_none() && matches!(board.role_at(mv.from()), Some(Role::King | Role::Rook));
        let mut mv = self.chance.one_of(&legal);
        for _ in 0..3 {
            if self.castling_is_kept && loses_right(mv) {
                mv = self.chance.one_of(&legal);
            }
        }
        Some(mv)
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.now = self.now.play(mv);
        self.moves.push(mv);
    }

    /// Draws a legal move and plays it.
    pub(crate) fn step(&mut self) -> Option<Move> {
        let mv = self.draw()?;
        self.play(mv);
        Some(mv)
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, from {}", self.seed, Fen(&self.start))?;
        write!(f, "moves")?;
        for &mv in &self.moves {
            write!(f, " {}", Uci { mv, style: CastlingStyle::KingTakesRook })?;
        }
        write!(f, "\nnow {}", Fen(&self.now))
    }
}

/// Shows every position of random games to `look`, the first ones too, until it has seen at least `positions` of them. The
/// games have the seeds `first_seed`, the next, and so on: standard chess and Chess960 in turn.
pub(crate) fn along_random_games(first_seed: u64, positions: usize, mut look: impl FnMut(&Walk)) {
    let mut seen = 0;
    for seed in first_seed.. {
        let mut walk = Walk::new(seed);
        loop {
            look(&walk);
            seen += 1;
            if walk.step().is_none() {
                break;
            }
        }
        if seen >= positions {
            return;
        }
    }
}

/// Sets of squares in words, for failures.
pub(crate) fn names(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.name()).collect::<Vec<_>>().join(" ")
}
