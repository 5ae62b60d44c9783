//! `chess-referee check`: reads the sources, has what they hold judged, and prints the reports in their order. The only place
//! of `check` that reads and prints.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

use log::debug;

use super::games::judge_block;
use super::lines::{LineCutter, Lines};
use super::pipeline::in_order;
use super::progress::{Meter, Progress};
use super::setups::judge_lines;
use super::{LineFormat, Only, Part, Source, unpacked};
use crate::notation::pgn::{Block, Blocks};
use crate::protocol::report::Summary;
use crate::protocol::{Envelope, Format, Reply, print};
use crate::rules::Rulebook;

/// So many bytes are written at a time.
const CHUNK: usize = 1 << 16;

/// How the sources are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// As their names say: `.epd`, `.fen`, and else PGN.
    #[default]
    ByName,
    /// As PGN.
    Games,
    /// As lines.
    Lines(LineFormat),
}

/// What is to be checked, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The sources, in order.
    pub sources: Vec<Source>,
    /// How they are to be read.
    pub kind: Kind,
    /// Which reports are printed.
    pub only: Only,
    /// How they are printed.
    pub format: Format,
    /// The rules.
    pub rulebook: Rulebook,
    /// On how many threads it is judged.
    pub threads: usize,
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Whether a game or a position had a problem.
    pub problems: bool,
    /// Whether a source could not be read, or not to its end.
    pub unread: bool,
}

/// Checks all sources and prints on `output`. What cannot be read is told to `complain`, in words, and the rest is checked all
/// the same.
///
/// A reader of the reports that has gone away ends it, and is no error.
///
/// # Errors
///
/// What writing gives, but a broken pipe.
pub fn run(order: &Order, output: impl Write, complain: impl FnMut(&str)) -> io::Result<Done> {
    let progress = Progress::new(&order.sources);
    let names = order.sources.iter().map(|source| source.name().map(Into::into)).collect();
    let (summary, done) = (Summary::default(), Done::default());
    let mut desk = Desk { order, output, complain, progress, names, printed: Vec::new(), source: 0, games_before: 0, summary, done };
    let written = desk.check_all();
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => debug!("the reader of the reports has gone"),
        written => written?,
    }
    Ok(Done { problems: desk.summary.wrong > 0, ..desk.done })
}

/// A piece of one of the sources.
struct Job {
    /// Which.
    source: usize,
    work: Work,
}

enum Work {
    Games(Block),
    Lines(Lines, LineFormat),
    /// The source could not be read, or not to its end.
    Unread(io::Error),
}

/// What comes of a piece, a part at a time.
struct Judged {
    source: usize,
    part: Result<Part, io::Error>,
}

/// Where the results come in, in order, and are printed.
struct Desk<'a, W, C> {
    order: &'a Order,
    output: W,
    complain: C,
    progress: Progress,
    names: Vec<Option<Arc<str>>>,
    printed: Vec<u8>,
    /// Of which source the last result was, and how many games of it there have been.
    source: usize,
    games_before: u64,
    summary: Summary,
    done: Done,
}

