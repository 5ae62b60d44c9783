//! UCI: a move as the square that a man leaves and the square that it goes to, `e2e4`, `e7e8q`.
//!
//! Castling has two spellings. Standard chess writes the king's way (`e1g1`); Chess960 writes that the king takes its own
//! rook (`e1h1`), which alone is clear wherever king and rook stand.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::anychar;
use nom::combinator::{all_consuming, map, map_opt, value};
use nom::{IResult, Parser};

use crate::board::{Color, File, PromotionRole, Rank, Role, Square};
use crate::position::{CastlingSide, Move, MoveIntent, Position};

use super::move_text::{Letters, MoveText};

/// How UCI spells castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// The king's way (`e1g1`), where king and rook stand as in standard chess; else as [`CastlingStyle::KingTakesRook`].
    #[default]
    KingTarget,
    /// The king takes its own rook (`e1h1`): what `UCI_Chess960` asks for.
    KingTakesRook,
}

/// A legal move as UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Uci {
    pub mv: Move,
    pub style: CastlingStyle,
}

impl Uci {
    /// The square written second: the target, or in castling the one that the style asks for.
    #[inline]
    #[must_use]
    pub(super) fn written_target(self) -> Square {
        let (from, rook) = (self.mv.from(), self.mv.to());
        let standard = from.file() == File::E && matches!(rook.file(), File::A | File::H);
        if self.style == CastlingStyle::KingTarget && standard { self.mv.target() } else { rook }
    }
}

impl Uci {
    /// The text.
    #[inline]
    #[must_use]
    pub fn text(self) -> MoveText {
        step_text(self.mv.from(), self.written_target(), self.mv.promotion().map(PromotionRole::role))
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

#[inline]
fn step_text(from: Square, to: Square, promotion: Option<Role>) -> MoveText {
    let letters = Letters::NONE.push_square(from).push_square(to);
    match promotion {
        Some(role) => letters.push(role.letter().to_ascii_lowercase()).done(),
        None => letters.done(),
    }
}

/// What a player means, legal or not, as UCI; [`MoveIntent::Null`] is `0000`.
///
/// Castling without a right to it is written as the king's way to file g or c, for want of a rook.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct UciIntent<'a> {
    pub position: &'a Position,
    pub intent: MoveIntent,
    pub style: CastlingStyle,
}

impl fmt::Display for UciIntent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl UciIntent<'_> {
    /// The text.
    #[must_use]
    pub fn text(self) -> MoveText {
        match self.intent {
            MoveIntent::Null => Letters::NONE.push('0').push('0').push('0').push('0').done(),
            MoveIntent::Castle(side) => {
                let (from, to) = self.castling_squares(side);
                step_text(from, to, None)
            }
            MoveIntent::Step { from, to, promotion } => step_text(from, to, promotion),
        }
    }

    fn castling_squares(&self, side: CastlingSide) -> (Square, Square) {
        let turn = self.position.turn();
        let king = self.position.king(turn);
        let target = king_target(turn, side);
        match self.position.castling().rook(turn, side) {
            Some(rook) => {
                let standard = king.file() == File::E && matches!(rook.file(), File::A | File::H);
                (king, if self.style == CastlingStyle::KingTarget && standard { target } else { rook })
            }
            // A king that is away from home, or on its target already, is written as from file e: what castling looks like.
            None if king == target || king.rank() != turn.home_rank() => (Square::new(File::E, turn.home_rank()), target),
            None => (king, target),
        }
    }
}

fn king_target(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::King => File::G,
        CastlingSide::Queen => File::C,
    };
    Square::new(file, color.home_rank())
}

/// What an exactly spelled UCI move means, or `None`.
///
/// A promotion letter `k` or `p` is read too, so that the rules can refuse it. The null move is `0000`, `--`, `(none)` or `Z0`.
#[must_use]
pub fn parse_uci(text: &str) -> Option<MoveIntent> {
    let step = |squares: &[u8], promotion| {
        let (from, to) = squares.split_at(2);
        Some(MoveIntent::Step { from: Square::parse(from)?, to: Square::parse(to)?, promotion })
    };
    // Written out, for nearly every move comes this way.
    let intent = match text.as_bytes() {
        squares @ [_, _, _, _] => step(squares, None),
        [squares @ .., b'q' | b'r' | b'b' | b'n' | b'k' | b'p'] if squares.len() == 4 => {
            step(squares, Role::from_letter(text.as_bytes()[4].to_ascii_uppercase()))
        }
        _ => None,
    };
    intent.or_else(|| all_consuming(null).parse(text).ok().map(|_| MoveIntent::Null))
}

