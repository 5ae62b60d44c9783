//! `chess-referee check` through the real binary: golden reports, and its manners with files, pipes, packing and threads.
//!
//! `fixtures/check/` holds sources, `NAME.pgn`, `NAME.epd` or `NAME.fen`, each with what is printed for it: `NAME.pgn.txt`, and
//! under `--json` `NAME.pgn.jsonl`. To write both anew: `UPDATE_CHECKS=1 cargo test --test check`. Then read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use assert_cmd::Command;
use chess_referee::notation::pgn::{Fault, LONGEST_GAME};
use chess_referee::protocol::report::Problem;

const HOW_TO_UPDATE: &str = "if the new lines are right: UPDATE_CHECKS=1 cargo test --test check";

// ---------------------------------------------------------------- golden files

#[test]
fn reports_are_as_the_golden_files_say() {
    let mut faults = String::new();
    for source in sources() {
        for (format, extension) in [(&[][..], "txt"), (&["--json"][..], "jsonl")] {
            let name = source.file_name().expect("a file").to_string_lossy().into_owned();
            let printed = check(&[format, &[&*name]].concat(), "").stdout;
            let golden = folder().join(format!("{name}.{extension}"));
            if updating() {
                fs::write(&golden, printed).expect("a golden file that can be written");
            } else if fs::read_to_string(&golden).unwrap_or_default() != printed {
                let _ = writeln!(faults, "{} is not what is printed now:\n{printed}", golden.display());
            }
        }
    }
    assert!(faults.is_empty(), "{faults}\n{HOW_TO_UPDATE}");
}

#[test]
fn text_and_json_have_the_same_keys_and_values() {
    for source in sources().into_iter().filter(|_| !updating()) {
        let golden = |extension: &str| fs::read_to_string(format!("{}.{extension}", source.display())).expect("a golden file");
        let (text, json) = (golden("txt"), golden("jsonl"));
        assert_eq!(text.lines().count(), json.lines().count(), "{}", source.display());
        for (text, json) in text.lines().zip(json.lines()) {
            assert_eq!(text, in_words(json), "{}", source.display());
        }
    }
}

#[test]
fn every_problem_is_shown() {
    let golden: String =
        sources().iter().map(|source| fs::read_to_string(format!("{}.txt", source.display())).unwrap_or_default()).collect();
    let summaries = golden.lines().filter(|line| line.starts_with("ok summary "));
    let shown: BTreeSet<&str> = summaries
        .filter_map(|line| line.split(" problems ").nth(1))
        .flat_map(|problems| problems.split(','))
        .filter_map(|problem| Some(problem.split_once(':')?.0))
        .collect();
    // Three need more than a file of a few lines: `a_game_that_is_none_does_not_hide_the_next` and `a_line_that_is_too_long_is_told_and_the_next_is_judged` show them.
    let large = [Problem::Text(Fault::TooManyFaults), Problem::Text(Fault::GameTooLong), Problem::LineTooLong];
    let small = Problem::all().into_iter().filter(|problem| !large.contains(problem));
    let missing: Vec<_> = small.map(Problem::code).filter(|code| !shown.contains(code)).collect();
    assert!(updating() || missing.is_empty(), "no file of fixtures/check shows {missing:?}");
}

/// A line of JSON as text has it, word by word.
fn in_words(json: &str) -> String {
    use serde_json::{Map, Value};
    let object: Map<String, Value> = serde_json::from_str(json).expect("an object a line");
    // The map is sorted; the order is that of the line itself.
    let mut keys: Vec<&String> = object.keys().collect();
    keys.sort_by_key(|key| json.find(&format!("\"{key}\":")));
    let one_word = |text: &str| {
        if text == "none" {
            return "%6Eone".to_owned();
        }
        let blank = |c: char| c == '%' || c.is_whitespace() || c.is_control();
        text.chars().map(|c| if blank(c) { format!("%{:02X}", u32::from(c)) } else { c.to_string() }).collect()
    };
    let words = |key: &str, value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if key == "message" || key == "ok" => text.clone(),
        Value::String(text) => one_word(text),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(|value| value.as_str().expect("a word")).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    };
    keys.into_iter().map(|key| format!("{key} {}", words(key, &object[key]))).collect::<Vec<_>>().join(" ")
}

// ---------------------------------------------------------------- the command line

