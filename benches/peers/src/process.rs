//! A program at the other end of two pipes: asked line by line, or with many lines at once.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that answers lines.
pub struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Peer {
    /// Starts it. It may not have read anything yet.
    pub fn start(program: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let input = child.stdin.take();
        let output = BufReader::with_capacity(1 << 16, child.stdout.take().expect("piped"));
        Self { child, input, output, line: String::new() }
    }

    /// Writes all this at once.
    pub fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("not closed yet");
        input.write_all(lines.as_bytes()).expect("the program reads");
    }

    /// The next line of its output.
    pub fn read(&mut self) -> &str {
        self.line.clear();
        let read = self.output.read_line(&mut self.line).expect("the program writes text");
        assert!(read > 0, "the program has left");
        self.line.trim_end()
    }

    /// Reads up to a line that starts so.
    pub fn read_to(&mut self, start: &str) {
        while !self.read().starts_with(start) {}
    }

    /// Waits until it has done all that was sent before. A line that is already waiting may come first.
    pub fn settle(&mut self) {
        self.send("isready\n");
        loop {
            // UCI programs say `readyok`, the loops `ok`, the echo what it was told.
            if matches!(self.read(), "readyok" | "ok" | "isready") {
                return;
            }
        }
    }

    /// Writes the input while reading that many lines of output: how long it takes until the last one is there.
    pub fn pipeline(&mut self, input: &str, replies: usize) -> Duration {
        let start = Instant::now();
        let mut pipe = self.input.take().expect("not closed yet");
        let output = &mut self.output;
        self.input = Some(std::thread::scope(|scope| {
            let writer = scope.spawn(move || {
                pipe.write_all(input.as_bytes()).expect("the program reads");
                pipe
            });
            let mut left = replies;
            while left > 0 {
                let bytes = output.fill_buf().expect("the program writes");
                assert!(!bytes.is_empty(), "the program has left with {left} replies missing");
                left = left.saturating_sub(memchr::memchr_iter(b'\n', bytes).count());
                let read = bytes.len();
                output.consume(read);
            }
            writer.join().expect("the writer is done")
        }));
        start.elapsed()
    }

    /// Something of its memory in KiB, by the name that the kernel has for it.
    pub fn memory(&self, what: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix(what)).expect("a line of its own");
        line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number")
    }
}

/// A program leaves when its input ends; Stockfish alone wants to be told.
impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n"); // it may have left already
        }
        let _ = self.output.read_to_end(&mut Vec::new());
        let _ = self.child.wait();
    }
}

/// How long a program takes from its start to the end of this file, its replies thrown away.
pub fn through_file(program: &Path, input: &Path) -> Duration {
    let input = std::fs::File::open(input).expect("just written");
    let start = Instant::now();
    let status = Command::new(program).stdin(input).stdout(Stdio::null()).status().expect("the program runs");
    assert!(status.success(), "{} fails", program.display());
    start.elapsed()
}
