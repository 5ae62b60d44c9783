//! EPD: a position in FEN's first four fields and, behind them, operations: an opcode, its operands, a semicolon.
//! `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "one pawn";`
//!
//! `hmvc` and `fmvn` are FEN's two counters. A line that has the counters in FEN's own place is taken, too, for many programs
//! write so. What the other opcodes mean is for whoever asks; which of them hold moves is told here.

use super::fen::{parse_counter, sound};
use super::{FenError, FenField, FenReason, Forgiven, ForgivenSet, parse_setup, quote};
use crate::position::{Position, Setup};

/// A line of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd<'a> {
    /// The position as it is said, sound or not, with the counters of `hmvc` and `fmvn`.
    pub setup: Setup,
    /// What was tolerated in its spelling.
    pub forgiven: ForgivenSet,
    /// The operations, in order.
    pub operations: Vec<Operation<'a>>,
}

impl Epd<'_> {
    /// The position that it says, and what was tolerated in it.
    ///
    /// # Errors
    ///
    /// The gravest fault of the position.
    pub fn into_position(self) -> Result<(Position, ForgivenSet), FenError> {
        sound(self.setup, self.forgiven)
    }
}

/// An opcode and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation<'a> {
    /// The opcode: a letter, then letters, digits or `_`.
    pub opcode: &'a str,
    /// The operands, in order; of a string, what stands between its quotes.
    pub operands: Vec<&'a str>,
}

impl Operation<'_> {
    /// How its operands are to be read, if they are moves of this position.
    #[must_use]
    pub fn moves(&self) -> Option<OfMoves> {
        match self.opcode {
            "bm" | "am" | "pm" | "sm" => Some(OfMoves::Each),
            "pv" => Some(OfMoves::InTurn),
            _ => None,
        }
    }
}

/// How the operands of an operation are moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfMoves {
    /// Each is a move in the position (`bm`, `am`, `pm`, `sm`).
    Each,
    /// They are played one after the other (`pv`).
    InTurn,
}

/// Reads a line of EPD.
///
/// # Errors
///
/// The first fault of the text, field by field; an operation's is of [`FenField::Extra`].
pub fn parse_epd(line: &str) -> Result<Epd<'_>, FenError> {
    let mut words = Words { left: line };
    for _ in 0..4 {
        words.next();
    }
    let mut fields = line.len() - words.left.len();
    // The counters of a FEN: no opcode starts with a digit.
    let is_counter = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut after = words.clone();
    let counters = [after.next(), after.next()];
    let has_counters = counters.iter().all(|word| word.is_some_and(is_counter));
    if has_counters {
        fields = line.len() - after.left.len();
    }
    let (mut setup, mut forgiven) = parse_setup(&line[..fields])?;
    if !has_counters {
        // EPD has none, so that nothing is missing.
        forgiven = forgiven.iter().filter(|&tolerated| tolerated != Forgiven::CountersMissing).collect();
    }
    let operations = parse_operations(&line[fields..])?;
    for operation in &operations {
        let counter = match operation.opcode {
            "hmvc" => &mut setup.halfmove,
            "fmvn" => &mut setup.fullmove,
            _ => continue,
        };
        *counter = read_counter(operation)?;
    }
    if setup.fullmove == 0 {
        setup.fullmove = 1;
        forgiven.insert(Forgiven::FullmoveZero);
    }
    Ok(Epd { setup, forgiven, operations })
}

