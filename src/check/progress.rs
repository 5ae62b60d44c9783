//! How far a check is, on stderr where that is a terminal: what has been read, the time that is left, and what has been judged.

use std::io::{self, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kdam::{Bar, BarBuilder, BarExt, term};

use super::Source;
use crate::protocol::report::Summary;

/// The line, or nothing where nobody would see it. It goes when this is dropped.
pub(super) struct Progress(Option<Shown>);

struct Shown {
    /// Measures and words; of itself it draws nothing.
    bar: Bar,
    read: Meter,
    /// What stands on the terminal; empty where nothing does.
    drawn: String,
    /// When it was drawn, in seconds since the beginning.
    drawn_at: f32,
}

/// Counts what is read, on whatever thread that is.
#[derive(Clone, Default)]
pub(super) struct Meter(Option<Arc<AtomicUsize>>);

impl Progress {
    /// So many seconds after the last time it is drawn anew. A check that takes less shows nothing.
    const INTERVAL: f32 = 0.1;

    pub(super) fn new(sources: &[Source]) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let sizes: Option<Vec<u64>> = sources.iter().map(Source::size).collect();
        let total = sizes.and_then(|sizes| usize::try_from(sizes.into_iter().sum::<u64>()).ok()).unwrap_or_default();
        let bar = BarBuilder::default().total(total).ncols(10).unit("B").unit_scale(true).build();
        let read = Meter(Some(Arc::default()));
        Self(bar.ok().map(|bar| Shown { bar, read, drawn: String::new(), drawn_at: 0.0 }))
    }

    /// Counts for this line.
    pub(super) fn meter(&self) -> Meter {
        self.0.as_ref().map(|shown| shown.read.clone()).unwrap_or_default()
    }

    /// Tells how much has been judged, and how fast.
    pub(super) fn show(&mut self, &Summary { games, setups, .. }: &Summary) {
        let Some(shown) = &mut self.0 else { return };
        let now = shown.bar.elapsed_time();
        if now - shown.drawn_at < Self::INTERVAL {
            return;
        }
        shown.drawn_at = now;
        let (count, what) = if setups > games { (setups, "positions") } else { (games, "games") };
        let text = shown.text(&format!("{count} {what}, {:.0}/s", count as f32 / now));
        shown.replace(text);
    }

    /// Does what may write on the terminal, out of the way of the line.
    pub(super) fn suspend<T>(&mut self, write: impl FnOnce() -> T) -> T {
        let Some(shown) = &mut self.0 else { return write() };
        let text = shown.drawn.clone();
        shown.replace(String::new());
        let done = write();
        shown.replace(text);
        done
    }
}

impl Shown {
    /// The line with what has been judged, or without, or nothing: what the terminal is wide enough for.
    fn text(&mut self, judged: &str) -> String {
        // A file that grows while it is read holds more than was announced.
        let most = if self.bar.indefinite() { usize::MAX } else { self.bar.total };
        self.bar.counter = self.read.count().min(most);
        let width = term::width().filter(|&width| width > 0).map_or(80, usize::from);
        self.bar.set_postfix(judged);
        let long = self.bar.render();
        self.bar.postfix.clear();
        let fits = |text: &String| text.chars().count() < width;
        Some(long).filter(fits).or_else(|| Some(self.bar.render()).filter(fits)).unwrap_or_default()
    }

    /// Draws this over what is drawn.
    fn replace(&mut self, text: String) {
        let blanks = " ".repeat(self.drawn.chars().count());
        let wiped = if blanks.is_empty() { blanks } else { format!("\r{blanks}\r") };
        // A line that cannot be drawn is no reason to stop.
        drop(self.bar.writer.print(format!("{wiped}{text}").as_bytes()));
        self.drawn = text;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shown) = &mut self.0 {
            shown.replace(String::new());
        }
    }
}

impl Meter {
    /// These bytes, counted as they are read. What nobody sees is not counted: that would only stand between the file and the
    /// memory that it is read into.
    pub(super) fn around(&self, bytes: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match &self.0 {
            Some(read) => Box::new(Counted { bytes, read: Arc::clone(read) }),
            None => bytes,
        }
    }

    fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |read| read.load(Ordering::Relaxed))
    }
}

struct Counted {
    bytes: Box<dyn Read + Send>,
    read: Arc<AtomicUsize>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.read.fetch_add(read, Ordering::Relaxed);
        Ok(read)
    }
}
