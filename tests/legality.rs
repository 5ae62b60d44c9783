//! Two statements of the law agree. The generator finds the legal moves as sets; the explainer walks the rules in reading
//! order and names the first one broken. In any position, of every intent that can be written, the explainer says yes to those
//! that the generator lists, and so does whoever looks for that one move. And the reason given is the right one: tables show each
//! reason with its squares.

mod common;

use std::collections::{HashMap, HashSet};

use chess_referee::board::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use chess_referee::notation::{CastlingStyle, MoveError, read_move};
use chess_referee::position::{CastlingSide, IllegalMove, Move, MoveIntent, Position, RightClaim, Setup, SetupFault};
use common::fixtures::suite;
use common::walk::{along_random_games, names};
use common::{fen, long_run, on_two_threads, position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

// ---------------------------------------------------------------- the two statements agree

#[test]
fn both_agree_on_every_intent_along_random_games() {
    let positions = if long_run() { 20_000 } else { 2_000 };
    on_two_threads(&[7_000_000, 8_000_000], |&first_seed| {
        along_random_games(first_seed, positions, |walk| assert_consistent(walk.position()));
    });
}

#[test]
fn both_agree_on_every_intent_in_the_suite_and_one_ply_on() {
    on_two_threads(&suite(), |line| {
        assert_consistent(&line.position);
        for mv in line.position.legal_moves().into_iter().step_by(8) {
            assert_consistent(&line.position.play(mv));
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if long_run() { 5_000 } else { 500 },
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_250),
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_agree_on_every_intent_after_any_moves(position in after_any_moves()) {
        assert_consistent(&position);
    }

    #[test]
    fn both_agree_on_every_intent_with_few_men(position in few_men()) {
        assert_consistent(&position);
    }
}

/// A Chess960 start, the standard one among them, and as many legal moves, each given by a number.
fn after_any_moves() -> impl Strategy<Value = Position> {
    let start = prop_oneof![Just(518), 0..960_u32];
    (start, prop::collection::vec(any::<u16>(), 0..120)).prop_map(|(start, choices)| {
        choices.into_iter().fold(Position::chess960(start).expect("a number below 960"), |position, choice| {
            let legal = position.legal_moves();
            if legal.is_empty() { position } else { position.play(legal[usize::from(choice) % legal.len()]) }
        })
    })
}

/// Two kings and up to seven other men, with all castling rights that are possible, and perhaps a pawn that has just passed.
fn few_men() -> impl Strategy<Value = Position> {
    let square = || (0..64_usize).prop_map(Square::from_index);
    let color = || prop::bool::ANY.prop_map(|white| if white { Color::White } else { Color::Black });
    let at_home = move |color: Color| (0..8_usize).prop_map(move |file| Square::new(File::from_index(file), color.home_rank()));
    let king = move |color: Color| (prop_oneof![at_home(color), square()], Just(Piece { color, role: Role::King }));
    let rook = move |color: Color| (at_home(color), Just(Piece { color, role: Role::Rook }));
    let any_man = (square(), color(), 0..5_usize).prop_map(|(square, color, role)| (square, Piece { color, role: Role::ALL[role] }));
    let man = prop_oneof![rook(Color::White), rook(Color::Black), any_man.clone(), any_man];
    let passed = prop::option::of((0..8_usize).prop_map(File::from_index));
    (king(Color::White), king(Color::Black), prop::collection::vec(man, 0..=7), color(), passed)
        .prop_filter_map("no sound set-up", |(white, black, men, turn, passed)| set_up(&[white, black], &men, turn, passed))
}

fn set_up(kings: &[(Square, Piece)], men: &[(Square, Piece)], turn: Color, passed: Option<File>) -> Option<Position> {
    let mut board = Board::EMPTY;
    for &(square, man) in kings.iter().chain(men) {
        if board.piece_at(square).is_none() && !(man.role == Role::Pawn && Bitboard::BACK_RANKS.has(square)) {
            board.put(square, man);
        }
    }
    if let Some(file) = passed {
        // The pawn that has passed, and one beside it.
        let rank = Rank::R5.relative_to(turn);
        let beside = File::from_index(if file == File::A { 1 } else { file as usize - 1 });
        for (file, color) in [(file, !turn), (beside, turn)] {
            let square = Square::new(file, rank);
            if board.role_at(square) != Some(Role::King) {
                board.put(square, Piece { color, role: Role::Pawn });
            }
        }
    }
    let claims = Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| RightClaim::Outermost { color, side }));
    let en_passant = passed.map(|file| Square::new(file, Rank::R6.relative_to(turn)));
    let mut setup = Setup { board, turn, castling: claims.collect(), en_passant, halfmove: 0, fullmove: 1 };
    if let Err(faults) = setup.clone().into_position() {
        setup.castling.retain(|&claim| !faults.contains(&SetupFault::NoSuchRight(claim)));
    }
    setup.into_position().ok()
}

/// Everything that the position says about its legal moves is one and the same, whichever way it is asked.
fn assert_consistent(position: &Position) {
    let fen = fen(position);
    let listed = position.legal_moves();
    let legal: HashSet<Move> = listed.iter().copied().collect();
    assert_eq!(listed.len(), legal.len(), "a move is listed twice: {fen}");
    assert_eq!(position.count_legal_moves() as usize, legal.len(), "count_legal_moves: {fen}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "has_legal_move: {fen}");
    for &mv in &legal {
        assert_eq!(position.find_legal(mv.intent()), Some(mv), "{mv:?} is not found by its own intent: {fen}");
        assert_eq!(position.board().role_at(mv.from()), Some(mv.role()), "{mv:?} is of another man: {fen}");
        assert!(position.allows(mv), "{mv:?} is not allowed: {fen}");
        let next = position.play(mv);
        for &other in &listed {
            assert_eq!(next.allows(other), next.find_legal(other.intent()) == Some(other), "{other:?} after {mv:?}: {fen}");
        }
    }
    assert_moves_from_each_square_add_up(position, &legal, &fen);
    assert_origins_are_those_of_the_moves(position, &legal, &fen);
    assert_both_agree(position, &legal, &fen);
}

fn assert_moves_from_each_square_add_up(position: &Position, legal: &HashSet<Move>, fen: &str) {
    for square in Square::ALL {
        let listed = position.legal_moves_from(square);
        let expected: HashSet<Move> = legal.iter().copied().filter(|mv| mv.from() == square).collect();
        assert_eq!(listed.len(), expected.len(), "legal_moves_from({square}): {fen}");
        assert_eq!(listed.into_iter().collect::<HashSet<_>>(), expected, "legal_moves_from({square}): {fen}");
    }
}

fn assert_origins_are_those_of_the_moves(position: &Position, legal: &HashSet<Move>, fen: &str) {
    let mut origins: HashMap<(Role, Square), Bitboard> = HashMap::new();
    for mv in legal.iter().filter(|mv| mv.castling().is_none()) {
        let role = position.board().role_at(mv.from()).expect("a move starts on a man");
        let from = origins.entry((role, mv.to())).or_default();
        *from = from.with(mv.from());
    }
    for role in Role::ALL {
        for to in Square::ALL {
            let expected = origins.get(&(role, to)).copied().unwrap_or_default();
            let found = position.legal_origins(role, to);
            assert_eq!(found, expected, "legal_origins({role:?}, {to}) has {}, not {}: {fen}", names(found), names(expected));
        }
    }
}

/// Whoever looks for one move and the explainer agree on every intent, and together they find exactly the moves that are generated.
fn assert_both_agree(position: &Position, legal: &HashSet<Move>, fen: &str) {
    let mut found = HashSet::new();
    for intent in every_intent() {
        let found_alone = position.find_legal(intent);
        let by_explainer = position.explain(intent);
        assert_eq!(found_alone, by_explainer.ok(), "{intent:?}, {by_explainer:?}: {fen}");
        assert_eq!(position.judge(intent), by_explainer, "{intent:?}: {fen}");
        found.extend(found_alone);
    }
    assert_eq!(found, *legal, "the intents find other moves than are listed: {fen}");
}

/// All that can be meant: from each square to each, with and without each role as a promotion, both castlings, nothing.
fn every_intent() -> impl Iterator<Item = MoveIntent> {
    let promotions = || Role::ALL.into_iter().map(Some).chain([None]);
    let steps = Square::ALL.into_iter().flat_map(move |from| {
        Square::ALL.into_iter().flat_map(move |to| promotions().map(move |promotion| MoveIntent::Step { from, to, promotion }))
    });
    steps.chain(CastlingSide::ALL.map(MoveIntent::Castle)).chain([MoveIntent::Null])
}

// ---------------------------------------------------------------- the reasons

/// A FEN, a move as two squares and perhaps a promotion letter (or `O-O`, `O-O-O`, `0000`), and the reason it is refused for.
type Refusal = (&'static str, &'static str, IllegalMove);

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const INITIAL_BLACK: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn a_move_starts_on_a_man_of_the_side_to_move() {
    assert_refused(&source_square());
}

#[test]
fn castling_needs_a_right_a_free_way_and_no_attack_on_the_way_of_the_king() {
    assert_refused(&castling());
}

#[test]
fn castling_in_chess960_follows_the_same_conditions() {
    assert_refused(&castling_960());
}

#[test]
fn a_pawn_goes_ahead_where_it_is_empty_and_aslant_where_it_captures() {
    assert_refused(&pawns());
}

#[test]
fn en_passant_is_for_the_next_move_only_and_must_not_expose_the_king() {
    assert_refused(&en_passant());
}

#[test]
fn each_man_has_its_own_way_and_jumps_over_nobody_but_the_knight() {
    assert_refused(&pieces());
}

#[test]
fn a_promotion_is_named_when_a_pawn_arrives_and_never_else() {
    assert_refused(&promotion());
}

#[test]
fn no_move_may_leave_the_own_king_in_check() {
    assert_refused(&king_safety());
}

#[test]
fn of_several_rules_broken_the_first_in_reading_order_is_named() {
    assert_refused(&first_of_several());
}

#[test]
fn every_reason_for_a_refusal_is_shown_twice_at_least() {
    let tables = [source_square(), castling(), castling_960(), pawns(), en_passant(), pieces(), promotion(), king_safety()];
    let mut shown: HashMap<&str, usize> = HashMap::new();
    for (_, _, reason) in tables.into_iter().flatten() {
        *shown.entry(reason.code()).or_default() += 1;
    }
    // `NoSuchMove` answers a move in SAN: no intent is refused for it (see the test below).
    for reason in IllegalMove::all().iter().filter(|&&reason| reason != IllegalMove::NoSuchMove) {
        let times = shown.get(reason.code()).copied().unwrap_or_default();
        assert!(times >= 2, "{} is shown {times} times", reason.code());
    }
}

#[test]
fn a_move_in_san_that_no_man_can_have_been_meant_to_make_is_no_such_move() {
    let no_such_move = Err(MoveError::Illegal { intent: None, reason: IllegalMove::NoSuchMove });
    for (fen, text) in [(INITIAL, "Nd5"), ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qe5"), ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "h4")] {
        assert_eq!(read_move(&position(fen), text, CastlingStyle::KingTarget, false), no_such_move, "{text} in {fen}");
    }
}

#[test]
fn a_capture_in_passing_is_legal_when_it_takes_the_pawn_that_gives_check() {
    let position = position("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1");
    assert!(position.in_check());
    assert!(position.judge(intent("e5d6")).is_ok());
}

#[test]
fn a_pinned_man_may_move_along_its_line() {
    let position = position("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(position.judge(intent("e2e8")).is_ok());
    assert!(position.judge(intent("e2e5")).is_ok());
}

#[test]
fn castling_is_legal_when_only_the_rook_passes_an_attacked_square() {
    let position = position("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(position.judge(intent("O-O-O")).is_ok());
}

#[test]
fn castling_may_be_meant_in_three_ways() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let [castling, onto_the_rook, two_squares] = ["O-O-O", "e1a1", "e1c1"].map(|text| position.judge(intent(text)));
    assert!(castling.is_ok());
    assert_eq!(castling, onto_the_rook);
    assert_eq!(castling, two_squares);
}

fn source_square() -> Vec<Refusal> {
    vec![
        (INITIAL, "0000", IllegalMove::NullMove),
        (INITIAL, "e2e2", IllegalMove::NullMove),
        (INITIAL, "e4e5", IllegalMove::NoPiece { at: Square::E4 }),
        (INITIAL_BLACK, "a3a4", IllegalMove::NoPiece { at: Square::A3 }),
        (INITIAL, "e7e5", IllegalMove::OpponentPiece { at: Square::E7 }),
        (INITIAL_BLACK, "g1f3", IllegalMove::OpponentPiece { at: Square::G1 }),
        (INITIAL, "a1a2", IllegalMove::OwnPiece { at: Square::A2 }),
        (INITIAL, "e1d1", IllegalMove::OwnPiece { at: Square::D1 }),
        (INITIAL_BLACK, "g8e7", IllegalMove::OwnPiece { at: Square::E7 }),
        ("4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "e2e3", IllegalMove::OwnPiece { at: Square::E3 }),
    ]
}

fn castling() -> Vec<Refusal> {
    use IllegalMove::{CastlingBlocked, CastlingInCheck, CastlingIntoCheck, CastlingNoRight, CastlingThroughCheck};
    vec![
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", CastlingNoRight),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", CastlingNoRight),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", CastlingNoRight),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1c1", CastlingNoRight),
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O-O", CastlingNoRight),
        (INITIAL, "O-O", CastlingBlocked { at: Square::F1 }),
        (INITIAL, "e1c1", CastlingBlocked { at: Square::D1 }),
        ("4k3/8/8/8/8/8/8/RNB1K3 w Q - 0 1", "O-O-O", CastlingBlocked { at: Square::C1 }),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", CastlingBlocked { at: Square::B1 }),
        ("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "e1g1", CastlingBlocked { at: Square::G1 }),
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", CastlingInCheck { by: squares("e8") }),
        ("4r1k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1", "e1c1", CastlingInCheck { by: squares("d3 e8") }),
        ("r3k2r/8/3N4/8/8/8/8/4K3 b kq - 0 1", "O-O-O", CastlingInCheck { by: squares("d6") }),
        ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", CastlingThroughCheck { at: Square::F1, by: squares("f8") }),
        ("5rk1/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1h1", CastlingThroughCheck { at: Square::F1, by: squares("c4 f8") }),
        ("3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", CastlingThroughCheck { at: Square::D1, by: squares("d8") }),
        ("r3k2r/2P5/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", CastlingThroughCheck { at: Square::D8, by: squares("c7") }),
        ("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", CastlingIntoCheck { at: Square::G1, by: squares("g8") }),
        ("4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "e1g1", CastlingIntoCheck { at: Square::G1, by: squares("h2") }),
        ("2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", CastlingIntoCheck { at: Square::C1, by: squares("c8") }),
        ("r3k2r/8/8/8/8/7B/8/4K3 b kq - 0 1", "e8c8", CastlingIntoCheck { at: Square::C8, by: squares("h3") }),
    ]
}

fn castling_960() -> Vec<Refusal> {
    use IllegalMove::{CastlingBlocked, CastlingInCheck, CastlingIntoCheck, CastlingNoRight, CastlingThroughCheck};
    vec![
        // The right belongs to the inner rook, the king is put onto the outer one.
        ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "e1h1", CastlingNoRight),
        ("1rk5/8/8/8/8/8/8/4K3 b - - 0 1", "c8b8", CastlingNoRight),
        // The king is on its last square already; the rook's is not free.
        ("4k3/8/8/8/8/8/8/1RKN4 w B - 0 1", "O-O-O", CastlingBlocked { at: Square::D1 }),
        ("4k3/8/8/8/8/8/8/1K2N1BR w H - 0 1", "b1h1", CastlingBlocked { at: Square::E1 }),
        ("5rk1/8/8/8/8/8/8/R4K1R w HA - 0 1", "O-O-O", CastlingInCheck { by: squares("f8") }),
        ("1k4r1/8/3N4/8/8/8/8/4K3 b g - 0 1", "b8g8", CastlingThroughCheck { at: Square::C8, by: squares("d6") }),
        ("1k4r1/8/8/8/8/6B1/8/4K3 b g - 0 1", "b8g8", CastlingInCheck { by: squares("g3") }),
        // A long way: the first attacked square counts, seen from the king.
        ("3rr1k1/8/8/8/8/8/8/1K5R w H - 0 1", "O-O", CastlingThroughCheck { at: Square::D1, by: squares("d8") }),
        ("2krr3/8/8/8/8/8/8/R5K1 w A - 0 1", "O-O-O", CastlingThroughCheck { at: Square::E1, by: squares("e8") }),
        // The rook goes away and lets the queen through.
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "O-O-O", CastlingIntoCheck { at: Square::C1, by: squares("a1") }),
        ("4k3/8/8/8/8/8/8/5KRq w G - 0 1", "f1g1", CastlingIntoCheck { at: Square::G1, by: squares("h1") }),
    ]
}

fn pawns() -> Vec<Refusal> {
    use IllegalMove::{BadGeometry, PawnBlocked, PawnNoCapture, PawnNotHome};
    vec![
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", PawnNotHome),
        ("4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", PawnNotHome),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3", PawnBlocked { at: Square::E3, double: false }),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", PawnBlocked { at: Square::E3, double: true }),
        ("4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "e2e4", PawnBlocked { at: Square::E3, double: true }),
        ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", PawnBlocked { at: Square::E4, double: true }),
        ("4k3/4p3/8/4N3/8/8/8/4K3 b - - 0 1", "e7e5", PawnBlocked { at: Square::E5, double: true }),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8Q", PawnBlocked { at: Square::E8, double: false }),
        (INITIAL, "e2d3", PawnNoCapture { at: Square::D3 }),
        (INITIAL_BLACK, "h7g6", PawnNoCapture { at: Square::G6 }),
        ("4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", "e5d6", PawnNoCapture { at: Square::D6 }),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", "e4d5", PawnNoCapture { at: Square::D5 }),
        (INITIAL, "e2e5", BadGeometry { role: Role::Pawn }),
        (INITIAL, "e2g4", BadGeometry { role: Role::Pawn }),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", BadGeometry { role: Role::Pawn }),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4f4", BadGeometry { role: Role::Pawn }),
        ("4k3/8/8/8/7P/8/8/4K3 w - - 0 1", "h4a5", BadGeometry { role: Role::Pawn }),
    ]
}

fn en_passant() -> Vec<Refusal> {
    use IllegalMove::{CheckNotMet, EnPassantExpired, Pinned};
    vec![
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", EnPassantExpired { at: Square::D5 }),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", "e4d3", EnPassantExpired { at: Square::D4 }),
        // Another pawn has just passed.
        ("4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", "e5d6", EnPassantExpired { at: Square::D5 }),
        // Pinned on the file, on the diagonal, and on the rank where both pawns leave.
        ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Pinned { by: squares("e8") }),
        ("k6b/8/8/3pP3/8/2K5/8/8 w - d6 0 1", "e5d6", Pinned { by: squares("h8") }),
        ("k7/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", Pinned { by: squares("h5") }),
        // The double step uncovers a check that the capture does not answer.
        ("4b2k/8/8/3pP3/K7/8/8/8 w - d6 0 1", "e5d6", CheckNotMet { by: squares("e8") }),
        ("8/8/8/k7/3Pp3/8/8/4B1K1 b - d3 0 1", "e4d3", CheckNotMet { by: squares("e1") }),
    ]
}

