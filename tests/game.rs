//! One game at the library, as the fold of its events: deciding changes nothing, taking back gives back all that there was,
//! playing again gives it again, and of many who ask at once one is heard. And `position`, which plays only what is new,
//! always answers as if it had played everything afresh.

mod common;

use std::sync::{Barrier, Mutex};

use chess_referee::board::{Color, Role, Square};
use chess_referee::game::{Action, Ending, Event, Events, Game, Given, Happening, Refusal};
use chess_referee::notation::{CastlingStyle, Fen, TimeControl, Uci, read_move, write_san};
use chess_referee::position::{Key, Move, MoveIntent, MoveKind, Position};
use chess_referee::rules::dead_position::{DEFAULT_BUDGET, may_be_dead};
use chess_referee::rules::{DeadPositionRule, Delay, Draw, DrawRule, IllegalMoveRule, Outcome, Rulebook, Verdict, Win, judge};
use chess_referee::session::{Options, Session};
use common::chance::Chance;
use common::walk::Walk;
use common::{fen, on_two_threads, position};

/// Starts that are not the usual one: Black to move, odd counters, few men, castling far inside, a capture in passing.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 17 33",
    "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2",
    "4k2r/8/8/8/3pP3/8/8/4K2R b Kk e3 0 77",
    "4k3/8/8/8/8/8/8/4K2R b K - 99 4000",
    "4k3/8/8/8/8/8/8/4K2R w K - 140 71",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 3 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 5 40",
    "8/8/3k4/8/8/3KP3/8/8 b - - 98 99999",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "7k/8/8/8/8/8/6R1/K7 w - - 149 100000",
];

mod many_at_once {
    use super::*;

    #[test]
    fn a_game_and_a_session_may_go_from_thread_to_thread() {
        const fn is_send_and_sync<T: Send + Sync>() {}
        is_send_and_sync::<Game>();
        is_send_and_sync::<Session>();
    }

    #[test]
    fn of_many_who_play_the_same_half_move_at_once_one_is_heard() {
        const PLAYERS: usize = 8;
        const PLIES: u32 = 60;
        let game = Mutex::new(Game::new(Position::initial(), Rulebook { dead_position: DeadPositionRule::Off, ..Rulebook::default() }));
        let together = Barrier::new(PLAYERS);
        let race = |player: usize| {
            let mut chance = Chance::new(player as u64);
            let mut outcomes = Vec::new();
            for ply in 0..PLIES {
                together.wait();
                let mv = {
                    let game = game.lock().expect("nobody panicked");
                    // Those who come late choose a move of another position: they are stale all the same.
                    let moves = game.position().legal_moves();
                    if moves.is_empty() { MoveIntent::Null } else { chance.one_of(&moves).intent() }
                };
                let mut game = game.lock().expect("nobody panicked");
                let decided = game.decide(&Action::Move(mv), Given { ply: Some(ply), ..Given::default() });
                if let Ok(events) = &decided {
                    game.apply(events.clone());
                }
                outcomes.push(decided);
                drop(game);
                together.wait();
            }
            outcomes
        };
        let outcomes: Vec<Vec<_>> = std::thread::scope(|scope| {
            let players: Vec<_> = (0..PLAYERS).map(|player| scope.spawn(move || race(player))).collect();
            players.into_iter().map(|player| player.join().expect("nobody panicked")).collect()
        });
        let game = game.into_inner().expect("nobody panicked");
        for ply in 0..PLIES {
            let decided: Vec<_> = outcomes.iter().map(|player| player[ply as usize].clone()).collect();
            let is_over = |ending: Ending| ending.ply <= ply;
            let played = decided.iter().filter(|decided| decided.is_ok()).count();
            let stale = decided.iter().filter(|decided| **decided == Err(Refusal::Stale { ply: ply + 1 })).count();
            let over = decided.iter().filter(|decided| matches!(decided, Err(Refusal::GameOver(_)))).count();
            match game.ending() {
                Some(ending) if is_over(ending) => assert_eq!(over, PLAYERS, "half-move {ply}"),
                Some(ending) if ending.ply == ply + 1 => assert_eq!((played, over), (1, PLAYERS - 1), "half-move {ply}"),
                _ => assert_eq!((played, stale), (1, PLAYERS - 1), "half-move {ply}"),
            }
        }
        assert_eq!(game.ply(), game.ending().map_or(PLIES, |ending| ending.ply));
    }

    #[test]
    fn a_doubled_takeback_is_stale() {
        let mut game = played(&["e2e4", "e7e5", "g1f3"]);
        let given = Given { by: Some(Color::Black), ply: Some(3), ..Given::default() };
        act(&mut game, Action::Undo(1), given).expect("as it stands");
        assert_eq!(game.decide(&Action::Undo(1), given), Err(Refusal::Stale { ply: 2 }));
        assert_eq!(game.decide(&Action::Redo(1), given), Err(Refusal::Stale { ply: 2 }));
        let turn = Color::White;
        assert_eq!(
            game.decide(&Action::Undo(1), Given { by: Some(Color::Black), ply: Some(2), ..Given::default() }),
            Err(Refusal::NotYourTurn { turn })
        );
    }
}

