//! The textbook oracle is open for extension: an archbishop, which moves as
//! bishop or knight, is added here in a few lines, and the board and the game
//! play it without a line of theirs being changed.

mod oracle;

use oracle::pieces::{Bishop, Knight};
use oracle::{Board, Color, Game, Kind, PieceSet, Square};

/// All it takes to invent a piece.
struct Archbishop;

impl Kind for Archbishop {
    fn letter(&self) -> char {
        'A'
    }

    fn attacks(&self, board: &Board, from: Square, color: Color) -> Vec<Square> {
        let as_bishop = Bishop.attacks(board, from, color);
        let as_knight = Knight.attacks(board, from, color);
        [as_bishop, as_knight].concat()
    }
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen, PieceSet::standard().with(&Archbishop)).unwrap()
}

/// Where the man on a square may go, as the names of the squares.
fn goals_from(game: &Game, from: &str) -> Vec<String> {
    let moves = game.legal_moves();
    let goals = moves.iter().filter_map(|word| word.strip_prefix(from));
    goals.map(str::to_string).collect()
}

#[test]
fn attacks_as_bishop_and_as_knight() {
    let d4 = Square::from_name("d4").unwrap();
    let attacked = Archbishop.attacks(&Board::empty(), d4, Color::White);
    let mut names: Vec<String> = attacked.iter().map(Square::to_string).collect();
    names.sort();
    let expected =
        ["a1", "a7", "b2", "b3", "b5", "b6", "c2", "c3", "c5", "c6", "e2", "e3", "e5", "e6", "f2", "f3", "f5", "f6", "g1", "g7", "h8"];
    assert_eq!(names, expected);
}

#[test]
fn is_read_from_fen_and_written_back() {
    let fen = "4k2a/8/8/8/8/8/8/A3K3 w - - 3 7";
    assert_eq!(game(fen).fen(), fen);
}

#[test]
fn its_letter_is_not_mistaken_for_a_castling_right() {
    // In the castling field, A is the rook on the a-file, whatever the same
    // letter means on the board.
    let with_rook = game("4k3/8/8/8/8/8/8/R3K2A w A - 0 1");
    assert!(with_rook.legal_moves().contains(&"e1a1".to_string()));
    assert_eq!(with_rook.fen(), "4k3/8/8/8/8/8/8/R3K2A w Q - 0 1");

    // And an archbishop is nobody to castle with.
    let set = PieceSet::standard().with(&Archbishop);
    assert!(Game::from_fen("4k3/8/8/8/8/8/8/A3K2R w A - 0 1", set).is_err());
}

#[test]
fn stops_at_its_own_men_and_captures_the_enemy_s() {
    // Bishop's way: b2 its own pawn, so nothing along a1-h8. Knight's way: a
    // black pawn on b3 to take, and c2 held by a friend.
    let game = game("4k3/8/8/8/8/1p6/1PP5/A3K3 w - - 0 1");
    assert_eq!(goals_from(&game, "a1"), ["b3"]);
}

#[test]
fn a_pawn_may_be_promoted_to_it() {
    let mut game = game("7k/1P6/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(goals_from(&game, "b7"), ["b8a", "b8b", "b8n", "b8q", "b8r"]);
    let before = game.fen();
    game.play("b7b8a").unwrap();
    assert_eq!(game.fen(), "1A5k/8/8/8/8/8/8/K7 b - - 0 1");
    game.undo();
    assert_eq!(game.fen(), before);
}

#[test]
fn gives_check_both_ways_and_mate() {
    // As a bishop along the diagonal, which can be barred; as a knight,
    // which cannot.
    let bishop_check = game("7k/8/2r5/8/8/8/8/AK6 b - - 0 1");
    assert!(bishop_check.in_check());
    assert_eq!(bishop_check.legal_moves(), ["c6c3", "c6f6", "h8g8", "h8h7"]);
    let knight_check = game("7k/5A2/2r5/8/8/8/8/1K6 b - - 0 1");
    assert!(knight_check.in_check());
    assert!(goals_from(&knight_check, "c6").is_empty());

    // It mates a king in the corner all by itself: the bishop in it checks
    // and holds g7, the knight in it holds g8 and h7.
    let mut alone = game("7k/4A3/8/8/8/8/8/K7 w - - 0 1");
    alone.play("e7f6").unwrap();
    assert!(alone.is_checkmate());
    assert!(!alone.is_stalemate());
}

#[test]
fn pins_like_a_bishop() {
    // The knight on f6 shields its king from the archbishop on d4.
    let game = game("7k/8/5n2/8/3A4/8/8/K7 b - - 0 1");
    assert_eq!(goals_from(&game, "f6"), Vec::<String>::new());
}

#[test]
fn the_standard_set_does_not_know_it() {
    let refusal = Game::from_fen("4k3/8/8/8/8/8/8/A3K3 w - - 0 1", PieceSet::standard());
    assert!(refusal.unwrap_err().contains("'A'"));

    let game = Game::from_fen("7k/1P6/8/8/8/8/8/K7 w - - 0 1", PieceSet::standard()).unwrap();
    assert!(!game.legal_moves().contains(&"b7b8a".to_string()));
}

#[test]
#[should_panic(expected = "two kinds share")]
fn no_two_kinds_share_a_letter() {
    let _ = PieceSet::standard().with(&Archbishop).with(&Archbishop);
}
