//! Whole games go out as PGN and back: what is written is read without a fault, and written again it is the same text, byte
//! for byte; with clocks and without, Chess960 too, and however the game ended. And whatever is read can be written.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use chess_referee::game::{Record, Tags};
use chess_referee::notation::pgn::ROSTER;
use chess_referee::position::{Move, MoveIntent};
use chess_referee::rules::{Claim, Outcome, Profile, Rulebook};
use chess_referee::{Action, Color, Delay, Event, Game, Given, TimeControl};
use common::chance::Chance;
use common::fixtures::suite;
use common::walk::Walk;
use common::{fen, long_run, on_two_threads};

const CONTROLS: [&str; 6] = ["300+3", "60", "40/7200:1800+30", "*60", "0.5+0.05", "2/1.234:1"];

/// The longest of these games, in half-moves.
const LONGEST: u32 = 160;

#[test]
fn random_games_go_out_as_pgn_and_back() {
    let games = if long_run() { 20_000 } else { 2_000 };
    let seeds: Vec<u64> = (0..games).collect();
    let seen = std::sync::Mutex::new(BTreeSet::new());
    on_two_threads(&seeds, |&seed| {
        let (game, tags) = random_game(seed);
        let text = assert_goes_out_and_back(&Record::of(&game, &tags));
        let code = game.ending().map_or("none", |ending| ending.outcome.code());
        let played_on = game.ending().is_some_and(|ending| ending.ply < game.ply());
        let mut seen = seen.lock().expect("no panic");
        seen.insert(code);
        seen.extend(played_on.then_some("played on"));
        seen.extend(text.contains("[%clk ").then_some("a clock"));
        seen.extend(text.contains("[Variant \"Chess960\"]").then_some("Chess960"));
        seen.extend(text.contains("[WhiteTimeControl ").then_some("time odds"));
        drop(seen);
        assert_is_the_game_again(&game, &text);
    });
    let seen = seen.into_inner().expect("no panic");
    let wanted =
        ["none", "played on", "a clock", "Chess960", "time odds", "resignation", "timeout", "illegal_moves", "agreement", "aborted"];
    let claims = ["threefold_repetition", "checkmate"];
    let lost: Vec<_> = wanted.into_iter().chain(claims).filter(|what| !seen.contains(what)).collect();
    assert!(lost.is_empty(), "no game has {lost:?}; there are {seen:?}");
}

#[test]
fn every_pgn_of_the_transcripts_goes_out_and_back() {
    let mut endings = BTreeSet::new();
    for text in transcribed() {
        let record = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(record.to_string(), format!("{text}\n"), "the same text, and an empty line behind it");
        endings.extend(record.ending().map(|ending| ending.outcome.code()));
    }
    let all: BTreeSet<_> = Outcome::all().into_iter().map(Outcome::code).collect();
    assert_eq!(endings, all, "every ending is shown");
}

#[test]
fn the_checker_of_files_finds_nothing_wrong_with_what_the_referee_writes() {
    let texts = transcribed();
    let played_on = texts.iter().filter(|text| text.contains(", after half-move ")).count();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess-referee"));
    let assert = command.arg("check").env_remove("RUST_LOG").write_stdin(texts.join("\n")).assert();
    let verdicts = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let summary = verdicts.lines().last().unwrap_or_default();
    assert!(summary.starts_with(&format!("ok summary games {} setups 0 ", texts.len())), "{verdicts}");
    assert!(summary.ends_with(&format!(" wrong {played_on} problems played_on:{played_on}")), "{verdicts}");
}

#[test]
fn whatever_is_read_can_be_written_and_read_again() {
    let texts = transcribed();
    let mut chance = Chance::new(6);
    let mut read = 0;
    for _ in 0..if long_run() { 1_000_000 } else { 40_000 } {
        let mut bytes = texts[chance.below(texts.len())].clone().into_bytes();
        for _ in 0..1 + chance.below(3) {
            mangle(&mut bytes, &mut chance);
        }
        let Ok(record) = Record::read(&bytes) else { continue };
        read += 1;
        let text = record.to_string();
        let again = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}\nof\n{}", bytes.escape_ascii()));
        assert_eq!(again.to_string(), text, "of {}", bytes.escape_ascii());
    }
    assert!(read > 1_000, "{read} of the texts were games");
}