mod back_and_forth {
    use super::*;

    #[test]
    fn what_is_taken_back_and_played_again_is_what_there_was() {
        let seeds: Vec<u64> = (0..200).collect();
        on_two_threads(&seeds, |&seed| {
            let mut record = Record::new(start(seed), rulebook(seed));
            let mut chance = Chance::new(seed);
            while record.stands().ending.is_none() && record.game.ply() < 300 {
                match chance.below(8) {
                    0 => record.undo(chance.below(6)),
                    1 => record.redo(chance.below(4)),
                    _ => record.play(&mut chance),
                }
            }
            record.all_the_way_back_and_forth();
        });
    }

    #[test]
    fn random_games_see_every_automatic_ending() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..400 {
            let mut record = Record::new(start(seed), rulebook(seed));
            let mut chance = Chance::new(seed);
            while record.stands().ending.is_none() && record.game.ply() < 400 {
                record.play(&mut chance);
            }
            seen.extend(record.stands().ending.map(|ending| ending.outcome.code()));
        }
        let all: std::collections::BTreeSet<_> = Outcome::all().into_iter().map(Outcome::code).collect();
        // Claims and consent are no part of this.
        let automatic = [
            "checkmate",
            "fifty_moves",
            "fivefold_repetition",
            "insufficient_material",
            "seventyfive_moves",
            "stalemate",
            "threefold_repetition",
        ];
        assert_eq!(all.intersection(&seen).copied().collect::<Vec<_>>(), automatic);
    }

    #[test]
    fn a_mate_goes_with_its_last_move_and_comes_back_with_it() {
        let mut game = played(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        let ending = Ending { ply: 4, outcome: Outcome::Win { winner: Color::Black, by: Win::Checkmate }, mate: None };
        let mate = Some(ending);
        assert_eq!(game.ending(), mate);
        assert_eq!(game.decide(&Action::Move(intent("e2e4")), Given::default()), Err(Refusal::GameOver(ending)));
        act(&mut game, Action::Undo(1), Given::default()).expect("a game that is over may be taken back");
        assert_eq!((game.ending(), game.undone()), (None, 1));
        act(&mut game, Action::Redo(1), Given::default()).expect("one was taken back");
        assert_eq!((game.ending(), game.undone()), (mate, 0));
        act(&mut game, Action::Undo(4), Given::default()).expect("four were played");
        act(&mut game, Action::Redo(3), Given::default()).expect("four were taken back");
        assert_eq!((game.ending(), game.undone()), (None, 1));
        act(&mut game, Action::Move(intent("b8c6")), Given::default()).expect("legal");
        assert_eq!((game.ending(), game.undone()), (None, 0), "a new move forgets what could be played again");
    }

    #[test]
    fn the_fifth_time_goes_and_comes_back() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(16).collect::<Vec<_>>();
        let mut game = played(&shuffle);
        let fivefold = Some(Ending { ply: 16, outcome: Outcome::Draw(Draw::FivefoldRepetition), mate: None });
        assert_eq!((game.occurrences(), game.ending()), (5, fivefold));
        act(&mut game, Action::Undo(1), Given::default()).expect("played");
        assert_eq!((game.occurrences(), game.ending()), (4, None));
        act(&mut game, Action::Undo(4), Given::default()).expect("played");
        assert_eq!((game.occurrences(), game.ending()), (3, None));
        act(&mut game, Action::Redo(5), Given::default()).expect("taken back");
        assert_eq!((game.occurrences(), game.ending()), (5, fivefold));
    }

    #[test]
    fn the_seventy_fifth_move_goes_and_comes_back() {
        let mut game = Game::new(position("7k/8/8/8/8/8/6R1/K7 w - - 149 90"), Rulebook::default());
        assert_eq!(game.ending(), None);
        play(&mut game, "g2g3");
        let ending = Some(Ending { ply: 1, outcome: Outcome::Draw(Draw::SeventyfiveMoves), mate: None });
        assert_eq!((game.position().halfmove(), game.ending()), (150, ending));
        act(&mut game, Action::Undo(1), Given::default()).expect("played");
        assert_eq!((game.position().halfmove(), game.ending()), (149, None));
        act(&mut game, Action::Redo(1), Given::default()).expect("taken back");
        assert_eq!(game.ending(), ending);
    }

    #[test]
    fn a_list_may_run_on_past_a_draw_and_the_first_verdict_stays() {
        let mut game = Game::new(position("7k/8/8/8/8/8/6R1/K7 w - - 149 90"), Rulebook::default());
        for mv in ["g2g3", "h8h7", "g3g4", "h7h8"] {
            let mv = read_move(game.position(), mv, CastlingStyle::KingTarget, true).expect("legal").mv;
            game.apply([Event::Played { mv, spent: None }]);
        }
        let ending = Some(Ending { ply: 1, outcome: Outcome::Draw(Draw::SeventyfiveMoves), mate: None });
        for taken_back in [0, 3] {
            act(&mut game, Action::Undo(taken_back), Given::default()).expect("played");
            assert_eq!(game.ending(), ending, "the draw came after the first half-move");
        }
        act(&mut game, Action::Undo(1), Given::default()).expect("played");
        assert_eq!(game.ending(), None);
        act(&mut game, Action::Redo(4), Given::default()).expect("what was played past the end can be played again");
        assert_eq!((game.ending(), game.ply()), (ending, 4));
    }

    #[test]
    fn a_game_that_is_over_before_it_begins_stays_so() {
        let mut game = Game::new(position("7k/6Q1/6K1/8/8/8/8/8 b - - 150 1"), Rulebook::default());
        let mate = Some(Ending { ply: 0, outcome: Outcome::Win { winner: Color::White, by: Win::Checkmate }, mate: None });
        assert_eq!(game.ending(), mate);
        assert_eq!(game.decide(&Action::Undo(1), Given::default()), Err(Refusal::NothingToUndo { left: 0 }));
        assert!(matches!(game.decide(&Action::Move(intent("h8g7")), Given::default()), Err(Refusal::GameOver(_))));
        act(&mut game, Action::Undo(0), Given::default()).expect("nothing is always there");
        assert_eq!(game.ending(), mate);
    }
}

