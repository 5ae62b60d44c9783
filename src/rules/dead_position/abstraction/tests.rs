//! What the prover of dead positions by abstraction proves, and that it never refutes what can be won.
//!
//! With `LONG_TESTS=1` the random positions are many more.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::*;
use crate::board::{Bitboard, Board, File, Piece, Rank, Role, Square};
use crate::notation::{Fen, parse_fen};
use crate::position::Setup;
use check::{State, means};
use mate::{is_conceivable, is_surely_attacked};
use moves::try_each_step;

fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}")).0
}

/// Positions that a side can never win, with the abstract states of which the proof consists.
const UNWINNABLE: [(&str, Color, usize); 28] = [
    ("8/3k4/8/8/8/3K4/8/8 w - -", Color::White, 1),
    ("4k3/4p3/8/8/8/8/8/4K3 w - -", Color::White, 1),
    ("3b4/3k4/8/8/8/3K4/3B4/8 w - -", Color::Black, 1),
    ("1q1q1q2/1k6/8/8/8/2K5/2N5/8 b - -", Color::White, 1),
    ("rr6/rk6/8/8/8/2K5/2B5/8 b - -", Color::White, 1),
    ("3b1b1k/2b1b1b1/1b1b1b2/2b5/4KB2/4B1B1/3B1B1B/2B1B1B1 w - -", Color::White, 1),
    ("7B/6PP/5P2/4N1PB/5QN1/1P3RPk/5P1P/5RK1 b - -", Color::White, 1),
    ("k7/P1K5/8/8/8/8/8/8 b - -", Color::White, 1),
    ("6k1/7P/4N1K1/8/8/8/8/8 b - -", Color::White, 16),
    ("1b6/2kQ4/K7/8/1q6/8/5p2/8 b - -", Color::Black, 2),
    ("1q2Q2k/8/5p1K/7P/8/8/8/8 b - -", Color::Black, 2),
    ("r1b5/1kp5/2p5/P1P5/8/8/5q2/7K w - -", Color::Black, 10),
    ("k1q5/1Q6/K1P5/PP6/8/8/8/8 b - -", Color::White, 6),
    ("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - -", Color::White, 1152),
    ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Color::White, 1152),
    ("8/4kb2/8/1p1p1p1p/1P1P1P1P/1b6/3B1K2/8 b - -", Color::White, 2304),
    ("5k2/4p3/3pPp2/2pP1Pp1/1pPK2Pp/pP5P/P7/8 w - -", Color::White, 613),
    ("bqn1KN2/rrk1pB2/nb1pPp1p/p1pP1PpP/PpP3P1/1P2N1R1/4Q3/1R4B1 w - -", Color::White, 33),
    ("4K3/8/8/8/8/p1p2p1p/P1pppp1P/bnrqkrnb w - -", Color::Black, 352),
    ("Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -", Color::White, 66),
    ("8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", Color::Black, 406),
    ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", Color::White, 2934),
    ("8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - -", Color::White, 29),
    ("k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w - -", Color::White, 311),
    ("6k1/1p1P2P1/1P4PK/2p3PP/8/8/2P5/8 w - -", Color::Black, 142),
    ("8/p1p1p3/8/6p1/6P1/6PK/P1P1P1PP/7k w - -", Color::White, 48_679),
    ("N1b1N1N1/1pPpPpPp/1P1P1P1P/8/8/8/8/k1K5 w - -", Color::White, 2921),
    ("2b5/1k6/3B4/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", Color::White, 2304),
];

