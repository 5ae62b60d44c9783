//! Clocks (6.2, 6.3, 6.8, 6.9): time controls, what a move costs and earns, when a flag falls and what that leads to; with times
//! that the caller gives, and with times taken from when lines arrive. Nothing here looks at a real clock.

use chess_referee::notation::{Period, TimeControl};
use chess_referee::{Action, Color, Draw, Event, Game, Given, Outcome, Refusal, Rulebook, Win, parse_fen, parse_uci};
use proptest::prelude::*;

use crate::talk::{Talk, expect, value};

impl Talk {
    /// White's and Black's clock in ms.
    fn clocks(&mut self) -> (u64, u64) {
        let status = self.ok("status");
        let ms = |key| value(&status, key).parse().expect("a clock");
        (ms("wtime"), ms("btime"))
    }

    /// Plays a quiet move that took so long, and tells the mover's clock after it.
    fn quiet(&mut self, elapsed: u64) -> u64 {
        let status = self.ok("status");
        let (turn, ply) = (value(&status, "turn"), value(&status, "ply").parse::<usize>().expect("a number"));
        let mv = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "a2a3", "a7a6", "b2b3", "b7b6"][ply % 12];
        let reply = self.ok(&format!("move {mv} elapsed {elapsed}"));
        assert!(reply.starts_with("ok move "), "{reply}");
        value(&reply, if turn == "white" { "wtime" } else { "btime" }).parse().expect("a clock")
    }
}

// Time controls.

#[test]
fn a_time_control_is_read_period_by_period() {
    let control = TimeControl::parse("40/5400+30:20/3600.5:900+0.25").expect("sound");
    assert_eq!(control.period(0), Period { moves: Some(40), time: 5_400_000, increment: 30_000 });
    assert_eq!(control.period(1), Period { moves: Some(20), time: 3_600_500, increment: 0 });
    assert_eq!(control.period(2), Period { moves: None, time: 900_000, increment: 250 });
    assert_eq!(control.period(9), control.period(2), "the last one stays");
    assert!(!control.is_hourglass());
    assert!(TimeControl::parse("*0.001").expect("sound").is_hourglass());
}

