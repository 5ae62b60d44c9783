//! Whether a side could mate, by its men and the other's (5.1.2, 5.2.2, 6.9, 7.5.5): every case of the table. Each "possible"
//! stands with a position that is mate by exactly those men, or one legal move before it; each "never" is walked through.

use chess_referee::board::{between, bishop_attacks, king_attacks, knight_attacks};
use chess_referee::rules::{MateBy, Prospects, checkmate, mate_by};
use chess_referee::{
    Bitboard, Board, CastlingStyle, Color, DeadPositionRule, Draw, File, Outcome, Piece, Position, Rank, Role, Rulebook, Setup, Square,
    Win, parse_fen, read_move,
};
use proptest::prelude::*;

/// Whoever mates here has these men beside the king (Black), and mates one who has those (White). `B` is a bishop, `O` one on
/// the other colour than the winner's bishop. The move, where there is one, is legal and mates.
const POSSIBLE: [(&str, &str, &str, &str); 55] = [
    // A pawn becomes what it likes.
    ("P", "", "8/8/8/8/8/1k6/3p4/K7 b - - 0 1", "d1=Q"),
    ("P", "Q", "8/8/8/8/8/1k6/4p3/QK6 b - - 0 1", "e1=Q"),
    ("P", "R", "8/8/8/8/8/2k5/R1p5/K7 b - - 0 1", "c1=Q"),
    ("P", "B", "8/8/8/8/8/k7/B2p4/1K6 b - - 0 1", "d1=Q"),
    ("P", "N", "8/8/8/8/N7/k7/3p4/K7 b - - 0 1", "d1=Q"),
    ("P", "P", "8/8/8/8/8/1k6/1Pp5/K7 b - - 0 1", "c1=Q"),
    ("R", "", "8/8/8/8/8/1k6/8/K1r5 w - - 0 1", ""),
    ("R", "Q", "8/8/5Q2/8/8/r7/8/K1k5 w - - 0 1", ""),
    ("R", "R", "8/8/3R4/8/r7/8/2k5/K7 w - - 0 1", ""),
    ("R", "B", "8/8/8/8/8/1k6/8/BK1r4 w - - 0 1", ""),
    ("R", "N", "8/8/8/8/2N5/1k6/8/1K1r4 w - - 0 1", ""),
    ("R", "P", "8/8/8/8/P7/k7/8/K3r3 w - - 0 1", ""),
    ("Q", "", "8/8/8/8/8/k7/8/K2q4 w - - 0 1", ""),
    ("Q", "Q", "8/8/8/8/7Q/1k6/8/K2q4 w - - 0 1", ""),
    ("Q", "R", "8/8/8/8/8/8/2q5/RK1k4 w - - 0 1", ""),
    ("Q", "B", "8/8/8/8/8/8/2q5/BK1k4 w - - 0 1", ""),
    ("Q", "N", "8/4N3/8/8/8/3k4/2q5/2K5 w - - 0 1", ""),
    ("Q", "P", "8/8/8/8/8/8/P7/Kqk5 w - - 0 1", ""),
    // Two knights mate, though nobody can be forced into it.
    ("NN", "", "8/8/8/8/8/1kn5/2n5/K7 w - - 0 1", ""),
    ("NN", "Q", "8/8/8/8/6Q1/knn5/8/K7 w - - 0 1", ""),
    ("NN", "R", "8/8/8/8/n7/2n5/8/RK1k4 w - - 0 1", ""),
    ("NN", "B", "8/8/7B/8/8/1kn5/2n5/K7 w - - 0 1", ""),
    ("NN", "N", "8/8/8/8/8/1knN4/2n5/K7 w - - 0 1", ""),
    ("NN", "P", "8/8/8/8/1n6/1P6/2n5/K1k5 w - - 0 1", ""),
    ("BN", "", "8/7b/8/8/8/kn6/8/1K6 w - - 0 1", ""),
    ("BN", "Q", "8/8/8/8/3Q4/k7/b1n5/K7 w - - 0 1", ""),
    ("BN", "R", "8/8/8/8/8/k2b4/n7/RK6 w - - 0 1", ""),
    ("BN", "B", "8/8/8/8/2b5/8/B1n5/K1k5 w - - 0 1", ""),
    ("BN", "O", "8/8/8/8/8/1k6/b1n5/K1B5 w - - 0 1", ""),
    ("BN", "N", "8/8/8/8/2b5/8/2n5/KNk5 w - - 0 1", ""),
    ("BN", "P", "8/8/8/8/8/1k6/b1nP4/K7 w - - 0 1", ""),
    // Two bishops on squares of both colours.
    ("BO", "", "8/8/8/8/b7/3k4/3b4/3K4 w - - 0 1", ""),
    ("BO", "Q", "8/8/8/3Q4/8/2b5/8/Kbk5 w - - 0 1", ""),
    ("BO", "R", "8/8/7R/8/3b4/k2b4/8/K7 w - - 0 1", ""),
    ("BO", "B", "8/8/8/8/b7/k7/1b6/KB6 w - - 0 1", ""),
    ("BO", "O", "3B4/8/8/8/3b4/1k6/b7/K7 w - - 0 1", ""),
    ("BO", "N", "8/8/7b/8/8/1bN5/8/k1K5 w - - 0 1", ""),
    ("BO", "P", "8/4P3/8/8/8/1kb5/b7/K7 w - - 0 1", ""),
    // A lone knight needs a man that stands in its own king's way and cannot help: any but a queen.
    ("N", "R", "8/8/8/8/8/k7/2n5/KR6 w - - 0 1", ""),
    ("N", "B", "8/8/8/8/8/kn6/8/KB6 w - - 0 1", ""),
    ("N", "N", "8/8/8/8/8/1n6/N1k5/K7 w - - 0 1", ""),
    ("N", "P", "8/8/8/8/8/8/P1n5/K1k5 w - - 0 1", ""),
    // So do bishops of one colour; there neither rook nor queen will do.
    ("B", "O", "8/8/8/8/3b4/8/B7/K1k5 w - - 0 1", ""),
    ("B", "N", "8/8/8/8/8/8/Nbk5/K7 w - - 0 1", ""),
    ("B", "P", "8/8/8/4b3/8/8/P1k5/K7 w - - 0 1", ""),
    ("BB", "O", "8/8/8/8/3b4/1k6/8/KB2b3 w - - 0 1", ""),
    ("BB", "N", "8/8/8/8/1b6/1k6/1b6/KN6 w - - 0 1", ""),
    ("BB", "P", "8/8/8/8/3b4/2b5/P1k5/K7 w - - 0 1", ""),
    // The pawn in the way may also have become what stands in the way.
    ("N", "PQ", "7Q/8/8/8/8/8/P1n5/K1k5 w - - 0 1", ""),
    ("B", "PQR", "6Q1/8/7R/8/3b4/8/P7/K1k5 w - - 0 1", ""),
    ("N", "QR", "6Q1/8/8/8/8/k7/2n5/KR6 w - - 0 1", ""),
    ("B", "OR", "6R1/8/8/8/3b4/8/B7/K1k5 w - - 0 1", ""),
    ("B", "BO", "5B2/8/8/8/3b4/8/B7/K1k5 w - - 0 1", ""),
    ("BN", "QR", "4Q2R/8/8/8/8/k7/b1n5/K7 w - - 0 1", ""),
    ("BO", "QR", "7R/8/8/3Q4/8/2b5/8/Kbk5 w - - 0 1", ""),
];

