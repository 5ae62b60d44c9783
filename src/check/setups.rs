//! Judging single positions, one a line, as FEN or EPD: is it plausible, or what is wrong with it; how does it stand, how many
//! legal moves are there; and are the moves of its opcodes legal?

use super::lines::Lines;
use crate::notation::{CastlingStyle, Epd, FenError, MoveError, OfMoves, Operation, parse_epd, parse_setup, position_of, quote, read_move};
use crate::position::Position;
use crate::protocol::report::{Finding, Problem, SetupReport, SetupState};
use crate::protocol::wording;
use crate::rules::{Prospects, Rulebook, automatic_ending};

/// How the lines of a stream are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LineFormat {
    Fen,
    Epd,
}

/// Judges every line. Blank lines and lines that start with `#` are passed over.
pub fn judge_lines(lines: &Lines, format: LineFormat, rulebook: &Rulebook) -> Vec<SetupReport> {
    let numbered = lines.iter().filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    numbered.map(|(line, number)| judge_line(&line, number, format, rulebook)).collect()
}

/// Judges one line.
#[must_use]
pub fn judge_line(line: &str, number: u64, format: LineFormat, rulebook: &Rulebook) -> SetupReport {
    let mut report = SetupReport {
        file: None,
        line: number,
        id: None,
        opcodes: Vec::new(),
        state: None,
        forgiven: crate::notation::ForgivenSet::EMPTY,
        faults: Vec::new(),
        findings: Vec::new(),
    };
    let read = match format {
        LineFormat::Fen => parse_setup(line).map(|(setup, forgiven)| Epd { setup, forgiven, operations: Vec::new() }),
        LineFormat::Epd => parse_epd(line),
    };
    let Epd { setup, forgiven, operations } = match read {
        Ok(epd) => epd,
        Err(error) => {
            add_fault(&mut report, error);
            return report;
        }
    };
    for operation in &operations {
        match (operation.opcode, &*operation.operands) {
            ("id", &[id]) => report.id = Some(id.to_owned()),
            (opcode, _) => report.opcodes.push(opcode.to_owned()),
        }
    }
    match position_of(setup, forgiven) {
        Ok((position, forgiven)) => {
            report.forgiven = forgiven;
            report.state = Some(state_of(&position, rulebook));
            operations.iter().for_each(|operation| judge_moves(&position, operation, &mut report.findings));
        }
        Err(faults) => faults.into_iter().for_each(|fault| add_fault(&mut report, fault.into())),
    }
    report
}

fn add_fault(report: &mut SetupReport, error: FenError) {
    report.faults.push(error.reason.code());
    report.findings.push(Finding { problem: Problem::BadFen, place: Some((report.line, 1)), message: error.message });
}

fn state_of(position: &Position, rulebook: &Rulebook) -> SetupState {
    let dead = |forced| Prospects::default().decides(position, forced, 0, rulebook);
    SetupState {
        ending: automatic_ending(position, 1, rulebook, dead),
        in_check: position.in_check(),
        turn: position.turn(),
        legal: position.count_legal_moves(),
    }
}

/// Whether the moves of an operation are legal.
fn judge_moves(position: &Position, operation: &Operation<'_>, findings: &mut Vec<Finding>) {
    let Some(order) = operation.moves() else { return };
    let mut now = *position;
    for text in &operation.operands {
        let (strict, style) = (false, CastlingStyle::KingTarget);
        let (problem, why) = match read_move(&now, text, style, strict) {
            Ok(read) => {
                if order == OfMoves::InTurn {
                    now = now.play(read.mv);
                }
                continue;
            }
            Err(MoveError::Unreadable { message }) => (Problem::BadMove, message),
            Err(MoveError::Illegal { intent, reason }) => (Problem::IllegalMove, wording::illegal_move(&now, intent, &reason)),
            Err(MoveError::Ambiguous { candidates }) => {
                (Problem::AmbiguousMove, format!("it may be {} moves: say which man goes", candidates.len()))
            }
        };
        let message = format!("{} {}: {why}", operation.opcode, quote(text));
        findings.push(Finding { problem, place: None, message });
        if order == OfMoves::InTurn {
            return; // what follows cannot be judged
        }
    }
}