fn pieces() -> Vec<Refusal> {
    use IllegalMove::{BadGeometry, PathBlocked};
    vec![
        (INITIAL, "b1b3", BadGeometry { role: Role::Knight }),
        (INITIAL, "f1f3", BadGeometry { role: Role::Bishop }),
        (INITIAL, "a1b3", BadGeometry { role: Role::Rook }),
        (INITIAL, "d1e3", BadGeometry { role: Role::Queen }),
        (INITIAL, "e1e3", BadGeometry { role: Role::King }),
        ("4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1f1", BadGeometry { role: Role::King }),
        ("4k3/8/8/8/8/8/4K3/8 w - - 0 1", "e2g2", BadGeometry { role: Role::King }),
        (INITIAL, "a1a3", PathBlocked { at: Square::A2 }),
        (INITIAL, "d1d7", PathBlocked { at: Square::D2 }),
        (INITIAL_BLACK, "c8h3", PathBlocked { at: Square::D7 }),
        ("4k3/8/8/8/8/8/6K1/R1n1n3 w - - 0 1", "a1h1", PathBlocked { at: Square::C1 }),
        ("4k3/8/8/8/8/8/6K1/2n1n2R w - - 0 1", "h1a1", PathBlocked { at: Square::E1 }),
    ]
}