/// The men that never mate, each with those that never help them, and the verdict. The walks below are through these.
const NEVER: [(&str, &str, MateBy); 27] = [
    ("", "", MateBy::BareKing),
    ("", "Q", MateBy::BareKing),
    ("", "R", MateBy::BareKing),
    ("", "B", MateBy::BareKing),
    ("", "N", MateBy::BareKing),
    ("", "P", MateBy::BareKing),
    ("N", "", MateBy::LoneKnight),
    ("N", "Q", MateBy::LoneKnight),
    ("N", "QQ", MateBy::LoneKnight),
    ("B", "", MateBy::OneColouredBishops),
    ("B", "Q", MateBy::OneColouredBishops),
    ("B", "R", MateBy::OneColouredBishops),
    ("B", "B", MateBy::OneColouredBishops),
    ("B", "QQ", MateBy::OneColouredBishops),
    ("B", "QR", MateBy::OneColouredBishops),
    ("B", "RR", MateBy::OneColouredBishops),
    ("B", "BQ", MateBy::OneColouredBishops),
    ("B", "BR", MateBy::OneColouredBishops),
    ("B", "BB", MateBy::OneColouredBishops),
    ("BB", "", MateBy::OneColouredBishops),
    ("BB", "Q", MateBy::OneColouredBishops),
    ("BB", "R", MateBy::OneColouredBishops),
    ("BB", "B", MateBy::OneColouredBishops),
    ("BB", "QR", MateBy::OneColouredBishops),
    ("BB", "RR", MateBy::OneColouredBishops),
    ("BB", "QQ", MateBy::OneColouredBishops),
    ("BB", "BR", MateBy::OneColouredBishops),
];

