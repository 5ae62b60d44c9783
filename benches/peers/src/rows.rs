//! What is measured: each row of the table, from the move generator up to whole processes.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::process::{Peer, through_file};
use crate::table::{Row, Target, WHO};
use crate::{Setting, progress};

const OURS: &str = WHO[0];
const COZY: &str = WHO[1];
const CHESS: &str = WHO[2];
const STOCKFISH: &str = WHO[3];
const PYTHON: &str = WHO[4];
const ECHO: &str = WHO[5];

/// Positions and depths for Stockfish, as `library` has them for the others.
const PERFT: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// All rows, in the order of the table.
pub fn all(setting: &Setting) -> Vec<Row> {
    let mut rows = Vec::from(perft(setting));
    rows.extend(replay(setting));
    rows.extend(pipelined(setting));
    rows.extend(on_one_core(setting));
    rows.extend(positions(setting));
    rows.push(start(setting));
    rows.extend(memory(setting));
    rows
}

/// Runs each of these once, another one first with each `first`: what they return, in the order of the names.
fn by_turns<T>(what: &str, names: &[&'static str], first: usize, mut run: impl FnMut(&'static str) -> T) -> Vec<T> {
    let mut all: Vec<(usize, T)> = (0..names.len())
        .map(|turn| {
            let index = (first + turn) % names.len();
            progress(&format!("{what}: {}", names[index]));
            (index, run(names[index]))
        })
        .collect();
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, value)| value).collect()
}

/// So many rounds of them: what they return, round by round.
fn in_rounds(what: &str, rounds: usize, names: &[&'static str], mut run: impl FnMut(&'static str) -> f64) -> Vec<(&'static str, Vec<f64>)> {
    let mut all: Vec<(&'static str, Vec<f64>)> = names.iter().map(|&name| (name, Vec::new())).collect();
    for round in 1..=rounds {
        let values = by_turns(&format!("{what}, round {round} of {rounds}"), names, round, &mut run);
        all.iter_mut().zip(values).for_each(|((_, values), value)| values.push(value));
    }
    all
}

// ---------------------------------------------------------------- libraries

/// How `library` calls those that it works with.
fn in_library(who: &str) -> &str {
    match who {
        OURS => "ours",
        COZY => "cozy",
        other => other,
    }
}

/// What the library program did, and the seconds that it took.
fn library(program: &Path, args: &[&str]) -> (f64, f64) {
    let output = Command::new(program).args(args).output().expect("the library program runs");
    let text = String::from_utf8(output.stdout).expect("numbers are text");
    let (work, took) = text.trim_end().split_once(' ').unwrap_or_else(|| panic!("{args:?}: {}", String::from_utf8_lossy(&output.stderr)));
    (work.parse().expect("a number"), took.parse::<f64>().expect("a number") / 1e9)
}

/// Millions a second.
fn library_rate(program: &Path, args: &[&str]) -> f64 {
    let (work, seconds) = library(program, args);
    work / seconds / 1e6
}

fn perft(setting: &Setting) -> [Row; 2] {
    let shallower = u32::from(setting.quick);
    let mut stockfish = Peer::start(setting.path("stockfish"), &[]);
    stockfish.settle();
    // Nodes and seconds.
    let mut of_stockfish = |(fen, depth): (&str, u32)| {
        let start = Instant::now();
        stockfish.send(&format!("position fen {fen}\ngo perft {}\n", depth - shallower));
        loop {
            if let Some(nodes) = stockfish.read().strip_prefix("Nodes searched: ") {
                return (nodes.parse::<f64>().expect("a number"), start.elapsed().as_secs_f64());
            }
        }
    };
    let [portable, native] = [("library", "perft"), ("native", "perft, native")].map(|(program, what)| {
        let names = if program == "library" { &[OURS, COZY, CHESS, STOCKFISH][..] } else { &[OURS, COZY, CHESS] };
        let rounds = setting.rounds(5);
        let mut rates: Vec<(&str, Vec<f64>)> = names.iter().map(|&name| (name, Vec::new())).collect();
        for round in 1..=rounds {
            // By turns within each position: a round of all six takes long enough for the machine to change its mind.
            let mut sums = vec![(0.0, 0.0); names.len()];
            for (at, position) in PERFT.into_iter().enumerate() {
                let what = format!("{what}, round {round} of {rounds}, position {} of 6", at + 1);
                let counted = by_turns(&what, names, round + at, |who| match who {
                    STOCKFISH => of_stockfish(position),
                    who => library(setting.path(program), &["perft", in_library(who), &at.to_string(), &shallower.to_string()]),
                });
                for (sum, (nodes, seconds)) in sums.iter_mut().zip(counted) {
                    *sum = (sum.0 + nodes, sum.1 + seconds);
                }
            }
            for ((_, rates), (nodes, seconds)) in rates.iter_mut().zip(sums) {
                rates.push(nodes / seconds / 1e6);
            }
        }
        rates
    });
    [("perft, M nodes/s", portable), ("perft, built for this processor, M nodes/s", native)].map(|(what, rounds)| Row {
        what,
        rounds,
        rival: Some(COZY),
        target: Target::RatioAtLeast(1.5),
    })
}

fn replay(setting: &Setting) -> [Row; 3] {
    let goal = Target::AtLeast(8.0);
    [
        ("library", "replay", "replay of games, M plies/s", goal),
        ("native", "replay", "the same, built for this processor", goal),
        ("library", "play", "the same as the first, as games that can go on", Target::None),
    ]
    .map(|(program, work, what, target)| {
        let rounds =
            in_rounds(what, setting.rounds(15), &[OURS, COZY], |who| library_rate(setting.path(program), &[work, in_library(who), "400"]));
        Row { what, rounds, rival: Some(COZY), target }
    })
}

// ---------------------------------------------------------------- many lines at once

/// Each game, as lines; the first line of each begins it.
fn games(setting: &Setting) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(setting.path("games")).expect("the games are there");
    let begun = |moves: &str| {
        let moves = moves.split(' ').map(|mv| format!("move {mv}\n"));
        std::iter::once("position startpos\n".to_owned()).chain(moves).collect()
    };
    text.lines().map(begun).collect()
}

