//! The least that a daemon can do: it reads a line and writes it back. What it takes is what pipes and processes take.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&line)?; // standard output is flushed at each line feed
        line.clear();
    }
    Ok(())
}