#[test]
fn what_is_no_time_control_is_refused_by_clock_too() {
    let mut talk = Talk::after(&["clock 60"]);
    for text in
        ["", "0", "-1", "x", "?", "-", "5:5", "0/5", "5+", "+5", "*5+1", "1/5:1/5:1/5:1/5:1/5", "3600001", "60 x", "60 60 60", "1e3"]
    {
        talk.refused(&format!("clock {text}"), "bad_arguments");
    }
    for text in ["3600000", "0.001", "1/5:1/5:1/5:1/5", "300 60", "300+3", "40/7200:1800+30", "*60", "*60 60+1"] {
        talk.ok(&format!("clock {text}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_time_control_goes_out_and_back(periods in prop::collection::vec((1_u32..100, 1_u64..9_000_000, 0_u64..60_000), 1..=4)) {
        let seconds = |ms: u64| format!("{}.{:03}", ms / 1000, ms % 1000);
        let write = |(index, &(moves, time, increment)): (usize, &(u32, u64, u64))| {
            let moves = if index + 1 < periods.len() { format!("{moves}/") } else { String::new() };
            format!("{moves}{}+{}", seconds(time), seconds(increment))
        };
        let text = periods.iter().enumerate().map(write).collect::<Vec<_>>().join(":");
        let control = TimeControl::parse(&text).expect("sound");
        for (index, &(moves, time, increment)) in periods.iter().enumerate() {
            let moves = (index + 1 < periods.len()).then_some(moves);
            prop_assert_eq!(control.period(index), Period { moves, time, increment });
        }
        prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[0-9*/:+. x]{0,24}") {
        if let Ok(control) = TimeControl::parse(&text) {
            prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
        }
    }
}

// What a move costs and earns, where the caller gives the times.

#[test]
fn a_game_without_a_clock_has_no_times() {
    let mut talk = Talk::new();
    expect(&talk.ok("status"), &[("wtime", "none"), ("btime", "none")]);
    talk.refused("move e4 elapsed 100", "no_clock");
    talk.refused("flag white", "no_clock");
    talk.ok("move e4");
}

#[test]
fn the_mover_pays_for_the_move_and_nobody_else() {
    let mut talk = Talk::after(&["clock 60"]);
    assert_eq!(talk.quiet(1_500), 58_500);
    assert_eq!(talk.clocks(), (58_500, 60_000));
    assert_eq!(talk.quiet(0), 60_000);
    assert_eq!(talk.quiet(58_499), 1);
}

#[test]
fn an_increment_is_added_once_the_move_is_made_in_time() {
    let mut talk = Talk::after(&["clock 10+5"]);
    assert_eq!(talk.quiet(9_999), 5_001);
    assert_eq!(talk.quiet(0), 15_000);
    assert_eq!(talk.quiet(1), 10_000);
    // The flag is tested before anything is credited.
    talk.ok("move f6g8 elapsed 14999");
    expect(&talk.ok("move b1c3 elapsed 10000"), &[("reason", "timeout"), ("winner", "black"), ("wtime", "0")]);
}

#[test]
fn what_is_left_used_up_to_the_last_is_a_fallen_flag() {
    for control in ["10", "10+60", "1/10:999", "*10"] {
        let mut talk = Talk::after(&[&format!("clock {control}")]);
        let reply = talk.ok("move e2e4 elapsed 10000");
        assert!(reply.starts_with("ok flag move e2e4 mate yes state timeout "), "{reply}");
        expect(&reply, &[("result", "0-1"), ("reason", "timeout"), ("article", "6.9"), ("winner", "black"), ("ended", "0"), ("ply", "0")]);
        expect(&reply, &[("wtime", "0"), ("turn", "white")]);
        assert_eq!(talk.say("history"), "ok history count 0 moves none", "the move is not played");
        talk.refused("move e2e4 elapsed 1", "game_over reason timeout ended 0");
        let mut talk = Talk::after(&[&format!("clock {control}")]);
        assert!(talk.ok("move e2e4 elapsed 9999").starts_with("ok move "));
    }
}

#[test]
fn a_simple_delay_lets_the_clock_start_later() {
    let mut talk = Talk::after(&["setoption name Delay value simple", "clock 10+5"]);
    assert_eq!(talk.quiet(4_000), 10_000);
    assert_eq!(talk.quiet(5_000), 10_000);
    assert_eq!(talk.quiet(5_001), 9_999);
    assert_eq!(talk.quiet(14_999), 1);
    expect(&talk.ok("move b1c3 elapsed 14999"), &[("reason", "timeout")]); // 9,999 were left, and 5,000 of delay
}

#[test]
fn bronsteins_delay_gives_back_what_was_used() {
    let mut talk = Talk::after(&["setoption name Delay value bronstein", "clock 10+5"]);
    assert_eq!(talk.quiet(4_000), 10_000);
    assert_eq!(talk.quiet(7_000), 8_000);
    assert_eq!(talk.quiet(9_999), 5_001);
    // Before it is given back, the flag is tested.
    expect(&talk.ok("move f6g8 elapsed 8000"), &[("reason", "timeout"), ("winner", "white"), ("btime", "0")]);
}

#[test]
fn an_hourglass_gives_to_the_one_what_the_other_uses() {
    let mut talk = Talk::after(&["clock *60"]);
    talk.quiet(20_000);
    assert_eq!(talk.clocks(), (40_000, 80_000));
    talk.quiet(50_000);
    assert_eq!(talk.clocks(), (90_000, 30_000));
    // The flag falls when all has been used: the other has gained that, and nothing for the time since.
    expect(&talk.ok("move f3g1 elapsed 90001"), &[("reason", "timeout"), ("winner", "black"), ("wtime", "0"), ("btime", "120000")]);
}

#[test]
fn an_hourglass_is_shown_running_on_both_sides() {
    let mut talk = Talk::new();
    talk.at(0, "clock *1");
    talk.at(0, "move e4");
    expect(&talk.at(616, "status"), &[("wtime", "1616"), ("btime", "384")]);
    expect(&talk.at(5_000, "status"), &[("wtime", "2000"), ("btime", "0"), ("state", "active")]);
}

/// However a game ends, the time that has run is booked as it was shown running; and past a fallen flag none is left to run.
#[test]
fn an_hourglass_keeps_its_time_however_the_game_ends() {
    let mate = "position startpos moves f2f3 e7e5 g2g4";
    let claim = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let last = ["resign black", "resign white", "abort", "accept by black", "move d8h4", "claim threefold f6g8", "move 0000"];
    for (now, shown) in [(600, ["1600", "400"]), (999, ["1999", "1"]), (1_000, ["2000", "0"]), (1_600, ["2000", "0"])] {
        for line in last.into_iter().chain(["flag black"]).filter(|&line| now >= 1_000 || line != "flag black") {
            let start = if line.starts_with("claim") { claim } else { mate };
            let mut talk = Talk::after(&["setoption name IllegalMoves value forfeit", start, "undo 1", "clock *1"]);
            let white = if line.starts_with("claim") { "move f3g1" } else { "move g2g4" };
            talk.at(0, white);
            if line.starts_with("accept") {
                talk.ok("offer draw by white");
            }
            let shown = [("wtime", shown[0]), ("btime", shown[1])];
            expect(&talk.at(now, "status"), &shown);
            let reply = talk.at(now, line);
            assert_ne!(value(&reply, "reason"), "none", "{reply}");
            expect(&reply, &shown);
            expect(&talk.at(90_000, "status"), &shown);
            expect(&talk.at(90_000, "undo"), &[("wtime", "1000"), ("btime", "1000")]);
            expect(&talk.at(90_000, "redo"), &shown);
        }
    }
}

#[test]
fn the_next_period_comes_with_the_last_move_of_one() {
    let mut talk = Talk::after(&["clock 2/10+1:20+3"]);
    assert_eq!([talk.quiet(4_000), talk.quiet(0)], [7_000, 11_000]);
    assert_eq!([talk.quiet(6_999), talk.quiet(0)], [21_001, 32_000], "the increment of the period that it ends, and the next time");
    assert_eq!([talk.quiet(1), talk.quiet(0)], [24_000, 35_000], "the new period's increment");
    assert_eq!([talk.quiet(0), talk.quiet(0)], [27_000, 38_000], "the last period has no end");
}

#[test]
fn a_last_period_with_moves_comes_again() {
    let mut talk = Talk::after(&["clock 1/10:2/5"]);
    let white: Vec<u64> = (0..6)
        .map(|_| {
            let left = talk.quiet(1_000);
            talk.quiet(0);
            left
        })
        .collect();
    assert_eq!(white, [14_000, 13_000, 17_000, 16_000, 20_000, 19_000]);
}

#[test]
fn the_players_may_have_different_times() {
    let mut talk = Talk::after(&["clock 300 60+2"]);
    assert_eq!(talk.clocks(), (300_000, 60_000));
    assert_eq!([talk.quiet(1_000), talk.quiet(1_000)], [299_000, 61_000]);
    // An hourglass on one side gives to the other, too.
    let mut talk = Talk::after(&["clock *60 100"]);
    talk.quiet(1_000);
    talk.quiet(1_000);
    assert_eq!(talk.clocks(), (59_000, 100_000));
}

#[test]
fn clocks_may_be_taken_away_and_set_anew() {
    let mut talk = Talk::after(&["clock 60"]);
    talk.quiet(1_000);
    talk.ok("clock off");
    expect(&talk.ok("status"), &[("wtime", "none"), ("btime", "none")]);
    talk.refused("move g8f6 elapsed 5", "no_clock");
    talk.ok("move g8f6");
    talk.ok("clock 1/5:7 30");
    assert_eq!(talk.clocks(), (5_000, 30_000));
    assert_eq!(talk.quiet(1_000), 11_000, "periods start with the clock");
    talk.ok("clock 9");
    assert_eq!(talk.clocks(), (9_000, 9_000));
    talk.refused("clock 9 ply 2", "stale ply 3");
    talk.refused("clock off by white", "not_your_turn turn black");
    talk.ok("resign white");
    talk.refused("clock 9", "game_over");
}

#[test]
fn a_new_game_has_no_clock() {
    let mut talk = Talk::after(&["clock 60", "ucinewgame"]);
    expect(&talk.ok("status"), &[("wtime", "none")]);
    talk.ok("clock 60");
    talk.ok("position startpos moves e2e4");
    expect(&talk.ok("status"), &[("wtime", "none")]);
}

#[test]
fn a_time_that_is_no_number_is_refused() {
    let mut talk = Talk::after(&["clock 60"]);
    for elapsed in ["", "-1", "x", "1.5", "4294967296", "1 elapsed 1"] {
        talk.refused(&format!("move e4 elapsed {elapsed}"), "bad_arguments");
    }
    expect(&talk.ok("move e4 elapsed 4294967295"), &[("reason", "timeout")]);
}

#[test]
fn a_move_that_is_refused_costs_nothing() {
    let mut talk = Talk::after(&["clock 60", "move e4 elapsed 10"]);
    for line in
        ["move e4 elapsed 9", "move xyzzy elapsed 9", "move e5 elapsed 9 ply 0", "move e5 elapsed 9 by white", "claim fifty Qd1 elapsed 9"]
    {
        let reply = talk.say(line);
        assert!(reply.starts_with("error "), "{reply}");
        assert_eq!(talk.clocks(), (59_990, 60_000), "{line}");
    }
}

#[test]
fn a_counted_illegal_move_costs_its_time_and_earns_nothing() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", "setoption name Penalty value 7000", "clock 60+2"]);
    expect(&talk.ok("move e2e5 elapsed 1000"), &[("wtime", "59000"), ("btime", "67000"), ("turn", "white")]);
    expect(&talk.ok("move e2e4 elapsed 500"), &[("wtime", "60500"), ("btime", "67000")]);
    // Out of time, it is not even looked at.
    let reply = talk.ok("move e7e4 elapsed 67000");
    assert!(reply.starts_with("ok flag move e7e4 "), "{reply}");
    expect(&talk.ok("explain"), &[("black_illegal", "0"), ("winner", "white"), ("reason", "timeout")]);
}

#[test]
fn penalties_may_save_a_flag() {
    let mut talk = Talk::after(&["clock 10"]);
    talk.ok("move e4 elapsed 9000");
    talk.ok("claim fifty e5 elapsed 1000"); // wrong: White gains two minutes
    assert_eq!(talk.clocks(), (121_000, 9_000));
    talk.ok("move Nf3 elapsed 120999");
    assert_eq!(talk.clocks(), (1, 9_000));
}

// The flag (6.8, 6.9).

#[test]
fn a_flag_is_claimed_with_the_time_that_shows_it() {
    let mut talk = Talk::after(&["clock 10", "move e4 elapsed 1"]);
    talk.refused("flag black", "flag_not_fallen");
    talk.refused("flag black elapsed 9999", "flag_not_fallen");
    talk.refused("flag white elapsed 99999", "flag_not_fallen"); // that clock does not run
    talk.refused("flag white", "flag_not_fallen");
    talk.refused("flag black elapsed 10000 ply 2", "stale ply 1");
    talk.refused("flag black elapsed 10000 by white", "not_your_turn turn black");
    let reply = talk.ok("flag black elapsed 10000 ply 1");
    assert!(reply.starts_with("ok flag move none mate yes state timeout "), "{reply}");
    expect(&reply, &[("winner", "white"), ("reason", "timeout"), ("article", "6.9"), ("ended", "1"), ("btime", "0")]);
    talk.refused("flag black elapsed 10000", "game_over reason timeout");
}

#[test]
fn a_mate_in_time_ends_the_game_and_no_flag_falls_after() {
    let mut talk = Talk::after(&["position startpos moves f2f3 e7e5 g2g4", "clock 10"]);
    let reply = talk.ok("move Qh4# elapsed 9999");
    expect(&reply, &[("state", "checkmate"), ("winner", "black"), ("btime", "1")]);
    talk.refused("flag black elapsed 10000", "game_over reason checkmate ended 4");
    talk.refused("flag white elapsed 10000", "game_over reason checkmate ended 4");
    // Too late, it is no mate.
    let mut talk = Talk::after(&["position startpos moves f2f3 e7e5 g2g4", "clock 10"]);
    expect(&talk.ok("move Qh4# elapsed 10000"), &[("state", "timeout"), ("winner", "white"), ("ended", "3")]);
}

#[test]
fn a_stalemate_or_a_dead_position_in_time_ends_the_game_too() {
    for (fen, mv, reason) in
        [("k7/8/1K6/8/8/8/8/2Q5 w - - 0 80", "Qc7", "stalemate"), ("k7/8/8/8/8/1q6/2K5/8 w - - 0 80", "Kxb3", "insufficient_material")]
    {
        let mut talk = Talk::after(&[&format!("position fen {fen}"), "clock 10"]);
        expect(&talk.ok(&format!("move {mv} elapsed 9999")), &[("reason", reason), ("wtime", "1")]);
        talk.refused("flag white elapsed 9", "game_over");
    }
}

/// A position with White to move, and whether Black could mate, should White's flag fall.
const FLAGS: [(&str, bool); 14] = [
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 9", false), // a bare king
    ("4k3/8/8/8/8/8/QRBNPPPP/4K3 w - - 0 9", false),
    ("4k3/p7/8/8/8/8/8/Q3K3 w - - 0 9", true),
    ("n3k3/8/8/8/8/8/8/Q3K3 w - - 0 9", false), // a lone knight, and nothing in the king's way but queens
    ("n3k3/8/8/8/8/8/8/QQ2K3 w - - 0 9", false),
    ("n3k3/8/8/8/8/8/P7/4K3 w - - 0 9", true), // a pawn may stand there
    ("n3k3/8/8/8/8/8/8/R3K3 w - - 0 9", true),
    ("n3k3/8/8/8/8/8/8/B3K3 w - - 0 9", true),
    ("n3k3/8/8/8/8/8/8/N3K3 w - - 0 9", true),
    ("nn2k3/8/8/8/8/8/8/Q3K3 w - - 0 9", true),
    ("b1b1k3/8/8/8/8/8/8/QR2K3 w - - 0 9", false), // bishops of one colour, a8 and c8 light
    ("b1b1k3/8/8/8/8/8/P7/QR2K3 w - - 0 9", true),
    ("b1b1k3/8/8/8/8/8/8/QB2K3 w - - 0 9", false), // and another of that colour
    ("b1b1k3/8/8/8/8/8/8/B2QK3 w - - 0 9", true),  // a1 is dark
];

#[test]
fn a_flag_that_falls_against_a_side_that_could_never_mate_draws() {
    for (fen, could_mate) in FLAGS {
        let start = format!("position fen {fen}");
        for line in ["flag white elapsed 10000", "move Kf1 elapsed 10000", "claim fifty Kf1 elapsed 10000"] {
            let mut talk = Talk::after(&[&start, "clock 10"]);
            let reply = talk.ok(line);
            let (state, result, reason) =
                if could_mate { ("timeout", "0-1", "timeout") } else { ("draw", "1/2-1/2", "timeout_unwinnable") };
            expect(&reply, &[("state", state), ("result", result), ("reason", reason), ("article", "6.9"), ("wtime", "0")]);
            assert!(reply.starts_with("ok flag move "), "{reply}");
        }
    }
}

#[test]
fn two_things_in_one_line_are_judged_in_order() {
    // Time and an illegal move; time and a right claim; time and a mate: time is first.
    for (start, line) in [
        ("position fen 8/5k2/8/8/8/8/4R2p/4K3 w - - 100 80", "claim fifty elapsed 10000"),
        ("position fen 8/5k2/8/8/8/8/4R2p/4K3 w - - 99 80", "claim fifty Re3 elapsed 10000"),
        ("position fen 8/5k2/8/8/8/8/4R2p/4K3 w - - 149 80", "move Re3 elapsed 10000"),
        ("position fen 7k/7p/5K2/8/8/8/8/R7 w - - 99 80", "move Ra8 elapsed 10000"),
        ("position fen 7k/7p/5K2/8/8/8/8/R7 w - - 9 80", "move 0000 elapsed 10000"),
        ("position fen 8/P4k1p/8/8/8/8/8/4K3 w - - 9 80", "move a8 elapsed 10000"),
    ] {
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", start, "clock 10"]);
        let reply = talk.ok(line);
        assert!(reply.starts_with("ok flag move "), "{line}: {reply}");
        expect(&reply, &[("reason", "timeout"), ("winner", "black"), ("ended", "0")]);
        // A blink earlier it is the other thing.
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", start, "clock 10"]);
        let reply = talk.ok(&line.replace("10000", "9999"));
        assert!(!reply.starts_with("ok flag"), "{line}: {reply}");
    }
    // Game over, stale and not your turn are before the time; what cannot be read is, too.
    let mut talk = Talk::after(&["clock 10"]);
    talk.refused("move e4 elapsed 10000 ply 1", "stale");
    talk.refused("move e4 elapsed 10000 by black", "not_your_turn");
    talk.refused("move xyzzy elapsed 10000", "bad_move");
    // An offer that stands is gone with the flag.
    talk.ok("offer draw by black");
    expect(&talk.ok("move e4 elapsed 10000"), &[("offer", "none"), ("reason", "timeout")]);
}

#[test]
fn a_right_claim_in_time_draws_though_little_is_left() {
    let mut talk = Talk::after(&["position fen 8/5k2/8/8/8/8/4R2p/4K3 w - - 99 80", "clock 10"]);
    expect(&talk.ok("claim fifty Re3 elapsed 9999"), &[("reason", "fifty_moves"), ("ended", "0")]);
    talk.refused("flag white elapsed 10000", "game_over");
}

// Where the time comes from: never both in one game.

#[test]
fn once_times_are_given_they_are_given_with_every_move() {
    let mut talk = Talk::after(&["clock 60", "move e4 elapsed 10"]);
    talk.refused("move e5", "bad_arguments");
    talk.refused("claim fifty e5", "bad_arguments");
    talk.ok("offer draw by white");
    talk.ok("claim fifty"); // plays nothing, so it needs no time
    talk.set_time(1_000_000);
    assert_eq!(talk.clocks(), (179_990, 60_000), "and none is taken from when lines arrive");
    talk.refused("flag black", "flag_not_fallen");
    expect(&talk.ok("move e5 elapsed 59999"), &[("btime", "1")]);
}

#[test]
fn once_times_are_taken_from_arrival_none_may_be_given() {
    let mut talk = Talk::after(&["clock 60", "move e4"]);
    talk.refused("move e5 elapsed 10", "bad_arguments");
    talk.refused("flag black elapsed 60000", "bad_arguments");
    talk.refused("claim fifty elapsed 10", "bad_arguments");
    talk.refused("claim fifty e5 elapsed 10", "bad_arguments");
    talk.ok("move e5");
    // Taken back to the beginning, or set anew, it is open again.
    talk.ok("undo 2");
    expect(&talk.ok("move e4 elapsed 7"), &[("wtime", "59993")]);
    talk.ok("clock 60");
    talk.ok("move e5");
    talk.refused("move Nf3 elapsed 1", "bad_arguments");
}

#[test]
fn a_counted_illegal_move_also_shows_where_the_time_comes_from() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", "clock 60", "move 0000"]);
    talk.refused("move e4 elapsed 10", "bad_arguments");
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", "clock 60", "move 0000 elapsed 5"]);
    talk.refused("move e4", "bad_arguments");
}

