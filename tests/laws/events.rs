//! What the events of a game tell is enough to make it again.

use proptest::prelude::*;

use crate::conduct::{RULES, STARTS, line, lines};
use crate::talk::{Talk, value};

/// Makes the game `@a` again as `@b`, of whose options so many come from before it began, and says whether it can be made so: moves
/// past an end come from a `position` alone.
fn made_again(talk: &mut Talk, own: usize) -> bool {
    let events = talk.ok("@a events");
    let mut told: Vec<Vec<&str>> = events.lines().map(|line| line.split(' ').skip(5).collect()).collect();
    told.pop(); // how many there are
    let end = told.iter().position(|event| event[0] == "end").unwrap_or(told.len());
    if told[end..].iter().any(|event| event[0] == "move") {
        return false;
    }
    let (before, since) = told.split_at(1 + own);
    talk.ok("@b position startpos");
    for option in &before[1..] {
        talk.ok(&format!("@b set{}", option.join(" ")));
    }
    talk.ok(&format!("@b position fen {}", before[0][2..].join(" ")));
    for event in since {
        let status = talk.ok("@b status");
        let mut timed = |line: &str, time: &[&str]| drop(talk.ok(format!("@b {line} {}", time.join(" ")).trim_end()));
        match event[..] {
            ["move", "uci", uci, "san", _, ref time @ ..] => timed(&format!("move {uci}"), time),
            // There is one illegal move in these games for which no one man can be named.
            ["illegal", "by", _, "move", "none", "rule", _, ref time @ ..] => timed("move Rd5", time),
            ["illegal", "by", _, "move", uci, "rule", _, ref time @ ..] => timed(&format!("move {uci}"), time),
            ["claim", "by", _, "draw", draw, "move", "none", "verdict", _] => timed(&format!("claim {draw}"), &[]),
            ["claim", "by", _, "draw", draw, "move", named, "verdict", _] => {
                let time: &[&str] = if value(&status, "wtime") == "none" { &[] } else { &["elapsed", "0"] };
                timed(&format!("claim {draw} {named}"), time);
            }
            ["offer", "by", color] => timed(&format!("offer draw by {color}"), &[]),
            ["resign", "by", color] => timed(&format!("resign {color}"), &[]),
            ["flag", "by", color] => timed(&format!("flag {color}"), &["elapsed", "4294967295"]),
            ["clock", "white", white, "black", black] => timed(&format!("clock {white} {black}"), &[]),
            ["option", ..] => timed(&format!("set{}", event.join(" ")), &[]),
            ["end", ..] => assert_ne!(value(&status, "ended"), "none", "{events}"),
            _ => timed(&event.join(" "), &[]),
        }
        // The queen that replaces a pawn, and the move that a wrong claim named, are told by themselves, if they stand.
        if event[0] != "move" && value(&talk.ok("@b status"), "ply") != value(&status, "ply") {
            talk.ok("@b undo");
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events_are_enough_to_make_the_game_again(
        (start, choices) in lines(),
        own in prop::collection::vec(prop::sample::select(RULES.to_vec()), 0..3),
        policy in prop::sample::select(vec!["reject", "count", "forfeit"]),
        delay in prop::sample::select(vec!["none", "simple", "bronstein"]),
    ) {
        let mut talk = Talk::after(&[&format!("setoption name IllegalMoves value {policy}"), &format!("setoption name Delay value {delay}")]);
        talk.ok("@a position startpos");
        for rule in own {
            talk.ok(&format!("@a setoption name {rule}"));
        }
        talk.ok(&format!("@a position {}", STARTS[start]));
        let own = talk.ok("@a events").matches(" option name ").count();
        for choice in choices {
            let said = line(&mut talk, choice, true);
            talk.say(&said);
        }
        if made_again(&mut talk, own) {
            let again: Vec<String> = talk.state("@b ").iter().map(|said| said.replace("@b ", "@a ")).collect();
            prop_assert_eq!(talk.state("@a "), again);
        }
    }
}