mod deciding {
    use super::*;

    #[test]
    fn deciding_changes_nothing() {
        for seed in 0..40 {
            let mut record = Record::new(start(seed), rulebook(seed));
            let mut chance = Chance::new(seed);
            for _ in 0..40 {
                if record.stands().ending.is_none() {
                    record.play(&mut chance);
                }
                if chance.below(4) == 0 {
                    record.undo(chance.below(3));
                }
                let before = format!("{:?}", record.game);
                for _ in 0..20 {
                    let from = chance.one_of(&Square::ALL);
                    let to = chance.one_of(&Square::ALL);
                    let promotion = chance.one_of(&[None, None, Some(Role::Queen), Some(Role::King)]);
                    let number = chance.below(5) as u32;
                    let action = match chance.below(4) {
                        0 => Action::Undo(number),
                        1 => Action::Redo(number),
                        2 => Action::Move(MoveIntent::Null),
                        _ => Action::Move(MoveIntent::Step { from, to, promotion }),
                    };
                    let by = chance.one_of(&[None, Some(Color::White), Some(Color::Black)]);
                    let ply = chance.one_of(&[None, Some(record.game.ply()), Some(number), Some(u32::MAX)]);
                    let _ = record.game.decide(&action, Given { by, ply, ..Given::default() });
                }
                assert_eq!(format!("{:?}", record.game), before);
            }
        }
    }

    #[test]
    fn a_legal_move_may_be_decided_and_applied_in_one_step() {
        const CONTROLS: [[&str; 2]; 6] =
            [["60+1", "60+1"], ["2/1:1", "3/2:1+1"], ["*2", "*2"], ["1", "3600000"], ["2/3600000:1+3600000", "1"], ["5+2", "*5"]];
        const DELAYS: [Delay; 4] = [Delay::None, Delay::None, Delay::Simple, Delay::Bronstein];
        let (mut plays, mut late, mut refused) = (0, 0, 0);
        for seed in 0..400 {
            let mut chance = Chance::new(seed);
            let rules = Rulebook { delay: chance.one_of(&DELAYS), illegal_moves: IllegalMoveRule::Count, ..rulebook(seed) };
            let mut game = Game::new(start(seed), Rulebook { dead_position: DeadPositionRule::Material, ..rules });
            if seed % 4 > 0 {
                let controls = chance.one_of(&CONTROLS).map(|control| TimeControl::parse(control).expect(control));
                game.apply([Event::ClockSet { controls: Some(Box::new(controls)), at: 0 }]);
            }
            let (mut at, by_arrival) = (0, seed % 2 == 0);
            for _ in 0..80 {
                at += chance.below(800) as u64;
                // Now and then a time is given where none is wanted, or none where one is.
                let timed = by_arrival == (chance.below(30) == 0);
                let given = Given { at, elapsed: timed.then(|| chance.below(500) as u64), ..Given::default() };
                let turn = game.position().turn();
                // What else may stand beside a move: it is refused as often as not.
                let _ = match chance.below(12) {
                    0 => act(&mut game, Action::Offer(turn), given),
                    1 => act(&mut game, Action::Undo(1 + chance.below(3) as u32), given),
                    2 => act(&mut game, Action::Redo(1), given),
                    3 if chance.below(4) == 0 => act(&mut game, Action::Move(MoveIntent::Null), given),
                    _ => Err(Refusal::NoOffer),
                };
                let mv = likely_move(game.position(), &mut chance);
                let Some(mv) = mv.filter(|_| game.ending().is_none()) else { continue };
                let mut stepwise = game.clone();
                let decided = stepwise.decide(&Action::Legal(mv), given);
                if let Ok(events) = &decided {
                    stepwise.apply(events.clone());
                }
                let played = game.play_legal(mv, given);
                match (&played, decided) {
                    (Ok(None), Ok(events)) => assert!(matches!(events[..], [Event::Played { .. }])),
                    (Ok(Some(event)), Ok(events)) => assert_eq!(events[..], *std::slice::from_ref(event)),
                    (Err(refusal), decided) => assert_eq!(decided, Err(*refusal)),
                    other => panic!("{other:?}"),
                }
                match played {
                    Ok(None) => plays += 1,
                    Ok(Some(event)) => {
                        late += 1;
                        game.apply([event]);
                    }
                    Err(_) => refused += 1,
                }
                assert_eq!(format!("{game:?}"), format!("{stepwise:?}"));
            }
        }
        assert!(plays > 10_000 && late > 100 && refused > 100, "{plays} {late} {refused}");
    }