/// The men of both sides beside the kings, as the tables write them.
fn men(board: &Board, winner: Color) -> (String, String) {
    let bishops = board.of(winner, Role::Bishop);
    // The colour of the winner's bishop; light where it has one of each.
    let own_colour = if (bishops & Bitboard::LIGHT).any() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
    let of = |color: Color| {
        let mut letters: Vec<char> = (board.of_color(color) & !board.of_role(Role::King))
            .into_iter()
            .map(|square| match board.role_at(square) {
                Some(Role::Bishop) if bishops.any() && !own_colour.has(square) => 'O',
                role => role.expect("a man stands there").letter(),
            })
            .collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    };
    (of(winner), of(!winner))
}

/// One board with these men, standing anywhere, Black with the winner's.
fn any_board(winner: &str, loser: &str) -> Board {
    let mut board = Board::EMPTY;
    let mut free: Vec<Square> = Square::ALL.into_iter().filter(|square| !Bitboard::BACK_RANKS.has(*square)).collect();
    let men = winner.chars().map(|man| (Color::Black, man)).chain(loser.chars().map(|man| (Color::White, man)));
    for (color, man) in men.chain([(Color::White, 'K'), (Color::Black, 'K')]) {
        let on = free.iter().position(|square| match man {
            'B' => square.is_light(),
            'O' => !square.is_light(),
            _ => true,
        });
        let square = free.remove(on.expect("few men"));
        board.put(square, Piece { color, role: role(man) });
    }
    board
}

fn role(man: char) -> Role {
    if man == 'O' { Role::Bishop } else { Role::from_letter(man as u8).expect("a letter of the tables") }
}

#[test]
fn each_case_that_is_possible_is_shown_by_a_mate() {
    for (winner, loser, fen, mating_move) in POSSIBLE {
        let (mut position, _) = parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
        assert_eq!(men(position.board(), Color::Black), (winner.to_owned(), loser.to_owned()), "{fen}");
        assert_eq!(mate_by(position.board(), Color::Black), MateBy::Possible, "{fen}");
        assert_eq!(mate_by(&flipped(position.board()), Color::White), MateBy::Possible, "{fen}");
        if !mating_move.is_empty() {
            let read = read_move(&position, mating_move, CastlingStyle::KingTarget, false).expect("legal");
            position = position.play(read.mv);
        }
        let mate = Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate });
        assert_eq!(checkmate::decides(&position, position.choice()), mate, "{fen} {mating_move}");
    }
}

#[test]
fn each_case_that_is_never_has_its_own_verdict() {
    for (winner, loser, verdict) in NEVER {
        let board = any_board(winner, loser);
        assert_eq!(mate_by(&board, Color::Black), verdict, "{winner} v {loser}");
        assert_eq!(mate_by(&flipped(&board), Color::White), verdict, "{winner} v {loser}");
        assert!(!verdict.is_possible());
    }
    assert_eq!(MateBy::ALL.map(MateBy::code), ["possible", "bare_king", "lone_knight", "one_coloured_bishops"]);
}

