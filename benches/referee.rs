//! What users feel: counting and listing moves, one `move` through a session, a line parsed and printed, a whole game piped,
//! games read and judged from PGN.

use std::hint::black_box;

use chess_referee::check::judge_games;
use chess_referee::game::{Event, Game, Record, Tags};
use chess_referee::notation::pgn::{Blocks, Fault, GameResult, Reader, Tag, Visitor};
use chess_referee::notation::{CastlingStyle, Uci, parse_fen, read_move};
use chess_referee::position::{Position, perft};
use chess_referee::protocol::{Envelope, Format, Reply, parse, print};
use chess_referee::rules::Rulebook;
use chess_referee::session::{Options, Session, daemon};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The six positions that move generators are measured on, and a depth that takes some milliseconds.
const PERFT: [(&str, &str, u32); 6] = [
    ("initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// An ordinary game: it ends by the fifty moves' claim standing, not by mate, so that every line of it is a `move`.
fn game() -> Vec<String> {
    let mut session = Session::new(Options::default());
    let mut out = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..200 {
        out.clear();
        session.answer(b"go", &mut out);
        let reply = String::from_utf8_lossy(&out);
        let Some(mv) = reply.trim_end().strip_prefix("bestmove ").filter(|mv| *mv != "(none)") else { break };
        let line = format!("move {mv}");
        out.clear();
        if session.answer(line.as_bytes(), &mut out).error {
            break;
        }
        moves.push(line);
    }
    moves
}

fn position(fen: &str) -> Position {
    parse_fen(fen).expect("a sound FEN").0
}

fn count_moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (name, fen, depth) in PERFT {
        let position = position(fen);
        let nodes = perft(&position, depth, u64::MAX).expect("no bound");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| b.iter(|| perft(black_box(&position), depth, u64::MAX)));
        let board: cozy_chess::Board = fen.parse().expect("a sound FEN");
        assert_eq!(cozy_perft(&board, depth), nodes, "{name}");
        group.bench_function(format!("{name}, cozy-chess"), |b| b.iter(|| cozy_perft(black_box(&board), depth)));
        let board: chess::Board = fen.parse().expect("a sound FEN");
        let perft = |board| chess::MoveGen::movegen_perft_test(board, depth as usize) as u64;
        assert_eq!(perft(&board), nodes, "{name}");
        group.bench_function(format!("{name}, chess"), |b| b.iter(|| perft(black_box(&board))));
    }
}

/// The same count by cozy-chess, the last half-move counted in bulk, too.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn list_moves(c: &mut Criterion) {
    let suite = include_str!("../fixtures/perft/suite.txt");
    let fens = suite.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(" ;").next());
    let positions: Vec<Position> = fens.map(position).collect();
    let mut group = c.benchmark_group("legal moves");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("mixed set", |b| b.iter(|| positions.iter().map(|position| position.legal_moves().len()).sum::<usize>()));
}

fn play_a_game(c: &mut Criterion) {
    let moves = game();
    let timed: Vec<String> = moves.iter().map(|line| format!("{line} elapsed 10")).collect();
    let none: &[&str] = &[];
    let clock: &[&str] = &["setoption name Profile value fide-standard", "setoption name NoDrawBefore value 30", "clock 3000+3"];
    let mut group = c.benchmark_group("session");
    group.throughput(Throughput::Elements(moves.len() as u64));
    for (name, format, first, lines) in [
        ("move, text", Format::Text, none, &moves),
        ("move, clock and all rules, by arrival", Format::Text, clock, &moves),
        ("move, clock and all rules, elapsed given", Format::Text, clock, &timed),
        ("move, json", Format::Json, none, &moves),
    ] {
        group.bench_function(name, |b| {
            let mut out = Vec::new();
            b.iter(|| {
                let mut session = Session::new(Options { format, ..Options::default() });
                let lines = first.iter().copied().chain(lines.iter().map(String::as_str));
                for (line, arrival) in lines.zip(1..) {
                    session.set_time(arrival);
                    out.clear();
                    session.answer(line.as_bytes(), &mut out);
                }
                out.len()
            });
        });
    }
}

fn parse_and_print(c: &mut Criterion) {
    let mut group = c.benchmark_group("line");
    group.bench_function("parse move", |b| b.iter(|| parse(black_box("move e7e8q by white ply 126")).is_ok()));
    group.bench_function("parse position", |b| b.iter(|| parse(black_box("position startpos moves e2e4 e7e5 g1f3")).is_ok()));
    let written = |mv| Uci { mv, style: CastlingStyle::KingTarget }.text();
    let reply = Reply::Legal { moves: Position::initial().legal_moves().into_iter().map(written).collect() };
    for (name, format) in [("print, text", Format::Text), ("print, json", Format::Json)] {
        let mut out = Vec::new();
        group.bench_function(name, |b| {
            b.iter(|| {
                out.clear();
                print(black_box(&reply), Envelope { format, ..Envelope::default() }, &mut out);
                out.len()
            });
        });
    }
}

fn pipe_a_game(c: &mut Criterion) {
    let moves = game();
    let input = moves.join("\n");
    let mut group = c.benchmark_group("daemon");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("pipelined game", |b| {
        b.iter(|| {
            let mut session = Session::new(Options::default());
            daemon::run(&mut session, input.as_bytes(), std::io::sink(), false).is_ok()
        });
    });
}

/// Shown games, and counts their moves.
struct CountsMoves(u64);

impl<'a> Visitor<'a> for CountsMoves {
    fn begin(&mut self, _: usize) {}

    fn tag(&mut self, _: usize, _: Tag<'a>) {}

    fn mv(&mut self, _: usize, _: &'a [u8]) {
        self.0 += 1;
    }

    fn result(&mut self, _: usize, _: GameResult) {}

    fn fault(&mut self, _: usize, _: Fault) {}
}

fn check_games(c: &mut Criterion) {
    let games = include_str!("games.txt").lines().map(|moves| {
        let mut game = Game::default();
        for text in moves.split(' ') {
            let read = read_move(game.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
            game.apply([Event::Played { mv: read.mv, spent: None }]);
        }
        Record::of(&game, &Tags::default()).to_string()
    });
    let pgn = games.collect::<String>();
    let block = Blocks::new(pgn.as_bytes()).next().expect("bytes in memory").expect("one block");
    let mut group = c.benchmark_group("pgn");
    group.throughput(Throughput::Bytes(block.bytes.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| {
            let (mut reader, mut moves) = (Reader::new(black_box(&block.bytes)), CountsMoves(0));
            while reader.read_game(&mut moves) {}
            moves.0
        });
    });
    group.bench_function("read and judged", |b| b.iter(|| judge_games(black_box(&block), &Rulebook::default()).len()));
}

criterion_group!(benches, count_moves, list_moves, play_a_game, parse_and_print, pipe_a_game, check_games);
criterion_main!(benches);
