//! The rules that need more than one man: whose turn it is, check, castling,
//! capture in passing, promotion, and the FEN and UCI words for all of them.
//!
//! Legal moves are found the way a beginner is taught: play a move that looks
//! possible, see whether one's own king is attacked, and take it back.

use super::PieceSet;
use super::board::{Board, Color, Deed, Man, Move, Square, castled};

/// A man that has just laid itself open to capture in passing.
#[derive(Clone, Copy, Debug)]
struct Passed {
    over: Square,
    man: Square,
}

/// Everything a FEN tells.
#[derive(Clone, Debug)]
struct Position {
    board: Board,
    turn: Color,
    /// The rooks that may still castle. One on a side's home rank is that
    /// side's, so the square alone says whose right it is.
    castling_rooks: Vec<Square>,
    passed: Option<Passed>,
    halfmoves: u32,
    move_number: u32,
}

impl Position {
    /// The rooks a side could castle with on one side of its king, the
    /// outermost first; none if the king has left its home rank.
    fn castling_partners(&self, color: Color, towards_h: bool) -> Vec<Square> {
        let at_home = |(square, _): &(Square, Man)| square.rank == color.rank(1);
        let mut men = self.board.men(color).filter(at_home);
        let Some((king, _)) = men.find(|(_, man)| man.kind.may_castle()) else {
            return Vec::new();
        };
        let men = self.board.men(color).filter(at_home);
        let mut rooks: Vec<Square> = men
            .filter(|(_, man)| man.kind.is_castling_partner())
            .map(|(square, _)| square)
            .filter(|rook| (rook.file > king.file) == towards_h)
            .collect();
        rooks.sort_by_key(|rook| -(rook.file - king.file).abs());
        rooks
    }

    /// Adds the right a letter of the castling field stands for. These
    /// letters name a side or a file and have nothing to do with the letters
    /// of the kinds in play.
    fn add_castling_right(&mut self, letter: char) -> Result<(), String> {
        let color = Color::of_letter(letter);
        let towards_h = self.castling_partners(color, true);
        let towards_a = self.castling_partners(color, false);
        let rook = match letter.to_ascii_lowercase() {
            'k' => towards_h.first(),
            'q' => towards_a.first(),
            file => {
                let mut rooks = towards_h.iter().chain(&towards_a);
                rooks.find(|rook| rook.file_letter() == file)
            }
        };
        let rook = *rook.ok_or(format!("castling {letter:?}: no such king and rook"))?;
        let mut sides = [&towards_h, &towards_a].into_iter();
        let taken = |side: &Vec<Square>| self.castling_rooks.iter().any(|r| side.contains(r));
        if sides.any(|side| side.contains(&rook) && taken(side)) {
            return Err(format!("castling {letter:?}: a second rook on one side"));
        }
        self.castling_rooks.push(rook);
        Ok(())
    }

    /// The castling field: K or Q for the outermost rook on that side, the
    /// letter of the file for any other.
    fn castling_field(&self) -> String {
        let mut field = String::new();
        for color in [Color::White, Color::Black] {
            for (towards_h, side) in [(true, 'K'), (false, 'Q')] {
                let rooks = self.castling_partners(color, towards_h);
                for (place, rook) in rooks.into_iter().enumerate() {
                    if self.castling_rooks.contains(&rook) {
                        let letter = if place == 0 { side } else { rook.file_letter() };
                        field.push(color.letter(letter));
                    }
                }
            }
        }
        if field.is_empty() { "-".into() } else { field }
    }

    /// The man of the other side that may just have passed over the square.
    fn passed_over(&self, over: Square) -> Option<Passed> {
        let them = self.turn.other();
        let (man, _) = self.board.men(them).find(|&(to, man)| {
            let mut empty = Square::all().filter(|&square| self.board.at(square).is_none());
            self.board.at(over).is_none() && empty.any(|from| man.kind.passed_over(from, to, them) == Some(over))
        })?;
        Some(Passed { over, man })
    }

    /// Every move that follows the men's movement, whether or not it leaves
    /// the own king attacked.
    fn pseudo_legal_moves(&self, set: &PieceSet) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.board.men(self.turn) {
            let mut add = |to, deed| moves.push(Move { man, from, to, deed });
            for to in man.kind.moves(&self.board, from, self.turn) {
                if man.kind.is_promoted_on(to, self.turn) {
                    set.promotions().for_each(|kind| add(to, Deed::Promotion(kind)));
                } else {
                    add(to, Deed::Nothing);
                }
            }
            if let Some(Passed { over, man: taken }) = self.passed
                && man.kind.captures_in_passing()
                && man.kind.attacks(&self.board, from, self.turn).contains(&over)
            {
                add(over, Deed::CaptureInPassing { taken });
            }
            if man.kind.may_castle() {
                self.castlings(from).for_each(|rook| add(rook, Deed::Castling));
            }
        }
        moves
    }

    /// The rooks the king on this square may castle with now.
    fn castlings(&self, king: Square) -> impl Iterator<Item = Square> {
        let home = self.turn.rank(1);
        let rooks = self.castling_rooks.iter().copied();
        rooks.filter(move |&rook| {
            let (king_to, rook_to) = castled(king, rook);
            // King and rook are both in the hand while they change places:
            // neither bars the other's way, nor shields a square of it.
            let mut lifted = self.board.clone();
            lifted.lift(king);
            lifted.lift(rook);
            let is_free = |square| lifted.at(square).is_none();
            let is_safe = |square| !lifted.is_attacked(square, self.turn.other());
            rook.rank == home
                && !self.board.is_in_check(self.turn)
                && king.along_rank(king_to).all(is_free)
                && rook.along_rank(rook_to).all(is_free)
                && king.along_rank(king_to).all(is_safe)
        })
    }

    /// Plays a move, legal or not.
    fn make(&mut self, played: &Move) {
        let Move { man, from, to, .. } = *played;
        let captured = self.board.carry_out(played);

        // A rook loses its right by moving or by being taken, and all rights
        // of a side go when its king moves.
        let home = self.turn.rank(1);
        self.castling_rooks.retain(|&rook| {
            let king_moved = man.kind.may_castle() && rook.rank == home;
            rook != from && rook != to && !king_moved
        });

        let over = man.kind.passed_over(from, to, self.turn);
        self.passed = over.map(|over| Passed { over, man: to });
        self.halfmoves = if captured.is_some() || man.kind.moves_for_good() { 0 } else { self.halfmoves.saturating_add(1) };
        if self.turn == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.turn = self.turn.other();
    }
}

