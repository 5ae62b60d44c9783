//! What "the same position" means (9.2.3), and that the key kept up to date by moves is the key made from scratch.

mod common;

use std::collections::HashMap;

use chess_referee::position::{Identity, Key, MoveIntent, Position};
use common::fixtures::suite;
use common::walk::along_random_games;
use common::{fen, position};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_key_kept_up_to_date_is_the_key_from_scratch_at_every_ply() {
    along_random_games(5_000_000, 100_000, |walk| {
        assert_eq!(walk.position().key(), walk.position().identity().key(), "{walk}");
    });
}

#[test]
fn every_move_of_every_suite_position_keeps_the_key_up_to_date() {
    for line in suite() {
        for mv in line.position.legal_moves() {
            let next = line.position.play(mv);
            assert_eq!(next.key(), next.identity().key(), "{} then {mv:?}", line.fen);
        }
    }
}

#[test]
fn positions_are_the_same_exactly_when_four_fields_of_their_fen_are() {
    let mut by_fields: HashMap<String, Identity> = HashMap::new();
    let mut by_key: HashMap<Key, Identity> = HashMap::new();
    let mut by_identity: HashMap<Identity, String> = HashMap::new();
    along_random_games(6_000_000, 30_000, |walk| {
        let fen = fen(walk.position());
        let fields = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let identity = walk.position().identity();
        assert_eq!(*by_fields.entry(fields.clone()).or_insert(identity), identity, "same fields, another identity\n{walk}");
        assert_eq!(*by_identity.entry(identity).or_insert(fields.clone()), fields, "same identity, other fields\n{walk}");
        assert_eq!(*by_key.entry(walk.position().key()).or_insert(identity), identity, "same key, another identity\n{walk}");
    });
}

#[test]
fn knights_that_go_out_and_back_give_the_same_position_again() {
    let start = Position::initial();
    let back = play(&start, &["g1f3", "g8f6", "f3g1", "f6g8"]);
    assert_same(&start, &back);
    assert_ne!(start, back, "the counters tell them apart, the identity does not");
}

#[test]
fn the_counters_do_not_count() {
    assert_same(&position(INITIAL), &position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12 34"));
}

#[test]
fn the_turn_counts() {
    assert_different(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), &position("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
}

#[test]
fn each_castling_right_counts() {
    let with = |rights: &str| position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"));
    let rights = ["KQkq", "Qkq", "Kkq", "KQq", "KQk", "KQ", "kq", "K", "Q", "k", "q", "-"];
    for (index, one) in rights.iter().enumerate() {
        for other in &rights[index + 1..] {
            assert_different(&with(one), &with(other));
        }
    }
}

#[test]
fn a_castling_right_counts_even_while_castling_is_not_possible() {
    assert_different(&position(INITIAL), &position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1"));
}

#[test]
fn the_rook_that_a_right_belongs_to_counts() {
    assert_different(&position("4k3/8/8/8/8/8/8/4K1RR w H - 0 1"), &position("4k3/8/8/8/8/8/8/4K1RR w G - 0 1"));
}

#[test]
fn a_king_that_steps_out_and_back_has_lost_its_rights() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let back = play(&start, &["e1e2", "e8e7", "e2e1", "e7e8"]);
    assert_different(&start, &back);
    assert_same(&back, &position("r3k2r/8/8/8/8/8/8/R3K2R w - - 4 3"));
}

#[test]
fn a_rook_that_steps_out_and_back_has_lost_its_right() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let back = play(&start, &["h1g1", "a8b8", "g1h1", "b8a8"]);
    assert_same(&back, &position("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3"));
}

#[test]
fn a_captured_rook_takes_its_right_along() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_same(&play(&start, &["a1a8"]), &position("R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"));
}

#[test]
fn a_legal_en_passant_capture_counts_for_one_move() {
    let with = position("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
    let passed = play(&with, &["d2d4"]);
    let without = position("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1");
    assert_different(&passed, &without);
    let later = play(&passed, &["e8e7", "e1e2", "e7e8", "e2e1"]);
    assert_same(&later, &without);
}

#[test]
fn a_double_step_that_no_pawn_can_take_does_not_count() {
    assert_same(&play(&Position::initial(), &["e2e4"]), &position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

#[test]
fn a_double_step_beside_a_pinned_pawn_does_not_count() {
    // The black pawn on e4 shields its king from the rook on e1 and cannot leave the file.
    let passed = play(&position("4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1"), &["d2d4"]);
    assert_eq!(passed.en_passant(), None);
    assert_same(&passed, &position("4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1"));
}

#[test]
fn a_double_step_counts_not_when_both_pawns_would_leave_the_rank_of_the_king() {
    let passed = play(&position("8/8/8/8/k3p2R/8/3P4/K7 w - - 0 1"), &["d2d4"]);
    assert_eq!(passed.en_passant(), None);
    assert_same(&passed, &position("8/8/8/8/k2Pp2R/8/8/K7 b - - 0 1"));
}

#[test]
fn a_double_step_counts_when_one_of_two_pawns_may_take_it() {
    // The pawn on c4 is pinned by the rook on c1, the pawn on e4 is not.
    let passed = play(&position("2k5/8/8/8/2p1p3/8/3P4/K1R5 w - - 0 1"), &["d2d4"]);
    assert!(passed.en_passant().is_some());
    assert_different(&passed, &position("2k5/8/8/8/2pPp3/8/8/K1R5 b - - 0 1"));
}

#[test]
fn a_double_step_that_uncovers_a_check_no_capture_answers_does_not_count() {
    // With the pawn gone from d2, the bishop on e1 checks the king on a5: the capture on d3 would not help.
    let passed = play(&position("8/8/8/k7/4p3/8/3P4/4B1K1 w - - 0 1"), &["d2d4"]);
    assert!(passed.in_check());
    assert_same(&passed, &position("8/8/8/k7/3Pp3/8/8/4B1K1 b - - 0 1"));
}

/// The position after these moves, each written as its two squares.
fn play(start: &Position, moves: &[&str]) -> Position {
    moves.iter().fold(*start, |position, text| {
        let square = |part: &str| chess_referee::board::Square::parse(part.as_bytes()).expect("a square");
        let intent = MoveIntent::Step { from: square(&text[..2]), to: square(&text[2..]), promotion: None };
        position.play(position.judge(intent).unwrap_or_else(|reason| panic!("{text}: {reason:?}")))
    })
}

fn assert_same(one: &Position, other: &Position) {
    assert_eq!(one.identity(), other.identity(), "{} is the same as {}", fen(one), fen(other));
    assert_eq!(one.key(), other.key(), "{} has the key of {}", fen(one), fen(other));
}

fn assert_different(one: &Position, other: &Position) {
    assert_ne!(one.identity(), other.identity(), "{} is another than {}", fen(one), fen(other));
    assert_ne!(one.key(), other.key(), "{} has another key than {}", fen(one), fen(other));
}
