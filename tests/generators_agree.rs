//! One generator, asked in many ways: perft, which plays on what the moves depend on alone, counts what listing and playing
//! count; and a position that moves have led to is the one that is built from scratch.

mod common;

use chess_referee::position::{Choice, Position, Setup, perft};
use common::fixtures::suite;
use common::walk::along_random_games;
use common::{fen, long_run, on_two_threads};

#[test]
fn perft_counts_what_listing_and_playing_count_along_random_games() {
    let positions = if long_run() { 5_000 } else { 300 };
    on_two_threads(&[3_000_000, 4_000_000], |&first_seed| {
        along_random_games(first_seed, positions, |walk| assert_perft_is_by_the_book(walk.position(), 2));
    });
}

#[test]
fn perft_counts_what_listing_and_playing_count_in_the_suite() {
    let depth = if long_run() { 3 } else { 2 };
    on_two_threads(&suite(), |line| assert_perft_is_by_the_book(&line.position, depth));
}

#[test]
fn a_position_that_was_played_is_the_one_that_is_set_up() {
    let positions = if long_run() { 200_000 } else { 20_000 };
    on_two_threads(&[5_000_000, 6_000_000], |&first_seed| {
        along_random_games(first_seed, positions, |walk| assert_as_set_up(walk.position()));
    });
    for line in suite() {
        assert_as_set_up(&line.position);
        line.position.legal_moves().into_iter().for_each(|mv| assert_as_set_up(&line.position.play(mv)));
    }
}

fn assert_perft_is_by_the_book(position: &Position, depth: u32) {
    let nodes = by_the_book(position, depth);
    assert_eq!(perft(position, depth, nodes), Some(nodes), "depth {depth}: {}", fen(position));
    if nodes > 0 {
        assert_eq!(perft(position, depth, nodes - 1), None, "depth {depth}, one node short: {}", fen(position));
    }
}

/// Every move listed and played, down to the last one.
fn by_the_book(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{}", fen(position));
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{}", fen(position));
    assert_eq!(position.choice(), [Choice::None, Choice::Forced, Choice::Free][moves.len().min(2)], "{}", fen(position));
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| by_the_book(&position.play(mv), depth - 1)).sum(),
    }
}

/// A set-up says no en passant square where no such capture is legal; in all else, what moves have made is compared: key,
/// checks and pins too.
fn assert_as_set_up(position: &Position) {
    if position.passed() == position.en_passant() {
        assert_eq!(Setup::from(position).into_position(), Ok(*position), "{}", fen(position));
    }
}