impl<W: Write, C: FnMut(&str)> Desk<'_, W, C> {
    fn check_all(&mut self) -> io::Result<()> {
        let order = self.order;
        let jobs = jobs(order.sources.clone(), order.kind, self.progress.meter());
        let work = |Job { source, work }: Job, hand_over: &mut dyn FnMut(Judged) -> bool| {
            let mut hand_over = |part| hand_over(Judged { source, part });
            match work {
                Work::Games(block) => judge_block(&block, &order.rulebook, order.only, &mut |part| hand_over(Ok(part))),
                Work::Lines(lines, format) => {
                    judge_lines(&lines, format, &order.rulebook, order.only, &mut |part| hand_over(Ok(part)));
                }
                Work::Unread(error) => drop(hand_over(Err(error))),
            }
        };
        let mut written = Ok(());
        in_order(order.threads, jobs, work, |judged| {
            written = self.take(judged);
            written.is_ok()
        });
        written?;
        print(&Reply::Summary(self.summary.clone()), self.envelope(), &mut self.printed);
        self.flush()
    }

    fn take(&mut self, Judged { source, part }: Judged) -> io::Result<()> {
        if source != self.source {
            (self.source, self.games_before) = (source, 0);
        }
        let name = self.names[source].clone();
        match part {
            Ok(Part { summary, replies }) => {
                for reply in replies {
                    self.print(reply, name.clone());
                    if self.printed.len() >= CHUNK {
                        self.flush()?;
                    }
                }
                self.games_before += summary.games;
                self.summary.add(&summary);
                self.progress.show(&self.summary);
            }
            Err(error) => {
                self.done.unread = true;
                let message = format!("cannot read {}: {error}", name.as_deref().unwrap_or("standard input"));
                self.progress.suspend(|| (self.complain)(&message));
            }
        }
        self.flush()
    }

    /// Prints a report, with what is known here alone: the file's name, and how many games came before.
    fn print(&mut self, mut reply: Reply, name: Option<Arc<str>>) {
        match &mut reply {
            Reply::Game(report) => {
                report.file = name;
                report.game += self.games_before;
            }
            Reply::Setup(report) => report.file = name,
            _ => unreachable!("judges give reports"),
        }
        print(&reply, self.envelope(), &mut self.printed);
    }

    fn envelope(&self) -> Envelope<'static> {
        Envelope { format: self.order.format, ..Envelope::default() }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.printed.is_empty() {
            return Ok(());
        }
        // On a terminal, lines and bar would be drawn over each other.
        let written = self.progress.suspend(|| self.output.write_all(&self.printed).and_then(|()| self.output.flush()));
        self.printed.clear();
        written
    }
}

/// The pieces of all sources, in order: whole games, or whole lines.
fn jobs(sources: Vec<Source>, kind: Kind, meter: Meter) -> impl Iterator<Item = Job> + Send + 'static {
    sources.into_iter().enumerate().flat_map(move |(number, source)| {
        let format = match kind {
            Kind::ByName => source.line_format(),
            Kind::Games => None,
            Kind::Lines(format) => Some(format),
        };
        let pieces: Box<dyn Iterator<Item = Work> + Send> = match (open(&source, &meter), format) {
            (Err(error), _) => Box::new(std::iter::once(Work::Unread(error))),
            (Ok(bytes), None) => {
                let mut blocks = Blocks::new(bytes);
                Box::new(pieces(move |failed| if failed { Ok(blocks.rest()) } else { blocks.next() }, Work::Games))
            }
            (Ok(bytes), Some(format)) => {
                let mut cutter = LineCutter::new(bytes);
                let next = move |failed| if failed { Ok(cutter.rest()) } else { cutter.next() };
                Box::new(pieces(next, move |lines| Work::Lines(lines, format)))
            }
        };
        pieces.map(move |work| Job { source: number, work })
    })
}

/// What `next` gives, up to the end or the first error. Told of an error, it gives what had been read before that.
fn pieces<T>(mut next: impl FnMut(bool) -> io::Result<Option<T>>, work: impl Fn(T) -> Work) -> impl Iterator<Item = Work> {
    let mut ended = false;
    let mut failed: Option<io::Error> = None;
    std::iter::from_fn(move || {
        if ended {
            return failed.take().map(Work::Unread);
        }
        let piece = next(false).unwrap_or_else(|error| {
            failed = Some(error);
            next(true).unwrap_or_default()
        });
        ended = failed.is_some() || piece.is_none();
        piece.map(&work).or_else(|| failed.take().map(Work::Unread))
    })
}

/// What a source holds, unpacked; the meter counts what is read, packed as it is.
fn open(source: &Source, meter: &Meter) -> io::Result<Box<dyn Read + Send>> {
    let bytes: Box<dyn Read + Send> = match source {
        Source::Standard => Box::new(io::stdin()),
        Source::File(path) => Box::new(File::open(path)?),
    };
    unpacked(meter.around(bytes))
}