/// Positions that a side can win.
const WINNABLE: [(&str, Color); 30] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::White),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -", Color::Black),
    ("2k5/8/8/8/8/8/8/2KR4 w - -", Color::White),
    ("2k5/3p4/8/8/8/8/8/2KB4 w - -", Color::White),
    ("2k5/3n4/8/8/8/8/8/2KB4 w - -", Color::White),
    ("4k1n1/8/8/8/8/8/8/4K1N1 w - -", Color::White),
    ("3b4/3k4/8/8/8/3K4/3P4/8 w - -", Color::Black),
    ("8/2P1K3/8/4k3/b7/8/8/8 w - -", Color::Black),
    ("8/1K6/2Pn4/8/8/k7/8/8 w - -", Color::Black),
    ("7k/7b/8/8/8/1N6/1KN5/8 w - -", Color::Black),
    ("2kr4/KQqq4/1Q6/8/8/8/8/8 b - -", Color::Black),
    ("8/8/4P1K1/3Pp3/3p4/8/8/6k1 b - -", Color::Black),
    ("7k/q5Q1/p4PPK/6PP/8/5P2/8/8 b - -", Color::White),
    ("1KN4r/QRRRRRRr/kq6/p1q1R3/PP1q1b2/4q3/5q2/1r4q1 b - -", Color::White),
    ("3q4/3N3K/8/5N2/8/7k/8/qqqqqqqq b - -", Color::White),
    ("BQ4R1/2Q5/3Q4/4Q1pp/5B1P/6QK/Rrrrrrrq/R4nk1 w - -", Color::Black),
    ("8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - g3", Color::White),
    ("k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w K -", Color::White),
    ("Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", Color::White),
    ("7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - -", Color::White),
    ("8/4kb2/8/1p1p1p1p/1P1P1P1P/1bB5/3B1K2/8 b - -", Color::Black),
    ("k1bK4/1p1p4/1PpPp3/2P1Pp2/2p1pP2/2p1P3/2P5/8 w - -", Color::Black),
    ("8/1p4p1/1Pp3p1/k1P3p1/1pP3Pb/1P4p1/6P1/7K w - -", Color::White),
    ("8/p1p1p3/8/6p1/6P1/6PK/P1P1P1PP/k7 w - -", Color::White),
    ("6k1/1p1PP1P1/1P4PK/2p3PP/8/8/2P5/8 w - -", Color::Black),
    ("6k1/p3p1P1/2p3PB/p5P1/8/4P3/PKP5/8 w - -", Color::Black),
    ("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -", Color::White),
    ("7k/8/8/3B4/8/6p1/1b4Pp/2b4K w - -", Color::White),
    ("N1b1N1N1/1pPpPpPp/1P1P1P1P/8/8/8/8/kb2B1K1 w - -", Color::White),
    ("2b1B3/1k6/3B4/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", Color::Black),
];

#[test]
fn a_position_too_hard_for_search_is_refuted_for_both_sides() {
    let position = position("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57");
    for winner in Color::ALL {
        let mut unspent = 100;
        let proof = refute(&position, winner, &mut unspent).expect("a proof");
        assert_eq!(100 - unspent, 64);
        assert!(check(&position, winner, &proof));
    }
}

#[test]
fn what_is_lost_is_refuted_with_so_many_states() {
    for (fen, winner, states) in UNWINNABLE {
        let position = position(fen);
        let proof = refute(&position, winner, &mut { 100_000 }).unwrap_or_else(|| panic!("{fen} {winner}: not refuted"));
        assert_eq!(proof.len(), states, "{fen} {winner}");
        assert!(check(&position, winner, &proof), "{fen} {winner}: the proof does not hold");
        assert!(check_misses_no_state(&position, winner, &proof), "{fen} {winner}: a state too many");
    }
}

/// Whether the checker sees it when a state is missing: each in turn, or a sample of many.
fn check_misses_no_state(position: &Position, winner: Color, proof: &AbstractProof) -> bool {
    let words: Vec<u64> = proof.states.words.iter().copied().collect();
    words.iter().step_by(words.len() / 20 + 1).all(|word| {
        let mut less = proof.clone();
        less.states.words.remove(word);
        !check(position, winner, &less)
    })
}

#[test]
fn what_can_be_won_is_not_refuted() {
    let budget = if long_run() { 3_000_000 } else { 20_000 };
    for (fen, winner) in WINNABLE {
        assert!(refute(&position(fen), winner, &mut { budget }).is_none(), "{fen} {winner}");
    }
}

#[test]
fn a_position_with_castling_rights_or_in_mate_is_not_looked_at() {
    // The first is no win for White, but only the second, without the right to castle, is refuted.
    let dead = "8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b";
    assert!(refute(&position(&format!("{dead} K -")), Color::White, &mut { 1_000 }).is_none());
    assert!(refute(&position(&format!("{dead} - -")), Color::White, &mut { 1_000 }).is_some());
    let mated = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w - -");
    assert!(refute(&mated, Color::Black, &mut { 1_000 }).is_none());
}

#[test]
fn a_proof_of_one_position_is_none_of_another() {
    let wall = position("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - -");
    let open = position("3k4/8/8/p2p2p1/P2P2P1/8/3K4/6R1 w - -");
    let proof = refute(&wall, Color::White, &mut { 10_000 }).expect("a proof");
    assert!(check(&wall, Color::White, &proof));
    assert!(check(&wall, Color::Black, &proof)); // the same wall, seen from the other side
    assert!(!check(&open, Color::White, &proof));
    assert!(!check(&position("3k4/8/8/p2p2p1/P2P4/8/3K2P1/8 w - -"), Color::White, &proof));
}

