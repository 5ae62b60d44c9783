//! A game that is replayed comes to what a game that is played comes to: the same ending at the same half-move, the same claims,
//! under every profile's rules; a dead position alone may be dated earlier, for what is replayed can be asked at its end.

mod common;

use chess_referee::board::Color;
use chess_referee::game::{Action, Ending, Game, Given, Replay};
use chess_referee::position::{Move, MoveIntent, Position};
use chess_referee::rules::dead_position::may_be_dead;
use chess_referee::rules::{Claim, Draw, Outcome, Profile, Rulebook, Verdict, automatic_ending, judge, mate_by, plainly_goes_on};
use common::chance::Chance;
use common::corpus::Class;
use common::walk::Walk;
use common::{fen, long_run, on_two_threads, position};

/// What a game came to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Judged {
    ending: Option<Ending>,
    claims: [Option<u32>; 2],
}

#[test]
fn random_games_end_alike() {
    let games = if long_run() { 2_000 } else { 150 };
    on_two_threads(&[30_000_000, 31_000_000], |&first_seed| {
        let mut replays = Profile::ALL.map(|profile| Replay::new(Rulebook::of(profile)));
        for seed in first_seed..first_seed + games {
            let mut walk = Walk::new(seed);
            let start = *walk.position();
            let mut moves = Vec::new();
            while let Some(mv) = walk.step() {
                moves.push(mv);
            }
            replays.iter_mut().for_each(|replay| assert_alike(replay, &start, &moves));
        }
    });
}

#[test]
fn shuffling_games_end_alike() {
    let games = if long_run() { 1_000 } else { 100 };
    on_two_threads(&[32_000_000, 33_000_000], |&first_seed| {
        let mut replays = Profile::ALL.map(|profile| Replay::new(Rulebook::of(profile)));
        for seed in first_seed..first_seed + games {
            let (start, moves) = shuffling_game(seed);
            replays.iter_mut().for_each(|replay| assert_alike(replay, &start, &moves));
        }
    });
}

#[test]
fn games_of_few_men_and_behind_walls_end_alike() {
    let games = if long_run() { 1_000 } else { 100 };
    on_two_threads(&[(Class::FewMen, 34_000_000), (Class::Walls, 35_000_000), (Class::Game, 36_000_000)], |&(class, first_seed)| {
        let mut replays = Profile::ALL.map(|profile| Replay::new(Rulebook::of(profile)));
        for seed in first_seed..first_seed + games {
            let start = class.position(seed);
            let mut walk = Walk::from(start, seed);
            let moves: Vec<Move> = (0..40).map_while(|_| walk.step()).collect();
            replays.iter_mut().for_each(|replay| assert_alike(replay, &start, &moves));
        }
    });
}

#[test]
fn what_plainly_goes_on_has_no_ending_and_no_reason_for_a_proof() {
    let rulebook = Rulebook::of(Profile::Engine); // of all draws that come by counting, none has to be claimed
    let (mut plain, mut others) = (0, 0);
    for seed in 0..200 {
        let walks = [Walk::new(seed), Walk::from(Class::FewMen.position(seed), seed), Walk::from(Class::Walls.position(seed), seed)];
        for (start, moves) in walks.map(walked).into_iter().chain([shuffling_game(seed)]) {
            let mut position = start;
            for (&mv, occurrences) in moves.iter().zip((1..=5).cycle()) {
                position.advance(mv);
                if !plainly_goes_on(&position, occurrences) {
                    others += 1;
                    continue;
                }
                plain += 1;
                let ending = automatic_ending(&position, occurrences, &rulebook, |forced| {
                    assert!(!forced, "{}", fen(&position));
                    None
                });
                assert_eq!(ending, None, "{}", fen(&position));
                assert!(!may_be_dead(&position), "{}", fen(&position));
                assert!(Color::ALL.into_iter().any(|color| mate_by(position.board(), color).is_possible()), "{}", fen(&position));
            }
        }
    }
    assert!(plain > 5_000 && others > 5_000, "{plain} and {others} are too few to tell");
}