    /// What a move took and what its player's clock showed after it is not kept for most moves: it follows from what is.
    #[test]
    fn what_happened_tells_what_each_move_took_and_left() {
        const CONTROLS: [[&str; 2]; 5] =
            [["60+1", "60+1"], ["2/1:1", "3/2:1+1"], ["1", "3600000"], ["2/3600000:1+3600000", "1"], ["3600000+3600000", "5+2"]];
        let (mut plain, mut full) = (0, 0);
        for seed in 0..300 {
            let mut chance = Chance::new(seed);
            let rules = Rulebook { illegal_moves: IllegalMoveRule::Count, penalty: 700, ..rulebook(seed) };
            let mut game = Game::new(start(seed), Rulebook { dead_position: DeadPositionRule::Material, ..rules });
            // For each half-move what it took and left; and the same of those that were taken back, the next one last.
            let (mut told, mut undone) = (Vec::new(), Vec::new());
            for _ in 0..120 {
                let given = Given { elapsed: game.controls().map(|_| chance.below(900) as u64), ..Given::default() };
                let turn = game.position().turn();
                match chance.below(16) {
                    0 => {
                        let controls = chance.one_of(&CONTROLS).map(|control| TimeControl::parse(control).expect(control));
                        drop(act(&mut game, Action::SetClock(Some(Box::new(controls))), Given::default()));
                    }
                    1 if chance.below(4) == 0 => drop(act(&mut game, Action::SetClock(None), Given::default())),
                    2 => drop(act(&mut game, Action::Offer(turn), Given::default())),
                    3 if chance.below(4) == 0 => drop(act(&mut game, Action::Move(MoveIntent::Null), given)),
                    4 | 5 => {
                        let count = chance.below(4) as u32;
                        if act(&mut game, Action::Undo(count), Given::default()).is_ok() {
                            undone.extend(told.drain(game.ply() as usize..).rev());
                        }
                    }
                    6 => {
                        if act(&mut game, Action::Redo(1), Given::default()).is_ok() {
                            told.extend(undone.pop());
                        }
                    }
                    _ => {
                        let Some(mv) = likely_move(game.position(), &mut chance).filter(|_| game.ending().is_none()) else { continue };
                        if game.play_legal(mv, given) == Ok(None) {
                            let left = game.clocks(0).map(|clocks| u64::from(clocks[turn as usize]));
                            told.push(given.elapsed.zip(left));
                            if left == Some(u32::MAX.into()) { full += 1 } else { plain += 1 }
                        }
                    }
                }
                undone.truncate(game.undone());
                let happenings = game.happenings();
                let moves = happenings.iter().filter_map(|(_, happening)| match happening {
                    Happening::Move { elapsed, left, .. } => Some(elapsed.zip(*left)),
                    Happening::Beside(_) => None,
                });
                assert_eq!(moves.collect::<Vec<_>>(), told);
            }
        }
        assert!(plain > 5_000 && full > 100, "{plain} {full}");
    }

    #[test]
    fn refusals_come_in_the_order_over_stale_turn_and_the_move_itself() {
        let mut game = played(&["e2e4"]);
        let wrong = Given { by: Some(Color::White), ply: Some(9), ..Given::default() };
        let decide = |game: &Game, given| game.decide(&Action::Move(MoveIntent::Null), given);
        assert_eq!(decide(&game, wrong), Err(Refusal::Stale { ply: 1 }));
        assert_eq!(decide(&game, Given { ply: Some(1), ..wrong }), Err(Refusal::NotYourTurn { turn: Color::Black }));
        assert!(matches!(decide(&game, Given { by: Some(Color::Black), ply: Some(1), ..Given::default() }), Err(Refusal::Illegal(_))));
        game = played(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert!(matches!(decide(&game, wrong), Err(Refusal::GameOver(_))));
    }
}

mod position_line {
    use super::*;

    /// Options that change how a game is read, judged or shown, each with its values.
    const OPTIONS: [(&str, [&str; 2]); 5] = [
        ("Threefold", ["claim", "automatic"]),
        ("Fifty", ["claim", "automatic"]),
        ("DeadPosition", ["material", "off"]),
        ("Strict", ["true", "false"]),
        ("UCI_Chess960", ["true", "false"]),
    ];

    #[test]
    fn a_position_that_goes_on_answers_as_if_played_afresh() {
        let seeds: Vec<u64> = (0..400).collect();
        on_two_threads(&seeds, |&seed| Client::new(seed).converse(40));
    }

