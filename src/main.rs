//! The command line: the daemon on stdin and stdout, a few commands and out, or whole games to check.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use chess_referee::check::arguments::{self, Asked};
use chess_referee::check::run::{self, Order};
use chess_referee::protocol::Format;
use chess_referee::session::daemon::{self, Ended};
use chess_referee::session::{Options, Session};
use lexopt::prelude::{Long, Short, Value, ValueExt};

const HELP: &str = "\
chess-referee: judges chess games over a line protocol, by the FIDE Laws

Usage: chess-referee [OPTIONS]
       Commands are read from stdin, one a line; replies go to stdout. The command `help` lists the commands.
       chess-referee check [OPTIONS] [FILE...]
       Judges whole games and positions; `chess-referee check --help` tells how.

Options:
  -c, --command CMD   carry out CMD instead of reading stdin; may be given again
  -e, --exit-on-error stop with exit status 1 at the first error reply
      --json          reply in JSON Lines
  -h, --help          show this
  -V, --version       show the version

Exit status: 0 done, 1 an error reply (with -e), 2 a bad command line, 3 reading or writing failed.
The environment variable RUST_LOG (error, warn, info, debug, trace) asks for log lines on stderr.
";

/// What the command line asks for.
enum Task {
    /// Something to print.
    Show(String),
    /// A conversation: with these commands, or else with those of stdin.
    Talk { commands: Vec<String>, stop_at_error: bool, format: Format },
    /// Games to check.
    Check(Box<Order>),
}

fn main() -> ExitCode {
    // Nothing is logged unasked: no reason to make a logger, and a start without one is shorter.
    if env::var_os(env_logger::DEFAULT_FILTER_ENV).is_some() {
        env_logger::init();
    }
    let done = match read_arguments() {
        Ok(Task::Show(page)) => daemon::show(&page, io::stdout().lock()).map(|_| 0),
        Ok(Task::Talk { commands, stop_at_error, format }) => talk(&commands, stop_at_error, format),
        Ok(Task::Check(order)) => check(&order),
        Err(error) => {
            complain(&format!("{error}; try --help"));
            Ok(2)
        }
    };
    done.map(ExitCode::from).unwrap_or_else(|error| {
        complain(&format!("cannot go on: {error}"));
        ExitCode::from(3)
    })
}

fn read_arguments() -> Result<Task, lexopt::Error> {
    let (mut commands, mut stop_at_error, mut format, mut page) = (Vec::new(), false, Format::Text, None);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('c') | Long("command") => commands.push(parser.value()?.string()?),
            Short('e') | Long("exit-on-error") => stop_at_error = true,
            Long("json") => format = Format::Json,
            Short('h') | Long("help") => page = Some(HELP.to_owned()),
            Short('V') | Long("version") => page = Some(format!("chess-referee {}\n", env!("CARGO_PKG_VERSION"))),
            Value(word) if word == "check" && commands.is_empty() && !stop_at_error => {
                return Ok(match arguments::read_arguments(&mut parser, format)? {
                    Asked::Help => Task::Show(arguments::HELP.to_owned()),
                    Asked::Check(order) => Task::Check(order),
                });
            }
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(page.map_or(Task::Talk { commands, stop_at_error, format }, Task::Show))
}

/// Talks, and gives the exit status.
fn talk(commands: &[String], stop_at_error: bool, format: Format) -> io::Result<u8> {
    let output = io::stdout().lock();
    #[cfg(target_os = "linux")]
    let output = chess_referee::session::pipe::WidenedPipe::new(output);
    let mut session = Session::new(Options { format, ..Options::default() });
    let ended = if commands.is_empty() {
        daemon::greet();
        daemon::run(&mut session, io::stdin().lock(), output, stop_at_error)
    } else {
        daemon::run(&mut session, commands.join("\n").as_bytes(), output, stop_at_error)
    }?;
    Ok(u8::from(ended == Ended::AtError))
}

/// Checks, and gives the exit status.
fn check(order: &Order) -> io::Result<u8> {
    let done = run::run(order, io::stdout().lock(), complain)?;
    Ok(if done.unread { 3 } else { u8::from(done.problems) })
}

/// Says on stderr what went wrong.
fn complain(message: &str) {
    // Where even stderr is closed, the exit status has to do.
    let _ = writeln!(io::stderr(), "chess-referee: {message}");
}