#[test]
fn against_none_or_one_man_every_case_is_in_one_of_the_tables() {
    for winner in ["", "P", "R", "Q", "NN", "BN", "BO", "N", "B", "BB"] {
        for loser in ["", "Q", "R", "B", "O", "N", "P"] {
            if loser == "O" && !winner.contains('B') {
                continue; // where the winner has no bishop, a bishop is a bishop
            }
            let possible = POSSIBLE.iter().filter(|case| (case.0, case.1) == (winner, loser)).count();
            let never = NEVER.iter().filter(|case| (case.0, case.1) == (winner, loser)).count();
            assert_eq!(possible + never, 1, "{winner} v {loser}");
            assert_eq!(mate_by(&any_board(winner, loser), Color::Black).is_possible(), possible == 1, "{winner} v {loser}");
        }
    }
}

// The walks: every placement of the men, the loser's king on the triangle a1-d1-d4, to which turning and mirroring the board
// brings it from anywhere while a bishop that attacks it keeps doing so.

const TRIANGLE: [Square; 10] =
    [Square::A1, Square::B1, Square::C1, Square::D1, Square::B2, Square::C2, Square::D2, Square::C3, Square::D3, Square::D4];

/// How many mates of White there are with these men. Black's men are of one kind, so that the first one may be taken to give
/// the check; the kings never do.
fn count_mates(winner: &str, loser: &str) -> u32 {
    let mut mates = 0;
    let checker = role(winner.chars().next().expect("a man to give check"));
    for king in TRIANGLE {
        let from = if checker == Role::Knight { knight_attacks(king) } else { bishop_attacks(king, Bitboard::EMPTY) };
        for square in from {
            for other_king in !(king_attacks(king) | king.into() | square.into()) {
                let mut board = Board::EMPTY;
                board.toggle(king, Piece { color: Color::White, role: Role::King });
                board.toggle(square, Piece { color: Color::Black, role: checker });
                board.toggle(other_king, Piece { color: Color::Black, role: Role::King });
                let colour = if square.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
                place_winners(&mut board, &winner[1..], loser, colour, &mut mates);
            }
        }
    }
    mates
}

fn place_winners(board: &mut Board, winner: &str, loser: &str, colour: Bitboard, mates: &mut u32) {
    let Some(man) = winner.chars().next() else {
        let king = board.king(Color::White).expect("placed");
        // White's men take squares from Black's lines and never add to them; so many flights must be blocked at least.
        if open_flights(board, king) <= loser.len() as u32 {
            place_losers(board, loser, 0, colour, mates);
        }
        return;
    };
    let piece = Piece { color: Color::Black, role: role(man) };
    for square in !board.occupied() & colour {
        board.toggle(square, piece);
        place_winners(board, &winner[1..], loser, colour, mates);
        board.toggle(square, piece);
    }
}

/// The loser's men; two of a kind are placed in the order of their squares.
fn place_losers(board: &mut Board, loser: &str, from: usize, colour: Bitboard, mates: &mut u32) {
    let Some(man) = loser.chars().next() else {
        // Two bishops of one colour never check together (see below), and no other two men of one kind are walked.
        let king = board.king(Color::White).expect("placed");
        let double = board.attackers(king, Color::Black, board.occupied()).many();
        *mates += u32::from(!double && is_mated(board, Color::White));
        return;
    };
    let piece = Piece { color: Color::White, role: role(man) };
    let allowed = match man {
        'B' => colour,
        'O' => !colour,
        'P' => !Bitboard::BACK_RANKS,
        _ => Bitboard::FULL,
    };
    for square in Bitboard((!board.occupied() & allowed).0 & (!0 << from)) {
        board.toggle(square, piece);
        let next = if loser[1..].starts_with(man) { square as usize } else { 0 };
        place_losers(board, &loser[1..], next, colour, mates);
        board.toggle(square, piece);
    }
}

