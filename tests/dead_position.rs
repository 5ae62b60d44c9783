//! Who can still mate: known answers, evidence that holds, evidence that was tampered with, and another program's opinion.
//!
//! With `LONG_TESTS=1` the opinion is asked on a hundred thousand questions.

mod common;

use std::str::FromStr;

use chasolver::Winnability;
use chess_referee::board::{Bitboard, Board, Color, File, Piece, Rank, Square};
use chess_referee::position::{Move, MoveKind, Position, RightClaim, Setup};
use chess_referee::rules::dead_position::{
    Closure, DEFAULT_BUDGET, ForcedEnd, ForcedLine, Known, Proof, ReachTable, Verdict, checker, judge, mate_by, may_be_dead,
};
use common::chance::Chance;
use common::corpus::Class;
use common::{fen, long_run, on_two_threads, position};

/// Known answers, a line each: class, intended winner, position. One has too many men to be a position.
const FACTS: &str = include_str!("../fixtures/dead_position/facts.txt");

/// Known answers that four times the default budget does not reach; they must not be told wrong.
const TOO_HARD: [&str; 1] = ["k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -"];

/// Enough for nearly every question of these tests.
const BUDGET: u64 = 300_000;

/// `true`: it can mate; `false`: it never can; `None`: the budget did not tell.
fn can_mate(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown { .. } => None,
    }
}

/// The verdict of a position, its evidence checked.
fn ask(position: &Position, winner: Color, budget: u64) -> Verdict {
    let verdict = judge(position, winner, budget);
    assert!(checker::holds(position, winner, &verdict), "{} for {winner}: {verdict:?}", fen(position));
    verdict
}

fn facts() -> Vec<(bool, Color, &'static str, Option<Position>)> {
    let lines = FACTS.lines().filter(|line| !line.starts_with('#'));
    let fact = |line: &'static str| {
        let [class, winner, fen] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("a broken line: {line}") };
        let winner = Color::ALL.into_iter().find(|color| color.name() == winner).expect("a colour");
        (class == "winnable", winner, fen, chess_referee::parse_fen(&format!("{fen} 0 1")).ok().map(|(position, _)| position))
    };
    lines.map(fact).collect()
}

#[test]
fn the_known_answers_are_found() {
    let facts = facts();
    assert_eq!(facts.len(), 60);
    let refused = facts.iter().filter(|(.., position)| position.is_none()).count();
    assert!(refused <= 1, "{refused} are no positions");
    on_two_threads(&facts, |(winnable, winner, fen, position)| {
        if let Some(position) = position {
            let found = can_mate(&ask(position, *winner, 4 * DEFAULT_BUDGET));
            let may_be_unknown = found.is_none() && TOO_HARD.contains(fen);
            assert!(may_be_unknown || found == Some(*winnable), "{fen} for {winner}: {found:?}");
        }
    });
}

#[test]
fn each_kind_of_proof_decides_something() {
    let mut codes: Vec<&str> = Vec::new();
    for (_, winner, _, position) in facts() {
        if let Some(position) = position
            && let Verdict::Unwinnable(proof) = judge(&position, winner, BUDGET)
        {
            codes.push(proof.code());
        }
    }
    for code in Proof::CODES {
        assert!(codes.contains(&code), "none of the known answers is decided by {code}");
    }
    assert!(codes.iter().all(|code| Proof::CODES.contains(code)));
}

#[test]
fn a_line_that_never_ends_is_a_proof() {
    // Each king has one move, there and back again; no other man has any.
    let position = position("5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1");
    for winner in Color::ALL {
        let Verdict::Unwinnable(Proof::Forced(line)) = ask(&position, winner, BUDGET) else { panic!("a forced line") };
        assert_eq!((line.moves.len(), &line.end), (4, &ForcedEnd::Repeats));
        let shorter = ForcedLine { moves: line.moves[..3].to_vec(), end: ForcedEnd::Repeats };
        assert!(!holds(&position, winner, Proof::Forced(shorter)));
    }
}

#[test]
fn castling_and_capturing_in_passing_may_make_the_difference() {
    let pairs = [
        ("k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w K - 0 1", "k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w - - 0 1"),
        ("8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - g3 0 1", "8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - - 0 1"),
    ];
    for (with, without) in pairs {
        assert_eq!(can_mate(&ask(&position(with), Color::White, BUDGET)), Some(true), "{with}");
        assert_eq!(can_mate(&ask(&position(without), Color::White, BUDGET)), Some(false), "{without}");
    }
}

