//! Against cozy-chess, ply by ply along random games: the same men, the same castling rights, the same checkers, the same
//! legal moves, and the same ending on the board. Every other game is Chess960.
//!
//! Both sides play the same moves from the same start, so that a wrong move made is seen as well as a wrong move found.
//! A million plies with `LONG_TESTS=1`, else a tenth of that.

mod common;

use chess_referee::board::{Color, Role};
use chess_referee::position::{CastlingSide, MoveKind, Position};
use common::walk::Walk;
use common::{cozy, long_run, on_two_threads};
use cozy_chess::{Board, GameStatus};

#[test]
fn cozy_chess_sees_the_same_game_ply_by_ply() {
    let plies = if long_run() { 500_000 } else { 50_000 };
    on_two_threads(&[3_000_000, 4_000_000], |&first_seed| {
        let mut played = 0;
        for seed in first_seed.. {
            let mut walk = Walk::new(seed);
            let mut board = cozy::board(walk.position());
            assert_same(walk.position(), &board, &walk);
            while let Some(mv) = walk.step() {
                board.try_play(cozy::to_cozy(mv)).unwrap_or_else(|error| panic!("{error}\n{walk}"));
                assert_same(walk.position(), &board, &walk);
            }
            played += walk.plies();
            if played >= plies {
                return;
            }
        }
    });
}

#[test]
fn cozy_chess_has_the_same_chess960_starts_by_number() {
    for number in 0..960 {
        let position = Position::chess960(number).expect("a number below 960");
        assert_same(&position, &Board::chess960_startpos(number), &number);
    }
}

#[test]
fn random_games_meet_every_kind_of_move_again_and_again() {
    let [mut castlings, mut captures_in_passing, mut promotions, mut double_checks, mut mates] = [0; 5];
    for seed in 3_000_000..3_001_000 {
        let mut walk = Walk::new(seed);
        while let Some(mv) = walk.step() {
            castlings += u32::from(mv.castling().is_some());
            captures_in_passing += u32::from(mv.kind() == MoveKind::EnPassant);
            promotions += u32::from(mv.promotion().is_some());
            double_checks += u32::from(walk.position().checkers().many());
        }
        mates += u32::from(walk.position().in_check() && !walk.position().has_legal_move());
    }
    let met = [castlings, captures_in_passing, promotions, double_checks, mates];
    assert!(met.iter().all(|&times| times >= 20), "castlings, captures in passing, promotions, double checks, mates: {met:?}");
}

fn assert_same(position: &Position, board: &Board, case: &impl std::fmt::Display) {
    assert_same_men(position, board, case);
    assert_same_rights(position, board, case);
    assert_eq!(position.checkers().0, board.checkers().0, "checkers\n{case}");
    assert_same_moves(position, board, case);
    assert_eq!(status(position), board.status(), "status\n{case}");
}

fn assert_same_men(position: &Position, board: &Board, case: &impl std::fmt::Display) {
    for role in Role::ALL {
        assert_eq!(position.board().of_role(role).0, board.pieces(cozy::piece(role)).0, "{role:?}\n{case}");
    }
    assert_eq!(position.board().of_color(Color::White).0, board.colors(cozy_chess::Color::White).0, "White's men\n{case}");
    assert_eq!(position.turn() == Color::White, board.side_to_move() == cozy_chess::Color::White, "turn\n{case}");
    assert_eq!(position.halfmove().min(100), u32::from(board.halfmove_clock()), "half-moves\n{case}");
    assert_eq!(position.fullmove(), u32::from(board.fullmove_number()), "number of the move\n{case}");
}

fn assert_same_rights(position: &Position, board: &Board, case: &impl std::fmt::Display) {
    for (ours, theirs) in Color::ALL.into_iter().zip(cozy_chess::Color::ALL) {
        let rights = board.castle_rights(theirs);
        for (side, file) in [(CastlingSide::King, rights.short), (CastlingSide::Queen, rights.long)] {
            let rook = position.castling().rook(ours, side).map(|rook| rook.file() as usize);
            assert_eq!(rook, file.map(|file| file as usize), "castling right of {ours} to the {side:?}'s side\n{case}");
        }
    }
}

fn assert_same_moves(position: &Position, board: &Board, case: &impl std::fmt::Display) {
    let in_order = |moves: &mut Vec<cozy_chess::Move>| moves.sort_by_key(|mv| (mv.from, mv.to, mv.promotion));
    let mut ours: Vec<_> = position.legal_moves().into_iter().map(cozy::to_cozy).collect();
    in_order(&mut ours);
    let mut theirs = Vec::new();
    board.generate_moves(|moves| {
        theirs.extend(moves);
        false
    });
    in_order(&mut theirs);
    assert_eq!(ours, theirs, "legal moves\n{case}");
}

/// What cozy-chess should call it: it knows checkmate, stalemate and a draw after fifty moves.
fn status(position: &Position) -> GameStatus {
    match (position.has_legal_move(), position.in_check()) {
        (false, true) => GameStatus::Won,
        (false, false) => GameStatus::Drawn,
        (true, _) if position.halfmove() >= 100 => GameStatus::Drawn,
        (true, _) => GameStatus::Ongoing,
    }
}
