//! FEN: a position in six fields of text, read and written. X-FEN and Shredder-FEN castling fields are both read;
//! X-FEN is written, which for standard chess is plain FEN.

use std::fmt;

use crate::board::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use crate::position::{CastlingSide, Position, RightClaim, Setup, SetupFault};

use super::{Forgiven, ForgivenSet, quote};

/// The highest value of the two counters.
const MAX_COUNTER: u32 = 100_000;

/// Why a text is not the FEN of a position: where, what, and a sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FenError {
    pub field: FenField,
    pub reason: FenReason,
    /// What is wrong, where, and what to do about it.
    pub message: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FenError {}

/// The part of a FEN that is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// The men on the board, rank by rank.
    Placement,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The square that a pawn has just passed.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    Halfmove,
    /// The number of the move to be played.
    Fullmove,
    /// What comes after the last counter; in EPD, the operations.
    Extra,
    /// The position as a whole.
    Position,
}

impl FenField {
    /// All of them, in the order of writing.
    pub const ALL: [Self; 8] =
        [Self::Placement, Self::Turn, Self::Castling, Self::EnPassant, Self::Halfmove, Self::Fullmove, Self::Extra, Self::Position];

    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Placement => "placement",
            Self::Turn => "turn",
            Self::Castling => "castling",
            Self::EnPassant => "en_passant",
            Self::Halfmove => "halfmove",
            Self::Fullmove => "fullmove",
            Self::Extra => "extra",
            Self::Position => "position",
        }
    }
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenReason {
    /// The field is not there.
    Missing,
    /// More or fewer than eight ranks.
    RankCount,
    /// A rank of more or fewer than eight squares.
    RankWidth,
    /// A character that has no place there.
    BadCharacter,
    /// What the fields say, each well written, is no position.
    Setup(SetupFault),
    /// The en passant field is neither `-` nor a square.
    BadSquare,
    /// A counter is not a number from 0 to 100,000.
    BadNumber,
}

impl FenReason {
    /// One of each: the one list that the docs and the tests walk.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let syntax = [Self::Missing, Self::RankCount, Self::RankWidth, Self::BadCharacter];
        let faults = SetupFault::all().map(Self::Setup);
        syntax.into_iter().chain(faults).chain([Self::BadSquare, Self::BadNumber]).collect()
    }

    /// Its stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::RankCount => "rank_count",
            Self::RankWidth => "rank_width",
            Self::BadCharacter => "bad_character",
            Self::Setup(fault) => fault.code(),
            Self::BadSquare => "bad_square",
            Self::BadNumber => "bad_number",
        }
    }
}

/// The position that a FEN says, and what was tolerated in it.
///
/// Blanks and tabs separate the fields: six, or four (then the counters are 0 and 1). An en passant square that no double
/// step can have left is ignored; one that a double step has left, with nothing to capture there, is standard.
///
/// # Errors
///
/// The first fault of the text, field by field; then the gravest fault of the position.
pub fn parse_fen(text: &str) -> Result<(Position, ForgivenSet), FenError> {
    let (setup, forgiven) = parse_setup(text)?;
    sound(setup, forgiven)
}

/// The position of a set-up that was read, or the gravest fault of it.
pub(super) fn sound(setup: Setup, forgiven: ForgivenSet) -> Result<(Position, ForgivenSet), FenError> {
    position_of(setup, forgiven).map_err(|faults| faults.into_iter().next().expect("an unsound set-up has a fault").into())
}

/// The position of a set-up that was read, and what was tolerated in it.
///
/// # Errors
///
/// Every fault, the gravest first.
pub fn position_of(setup: Setup, mut forgiven: ForgivenSet) -> Result<(Position, ForgivenSet), Vec<SetupFault>> {
    forgiven.insert_if(setup.en_passant.is_some() && !setup.en_passant_is_real(), Forgiven::EnPassantIgnored);
    Ok((setup.into_position()?, forgiven))
}