// null = "0000" / "--" / "(none)" / "Z0"
pub(super) fn null(input: &str) -> IResult<&str, ()> {
    value((), alt((tag("0000"), tag("--"), tag("(none)"), tag("Z0")))).parse(input)
}

// square = file rank
pub(super) fn square(input: &str) -> IResult<&str, Square> {
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

// file = "a" / "b" / "c" / "d" / "e" / "f" / "g" / "h"
pub(super) fn file(input: &str) -> IResult<&str, File> {
    map_opt(anychar, |letter| File::from_letter(u8::try_from(letter).ok()?)).parse(input)
}

// rank = "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8"
pub(super) fn rank(input: &str) -> IResult<&str, Rank> {
    map_opt(anychar, |digit| Rank::from_digit(u8::try_from(digit).ok()?)).parse(input)
}

/// The role of an upper-case letter.
pub(super) fn role_of_letter(letter: char) -> Option<Role> {
    Role::from_letter(u8::try_from(letter).ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::parse_fen;
    use super::*;

    fn castling(fen: &str, side: CastlingSide, style: CastlingStyle) -> (String, String) {
        let (position, _) = parse_fen(fen).expect(fen);
        let mv = position.legal_castling(side).expect(fen);
        let intent = UciIntent { position: &position, intent: MoveIntent::Castle(side), style };
        (Uci { mv, style }.to_string(), intent.to_string())
    }

    #[test]
    fn exact_moves_are_read() {
        use Square::{A1, E2, E4, E7, E8};
        let step = |from, to, promotion| Some(MoveIntent::Step { from, to, promotion });
        assert_eq!(parse_uci("e2e4"), step(E2, E4, None));
        assert_eq!(parse_uci("a1a1"), step(A1, A1, None));
        for role in Role::ALL {
            let text = format!("e7e8{}", role.letter().to_ascii_lowercase());
            assert_eq!(parse_uci(&text), step(E7, E8, Some(role)), "{text}");
        }
        for text in ["0000", "--", "(none)", "Z0"] {
            assert_eq!(parse_uci(text), Some(MoveIntent::Null), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_an_exact_move() {
        for text in
            ["", "e2", "e2e", "e2e9", "i2e4", "E2E4", "e2e4 ", " e2e4", "e7e8Q", "e7e8=q", "e7e8x", "e2-e4", "e2e4e5", "000", "é2e4"]
        {
            assert_eq!(parse_uci(text), None, "{text}");
        }
    }

    #[test]
    fn castling_is_the_kings_way_only_from_the_standard_squares() {
        use CastlingSide::{King, Queen};
        use CastlingStyle::{KingTakesRook, KingTarget};
        let same = |text: &str| (text.to_owned(), text.to_owned());
        let standard = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(castling(standard, King, KingTarget), same("e1g1"));
        assert_eq!(castling(standard, Queen, KingTarget), same("e1c1"));
        assert_eq!(castling(standard, King, KingTakesRook), same("e1h1"));
        assert_eq!(castling(standard, Queen, KingTakesRook), same("e1a1"));
        assert_eq!(castling("4k3/8/8/8/8/8/8/5K1R w K - 0 1", King, KingTarget), same("f1h1"));
        assert_eq!(castling("4k1r1/8/8/8/8/8/8/4K3 b k - 0 1", King, KingTarget), same("e8g8"));
    }

    #[test]
    fn what_is_illegal_is_written_too() {
        let (position, _) = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("sound");
        let write = |intent| UciIntent { position: &position, intent, style: CastlingStyle::KingTarget }.to_string();
        assert_eq!(write(MoveIntent::Null), "0000");
        assert_eq!(write(MoveIntent::Castle(CastlingSide::Queen)), "e1c1");
        assert_eq!(write(MoveIntent::Step { from: Square::A2, to: Square::A1, promotion: Some(Role::King) }), "a2a1k");
        let (castled, _) = parse_fen("6k1/8/8/8/8/8/8/6K1 w - - 0 1").expect("sound");
        let intent = MoveIntent::Castle(CastlingSide::King);
        assert_eq!(UciIntent { position: &castled, intent, style: CastlingStyle::KingTarget }.to_string(), "e1g1");
    }
}
