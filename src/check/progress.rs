//! How far a check is, on stderr where that is a terminal: what has been read, the time that is left, and what has been judged.

use std::io::{self, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kdam::{Bar, BarBuilder, BarExt, term};

use super::Source;
use crate::protocol::report::Summary;

/// The bar, or nothing where nobody would see it.
pub(super) struct Progress(Option<Shown>);

struct Shown {
    bar: Bar,
    /// The bytes of all sources, packed as they are; 0 where that is not known.
    total: usize,
    read: Meter,
}

/// Counts what is read, on whatever thread that is.
#[derive(Clone, Default)]
pub(super) struct Meter(Option<Arc<AtomicUsize>>);

impl Progress {
    /// The columns that a line with the count of games needs. On a narrower terminal it would wrap.
    const WIDE: u16 = 80;

    pub(super) fn new(sources: &[Source]) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let sizes: Option<Vec<u64>> = sources.iter().map(Source::size).collect();
        let total = sizes.and_then(|sizes| usize::try_from(sizes.into_iter().sum::<u64>()).ok()).unwrap_or_default();
        let bar = BarBuilder::default().total(total).unit("B").unit_scale(true).dynamic_ncols(true).build();
        let read = Meter(Some(Arc::default()));
        Self(bar.ok().map(|bar| Shown { bar, total, read }))
    }

    /// Counts for this bar.
    pub(super) fn meter(&self) -> Meter {
        self.0.as_ref().map(|shown| shown.read.clone()).unwrap_or_default()
    }

    /// Tells how much has been judged, and how fast. Drawn ten times a second at most.
    pub(super) fn show(&mut self, &Summary { games, setups, .. }: &Summary) {
        let Some(Shown { bar, total, read }) = &mut self.0 else { return };
        // A file that grows while it is read holds more than was announced.
        bar.counter = if *total > 0 { read.count().min(*total) } else { read.count() };
        if !bar.should_refresh() {
            return;
        }
        if term::width().is_none_or(|width| width >= Self::WIDE) {
            let (count, what) = if setups > games { (setups, "positions") } else { (games, "games") };
            let rate = count as f32 / bar.elapsed_time().max(0.001);
            bar.set_postfix(format!("{count} {what}, {rate:.0}/s"));
        }
        // Without a bar that fills it, the line may have become shorter. And one that cannot be drawn is no reason to stop.
        let cleared = if *total == 0 { bar.clear() } else { Ok(()) };
        drop(cleared.and_then(|()| bar.refresh()));
    }

    /// Does what writes on the terminal, out of the way of the bar.
    pub(super) fn suspend<T>(&mut self, write: impl FnOnce() -> T) -> T {
        self.clear();
        write()
    }

    /// Takes the bar away.
    pub(super) fn clear(&mut self) {
        if let Some(Shown { bar, .. }) = &mut self.0 {
            drop(bar.clear().and_then(|()| bar.writer.print(b"\r")));
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