/// The set-up that a FEN says, sound or not, and what was tolerated in its spelling.
///
/// # Errors
///
/// The first fault of the text, field by field.
pub fn parse_setup(text: &str) -> Result<(Setup, ForgivenSet), FenError> {
    let mut forgiven = ForgivenSet::EMPTY;
    let mut fields = text.split([' ', '\t']).filter(|field| !field.is_empty());
    let mut next = |field| fields.next().ok_or_else(|| missing(field));

    let placement = next(FenField::Placement)?;
    let board = parse_placement(placement)?;
    let turn = parse_turn(next(FenField::Turn)?)?;
    let rights = next(FenField::Castling)?;
    let castling = parse_castling(rights)?;
    forgiven.insert_if(!counts_stand_alone(placement), Forgiven::CountsSplit);
    forgiven.insert_if(!are_in_order(rights), Forgiven::RightsOrder);
    let en_passant = parse_en_passant(next(FenField::EnPassant)?)?;
    let (halfmove, fullmove) = match fields.next() {
        None => {
            forgiven.insert(Forgiven::CountersMissing);
            (0, 1)
        }
        Some(halfmove) => {
            let halfmove = parse_counter(FenField::Halfmove, halfmove)?;
            (halfmove, parse_counter(FenField::Fullmove, fields.next().ok_or_else(|| missing(FenField::Fullmove))?)?)
        }
    };
    if let Some(extra) = fields.next() {
        let message = format!("a FEN has six fields, and {} comes after the sixth: leave it out", quote(extra));
        return Err(FenError { field: FenField::Extra, reason: FenReason::BadCharacter, message });
    }
    forgiven.insert_if(fullmove == 0, Forgiven::FullmoveZero);
    Ok((Setup { board, turn, castling, en_passant, halfmove, fullmove: fullmove.max(1) }, forgiven))
}

/// Whether no two counts of empty squares stand side by side.
fn counts_stand_alone(placement: &str) -> bool {
    placement.as_bytes().windows(2).all(|pair| !pair.iter().all(u8::is_ascii_digit))
}

/// Whether the letters of castling rights stand as they are written: White's before Black's, and the king's side before the queen's.
fn are_in_order(rights: &str) -> bool {
    let place = |letter: u8| match letter.to_ascii_lowercase() {
        b'k' => (letter.is_ascii_uppercase(), u8::MAX),
        b'q' => (letter.is_ascii_uppercase(), 0),
        file => (letter.is_ascii_uppercase(), file),
    };
    rights.bytes().map(place).is_sorted_by(|first, second| first > second)
}

/// Eight ranks from the eighth to the first, a `/` between two, each of letters and counts of empty squares from a to h.
fn parse_placement(text: &str) -> Result<Board, FenError> {
    let fault = |reason, message| FenError { field: FenField::Placement, reason, message };
    let count = text.split('/').count();
    if count != 8 {
        let message = format!("a board has 8 ranks, the placement {count}: write them from rank 8 to rank 1 with / between two");
        return Err(fault(FenReason::RankCount, message));
    }
    let mut board = Board::EMPTY;
    for (written, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut width = 0;
        for character in written.chars() {
            let letter = u8::try_from(character).unwrap_or_default();
            if let Some(piece) = Piece::from_fen_letter(letter) {
                if width < 8 {
                    board.toggle(Square::new(File::from_index(width), rank), piece);
                }
                width += 1;
            } else if matches!(letter, b'1'..=b'8') {
                width += usize::from(letter - b'0');
            } else {
                let (shown, rank) = (quote(character.encode_utf8(&mut [0; 4])), rank.digit());
                let message =
                    format!("{shown} in rank {rank} is neither a man nor a count: write PNBRQK, pnbrqk, or 1 to 8 for empty squares");
                return Err(fault(FenReason::BadCharacter, message));
            }
        }
        if width != 8 {
            let message = format!("rank {}, {}, has {width} squares: every rank has 8", rank.digit(), quote(written));
            return Err(fault(FenReason::RankWidth, message));
        }
    }
    Ok(board)
}

fn parse_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => {
            let message = format!("the side to move is {}: write w or b", quote(text));
            Err(FenError { field: FenField::Turn, reason: FenReason::BadCharacter, message })
        }
    }
}