fn pipelined(setting: &Setting) -> [Row; 3] {
    let games = games(setting);
    let once = games.concat();
    let (short, long) = (once.len(), if setting.quick { 40 } else { 200 });
    let few: Vec<String> = games[..3].concat();
    let (few_lines, few) = (few.len(), few.concat());
    let (once, many) = (once.concat(), once.concat().repeat(long));
    let loops = |who: &str| match who {
        OURS => (setting.path("daemon"), vec![]),
        COZY => (setting.path("cozy_loop"), vec![]),
        _ => (setting.path("python"), vec![setting.path("python_chess").to_str().expect("a plain path"), "loop"]),
    };
    // A program that refuses what it is told would be fast for nothing.
    for who in [OURS, COZY] {
        let mut peer = Peer::start(loops(who).0, &[]);
        peer.settle();
        for line in games.iter().flatten() {
            peer.send(line);
            let reply = peer.read();
            assert!(reply.starts_with("ok"), "{who} answers {line}with {reply}");
        }
    }
    let thousands = |lines: usize, took: Duration| lines as f64 / took.as_secs_f64() / 1e3;
    let both = in_rounds("move lines, pipelined", setting.rounds(11), &[OURS, COZY, PYTHON], |who| {
        let (program, args) = loops(who);
        let mut peer = Peer::start(program, &args);
        peer.settle();
        let (input, lines) = if who == PYTHON { (once.repeat(4), short * 4) } else { (many.clone(), short * long) };
        // Python answers when its buffer is full: the last line makes it answer at once.
        thousands(lines, peer.pipeline(&(input + "isready\n"), lines + 1))
    });
    let file = std::env::temp_dir().join(format!("moves-{}", std::process::id()));
    std::fs::write(&file, &many).expect("the temporary folder can be written to");
    let from_file = in_rounds("move lines, from a file", setting.rounds(11), &[OURS, COZY], |who| {
        thousands(short * long, through_file(loops(who).0, &file))
    });
    std::fs::remove_file(&file).expect("it was written");
    let script = setting.path("python_chess").to_str().expect("a plain path");
    let judged = in_rounds("move lines, endings asked", setting.rounds(5), &[OURS, PYTHON], |who| {
        let (program, args) = if who == OURS { loops(OURS) } else { (setting.path("python"), vec![script, "outcome"]) };
        let mut peer = Peer::start(program, &args);
        peer.settle();
        let (input, lines) = if who == OURS { (many.clone(), short * long) } else { (few.clone(), few_lines) };
        thousands(lines, peer.pipeline(&(input + "isready\n"), lines + 1))
    });
    [
        Row { what: "`move` lines pipelined, thousand/s", rounds: both, rival: Some(COZY), target: Target::AtLeast(2_000.0) },
        Row { what: "the same from a file, replies thrown away", rounds: from_file, rival: Some(COZY), target: Target::AtLeast(2_000.0) },
        Row {
            what: "the same as the first, each peer asked for endings and claims, too",
            rounds: judged,
            rival: Some(PYTHON),
            target: Target::None,
        },
    ]
}