// Times taken from arrival.

#[test]
fn a_move_takes_the_time_since_the_last_ones_line() {
    let mut talk = Talk::new();
    talk.at(5_000, "clock 60+2");
    expect(&talk.at(8_000, "move e4"), &[("wtime", "59000"), ("btime", "60000")]);
    expect(&talk.at(8_400, "move e5"), &[("wtime", "59000"), ("btime", "61600")]);
    expect(&talk.at(8_400, "move Nf3"), &[("wtime", "61000")]);
    assert!(talk.ok("events").contains("event 4 ply 2 move uci e7e5 san e5 elapsed 400"));
}

#[test]
fn the_running_clock_is_shown_as_it_stands() {
    let mut talk = Talk::new();
    talk.at(0, "clock 60");
    talk.at(1_000, "move e4");
    expect(&talk.at(4_000, "status"), &[("wtime", "59000"), ("btime", "57000")]);
    expect(&talk.at(4_500, "explain"), &[("btime", "56500")]);
    expect(&talk.at(99_000, "status"), &[("btime", "0"), ("state", "active")]); // fallen, but nobody has said so (6.8)
    expect(&talk.at(99_000, "flag black"), &[("reason", "timeout"), ("winner", "white"), ("btime", "0")]);
    expect(&talk.at(199_000, "status"), &[("wtime", "59000"), ("btime", "0")]);
}