// ---------------------------------------------------------------- what has to hold

/// Gives the text.
fn assert_goes_out_and_back(record: &Record) -> String {
    let text = record.to_string();
    let read = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(read.moves(), record.moves(), "{text}");
    assert_eq!(fen(read.start()), fen(record.start()), "{text}");
    assert_eq!((read.ending(), read.result(), read.tags()), (record.ending(), record.result(), record.tags()), "{text}");
    assert_is_export_format(&record.lines());
    text
}

/// The roster, the other tags in their order, an empty line, short lines; none that could be taken for something else.
fn assert_is_export_format(lines: &[String]) {
    let names: Vec<&str> = lines.iter().map_while(|line| line.strip_prefix('[')?.split_once(' ')).map(|(name, _)| name).collect();
    let (roster, others) = names.split_at(ROSTER.len());
    assert_eq!(roster, ROSTER.map(|(name, _)| name));
    assert!(others.is_sorted_by(|one, next| one < next), "{others:?}");
    assert_eq!(lines[names.len()], "");
    for line in &lines[names.len() + 1..] {
        assert!(line.is_ascii() && (1..80).contains(&line.len()) && !line.ends_with(' '), "{line}");
        assert!(line.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '{' || first == '*'), "{line}");
    }
    for line in lines {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(!["ok", "error", "uciok", "readyok", "bestmove", "info"].contains(&word) && !line.starts_with("{\""), "{line}");
    }
}

/// The way back: the record's game, under the same rules, has the same moves and end.
fn assert_is_the_game_again(game: &Game, text: &str) {
    let again = Record::read(text.as_bytes()).expect("it was read before").game(*game.rulebook());
    let told = |game: &Game| game.ending().map(|ending| (ending.ply, ending.outcome));
    assert_eq!(told(&again), told(game), "{text}");
    assert_eq!(fen(again.position()), fen(game.position()), "{text}");
    let moves = |game: &Game| game.moves().map(|(_, mv)| mv).collect::<Vec<Move>>();
    assert_eq!(moves(&again), moves(game), "{text}");
}

// ---------------------------------------------------------------- games

fn random_game(seed: u64) -> (Game, Tags) {
    let chance = &mut Chance::new(seed);
    let start = if seed % 5 == 4 {
        chance.one_of(&suite().iter().map(|line| line.position).collect::<Vec<_>>())
    } else {
        *Walk::new(seed).position()
    };
    let delay = chance.one_of(&[Delay::None, Delay::Simple, Delay::Bronstein]);
    let mut game = Game::new(start, Rulebook { delay, ..Rulebook::of(chance.one_of(&Profile::ALL)) });
    if chance.below(3) > 0 {
        let controls = [0; 2].map(|_| TimeControl::parse(chance.one_of(&CONTROLS)).expect("a time control"));
        let [white, _] = &controls;
        let controls = if chance.below(2) == 0 { [*white; 2] } else { controls };
        act(&mut game, &Action::SetClock(Some(Box::new(controls))), Given::default());
    }
    while game.ending().is_none() && game.ply() < LONGEST {
        step(&mut game, chance);
        if chance.below(150) == 0 {
            break;
        }
    }
    for _ in 0..chance.below(4) {
        // A list of moves may run on past a draw.
        let Some(mv) = drawn(&game, chance) else { break };
        if game.controls().is_none() {
            game.apply([Event::Played { mv, spent: None }]);
        }
    }
    (game, random_tags(chance))
}