// ---------------------------------------------------------------- one line at a time

/// Starts this program again on one core, as only the system's `taskset` can: the programs that it starts stay there, too.
fn on_one_core(setting: &Setting) -> [Row; 1] {
    let allowed = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let allowed = allowed.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a line of its own").trim();
    let last = allowed.rsplit([',', '-']).next().expect("there is a core");
    progress("move lines, one at a time");
    let mut command = Command::new("taskset");
    command.args(["-c", last]).arg(std::env::current_exe().expect("it runs")).arg("--one-core");
    if setting.quick {
        command.arg("--quick");
    }
    for name in ["daemon", "echo", "cozy_loop", "python", "python_chess", "stockfish", "games"] {
        command.arg(format!("{name}={}", setting.path(name).display()));
    }
    let output = command.stderr(std::process::Stdio::inherit()).output().expect("taskset runs");
    let text = String::from_utf8(output.stdout).expect("numbers are text");
    let row = |line: &str| {
        let (name, values) = line.split_once(": ")?;
        let name = WHO.into_iter().find(|who| *who == name)?;
        Some((name, values.split(' ').map(|value| value.parse().expect("a number")).collect()))
    };
    let rounds = text.lines().filter_map(row).collect();
    [Row { what: "a `move` and its reply, one core, µs", rounds, rival: Some(ECHO), target: Target::RatioAtMost(1.15) }]
}

/// The other half: asks one line at a time, and prints the µs of each, round by round.
pub fn wait_for_each_reply(setting: &Setting) {
    let games = games(setting);
    let script = setting.path("python_chess").to_str().expect("a plain path");
    let names = [OURS, ECHO, COZY, PYTHON, STOCKFISH];
    let mut peers = names.map(|who| {
        let (program, args) = match who {
            OURS => ("daemon", vec![]),
            ECHO => ("echo", vec![]),
            COZY => ("cozy_loop", vec![]),
            PYTHON => ("python", vec![script, "loop", "wait"]),
            _ => ("stockfish", vec![]),
        };
        let mut peer = Peer::start(setting.path(program), &args);
        peer.settle();
        peer
    });
    // Every round has other games, the same ones for all.
    let mut rounds_of = names.map(|_| 0);
    let all = in_rounds("move lines, one at a time", setting.rounds(41), &names, |who| {
        let index = names.iter().position(|name| *name == who).expect("one of them");
        let peer = &mut peers[index];
        let chosen = [0, 1, 2, 3].map(|more| &games[(rounds_of[index] * 4 + more) % games.len()]);
        rounds_of[index] += 1;
        // The line that begins a game is asked, too; Stockfish has none.
        let begun = if who == STOCKFISH { chosen.len() } else { 0 };
        let lines = chosen.iter().map(|game| game.len()).sum::<usize>() - begun;
        let start = Instant::now();
        for game in chosen {
            if who == STOCKFISH { ask_stockfish(peer, game) } else { ask(peer, game) }
        }
        start.elapsed().as_secs_f64() * 1e6 / lines as f64
    });
    for (name, values) in all {
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        println!("{name}: {}", values.join(" "));
    }
}

fn ask(peer: &mut Peer, lines: &[String]) {
    for line in lines {
        peer.send(line);
        peer.read();
    }
}

/// Stockfish keeps no game: it is told all of it each time, and asked for the legal moves.
fn ask_stockfish(peer: &mut Peer, lines: &[String]) {
    let mut position = "position startpos moves".to_owned();
    for line in &lines[1..] {
        position.push(' ');
        position.push_str(line.trim_end().trim_start_matches("move "));
        peer.send(&format!("{position}\ngo perft 1\n"));
        peer.read_to("Nodes searched");
    }
}

// ---------------------------------------------------------------- growing positions