/// A game in progress. The positions before each move are kept whole, so
/// taking a move back cannot go wrong.
#[derive(Clone, Debug)]
pub struct Game {
    set: PieceSet,
    position: Position,
    earlier: Vec<Position>,
}

impl Game {
    /// Sets up the position of a FEN with the kinds of the set. The two
    /// counters may be left out.
    pub fn from_fen(fen: &str, set: PieceSet) -> Result<Game, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (placement, turn, castling, passed, counters) = match fields[..] {
            [placement, turn, castling, passed] => (placement, turn, castling, passed, ["0", "1"]),
            [placement, turn, castling, passed, halfmoves, number] => (placement, turn, castling, passed, [halfmoves, number]),
            _ => return Err(format!("{} fields instead of 4 or 6", fields.len())),
        };
        let count = |field: &str| {
            let number: Result<u32, _> = field.parse();
            number.map_err(|_| format!("{field:?} is no counter"))
        };
        let mut position = Position {
            board: Board::from_placement(placement, &set)?,
            turn: match turn {
                "w" => Color::White,
                "b" => Color::Black,
                _ => return Err(format!("{turn:?} is no side to move")),
            },
            castling_rooks: Vec::new(),
            passed: None,
            halfmoves: count(counters[0])?,
            move_number: count(counters[1])?,
        };
        for color in [Color::White, Color::Black] {
            let men = position.board.men(color);
            let kings = men.filter(|(_, man)| man.kind.is_royal()).count();
            if kings != 1 {
                return Err(format!("{color:?} has {kings} kings"));
            }
        }
        if position.board.is_in_check(position.turn.other()) {
            return Err("the side that has just moved is in check".into());
        }
        if castling != "-" {
            for letter in castling.chars() {
                position.add_castling_right(letter)?;
            }
        }
        if passed != "-" {
            let over = Square::from_name(passed).and_then(|over| position.passed_over(over));
            position.passed = Some(over.ok_or(format!("no man has passed over {passed}"))?);
        }
        Ok(Game { set, position, earlier: Vec::new() })
    }

    /// The position as a FEN. The square passed over is named only if a
    /// capture there is legal.
    pub fn fen(&self) -> String {
        let position = &self.position;
        let turn = match position.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let mut legal = self.legal().into_iter();
        let capture = legal.find(|played| matches!(played.deed, Deed::CaptureInPassing { .. }));
        let passed = capture.map_or("-".into(), |played| played.to.to_string());
        format!(
            "{} {turn} {} {passed} {} {}",
            position.board.placement(),
            position.castling_field(),
            position.halfmoves,
            position.move_number
        )
    }

    /// The legal moves: each possible move is played on a copy of the
    /// position, and throwing the copy away takes it back.
    fn legal(&self) -> Vec<Move> {
        let mut moves = self.position.pseudo_legal_moves(&self.set);
        moves.retain(|possible| {
            let mut trial = self.position.clone();
            trial.make(possible);
            !trial.board.is_in_check(self.position.turn)
        });
        moves
    }

    /// The legal moves as UCI words in alphabetical order, castling written
    /// as king takes rook (`e1h1`).
    pub fn legal_moves(&self) -> Vec<String> {
        let mut words: Vec<String> = self.legal().iter().map(Move::uci).collect();
        words.sort();
        words
    }

    /// Plays a legal move; any other leaves the game as it was.
    pub fn play(&mut self, uci: &str) -> Result<(), String> {
        let mut legal = self.legal().into_iter();
        let played = legal.find(|played| played.uci() == uci);
        let played = played.ok_or_else(|| format!("{uci} is illegal in {}", self.fen()))?;
        self.make(&played);
        Ok(())
    }

    fn make(&mut self, played: &Move) {
        self.earlier.push(self.position.clone());
        self.position.make(played);
    }

    /// Takes the last move back; at the start of the game there is none.
    pub fn undo(&mut self) {
        if let Some(position) = self.earlier.pop() {
            self.position = position;
        }
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.position.board.is_in_check(self.position.turn)
    }

    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.legal().is_empty()
    }

    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.legal().is_empty()
    }

    /// The number of ways to play so many halfmoves from here.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal();
        if depth == 1 {
            // Counting the moves is enough: nothing follows the last one.
            return legal.len() as u64;
        }
        let mut leaves = 0;
        for played in legal {
            self.make(&played);
            leaves += self.perft(depth - 1);
            self.undo();
        }
        leaves
    }
}