    #[test]
    fn a_suffix_that_comes_later_belongs_to_the_move_before_it() {
        let good = "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6";
        for suffix in ["e.p.", "e.p", "ep", "e.p. c7d6", "e.p. e.p.", "ep ep", "e.p.  ep c7d6", "e.p.x", "1. e.p."] {
            assert_same_as_afresh(&[good], &format!("{good} {suffix}"));
            assert_same_as_afresh(&["position startpos moves e2e4"], &format!("position startpos moves e2e4 {suffix}"));
        }
    }

    #[test]
    fn a_word_that_grows_is_another_move() {
        let promotes = "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8";
        for more in ["n", "=Q", " n", "q h8g7", " h8g7", "Q"] {
            assert_same_as_afresh(&[promotes], &format!("{promotes}{more}"));
        }
        assert_same_as_afresh(&["position startpos moves e4"], "position startpos moves e4 1");
        assert_same_as_afresh(&["position startpos moves e4"], "position startpos moves e4 1... e5");
        assert_same_as_afresh(&["position startpos"], "position startpos moves");
        assert_same_as_afresh(&["position startpos moves"], "position startpos moves e4");
        assert_same_as_afresh(&["position startpos moves\te4"], "position startpos moves\te4\te5");
        assert_same_as_afresh(&["position  startpos   moves  e4"], "position startpos moves e4 e5");
    }

    #[test]
    fn what_happened_in_between_is_not_forgotten() {
        let opening = "position startpos moves e2e4 e7e5";
        let longer = "position startpos moves e2e4 e7e5 g1f3 b8c6";
        let between: [&[&str]; 12] = [
            &["undo"],
            &["undo", "redo"],
            &["undo 2", "redo 1"],
            &["undo", "move e7e5"],
            &["undo", "move c7c5"],
            &["move Nf3"],
            &["move g1f3", "move Nc6"],
            &["move g1f3", "undo"],
            &["ucinewgame"],
            &["position startpos moves d2d5"],
            &["position chess960 7"],
            &["move Nf3", "setoption name UCI_Chess960 value true"],
        ];
        for deeds in between {
            let said: Vec<&str> = [opening].into_iter().chain(deeds.iter().copied()).collect();
            assert_same_as_afresh(&said, longer);
            assert_same_as_afresh(&said, opening);
        }
    }

    #[test]
    fn a_limit_that_was_lowered_in_between_holds_for_what_was_played_before() {
        let line = "position startpos moves e2e4 e7e5 g1f3";
        for longer in ["", " b8c6"] {
            let said = [line, "setoption name MaxPlies value 2"];
            assert_same_as_afresh(&said, &format!("{line}{longer}"));
        }
    }

    #[test]
    fn options_changed_in_between_hold_from_the_next_position_on() {
        let repeated = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        let castled = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1";
        for line in [repeated, castled, "position fen 4k3/8/8/8/8/8/8/4K3 w - -", "position startpos moves e2-e4"] {
            for (name, values) in OPTIONS {
                for value in values {
                    let option = format!("setoption name {name} value {value}");
                    assert_same_as_afresh(&[line, &option], line);
                    assert_same_as_afresh(&[line, &option, "undo", "redo"], line);
                }
            }
        }
    }

    /// Asserts that after all that was said, a line answers as in a session that knows only the options.
    fn assert_same_as_afresh(said: &[&str], line: &str) {
        let mut session = Session::new(Options::default());
        let mut fresh = Session::new(Options::default());
        for said in said {
            answer(&mut session, said);
            if said.starts_with("setoption") {
                answer(&mut fresh, said);
            }
        }
        let (before, was_refused) = (look(&mut session, ""), answer(&mut session, "go").contains("none"));
        let (reply, expected) = (answer(&mut session, line), answer(&mut fresh, line));
        assert_eq!(reply, expected, "after {said:?}: {line}");
        if reply.starts_with("ok ") {
            assert_eq!(look(&mut session, ""), look(&mut fresh, ""), "after {said:?}: {line}");
            assert_eq!(answer(&mut session, "go"), answer(&mut fresh, "go"), "after {said:?}: {line}");
        } else {
            assert_eq!(look(&mut session, ""), before, "after {said:?}: {line}");
            assert!(!was_refused || said.len() > 1, "after {said:?}");
        }
    }

    /// A client that says its whole game again and again, as it goes on, and does what clients do in between.
    struct Client {
        session: Session,
        chance: Chance,
        /// Its tag with the blank after it, or nothing.
        tag: &'static str,
        start: Position,
        start_text: String,
        now: Position,
        /// The moves so far, as the client writes them.
        words: Vec<String>,
        /// The options as they were set last, each a whole line.
        options: Vec<(String, String)>,
    }

    impl Client {
        fn new(seed: u64) -> Self {
            let start = start(seed);
            let start_text = if start == Position::initial() { "startpos".to_owned() } else { format!("fen {}", fen(&start)) };
            let (tag, chance) = (["", "", "@g "][seed as usize % 3], Chance::new(seed));
            let session = Session::new(Options::default());
            Self { session, chance, tag, start, start_text, now: start, words: Vec::new(), options: Vec::new() }
        }