#[test]
fn with_a_delay_the_running_clock_waits() {
    let mut talk = Talk::after(&["setoption name Delay value simple"]);
    talk.at(0, "clock 60+5");
    talk.at(1_000, "move e4");
    expect(&talk.at(6_000, "status"), &[("wtime", "60000"), ("btime", "60000")]);
    expect(&talk.at(6_001, "status"), &[("btime", "59999")]);
    expect(&talk.at(7_000, "move e5"), &[("btime", "59000")]);
}

#[test]
fn a_flag_falls_after_the_time_by_claim_or_in_the_move() {
    for (line, early) in
        [("flag black", "error flag_not_fallen"), ("move e5", "ok move"), ("claim fifty e5", "ok claim"), ("move e7e4", "error")]
    {
        let mut talk = Talk::new();
        talk.at(0, "clock 10");
        talk.at(1_000, "move e4");
        talk.set_time(10_999);
        let reply = talk.say(line);
        assert!(reply.starts_with(early), "{reply}");
        let mut talk = Talk::new();
        talk.at(0, "clock 10");
        talk.at(1_000, "move e4");
        let reply = talk.at(11_000, line);
        assert!(reply.starts_with("ok flag move "), "{reply}");
        expect(&reply, &[("reason", "timeout"), ("winner", "white"), ("ended", "1"), ("btime", "0")]);
    }
}