#[test]
fn a_capture_in_passing_that_alone_opens_a_wall_is_found_at_once() {
    let walls = [
        ("8/2k3p1/5pP1/4pP2/3pP3/pBpP4/P1P3B1/6K1 b - e3 0 1", Color::White),
        ("k7/8/2p1b3/1pPp4/1P1Pp1p1/2B1PpP1/5P2/4K3 w - d6 0 1", Color::Black),
    ];
    for (fen, winner) in walls {
        // Behind any other move there is no mate to be found for hundreds of times as much.
        let Verdict::Winnable(line) = ask(&position(fen), winner, 1_000) else { panic!("{fen}") };
        assert_eq!(line.first().map(|mv| mv.kind()), Some(MoveKind::EnPassant), "{fen}");
    }
}

// ---------------------------------------------------------------- another program's opinion

#[test]
fn chasolver_agrees() {
    let each = if long_run() { 17_000 } else { 250 };
    let jobs: Vec<(Class, u64)> = (0..each).flat_map(|seed| Class::ALL.map(|class| (class, 1_000_000 + seed))).collect();
    on_two_threads(&jobs, |&(class, seed)| {
        let position = class.position(seed);
        let fen = fen(&position);
        let board = chess::Board::from_str(&fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
        for winner in Color::ALL {
            let ours = can_mate(&ask(&position, winner, BUDGET));
            let their_winner = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
            let theirs =
                chasolver::winnability(&board, their_winner).map(|winnability| matches!(winnability, Winnability::Winnable { .. }));
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                assert_eq!(ours, theirs, "{class:?} {seed}: {fen} for {winner} (ours left, chasolver's right)");
            }
        }
    });
}

// ---------------------------------------------------------------- what needs no label

/// The position with the colours changed over and the board turned upside down.
fn flipped(position: &Position) -> Position {
    turned(position, |square| Square::new(square.file(), Rank::from_index(7 - square.rank() as usize)), |color| !color)
}

/// The position in a mirror, left and right changed over; it has no castling rights.
fn mirrored(position: &Position) -> Position {
    turned(position, |square| Square::new(File::from_index(7 - square.file() as usize), square.rank()), |color| color)
}

fn turned(position: &Position, square: impl Fn(Square) -> Square, color: impl Fn(Color) -> Color) -> Position {
    let mut board = Board::EMPTY;
    for at in position.board().occupied() {
        let man = position.board().piece_at(at).expect("a man");
        board.put(square(at), Piece { color: color(man.color), role: man.role });
    }
    let setup = Setup::from(position);
    let castling = position.castling().iter().map(|(owner, _, rook)| RightClaim::OnFile { color: color(owner), file: square(rook).file() });
    let turned = Setup {
        board,
        turn: color(setup.turn),
        castling: castling.collect(),
        en_passant: setup.en_passant.map(&square),
        halfmove: setup.halfmove,
        fullmove: setup.fullmove,
    };
    turned.into_position().unwrap_or_else(|faults| panic!("{}: {faults:?}", fen(position)))
}

/// Neither answer may contradict the other; that one of them is not found is no contradiction.
fn assert_no_contradiction(one: &Verdict, other: &Verdict, what: &str) {
    if let (Some(one), Some(other)) = (can_mate(one), can_mate(other)) {
        assert_eq!(one, other, "{what}");
    }
}

fn some_positions(first: u64) -> Vec<Position> {
    let each = if long_run() { 2_000 } else { 60 };
    Class::ALL.into_iter().flat_map(|class| (first..first + each).map(move |seed| class.position(seed))).collect()
}

#[test]
fn turning_the_board_changes_nothing() {
    on_two_threads(&some_positions(2_000_000), |position| {
        for winner in Color::ALL {
            let verdict = ask(position, winner, BUDGET);
            assert_no_contradiction(&verdict, &ask(&flipped(position), !winner, BUDGET), &format!("{} flipped", fen(position)));
            if position.castling().is_empty() {
                assert_no_contradiction(&verdict, &ask(&mirrored(position), winner, BUDGET), &format!("{} mirrored", fen(position)));
            }
        }
    });
}

#[test]
fn a_position_can_be_won_exactly_where_one_of_its_moves_keeps_it_so() {
    on_two_threads(&some_positions(3_000_000), |position| {
        let moves = position.legal_moves();
        for winner in Color::ALL.into_iter().filter(|_| !moves.is_empty()) {
            let children: Option<Vec<bool>> = moves.iter().map(|&mv| can_mate(&ask(&position.play(mv), winner, BUDGET))).collect();
            if let (Some(children), Some(whole)) = (children, can_mate(&ask(position, winner, BUDGET))) {
                assert_eq!(whole, children.contains(&true), "{} for {winner}", fen(position));
            }
        }
    });
}