        fn converse(&mut self, turns: usize) {
            for _ in 0..turns {
                let more = self.chance.below(5);
                for _ in 0..more {
                    self.go_on();
                }
                let mut words = self.words.clone();
                match self.chance.below(12) {
                    0 => words.push(self.chance.one_of(&["e9", "--", "e.p.", "ep", "1.", "O-O-O", "a1a1", "Ke5", "h7h8x"]).to_owned()),
                    1 => words.truncate(self.chance.below(words.len() + 1)),
                    2 if !words.is_empty() => {
                        let place = self.chance.below(words.len());
                        words[place] += self.chance.one_of(&["!", "?!", " e.p.", "+", "q"]);
                    }
                    _ => {}
                }
                self.say(&words);
                for _ in 0..self.chance.below(3) {
                    self.do_something_else();
                }
            }
        }

        /// Draws a move and writes it down, in one of many spellings.
        fn go_on(&mut self) {
            let Some(mv) = likely_move(&self.now, &mut self.chance) else { return };
            let style = self.chance.one_of(&[CastlingStyle::KingTarget, CastlingStyle::KingTakesRook]);
            let mut word = match self.chance.below(6) {
                0 => write_san(&self.now, mv).to_string(),
                1 => write_san(&self.now, mv).to_string().trim_end_matches(['+', '#']).to_owned() + "!?",
                2 => format!("{}. {}", self.now.fullmove(), write_san(&self.now, mv)),
                3 => format!("{}...{}", self.now.fullmove(), write_san(&self.now, mv)),
                _ => Uci { mv, style }.to_string(),
            };
            if mv.kind() == MoveKind::EnPassant {
                word += self.chance.one_of(&["", " e.p.", " ep", "  e.p"]);
            }
            self.words.push(word);
            self.now = self.now.play(mv);
        }

        /// Says the game with these moves, and compares with a session that hears it for the first time.
        fn say(&mut self, words: &[String]) {
            let mut line = format!("{}position {}", self.tag, self.start_text);
            if !words.is_empty() || self.chance.below(2) == 0 {
                line += " moves";
            }
            for word in words {
                line += " ";
                line += word;
            }
            let mut fresh = Session::new(Options::default());
            if !self.tag.is_empty() {
                answer(&mut fresh, &format!("{}position startpos", self.tag));
                if answer(&mut self.session, &format!("{}status", self.tag)).contains("unknown_game") {
                    answer(&mut self.session, &format!("{}position startpos", self.tag));
                }
            }
            for (_, option) in &self.options {
                answer(&mut fresh, option);
            }
            let before = look(&mut self.session, self.tag);
            let (reply, expected) = (answer(&mut self.session, &line), answer(&mut fresh, &line));
            assert_eq!(reply, expected, "{line}");
            if reply.contains("ok position") {
                assert_eq!(look(&mut self.session, self.tag), look(&mut fresh, self.tag), "{line}");
            } else {
                assert_eq!(look(&mut self.session, self.tag), before, "{line}");
            }
            let go = format!("{}go", self.tag);
            assert_eq!(answer(&mut self.session, &go), answer(&mut fresh, &go), "{line}");
        }

        fn do_something_else(&mut self) {
            let (tag, session) = (self.tag, &mut self.session);
            match self.chance.below(8) {
                0 => drop(answer(session, &format!("{tag}undo {}", 1 + self.chance.below(4)))),
                1 => drop(answer(session, &format!("{tag}redo {}", 1 + self.chance.below(2)))),
                2 => drop(answer(session, &format!("{tag}move e9"))),
                3 if self.chance.below(4) == 0 => drop(answer(session, &format!("{tag}ucinewgame"))),
                4 | 5 => {
                    // The client may be told of a move by `move`, and then say it in its next `position`.
                    let legal = answer(session, &format!("{tag}legal"));
                    let san = answer(session, &format!("{tag}fen"));
                    let stands_at_the_end = san.trim_end().ends_with(&Fen(&self.now).to_string());
                    let moves: Vec<&str> = legal.trim_end().rsplit(' ').next().map(|list| list.split(',').collect()).unwrap_or_default();
                    let mv = self.chance.one_of(&moves);
                    let reply = answer(session, &format!("{tag}move {mv}"));
                    if reply.contains("ok move") && stands_at_the_end {
                        let read = read_move(&self.now, mv, CastlingStyle::KingTarget, false).expect("it was just played");
                        self.now = self.now.play(read.mv);
                        self.words.push(mv.to_owned());
                    }
                }
                6 => self.set_option(),
                _ => {
                    // Another game, which begins as this one did.
                    let other = format!("@other position {} moves", self.start_text);
                    answer(session, &other);
                }
            }
            assert!(self.start.fullmove() <= self.now.fullmove());
        }

        fn set_option(&mut self) {
            let (name, values) = self.chance.one_of(&OPTIONS);
            let value = self.chance.one_of(&values);
            // Once set for a game alone, an option is set there.
            let tag = if self.chance.below(2) == 0 { self.tag } else { "" };
            let line = format!("{tag}setoption name {name} value {value}");
            if answer(&mut self.session, &line).contains("unknown_game") {
                return;
            }
            let key = format!("{tag}{name}");
            self.options.retain(|(set, _)| *set != key);
            self.options.push((key, line));
        }
    }