fn positions(setting: &Setting) -> [Row; 2] {
    let in_library = in_rounds("position lines, library", setting.rounds(21), &[OURS, COZY], |who| {
        let (lines, seconds) = library(setting.path("library"), &["position", in_library(who), "50"]);
        seconds * 1e6 / lines
    });
    let game = Command::new(setting.path("library")).args(["game", "500"]).output().expect("the library program runs");
    let game = String::from_utf8(game.stdout).expect("moves are text");
    let ends = game.match_indices([' ', '\n']).map(|(at, _)| at);
    let lines: Vec<String> = ends.map(|end| format!("position startpos moves {}\n", &game[..end])).collect();
    let (before, timed) = (lines[..300].concat(), lines[300..].concat());
    let count = lines.len() - 300;
    let script = setting.path("python_chess").to_str().expect("a plain path");
    let piped = in_rounds("position lines, pipelined", setting.rounds(11), &[OURS, COZY, STOCKFISH, PYTHON], |who| {
        let (program, args, replies) = match who {
            OURS => ("daemon", vec![], count),
            COZY => ("cozy_loop", vec![], count),
            PYTHON => ("python", vec![script, "loop"], count),
            _ => ("stockfish", vec![], 0), // says nothing to a position
        };
        let mut peer = Peer::start(setting.path(program), &args);
        peer.settle();
        if who == OURS {
            // So that it plays on from what it has. The others keep nothing.
            peer.pipeline(&before, 300);
        }
        peer.pipeline(&format!("{timed}isready\n"), replies + 1).as_secs_f64() * 1e6 / count as f64
    });
    [
        Row {
            what: "`position` with one move more, at 400, in the library, µs",
            rounds: in_library,
            rival: Some(COZY),
            target: Target::AtMost(3.0),
        },
        Row { what: "the same through pipes", rounds: piped, rival: Some(COZY), target: Target::None },
    ]
}

// ---------------------------------------------------------------- processes

fn program<'a>(setting: &'a Setting, who: &str) -> (&'a Path, Vec<&'a str>) {
    match who {
        OURS => (setting.path("daemon"), vec![]),
        COZY => (setting.path("cozy_loop"), vec![]),
        STOCKFISH => (setting.path("stockfish"), vec![]),
        PYTHON => (setting.path("python"), vec![setting.path("python_chess").to_str().expect("a plain path"), "loop"]),
        _ => (setting.path("echo"), vec![]),
    }
}

fn start(setting: &Setting) -> Row {
    // What ran before has left its own code and data in the caches: each turn starts a program several times in a row.
    const STARTS: usize = 7;
    let rounds = in_rounds("start to first reply", setting.rounds(15), &[OURS, COZY, STOCKFISH, PYTHON, ECHO], |who| {
        let (program, args) = program(setting, who);
        let mut took = [0.0; STARTS];
        for took in &mut took {
            let start = Instant::now();
            let mut peer = Peer::start(program, &args);
            peer.settle();
            *took = start.elapsed().as_secs_f64() * 1e3;
        }
        took.sort_by(f64::total_cmp);
        took[STARTS / 2]
    });
    Row { what: "start to first reply, ms", rounds, rival: Some(ECHO), target: Target::AtMost(1.2) }
}

fn memory(setting: &Setting) -> [Row; 2] {
    let after_start = in_rounds("memory", 3, &[OURS, COZY, STOCKFISH, PYTHON, ECHO], |who| {
        let (program, args) = program(setting, who);
        let mut peer = Peer::start(program, &args);
        peer.settle();
        peer.memory("VmHWM:") / 1024.0
    });
    let text = std::fs::read_to_string(setting.path("games")).expect("the games are there");
    let moves: Vec<&str> =
        text.lines().map(|moves| moves.split(' ').collect::<Vec<_>>()).find(|moves| moves.len() >= 100).expect("one is long");
    const GAMES: usize = 200;
    let a_game = in_rounds("memory of games", 3, &[OURS], |who| {
        let mut peer = Peer::start(program(setting, who).0, &[]);
        peer.settle();
        let talk = |peer: &mut Peer, from: usize, to: usize| {
            for game in from..to {
                let moves: String = moves[..100].iter().map(|mv| format!("@g{game} move {mv}\n")).collect();
                peer.pipeline(&format!("@g{game} position startpos\n{moves}"), 101);
            }
        };
        // The first ones also fill buffers that all share.
        talk(&mut peer, 0, 20);
        let before = peer.memory("VmRSS:");
        talk(&mut peer, 20, 20 + GAMES);
        (peer.memory("VmRSS:") - before) / GAMES as f64
    });
    [
        Row { what: "memory after start, at most ever resident, MiB", rounds: after_start, rival: Some(ECHO), target: Target::AtMost(4.0) },
        Row { what: "memory of a game of 100 plies, KiB", rounds: a_game, rival: None, target: Target::AtMost(16.0) },
    ]
}
