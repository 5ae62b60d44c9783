//! A pipe that carries the replies: wider once a client writes ahead, so that referee and client wait less for each other.

use std::io::{self, Write};
use std::os::fd::AsFd;

use log::debug;
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

/// An output that is widened, where it is a pipe and the system can, before the first write of many replies at once.
///
/// A client that waits for each reply has no use for it, and pays nothing. Where widening is refused, as it is to a user whose
/// pipes take too much memory already, the pipe does as it is.
#[derive(Debug)]
pub struct WidenedPipe<W> {
    output: W,
    asked: bool,
}

/// A write of so many bytes shows a client that writes ahead.
const MANY: usize = 1 << 15;

/// What Linux allows every user: 1 MiB, where a pipe has 64 KiB otherwise.
const WIDE: usize = 1 << 20;

impl<W> WidenedPipe<W> {
    /// The output as it is, yet.
    pub fn new(output: W) -> Self {
        Self { output, asked: false }
    }
}

impl<W: Write + AsFd> Write for WidenedPipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= MANY && !std::mem::replace(&mut self.asked, true) {
            // To ask for less than there is would narrow it.
            let narrower = fcntl_getpipe_size(&self.output).is_ok_and(|size| size < WIDE);
            if narrower {
                let widened = fcntl_setpipe_size(&self.output, WIDE);
                debug!("the pipe of the replies, made wider: {widened:?}");
            }
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
