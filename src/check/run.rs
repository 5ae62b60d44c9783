//! `chess-referee check`: reads the sources, has what they hold judged, and prints the reports in their order. The only place
//! of `check` that reads, prints and shows how far it is.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log::debug;

use super::lines::{LineCutter, Lines};
use super::pipeline::in_order;
use super::{LineFormat, Reports, Source, judge_games, judge_lines, unpacked};
use crate::notation::pgn::{Block, Blocks};
use crate::protocol::report::{GameReport, SetupReport, Summary};
use crate::protocol::{Envelope, Format, Reply, print};
use crate::rules::Rulebook;

/// Which reports are printed; the summary always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Only {
    /// All of them.
    #[default]
    Everything,
    /// Those of games and positions with a problem.
    Problems,
    /// None.
    Summary,
}

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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// How many threads judge; `None` for as many as there are cores.
    pub threads: Option<usize>,
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Whether a game or a position had a problem.
    pub problems: bool,
    /// What could not be read, in words.
    pub unread: Vec<String>,
}

/// Checks all sources and prints on `output`. What cannot be read is told in the end, and the rest is checked all the same.
///
/// A reader that has gone away ends it, and is no error.
///
/// # Errors
///
/// What writing gives, but a broken pipe.
pub fn run(order: &Order, output: impl Write) -> io::Result<Done> {
    let mut desk = Desk { order, output, printed: Vec::new(), summary: Summary::default(), done: Done::default() };
    let written = desk.check_all();
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => debug!("the reader of the reports has gone"),
        written => written?,
    }
    desk.done.problems = desk.summary.wrong > 0;
    Ok(desk.done)
}

/// A part of a source, to be judged.
enum Job {
    Games(Block),
    Lines(Lines, LineFormat),
    /// The source could not be read on.
    Broken(io::Error),
}

/// What came of a part.
enum Judged {
    Games(Reports),
    Setups(Vec<SetupReport>),
    Broken(io::Error),
}

/// Where the results come in, in order, and are printed.
struct Desk<'a, W> {
    order: &'a Order,
    output: W,
    printed: Vec<u8>,
    summary: Summary,
    done: Done,
}