#[test]
fn the_exit_status_tells_whether_there_was_a_problem() {
    assert_eq!(check(&["right.pgn"], "").code, 0);
    assert_eq!(check(&["results.pgn"], "").code, 1);
    assert_eq!(check(&["positions.fen"], "").code, 1);
    assert_eq!(check(&["--only", "nothing"], "").code, 2);
    assert_eq!(check(&["right.pgn", "no-such-file.pgn"], "").code, 3);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_checked() {
    let run = check(&["no-such-file.pgn", ".", "right.pgn"], "");
    assert!(run.stderr.contains("cannot read no-such-file.pgn: ") && run.stderr.contains("cannot read .: "), "{}", run.stderr);
    assert!(run.stdout.ends_with("ok summary games 5 setups 0 plies 20 wrong 0 problems none\n"), "{}", run.stdout);
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    let pgn = fs::read_to_string(folder().join("right.pgn")).expect("a fixture");
    let named = check(&["right.pgn"], "").stdout.replace(" file right.pgn ", " file none ");
    for arguments in [&[][..], &["-"], &["--pgn"]] {
        assert_eq!(check(arguments, &pgn).stdout, named);
    }
    let fen = check(&["--fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").stdout;
    assert!(fen.starts_with("ok setup file none line 1 ") && fen.contains(" plausible true "), "{fen}");
    assert!(check(&["--epd", "-"], "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;").stdout.contains(" opcodes bm "));
}

#[test]
fn only_what_was_asked_for_is_printed() {
    let all = check(&["results.pgn"], "").stdout;
    let (wrong, summary): (Vec<&str>, Vec<&str>) =
        all.lines().filter(|line| !line.contains(" problems none ")).partition(|line| line.starts_with("ok game "));
    assert_eq!(check(&["--only", "problems", "results.pgn"], "").stdout.lines().collect::<Vec<_>>(), [wrong, summary.clone()].concat());
    assert_eq!(check(&["--only", "summary", "results.pgn"], "").stdout.lines().collect::<Vec<_>>(), summary);
    let run = check(&["--only", "problems", "right.pgn"], "");
    assert_eq!((run.stdout.lines().count(), run.code), (1, 0));
}

#[test]
fn several_files_are_told_apart() {
    let run = check(&["right.pgn", "positions.epd", "right.pgn"], "");
    let of = |start: &str| run.stdout.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        [of("ok game file right.pgn game 1 line 3 "), of("ok setup file positions.epd "), of("ok summary games 10 setups 7 ")],
        [2, 7, 1]
    );
}

#[test]
fn a_profile_sets_the_rules() {
    let pgn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0";
    assert!(check(&[], pgn).stdout.contains(" problems none at_line"));
    assert!(check(&["--profile", "engine"], pgn).stdout.contains(" reason threefold_repetition "));
}

#[test]
fn help_is_shown() {
    let run = check(&["--help"], "");
    assert!(run.stdout.starts_with("chess-referee check: ") && run.code == 0, "{}", run.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_chess-referee"))
        .args(["check", "-j", "2"])
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("piped");
    // It may be gone before all is written.
    let _ = input.write_all(many_games(20_000).as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_ne!(output.status.code(), Some(3));
}

// ---------------------------------------------------------------- many games, packed and not

#[test]
fn reports_come_in_the_order_of_the_games_on_any_number_of_threads() {
    let pgn = many_games(30_000); // several blocks
    let one = check(&["-j", "1"], &pgn);
    assert_eq!(one.stdout.lines().count(), 30_001);
    for (line, number) in one.stdout.lines().zip(1..=30_000) {
        assert!(line.starts_with(&format!("ok game file none game {number} line {} ", 5 * number - 4)), "{line}");
    }
    for threads in ["2", "7"] {
        assert_eq!(check(&["-j", threads], &pgn).stdout, one.stdout, "{threads} threads");
    }
    assert_eq!(check(&[], &pgn).stdout, one.stdout);
}

#[test]
fn what_is_packed_is_unpacked_whatever_it_is_called() {
    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let folder = Folder::new("packed");
    let (first, second) = (many_games(3_000), many_games(5));
    let gzip = |text: &str| {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory")
    };
    let bzip2 = |text: &str| {
        let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory")
    };
    let zstandard = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    // A frame of Zstandard's that is to be skipped, as some packers write.
    let to_skip = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc".to_vec();
    let files = [
        ("games.pgn", [first.clone(), second.clone()].concat().into_bytes()),
        ("games.pgn.gz", [gzip(&first), gzip(&second)].concat()),
        ("games.bz2", [bzip2(&first), bzip2(&second)].concat()),
        ("games.pgn.zst", [to_skip.clone(), zstandard(&first), to_skip, zstandard(&second)].concat()),
        ("no-extension", gzip(&[first, second].concat())),
    ];
    for (name, bytes) in &files {
        fs::write(folder.0.join(name), bytes).expect("a file that can be written");
        let run = check_in(&folder.0, &[name], b"");
        let plain = check_in(&folder.0, &["games.pgn"], b"").stdout.replace(" file games.pgn ", &format!(" file {name} "));
        assert!(run.stdout == plain && run.stdout.contains("ok summary games 3005 "), "{name}: {} {}", run.stderr, run.stdout.len());
        let piped = check_in(&folder.0, &["--only", "summary"], bytes);
        assert!(piped.stdout.starts_with("ok summary games 3005 "), "{name} through a pipe: {}", piped.stdout);
    }
    // What was read before the break is judged; and what is damaged is told.
    for (name, bytes) in &files[1..] {
        let run = check_in(&folder.0, &["--only", "summary"], &bytes[..bytes.len() - 6]);
        assert!(run.code == 3 && run.stderr.starts_with("chess-referee: cannot read standard input: "), "most of {name}: {}", run.stderr);
        let games: u64 = run.stdout.split(' ').nth(3).and_then(|games| games.parse().ok()).expect("a summary");
        assert!(games >= 2_000, "most of {name}: {games} games");
    }
    let mut damaged = files[3].1.clone();
    *damaged.last_mut().expect("a checksum") ^= 1;
    let run = check_in(&folder.0, &["--only", "summary"], &damaged);
    assert!(run.code == 3 && run.stderr.contains("checksum"), "{}", run.stderr);
    fs::write(folder.0.join("lines.fen.gz"), gzip("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")).expect("a file that can be written");
    assert!(check_in(&folder.0, &["lines.fen.gz"], b"").stdout.starts_with("ok setup "));
}

#[test]
fn a_game_that_is_none_does_not_hide_the_next() {
    let hard = [
        ("too_many_faults", "1. e4 ".to_owned() + &"} ".repeat(1_000)),
        ("game_too_long", "1. e4 {".to_owned() + &"x".repeat(LONGEST_GAME)),
    ];
    for (code, text) in hard {
        let run = check(&[], &format!("[Event \"hard\"]\n\n{text}\n[Event \"next\"]\n\n1. d4 d5 *\n"));
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines.len(), 3, "{code}");
        assert!(lines[0].contains(code) && lines[1].contains(" game 2 line 4 ") && lines[1].contains(" plies 2 "), "{code}: {}", lines[1]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_whatever_the_input() {
    const MOST_KIB: u64 = 96 << 10;
    let ordinary = many_games(20_000);
    let inputs =
        [("ordinary games", &*ordinary, 128 << 20), ("games of two bytes", "* ", 6 << 20), ("the beginning of a game", "{", 48 << 20)];
    for (what, piece, size) in inputs {
        let mut child = start(&["-j", "2", "--only", if piece == "* " { "problems" } else { "summary" }], Stdio::null());
        let mut input = child.stdin.take().expect("piped");
        let chunk = piece.repeat((1 << 20) / piece.len().min(1 << 20));
        (0..size / chunk.len()).for_each(|_| input.write_all(chunk.as_bytes()).expect("it reads"));
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("what it held at most");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        drop(input);
        child.wait().expect("it ends");
        assert!(peak < MOST_KIB, "{peak} KiB for {} MiB of {what}", size >> 20);
    }
}

#[test]
fn who_has_had_enough_need_not_wait_for_more_input() {
    let mut child = start(&["-j", "2"], Stdio::piped());
    let mut input = child.stdin.take().expect("piped");
    drop(child.stdout.take());
    // As much as makes it print; what follows never comes, and the input stays open.
    let _ = input.write_all(many_games(60_000).as_bytes());
    for _ in 0..600 {
        if child.try_wait().expect("a child").is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let _ = child.kill();
    panic!("it goes on for a minute, though nobody reads the reports");
}

fn start(arguments: &[&str], stdout: Stdio) -> std::process::Child {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chess-referee"));
    command.arg("check").args(arguments).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::null()).spawn().expect("the binary starts")
}

/// On a terminal of some width, with the reports in a file: how far it is stands there all the time, in one row, and in the end
/// nothing of it is left.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_told_how_far_it_is_and_is_left_clean() {
    use std::io::Read as _;
    use std::time::Duration;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    for (width, is_told, counts_games) in [(90, true, true), (40, true, false), (20, false, false)] {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("ours");
        let name = ptsname(&terminal, Vec::new()).expect("named").into_string().expect("UTF-8");
        let stderr = fs::OpenOptions::new().read(true).write(true).open(name).expect("the other end");
        tcsetwinsize(&stderr, Winsize { ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 }).expect("a width");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chess-referee"));
        command.args(["check", "--jobs", "1", "-"]).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(stderr);
        let mut child = command.spawn().expect("the binary runs");
        drop(command); // and with it our copy of the other end
        let mut input = child.stdin.take().expect("a pipe");
        let feed = std::thread::spawn(move || {
            let games = many_games(30_000);
            input.write_all(games.as_bytes()).expect("it reads");
            std::thread::sleep(Duration::from_millis(300));
            input.write_all(games.as_bytes()).expect("it reads");
        });
        // A terminal whose other end is closed is an error, not an end.
        let mut written = Vec::new();
        let _ = fs::File::from(terminal).read_to_end(&mut written);
        feed.join().expect("nobody panicked");
        assert!(child.wait().expect("it ends").success());
        let written = String::from_utf8(written).expect("UTF-8");
        // Each row that was written over the one before it, and what of that one was left.
        let mut row: Vec<char> = Vec::new();
        let mut told = 0;
        for text in written.split('\r') {
            assert!(text.chars().count() < usize::from(width) && !text.contains('\n'), "{text:?} in {width} columns");
            told += usize::from(text.contains("B ["));
            for (column, character) in text.chars().enumerate() {
                if column < row.len() { row[column] = character } else { row.push(character) }
            }
        }
        assert!(row.iter().all(|&character| character == ' '), "left behind: {row:?}");
        // It is drawn again after each of many reports.
        assert_eq!(told > 20, is_told, "{told} times in {width} columns");
        assert_eq!(written.contains(" games, "), counts_games, "in {width} columns");
    }
}

#[test]
fn a_line_that_is_too_long_is_told_and_the_next_is_judged() {
    let long = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {}am e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n", " ".repeat(3 << 20));
    let run = check(&["--epd"], &long);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].contains(" problems line_too_long at_line 1 ") && lines[1].contains(" line 2 ") && lines[1].contains(" count 6 "),
        "{}",
        run.stdout
    );
}

#[test]
fn a_file_of_hard_positions_takes_no_hours() {
    let hard = "[FEN \"k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -\"]\n1-0\n";
    // Cheap enough to be asked; whether it is found out is another question.
    let run = check(&["--proof-nodes", "1000"], &hard.repeat(10));
    assert!(run.stdout.contains(" games 10 ") && run.code == 0, "{}", run.stdout);
    assert_eq!(check(&["--proof-nodes", "10000001"], "").code, 2);
}

/// Games of five lines each.
fn many_games(count: usize) -> String {
    (1..=count).map(|number| format!("[Event \"?\"]\n[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n")).collect()
}

// ---------------------------------------------------------------- running

struct Run {
    stdout: String,
    stderr: String,
    code: i32,
}

fn check(arguments: &[&str], input: &str) -> Run {
    check_in(&folder(), arguments, input.as_bytes())
}

fn check_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-referee"));
    let output = command
        .env_remove("RUST_LOG")
        .current_dir(folder)
        .arg("check")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().expect("it ends by itself") }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/check")
}

fn sources() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).expect("the fixtures").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| ["pgn", "epd", "fen"].contains(&&*extension.to_string_lossy())));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn updating() -> bool {
    std::env::var_os("UPDATE_CHECKS").is_some_and(|value| value != "0")
}

/// A folder of this test's own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // It lies in the target folder, and does no harm if it stays.
        let _ = fs::remove_dir_all(&self.0);
    }
}