fn parse_castling(text: &str) -> Result<Vec<RightClaim>, FenError> {
    /// There are four rights: of five claims one at least is wrong, so that no sixth need be kept.
    const ENOUGH: usize = 5;
    let mut claims = Vec::new();
    if text == "-" {
        return Ok(claims);
    }
    for character in text.chars() {
        let letter = u8::try_from(character).unwrap_or_default();
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let claim = match letter.to_ascii_lowercase() {
            b'k' => RightClaim::Outermost { color, side: CastlingSide::King },
            b'q' => RightClaim::Outermost { color, side: CastlingSide::Queen },
            file => match File::from_letter(file) {
                Some(file) => RightClaim::OnFile { color, file },
                None => {
                    let shown = quote(character.encode_utf8(&mut [0; 4]));
                    let message = format!("{shown} is no castling right: write letters of KQkq, the rooks' files (HAha), or - for none");
                    return Err(FenError { field: FenField::Castling, reason: FenReason::BadCharacter, message });
                }
            },
        };
        if claims.len() < ENOUGH {
            claims.push(claim);
        }
    }
    Ok(claims)
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    Square::parse(text.as_bytes()).map(Some).ok_or_else(|| {
        let message = format!("the en passant square is {}: write a square such as e3, or - for none", quote(text));
        FenError { field: FenField::EnPassant, reason: FenReason::BadSquare, message }
    })
}

pub(super) fn parse_counter(field: FenField, text: &str) -> Result<u32, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&value: &u32| digits && value <= MAX_COUNTER).ok_or_else(|| {
        let name = if field == FenField::Halfmove { "half-move clock" } else { "move number" };
        let message = format!("the {name} is {}: write a whole number from 0 to {MAX_COUNTER}", quote(text));
        FenError { field, reason: FenReason::BadNumber, message }
    })
}

fn missing(field: FenField) -> FenError {
    let (name, advice) = match field {
        FenField::Turn => ("side to move", "write w or b"),
        FenField::Castling => ("castling field", "write letters of KQkq, or - for none"),
        FenField::EnPassant => ("en passant field", "write a square such as e3, or - for none"),
        FenField::Halfmove => ("half-move clock", "write a number, or leave both counters out"),
        FenField::Fullmove => ("move number", "write a number, or leave both counters out"),
        FenField::Placement | FenField::Extra | FenField::Position => ("placement of the men", "write six fields, or four"),
    };
    FenError { field, reason: FenReason::Missing, message: format!("the {name} is missing: {advice}") }
}

impl From<SetupFault> for FenError {
    fn from(fault: SetupFault) -> Self {
        let (field, message) = match fault {
            SetupFault::NoKing(color) => (FenField::Placement, format!("{} has no king: each side has one", color.title())),
            SetupFault::TooManyKings(color) => {
                (FenField::Placement, format!("{} has more than one king: each side has one", color.title()))
            }
            SetupFault::PawnOnBackRank(square) => {
                (FenField::Placement, format!("a pawn stands on {square}: no pawn can stand on the first or the last rank"))
            }
            SetupFault::TooManyPieces(color) => {
                (FenField::Placement, format!("{} has more than 16 men, or more promoted men than it has lost pawns", color.title()))
            }
            SetupFault::NoSuchRight(claim) => {
                let message = format!("{} asks for a king and that rook on {}: leave the right out", claimed(claim), home(claim));
                (FenField::Castling, message)
            }
            SetupFault::AmbiguousRight(claim) => {
                (FenField::Castling, format!("{} is a second right to the same side: name one rook a side", claimed(claim)))
            }
            SetupFault::OpponentInCheck(square) => {
                let message = format!("the king on {square} is in check, and it is the other side's turn: change the side to move");
                (FenField::Position, message)
            }
            SetupFault::ImpossibleCheck(checkers) => {
                let squares: Vec<_> = checkers.into_iter().map(Square::name).collect();
                (FenField::Position, format!("no move can give check from {} at once", squares.join(" and ")))
            }
        };
        Self { field, reason: FenReason::Setup(fault), message }
    }
}

