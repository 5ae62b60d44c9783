//! The program as a process: its command line, its exit status, its streams, and its manners when the other side is slow,
//! fast, rude or gone. Through the real binary, over real pipes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, PipeWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const REFEREE: &str = env!("CARGO_BIN_EXE_chess-referee");

/// How long a test waits for what should come at once. Only a hung program takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the process may hold in memory, whatever is sent to it.
#[cfg(target_os = "linux")]
const MEMORY_IN_KIB: u64 = 64 << 10;

const MIB: usize = 1 << 20;

mod command_line {
    use super::*;

    #[test]
    fn commands_are_carried_out_in_order() {
        let run = run(&["-c", "move e4", "-c", "move e5", "--command", "history", "-c", "fen"], "");
        assert_eq!(run.code, Some(0));
        assert_eq!(first_words(&run.stdout, 2), ["ok move", "ok move", "ok history", "ok fen"]);
        assert!(run.stdout.contains("ok history count 2 moves e2e4,e7e5\n"), "{}", run.stdout);
        assert_eq!(run.stderr, "");
    }

    #[test]
    fn with_commands_stdin_is_left_alone() {
        let run = run(&["-c", "isready"], "status\n");
        assert_eq!((run.stdout.as_str(), run.code), ("readyok\n", Some(0)));
    }

    #[test]
    fn an_error_reply_alone_is_no_failure() {
        let run = run(&["-c", "move e9", "-c", "isready"], "");
        assert_eq!(first_words(&run.stdout, 1), ["error", "readyok"]);
        assert_eq!(run.code, Some(0));
    }

    #[test]
    fn exit_on_error_stops_at_the_first_error_and_answers_nothing_after_it() {
        for flag in ["-e", "--exit-on-error"] {
            let run = run(&[flag, "-c", "move e4", "-c", "move e4", "-c", "isready", "-c", "move e9"], "");
            assert_eq!(first_words(&run.stdout, 2), ["ok move", "error illegal_move"]);
            assert_eq!((run.stderr.as_str(), run.code), ("", Some(1)));
        }
    }

    #[test]
    fn exit_on_error_holds_for_stdin_too() {
        let run = run(&["-e"], "isready\nnonsense\nisready\n");
        assert_eq!(first_words(&run.stdout, 2), ["readyok", "error unknown_command"]);
        assert_eq!(run.code, Some(1));
        let last_line = super::run(&["-e"], "isready\nnonsense");
        assert_eq!(last_line.code, Some(1), "the last line counts without its newline too");
    }

    #[test]
    fn exit_on_error_without_an_error_exits_with_0() {
        let run = run(&["-e", "-c", "move e4", "-c", "explain e4", "-c", "quit"], "");
        assert_eq!(first_words(&run.stdout, 2), ["ok move", "ok explain", "ok quit"]);
        assert_eq!(run.code, Some(0));
    }

    #[test]
    fn a_bad_command_line_exits_with_2_says_why_on_stderr_and_prints_nothing() {
        let bad: [&[&str]; 8] = [
            &["nonsense"],
            &["--nonsense"],
            &["-x"],
            &["-c"],
            &["--json=yes"],
            &["-c", "status", "extra"],
            &["-"],
            &["--help", "--nonsense"],
        ];
        for arguments in bad {
            let run = run(arguments, "status\n");
            assert_eq!((run.stdout.as_str(), run.code), ("", Some(2)), "{arguments:?}");
            assert!(run.stderr.starts_with("chess-referee: ") && run.stderr.lines().count() == 1, "{arguments:?}: {}", run.stderr);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_not_utf8_is_a_bad_command_line() {
        use std::os::unix::ffi::OsStrExt;
        let argument = std::ffi::OsStr::from_bytes(b"move \xff");
        let output = assert_cmd::Command::new(REFEREE).arg("-c").arg(argument).timeout(PATIENCE).output().expect("it starts");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert!(!output.stderr.is_empty());
    }

    #[test]
    fn json_is_one_object_a_line() {
        let run = run(&["--json", "-c", "move e4", "-c", "nonsense", "-c", "board"], "");
        let verbs = ["{\"ok\":\"move\",\"uci\":\"e2e4\",", "{\"error\":\"unknown_command\",", "{\"ok\":\"board\",\"text\":["];
        assert_eq!(run.stdout.lines().count(), verbs.len());
        for (line, start) in run.stdout.lines().zip(verbs) {
            assert!(line.starts_with(start), "{line}");
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok_and(|value| value.is_object()), "{line}");
        }
    }

    #[test]
    fn help_shows_every_option_and_exits_with_0() {
        for flag in ["-h", "--help"] {
            let run = run(&[flag], "");
            for word in ["Usage:", "-c, --command", "-e, --exit-on-error", "--json", "-h, --help", "-V, --version", "RUST_LOG"] {
                assert!(run.stdout.contains(word), "{word} is missing in:\n{}", run.stdout);
            }
            assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
        }
    }

    #[test]
    fn version_is_the_name_and_the_number() {
        for flag in ["-V", "--version"] {
            let run = run(&[flag], "");
            assert_eq!(run.stdout, format!("chess-referee {}\n", env!("CARGO_PKG_VERSION")));
            assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
        }
    }
}

mod lines {
    use super::*;

