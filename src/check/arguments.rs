//! The command line of `chess-referee check`.

use std::fmt::Display;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::thread;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use super::run::{Kind, Order};
use super::{LineFormat, Only, Source};
use crate::protocol::Format;
use crate::rules::dead_position::DEFAULT_BUDGET;
use crate::rules::{Profile, Rulebook};

/// What `chess-referee check --help` shows.
pub const HELP: &str = "\
chess-referee check: judges whole games and positions, one verdict a line

Usage: chess-referee check [OPTIONS] [FILE...]
       Without FILE, or where it is -, standard input is read. Files packed with gzip, bzip2 or Zstandard are unpacked.

Every game of a PGN is replayed under the FIDE Laws: is every move legal, where did the game end, what was played after
that, does the result agree. Of a file .fen or .epd, every line is a position: is it plausible, how does it stand.

Options:
      --only WHAT     print WHAT alone: problems (games and positions with one), or summary
      --profile NAME  the rules: fide (the default), fide-standard, fide-rapid, engine, lichess
      --proof-nodes N how much work may go into whether a side could still have mated (100000)
      --pgn, --fen, --epd
                      what to read, whatever the files are called (without a name: PGN)
  -j, --jobs N        judge on N threads (as many as there are cores)
      --json          reports in JSON Lines
  -h, --help          show this

Exit status: 0 no problem, 1 a problem, 2 a bad command line, 3 reading or writing failed.
";

/// A fifth of what a game that is played may take to find out whether a side can still mate: here there may be a million games.
const PROOF_NODES: u64 = DEFAULT_BUDGET / 5;

/// As much as the option `ProofNodes` takes.
const MAX_PROOF_NODES: u64 = 10_000_000;

/// More threads than any machine has cores.
const MOST_THREADS: usize = 256;

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Its help.
    Help,
    /// To check something.
    Check(Box<Order>),
}

/// Reads the arguments after the word `check`, before which this format was asked for.
///
/// # Errors
///
/// What is wrong with them.
pub fn read_arguments(parser: &mut lexopt::Parser, format: Format) -> Result<Asked, lexopt::Error> {
    let mut order = Order {
        sources: Vec::new(),
        kind: Kind::default(),
        only: Only::default(),
        format,
        rulebook: Rulebook::default(),
        threads: thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS),
    };
    let (mut proof_nodes, mut help) = (PROOF_NODES, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("only") => {
                order.only = match &*parser.value()?.string()? {
                    "problems" => Only::Problems,
                    "summary" => Only::Summary,
                    other => return Err(format!("--only takes problems or summary, not {other:?}").into()),
                };
            }
            Long("profile") => order.rulebook = Rulebook::of(profile(&parser.value()?.string()?)?),
            Long("pgn") => order.kind = Kind::Games,
            Long("fen") => order.kind = Kind::Lines(LineFormat::Fen),
            Long("epd") => order.kind = Kind::Lines(LineFormat::Epd),
            Long("proof-nodes") => proof_nodes = number(parser, "--proof-nodes", 0..=MAX_PROOF_NODES)?,
            Short('j') | Long("jobs") => order.threads = number(parser, "--jobs", 1..=MOST_THREADS)?,
            Long("json") => order.format = Format::Json,
            Short('h') | Long("help") => help = true,
            Value(file) => order.sources.push(Source::named(Path::new(&file))),
            _ => return Err(argument.unexpected()),
        }
    }
    if order.sources.is_empty() {
        order.sources.push(Source::Standard);
    }
    order.rulebook.proof_nodes = proof_nodes;
    Ok(if help { Asked::Help } else { Asked::Check(Box::new(order)) })
}

fn number<T: FromStr + PartialOrd + Display>(
    parser: &mut lexopt::Parser,
    option: &str,
    range: RangeInclusive<T>,
) -> Result<T, lexopt::Error> {
    let text = parser.value()?.string()?;
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{option} takes a number from {} to {}, not {text:?}", range.start(), range.end()).into())
}

fn profile(name: &str) -> Result<Profile, lexopt::Error> {
    let found = Profile::ALL.into_iter().find(|profile| profile.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("--profile takes {}, not {name:?}", Profile::ALL.map(Profile::name).join(", ")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Order, String> {
        match read_arguments(&mut lexopt::Parser::from_args(arguments), Format::Text) {
            Ok(Asked::Check(order)) => Ok(*order),
            Ok(Asked::Help) => Err("help".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn without_a_file_standard_input_is_read() {
        assert_eq!(read(&[]).map(|order| order.sources), Ok(vec![Source::Standard]));
        assert_eq!(read(&["-"]).map(|order| order.sources), Ok(vec![Source::Standard]));
        assert_eq!(read(&["a.pgn", "-"]).map(|order| order.sources), Ok(vec![Source::File("a.pgn".into()), Source::Standard]));
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert_eq!(read(&["--only", "games"]), Err("--only takes problems or summary, not \"games\"".to_owned()));
        assert!(read(&["--profile", "club"]).expect_err("no such profile").starts_with("--profile takes fide, "));
        for arguments in [
            &["--jobs", "0"][..],
            &["--jobs", "257"],
            &["--jobs", "99999999999999999999"],
            &["--jobs", "many"],
            &["--jobs"],
            &["--what"],
            &["--json=yes"],
        ] {
            assert!(read(arguments).is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn options_are_taken_wherever_they_stand() {
        let order = read(&["a.epd", "--only=problems", "-j2", "--json", "--profile", "lichess"]).expect("sound");
        assert_eq!((order.only, order.threads, order.format), (Only::Problems, 2, Format::Json));
        assert_eq!(order.rulebook, Rulebook { proof_nodes: PROOF_NODES, ..Rulebook::of(Profile::Lichess) });
        assert_eq!(read(&["--fen"]).map(|order| order.kind), Ok(Kind::Lines(LineFormat::Fen)));
    }
}