#[test]
fn what_can_no_longer_be_won_stays_so_along_a_game() {
    let walls: Vec<Position> = (0..if long_run() { 500 } else { 20 }).map(|seed| Class::Walls.position(4_000_000 + seed)).collect();
    on_two_threads(&walls, |start| {
        let mut chance = Chance::new(start.key().0);
        let (mut now, mut lost) = (*start, [false; 2]);
        for _ in 0..60 {
            for winner in Color::ALL {
                let can = can_mate(&ask(&now, winner, BUDGET));
                assert!(!(lost[winner as usize] && can == Some(true)), "from {} to {} for {winner}", fen(start), fen(&now));
                lost[winner as usize] |= can == Some(false);
            }
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            now = now.play(chance.one_of(&moves));
        }
    });
}

#[test]
fn the_screen_shows_the_walls_and_passes_over_the_rest() {
    assert!(may_be_dead(&position("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1")));
    assert!(may_be_dead(&position("8/3k4/8/8/8/3K4/8/8 w - - 0 1")));
    assert!(!may_be_dead(&Position::initial()));
}

// ---------------------------------------------------------------- evidence that was tampered with

/// Each proof of a kind among the known answers, with what it is about; followed through forced lines.
fn proofs() -> Vec<(Position, Color, Proof)> {
    let mut found = Vec::new();
    for (_, winner, _, position) in facts() {
        let Some(mut position) = position else { continue };
        let Verdict::Unwinnable(mut proof) = judge(&position, winner, BUDGET) else { continue };
        while let Proof::Forced(line) = &proof {
            let ForcedEnd::Proved(end) = &line.end else { break };
            position = line.moves.iter().fold(position, |position, &mv| position.play(mv));
            proof = (**end).clone();
        }
        found.push((position, winner, proof));
    }
    found
}

fn holds(position: &Position, winner: Color, proof: Proof) -> bool {
    checker::holds(position, winner, &Verdict::Unwinnable(proof))
}

#[test]
fn a_line_with_a_move_lost_changed_or_added_is_refused() {
    for (_, winner, fen, position) in facts() {
        let Some(position) = position else { continue };
        let Verdict::Winnable(line) = judge(&position, winner, BUDGET) else { continue };
        let refused = |line: Vec<Move>| !checker::holds(&position, winner, &Verdict::Winnable(line));
        assert!(!refused(line.clone()));
        assert!(!checker::holds(&position, !winner, &Verdict::Winnable(line.clone())), "{fen}: mate by the wrong side");
        if let Some((last, rest)) = line.split_last() {
            assert!(refused(rest.to_vec()), "{fen}: the mate left out");
            assert!(refused([&line[..], &[*last]].concat()), "{fen}: a move after the mate");
        }
        for at in 1..line.len() {
            let mut swapped = line.clone();
            swapped.swap(at - 1, at);
            assert!(refused(swapped), "{fen}: moves {at} and {} changed over", at + 1);
        }
    }
}

#[test]
fn a_reach_table_with_a_square_left_out_is_refused() {
    let mut tried = 0;
    for (position, winner, proof) in proofs() {
        let Proof::Saturation(table) = proof else { continue };
        assert!(holds(&position, winner, Proof::Saturation(table.clone())));
        for man in 0..table.reach.len() {
            for square in table.reach[man] {
                // The table is the least one: without any of its squares it is closed no more.
                let mut less = table.clone();
                less.reach[man] = less.reach[man].without(square);
                assert!(!holds(&position, winner, Proof::Saturation(less)), "{}: {square} left out", fen(&position));
                tried += 1;
            }
        }
        for square in table.captured {
            let less = ReachTable { captured: table.captured.without(square), ..table.clone() };
            assert!(!holds(&position, winner, Proof::Saturation(less)), "{}: {square} not captured", fen(&position));
        }
        for square in table.promoted {
            let less = ReachTable { promoted: table.promoted.without(square), ..table.clone() };
            assert!(!holds(&position, winner, Proof::Saturation(less)), "{}: {square} not promoted", fen(&position));
        }
        let shorter = ReachTable { reach: table.reach[1..].to_vec(), ..table.clone() };
        assert!(!holds(&position, winner, Proof::Saturation(shorter)));
        let everywhere = ReachTable { reach: vec![Bitboard::FULL; table.reach.len()], captured: Bitboard::FULL, promoted: Bitboard::FULL };
        assert!(!holds(&position, winner, Proof::Saturation(everywhere)), "{}: a table that excludes nothing", fen(&position));
    }
    assert!(tried > 100, "{tried} squares left out");
}

