//! What is written is read back unchanged: FEN with all its six fields, UCI in both its spellings of castling, and SAN, for
//! every position and every legal move along random games. Reading is strict, and nothing had to be forgiven.

mod common;

use chess_referee::notation::{CastlingStyle, ForgivenSet, ReadMove, Uci, parse_fen, read_move, write_san};
use chess_referee::position::Position;
use common::fixtures::suite;
use common::walk::along_random_games;
use common::{fen, long_run, on_two_threads};

#[test]
fn a_fen_goes_out_and_back_along_random_games() {
    along_random_games(9_000_000, 50_000, |walk| assert_fen_goes_out_and_back(walk.position()));
}

#[test]
fn a_fen_goes_out_and_back_in_every_position_of_the_suite() {
    for line in suite() {
        assert_fen_goes_out_and_back(&line.position);
    }
}

#[test]
fn the_fens_of_the_suite_are_written_as_they_stand_there() {
    // Where no capture in passing is legal, the square that was passed is not written, though the suite names it.
    for line in suite().iter().filter(|line| !line.tags.contains(&"ep-refused")) {
        assert_eq!(fen(&line.position), line.fen);
    }
}

#[test]
fn every_legal_move_goes_out_and_back_along_random_games() {
    let positions = if long_run() { 100_000 } else { 10_000 };
    on_two_threads(&[10_000_000, 11_000_000], |&first_seed| {
        along_random_games(first_seed, positions, |walk| assert_moves_go_out_and_back(walk.position()));
    });
}

#[test]
fn every_legal_move_goes_out_and_back_in_every_position_of_the_suite() {
    on_two_threads(&suite(), |line| assert_moves_go_out_and_back(&line.position));
}

fn assert_fen_goes_out_and_back(position: &Position) {
    let written = fen(position);
    let (read, forgiven) = parse_fen(&written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
    assert_eq!(forgiven, ForgivenSet::EMPTY, "{written}");
    assert_eq!(fen(&read), written);
    assert_eq!(read.identity(), position.identity(), "{written}");
    assert_eq!((read.key(), read.checkers()), (position.key(), position.checkers()), "{written}");
    assert_eq!((read.halfmove(), read.fullmove()), (position.halfmove(), position.fullmove()), "{written}");
    // A FEN leaves out the square that was passed where nobody may capture there; everything else is in it.
    assert!(read == *position || position.passed() != position.en_passant(), "{written}");
}

fn assert_moves_go_out_and_back(position: &Position) {
    for mv in position.legal_moves() {
        let unchanged = Ok(ReadMove { mv, forgiven: ForgivenSet::EMPTY });
        for style in [CastlingStyle::KingTarget, CastlingStyle::KingTakesRook] {
            let uci = Uci { mv, style }.to_string();
            assert_eq!(read_move(position, &uci, style, true), unchanged, "{uci} in {}", fen(position));
        }
        let san = write_san(position, mv);
        assert_eq!(read_move(position, san.as_str(), CastlingStyle::KingTarget, true), unchanged, "{san} in {}", fen(position));
    }
}