/// *( opcode *operand ";" ), the last semicolon of a line being forgiven by everyone.
fn parse_operations(text: &str) -> Result<Vec<Operation<'_>>, FenError> {
    let mut operations = Vec::new();
    let mut left = text;
    loop {
        left = left.trim_start_matches([' ', '\t', ';']);
        if left.is_empty() {
            return Ok(operations);
        }
        let end = left.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(left.len());
        let (opcode, mut rest) = left.split_at(end);
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let word = left.split([' ', '\t', ';']).next().unwrap_or_default();
            return Err(fault(format!("{} is no opcode of EPD: write a letter, then letters, digits or _", quote(word))));
        }
        let mut operands = Vec::new();
        loop {
            rest = rest.trim_start_matches([' ', '\t']);
            if let Some(quoted) = rest.strip_prefix('"') {
                let Some(end) = quoted.find('"') else {
                    return Err(fault(format!("the text after {opcode} is not closed: write \" at its end")));
                };
                operands.push(&quoted[..end]);
                rest = &quoted[end + 1..];
            } else if rest.is_empty() || rest.starts_with(';') {
                break;
            } else {
                let end = rest.find([' ', '\t', ';', '"']).unwrap_or(rest.len());
                operands.push(&rest[..end]);
                rest = &rest[end..];
            }
        }
        operations.push(Operation { opcode, operands });
        left = rest;
    }
}

fn read_counter(operation: &Operation<'_>) -> Result<u32, FenError> {
    let field = if operation.opcode == "hmvc" { FenField::Halfmove } else { FenField::Fullmove };
    parse_counter(field, if let [operand] = *operation.operands { operand } else { "" })
}

fn fault(message: String) -> FenError {
    FenError { field: FenField::Extra, reason: FenReason::BadCharacter, message }
}

/// Takes words off a line.
#[derive(Clone)]
struct Words<'a> {
    left: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let start = self.left.trim_start_matches([' ', '\t']);
        let end = start.find([' ', '\t', ';']).unwrap_or(start.len());
        let (word, left) = start.split_at(end);
        self.left = left;
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn operations(line: &str) -> Vec<(&str, Vec<&str>)> {
        let epd = parse_epd(line).expect(line);
        epd.operations.into_iter().map(|operation| (operation.opcode, operation.operands)).collect()
    }

    #[test]
    fn operations_follow_the_four_fields() {
        let line = format!("{KINGS} bm e4 e3; id \"one pawn; two kings\"; acd 5;");
        assert_eq!(operations(&line), [("bm", vec!["e4", "e3"]), ("id", vec!["one pawn; two kings"]), ("acd", vec!["5"])]);
        assert_eq!(operations(KINGS), []);
        assert_eq!(operations(&format!("{KINGS};")), []);
        assert_eq!(operations(&format!("{KINGS} draw_accept; noop \"\"")), [("draw_accept", vec![]), ("noop", vec![""])]);
    }

    #[test]
    fn counters_come_from_their_opcodes_or_from_the_places_of_a_fen() {
        let counters = |tail: &str| {
            let epd = parse_epd(&format!("{KINGS} {tail}")).map(|epd| (epd.setup.halfmove, epd.setup.fullmove, epd.forgiven));
            epd.map(|(halfmove, fullmove, forgiven)| (halfmove, fullmove, forgiven.iter().map(Forgiven::code).collect::<Vec<_>>()))
        };
        assert_eq!(counters(""), Ok((0, 1, vec![])));
        assert_eq!(counters("hmvc 3; fmvn 40;"), Ok((3, 40, vec![])));
        assert_eq!(counters("3 40 bm e4;"), Ok((3, 40, vec![])));
        assert_eq!(counters("3 40"), Ok((3, 40, vec![])));
        assert_eq!(counters("fmvn 0;"), Ok((0, 1, vec!["fullmove_zero"])));
        assert_eq!(counters("hmvc x;").expect_err("no number").field, FenField::Halfmove);
        assert_eq!(counters("fmvn 1 2;").expect_err("two numbers").field, FenField::Fullmove);
    }

    #[test]
    fn what_is_no_operation_is_told() {
        let fault = |tail: &str| {
            let error = parse_epd(&format!("{KINGS} {tail}")).expect_err(tail);
            assert_eq!((error.field, error.reason), (FenField::Extra, FenReason::BadCharacter), "{tail}");
            error.message
        };
        assert!(fault("7;").starts_with("\"7\" is no opcode"));
        assert!(fault("id \"open").contains("not closed"));
        assert!(fault("bm e4; !x;").starts_with("\"!x\""));
        assert_eq!(parse_epd("4k3/8 w").expect_err("half a board").field, FenField::Placement);
    }
}