#[test]
fn all_kinds_of_endings_come_up_in_these_games() {
    let mut seen: Vec<&str> = Vec::new();
    let mut replays = [Profile::Fide, Profile::Engine].map(|profile| Replay::new(Rulebook::of(profile)));
    for seed in 0..400 {
        let games = [shuffling_game(seed), walked(Walk::new(seed)), walked(Walk::from(Class::Walls.position(seed), seed))];
        for (start, moves) in games {
            for replay in &mut replays {
                replay.begin(start);
                moves.iter().for_each(|&mv| replay.play(mv));
                seen.extend(replay.ending().map(|ending| ending.outcome.code()));
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    let all =
        ["checkmate", "dead_position", "fifty_moves", "fivefold_repetition", "insufficient_material", "seventyfive_moves", "stalemate"];
    assert_eq!(seen, [&all[..], &["threefold_repetition"]].concat());
}

#[test]
fn a_dead_position_is_dated_where_it_became_dead_and_no_later() {
    let games = if long_run() { 10_000 } else { 1_000 };
    let mut found = 0;
    let mut replay = Replay::default();
    for seed in 0..games {
        let class = if seed % 2 == 0 { Class::Walls } else { Class::FewMen };
        let (start, moves) = walked(Walk::from(class.position(seed), seed));
        replay.begin(start);
        let mut positions = vec![start];
        for mv in moves.into_iter().take(30) {
            replay.play(mv);
            positions.push(*replay.position());
        }
        let Some(Ending { ply, outcome: Outcome::Draw(Draw::DeadPosition), .. }) = replay.ending() else { continue };
        found += 1;
        assert!(is_dead(&positions[ply as usize]), "ply {ply} from {}", fen(&start));
        assert!(ply == 0 || !is_dead(&positions[ply as usize - 1]), "ply {} from {}", ply - 1, fen(&start));
    }
    assert!(found > 10, "{found} dead positions are too few to tell");
}

#[test]
fn a_wall_is_dated_at_the_move_that_completes_it() {
    let mut replay = Replay::default();
    replay.begin(position("3k4/8/8/p2p2p1/P2P2P1/3r4/3K4/8 w - - 0 1"));
    play(&mut replay, &["d2d3"]);
    let dead = Some(Ending { ply: 1, outcome: Outcome::Draw(Draw::DeadPosition), mate: None });
    assert_eq!(replay.ending(), dead);
    play(&mut replay, &["d8d7", "d3c3", "d7d8", "c3d3", "d8d7", "d3c3", "d7d8", "c3d3", "d8d7"]);
    assert_eq!(replay.ending(), dead, "what is played on changes nothing");
    assert_eq!(replay.claims(), [None, None], "and nothing can be claimed in a game that is over");
}

#[test]
fn what_is_played_past_the_ending_changes_nothing() {
    let mut replay = Replay::new(Rulebook::of(Profile::Engine));
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    play(&mut replay, &[shuffle, shuffle].concat());
    let third = Some(Ending { ply: 8, outcome: Outcome::Draw(Draw::ThreefoldRepetition), mate: None });
    assert_eq!((replay.ending(), replay.ply()), (third, 8));
    play(&mut replay, &[shuffle, shuffle].concat());
    assert_eq!((replay.ending(), replay.ply()), (third, 16));
    assert_eq!(replay.moves().len(), 16);
}

#[test]
fn a_claim_is_dated_where_it_could_first_be_made() {
    let mut replay = Replay::default();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    play(&mut replay, &[shuffle, shuffle].concat());
    assert_eq!((replay.ending(), replay.claims()), (None, [Some(8), None]));
    // The next game knows nothing of it.
    replay.begin(Position::initial());
    play(&mut replay, &shuffle);
    assert_eq!((replay.ending(), replay.claims()), (None, [None, None]));
    replay.begin(position("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80"));
    play(&mut replay, &["a1b1", "e8d8", "b1a1"]);
    assert_eq!((replay.ending(), replay.claims()), (None, [None, Some(2)]));
}

#[test]
fn what_differs_in_a_right_or_in_passing_is_not_the_same_position() {
    let mut replay = Replay::default();
    // In the first position the pawn on e4 can be captured in passing, which is so never again.
    replay.begin(position("rnbqkbnr/pp2pppp/8/8/2ppP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 4"));
    let shuffle = ["b8c6", "b1c3", "c6b8", "c3b1"];
    play(&mut replay, &[shuffle, shuffle].concat());
    assert_eq!(replay.claims(), [None, None]);
    play(&mut replay, &shuffle);
    assert_eq!(replay.claims(), [Some(9), None]);
    // Each rook that goes out and comes back has lost a right.
    replay.begin(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 10 40"));
    let kingside = ["h1g1", "h8g8", "g1h1", "g8h8"];
    let queenside = ["a1b1", "a8b8", "b1a1", "b8a8"];
    play(&mut replay, &[kingside, queenside, kingside].concat());
    assert_eq!(replay.claims(), [None, None]);
    play(&mut replay, &queenside);
    assert_eq!(replay.claims(), [Some(16), None]);
}

#[test]
fn a_game_may_be_over_before_it_begins() {
    let mut replay = Replay::default();
    for (fen, code) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", "insufficient_material"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w - - 150 80", "seventyfive_moves"),
    ] {
        replay.begin(position(fen));
        let ending = replay.ending().unwrap_or_else(|| panic!("{fen}"));
        assert_eq!((ending.ply, ending.outcome.code()), (0, code), "{fen}");
    }
}

fn play(replay: &mut Replay, moves: &[&str]) {
    for text in moves {
        let intent = chess_referee::notation::parse_uci(text).unwrap_or_else(|| panic!("{text}"));
        let mv = replay.position().find_legal(intent).unwrap_or_else(|| panic!("{text} in {}", fen(replay.position())));
        replay.play(mv);
    }
}

fn walked(mut walk: Walk) -> (Position, Vec<Move>) {
    let start = *walk.position();
    let moves = std::iter::from_fn(|| walk.step()).collect();
    (start, moves)
}

fn is_dead(position: &Position) -> bool {
    let budget = Rulebook::default().proof_nodes;
    Color::ALL.into_iter().all(|winner| matches!(judge(position, winner, budget), Verdict::Unwinnable(_)))
}

/// A game in which men go to and fro: most moves take the same man's last one back, if that is legal, and most others neither
/// capture nor are a pawn's. From a random position of a random game on.
fn shuffling_game(seed: u64) -> (Position, Vec<Move>) {
    let mut chance = Chance::new(seed);
    let mut walk = Walk::new(seed);
    (0..chance.below(120)).for_each(|_| {
        walk.step();
    });
    let start = *walk.position();
    let mut now = start;
    let mut moves: Vec<Move> = Vec::new();
    let constancy = 2 + chance.below(30);
    for _ in 0..400 {
        let legal = now.legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = moves.iter().rev().nth(1).and_then(|last| {
            let intent = MoveIntent::Step { from: last.target(), to: last.from(), promotion: None };
            now.find_legal(intent).filter(|mv| mv.castling().is_none())
        });
        let quiet: Vec<Move> = legal.iter().copied().filter(|&mv| now.play(mv).halfmove() > 0).collect();
        let mv = match back {
            Some(back) if chance.below(constancy) > 0 => back,
            _ if !quiet.is_empty() && chance.below(20) > 0 => chance.one_of(&quiet),
            _ => chance.one_of(&legal),
        };
        now = now.play(mv);
        moves.push(mv);
    }
    (start, moves)
}

/// Plays the moves in a game until it is over, and replays all of them.
fn assert_alike(replay: &mut Replay, start: &Position, moves: &[Move]) {
    let rulebook = *replay.rulebook();
    let mut game = Game::new(*start, rulebook);
    let mut played = Judged { ending: None, claims: [None; 2] };
    let note_claims = |game: &Game, claims: &mut [Option<u32>; 2]| {
        for claim in game.claims() {
            let at = Claim::ALL.iter().position(|&other| other == claim).expect("one of them");
            claims[at].get_or_insert(game.ply());
        }
    };
    note_claims(&game, &mut played.claims);
    for &mv in moves {
        let Ok(events) = game.decide(&Action::Legal(mv), Given::default()) else { break };
        game.apply(events);
        note_claims(&game, &mut played.claims);
    }
    played.ending = game.ending();
    replay.begin(*start);
    moves.iter().for_each(|&mv| replay.play(mv));
    let replayed = Judged { ending: replay.ending(), claims: replay.claims() };
    let told = || format!("{:?} from {} by {moves:?}", rulebook, fen(start));
    assert_eq!(replay.ply() as usize, moves.len());
    match replayed.ending {
        // Found no later than it was found on the way, if it was; and what could be claimed before is the same.
        Some(dead) if dead.outcome == Outcome::Draw(Draw::DeadPosition) && replayed.ending != played.ending => {
            assert_eq!(rulebook.dead_position, chess_referee::rules::DeadPositionRule::Proof, "{}", told());
            assert!(played.ending.is_none_or(|ending| dead.ply < ending.ply), "{dead:?}, but {:?}: {}", played.ending, told());
            assert_eq!(replayed.claims, played.claims.map(|claim| claim.filter(|&ply| ply < dead.ply)), "{}", told());
        }
        _ => assert_eq!(replayed, played, "{}", told()),
    }
}
