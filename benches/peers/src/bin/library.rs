//! Work done in one process through libraries, ours or a peer's: each run prints how much it did and the nanoseconds it took.
//!
//!     library perft ours|cozy|chess AT LESS  the position of that place among the six, LESS half-moves shallower than usual
//!     library replay ours|cozy ROUNDS        the games of benches/games.txt, for how they end
//!     library play ours|cozy ROUNDS          the same, as games that can be claimed in, go on and be taken back
//!     library position ours|cozy ROUNDS      `position startpos moves …` with one move more each time, about half-move 400
//!     library game PLIES                     prints a long legal game
//!     library length ROUNDS                  what a line takes, by the length of the game: table for the plot
//!     library games ROUNDS                   what a `move` takes, by the number of games: table for the plot

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use chess_referee::board::Role;
use chess_referee::game::{Action, Game, Given, Replay};
use chess_referee::notation::{CastlingStyle, Uci, parse_fen, read_move};
use chess_referee::position::{Move, Position};
use chess_referee::session::{Options, Session};

/// The six positions that move generators are measured on, each with its depth and the published count there.
const PERFT: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

/// One game a line, as UCI moves.
const GAMES: &str = include_str!("../../../games.txt");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| panic!("no number: {text}"));
    match args[..] {
        ["perft", who, at, less] => report(perft(who, PERFT[number(at) as usize], number(less))),
        ["replay", who, rounds] => report(replay(replay_with(who), number(rounds))),
        ["play", who, rounds] => report(replay(play_with(who), number(rounds))),
        ["position", who, rounds] => report(position(who, number(rounds))),
        ["game", plies] => println!("{}", long_game(number(plies) as usize).join(" ")),
        ["length", rounds] => by_length(number(rounds) as usize),
        ["games", rounds] => by_games(number(rounds) as usize),
        _ => panic!("the head of this file tells what can be asked for, not {args:?}"),
    }
}

fn report((work, took): (u64, Duration)) {
    println!("{work} {}", took.as_nanos());
}

// ---------------------------------------------------------------- perft

/// Counts in bulk: the last half-move is counted, never played. That is how each of these libraries is fastest.
fn perft(who: &str, (fen, depth, published): (&str, u32, u64), less: u32) -> (u64, Duration) {
    let count: fn(&str, u32) -> u64 = match who {
        "ours" => |fen, depth| {
            let (position, _) = parse_fen(fen).expect("a sound FEN");
            chess_referee::position::perft(&position, depth, u64::MAX).expect("no bound")
        },
        "cozy" => |fen, depth| perft_cozy(&fen.parse().expect("a sound FEN"), depth),
        "chess" => |fen, depth| perft_chess(&fen.parse().expect("a sound FEN"), depth),
        _ => panic!("perft of whom? not {who}"),
    };
    let start = Instant::now();
    let nodes = count(black_box(fen), depth - less);
    let took = start.elapsed();
    // Speed that counts wrong is none.
    assert!(less > 0 || nodes == published, "{who} counts {nodes} in {fen}");
    (nodes, took)
}

fn perft_cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft_cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn perft_chess(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| perft_chess(&board.make_move_new(mv), depth - 1)).sum()
}

// ---------------------------------------------------------------- games

