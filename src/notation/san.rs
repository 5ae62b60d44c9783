//! SAN: a move as people write it, `Nbd2`, `exd5`, `e8=Q+`, `O-O`, in the PGN standard's one spelling for each move.
//!
//! This file writes; what is read, exact or not, is in `written.rs` (its grammar) and `read.rs` (its meaning).

use std::fmt;

use crate::board::{Bitboard, File, Rank, Role, Square};
use crate::position::{CastlingSide, Move, Position};

use super::move_text::{Letters, MoveText};

/// A move in SAN. It holds its text itself, without a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct San {
    text: MoveText,
}

impl San {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// The text, by value.
    #[inline]
    #[must_use]
    pub const fn text(self) -> MoveText {
        self.text
    }

    /// A legal move of `position`, all but the sign at its end: for a caller that plays it then, and knows what it comes to.
    #[must_use]
    pub fn without_sign(position: &Position, mv: Move) -> Self {
        const SHORT: Letters = Letters::NONE.push('O').push('-').push('O');
        const LONG: Letters = SHORT.push('-').push('O');
        let letters = match mv.castling() {
            Some(CastlingSide::King) => SHORT,
            Some(CastlingSide::Queen) => LONG,
            None => {
                let role = mv.role();
                let (file, rank) = needed_origin(position, role, mv);
                let mut letters = Letters::NONE.push_if(role != Role::Pawn, role.letter());
                if let Some(file) = file {
                    letters = letters.push(file.letter());
                }
                if let Some(rank) = rank {
                    letters = letters.push(rank.digit());
                }
                letters = letters.push_if(position.captures(mv), 'x').push_square(mv.to());
                match mv.promotion() {
                    Some(promotion) => letters.push('=').push(promotion.role().letter()),
                    None => letters,
                }
            }
        };
        Self { text: letters.done() }
    }

    /// The same with the sign at its end.
    #[inline]
    #[must_use]
    pub fn signed(self, sign: CheckSign) -> Self {
        let text = match sign {
            CheckSign::None => self.text,
            CheckSign::Check => Letters::after(self.text).push('+').done(),
            CheckSign::Mate => Letters::after(self.text).push('#').done(),
        };
        Self { text }
    }
}

impl AsRef<str> for San {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A legal move of `position` in SAN.
#[must_use]
pub fn write_san(position: &Position, mv: Move) -> San {
    write_san_after(position, mv, &position.play(mv))
}

/// A legal move of `position` in SAN, for a caller that has the position after it already.
#[must_use]
pub fn write_san_after(position: &Position, mv: Move, next: &Position) -> San {
    San::without_sign(position, mv).signed(CheckSign::after(next))
}

/// What SAN says at the end of a move about the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckSign {
    /// Nothing.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl CheckSign {
    /// The sign that belongs to a move that leads to `next`.
    #[must_use]
    pub fn after(next: &Position) -> Self {
        Self::of(next.in_check(), next.in_check() && !next.has_legal_move())
    }

    /// The sign of a position of which is known whether it is check, and whether it is mate.
    #[inline]
    #[must_use]
    pub const fn of(in_check: bool, mated: bool) -> Self {
        match (in_check, mated) {
            (false, _) => Self::None,
            (true, false) => Self::Check,
            (true, true) => Self::Mate,
        }
    }
}

/// What SAN must say of the source square: a pawn's file when it captures; of other men as little as tells the move
/// from the other legal ones, the file rather than the rank, the rank rather than both. Not for castling.
#[inline]
pub(super) fn needed_origin(position: &Position, role: Role, mv: Move) -> (Option<File>, Option<Rank>) {
    let (from, to) = (mv.from(), mv.to());
    let (file, rank) = (Some(from.file()), Some(from.rank()));
    if role == Role::Pawn {
        return (file.filter(|&file| file != to.file()), None);
    }
    if position.board().of(position.turn(), role).single().is_some() {
        return (None, None);
    }
    let rivals = position.legal_origins(role, to).without(from);
    let shares = |line: Bitboard| (rivals & line).any();
    match (rivals.is_empty(), shares(file_of(from)), shares(rank_of(from))) {
        (true, ..) => (None, None),
        (false, false, _) => (file, None),
        (false, true, false) => (None, rank),
        (false, true, true) => (file, rank),
    }
}

const fn file_of(square: Square) -> Bitboard {
    Bitboard::file(square.file())
}

const fn rank_of(square: Square) -> Bitboard {
    Bitboard::rank(square.rank())
}

#[cfg(test)]
mod tests {
    use super::super::{parse_fen, parse_uci};
    use super::*;

    fn san(fen: &str, uci: &str) -> String {
        let (position, _) = parse_fen(fen).expect(fen);
        let mv = position.find_legal(parse_uci(uci).expect(uci)).expect(uci);
        write_san(&position, mv).to_string()
    }

    #[test]
    fn each_kind_of_move_has_its_spelling() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for (uci, expected) in [
            ("a2a4", "a4"),
            ("d5e6", "dxe6"),
            ("e5f7", "Nxf7"),
            ("c3b5", "Nb5"),
            ("e1g1", "O-O"),
            ("e1a1", "O-O-O"),
            ("e1f1", "Kf1"),
            ("f3f6", "Qxf6"),
        ] {
            assert_eq!(san(kiwipete, uci), expected);
        }
        assert_eq!(san("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6"), "exf6");
        assert_eq!(san("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"), "exd8=N");
    }

    #[test]
    fn checks_and_mates_are_marked() {
        assert_eq!(san("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q"), "exd8=Q+");
        assert_eq!(san("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
        assert_eq!(san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
        assert_eq!(san("7k/8/6Q1/8/8/8/8/4K3 w - - 0 1", "g6f7"), "Qf7", "stalemate has no sign");
    }

    #[test]
    fn the_source_is_named_as_briefly_as_it_can_be() {
        assert_eq!(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
        assert_eq!(san("4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f1e3"), "N1e3");
        assert_eq!(san("8/k7/8/8/4Q2Q/8/8/2K5 w - - 0 1", "h4e1"), "Qhe1");
        assert_eq!(san("8/k7/8/8/7Q/8/8/2K4Q w - - 0 1", "h4e1"), "Q4e1");
        assert_eq!(san("8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1", "h4e1"), "Qh4e1");
    }

    #[test]
    fn a_pinned_man_is_no_rival() {
        assert_eq!(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
    }
}