/// How many squares the king could go to, were all its own men gone.
fn open_flights(board: &Board, king: Square) -> u32 {
    let occupied = board.occupied().without(king);
    let open = |square: &Square| board.attackers(*square, Color::Black, occupied).is_empty();
    u32::try_from(king_attacks(king).into_iter().filter(open).count()).expect("at most eight")
}

/// Whether `loser`, to move, is checkmated. Written apart from the library's own legality, for boards where no pawn of the
/// loser's could make a move that helps.
fn is_mated(board: &Board, loser: Color) -> bool {
    let king = board.king(loser).expect("a king");
    let occupied = board.occupied().without(king);
    let checkers = board.attackers(king, !loser, occupied);
    let may_go = |square| board.attackers(square, !loser, occupied).is_empty();
    if checkers.is_empty() || (king_attacks(king) & !board.of_color(loser)).into_iter().any(may_go) {
        return false;
    }
    let Some(checker) = checkers.single() else { return true };
    let targets = between(king, checker).with(checker);
    !(board.of_color(loser).without(king)).into_iter().any(|from| {
        let piece = board.piece_at(from).expect("a man of the loser's");
        (board.attacks_from(piece, from) & targets).into_iter().any(|to| {
            let mut after = *board;
            after.toggle(from, piece);
            after.put(to, piece);
            after.attackers(king, !loser, after.occupied()).is_empty()
        })
    })
}

#[test]
fn a_king_gives_no_check() {
    for king in Square::ALL {
        for other in !(king_attacks(king) | king.into()) {
            assert!(!king_attacks(other).has(king));
        }
    }
}

#[test]
fn no_placement_of_a_lone_knight_mates_a_king_or_a_king_with_queens() {
    for (winner, loser, verdict) in NEVER {
        if verdict == MateBy::LoneKnight {
            assert_eq!(count_mates(winner, loser), 0, "{winner} v {loser}");
        }
    }
}

#[test]
fn no_placement_of_bishops_of_one_colour_mates_a_king_with_men_that_do_not_help() {
    for (winner, loser, verdict) in NEVER {
        if verdict == MateBy::OneColouredBishops {
            assert_eq!(count_mates(winner, loser), 0, "{winner} v {loser}");
        }
    }
}

/// A bishop that uncovers another one moves along the other's line's cross, which never meets the king that stands on it.
#[test]
fn two_bishops_of_one_colour_never_check_together() {
    // It would be mate: the queen and the rook stand in the way, and nothing meets two checks.
    let error = parse_fen("8/8/8/8/8/k2b4/b7/QKR5 w - - 0 1").expect_err("no last move can have given both checks");
    assert_eq!(error.reason.code(), "impossible_check");
    assert!(parse_fen("8/8/8/8/8/k2b4/n7/QKR5 w - - 0 1").is_ok(), "one of them alone is a check like any other");
}

#[test]
fn the_walk_finds_the_mates_that_there_are() {
    for (winner, loser) in [("N", "R"), ("N", "B"), ("N", "N"), ("N", "P"), ("B", "N"), ("B", "O"), ("B", "P")] {
        assert!(count_mates(winner, loser) > 0, "{winner} v {loser}");
    }
}

#[test]
fn the_walks_idea_of_mate_is_the_librarys() {
    for (_, loser, fen, mating_move) in POSSIBLE {
        if mating_move.is_empty() && !loser.contains('P') {
            let (position, _) = parse_fen(fen).expect("sound");
            assert!(is_mated(position.board(), Color::White), "{fen}");
            for mv in position.board().of_color(Color::Black) {
                let mut board = *position.board();
                let piece = board.piece_at(mv).expect("a man");
                if piece.role == Role::King {
                    continue;
                }
                board.toggle(mv, piece);
                if let Some(position) = position_of(board, Color::White) {
                    assert_eq!(
                        is_mated(&board, Color::White),
                        checkmate::decides(&position, position.choice()).is_some(),
                        "{fen} without {mv}"
                    );
                }
            }
        }
    }
}

// Any material.