#[test]
fn a_closure_with_a_position_left_out_is_refused() {
    let mut chance = Chance::new(5);
    let mut tried = 0;
    for (position, winner, proof) in proofs() {
        let Proof::Closure(closure) = proof else { continue };
        assert!(holds(&position, winner, Proof::Closure(closure.clone())));
        let size = closure.members.len();
        for _ in 0..if size > 1_000 { 3 } else { 30 } {
            let at = chance.below(size);
            let mut less = closure.clone();
            less.members.remove(at);
            assert!(!holds(&position, winner, Proof::Closure(less)), "{}: member {at} of {size} left out", fen(&position));
            tried += 1;
        }
        if !closure.rim.is_empty() {
            let less = Closure { rim: closure.rim[1..].to_vec(), ..closure.clone() };
            assert!(!holds(&position, winner, Proof::Closure(less)), "{}: a position of the rim left out", fen(&position));
            let mut worse = closure.clone();
            worse.rim[0].1.reach.fill(Bitboard::FULL);
            assert!(!holds(&position, winner, Proof::Closure(worse)), "{}: a table of the rim that excludes nothing", fen(&position));
        }
    }
    assert!(tried > 30, "{tried} positions left out");
}

#[test]
fn a_position_that_is_remembered_keeps_its_captures_in_passing() {
    for fen in
        ["8/8/pp6/kp6/pPp5/2K5/8/8 b - b3 0 1", "8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - g3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"]
    {
        let position = position(fen);
        let remembered = Known::from(&position).position();
        let sorted = |position: &Position| {
            let mut moves: Vec<_> = position.legal_moves().into_iter().map(|mv| (mv.from(), mv.to())).collect();
            moves.sort_unstable();
            moves
        };
        assert_eq!(sorted(&remembered), sorted(&position), "{fen}");
    }
    // Both moves are captures in passing, and leave White a bare king.
    let verdict = ask(&position("8/8/pp6/kp6/pPp5/2K5/8/8 b - b3 0 1"), Color::White, DEFAULT_BUDGET);
    assert!(matches!(verdict, Verdict::Unwinnable(_)), "{verdict:?}");
}

#[test]
fn a_closure_that_holds_a_mate_is_refused() {
    let mate = position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    let closure = Closure { members: vec![Known::from(&mate)], rim: Vec::new() };
    assert!(!holds(&mate, Color::White, Proof::Closure(closure.clone())));
    // For the other side it is a proof: the game is over.
    assert!(holds(&mate, Color::Black, Proof::Closure(closure)));
}

#[test]
fn a_proof_of_another_position_is_refused() {
    let proofs = proofs();
    for (position, winner, _) in &proofs {
        for (_, _, proof) in proofs.iter().filter(|(other, ..)| other.identity() != position.identity()) {
            // What is not true of itself is refused; the material and the end of the game may be true of both.
            if matches!(proof, Proof::Closure(_)) {
                assert!(!holds(position, *winner, proof.clone()), "{}", fen(position));
            }
        }
    }
    let initial = Position::initial();
    for (_, _, proof) in proofs {
        assert!(!holds(&initial, Color::White, proof.clone()), "{}", proof.code());
    }
}

#[test]
fn forced_lines_are_held_against_the_moves() {
    let position = position("k7/P1K5/8/8/8/8/8/8 b - - 0 1");
    let Verdict::Unwinnable(Proof::Forced(line)) = judge(&position, Color::White, BUDGET) else { panic!("forced") };
    assert!(holds(&position, Color::White, Proof::Forced(line.clone())));
    let mut shorter = line.clone();
    shorter.moves.pop();
    assert!(!holds(&position, Color::White, Proof::Forced(shorter)));
    let repeats = ForcedLine { end: ForcedEnd::Repeats, ..line };
    assert!(!holds(&position, Color::White, Proof::Forced(repeats)));
}

#[test]
fn the_material_is_looked_at_again() {
    let position = position("8/3k4/8/8/8/3K4/8/8 w - - 0 1");
    assert!(holds(&position, Color::White, Proof::Material(mate_by(position.board(), Color::White))));
    assert!(!holds(&position, Color::White, Proof::Material(chess_referee::MateBy::LoneKnight)));
    assert!(!holds(&Position::initial(), Color::White, Proof::Material(chess_referee::MateBy::BareKing)));
    assert!(!holds(&Position::initial(), Color::White, Proof::Material(chess_referee::MateBy::Possible)));
    assert!(!holds(&Position::initial(), Color::White, Proof::Terminal));
}