/// Does something in the game; most often, plays a move.
fn step(game: &mut Game, chance: &mut Chance) {
    let longest = if chance.below(200) == 0 { 400_000 } else { 400 };
    let elapsed = game.controls().map(|_| chance.below(longest) as u64);
    let timed = Given { elapsed, ..Given::default() };
    let (turn, by) = (game.position().turn(), chance.one_of(&Color::ALL));
    match chance.below(400) {
        0 => act(game, &Action::Resign(by), Given::default()),
        1 => act(game, &Action::Abort, Given::default()),
        2..=5 => {
            act(game, &Action::Offer(by), Given::default());
            let answer = if chance.below(2) == 0 { Action::Accept(!by) } else { Action::Decline(!by) };
            act(game, &answer, Given::default());
        }
        6..=9 => act(game, &Action::Flag(turn), Given { elapsed: elapsed.map(|elapsed| elapsed * 100), ..Given::default() }),
        10..=13 => act(game, &Action::Claim { claim: chance.one_of(&Claim::ALL), named: None }, timed),
        14..=17 => act(game, &Action::Move(MoveIntent::Null), timed),
        18..=25 => act(game, &Action::Undo(1 + chance.below(3) as u32), Given::default()),
        26..=29 => act(game, &Action::Redo(1), Given::default()),
        _ => {
            let claims: Vec<Claim> = game.claims().collect();
            if !claims.is_empty() && chance.below(4) == 0 {
                act(game, &Action::Claim { claim: chance.one_of(&claims), named: None }, timed);
            } else if let Some(mv) = drawn(game, chance) {
                act(game, &Action::Move(mv.intent()), timed);
            }
        }
    }
}

/// A legal move; often the way back of the last but one, so that positions come again.
fn drawn(game: &Game, chance: &mut Chance) -> Option<Move> {
    let legal = game.position().legal_moves();
    let last = game.moves().rev().nth(1).map(|(_, mv)| (mv.to(), mv.from()));
    let back = legal.iter().copied().find(|mv| Some((mv.from(), mv.to())) == last);
    match back {
        Some(mv) if chance.below(3) == 0 => Some(mv),
        _ if legal.is_empty() => None,
        _ => Some(chance.one_of(&legal)),
    }
}

/// Acts, unless it is refused.
fn act(game: &mut Game, action: &Action, given: Given) {
    if let Ok(events) = game.decide(action, given) {
        game.apply(events);
    }
}

fn random_tags(chance: &mut Chance) -> Tags {
    let values = [
        "?",
        "",
        "Carlsen, Magnus",
        "a \"quoted\" name",
        "back\\slash\\",
        "{brace} [%clk 0:00:01] 1. e4 1-0",
        "Łukasz Ñandú 棋",
        "%",
        "[Event \"x\"]",
    ];
    let long = "x".repeat(255);
    let names = ["Event", "Site", "Date", "White", "Black", "Round", "ECO", "WhiteElo", "a_b", "2nd", &*long];
    let mut tags = Tags::default();
    for name in names {
        if chance.below(3) == 0 {
            tags.set(name, if chance.below(10) == 0 { &long } else { chance.one_of(&values) });
        }
    }
    tags
}

// ---------------------------------------------------------------- texts

/// The replies to `pgn` in the transcripts.
fn transcribed() -> Vec<String> {
    let mut texts = Vec::new();
    for topic in ["pgn", "pgn_clock", "pgn_endings", "tag"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/transcripts/{topic}.txt"));
        let transcript = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n");
        for reply in transcript.split("\npgn\n").skip(1) {
            let lines = reply.lines().map_while(|line| line.strip_prefix("#>")).take_while(|line| *line != " ok pgn");
            texts.push(lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect());
        }
    }
    texts
}

/// Puts in, takes out or changes something.
fn mangle(bytes: &mut Vec<u8>, chance: &mut Chance) {
    const PIECES: [&[u8]; 24] = [
        b"\n",
        b"\r\n",
        b" ",
        b"(",
        b")",
        b"{",
        b"}",
        b";",
        b"%",
        b"\"",
        b"\\",
        b"[",
        b"]",
        b"$1",
        b"!?",
        b"*",
        b"1-0",
        b"--",
        b"e4",
        b"\xff",
        b"[%clk 1:00:00.12345]",
        b"{a comment}",
        b"[White \"B\"]",
        b"\xe2\x80\xa8",
    ];
    let at = chance.below(bytes.len() + 1);
    let to = (at + chance.below(4)).min(bytes.len());
    match chance.below(3) {
        0 => drop(bytes.drain(at..to)),
        1 => drop(bytes.splice(at..at, chance.one_of(&PIECES).iter().copied())),
        _ => drop(bytes.splice(at..to, chance.one_of(&PIECES).iter().copied())),
    }
}
