//! What `check` says of a game is what the game itself came to: random games are played to all kinds of ends, written as PGN,
//! and judged from that text. Nothing is wrong with them; and where something is put wrong, it is told.

mod common;

use chess_referee::board::Color;
use chess_referee::check::judge_games;
use chess_referee::game::{Action, Event, Game, Given, Record, Tags};
use chess_referee::notation::pgn::Blocks;
use chess_referee::notation::{TimeControl, parse_fen};
use chess_referee::position::IllegalMove;
use chess_referee::protocol::report::{GameReport, Problem};
use chess_referee::rules::{Claim, DrawRule, IllegalMoveRule, Outcome, Profile, Rulebook};
use common::chance::Chance;
use common::{long_run, on_two_threads};

/// Starts from which games end in many ways soon.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 17 33",
    "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 30",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 96 90",
    "7k/5Q2/8/8/8/8/8/K7 w - - 147 100",
    "8/8/3k4/8/8/3KN3/8/7n b - - 0 1",
    "3k4/8/8/p2p2p1/P2P2P1/3r4/3K4/8 w - - 0 1",
    "7r/8/8/4K3/8/8/1Q6/k7 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

fn jobs() -> Vec<u64> {
    (0..if long_run() { 20_000 } else { 800 }).collect()
}

#[test]
fn nothing_is_wrong_with_a_game_that_was_refereed() {
    on_two_threads(&jobs(), |&seed| {
        let game = played(seed);
        let pgn = pgn(&game);
        let report = judged(&pgn, game.rulebook());
        assert_eq!(report.findings, [], "seed {seed}\n{pgn}");
        assert_eq!(report.plies, game.ply(), "seed {seed}\n{pgn}");
        let automatic = game.ending().filter(|ending| is_automatic(ending.outcome, game.rulebook()));
        assert_eq!(report.ending, automatic.map(|ending| (ending.outcome, ending.ply)), "seed {seed}\n{pgn}");
        let result = game.ending().map_or("*", |ending| ending.outcome.result());
        assert_eq!((report.written, report.played_on, report.result_missing), (Some(result), 0, false), "seed {seed}\n{pgn}");
        assert_eq!(report.claims, unclaimed(&game), "seed {seed}\n{pgn}");
    });
}

#[test]
fn another_result_is_told() {
    on_two_threads(&jobs(), |&seed| {
        let game = played(seed);
        let Some(ending) = game.ending().filter(|ending| is_automatic(ending.outcome, game.rulebook())) else { return };
        let right = ending.outcome.result();
        for wrong in ["1-0", "0-1", "1/2-1/2", "*"].into_iter().filter(|&result| result != right) {
            let pgn = pgn(&game);
            let in_tag = pgn.replace(&format!("[Result \"{right}\"]"), &format!("[Result \"{wrong}\"]"));
            assert_eq!(problems(&judged(&in_tag, game.rulebook())), [Problem::ResultsDiffer], "seed {seed}\n{in_tag}");
            let body = in_tag.trim_end().strip_suffix(right).expect("the result comes last");
            let everywhere = format!("{body}{wrong}\n");
            assert_eq!(problems(&judged(&everywhere, game.rulebook())), [Problem::WrongResult], "seed {seed}\n{everywhere}");
        }
    });
}

#[test]
fn moves_after_the_end_are_told() {
    on_two_threads(&jobs(), |&seed| {
        let mut game = played(seed);
        let Some(ending) = game.ending().filter(|ending| is_automatic(ending.outcome, game.rulebook())) else { return };
        let mut chance = Chance::new(seed);
        let more = 1 + chance.below(5) as u32;
        for _ in 0..more {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.apply([Event::Played { mv: chance.one_of(&legal), spent: None }]);
        }
        let added = game.ply() - ending.ply;
        let report = judged(&pgn(&game), game.rulebook());
        let expected: &[Problem] = if added > 0 { &[Problem::PlayedOn] } else { &[] };
        assert_eq!((problems(&report).as_slice(), report.played_on), (expected, added), "seed {seed}\n{}", pgn(&game));
        assert_eq!(report.ending, Some((ending.outcome, ending.ply)), "seed {seed}\n{}", pgn(&game));
    });
}

#[test]
fn an_illegal_move_is_told_with_what_was_played_before_it() {
    on_two_threads(&jobs(), |&seed| {
        let game = played(seed);
        let mut chance = Chance::new(seed);
        let from = chance.below(game.ply() as usize + 1) as u32;
        let before = game.position_at(from).expect("so many were played");
        let mut part = Game::new(*game.start(), *game.rulebook());
        part.apply(game.moves().take(from as usize).map(|(_, mv)| Event::Played { mv, spent: None }));
        // No king goes to where it stands in the middle of its own men, and no pawn lands on its own first rank.
        let pgn = pgn(&part);
        let (body, _) = pgn.trim_end().rsplit_once(['{', '*']).expect("an unfinished game ends with a star, another with a comment");
        let bad = if before.turn() == Color::White { "a1=Q" } else { "a8=Q" };
        let text = format!("{body} {bad} *\n");
        let report = judged(&text, game.rulebook());
        assert_eq!(report.plies, from, "seed {seed}\n{text}");
        assert!(problems(&report).contains(&Problem::IllegalMove) && !report.is_legal(), "seed {seed}\n{text}");
    });
}