/// A claimed right as a FEN writes it.
fn claimed(claim: RightClaim) -> String {
    let (color, letter) = match claim {
        RightClaim::Outermost { color, side: CastlingSide::King } => (color, 'k'),
        RightClaim::Outermost { color, side: CastlingSide::Queen } => (color, 'q'),
        RightClaim::OnFile { color, file } => (color, file.letter()),
    };
    format!("castling right {}", in_case_of(color, letter))
}

fn home(claim: RightClaim) -> String {
    let (RightClaim::Outermost { color, .. } | RightClaim::OnFile { color, .. }) = claim;
    format!("{}'s first rank (rank {})", color.title(), color.home_rank().digit())
}

const fn in_case_of(color: Color, letter: char) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

/// A position as a FEN of six fields. Its en passant field is filled only where such a capture is legal.
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a>(pub &'a Position);

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        write_placement(f, position.board())?;
        f.write_str(if position.turn() == Color::White { " w " } else { " b " })?;
        write_castling(f, position)?;
        let en_passant = position.en_passant().map_or("-", Square::name);
        write!(f, " {en_passant} {} {}", position.halfmove(), position.fullmove())
    }
}

fn write_placement(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    use fmt::Write;
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = board.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(piece.fen_letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::R1 {
            f.write_char('/')?;
        }
    }
    Ok(())
}