    #[test]
    fn no_input_at_all_ends_it_at_once() {
        let run = run(&[], "");
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", Some(0)));
    }

    #[test]
    fn quit_is_answered_and_nothing_after_it() {
        let run = run(&[], "isready\nquit\nisready\n");
        assert_eq!((run.stdout.as_str(), run.code), ("readyok\nok quit\n", Some(0)));
    }

    #[test]
    fn quit_ends_it_though_stdin_stays_open() {
        let mut referee = Referee::start();
        assert_eq!(referee.ask("quit"), "ok quit");
        assert_eq!(referee.wait().code(), Some(0));
    }

    #[test]
    fn a_last_line_without_its_newline_counts() {
        assert_eq!(run(&[], "isready").stdout, "readyok\n");
        assert_eq!(run(&[], "isready\nisready").stdout, "readyok\nreadyok\n");
        assert_eq!(run(&[], "isready\r").stdout, "readyok\n");
    }

    #[test]
    fn lines_may_end_in_crlf() {
        let plain = run(&[], "move e4\nfen\nsetoption name Seed value 7\nnonsense\n");
        let crlf = run(&[], "move e4\r\nfen\r\nsetoption name Seed value 7\r\nnonsense\r\n");
        assert_eq!(crlf.stdout, plain.stdout);
        assert!(!crlf.stdout.contains('\r'));
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_skipped() {
        assert_eq!(run(&[], "\u{feff}isready\n").stdout, "readyok\n");
        assert_eq!(run(&[], "\u{feff}isready").stdout, "readyok\n");
        assert_eq!(run(&[], "\u{feff}").stdout, "");
        let later = run(&[], "isready\n\u{feff}isready\n");
        assert_eq!(first_words(&later.stdout, 2), ["readyok", "error unknown_command"]);
    }

    #[test]
    fn blank_lines_and_comments_have_no_reply() {
        assert_eq!(run(&[], "\n  \n\t\n\r\n# status\n  # status\nisready\n\n").stdout, "readyok\n");
    }

    #[test]
    fn every_line_gets_one_final_line_so_that_a_client_is_never_out_of_step() {
        let lines =
            ["uci", "isready", "board", "help", "go perft 1", "go", "nonsense", "move", "position fen x", "status", "legal", "stop"];
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let finals = run(&[], &input).stdout.lines().filter(|line| is_final(line)).count();
        assert_eq!(finals, lines.len());
    }

    #[test]
    fn log_lines_go_to_stderr_alone() {
        let input = "uci\nmove e4\nnonsense\nboard\nquit\n";
        let quiet = run(&[], input);
        let logged = assert_cmd::Command::new(REFEREE).env("RUST_LOG", "trace").write_stdin(input).timeout(PATIENCE).output();
        let logged = logged.expect("it starts");
        assert_eq!(String::from_utf8_lossy(&logged.stdout), quiet.stdout);
        assert_eq!(quiet.stderr, "");
        let log = String::from_utf8_lossy(&logged.stderr);
        assert!(log.contains("move e4") && log.contains("ok quit"), "{log}");
    }
}

mod pipes {
    use super::*;

    #[test]
    fn a_client_that_waits_for_each_reply_never_waits_in_vain() {
        let mut referee = Referee::start();
        for turn in 0..50 {
            assert_eq!(referee.ask("isready"), "readyok");
            assert_eq!(first_words(&referee.ask("move e2e4 ply 0"), 2), ["ok move"], "turn {turn}");
            assert_eq!(first_words(&referee.ask(&format!("x{turn}")), 2), ["error unknown_command"]);
            assert!(referee.ask("undo").starts_with("ok undo moves e2e4 "), "turn {turn}");
        }
    }

    #[test]
    fn a_reply_comes_though_half_of_the_next_line_is_there() {
        let mut referee = Referee::start();
        referee.write("isready\nfe");
        assert_eq!(referee.read(), "readyok");
        referee.write("n\n");
        assert_eq!(first_words(&referee.read(), 2), ["ok fen"]);
    }