#[test]
fn what_is_no_move_leaves_the_clock_running() {
    let mut talk = Talk::new();
    talk.at(0, "clock 60");
    talk.at(1_000, "move e4");
    talk.at(2_000, "offer draw by white");
    talk.at(3_000, "decline by black");
    assert!(talk.say("move e7e4").starts_with("error "));
    expect(&talk.at(4_000, "claim fifty"), &[("wtime", "179000"), ("btime", "57000")]);
    talk.at(5_000, "board");
    expect(&talk.at(6_000, "move e5"), &[("btime", "55000")]);
}

#[test]
fn a_counted_illegal_move_is_charged_once() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count"]);
    talk.at(0, "clock 60+1");
    talk.at(1_000, "move e4");
    expect(&talk.at(3_000, "move e7e4"), &[("wtime", "180000"), ("btime", "58000")]);
    expect(&talk.at(3_500, "status"), &[("btime", "57500")]);
    expect(&talk.at(4_000, "move e5"), &[("btime", "58000")]);
}

#[test]
fn undo_and_redo_bring_clock_values_back_and_start_the_clock_again() {
    let mut talk = Talk::new();
    talk.at(0, "clock 60+1");
    talk.at(1_000, "move e4");
    talk.at(3_000, "move e5");
    talk.at(6_000, "move Nf3");
    assert_eq!(talk.clocks(), (58_000, 59_000));
    expect(&talk.at(50_000, "undo"), &[("wtime", "60000"), ("btime", "59000"), ("turn", "white")]);
    expect(&talk.at(51_000, "status"), &[("wtime", "59000")]);
    expect(&talk.at(52_000, "redo"), &[("wtime", "58000"), ("btime", "59000"), ("turn", "black")]);
    expect(&talk.at(53_000, "status"), &[("wtime", "58000"), ("btime", "58000")]);
    expect(&talk.at(54_000, "move Nc6"), &[("btime", "58000")]);
    // A flag that has fallen is up again.
    talk.at(200_000, "flag white");
    expect(&talk.at(200_000, "undo"), &[("reason", "none"), ("wtime", "58000"), ("btime", "59000")]);
    expect(&talk.at(200_000, "redo"), &[("reason", "timeout"), ("wtime", "0"), ("btime", "58000")]);
}

