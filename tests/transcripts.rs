//! Golden transcripts: whole conversations with the real binary, reply by reply.
//!
//! `fixtures/transcripts/TOPIC.txt` can be fed to the daemon as it is, for everything but the client's lines is a comment:
//!
//! - `# …` tells what is shown and why;
//! - `#> …` is a line that the daemon answers, after the client's line that it answers (before it, where that line ends the
//!   file without a line feed, and no line can follow);
//! - `#* N BYTE` stands for a line of N times BYTE, for which a file has no room;
//! - `# args: …` gives arguments of the command line beside.
//!
//! `TOPIC.jsonl` is the whole stdout for the same input under `--json`.
//!
//! To write both anew from what the binary answers now: `UPDATE_TRANSCRIPTS=1 cargo test --test transcripts`. Then read the
//! difference line by line: a transcript says what the contract asks for, not what the code happens to do.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use chess_referee::notation::{FenField, FenReason, Forgiven};
use chess_referee::position::IllegalMove;
use chess_referee::protocol::{COMMANDS, ErrorCode};
use chess_referee::rules::{Claim, Outcome};
use chess_referee::session::OPTIONS;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

const HOW_TO_UPDATE: &str = "if the new lines are right by the contract: UPDATE_TRANSCRIPTS=1 cargo test --test transcripts";

// ---------------------------------------------------------------- the tests

#[test]
fn the_binary_answers_as_the_transcripts_say() {
    let update = updating();
    let transcripts = transcripts();
    let (even, odd): (Vec<_>, Vec<_>) = transcripts.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let check = |half: Vec<(usize, &Transcript)>| half.into_iter().filter_map(|(_, transcript)| transcript.fault(update)).collect();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(|| check(odd));
        let mut faults: Vec<String> = check(even);
        faults.extend(other.join().expect("no check panics"));
        faults
    });
    assert!(faults.is_empty(), "\n{}\n{HOW_TO_UPDATE}", faults.join("\n"));
}