/// Reads each move and judges it. Ours also looks for repetition and every automatic ending at each half-move; cozy-chess
/// judges legality alone.
fn replay_with(who: &str) -> Box<dyn FnMut(&str) -> u64> {
    match who {
        "ours" => {
            let mut replay = Replay::default();
            Box::new(move |moves| {
                replay.begin(Position::initial());
                for text in moves.split(' ') {
                    let read = read_move(replay.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
                    replay.play(read.mv);
                }
                let end = replay.ending().map_or(replay.ply(), |ending| ending.ply);
                assert_eq!(end, replay.ply(), "{moves} runs on past its end");
                u64::from(replay.ply())
            })
        }
        _ => play_with(who),
    }
}

/// The same; ours keeps the game as the daemon does.
fn play_with(who: &str) -> Box<dyn FnMut(&str) -> u64> {
    match who {
        "ours" => Box::new(|moves| {
            let mut game = Game::default();
            for text in moves.split(' ') {
                assert!(game.ending().is_none(), "{moves} runs on past its end");
                let read = read_move(game.position(), text, CastlingStyle::KingTarget, false).expect("a legal move");
                let events = game.decide(&Action::Legal(read.mv), Given::default()).expect("the game goes on");
                game.apply(events);
            }
            u64::from(game.ply())
        }),
        "cozy" => Box::new(|moves| {
            let mut board = cozy_chess::Board::default();
            let mut plies = 0;
            for text in moves.split(' ') {
                let mv = cozy_chess::util::parse_uci_move(&board, text).expect("a move");
                board.try_play(mv).expect("a legal move");
                plies += 1;
            }
            black_box(&board);
            plies
        }),
        _ => panic!("games by whom? not {who}"),
    }
}

fn replay(mut replay: Box<dyn FnMut(&str) -> u64>, rounds: u32) -> (u64, Duration) {
    let start = Instant::now();
    let plies = (0..rounds).map(|_| GAMES.lines().map(|moves| replay(black_box(moves))).sum::<u64>()).sum();
    (plies, start.elapsed())
}

/// Lines of 381 to 420 moves, 400 in the mean. Ours is given the shorter ones before, untimed: it plays on from what it has.
/// cozy-chess plays each from the start, as whoever keeps nothing must.
fn position(who: &str, rounds: u32) -> (u64, Duration) {
    let lines = position_lines(&long_game(420));
    let (before, timed) = lines.split_at(380);
    let mut took = Duration::ZERO;
    for _ in 0..rounds {
        took += match who {
            "ours" => {
                let (mut session, mut out) = (Session::default(), Vec::new());
                before.iter().for_each(|line| answer(&mut session, line, &mut out));
                let start = Instant::now();
                timed.iter().for_each(|line| answer(&mut session, line, &mut out));
                start.elapsed()
            }
            "cozy" => {
                let start = Instant::now();
                for line in timed {
                    let mut board = cozy_chess::Board::default();
                    for text in black_box(line).split(' ').skip(3) {
                        let mv = cozy_chess::util::parse_uci_move(&board, text).expect("a move");
                        board.try_play(mv).expect("a legal move");
                    }
                    black_box(&board);
                }
                start.elapsed()
            }
            _ => panic!("position lines for whom? not {who}"),
        };
    }
    (u64::from(rounds) * timed.len() as u64, took)
}

fn answer(session: &mut Session, line: &str, out: &mut Vec<u8>) {
    out.clear();
    assert!(!session.answer(line.as_bytes(), out).error, "{line} is refused");
    black_box(out.len());
}

/// `position startpos moves …` for each number of these moves from 1 on.
fn position_lines(moves: &[String]) -> Vec<String> {
    let mut line = "position startpos moves".to_owned();
    let grow = |mv: &String| {
        write!(line, " {mv}").expect("a text takes all");
        line.clone()
    };
    moves.iter().map(grow).collect()
}

// ---------------------------------------------------------------- a long game

/// After so many half-moves of men a pawn moves or something is captured: 150 would end the game (9.6.2).
const SHUFFLED: usize = 120;

/// A legal game as long as wanted: men move about at random, and now and then a pawn moves. The same each time.
fn long_game(plies: usize) -> Vec<String> {
    let mut game = Game::default();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut moves = Vec::new();
    let mut shuffled = 0;
    while moves.len() < plies {
        let position = *game.position();
        let all: Vec<Move> = position.legal_moves().into_iter().collect();
        let (lasting, quiet): (Vec<Move>, Vec<Move>) = all.into_iter().partition(|&mv| is_lasting(&position, mv));
        let (mut wanted, other) = if shuffled < SHUFFLED { (quiet, lasting) } else { (lasting, quiet) };
        // A pawn that moves keeps the men on the board, which a capture does not.
        wanted.sort_by_key(|&mv| position.captured(mv).is_some());
        let pawns = wanted.iter().filter(|&&mv| position.captured(mv).is_none()).count();
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        wanted[..pawns].rotate_left(random as usize % pawns.max(1));
        let mv = wanted.into_iter().chain(other).find(|&mv| goes_on(&mut game, mv)).expect("some move goes on");
        shuffled = if is_lasting(&position, mv) { 0 } else { shuffled + 1 };
        moves.push(Uci { mv, style: CastlingStyle::KingTarget }.to_string());
    }
    moves
}

fn is_lasting(position: &Position, mv: Move) -> bool {
    position.board().of(position.turn(), Role::Pawn).has(mv.from()) || position.captured(mv).is_some()
}

/// Plays the move, unless that ends the game.
fn goes_on(game: &mut Game, mv: Move) -> bool {
    let events = game.decide(&Action::Move(mv.intent()), Given::default()).expect("a legal move");
    game.apply(events);
    let ended = game.ending().is_some();
    if ended {
        let undo = game.decide(&Action::Undo(1), Given::default()).expect("there is one");
        game.apply(undo);
    }
    !ended
}

// ---------------------------------------------------------------- for the plots

/// Prints, a line each: the number of half-moves, and ns a line for a `move`, for a `position` line that has one move more,
/// and for such a line where knights alone go out and back, past every ending that there is (a list of moves may run on).
fn by_length(rounds: usize) {
    const STEP: usize = 250;
    const BATCH: usize = 25;
    const LONGEST: usize = 5_000;
    let moves = long_game(LONGEST + BATCH);
    let lines: Vec<String> = moves.iter().map(|mv| format!("move {mv}")).collect();
    let positions = position_lines(&moves);
    let knights: Vec<String> = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(LONGEST + BATCH).map(|&mv| mv.to_owned()).collect();
    let knights = position_lines(&knights);
    let samples: Vec<usize> = (0..=LONGEST / STEP).map(|sample| sample * STEP).collect();
    let mut times = vec![[const { Vec::new() }; 3]; samples.len()];
    for _ in 0..rounds {
        let (mut session, mut out) = (Session::default(), Vec::new());
        answer(&mut session, "position startpos", &mut out);
        let mut played = 0;
        for (sample, &length) in samples.iter().enumerate() {
            lines[played..length].iter().for_each(|line| answer(&mut session, line, &mut out));
            times[sample][0].push(batch(&mut session, &lines[length..length + BATCH], &mut out));
            played = length + BATCH;
        }
        for (series, positions) in [(1, &positions), (2, &knights)] {
            for (sample, &length) in samples.iter().enumerate() {
                // The line before, so that one move is new at each of those that are timed.
                answer(&mut session, if length == 0 { "position startpos" } else { &positions[length - 1] }, &mut out);
                times[sample][series].push(batch(&mut session, &positions[length..length + BATCH], &mut out));
            }
        }
    }
    for (length, times) in samples.iter().zip(times) {
        let [played, grown, knights] = times.map(median);
        println!("{length} {played:.0} {grown:.0} {knights:.0}");
    }
}

/// Prints, a line each: the number of games, and ns a `move` where each of them has one move in turn.
fn by_games(rounds: usize) {
    const COUNTS: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
    const PLIES: usize = 100;
    let moves = long_game(PLIES);
    let mut times = vec![Vec::new(); COUNTS.len()];
    for _ in 0..rounds {
        for (sample, &count) in COUNTS.iter().enumerate() {
            let lines: Vec<String> = moves.iter().flat_map(|mv| (0..count).map(move |game| format!("@g{game} move {mv}"))).collect();
            let (mut session, mut out) = (Session::new(Options::default()), Vec::new());
            answer(&mut session, "setoption name MaxGames value 1000", &mut out);
            let mut took = Vec::new();
            for _ in 0..(200 / count).max(1) {
                (0..count).for_each(|game| answer(&mut session, &format!("@g{game} position startpos"), &mut out));
                took.push(batch(&mut session, &lines, &mut out));
            }
            times[sample].push(median(took));
        }
    }
    for (count, times) in COUNTS.into_iter().zip(times) {
        println!("{count} {:.0}", median(times));
    }
}

/// ns a line.
fn batch(session: &mut Session, lines: &[String], out: &mut Vec<u8>) -> f64 {
    let start = Instant::now();
    lines.iter().for_each(|line| answer(session, line, out));
    start.elapsed().as_secs_f64() * 1e9 / lines.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