/// The same with the colours of the men changed, seen from the other side.
fn flipped(board: &Board) -> Board {
    moved(board, |square, piece| (square.relative(Color::Black), Piece { color: !piece.color, ..piece }))
}

/// The same in a mirror, file a for file h.
fn mirrored(board: &Board) -> Board {
    moved(board, |square, piece| (Square::new(File::ALL[7 - square.file() as usize], square.rank()), piece))
}

fn moved(board: &Board, to: impl Fn(Square, Piece) -> (Square, Piece)) -> Board {
    let mut after = Board::EMPTY;
    for square in board.occupied() {
        let (square, piece) = to(square, board.piece_at(square).expect("a man"));
        after.put(square, piece);
    }
    after
}

trait Relative {
    fn relative(self, color: Color) -> Self;
}

impl Relative for Square {
    fn relative(self, color: Color) -> Self {
        Self::new(self.file(), Rank::ALL[self.rank().relative_to(color) as usize])
    }
}

fn position_of(board: Board, turn: Color) -> Option<Position> {
    Setup { board, turn, castling: Vec::new(), en_passant: None, halfmove: 0, fullmove: 1 }.into_position().ok()
}

/// Two kings and up to five other men, knights and bishops most of them.
fn boards() -> impl Strategy<Value = Board> {
    let men = prop::collection::vec((0_usize..64, 0_usize..14), 0..=5);
    (0_usize..64, 0_usize..64, men).prop_map(|(white, black, men)| {
        let mut board = Board::EMPTY;
        let roles = [Role::Knight, Role::Bishop, Role::Bishop, Role::Knight, Role::Pawn, Role::Rook, Role::Queen];
        for (square, man) in men {
            let square = Square::from_index(square);
            if man % 7 != 4 || !Bitboard::BACK_RANKS.has(square) {
                board.put(square, Piece { color: Color::ALL[man / 7], role: roles[man % 7] });
            }
        }
        board.put(Square::from_index(white), Piece { color: Color::White, role: Role::King });
        let black = if white == black { (black + 32) % 64 } else { black };
        board.put(Square::from_index(black), Piece { color: Color::Black, role: Role::King });
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_verdict_is_the_same_from_the_other_side_and_in_the_mirror(board in boards()) {
        for winner in Color::ALL {
            let verdict = mate_by(&board, winner);
            prop_assert_eq!(mate_by(&flipped(&board), !winner), verdict);
            prop_assert_eq!(mate_by(&mirrored(&board), winner), verdict);
        }
    }

    #[test]
    fn a_position_is_dead_by_material_exactly_if_neither_side_can_mate(board in boards()) {
        let dead = Color::ALL.into_iter().all(|winner| !mate_by(&board, winner).is_possible());
        for position in Color::ALL.into_iter().filter_map(|turn| position_of(board, turn)) {
            let decided = |dead_position| {
                Prospects::default().decides(&position, false, 0, &Rulebook { dead_position, ..Rulebook::default() })
            };
            prop_assert_eq!(decided(DeadPositionRule::Material), dead.then_some(Draw::InsufficientMaterial));
            prop_assert_eq!(decided(DeadPositionRule::Off), None);
        }
    }

    #[test]
    fn one_man_more_on_either_side_never_takes_a_mate_away(board in boards(), square in 0_usize..64, man in 0_usize..8) {
        let square = Square::from_index(square);
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        prop_assume!(!board.occupied().has(square));
        let mut more = board;
        more.put(square, Piece { color: Color::ALL[man / 4], role: roles[man % 4] });
        for winner in Color::ALL {
            prop_assert!(mate_by(&more, winner).is_possible() || !mate_by(&board, winner).is_possible());
        }
    }

    #[test]
    fn a_mate_on_the_board_was_possible(board in boards()) {
        for position in Color::ALL.into_iter().filter_map(|turn| position_of(board, turn)) {
            if checkmate::decides(&position, position.choice()).is_some() {
                prop_assert!(mate_by(&board, !position.turn()).is_possible());
            }
        }
    }
}