fn promotion() -> Vec<Refusal> {
    use IllegalMove::{PromotionMissing, PromotionNotAllowed, PromotionPiece};
    vec![
        (INITIAL, "e2e4Q", PromotionNotAllowed),
        (INITIAL, "b1c3Q", PromotionNotAllowed),
        ("7k/8/4P3/8/8/8/8/4K3 w - - 0 1", "e6e7Q", PromotionNotAllowed),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1R", PromotionNotAllowed),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8K", PromotionPiece),
        ("7k/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1P", PromotionPiece),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", PromotionMissing),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8", PromotionMissing),
        ("7k/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1", PromotionMissing),
    ]
}

fn king_safety() -> Vec<Refusal> {
    use IllegalMove::{CheckNotMet, KingIntoCheck, Pinned};
    vec![
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", KingIntoCheck { by: squares("a2") }),
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", KingIntoCheck { by: squares("e3") }),
        // Away along the line of the check: the king does not shield the square behind it.
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", KingIntoCheck { by: squares("a1") }),
        // The checker is protected, twice.
        ("4k3/8/8/8/1b6/8/r2q4/4K3 w - - 0 1", "e1d2", KingIntoCheck { by: squares("a2 b4") }),
        ("4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", CheckNotMet { by: squares("e8") }),
        ("4r1k1/8/8/8/8/8/4P3/3K3r w - - 0 1", "e2e3", CheckNotMet { by: squares("h1") }),
        // A double check: to take one of the two is not enough.
        ("4r1k1/8/8/8/8/R2n4/8/4K3 w - - 0 1", "a3d3", CheckNotMet { by: squares("d3 e8") }),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", Pinned { by: squares("e8") }),
        ("6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", Pinned { by: squares("h4") }),
        ("4k3/4r3/8/8/8/8/8/4RK2 b - - 0 1", "e7a7", Pinned { by: squares("e1") }),
        // It would take the checker, but is pinned by another.
        ("4r1k1/8/8/8/8/3n4/4B3/4K3 w - - 0 1", "e2d3", Pinned { by: squares("e8") }),
    ]
}