#[test]
fn each_legal_move_has_an_image_and_each_mate_is_conceivable() {
    let (mut moves, mut mates) = (0, 0);
    for seed in 0..if long_run() { 40_000 } else { 400 } {
        let mut chance = Chance(seed);
        let Some(start) = random_position(&mut chance) else { continue };
        let exact = chance.below(3);
        follow(start, exact, 30, &mut chance, &mut moves, &mut mates);
    }
    assert!(moves > 10_000 && mates > 50, "{moves} moves, {mates} mates");
}

#[test]
fn mates_by_all_kinds_of_moves_are_conceivable() {
    let mates_in_one = [
        "7k/8/7K/8/8/8/B7/7R w - -",      // the king steps out of the rook's way
        "6bk/7p/5N2/8/8/8/1B6/6K1 w - -", // the knight out of the bishop's
        "6rk/6pp/8/6N1/8/8/8/6K1 w - -",  // a knight, for their own men leave the king no square
        "k7/2P5/1K6/8/8/8/8/8 w - -",     // a promotion
    ];
    let (mut moves, mut mates) = (0, 0);
    for fen in mates_in_one {
        for exact in [0, 1, 2, 3, 4, 4] {
            follow(position(fen), exact, 3, &mut Chance(exact as u64), &mut moves, &mut mates);
        }
    }
    assert!(mates >= 40, "{mates} mates");
}

/// Walks at random from a position, with the image beside it; so many officers of four are exact.
fn follow(start: Position, exact: usize, plies: usize, chance: &mut Chance, moves: &mut u64, mates: &mut u64) {
    let mut layer = Layer::of(&start);
    for officer in &mut layer.officers {
        officer.exact = chance.below(4) < exact;
    }
    let exact_promotions = chance.below(2) == 0;
    layer.normalise();
    layer.sort();
    let mut now = start;
    for _ in 0..plies {
        let moment = Moment::of(&now);
        assert!(means(&State::new(&layer, moment), &now), "{}", Fen(&now));
        let legal = now.legal_moves();
        let chosen = chance.below(legal.len().max(1));
        let mut follows = None;
        for (index, &mv) in legal.iter().enumerate() {
            let next = now.play(mv);
            let mut images = Vec::new();
            let mut conceivable = false;
            let _ = try_each_step(&layer, moment, exact_promotions, |step| {
                let mut grown = step.layer.clone();
                if !step.same_layer {
                    grown.normalise();
                }
                // The search leaves out what is lost, and what is surely illegal: neither may be the only image.
                if !is_surely_attacked(step.layer, step.moment, now.turn()) && means(&State::new(&grown, step.moment), &next) {
                    conceivable |= is_conceivable(&step, now.turn());
                    assert!(!step.layer.is_lost(now.turn()) || !crate::rules::mate_by(next.board(), now.turn()).is_possible());
                    grown.sort();
                    images.push(grown);
                }
                ControlFlow::<()>::Continue(())
            });
            assert!(!images.is_empty(), "{} {mv:?} has no image in {layer:?}", Fen(&now));
            *moves += 1;
            if is_mated(&next, next.turn()) {
                *mates += 1;
                assert!(conceivable, "{} {mv:?} mates, but not in {layer:?}", Fen(&now));
            }
            if index == chosen {
                let image = chance.below(images.len());
                follows = Some((next, images.swap_remove(image)));
            }
        }
        let Some((next, image)) = follows else { break };
        (now, layer) = (next, image);
    }
}

#[test]
fn nothing_is_refuted_that_another_solver_can_win() {
    let (mut refuted, mut hard, mut asked) = (0, 0, 0);
    for seed in 0..if long_run() { 60_000 } else { 300 } {
        let mut chance = Chance(seed ^ 0xabc0_0000);
        let Some(position) = random_position(&mut chance) else { continue };
        for winner in Color::ALL {
            asked += 1;
            let Some(proof) = refute(&position, winner, &mut { 2_000 }) else { continue };
            refuted += 1;
            let shown = Fen(&position).to_string();
            assert!(check(&position, winner, &proof), "{shown} {winner}: the proof does not hold");
            if proof.len() < 300 {
                assert!(check_misses_no_state(&position, winner, &proof), "{shown} {winner}: a state too many");
            }
            assert!(!has_helpmate(&position, winner, 3_000), "{shown} {winner}: a helpmate");
            if crate::rules::mate_by(position.board(), winner).is_possible() {
                hard += 1;
                assert!(!chasolver_wins(&shown, winner), "{shown} {winner}: the other solver wins");
            }
        }
    }
    assert!(hard > 20, "{asked} asked, {refuted} refuted, {hard} of them not by material");
}

