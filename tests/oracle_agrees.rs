//! The textbook oracle agrees: a slow design that plays every possible move and looks whether its own king is attacked
//! finds the same legal moves, the same checks and endings, and writes the same FEN, along random games and in the suite.

mod common;
mod oracle;

use chess_referee::notation::{CastlingStyle, Uci};
use chess_referee::position::{Move, Position};
use common::fixtures::suite;
use common::walk::Walk;
use common::{long_run, on_two_threads};
use oracle::{Game, PieceSet};

#[test]
fn the_oracle_agrees_along_random_games_of_standard_chess_and_chess960() {
    let positions = if long_run() { 250_000 } else { 20_000 };
    on_two_threads(&[1_000_000, 2_000_000], |&first_seed| {
        let mut seen = 0;
        for seed in first_seed.. {
            let mut walk = Walk::new(seed);
            let mut game = oracle_of(walk.position());
            assert_agreed(walk.position(), &game, &walk);
            while let Some(mv) = walk.step() {
                game.play(&word(mv)).unwrap_or_else(|refusal| panic!("{refusal}\n{walk}"));
                assert_agreed(walk.position(), &game, &walk);
            }
            seen += walk.plies() + 1;
            if seen >= positions {
                return;
            }
        }
    });
}

#[test]
fn the_oracle_agrees_on_every_position_of_the_suite() {
    for line in suite() {
        assert_agreed(&line.position, &oracle_of(&line.position), &line.fen);
    }
}

/// The same position, set up by the oracle.
fn oracle_of(position: &Position) -> Game {
    let fen = common::fen(position);
    Game::from_fen(&fen, PieceSet::standard()).unwrap_or_else(|error| panic!("the oracle refuses {fen}: {error}"))
}

/// A move in the oracle's words: UCI, castling as king takes rook.
fn word(mv: Move) -> String {
    Uci { mv, style: CastlingStyle::KingTakesRook }.to_string()
}

fn assert_agreed(position: &Position, game: &Game, case: &impl std::fmt::Display) {
    let mut ours: Vec<String> = position.legal_moves().into_iter().map(word).collect();
    ours.sort();
    let theirs = game.legal_moves();
    assert_eq!(ours, theirs, "legal moves\n{case}");
    assert_eq!(position.in_check(), game.in_check(), "check\n{case}");
    let ended = !position.has_legal_move();
    assert_eq!(ended && position.in_check(), game.is_checkmate(), "checkmate\n{case}");
    assert_eq!(ended && !position.in_check(), game.is_stalemate(), "stalemate\n{case}");
    assert_eq!(common::fen(position), game.fen(), "FEN\n{case}");
}