    fn answer(session: &mut Session, line: &str) -> String {
        let mut out = Vec::new();
        session.answer(line.as_bytes(), &mut out);
        String::from_utf8(out).expect("replies are UTF-8")
    }

    /// How a game stands, as a client can see it.
    fn look(session: &mut Session, tag: &str) -> String {
        let questions = ["status", "fen", "history", "history san", "redo 4000000000", "legal", "explain e2-e4"];
        questions.into_iter().map(|question| answer(session, &format!("{tag}{question}"))).collect()
    }
}

/// How a game stands, as far as it can be asked.
#[derive(Clone, PartialEq, Debug)]
struct Stand {
    position: Position,
    key: Key,
    ply: u32,
    occurrences: u32,
    ending: Option<Ending>,
    claims: Vec<&'static str>,
    last_move: Option<(Position, Move)>,
}

impl Stand {
    fn of(game: &Game) -> Self {
        Self {
            position: *game.position(),
            key: game.position().key(),
            ply: game.ply(),
            occurrences: game.occurrences(),
            ending: game.ending(),
            claims: game.claims().map(|claim| claim.code()).collect(),
            last_move: game.last_move(),
        }
    }
}

/// A game, and beside it how it stood after each half-move, counted and judged the slow way.
struct Record {
    game: Game,
    /// How it stood after each half-move, those that were taken back too.
    stood: Vec<Stand>,
}

impl Record {
    fn new(start: Position, rulebook: Rulebook) -> Self {
        let game = Game::new(start, rulebook);
        let record = Self { stood: vec![Stand::of(&game)], game };
        record.judge();
        record
    }

    fn stands(&self) -> &Stand {
        &self.stood[self.game.ply() as usize]
    }

    /// Plays a move by chance.
    fn play(&mut self, chance: &mut Chance) {
        let before = *self.game.position();
        let mv = likely_move(&before, chance).expect("a game that goes on has a move");
        let events = act(&mut self.game, Action::Move(mv.intent()), Given::default()).expect("legal");
        assert_eq!(events[..], [Event::Played { mv, spent: None }]);
        self.stood.truncate(self.game.ply() as usize);
        self.stood.push(Stand::of(&self.game));
        assert_eq!(*self.game.position(), before.play(mv));
        assert_eq!(self.game.last_move(), Some((before, mv)));
        self.assert_stands();
        self.judge();
    }

    fn undo(&mut self, count: usize) {
        let ply = self.game.ply() as usize;
        let decided = act(&mut self.game, Action::Undo(count as u32), Given::default());
        match ply.checked_sub(count) {
            Some(left) => assert_eq!((decided, self.game.ply() as usize), (Ok(one(Event::TakenBack { count: count as u32, at: 0 })), left)),
            None => assert_eq!(decided, Err(Refusal::NothingToUndo { left: ply as u32 })),
        }
        self.assert_stands();
    }

    fn redo(&mut self, count: usize) {
        let left = self.game.undone();
        let decided = act(&mut self.game, Action::Redo(count as u32), Given::default());
        match left >= count {
            true => assert_eq!(decided, Ok(one(Event::Replayed { count: count as u32, at: 0 }))),
            false => assert_eq!(decided, Err(Refusal::NothingToRedo { left: left as u32 })),
        }
        self.assert_stands();
    }

    /// Whether the game stands as it stood at this half-move before.
    fn assert_stands(&self) {
        assert_eq!(Stand::of(&self.game), *self.stands(), "{}", self.show());
        assert_eq!(self.game.undone() + 1 + self.game.ply() as usize, self.stood.len(), "{}", self.show());
        assert_eq!(self.game.moves().len(), self.game.ply() as usize);
    }

    /// Counts the repetitions and judges the game from all positions, one by one.
    fn judge(&self) {
        let stand = self.stands();
        let position = &stand.position;
        let same = |stood: &&Stand| stood.position.identity() == position.identity();
        let times = self.stood[..=stand.ply as usize].iter().filter(same).count() as u32;
        assert_eq!(stand.occurrences, times, "{}", self.show());
        let rulebook = self.game.rulebook();
        let draw = |holds: bool, draw| holds.then_some(Outcome::Draw(draw));
        let stuck = position.legal_moves().is_empty();
        let outcome = draw(stuck && !position.in_check(), Draw::Stalemate)
            .or_else(|| (stuck).then_some(Outcome::Win { winner: !position.turn(), by: Win::Checkmate }))
            .or_else(|| draw(too_few(position) && rulebook.dead_position != DeadPositionRule::Off, Draw::InsufficientMaterial))
            .or_else(|| draw(rulebook.dead_position == DeadPositionRule::Proof && is_dead(position), Draw::DeadPosition))
            .or_else(|| draw(times >= 5, Draw::FivefoldRepetition))
            .or_else(|| draw(position.halfmove() >= 150, Draw::SeventyfiveMoves))
            .or_else(|| draw(times >= 3 && rulebook.threefold == DrawRule::Automatic, Draw::ThreefoldRepetition))
            .or_else(|| draw(position.halfmove() >= 100 && rulebook.fifty == DrawRule::Automatic, Draw::FiftyMoves));
        assert_eq!(stand.ending, outcome.map(|outcome| Ending { ply: stand.ply, outcome, mate: None }), "{}", self.show());
        let claims = [(times >= 3, "threefold"), (position.halfmove() >= 100, "fifty")];
        let right = claims.into_iter().filter(|(right, _)| *right && outcome.is_none()).map(|(_, claim)| claim);
        assert_eq!(stand.claims, right.collect::<Vec<_>>(), "{}", self.show());
    }

