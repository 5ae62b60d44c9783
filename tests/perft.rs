//! Perft: the leaf nodes of the tree of legal moves are as many as published, as our suite says, and as cozy-chess finds.
//!
//! A generator that gets a rule wrong somewhere gets a count wrong somewhere. With `LONG_TESTS=1` the published counts are
//! followed deeper, up to four billion nodes a count.

mod common;

use chess_referee::position::perft;
use common::fixtures::{PerftLine, known, suite};
use common::{cozy, long_run, on_two_threads};

/// What the suite must hold in numbers, tag by tag: each of the hard features has this many positions at least.
const LEAST_OF_EACH: usize = 20;

/// The hard features, as the suite's tags name them, group by group.
const HARD_FEATURES: [(&str, &[&str]); 8] = [
    ("pins", &["pin-p", "pin-n", "pin-b", "pin-r", "pin-q"]),
    ("en passant, legal", &["ep", "ep-along-pin", "ep-evade", "ep-disc"]),
    ("en passant, refused", &["ep-refused", "ep-rank", "ep-file", "ep-diag"]),
    ("promotions", &["prom", "prom-cap", "prom-check", "prom-under"]),
    ("checks", &["check", "in-double", "disc", "double"]),
    ("castling, legal", &["castle-h", "castle-a", "castle-rook-cross", "castle-check", "castle-mate"]),
    ("castling, refused", &["castle-in-check", "castle-cross", "castle-land", "castle-blocked"]),
    ("castling in Chess960", &["960", "king-home", "rook-home", "swap", "king-away", "rook-uncovers", "inner-rook"]),
];

#[test]
fn the_six_known_positions_have_their_published_counts() {
    let most = if long_run() { 4_000_000_000 } else { 200_000_000 };
    let lines = known();
    assert_eq!(lines.len(), 6);
    let mut jobs: Vec<(&PerftLine, u32, u64)> = Vec::new();
    for line in &lines {
        jobs.extend(line.counts.iter().filter(|(_, nodes)| *nodes <= most).map(|&(depth, nodes)| (line, depth, nodes)));
    }
    // The long ones first, so that neither thread ends up waiting for the other.
    jobs.sort_by_key(|&(_, _, nodes)| std::cmp::Reverse(nodes));
    on_two_threads(&jobs, |&(line, depth, nodes)| {
        assert_eq!(perft(&line.position, depth, u64::MAX), Some(nodes), "{} at depth {depth}", line.fen);
    });
}

#[test]
fn we_and_the_file_and_cozy_chess_agree_on_every_line_of_the_suite() {
    on_two_threads(&suite(), |line| {
        let board = cozy::board(&line.position);
        for &(depth, nodes) in &line.counts {
            assert_eq!(perft(&line.position, depth, nodes), Some(nodes), "we, {} at depth {depth}", line.fen);
            assert_eq!(cozy::perft(&board, depth), nodes, "cozy-chess, {} at depth {depth}", line.fen);
        }
    });
}

#[test]
fn the_suite_has_hundreds_of_positions_and_no_position_twice() {
    let lines = suite();
    assert!(lines.len() >= 300, "{} positions", lines.len());
    let mut identities: Vec<_> = lines.iter().map(|line| line.position.key()).collect();
    identities.sort_unstable();
    identities.dedup();
    assert_eq!(identities.len(), lines.len());
}

#[test]
fn the_suite_has_every_hard_feature_many_times() {
    let lines = suite();
    for (group, tags) in HARD_FEATURES {
        for tag in tags {
            let count = lines.iter().filter(|line| line.tags.contains(tag)).count();
            assert!(count >= LEAST_OF_EACH, "{group}: {count} positions with {tag}");
        }
    }
}