fn write_castling(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    use fmt::Write;
    if position.castling().is_empty() {
        return f.write_char('-');
    }
    for (color, side, rook) in position.castling().iter() {
        let rooks = position.board().of(color, Role::Rook) & Bitboard::rank(rook.rank());
        // X-FEN: the file's letter only where another rook stands farther out.
        let letter = match side {
            CastlingSide::King if rooks.last() == Some(rook) => 'k',
            CastlingSide::Queen if rooks.first() == Some(rook) => 'q',
            _ => rook.file().letter(),
        };
        f.write_char(in_case_of(color, letter))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn position(text: &str) -> Position {
        parse_fen(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
    }

    fn forgiven(text: &str) -> Vec<Forgiven> {
        parse_fen(text).unwrap_or_else(|error| panic!("{text}: {error}")).1.iter().collect()
    }

    #[test]
    fn a_position_goes_out_and_back() {
        for text in [
            INITIAL,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 12 34",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "4k3/8/8/8/8/8/8/4K3 b - - 100000 100000",
            // Chess960: b1 and g8 are inner rooks, so that their files are named.
            "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KBgq - 0 1",
        ] {
            assert_eq!(Fen(&position(text)).to_string(), text);
            assert!(forgiven(text).is_empty(), "{text}");
        }
        assert_eq!(position(INITIAL), Position::initial());
    }

    #[test]
    fn both_ways_to_write_castling_rights_are_read_and_one_is_written() {
        let shredder = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
        assert_eq!(Fen(&shredder).to_string(), INITIAL);
        assert_eq!(Fen(&position("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w Kk - 0 1")).to_string(), "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w Kk - 0 1");
        assert_eq!(Fen(&position("4k3/8/8/8/8/8/8/R3K2R w QK - 0 1")).to_string(), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    }

    #[test]
    fn blanks_and_tabs_separate_and_counts_in_a_row_add_up() {
        let text = "  4k3/8/8/35/8/8/8/1111K12\t w   -\t- 0  1 ";
        assert_eq!(Fen(&position(text)).to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }

    #[test]
    fn what_is_tolerated_is_told() {
        assert_eq!(forgiven("4k3/8/8/8/8/8/8/4K3 w - -"), [Forgiven::CountersMissing]);
        assert_eq!(forgiven("4k3/8/8/8/8/8/8/4K3 w - - 0 0"), [Forgiven::FullmoveZero]);
        for (text, liberty) in [
            ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", Forgiven::CountsSplit),
            ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", Forgiven::RightsOrder),
            ("r3k2r/8/8/8/8/8/8/R3K2R w QKqk - 0 1", Forgiven::RightsOrder),
            ("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", Forgiven::RightsOrder),
        ] {
            assert_eq!(forgiven(text), [liberty], "{text}");
        }
        for square in ["e3", "e6", "e4", "a1"] {
            let text = format!("4k3/8/8/8/8/8/8/4K3 w - {square} 0 1");
            assert_eq!(forgiven(&text), [Forgiven::EnPassantIgnored], "{square}");
            assert_eq!(position(&text).en_passant(), None);
        }
        // After a real double step the square is standard, and dropped where nothing can capture.
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert!(forgiven(after_e4).is_empty());
        assert_eq!(Fen(&position(after_e4)).to_string(), after_e4.replace("e3", "-"));
        let position = position("4k3/8/8/8/8/8/8/4K3 w - - 0 0");
        assert_eq!((position.halfmove(), position.fullmove()), (0, 1));
    }

    #[test]
    fn every_fault_names_its_field_and_its_reason() {
        for (text, field, reason) in [
            ("", "placement", "missing"),
            (" \t ", "placement", "missing"),
            ("8/8/8/8/8/8/8/8", "turn", "missing"),
            ("8/8/8/8/8/8/8/8 w", "castling", "missing"),
            ("8/8/8/8/8/8/8/8 w -", "en_passant", "missing"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove", "missing"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "extra", "bad_character"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "placement", "rank_count"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "placement", "rank_count"),
            ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "placement", "rank_width"),
            ("4k3/8/8/8/8/8/84/4K3 w - - 0 1", "placement", "rank_width"),
            ("4k3/8/8/8/8/8//4K3 w - - 0 1", "placement", "rank_width"),
            ("4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", "placement", "rank_width"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "placement", "bad_character"),
            ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", "placement", "bad_character"),
            ("4k3/x7/8/8/8/8/8/4K3 w - - 0 1", "placement", "bad_character"),
            ("4k3/é7/8/8/8/8/8/4K3 w - - 0 1", "placement", "bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "turn", "bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling", "bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 w -- - 0 1", "castling", "bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant", "bad_square"),
            ("4k3/8/8/8/8/8/8/4K3 w - E3 0 1", "en_passant", "bad_square"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove", "bad_number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove", "bad_number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 100001", "fullmove", "bad_number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "halfmove", "bad_number"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "placement", "no_king"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "placement", "too_many_kings"),
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "placement", "pawn_on_back_rank"),
            ("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", "placement", "too_many_pieces"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling", "no_such_right"),
            ("4k3/8/8/8/8/8/8/R3K2R w KH - 0 1", "castling", "ambiguous_right"),
            ("4k3/8/8/8/8/8/8/R3K2R w KKKKKKKKKKKKK - 0 1", "castling", "ambiguous_right"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "position", "opponent_in_check"),
            ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "position", "impossible_check"),
        ] {
            let error = parse_fen(text).expect_err(text);
            assert_eq!((error.field.code(), error.reason.code()), (field, reason), "{text}");
            assert!(!error.message.is_empty() && !error.message.contains(char::is_control), "{text}");
        }
    }

    #[test]
    fn messages_say_where_and_what_to_do() {
        let message = |text| parse_fen(text).expect_err(text).message;
        assert_eq!(message("4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1"), "rank 5, \"ppppppppp\", has 9 squares: every rank has 8");
        assert!(message("4k3/8/8/8/8/8/x7/4K3 w - - 0 1").starts_with("\"x\" in rank 2 "));
        assert!(message("4k3/8/8/8/8/8/8/4K3 w q - 0 1").starts_with("castling right q asks for"));
        assert!(message("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1").contains("on e8"));
    }

    #[test]
    fn every_code_is_its_own() {
        let mut codes: Vec<_> = FenReason::all().iter().map(FenReason::code).collect();
        assert_eq!(codes.len(), 14);
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 14);
        let mut fields: Vec<_> = FenField::ALL.map(FenField::code).to_vec();
        fields.sort_unstable();
        fields.dedup();
        assert_eq!(fields.len(), FenField::ALL.len());
    }
}
