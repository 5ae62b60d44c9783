//! Judging single positions, one a line, as FEN or EPD: is it plausible, or what is wrong with it; how does it stand, how many
//! legal moves are there; and are the moves of its opcodes legal?

use super::lines::{LONGEST, Lines};
use super::{Only, Part};
use crate::notation::{
    CastlingStyle, Epd, FenError, ForgivenSet, MoveError, OfMoves, Operation, parse_epd, parse_setup, position_of, quote, read_move,
};
use crate::position::Position;
use crate::protocol::report::{Finding, Problem, SetupReport, SetupState};
use crate::protocol::{Reply, wording};
use crate::rules::{Prospects, Rulebook, automatic_ending};

/// How the lines of a stream are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LineFormat {
    Fen,
    Epd,
}

/// Judges every line and hands the reports over in parts, until nobody wants any more. Blank lines and lines that start with `#`
/// are passed over.
pub(super) fn judge_lines(lines: &Lines, format: LineFormat, rulebook: &Rulebook, only: Only, hand_over: &mut dyn FnMut(Part) -> bool) {
    let mut part = Part::default();
    let says_nothing = |line: &str| line.is_empty() || line.starts_with('#');
    for (line, number) in lines.iter().filter(|(line, _)| !line.as_deref().is_some_and(says_nothing)) {
        let report = line.map_or_else(|| too_long(number), |line| judge_line(&line, number, format, rulebook));
        part.summary.setups += 1;
        part.summary.count(&report.findings);
        if only.wants(&report.findings) {
            part.replies.push(Reply::Setup(Box::new(report)));
        }
        if part.is_full() && !hand_over(std::mem::take(&mut part)) {
            return;
        }
    }
    hand_over(part);
}

/// Judges one line.
#[must_use]
pub fn judge_line(line: &str, number: u64, format: LineFormat, rulebook: &Rulebook) -> SetupReport {
    let mut report = empty(number);
    let read = match format {
        LineFormat::Fen => parse_setup(line).map(|(setup, forgiven)| Epd { setup, forgiven, operations: Vec::new() }),
        LineFormat::Epd => parse_epd(line),
    };
    let Epd { setup, forgiven, operations } = match read {
        Ok(epd) => epd,
        Err(error) => {
            if format == LineFormat::Epd {
                report.id = id_of(line);
            }
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
            operations.iter().for_each(|operation| judge_moves(&position, operation, number, &mut report.findings));
        }
        Err(faults) => faults.into_iter().for_each(|fault| add_fault(&mut report, fault.into())),
    }
    report
}

/// The `id` of a line of EPD that cannot be read: there, a person needs it most.
fn id_of(line: &str) -> Option<String> {
    let (_, behind) = line.split_once(" id \"")?;
    behind.split_once('"').map(|(id, _)| id.to_owned())
}

fn empty(line: u64) -> SetupReport {
    let (opcodes, faults, findings) = (Vec::new(), Vec::new(), Vec::new());
    SetupReport { file: None, line, id: None, opcodes, state: None, forgiven: ForgivenSet::EMPTY, faults, findings }
}

fn too_long(line: u64) -> SetupReport {
    let message = format!("a line of {LONGEST} bytes or more is not read");
    let finding = Finding { problem: Problem::LineTooLong, place: Some((line, 1)), message };
    SetupReport { findings: vec![finding], ..empty(line) }
}

fn add_fault(report: &mut SetupReport, error: FenError) {
    if !report.faults.contains(&error.reason.code()) {
        report.faults.push(error.reason.code());
    }
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

/// After so many findings a line is left.
const MOST_FINDINGS: usize = 16;

/// Whether the moves of an operation are legal.
fn judge_moves(position: &Position, operation: &Operation<'_>, line: u64, findings: &mut Vec<Finding>) {
    let Some(order) = operation.moves().filter(|_| findings.len() < MOST_FINDINGS) else { return };
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
            Err(MoveError::Ambiguous { candidates }) => (Problem::AmbiguousMove, wording::ambiguous_move(&candidates, style)),
        };
        let message = format!("{} {}: {why}", operation.opcode, quote(text));
        findings.push(Finding { problem, place: Some((line, 1)), message });
        if order == OfMoves::InTurn || findings.len() >= MOST_FINDINGS {
            return; // what follows cannot be judged, or has to be written anew anyway
        }
    }
}