fn first_of_several() -> Vec<Refusal> {
    use IllegalMove::{
        CastlingBlocked, CastlingInCheck, CastlingNoRight, CastlingThroughCheck, CheckNotMet, NullMove, OwnPiece, PathBlocked, PawnBlocked,
        PawnNotHome, Pinned, PromotionMissing, PromotionPiece,
    };
    vec![
        (INITIAL, "e5e5", NullMove),
        ("4k3/8/8/8/8/8/8/R3KB1R w Q - 0 1", "O-O", CastlingNoRight),
        ("4r1k1/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", CastlingBlocked { at: Square::B1 }),
        ("4rrk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", CastlingInCheck { by: squares("e8") }),
        ("5rr1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", CastlingThroughCheck { at: Square::F1, by: squares("f8") }),
        ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1Q", CastlingThroughCheck { at: Square::F1, by: squares("f8") }),
        (INITIAL, "b1b2", OwnPiece { at: Square::B2 }),
        ("4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "e3e5", PawnNotHome),
        (INITIAL, "a1a3Q", PathBlocked { at: Square::A2 }),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8K", PawnBlocked { at: Square::E8, double: false }),
        ("k7/r3P2K/8/8/8/8/8/8 w - - 0 1", "e7e8", PromotionMissing),
        ("k7/r3P2K/8/8/8/8/8/8 w - - 0 1", "e7e8K", PromotionPiece),
        ("k7/r3P2K/8/8/8/8/8/8 w - - 0 1", "e7e8Q", Pinned { by: squares("a7") }),
        // The knight is pinned too, but the check comes first.
        ("4r1k1/8/8/8/8/3n4/4N3/4K3 w - - 0 1", "e2c3", CheckNotMet { by: squares("d3") }),
    ]
}

fn assert_refused(refusals: &[Refusal]) {
    for &(fen, text, expected) in refusals {
        let (position, intent) = (position(fen), intent(text));
        assert_eq!(position.judge(intent), Err(expected), "{text} in {fen}");
        assert_eq!(position.explain(intent), Err(expected), "{text} in {fen}");
    }
}

/// What a move of the tables means.
fn intent(text: &str) -> MoveIntent {
    let square = |part: &str| Square::parse(part.as_bytes()).unwrap_or_else(|| panic!("{text} has no square {part}"));
    match text {
        "0000" => MoveIntent::Null,
        "O-O" => MoveIntent::Castle(CastlingSide::King),
        "O-O-O" => MoveIntent::Castle(CastlingSide::Queen),
        _ => {
            let promotion = text.as_bytes().get(4).and_then(|&letter| Role::from_letter(letter));
            MoveIntent::Step { from: square(&text[..2]), to: square(&text[2..4]), promotion }
        }
    }
}

/// The squares that are named, with spaces between them.
fn squares(text: &str) -> Bitboard {
    text.split(' ').map(|name| Square::parse(name.as_bytes()).expect("a square")).collect()
}