// ---------------------------------------------------------------- games

/// A random game, played to an end of some kind, or not.
fn played(seed: u64) -> Game {
    let mut chance = Chance::new(seed);
    let profile = chance.one_of(&Profile::ALL);
    let rulebook = Rulebook { illegal_moves: IllegalMoveRule::Count, ..Rulebook::of(profile) };
    let (start, _) = parse_fen(chance.one_of(&STARTS)).expect("a sound FEN");
    let mut game = Game::new(start, rulebook);
    let clocked = chance.below(3) == 0;
    if clocked && game.ending().is_none() {
        let control = TimeControl::parse("60+1").expect("a time control");
        act(&mut game, &Action::SetClock(Some(Box::new([control; 2]))), None);
    }
    let longest = chance.below(160);
    // Some players go back and forth, so that positions stand again.
    let restless = chance.below(3) > 0;
    let mut turns = 0;
    while game.ending().is_none() && turns < longest {
        turns += 1;
        let back = game.moves().rev().nth(1).map(|(_, mv)| mv).filter(|_| !restless && chance.below(4) > 0);
        let legal = game.position().legal_moves();
        let mv = back.and_then(|mv| legal.iter().copied().find(|to| (to.from(), to.to()) == (mv.to(), mv.from())));
        let mv = mv.unwrap_or_else(|| chance.one_of(&legal));
        let elapsed = clocked.then(|| chance.below(3_000) as u64);
        act(&mut game, &Action::Legal(mv), elapsed);
    }
    if game.ending().is_none() {
        let turn = game.position().turn();
        match chance.below(8) {
            0 => act(&mut game, &Action::Resign(chance.one_of(&Color::ALL)), None),
            1 if clocked => act(&mut game, &Action::Flag(turn), Some(1 << 30)),
            2 => game.apply([Event::FlagFell { color: turn }]),
            3 => game.apply([Event::Agreed { by: turn, at: 0 }]),
            4 => act(&mut game, &Action::Abort, None),
            5 => {
                for claim in Claim::ALL {
                    if game.ending().is_none() && game.is_right(claim, None) {
                        game.apply([Event::Claimed { claim, named: None, right: true, at: 0 }]);
                    }
                }
            }
            6 => {
                game.apply([IllegalMove::NullMove; 2].map(|reason| Event::Illegal { intent: None, reason, spent: None }));
            }
            _ => {}
        }
    }
    game
}

fn act(game: &mut Game, action: &Action, elapsed: Option<u64>) {
    let given = Given { elapsed, ..Given::default() };
    let events = game.decide(action, given).expect("an action that may be taken");
    game.apply(events);
}

/// Whether the rules brought the end about by themselves.
fn is_automatic(outcome: Outcome, rulebook: &Rulebook) -> bool {
    match outcome.code() {
        "checkmate" | "stalemate" | "insufficient_material" | "dead_position" | "fivefold_repetition" | "seventyfive_moves" => true,
        "threefold_repetition" => rulebook.threefold == DrawRule::Automatic,
        "fifty_moves" => rulebook.fifty == DrawRule::Automatic,
        _ => false,
    }
}

/// When each claim could first have been made and was not, found by playing the game again.
fn unclaimed(game: &Game) -> [Option<u32>; 2] {
    let mut first = [None; 2];
    let mut again = Game::new(*game.start(), *game.rulebook());
    let drawn_at_last = game.ending().is_some_and(|ending| ending.outcome.result() == "1/2-1/2");
    let mut moves = game.moves();
    loop {
        let last = again.ply() == game.ply();
        for claim in again.claims().filter(|_| !(last && drawn_at_last)) {
            first[claim as usize].get_or_insert(again.ply());
        }
        let Some((_, mv)) = moves.next() else { return first };
        again.apply([Event::Played { mv, spent: None }]);
    }
}

fn pgn(game: &Game) -> String {
    let mut text = Record::of(game, &Tags::default()).lines().join("\n");
    text.push('\n');
    text
}

fn judged(pgn: &str, rulebook: &Rulebook) -> GameReport {
    let block = Blocks::new(pgn.as_bytes()).next().expect("bytes in memory").expect("one block");
    let mut reports = judge_games(&block, rulebook);
    assert_eq!(reports.len(), 1, "{pgn}");
    reports.remove(0)
}

fn problems(report: &GameReport) -> Vec<Problem> {
    report.findings.iter().map(|finding| finding.problem).collect()
}

#[test]
fn the_games_end_in_every_way() {
    let mut seen: std::collections::BTreeSet<&str> = std::collections::BTreeSet::new();
    for seed in jobs() {
        seen.insert(played(seed).ending().map_or("none", |ending| ending.outcome.code()));
    }
    let missing: Vec<_> = Outcome::all().into_iter().map(Outcome::code).filter(|code| !seen.contains(code)).collect();
    assert!(missing.is_empty() && seen.contains("none"), "no game ends by {missing:?}");
}