/// Whether chasolver knows a helpmate.
fn chasolver_wins(fen: &str, winner: Color) -> bool {
    let board = chess::Board::from_str(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
    let winner = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
    matches!(chasolver::winnability(&board, winner), Some(chasolver::Winnability::Winnable { .. }))
}

/// Whether breadth first comes to a mate among so many positions.
fn has_helpmate(start: &Position, winner: Color, most: usize) -> bool {
    let mut seen = HashSet::from([start.identity()]);
    let mut queue = std::collections::VecDeque::from([*start]);
    while let Some(now) = queue.pop_front() {
        if is_mated(&now, !winner) {
            return true;
        }
        for mv in now.legal_moves() {
            let next: Position = now.play(mv);
            if seen.len() < most && seen.insert(next.identity()) {
                queue.push_back(next);
            }
        }
    }
    false
}

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * count as u128) >> 64) as usize
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A random position: with a wall of pawns through the board (style 0 and 1), some of a wall, few men, or men at the edge;
/// none where chance makes no sense.
fn random_position(chance: &mut Chance) -> Option<Position> {
    let mut board = Board::EMPTY;
    let style = chance.below(5);
    let men = |color, role| Piece { color, role };
    let mut rank = 2 + chance.below(3);
    for file in File::ALL {
        let stands = match style {
            // Side by side on neighbouring ranks, no pawn can capture; on one rank, with a file between, no king passes.
            0 => {
                rank = (rank + 2 * chance.below(2)).clamp(2, 5) - 1;
                chance.below(20) > 0
            }
            1 => (file as usize).is_multiple_of(2) || chance.below(20) == 0,
            2 => {
                rank = 1 + chance.below(5);
                chance.below(2) == 0
            }
            _ => false,
        };
        if stands {
            board.put(Square::new(file, Rank::from_index(rank)), men(Color::White, Role::Pawn));
            board.put(Square::new(file, Rank::from_index(rank + 1)), men(Color::Black, Role::Pawn));
        }
    }
    let place = |board: &mut Board, chance: &mut Chance, piece: Piece, among: Bitboard| {
        let among = among & !board.occupied() & if piece.role == Role::Pawn { !Bitboard::BACK_RANKS } else { Bitboard::FULL };
        let squares: Vec<Square> = among.into_iter().collect();
        if !squares.is_empty() {
            board.put(chance.one_of(&squares), piece);
        }
    };
    let edge = Bitboard(0xffc3_8181_8181_c3ff);
    for color in Color::ALL {
        let home = Bitboard::rank(color.home_rank());
        let among = [home, home | home.forward(color), Bitboard::FULL, Bitboard::FULL, edge][style];
        place(&mut board, chance, men(color, Role::King), among);
    }
    let roles: &[Role] = match chance.below(if style < 2 { 3 } else { 4 }) {
        0 => &[Role::Bishop],
        1 => &[Role::Bishop, Role::Bishop, Role::Bishop, Role::Bishop, Role::Pawn],
        2 => &[Role::Bishop, Role::Knight, Role::Pawn],
        _ => &[Role::Bishop, Role::Knight, Role::Rook, Role::Queen, Role::Pawn],
    };
    for _ in 0..chance.below(if style < 2 { 3 } else { 6 }) {
        let piece = men(chance.one_of(&Color::ALL), chance.one_of(roles));
        let among = if style == 4 && chance.below(2) == 0 { edge } else { Bitboard::FULL };
        place(&mut board, chance, piece, among);
    }
    let turn = chance.one_of(&Color::ALL);
    let just_moved = board.of(!turn, Role::Pawn) & Bitboard::rank(Rank::R5.relative_to(turn));
    let passed: Vec<Square> = just_moved.into_iter().filter_map(|pawn| pawn.forward(turn)).collect();
    let en_passant = (!passed.is_empty()).then(|| chance.one_of(&passed));
    Setup { board, turn, castling: Vec::new(), en_passant, halfmove: 0, fullmove: 1 }.into_position().ok()
}

/// Whether the long run is asked for.
fn long_run() -> bool {
    std::env::var_os("LONG_TESTS").is_some_and(|value| value == "1")
}
