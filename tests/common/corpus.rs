//! Positions to ask "can this side ever mate?" of, made by chance from a seed: ends of played games, few men, walls of pawns.

use chess_referee::board::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use chess_referee::position::{Move, MoveKind, Position, Setup};

use super::chance::Chance;

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Somewhere in a game, or at its end: both sides take what they can and seldom leave a man to be taken.
    Game,
    /// Three to seven men anywhere.
    FewMen,
    /// Pawns head to head, kings and a few officers among them.
    Walls,
}

impl Class {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Game, Self::FewMen, Self::Walls];

    /// The position of this class and seed.
    pub(crate) fn position(self, seed: u64) -> Position {
        let mut chance = Chance::new(seed ^ (self as u64) << 56);
        loop {
            let made = match self {
                Self::Game => Some(game(&mut chance)),
                Self::FewMen => few_men(&mut chance),
                Self::Walls => walls(&mut chance),
            };
            if let Some(position) = made {
                return position;
            }
        }
    }
}

/// A game that goes on until it is over or its length, 20 to 200 half-moves, is reached.
fn game(chance: &mut Chance) -> Position {
    let mut position = Position::initial();
    for _ in 0..20 + chance.below(181) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let random = chance.one_of(&moves);
        let best = moves.iter().copied().max_by_key(|&mv| gain(&position, mv)).unwrap_or(random);
        let greedy = gain(&position, best) > 0 && chance.below(4) > 0;
        let careless = gain(&position, random) < 0 && chance.below(4) > 0;
        let mv = if greedy {
            best
        } else if careless {
            chance.one_of(&moves)
        } else {
            random
        };
        position = position.play(mv);
    }
    position
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// What a move takes, less what it puts where it can be taken.
fn gain(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let role = board.role_at(mv.from()).expect("a move starts on a man");
    let taken = match mv.kind() {
        MoveKind::Castling(_) => 0,
        _ => board.role_at(mv.to()).map_or(0, worth),
    };
    let attacked = board.attackers(mv.target(), !position.turn(), board.occupied()).any();
    taken + mv.promotion().map_or(0, |promotion| worth(promotion.role())) - if attacked { worth(role) } else { 0 }
}

fn put(board: &mut Board, chance: &mut Chance, color: Color, role: Role) -> bool {
    let square = Square::from_index(chance.below(64));
    if board.occupied().has(square) || (role == Role::Pawn && Bitboard::BACK_RANKS.has(square)) {
        return false;
    }
    board.put(square, Piece { color, role });
    true
}

fn finish(board: Board, chance: &mut Chance) -> Option<Position> {
    let turn = chance.one_of(&Color::ALL);
    Setup { board, turn, castling: Vec::new(), en_passant: None, halfmove: 0, fullmove: 1 }.into_position().ok()
}

fn few_men(chance: &mut Chance) -> Option<Position> {
    let mut board = Board::EMPTY;
    let roles = [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];
    for color in Color::ALL {
        put(&mut board, chance, color, Role::King);
    }
    for _ in 0..1 + chance.below(5) {
        let (color, role) = (chance.one_of(&Color::ALL), chance.one_of(&roles));
        put(&mut board, chance, color, role);
    }
    finish(board, chance)
}

fn walls(chance: &mut Chance) -> Option<Position> {
    let mut board = Board::EMPTY;
    // Neighbouring pairs stand at about the same height, as walls do.
    let mut height = 2 + chance.below(4);
    for file in File::ALL {
        height = (height + chance.below(3)).clamp(2, 6) - 1;
        if chance.below(8) == 0 {
            continue;
        }
        let gap = if chance.below(8) == 0 { 2 } else { 1 };
        if height + gap <= 6 {
            board.put(Square::new(file, Rank::from_index(height)), Piece { color: Color::White, role: Role::Pawn });
            board.put(Square::new(file, Rank::from_index(height + gap)), Piece { color: Color::Black, role: Role::Pawn });
        }
        height = height.max(1);
    }
    let roles = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Pawn];
    for color in Color::ALL {
        put(&mut board, chance, color, Role::King);
    }
    for _ in 0..chance.below(5) {
        let (color, role) = (chance.one_of(&Color::ALL), chance.one_of(&roles));
        put(&mut board, chance, color, role);
    }
    finish(board, chance)
}
