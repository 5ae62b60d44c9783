//! Work to count instructions in: `benches/instructions.sh` runs one of these by name under callgrind.
//!
//! A clock on a shared machine cannot see a loss of five percent; a count of instructions can. Every piece of work is the
//! same each time. Only what `measured` calls is counted, so that neither the start of the process nor the preparation of
//! the work counts. Without a name, as `cargo bench` has it, everything runs once and shows its sums.

use std::hint::black_box;
use std::io::{self, Write};

use chess_referee::board::Color;
use chess_referee::check::judge_games;
use chess_referee::game::{Action, Event, Game, Given, Record, Replay, Tags};
use chess_referee::notation::pgn::Blocks;
use chess_referee::notation::{CastlingStyle, parse_fen, read_move};
use chess_referee::position::{Position, perft};
use chess_referee::protocol::{Envelope, Format, Reply, print};
use chess_referee::rules::Rulebook;
use chess_referee::session::daemon::{self, Ended};
use chess_referee::session::{Options, Session};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// One game a line, as UCI moves.
const GAMES: &str = include_str!("games.txt");

/// The names that can be asked for, in the order in which they are shown.
const NAMES: [&str; 10] =
    ["perft", "replay", "play", "move_text", "move_json", "move_untimed", "move_clock", "move_elapsed", "position_repeated", "check"];

/// How a game begins.
const START: &str = "position startpos\n";

/// How one begins with all rules on, and with a clock or without one.
const RULES: &str = "position startpos\nsetoption name Profile value fide-standard\nsetoption name NoDrawBefore value 30\nCLOCK\n";

/// What is counted, and nothing else: callgrind starts where this is entered and stops where it is left.
#[inline(never)]
fn measured(work: &mut dyn FnMut() -> u64) -> u64 {
    black_box(work())
}

fn run(name: &str) -> Option<u64> {
    Some(match name {
        "perft" => count_moves(),
        "replay" => replay(),
        "play" => play(),
        "move_text" => move_lines(Format::Text, START, ""),
        "move_json" => move_lines(Format::Json, START, ""),
        "move_untimed" => move_lines(Format::Text, &RULES.replace("CLOCK", "status"), ""),
        "move_clock" => move_lines(Format::Text, &RULES.replace("CLOCK", "clock 3000+3"), ""),
        "move_elapsed" => move_lines(Format::Text, &RULES.replace("CLOCK", "clock 3000+3"), " elapsed 10"),
        "position_repeated" => position_repeated(),
        "check" => check(),
        _ => return None,
    })
}

/// Four half-moves from Kiwipete: four million nodes.
fn count_moves() -> u64 {
    let (position, _) = parse_fen(KIWIPETE).expect("a sound FEN");
    measured(&mut || perft(&position, 4, u64::MAX).expect("no bound"))
}

/// Whole games through the library: each move read and judged, played, and the game looked at for how it stands.
fn replay() -> u64 {
    let mut replay = Replay::default();
    measured(&mut || {
        let mut sum = 0;
        for moves in GAMES.lines() {
            replay.begin(Position::initial());
            for text in moves.split(' ') {
                let read = read_move(replay.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
                replay.play(read.mv);
            }
            sum += u64::from(replay.ply()) + u64::from(replay.ending().is_some());
        }
        sum
    })
}

/// The same as games that could go on, be claimed and taken back.
fn play() -> u64 {
    measured(&mut || {
        let mut plies = 0;
        for moves in GAMES.lines() {
            let mut game = Game::default();
            for text in moves.split(' ') {
                let read = read_move(game.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
                let events = game.decide(&Action::Legal(read.mv), Given::default()).expect("the game goes on");
                game.apply(events);
            }
            plies += u64::from(game.ply()) + u64::from(game.ending().is_some() && game.position().turn() == Color::White);
        }
        plies
    })
}

/// All the games as `move` lines through the daemon, a full reply each. Each game begins with the lines `first`, and `after` stands
/// behind each move.
fn move_lines(format: Format, first: &str, after: &str) -> u64 {
    let games = GAMES.lines().map(|moves| {
        let moves: String = moves.split(' ').map(|mv| format!("move {mv}{after}\n")).collect();
        first.to_owned() + &moves
    });
    let lines: String = games.collect();
    let mut session = Session::new(Options { format, ..Options::default() });
    measured(&mut || {
        let mut replies = Counted(0);
        let ended = daemon::run(&mut session, lines.as_bytes(), &mut replies, true).expect("nothing is written");
        assert_eq!(ended, Ended::Done, "a line is refused");
        replies.0
    })
}

/// Counts the bytes that are written, and keeps none.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// `position startpos moves …` with one move more each time, as UCI clients send it.
fn position_repeated() -> u64 {
    let longest = GAMES.lines().max_by_key(|moves| moves.len()).expect("there are games");
    let ends = longest.match_indices(' ').map(|(at, _)| at).chain([longest.len()]);
    let lines: Vec<String> = ends.map(|end| format!("position startpos moves {}", &longest[..end])).collect();
    let mut session = Session::default();
    let mut out = Vec::with_capacity(4_096);
    measured(&mut || {
        let mut written = 0;
        for line in &lines {
            out.clear();
            let answer = session.answer(line.as_bytes(), &mut out);
            assert!(!answer.error, "{line} is refused");
            written += out.len() as u64;
        }
        written
    })
}

/// The same games as PGN, checked and reported in text.
fn check() -> u64 {
    let games = GAMES.lines().map(|moves| {
        let mut game = Game::default();
        for text in moves.split(' ') {
            let read = read_move(game.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
            game.apply([Event::Played { mv: read.mv, spent: None }]);
        }
        Record::of(&game, &Tags::default()).to_string()
    });
    let pgn: String = games.collect();
    let block = Blocks::new(pgn.as_bytes()).next().expect("bytes in memory").expect("one block");
    let mut out = Vec::with_capacity(1 << 16);
    measured(&mut || {
        for report in judge_games(&block, &Rulebook::default()) {
            print(&Reply::Game(Box::new(report)), Envelope::default(), &mut out);
        }
        out.len() as u64
    })
}

#[allow(clippy::print_stdout)] // the sums are what shows that the work was done
fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let names: Vec<&str> = if asked.is_empty() { NAMES.to_vec() } else { asked.iter().map(String::as_str).collect() };
    for name in names {
        let sum = run(name).unwrap_or_else(|| panic!("there is no {name}; there are {NAMES:?}"));
        println!("{name} {sum}");
    }
}
