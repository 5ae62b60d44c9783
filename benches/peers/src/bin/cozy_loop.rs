//! A minimal referee over cozy-chess: `move e2e4` is answered by `ok` or `illegal`, `position startpos [moves …]` starts anew.
//! It knows nothing of repetition, endings, clocks or SAN. Like the referee, it flushes when no complete line is waiting.

use std::io::{self, BufRead, BufReader, Write};

use cozy_chess::Board;
use cozy_chess::util::parse_uci_move;

fn play(board: &mut Board, text: &str) -> bool {
    parse_uci_move(board, text).is_ok_and(|mv| board.try_play(mv).is_ok())
}

fn main() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut replies = Vec::with_capacity(1 << 16);
    let mut board = Board::default();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let text = line.trim_end();
        let ok = match text.strip_prefix("move ") {
            Some(mv) => play(&mut board, mv),
            None if text.starts_with("position startpos") => {
                board = Board::default();
                text.split(' ').skip(3).all(|mv| play(&mut board, mv))
            }
            None => text == "isready",
        };
        replies.extend_from_slice(if ok { b"ok\n" } else { b"illegal\n" });
        if replies.len() >= 1 << 16 || !input.buffer().contains(&b'\n') {
            // Not by way of standard output's own buffer, which looks for line feeds.
            output.write_all(&replies)?;
            output.flush()?;
            replies.clear();
        }
        line.clear();
    }
    Ok(())
}