#[test]
fn undo_and_redo_bring_periods_back() {
    let mut talk = Talk::after(&["clock 2/10:20"]);
    for elapsed in [1_000, 0, 1_000, 0, 1_000] {
        talk.quiet(elapsed);
    }
    let after = talk.state("");
    assert_eq!(talk.clocks(), (27_000, 30_000));
    talk.ok("undo 5");
    assert_eq!(talk.clocks(), (10_000, 10_000));
    talk.ok("redo 5");
    assert_eq!(talk.state(""), after);
    talk.ok("undo 3");
    assert_eq!(talk.clocks(), (9_000, 10_000));
    assert_eq!(talk.quiet(2_000), 27_000, "the second move ends the period again");
}

/// What a clock shows is what is left when the game ends.
#[test]
fn the_clock_stops_where_it_stands_when_the_game_ends() {
    for line in ["resign black", "accept by black", "abort", "claim threefold"] {
        let mut talk = Talk::after(&["position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"]);
        talk.at(0, "clock 60");
        talk.at(0, "move f6g8");
        talk.at(1_000, "move g1f3");
        talk.ok("offer draw by white");
        talk.at(1_000, "move g8f6");
        talk.at(1_000, "move f3g1");
        if line.starts_with("accept") {
            talk.ok("offer draw by white");
        }
        expect(&talk.at(6_000, "status"), &[("wtime", "59000"), ("btime", "55000"), ("state", "active")]);
        let reply = talk.at(6_000, line);
        assert_ne!(value(&reply, "reason"), "none", "{reply}");
        expect(&reply, &[("wtime", "59000"), ("btime", "55000")]);
        expect(&talk.at(90_000, "status"), &[("wtime", "59000"), ("btime", "55000")]);
    }
}