    #[test]
    fn a_line_may_come_byte_by_byte() {
        let mut referee = Referee::start();
        for byte in "\u{feff}move e4\r\n".bytes() {
            referee.write([byte]);
        }
        assert_eq!(first_words(&referee.read(), 2), ["ok move"]);
    }

    #[test]
    fn a_client_may_write_ahead_and_finds_every_reply_in_order() {
        const LINES: usize = 100_000;
        let mut referee = Referee::start();
        let mut stdin = referee.take_stdin();
        let writer = thread::spawn(move || {
            let mut batch = Vec::new();
            for number in 0..LINES {
                match number % 4 {
                    0 => batch.extend_from_slice(format!("unknown{number}\n").as_bytes()),
                    1 => batch.extend_from_slice(b"isready\n"),
                    2 => batch.extend_from_slice(format!("@game{number} status\n").as_bytes()),
                    _ => batch.extend_from_slice(b"# a comment\r\nposition startpos moves e2e4 c7c5\n"),
                }
                if batch.len() > 3_000 {
                    stdin.write_all(&batch).expect("the referee reads");
                    batch.clear();
                }
            }
            stdin.write_all(&batch).expect("the referee reads");
        });
        for number in 0..LINES {
            let reply = referee.read();
            let expected = match number % 4 {
                0 => format!("error unknown_command message there is no command \"unknown{number}\""),
                1 => "readyok".to_owned(),
                2 => format!("@game{number} error unknown_game "),
                _ => "ok position forgiven none ".to_owned(),
            };
            assert!(reply.starts_with(&expected), "reply {number} is {reply}, not {expected}");
        }
        writer.join().expect("the writer came to its end");
        assert_eq!(referee.next_line(), None, "no reply too many");
        assert_eq!(referee.wait().code(), Some(0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_pipe_of_the_replies_is_widened_for_a_client_that_writes_ahead_and_for_no_other() {
        use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
        // Where this system lets nobody widen a pipe, there is nothing to see.
        let (_reader, own) = io::pipe().expect("a pipe can be made");
        let can_widen = fcntl_setpipe_size(&own, MIB).is_ok();
        let mut child = spawn(&[], Stdio::piped(), Stdio::piped());
        let (mut stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let mut stdout = BufReader::new(stdout);
        let usual = fcntl_getpipe_size(stdout.get_ref()).expect("a pipe");
        let mut reply = String::new();
        for _ in 0..1_000 {
            stdin.write_all(b"status\n").expect("the referee reads");
            stdout.read_line(&mut reply).expect("replies come");
        }
        assert_eq!(fcntl_getpipe_size(stdout.get_ref()).expect("a pipe"), usual);
        let writer = thread::spawn(move || stdin.write_all("status\n".repeat(10_000).as_bytes()).expect("the referee reads"));
        let replies =
            stdout.by_ref().lines().take(10_000).filter(|line| line.as_ref().is_ok_and(|line| line.starts_with("ok status "))).count();
        assert_eq!(replies, 10_000);
        assert!(!can_widen || fcntl_getpipe_size(stdout.get_ref()).expect("a pipe") > usual);
        writer.join().expect("all was read");
        assert_eq!(wait(&mut child).code(), Some(0));
    }

    #[test]
    fn a_reader_that_has_gone_ends_it_at_once_and_quietly() {
        let mut child = spawn(&[], Stdio::piped(), closed_pipe());
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(b"isready\n").expect("it has not noticed yet");
        assert_eq!(wait(&mut child).code(), Some(0), "though its stdin is open still");
        assert_eq!(stderr_of(&mut child), "");
    }

    #[test]
    fn a_reader_that_goes_in_the_middle_ends_it_quietly() {
        let mut child = spawn(&[], Stdio::piped(), Stdio::piped());
        let mut stdin = child.stdin.take().expect("piped");
        let writer = thread::spawn(move || while stdin.write_all(b"status\n").is_ok() {});
        let mut first = [0; 10];
        child.stdout.take().expect("piped").read_exact(&mut first).expect("replies come"); // and then the pipe is closed
        assert_eq!(&first, b"ok status ");
        assert_eq!(wait(&mut child).code(), Some(0));
        assert_eq!(stderr_of(&mut child), "");
        writer.join().expect("the writer was told that nobody reads");
    }

    #[test]
    fn commands_and_help_into_a_closed_pipe_end_quietly() {
        for arguments in [&["-c", "status"][..], &["--help"], &["--version"]] {
            let mut child = spawn(arguments, Stdio::null(), closed_pipe());
            assert_eq!(wait(&mut child).code(), Some(0), "{arguments:?}");
            assert_eq!(stderr_of(&mut child), "", "{arguments:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_client_that_never_reads_blocks_it_and_costs_no_memory() {
        const CHUNK: usize = 64 << 10;
        let mut child = spawn(&[], Stdio::piped(), Stdio::piped());
        let mut stdin = child.stdin.take().expect("piped");
        let (tell, told) = mpsc::channel();
        let writer = thread::spawn(move || {
            let chunk = "status\n".repeat(CHUNK / 7);
            for _ in 0..64 * MIB / CHUNK {
                if stdin.write_all(chunk.as_bytes()).is_err() || tell.send(()).is_err() {
                    return;
                }
            }
        });
        // The writer stands still once every pipe is full.
        let mut taken = 0;
        let stopped = loop {
            match told.recv_timeout(Duration::from_secs(3)) {
                Ok(()) => taken += CHUNK,
                Err(stopped) => break stopped,
            }
        };
        assert_eq!(stopped, RecvTimeoutError::Timeout, "the referee took {taken} bytes, and nobody read a reply");
        assert!(taken < 8 * MIB, "the referee took {taken} bytes, and nobody read a reply");
        assert!(peak_memory_in_kib(&child) < MEMORY_IN_KIB, "{} KiB", peak_memory_in_kib(&child));
        child.kill().expect("it runs");
        wait(&mut child);
        drop(told);
        writer.join().expect("the writer was told that nobody reads");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_directory_as_stdin_fails_with_3_and_a_message() {
        let directory = File::open(Path::new(".")).expect("a directory opens for reading");
        let mut child = spawn(&[], Stdio::from(directory), Stdio::piped());
        assert_eq!(wait(&mut child).code(), Some(3));
        assert!(stderr_of(&mut child).starts_with("chess-referee: cannot go on: "));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_fails_with_3_and_a_message() {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut child = spawn(&["-c", "status"], Stdio::null(), Stdio::from(full));
        assert_eq!(wait(&mut child).code(), Some(3));
        assert!(stderr_of(&mut child).starts_with("chess-referee: cannot go on: "));
    }
}

mod clocks {
    use super::*;

    #[test]
    fn what_the_referee_takes_to_answer_is_charged_to_nobody() {
        let mut referee = Referee::start();
        // A question that takes a while: some hundred milliseconds at the least.
        assert!(referee.ask("@hard position fen k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - 0 1").starts_with("@hard ok position"));
        assert!(referee.ask("clock 0.15").starts_with("ok clock"));
        assert!(referee.ask("move e4").starts_with("ok move"));
        referee.write("@hard winnable white\n");
        // It is being answered when the move comes.
        thread::sleep(Duration::from_millis(20));
        referee.write("move e5\n");
        assert!(referee.read().starts_with("@hard ok winnable"));
        let reply = referee.read();
        assert!(reply.starts_with("ok move"), "{reply}");
        // And a clock does run while nobody works.
        thread::sleep(Duration::from_millis(300));
        assert!(referee.ask("move d4").starts_with("ok flag"));
    }
}

mod long_lines {
    use super::*;

    #[test]
    fn a_line_of_one_mebibyte_is_read_and_one_byte_more_is_too_long() {
        let blanks = |count| format!("isready{}", " ".repeat(count - "isready".len()));
        for end in ["\n", "\r\n", ""] {
            let fits = run(&[], &format!("{}{end}", blanks(MIB)));
            assert_eq!(fits.stdout, "readyok\n", "{end:?}");
            let too_long = run(&[], &format!("{}{end}", blanks(MIB + 1)));
            assert_eq!(first_words(&too_long.stdout, 2), ["error line_too_long"], "{end:?}");
        }
        assert_eq!(run(&[], &format!("\u{feff}{}\nisready\n", blanks(MIB))).stdout, "readyok\nreadyok\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_line_of_a_hundred_megabytes_is_thrown_away_and_costs_no_memory() {
        let mut referee = Referee::start();
        let megabyte = vec![b'x'; 1_000_000];
        for _ in 0..100 {
            referee.write(&megabyte);
        }
        referee.write("\n");
        assert_eq!(first_words(&referee.read(), 2), ["error line_too_long"]);
        assert_eq!(referee.ask("isready"), "readyok");
        assert!(peak_memory_in_kib(&referee.child) < MEMORY_IN_KIB, "{} KiB", peak_memory_in_kib(&referee.child));
    }

    #[test]
    fn two_hundred_thousand_plies_in_one_line_are_played() {
        let mut referee = Referee::start();
        assert_eq!(referee.ask("setoption name MaxPlies value 1000000"), "ok setoption name MaxPlies value 1000000");
        let reply = referee.ask(&knight_shuffle(200_000));
        assert!(reply.starts_with("ok position forgiven none state draw result 1/2-1/2 reason fivefold_repetition "), "{reply}");
        assert!(reply.contains(" ended 16 turn white ply 200000 halfmove 200000 fullmove 100001 repetition 50001 "), "{reply}");
        assert!(referee.ask("history").starts_with("ok history count 200000 moves g1f3,g8f6,f3g1,"));
        assert!(
            referee
                .ask("undo 200000")
                .ends_with(" ply 0 halfmove 0 fullmove 1 repetition 1 claim none checkers none offer none wtime none btime none")
        );
        assert!(referee.ask("redo 200000").contains(" ended 16 turn white ply 200000 "));
    }

    #[test]
    fn by_default_a_game_of_so_many_plies_is_past_the_limit() {
        let mut referee = Referee::start();
        assert_eq!(first_words(&referee.ask("move e4"), 2), ["ok move"]);
        assert_eq!(first_words(&referee.ask(&knight_shuffle(200_000)), 2), ["error limit"]);
        assert_eq!(referee.ask("history"), "ok history count 1 moves e2e4");
    }

    /// A `position` of so many half-moves, just under 1 MiB for 200,000.
    fn knight_shuffle(plies: usize) -> String {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies);
        let line = moves.fold("position startpos moves".to_owned(), |line, mv| line + " " + mv);
        assert!(line.len() < MIB);
        line
    }
}

/// What a run to its end gave.
struct Run {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

/// Runs the program on this input, to its end.
fn run(arguments: &[&str], input: &str) -> Run {
    let output = assert_cmd::Command::new(REFEREE).args(arguments).write_stdin(input).timeout(PATIENCE).output();
    let output = output.unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}

/// The first `count` words of each line.
fn first_words(text: &str, count: usize) -> Vec<String> {
    text.lines().map(|line| line.split(' ').take(count).collect::<Vec<_>>().join(" ")).collect()
}

/// Whether this is the last line of a reply.
fn is_final(line: &str) -> bool {
    let line = line.strip_prefix("info string ").unwrap_or(line);
    ["ok", "error", "uciok", "readyok", "bestmove"].contains(&line.split(' ').next().unwrap_or_default())
}

fn spawn(arguments: &[&str], stdin: Stdio, stdout: Stdio) -> Child {
    let mut command = Command::new(REFEREE);
    command.env_remove("RUST_LOG").args(arguments).stdin(stdin).stdout(stdout).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

/// A pipe that nobody reads.
fn closed_pipe() -> Stdio {
    let (_, writer): (_, PipeWriter) = io::pipe().expect("a pipe can be made");
    Stdio::from(writer)
}

/// Waits for the end, which should come at once.
fn wait(child: &mut Child) -> ExitStatus {
    const STEP: Duration = Duration::from_millis(10);
    for _ in 0..PATIENCE.as_millis() / STEP.as_millis() {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status;
        }
        thread::sleep(STEP);
    }
    let _ = child.kill();
    panic!("it did not end");
}

fn stderr_of(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    text
}

/// The most memory that the process has held so far.
#[cfg(target_os = "linux")]
fn peak_memory_in_kib(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells");
    peak.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// A conversation with the program over pipes. It is killed when dropped.
struct Referee {
    child: Child,
    stdin: Option<ChildStdin>,
    replies: Receiver<String>,
    reader: Option<JoinHandle<()>>,
}

impl Referee {
    fn start() -> Self {
        let mut child = spawn(&[], Stdio::piped(), Stdio::piped());
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (tell, replies) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in stdout.lines() {
                if tell.send(line.expect("a line of UTF-8")).is_err() {
                    return;
                }
            }
        });
        Self { stdin: child.stdin.take(), child, replies, reader: Some(reader) }
    }

    fn take_stdin(&mut self) -> ChildStdin {
        self.stdin.take().expect("not taken yet")
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("not taken yet");
        stdin.write_all(bytes.as_ref()).and_then(|()| stdin.flush()).expect("the referee reads");
    }

    /// The next line of output, or none at its end.
    fn next_line(&self) -> Option<String> {
        match self.replies.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no reply came"),
        }
    }

    fn read(&self) -> String {
        self.next_line().expect("the output goes on")
    }

    /// Writes a line and waits for the one line of its reply.
    fn ask(&mut self, line: &str) -> String {
        self.write(format!("{line}\n"));
        self.read()
    }

    fn wait(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}