    fn all_the_way_back_and_forth(&mut self) {
        let plies = self.game.ply() as usize;
        for _ in 0..plies {
            self.undo(1);
        }
        assert_eq!(Stand::of(&self.game), self.stood[0]);
        for _ in 0..plies {
            self.redo(1);
        }
        self.undo(plies);
        assert_eq!(*self.game.position(), *self.game.start());
        self.redo(plies);
        self.undo(plies + 1);
    }

    fn show(&self) -> String {
        let moves = self.game.moves().map(|(_, mv)| Uci { mv, style: CastlingStyle::KingTakesRook }.to_string());
        format!("from {} moves {}", fen(self.game.start()), moves.collect::<Vec<_>>().join(" "))
    }
}

/// Whether the men are too few for any mate: counted man by man.
fn too_few(position: &Position) -> bool {
    let mut knights = 0;
    let mut bishops = [0; 2];
    for square in Square::ALL {
        match position.board().role_at(square) {
            None | Some(Role::King) => {}
            Some(Role::Knight) => knights += 1,
            Some(Role::Bishop) => bishops[(square.file() as usize + square.rank() as usize) % 2] += 1,
            Some(Role::Pawn | Role::Rook | Role::Queen) => return false,
        }
    }
    match knights {
        0 => bishops.contains(&0),
        1 => bishops == [0, 0],
        _ => false,
    }
}

/// A legal move by chance; often one without consequence, so that positions come again.
fn likely_move(position: &Position, chance: &mut Chance) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let in_passing = moves.iter().find(|mv| mv.kind() == MoveKind::EnPassant);
    if let Some(&mv) = in_passing.filter(|_| chance.below(2) == 0) {
        return Some(mv);
    }
    let quiet = |mv: &Move| position.captured(*mv).is_none() && position.board().role_at(mv.from()) != Some(Role::Pawn);
    // Of the quiet moves only the first few: they are taken back by others of the first few.
    let shuffling: Vec<Move> = moves.iter().copied().filter(quiet).take(3).collect();
    Some(if shuffling.is_empty() || chance.below(3) == 0 { chance.one_of(&moves) } else { chance.one_of(&shuffling) })
}

/// A start for each seed: the usual one, a Chess960 start, one of the odd ones, or one from the middle of a game.
fn start(seed: u64) -> Position {
    let which = Chance::new(!seed).below(1 << 20);
    match seed % 4 {
        0 => Position::initial(),
        1 => Position::chess960((which % 960) as u32).expect("a number below 960"),
        2 => position(STARTS[which % STARTS.len()]),
        _ => {
            let mut walk = Walk::new(seed / 4);
            for _ in 0..which % 120 {
                walk.step();
            }
            // Said anew, so that it stands as a FEN says it.
            position(&fen(walk.position()))
        }
    }
}

/// Whether a game that looks for it finds that neither side can mate.
fn is_dead(position: &Position) -> bool {
    let forced = !position.has_choice();
    let budget = if may_be_dead(position) { DEFAULT_BUDGET / 20 } else { 0 };
    let never = |winner| matches!(judge(position, winner, budget), Verdict::Unwinnable(_));
    (budget > 0 || forced) && Color::ALL.into_iter().all(never)
}

/// Rules for each seed.
fn rulebook(seed: u64) -> Rulebook {
    let rule = |bit: u64| if seed >> bit & 1 == 0 { DrawRule::Claim } else { DrawRule::Automatic };
    let dead_position = match seed % 5 {
        4 => DeadPositionRule::Off,
        3 => DeadPositionRule::Material,
        _ => DeadPositionRule::Proof,
    };
    Rulebook { threefold: rule(3), fifty: rule(4), dead_position, ..Rulebook::default() }
}

fn one(event: Event) -> Events {
    Events::from_iter([event])
}

/// Decides, and applies what was decided.
fn act(game: &mut Game, action: Action, given: Given) -> Result<Events, Refusal> {
    let events = game.decide(&action, given)?;
    game.apply(events.clone());
    Ok(events)
}

fn play(game: &mut Game, uci: &str) {
    act(game, Action::Move(intent(uci)), Given::default()).unwrap_or_else(|refusal| panic!("{uci}: {refusal:?}"));
}

fn intent(uci: &str) -> MoveIntent {
    chess_referee::notation::parse_uci(uci).expect("UCI")
}

/// A game from the initial position in which these moves were played.
fn played(moves: &[&str]) -> Game {
    let mut game = Game::default();
    moves.iter().for_each(|mv| play(&mut game, mv));
    game
}