impl<W: Write> Desk<'_, W> {
    fn check_all(&mut self) -> io::Result<()> {
        let order = self.order;
        let bar = progress_bar(&order.sources);
        for source in &order.sources {
            let checked = self.check(source, &bar);
            if checked.is_err() {
                bar.finish_and_clear();
            }
            checked?;
        }
        bar.finish_and_clear();
        print(&Reply::Summary(self.summary.clone()), self.envelope(), &mut self.printed);
        self.flush()
    }

    fn check(&mut self, source: &Source, bar: &ProgressBar) -> io::Result<()> {
        let order = self.order;
        let format = match order.kind {
            Kind::ByName => source.line_format(),
            Kind::Games => None,
            Kind::Lines(format) => Some(format),
        };
        let name: Option<Arc<str>> = source.name().map(Into::into);
        let bytes = match open(source, bar) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.unread(name.as_deref(), &error);
                return Ok(());
            }
        };
        let only_problems = order.only != Only::Everything;
        let work = |job| match job {
            Job::Games(block) => Judged::Games(judge_games(&block, &order.rulebook, only_problems)),
            Job::Lines(lines, format) => Judged::Setups(judge_lines(&lines, format, &order.rulebook)),
            Job::Broken(error) => Judged::Broken(error),
        };
        let mut games_before = 0;
        let mut written = Ok(());
        in_order(order.threads(), jobs(bytes, format), work, |judged| {
            match judged {
                Judged::Games(reports) => {
                    let games = reports.games;
                    self.take_games(reports, games_before, name.as_ref());
                    games_before += games;
                }
                Judged::Setups(reports) => self.take_setups(reports, name.as_ref()),
                Judged::Broken(error) => self.unread(name.as_deref(), &error),
            }
            bar.set_message(self.progress(bar.elapsed()));
            written = self.flush();
            written.is_ok()
        });
        written
    }

    fn take_games(&mut self, run: Reports, games_before: u64, name: Option<&Arc<str>>) {
        self.summary.games += run.games;
        self.summary.plies += run.plies;
        for report in run.reports {
            self.summary.count(&report.findings);
            let report = GameReport { file: name.cloned(), game: games_before + report.game, ..report };
            if self.order.only != Only::Summary {
                print(&Reply::Game(Box::new(report)), self.envelope(), &mut self.printed);
            }
        }
    }

    fn take_setups(&mut self, reports: Vec<SetupReport>, name: Option<&Arc<str>>) {
        self.summary.setups += reports.len() as u64;
        for report in reports {
            self.summary.count(&report.findings);
            let wanted = match self.order.only {
                Only::Everything => true,
                Only::Problems => !report.findings.is_empty(),
                Only::Summary => false,
            };
            if wanted {
                let report = SetupReport { file: name.cloned(), ..report };
                print(&Reply::Setup(Box::new(report)), self.envelope(), &mut self.printed);
            }
        }
    }

    /// How much has been judged, in so much time.
    fn progress(&self, elapsed: Duration) -> String {
        let (count, what) =
            if self.summary.setups > self.summary.games { (self.summary.setups, "positions") } else { (self.summary.games, "games") };
        let rate = count as f64 / elapsed.as_secs_f64().max(0.001);
        format!("{count} {what}, {rate:.0}/s")
    }

    fn unread(&mut self, name: Option<&str>, error: &io::Error) {
        self.done.unread.push(format!("cannot read {}: {error}", name.unwrap_or("standard input")));
    }

    fn envelope(&self) -> Envelope<'static> {
        Envelope { format: self.order.format, ..Envelope::default() }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.printed)?;
        self.output.flush()?;
        self.printed.clear();
        Ok(())
    }
}

impl Order {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// What a source holds, unpacked; the bar counts what is read, packed as it is.
fn open(source: &Source, bar: &ProgressBar) -> io::Result<Box<dyn Read + Send>> {
    let bytes: Box<dyn Read + Send> = match source {
        Source::Standard => Box::new(io::stdin()),
        Source::File(path) => Box::new(File::open(path)?),
    };
    unpacked(bar.wrap_read(bytes))
}

/// The parts of a source: whole games, or whole lines.
fn jobs(bytes: Box<dyn Read + Send>, format: Option<LineFormat>) -> Box<dyn Iterator<Item = Job> + Send> {
    match format {
        None => {
            let mut blocks = Blocks::new(bytes);
            Box::new(until_broken(move || blocks.next(), Job::Games))
        }
        Some(format) => {
            let mut cutter = LineCutter::new(bytes);
            Box::new(until_broken(move || cutter.next(), move |lines| Job::Lines(lines, format)))
        }
    }
}

/// What `next` gives, up to the end or the first error.
fn until_broken<T>(mut next: impl FnMut() -> io::Result<Option<T>>, job: impl Fn(T) -> Job) -> impl Iterator<Item = Job> {
    let mut broken = false;
    std::iter::from_fn(move || {
        if broken {
            return None;
        }
        match next().transpose()? {
            Ok(part) => Some(job(part)),
            Err(error) => {
                broken = true;
                Some(Job::Broken(error))
            }
        }
    })
}

/// How far it is, on stderr, where that is a terminal: bytes, games, and the time that is left.
fn progress_bar(sources: &[Source]) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes: Option<Vec<u64>> = sources.iter().map(Source::size).collect();
    let total = sizes.map(|sizes| sizes.into_iter().sum());
    let template = match total {
        Some(_) => "{bar:30} {bytes} of {total_bytes} ({bytes_per_sec}), {msg}, {eta} left",
        None => "{spinner} {bytes} ({bytes_per_sec}), {msg}",
    };
    let style = ProgressStyle::with_template(template).expect("a template that is well formed");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    bar.set_style(style);
    bar
}
