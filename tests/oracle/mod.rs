//! The textbook oracle: the rules of chess written the slow, obvious way, so
//! that a fast generator has something to be compared with. This file says
//! what a kind of piece is ([`Kind`]) and which kinds are in play
//! ([`PieceSet`]); `pieces` holds the six standard kinds, `board` the squares
//! and the men on them, `game` the rules that need more than one man.
//!
//! A kind knows its own geometry and answers a few questions about its
//! privileges. Neither the board nor the game names a kind, so a new one is
//! added by implementing [`Kind`] and handing it to [`PieceSet::with`].

// Every test binary takes the whole oracle in and calls only a part of it;
// what one leaves unused another needs. And `pub` here marks what the oracle
// offers to the tests: a test binary exports nothing.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod board;
pub mod game;
pub mod pieces;

pub use board::{Board, Color, Man, Square};
pub use game::Game;

use std::fmt;

/// A kind of piece. Only the letter and the attacks must be given: all other
/// answers are those of an ordinary piece, and a kind with a privilege
/// overrides the answer concerned.
///
/// `Sync`, because the kinds are shared by every game in every test thread.
pub trait Kind: Sync {
    /// The upper-case letter of the kind in FEN and, lowered, in UCI words.
    fn letter(&self) -> char;

    /// The squares a man on `from` attacks, whoever stands there. A square
    /// held by a friend is attacked too: the enemy king may not take on it.
    fn attacks(&self, board: &Board, from: Square, color: Color) -> Vec<Square>;

    /// The squares a man on `from` may go to as far as its own movement is
    /// concerned. Most kinds go wherever they attack, except onto their own
    /// men.
    fn moves(&self, board: &Board, from: Square, color: Color) -> Vec<Square> {
        let mut squares = self.attacks(board, from, color);
        squares.retain(|&to| board.at(to).is_none_or(|man| man.color != color));
        squares
    }

    /// Whether the game is lost with a man of this kind.
    fn is_royal(&self) -> bool {
        false
    }

    /// Whether a man of this kind may castle, taking the king's part.
    fn may_castle(&self) -> bool {
        false
    }

    /// Whether a man of this kind takes the rook's part in castling.
    fn is_castling_partner(&self) -> bool {
        false
    }

    /// Whether another man may be promoted to this kind.
    fn may_be_promoted_to(&self) -> bool {
        true
    }

    /// Whether a man of this kind must be promoted when it arrives on `to`.
    fn is_promoted_on(&self, _to: Square, _color: Color) -> bool {
        false
    }

    /// The square a man going from `from` to `to` lays itself open on to
    /// capture in passing, if the step was one of that sort.
    fn passed_over(&self, _from: Square, _to: Square, _color: Color) -> Option<Square> {
        None
    }

    /// Whether a man of this kind may capture in passing.
    fn captures_in_passing(&self) -> bool {
        false
    }

    /// Whether a move of this kind can never be undone by a later one, so
    /// that it sets the fifty-move count back to zero even without a capture.
    fn moves_for_good(&self) -> bool {
        false
    }

    /// Whether a man of this kind can stand on `square` at all.
    fn may_stand_on(&self, _square: Square) -> bool {
        true
    }
}

impl fmt::Debug for dyn Kind {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", self.letter())
    }
}

/// The kinds in play, found by their FEN letter.
#[derive(Clone, Debug)]
pub struct PieceSet {
    kinds: Vec<&'static dyn Kind>,
}

impl PieceSet {
    /// The six kinds of orthodox chess.
    pub fn standard() -> PieceSet {
        let kinds = pieces::STANDARD.to_vec();
        PieceSet { kinds }
    }

    /// This set and one kind more.
    ///
    /// # Panics
    ///
    /// If the letter is not an upper-case one or already stands for a kind:
    /// no FEN could then be read.
    pub fn with(mut self, kind: &'static dyn Kind) -> PieceSet {
        let letter = kind.letter();
        assert!(letter.is_ascii_uppercase(), "{letter:?} is no FEN letter");
        assert!(self.find(letter).is_none(), "two kinds share {letter:?}");
        self.kinds.push(kind);
        self
    }

    /// The kind an upper-case letter stands for.
    pub fn find(&self, letter: char) -> Option<&'static dyn Kind> {
        let mut kinds = self.kinds.iter().copied();
        kinds.find(|kind| kind.letter() == letter)
    }

    /// The kinds another man may be promoted to.
    pub fn promotions(&self) -> impl Iterator<Item = &'static dyn Kind> {
        let kinds = self.kinds.iter().copied();
        kinds.filter(|kind| kind.may_be_promoted_to())
    }
}