#[test]
fn games_have_their_own_clocks() {
    let mut talk = Talk::after(&["@a position startpos", "@b position startpos", "@a clock 60", "@b clock 30"]);
    assert!(talk.ok("@a move e4 elapsed 5").ends_with("wtime 59995 btime 60000"));
    talk.set_time(100);
    assert!(talk.ok("@b move e4").ends_with("wtime 29900 btime 30000"));
    talk.set_time(300);
    assert!(talk.ok("@b status").ends_with("wtime 29900 btime 29800"));
    assert!(talk.ok("@a status").ends_with("wtime 59995 btime 60000"));
    assert!(talk.ok("@b move e5").ends_with("wtime 29900 btime 29800"));
}

#[test]
fn time_never_runs_back() {
    let mut talk = Talk::new();
    talk.at(10_000, "clock 60");
    talk.at(5_000, "move e4");
    assert_eq!(talk.clocks(), (60_000, 60_000));
    expect(&talk.at(11_000, "move e5"), &[("btime", "59000")]);
}

// Through `Game`.

#[test]
fn a_game_is_told_the_time_and_decides_by_it() {
    let (start, _) = parse_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 9").expect("sound");
    let mut game = Game::new(start, Rulebook::default());
    let controls = [0; 2].map(|_| TimeControl::parse("10").expect("sound"));
    let given = |at, elapsed| Given { at, elapsed, ..Given::default() };
    let events = game.decide(&Action::SetClock(Some(Box::new(controls))), given(500, None)).expect("the game goes on");
    game.apply(events);
    assert_eq!(game.clocks(9_999), Some([10_000, 10_000]), "nothing has shown yet where the time comes from");
    let mv = Action::Move(parse_uci("a2a4").expect("spelled right"));
    assert!(matches!(game.decide(&mv, given(10_499, None)).as_deref(), Ok([Event::Played { .. }])));
    assert_eq!(game.decide(&mv, given(10_500, None)).as_deref(), Ok(&[Event::FlagFell { color: Color::White }][..]));
    assert_eq!(game.decide(&mv, given(0, Some(10_000))).as_deref(), Ok(&[Event::FlagFell { color: Color::White }][..]));
    assert_eq!(game.decide(&Action::Flag(Color::White), given(10_499, None)), Err(Refusal::FlagNotFallen { left: 1 }));
    assert_eq!(game.decide(&Action::Flag(Color::Black), given(99_999, None)), Err(Refusal::FlagNotFallen { left: 10_000 }));
    let events = game.decide(&Action::Flag(Color::White), given(10_500, None)).expect("fallen");
    game.apply(events);
    assert_eq!(game.ending().map(|ending| ending.outcome), Some(Outcome::Draw(Draw::TimeoutUnwinnable)));
    assert_eq!(game.clocks(99_999), Some([0, 10_000]));
}

#[test]
fn a_game_that_was_won_on_time_names_the_winner() {
    let mut game = Game::default();
    let controls = ["10", "20"].map(|text| TimeControl::parse(text).expect("sound"));
    let given = |elapsed| Given { elapsed, ..Given::default() };
    let events = game.decide(&Action::SetClock(Some(Box::new(controls))), given(None)).expect("the game goes on");
    game.apply(events);
    let mv = Action::Move(parse_uci("e2e4").expect("spelled right"));
    assert_eq!(game.decide(&mv, given(Some(9_999))).map(|events| events.len()), Ok(1));
    let events = game.decide(&mv, given(Some(10_000))).expect("judged");
    game.apply(events);
    assert_eq!(game.ending().map(|ending| ending.outcome), Some(Outcome::Win { winner: Color::Black, by: Win::Timeout }));
    assert_eq!(game.ply(), 0);
}

