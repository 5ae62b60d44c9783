//! The command line: the daemon on stdin and stdout, or a few commands and out.

use std::io::{self, Write};
use std::process::ExitCode;

use chess_referee::protocol::Format;
use chess_referee::session::daemon::{self, Ended};
use chess_referee::session::{Options, Session};
use lexopt::prelude::{Long, Short, ValueExt};

const HELP: &str = "\
chess-referee: judges chess games over a line protocol, by the FIDE Laws

Usage: chess-referee [OPTIONS]
       Commands are read from stdin, one a line; replies go to stdout. The command `help` lists the commands.

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
#[derive(Default)]
struct Arguments {
    commands: Vec<String>,
    stop_at_error: bool,
    json: bool,
    /// Something to print instead of doing anything else.
    page: Option<String>,
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments = match read_arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            complain(&format!("{error}; try --help"));
            return ExitCode::from(2);
        }
    };
    match run(arguments) {
        Ok(Ended::Done) => ExitCode::SUCCESS,
        Ok(Ended::AtError) => ExitCode::from(1),
        Err(error) => {
            complain(&format!("cannot go on: {error}"));
            ExitCode::from(3)
        }
    }
}

fn read_arguments() -> Result<Arguments, lexopt::Error> {
    let mut arguments = Arguments::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('c') | Long("command") => arguments.commands.push(parser.value()?.string()?),
            Short('e') | Long("exit-on-error") => arguments.stop_at_error = true,
            Long("json") => arguments.json = true,
            Short('h') | Long("help") => arguments.page = Some(HELP.to_owned()),
            Short('V') | Long("version") => arguments.page = Some(format!("chess-referee {}\n", env!("CARGO_PKG_VERSION"))),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(arguments)
}

fn run(arguments: Arguments) -> io::Result<Ended> {
    let output = io::stdout().lock();
    if let Some(page) = arguments.page {
        return daemon::show(&page, output);
    }
    let format = if arguments.json { Format::Json } else { Format::Text };
    let mut session = Session::new(Options { format, ..Options::default() });
    if arguments.commands.is_empty() {
        daemon::greet();
        daemon::run(&mut session, io::stdin().lock(), output, arguments.stop_at_error)
    } else {
        let lines = arguments.commands.join("\n");
        daemon::run(&mut session, lines.as_bytes(), output, arguments.stop_at_error)
    }
}

/// Says on stderr what went wrong.
fn complain(message: &str) {
    // Where even stderr is closed, the exit status has to do.
    let _ = writeln!(io::stderr(), "chess-referee: {message}");
}