/// Both come from one reply: whatever one says, the other says in the same order.
#[test]
fn text_and_json_say_the_same() {
    if updating() {
        return; // the files are being written
    }
    let mut faults = String::new();
    for transcript in transcripts() {
        let text = replies(&transcript.golden_text());
        let json = replies(&transcript.golden_json());
        if text.len() != json.len() {
            let _ = writeln!(faults, "{}: {} replies in text, {} in JSON", transcript.name(), text.len(), json.len());
        }
        for (text, json) in text.iter().zip(&json) {
            let worded = in_words(json);
            // Where a transcript itself asks for JSON, or for text, both are printed alike.
            if *text != worded && text != json {
                let _ = writeln!(faults, "{}:\n  in text  {text:?}\n  in JSON  {worded:?}", transcript.name());
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn every_code_of_the_protocol_is_shown_in_text_and_in_json() {
    if updating() {
        return;
    }
    let transcripts = transcripts();
    let of = |golden: fn(&Transcript) -> String| -> Vec<Said> {
        let all = transcripts.iter().flat_map(|transcript| replies(&golden(transcript)));
        all.filter_map(|reply| Said::read(in_words(&reply).last()?)).collect()
    };
    let mut missing = Vec::new();
    for (format, said) in [("text", of(Transcript::golden_text)), ("JSON", of(Transcript::golden_json))] {
        missing.extend(not_shown(&said).into_iter().map(|what| format!("{what} (in {format})")));
    }
    let lines: BTreeSet<String> = transcripts.iter().flat_map(Transcript::client_words).collect();
    for word in COMMANDS.iter().flat_map(|spec| [Some(spec.verb), spec.alias]).flatten() {
        if !lines.contains(word) {
            missing.push(format!("a line with the command {word}"));
        }
    }
    assert!(missing.is_empty(), "no transcript shows\n  {}", missing.join("\n  "));
}

#[test]
fn every_transcript_has_both_its_files() {
    if updating() {
        return;
    }
    let names = |extension| -> BTreeSet<PathBuf> { files(extension).into_iter().map(|path| path.with_extension("")).collect() };
    assert_eq!(names("txt"), names("jsonl"));
    assert!(!names("txt").is_empty());
}

/// What follows `quit` is not answered, and so shows nothing; one transcript shows that.
#[test]
fn nothing_is_asked_after_quit() {
    let asks_on = |transcript: &Transcript| {
        let asked = transcript.lines().filter(|(_, kind)| matches!(kind, LineKind::Asked | LineKind::Long(_)));
        asked.skip_while(|(line, _)| line.trim_ascii() != b"quit").nth(1).is_some()
    };
    let asking: Vec<String> = transcripts().iter().filter(|transcript| asks_on(transcript)).map(Transcript::name).collect();
    assert_eq!(asking, ["fixtures/transcripts/quit.txt"], "put `quit` at the end");
}

fn updating() -> bool {
    std::env::var_os("UPDATE_TRANSCRIPTS").is_some_and(|value| value != "0")
}

// ---------------------------------------------------------------- a transcript

/// A transcript as it stands in its file.
struct Transcript {
    path: PathBuf,
    source: Vec<u8>,
}

/// What a line of a transcript is.
enum LineKind {
    /// A comment or a blank line: the daemon is silent.
    Silent,
    /// A line of the daemon's.
    Reply,
    /// A line that the daemon answers.
    Asked,
    /// One that stands for this long a line, which the daemon answers.
    Long(Vec<u8>),
}

fn files(extension: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/transcripts");
    let entries = fs::read_dir(&directory).expect("the directory of the transcripts");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

fn transcripts() -> Vec<Transcript> {
    files("txt").into_iter().map(|path| Transcript { source: fs::read(&path).expect("a transcript"), path }).collect()
}

impl Transcript {
    fn name(&self) -> String {
        shown(&self.path)
    }

    /// Its lines, each with its line feed where it has one.
    fn lines(&self) -> impl Iterator<Item = (&[u8], LineKind)> {
        self.source.split_inclusive(|&byte| byte == b'\n').enumerate().map(|(index, line)| {
            let content = if index == 0 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
            (line, LineKind::of(content))
        })
    }

    /// The words of the command line.
    fn arguments(&self) -> Vec<String> {
        let header = self.lines().find_map(|(line, _)| Some(String::from_utf8_lossy(line.strip_prefix(b"# args:")?).into_owned()));
        header.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }

    /// What the daemon is fed.
    fn input(&self) -> Vec<u8> {
        let mut input = Vec::new();
        for (line, kind) in self.lines() {
            match kind {
                LineKind::Long(long) => input.extend([&*long, b"\n"].concat()),
                LineKind::Silent | LineKind::Reply | LineKind::Asked => input.extend(line),
            }
        }
        input
    }

    /// Runs the binary: its stdout.
    fn run(&self, format: &[&str]) -> String {
        let arguments = self.arguments();
        let stop_at_error = arguments.iter().any(|argument| argument == "-e");
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess-referee"));
        let assert = command.args(format).args(arguments).env_remove("RUST_LOG").write_stdin(self.input()).assert();
        let output = assert.get_output();
        let text = String::from_utf8(output.stdout.clone()).expect("replies are UTF-8");
        let failed = stop_at_error && text.lines().next_back().is_some_and(|line| line.contains("error"));
        assert_eq!(output.status.code(), Some(i32::from(failed)), "{}: the exit status", self.name());
        assert!(output.stderr.is_empty(), "{}: {}", self.name(), String::from_utf8_lossy(&output.stderr));
        text
    }

    /// The transcript as it would be, had the daemon answered this.
    fn with_replies(&self, stdout: &str) -> Vec<u8> {
        let mut replies = replies(stdout).into_iter();
        let mut written = Vec::new();
        for (line, kind) in self.lines() {
            let answered = matches!(kind, LineKind::Asked | LineKind::Long(_));
            let reply = if answered { replies.next().unwrap_or_default() } else { Vec::new() };
            let reply: String =
                reply.into_iter().map(|line| if line.is_empty() { "#>\n".to_owned() } else { format!("#> {line}\n") }).collect();
            match kind {
                LineKind::Reply => {}
                _ if line.ends_with(b"\n") => written.extend([line, reply.as_bytes()].concat()),
                _ => written.extend([reply.as_bytes(), line].concat()),
            }
        }
        for line in replies.flatten() {
            written.extend(format!("#> nobody asked for this: {line}\n").into_bytes());
        }
        written
    }

    /// Where the transcript and the binary part ways, if they do; or writes the transcript anew.
    fn fault(&self, update: bool) -> Option<String> {
        let text = self.with_replies(&self.run(&[]));
        let json = self.run(&["--json"]).into_bytes();
        let json_path = self.path.with_extension("jsonl");
        if update {
            fs::write(&self.path, text).expect("a transcript can be written");
            fs::write(json_path, json).expect("a transcript can be written");
            return None;
        }
        let golden_json = fs::read(&json_path).unwrap_or_default();
        first_difference(&self.path, &self.source, &text).or_else(|| first_difference(&json_path, &golden_json, &json))
    }

    /// What the daemon answers in text, as the transcript says.
    fn golden_text(&self) -> String {
        let replies = self.lines().filter(|(_, kind)| matches!(kind, LineKind::Reply));
        let said = |line: &[u8]| String::from_utf8_lossy(line.strip_prefix(b"#> ").unwrap_or(b"\n")).into_owned();
        replies.map(|(line, _)| said(line)).collect()
    }

    /// What the daemon answers in JSON, as the file beside it says.
    fn golden_json(&self) -> String {
        fs::read_to_string(self.path.with_extension("jsonl")).unwrap_or_default()
    }

    /// The first word of each line of the client's, tags left out.
    fn client_words(&self) -> Vec<String> {
        let asked = self.lines().filter(|(_, kind)| matches!(kind, LineKind::Asked));
        let words = asked.map(|(line, _)| String::from_utf8_lossy(line).into_owned());
        words.filter_map(|line| Some(line.split_whitespace().find(|word| !word.starts_with('@'))?.to_owned())).collect()
    }
}

impl LineKind {
    fn of(line: &[u8]) -> Self {
        if line.starts_with(b"#>") {
            return Self::Reply;
        }
        if let Some(long) = line.strip_prefix(b"#* ") {
            let long = String::from_utf8_lossy(long);
            let (count, byte) = long.trim_end().split_once(' ').expect("#* N BYTE");
            return Self::Long(byte.repeat(count.parse().expect("#* N BYTE")).into_bytes());
        }
        match line.trim_ascii() {
            [] | [b'#', ..] => Self::Silent,
            _ => Self::Asked,
        }
    }
}

fn shown(path: &Path) -> String {
    path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string()
}

/// The first line in which two files differ, for a person.
fn first_difference(path: &Path, expected: &[u8], actual: &[u8]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let lines = |bytes: &[u8]| -> Vec<String> { String::from_utf8_lossy(bytes).split_inclusive('\n').map(str::to_owned).collect() };
    let (expected, actual) = (lines(expected), lines(actual));
    let index = expected.iter().zip(&actual).take_while(|(expected, actual)| expected == actual).count();
    let line = |lines: &[String]| lines.get(index).map_or("(the end)".to_owned(), |line| line.trim_end().to_owned());
    let asked = actual[..index.min(actual.len())].iter().rev().find(|line| !line.starts_with('#') && !line.starts_with('{'));
    let asked = asked.map(|line| format!("  asked     {}\n", line.trim_end())).unwrap_or_default();
    let (expected, actual) = (line(&expected), line(&actual));
    Some(format!("{}:{}\n{asked}  expected  {expected}\n  actual    {actual}", shown(path), index + 1))
}

// ---------------------------------------------------------------- replies

/// The replies in a stdout, each with its lines, the final one last.
fn replies(stdout: &str) -> Vec<Vec<String>> {
    let mut replies = vec![Vec::new()];
    for line in stdout.lines() {
        replies.last_mut().expect("one at least").push(line.to_owned());
        if is_final(line) {
            replies.push(Vec::new());
        }
    }
    let rest = replies.pop().expect("one at least");
    assert!(rest.is_empty(), "lines without a final one: {rest:?}");
    replies
}

/// A line without what stands before it: the tag, UCI's `info string`.
fn split_prefix(line: &str) -> (&str, &str) {
    let tag = if line.starts_with('@') { line.find(' ').map_or(line.len(), |end| end + 1) } else { 0 };
    let start = if line[tag..].starts_with("info string ") { tag + "info string ".len() } else { tag };
    line.split_at(start)
}

fn is_final(line: &str) -> bool {
    let (_, line) = split_prefix(line);
    let word = line.split(' ').next().unwrap_or_default();
    ["ok", "error", "uciok", "readyok", "bestmove"].contains(&word) || line.starts_with("{\"")
}

/// A JSON object whose keys stay in order.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Object;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A reply in JSON as text has it; a reply in text as it is.
fn in_words(reply: &[String]) -> Vec<String> {
    let line = reply.last().expect("a reply has a line");
    let (info, object) = split_prefix(line);
    if !object.starts_with('{') {
        return reply.to_vec();
    }
    let Object(entries) = serde_json::from_str(object).unwrap_or_else(|error| panic!("{error}: {object}"));
    let (mut lines, mut tag, mut words) = (Vec::new(), String::new(), Vec::new());
    for (key, value) in entries {
        match (&*key, value) {
            ("game", value) => tag = format!("@{} ", in_word(&value)),
            ("text", Value::Array(page)) => lines = page,
            (_, value) => words.push(format!("{key} {}", in_word(&value))),
        }
    }
    let page = lines.iter().map(in_word).chain([words.join(" ")]);
    page.map(|line| format!("{tag}{info}{line}")).collect()
}

fn in_word(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(in_word).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

// ---------------------------------------------------------------- what is shown

/// A final line, taken apart.
struct Said {
    /// `ok move`, `error stale`, `uciok`
    head: String,
    /// The keys with their values; `fen`, `message` and `value` run to the end of the line.
    pairs: Vec<(String, String)>,
}

impl Said {
    fn read(line: &str) -> Option<Self> {
        let (_, line) = split_prefix(line);
        let mut words = line.split(' ');
        let first = words.next()?;
        let head = if ["ok", "error"].contains(&first) { format!("{first} {}", words.next()?) } else { first.to_owned() };
        let mut pairs = Vec::new();
        while let Some(key) = words.next() {
            let runs_on = ["fen", "message", "value"].contains(&key);
            let value = if runs_on { words.by_ref().collect::<Vec<_>>().join(" ") } else { words.next().unwrap_or_default().to_owned() };
            pairs.push((key.to_owned(), value));
        }
        Some(Self { head, pairs })
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(found, _)| found == key).map(|(_, value)| &**value)
    }

    fn has(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// Whether the list under this key holds the value.
    fn lists(&self, key: &str, value: &str) -> bool {
        self.get(key).is_some_and(|list| list.split(',').any(|found| found == value))
    }

    fn names(&self, word: &str) -> bool {
        let message = self.get("message").unwrap_or_default();
        message.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
    }
}

/// Every code of the protocol that nothing said shows.
fn not_shown(said: &[Said]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut want = |what: String, is_it: &dyn Fn(&Said) -> bool| {
        if !said.iter().any(is_it) {
            missing.push(what);
        }
    };
    for spec in &COMMANDS {
        let head = match spec.verb {
            "uci" => "uciok".to_owned(),
            "isready" => "readyok".to_owned(),
            "go" => "bestmove".to_owned(),
            verb => format!("ok {verb}"),
        };
        want(head.clone(), &|said| said.head == head);
    }
    for code in ErrorCode::ALL.map(ErrorCode::code) {
        want(format!("error {code}"), &|said| said.head == format!("error {code}"));
    }
    for reason in IllegalMove::all() {
        let (code, article) = (reason.code(), reason.article());
        let broken = |said: &Said| said.has("reason", code) && (said.has("article", article) || code == "bad_geometry");
        let error = |said: &Said| said.head == "error illegal_move" && broken(said);
        want(format!("{code} by move"), &|said| error(said) && said.get("index").is_none());
        want(format!("{code} in a list of moves"), &|said| error(said) && said.get("index").is_some());
        want(format!("{code} by explain"), &|said| said.head == "ok explain" && said.has("legal", "false") && broken(said));
    }
    for outcome in Outcome::all() {
        let (code, winner) = (outcome.code(), outcome.winner().map_or("none", chess_referee::board::Color::name));
        want(format!("reason {code} winner {winner}"), &|said| {
            said.has("state", outcome.state())
                && said.has("result", outcome.result())
                && said.has("reason", code)
                && said.has("article", outcome.article().unwrap_or("none"))
                && said.has("winner", winner)
        });
        want(format!("error game_over reason {code}"), &|said| said.head == "error game_over" && said.has("reason", code));
    }
    for claim in Claim::ALL {
        want(format!("claim {}", claim.code()), &|said| said.lists("claim", claim.code()));
    }
    for forgiven in Forgiven::ALL {
        let code = forgiven.code();
        let of_fen = forgiven >= Forgiven::CountersMissing;
        want(format!("forgiven {code} by position"), &|said| said.head == "ok position" && said.lists("forgiven", code));
        if !of_fen {
            want(format!("forgiven {code} by move"), &|said| said.head == "ok move" && said.lists("forgiven", code));
        }
        want(format!("{code} refused by Strict"), &|said| match forgiven {
            Forgiven::PromotionMissing => said.head == "error illegal_move" && said.has("reason", code),
            _ if of_fen => said.head == "error bad_fen" && said.names(code),
            _ => said.head == "error bad_move" && said.names(code),
        });
    }
    for reason in FenReason::all() {
        let code = reason.code();
        want(format!("bad_fen reason {code}"), &|said| said.head == "error bad_fen" && said.has("reason", code));
    }
    for code in FenField::ALL.map(FenField::code) {
        want(format!("bad_fen field {code}"), &|said| said.head == "error bad_fen" && said.has("field", code));
    }
    for spec in &OPTIONS {
        want(format!("option {}", spec.name), &|said| said.head == "ok setoption" && said.has("name", spec.name));
    }
    missing
}