// Against plain arithmetic.

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn clocks_show_what_plain_arithmetic_says(
        (time, increment) in (1_u64..40, 0_u64..8),
        delay in 0_usize..3,
        by_arrival in any::<bool>(),
        moves in prop::collection::vec(0_u64..9_000, 1..20),
    ) {
        let mut talk = Talk::after(&[&format!("setoption name Delay value {}", ["none", "simple", "bronstein"][delay])]);
        talk.ok(&format!("clock {time}+{increment}"));
        let (mut left, mut now, increment) = ([time * 1_000; 2], 0, increment * 1_000);
        let cycle = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "a2a3", "a7a6", "b2b3", "b7b6", "h2h3", "h7h6"];
        for (ply, &elapsed) in moves.iter().take(cycle.len()).enumerate() {
            now += elapsed;
            talk.set_time(now);
            let time = if by_arrival { String::new() } else { format!(" elapsed {elapsed}") };
            let reply = talk.ok(&format!("move {}{time}", cycle[ply]));
            let mover = &mut left[ply % 2];
            let cost = if delay == 1 { elapsed.saturating_sub(increment) } else { elapsed };
            if cost >= *mover {
                *mover = 0;
                prop_assert!(reply.starts_with("ok flag "), "{reply}");
            } else {
                prop_assert!(reply.starts_with("ok move "), "{reply}");
                *mover = *mover - cost + [increment, 0, elapsed.min(increment)][delay];
            }
            prop_assert_eq!(value(&reply, "wtime"), left[0].to_string());
            prop_assert_eq!(value(&reply, "btime"), left[1].to_string());
            if left.contains(&0) {
                break;
            }
        }
    }

    #[test]
    fn an_hourglass_loses_and_gains_nothing(moves in prop::collection::vec(0_u64..9_000, 1..12)) {
        let mut talk = Talk::after(&["clock *100"]);
        for elapsed in moves {
            talk.quiet(elapsed);
            let (white, black) = talk.clocks();
            prop_assert_eq!(white + black, 200_000);
        }
    }

    #[test]
    fn an_hourglass_that_runs_by_arrival_does_not_either(
        moves in prop::collection::vec(0_u64..30_000, 1..12),
        late in 0_u64..200_000,
        ending in prop::sample::select(vec!["resign white", "abort", "flag white", "flag black"]),
    ) {
        let (mut talk, mut now) = (Talk::after(&["clock *100", "move a2a3", "move a7a6"]), 0);
        for (elapsed, mv) in moves.into_iter().zip(["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"].iter().cycle()) {
            now += elapsed;
            talk.set_time(now);
            let (white, black) = talk.clocks();
            prop_assert_eq!(white + black, 200_000);
            talk.say(&format!("move {mv}")); // refused once a flag has fallen
            prop_assert_eq!(talk.clocks(), (white, black), "a move leaves what was shown before it");
        }
        talk.set_time(now + late);
        let shown = talk.clocks();
        talk.say(ending); // refused where that flag has not fallen
        prop_assert_eq!(talk.clocks(), shown);
        prop_assert_eq!(shown.0 + shown.1, 200_000);
    }

    /// A queen that replaces a pawn left on the last rank (7.5.2) leaves the clocks that the move with its letter would; and what
    /// was used stays used where the move is taken back, for the illegal move that used it still stands.
    #[test]
    fn a_missing_promotion_letter_costs_what_the_move_with_it_does(
        (control, start, increment) in prop::sample::select(vec![
            ("60", (60_000, 60_000), 0),
            ("60+2", (60_000, 60_000), 2_000),
            ("1/50+2:30+1 60", (50_000, 60_000), 2_000),
            ("*60", (60_000, 60_000), 0),
            ("60 *30", (60_000, 30_000), 0),
        ]),
        delay in prop::sample::select(vec!["none", "simple", "bronstein"]),
        by_arrival in any::<bool>(),
        elapsed in prop_oneof![0_u64..5_000, 0_u64..70_000],
    ) {
        let promote = |mv: &str| {
            let mut talk = Talk::after(&["setoption name IllegalMoves value count", "setoption name Penalty value 0"]);
            talk.ok(&format!("setoption name Delay value {delay}"));
            talk.ok("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1");
            talk.ok(&format!("clock {control}"));
            let reply = if by_arrival { talk.at(elapsed, mv) } else { talk.ok(&format!("{mv} elapsed {elapsed}")) };
            (reply, talk)
        };
        let ((reply, mut without), (_, mut with)) = (promote("move a8"), promote("move a8=Q"));
        let clocks = without.clocks();
        prop_assert_eq!(clocks, with.clocks());
        if reply.starts_with("ok flag ") {
            return Ok(());
        }
        let events = without.say("events");
        let illegal = format!("event 3 ply 0 illegal by white move a7a8 rule promotion_missing elapsed {elapsed}\n");
        prop_assert!(events.contains(&illegal), "{events}");
        prop_assert!(events.contains("event 4 ply 1 move uci a7a8q san a8=Q+ elapsed 0\n"), "{events}");
        let state = without.state("");
        without.ok("undo");
        let (mut white, mut black): (u64, u64) = start;
        let used = if delay == "simple" { elapsed.saturating_sub(increment) } else { elapsed };
        white -= used;
        black += if control.starts_with('*') { used } else { 0 };
        prop_assert_eq!(without.clocks(), (white, black));
        without.ok("redo");
        prop_assert_eq!(without.state(""), state);
        // With the letter, nothing has been used once the move is taken back.
        with.ok("undo");
        prop_assert_eq!(with.clocks(), start);
    }
}
