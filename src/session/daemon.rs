//! The loop around a session: lines in, replies out. The only place that reads, prints and flushes, on Linux through `pipe`.
//!
//! Output is flushed whenever no complete line is waiting: a client that waits for each reply never waits in vain, and one
//! that writes ahead pays no flush a line.

use std::io::{self, BufRead, BufReader, ErrorKind, IsTerminal, Read, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use log::{debug, info, trace};

use super::{Answer, Session};

/// The longest line that is kept, in bytes, its line feed left out: 1 MiB.
pub const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// As much is read at once as a pipe holds. Less than 8 KiB would go through the buffer of standard input, too.
const CHUNK: usize = 1 << 16;

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By `quit` or at the end of input.
    Done,
    /// At the first error, as was asked for.
    AtError,
}

/// Answers every line of `input` on `output`, until `quit`, the end of input, or the first error if `stop_at_error`.
///
/// A reader that has gone away ends it too, and is no error.
///
/// # Errors
///
/// What reading or writing gives, but a broken pipe.
pub fn run(session: &mut Session, input: impl Read, output: impl Write, stop_at_error: bool) -> io::Result<Ended> {
    quietly(Conversation::new(session, output, stop_at_error).run(input))
}

/// A reader of the replies that has gone away is no error: there is nobody left to tell.
fn quietly(result: io::Result<Ended>) -> io::Result<Ended> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            debug!("the reader of the replies has gone");
            Ok(Ended::Done)
        }
        result => result,
    }
}

/// Shows a page, such as the help of the command line.
///
/// # Errors
///
/// What writing gives, but a broken pipe.
pub fn show(page: &str, mut output: impl Write) -> io::Result<Ended> {
    let written = output.write_all(page.as_bytes()).and_then(|()| output.flush());
    quietly(written.map(|()| Ended::Done))
}

/// The only look at a clock.
#[allow(clippy::disallowed_methods)]
fn now() -> Instant {
    Instant::now()
}

fn in_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Tells a person at a terminal, on stderr, what has just started.
pub fn greet() {
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        // Where even stderr is closed, there is nobody to tell.
        let _ = writeln!(io::stderr(), "chess-referee {version}: type a command a line; `help` lists them, `quit` leaves");
    }
}

struct Conversation<'a, W> {
    session: &'a mut Session,
    output: W,
    stop_at_error: bool,
    /// Replies not yet written.
    replies: Vec<u8>,
    /// Whether the line that is being read is too long, and thrown away up to its end.
    skipping: bool,
    /// Whether nothing has been read yet: a byte order mark may come.
    at_start: bool,
}

impl<'a, W: Write> Conversation<'a, W> {
    fn new(session: &'a mut Session, output: W, stop_at_error: bool) -> Self {
        Self { session, output, stop_at_error, replies: Vec::new(), skipping: false, at_start: true }
    }

    fn run(&mut self, input: impl Read) -> io::Result<Ended> {
        info!("ready");
        let started = now();
        // What the referee itself took to answer: no player is charged for it, and lines that come meanwhile came when it began.
        let mut worked = Duration::ZERO;
        // What has been read and not yet answered: a part of one line, once the complete ones are done with.
        let mut waiting: Vec<u8> = Vec::new();
        let mut input = BufReader::with_capacity(CHUNK, input);
        loop {
            self.flush()?;
            let chunk = match input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                break;
            }
            // All lines that came together arrived together.
            let arrived = now();
            self.session.set_time(in_ms(arrived.duration_since(started).saturating_sub(worked)));
            if let Some(ended) = self.take(chunk, &mut waiting)? {
                self.flush()?;
                return Ok(ended);
            }
            let read = chunk.len();
            input.consume(read);
            worked += now().duration_since(arrived);
        }
        let last = self.answer(&waiting, None, 0..waiting.len());
        self.flush()?;
        Ok(last.unwrap_or(Ended::Done))
    }

    /// Takes in what was read: answers the lines that it completes, and keeps the rest.
    fn take(&mut self, bytes: &[u8], waiting: &mut Vec<u8>) -> io::Result<Option<Ended>> {
        let complete = memchr::memrchr(b'\n', bytes).map_or(0, |last| last + 1);
        let (lines, rest) = bytes.split_at(complete);
        // Lines that came together are looked at together, whether they are text: nearly always all of them are.
        let text = std::str::from_utf8(lines).ok();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', lines) {
            let ended = if waiting.is_empty() {
                self.answer(lines, text, start..end)
            } else {
                self.keep(&lines[start..end], waiting);
                let ended = self.answer(waiting, None, 0..waiting.len());
                waiting.clear();
                ended
            };
            if ended.is_some() {
                return Ok(ended);
            }
            if self.replies.len() >= CHUNK {
                self.flush()?;
            }
            start = end + 1;
        }
        self.keep(rest, waiting);
        Ok(None)
    }

    /// Keeps a part of a line, or throws the line away once it is too long whatever follows.
    fn keep(&mut self, part: &[u8], waiting: &mut Vec<u8>) {
        const ROOM: usize = MAX_LINE + BYTE_ORDER_MARK.len() + 1; // and a carriage return
        if self.skipping || waiting.len() + part.len() > ROOM {
            self.skipping = true;
            waiting.clear();
            waiting.shrink_to(CHUNK);
        } else {
            waiting.extend_from_slice(part);
        }
    }

    /// Answers the line at this place, without its line feed; all the lines as text, where it is known that they are.
    fn answer(&mut self, lines: &[u8], text: Option<&str>, place: Range<usize>) -> Option<Ended> {
        let Range { mut start, mut end } = place;
        if std::mem::take(&mut self.at_start) && lines[start..end].starts_with(BYTE_ORDER_MARK) {
            start += BYTE_ORDER_MARK.len();
        }
        if lines[start..end].ends_with(b"\r") {
            end -= 1;
        }
        let line = &lines[start..end];
        let before = self.replies.len();
        let answer = if std::mem::take(&mut self.skipping) || line.len() > MAX_LINE {
            self.session.answer_too_long(MAX_LINE, &mut self.replies)
        } else {
            trace!("< {}", String::from_utf8_lossy(line).escape_debug());
            match text {
                Some(text) => self.session.answer_text(&text[start..end], &mut self.replies),
                None => self.session.answer(line, &mut self.replies),
            }
        };
        trace!("> {}", String::from_utf8_lossy(&self.replies[before..]).trim_end());
        match answer {
            Answer { quit: true, .. } => Some(Ended::Done),
            Answer { error: true, .. } if self.stop_at_error => Some(Ended::AtError),
            _ => None,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.replies.is_empty() {
            self.output.write_all(&self.replies)?;
            self.output.flush()?;
            self.replies.clear();
            // One long reply is no reason to hold its memory for ever.
            self.replies.shrink_to(4 * CHUNK);
        }
        Ok(())
    }
}
