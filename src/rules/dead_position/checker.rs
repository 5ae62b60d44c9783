//! The checker: every verdict of this folder is held against the rules before it leaves, by code that finds nothing itself.
//!
//! It shares no stepping with the provers: it walks square by square over what `board` knows, where they shift whole sets.
//!
//! # Why a reach table proves what it claims
//!
//! A table gives each man the squares that it may ever stand on, and says who may be captured and which pawns may promote. A
//! *fixture* is a man with one square that is not captured. The table is *closed* when every step below that is not barred
//! leads to a square that the table has. **If no capture in passing is legal now and the table is closed, every legal line
//! stays inside it.** Take the first move that does not, of a man to a square t:
//!
//! - It was no move of a line piece: the squares that it crosses are empty, so they carry no fixture and no king, and t no
//!   fixture of its own; one step after the other, they are in its reach.
//! - It was no capture: the captured man stood on t (or, in passing, had t in its reach since its double step), so that the
//!   reaches meet, and the table has it among the captured.
//! - It was no step of a king: only a *guarded* square is barred, and a guard is never captured, has not promoted, attacks t
//!   from wherever in its reach it stands, other than from t itself, and no man can stand between. The step was illegal.
//! - It was no castling: king and rook reach their new squares if no fixture stands on these.
//! - It was no push of a pawn: t was empty; and a pawn never passes an enemy pawn before it when both stay on their file
//!   and the other is neither captured nor promoted.
//! - It was no promotion: a pawn that reaches the last rank is in the table as promoted, and such a man may stand anywhere.
//!
//! # Why no mate is possible then
//!
//! In a mate, the last man moved is the winner's. A man of the winner's gives check; it has moved, or the line from it was
//! opened, so that the next square on that line was free to it: it is *mobile*. Each neighbour of the mated king that the
//! king can reach at all is attacked by the winner, or carries a man of the loser, a different one each. If no square of the
//! loser's king allows that within the table, no mate ever comes about; unless it is on the board already, which is looked at
//! first.

use crate::board::{
    Bitboard, Color, File, Piece, Rank, Role, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks,
};
use crate::position::{CastlingSide, Position};

use super::proof::{Closure, ForcedEnd, KnownSet, Proof, ReachTable};
use super::{Verdict, abstraction, mate_by};

/// Whether the evidence of a verdict shows what the verdict says. [`Verdict::Unknown`] claims nothing, and so is never wrong.
#[must_use]
pub fn holds(position: &Position, winner: Color, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Winnable(line) => line_holds(position, winner, line),
        Verdict::Unwinnable(proof) => proof_holds(position, winner, proof),
        Verdict::Unknown { .. } => true,
    }
}

/// Whether `winner` has mated.
fn is_mate(position: &Position, winner: Color) -> bool {
    position.turn() != winner && position.in_check() && !position.has_legal_move()
}

/// Every move is legal, and the last one mates.
fn line_holds(position: &Position, winner: Color, line: &[crate::position::Move]) -> bool {
    let mut position = *position;
    for &mv in line {
        if !position.allows(mv) {
            return false;
        }
        position.advance(mv);
    }
    is_mate(&position, winner)
}

fn proof_holds(position: &Position, winner: Color, proof: &Proof) -> bool {
    if is_mate(position, winner) {
        return false;
    }
    match proof {
        Proof::Terminal => !position.has_legal_move(),
        Proof::Material(why) => !why.is_possible() && mate_by(position.board(), winner) == *why,
        Proof::Forced(line) => {
            let mut stood = vec![*position];
            for &mv in &line.moves {
                let now = stood[stood.len() - 1];
                if now.legal_moves()[..] != [mv] {
                    return false;
                }
                stood.push(now.play(mv));
            }
            let end = stood[stood.len() - 1];
            match &line.end {
                ForcedEnd::Proved(proof) => proof_holds(&end, winner, proof),
                ForcedEnd::Repeats => stood[..stood.len() - 1].iter().any(|before| before.identity() == end.identity()),
            }
        }
        Proof::Saturation(table) => table_holds(position, winner, table),
        Proof::Closure(closure) => closure_holds(position, winner, closure),
        // Its own checker is a file of its own, and tells why it may be trusted.
        Proof::Abstraction(proof) => abstraction::check(position, winner, proof),
    }
}

/// No legal move leads from a member to anything but a member, a position of the rim, or one lost by its material; no member
/// is mate; and the position is a member.
fn closure_holds(position: &Position, winner: Color, closure: &Closure) -> bool {
    let members: KnownSet = closure.members.iter().copied().collect();
    let mut rim = KnownSet::default();
    for (known, table) in &closure.rim {
        let position = known.position();
        if is_mate(&position, winner) || !table_holds(&position, winner, table) {
            return false;
        }
        rim.insert(*known);
    }
    members.contains(&position.into())
        && closure.members.iter().all(|known| {
            let position = known.position();
            let legal = position.legal_moves();
            let mate = legal.is_empty() && position.in_check() && position.turn() != winner;
            !mate
                && legal.into_iter().all(|mv| {
                    let child = position.play(mv);
                    let known = (&child).into();
                    members.contains(&known) || rim.contains(&known) || lost_by_material(&child, winner)
                })
        })
}

fn lost_by_material(position: &Position, winner: Color) -> bool {
    !mate_by(position.board(), winner).is_possible() && !is_mate(position, winner)
}

/// One man of a reach table.
struct Man {
    start: Square,
    piece: Piece,
    reach: Bitboard,
    captured: bool,
    promoted: bool,
}

impl Man {
    fn is_fixture(&self) -> bool {
        !self.captured && self.reach == self.start.into()
    }

    /// What it attacks from one square, lines being stopped by these men.
    fn attacks(&self, from: Square, stopped: Bitboard) -> Bitboard {
        match self.piece.role {
            _ if self.promoted => queen_attacks(from, stopped) | knight_attacks(from),
            Role::Pawn => pawn_attacks(self.piece.color, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, stopped),
            Role::Rook => rook_attacks(from, stopped),
            Role::Queen => queen_attacks(from, stopped),
            Role::King => king_attacks(from),
        }
    }
}

fn table_holds(position: &Position, winner: Color, table: &ReachTable) -> bool {
    let starts = position.board().occupied();
    if position.en_passant().is_some() || table.reach.len() != starts.len() as usize {
        return false;
    }
    let men: Vec<Man> = starts
        .into_iter()
        .zip(&table.reach)
        .filter_map(|(start, &reach)| {
            let piece = position.board().piece_at(start)?;
            Some(Man { start, piece, reach, captured: table.captured.has(start), promoted: table.promoted.has(start) })
        })
        .collect();
    men.iter().all(|man| man.reach.has(man.start) && is_closed(man, &men)) && castling_is_closed(position, &men) && !can_mate(&men, winner)
}

/// Whether all that this man can do is in the table.
fn is_closed(man: &Man, men: &[Man]) -> bool {
    let color = man.piece.color;
    let enemies = || men.iter().filter(|other| other.piece.color != color);
    let fixtures: Bitboard = men.iter().filter(|man| man.is_fixture()).map(|man| man.start).collect();
    // Nobody goes to where a fixture of his own stands, or to where the enemy king always stands.
    let own_fixtures = men.iter().filter(|other| other.piece.color == color && other.is_fixture());
    let fixed_king = enemies().filter(|other| other.piece.role == Role::King && other.is_fixture());
    let barred: Bitboard = own_fixtures.chain(fixed_king).map(|other| other.start).collect();

    let meets = |square: Square| enemies().any(|enemy| enemy.piece.role != Role::King && enemy.reach.has(square));
    for from in man.reach {
        let steps = match man.piece.role {
            Role::Pawn if man.promoted => Bitboard::EMPTY,
            Role::Pawn => {
                let captures = pawn_attacks(color, from).into_iter().filter(|&to| meets(to)).collect::<Bitboard>();
                let push = from.forward(color).filter(|&to| !fixtures.has(to) && !always_before(man, to, men));
                push.map_or(captures, |to| captures.with(to))
            }
            Role::Knight => knight_attacks(from),
            // On a full board a line piece sees as far as the next square.
            Role::Bishop => bishop_attacks(from, Bitboard::FULL),
            Role::Rook => rook_attacks(from, Bitboard::FULL),
            Role::Queen => queen_attacks(from, Bitboard::FULL),
            Role::King => king_attacks(from),
        };
        let missing = steps & !barred & !man.reach;
        if missing.into_iter().any(|to| man.piece.role != Role::King || !is_guarded(to, man, men)) {
            return false;
        }
    }
    let last_rank = Bitboard::rank(Rank::R8.relative_to(color));
    let promotion_is_told = man.piece.role != Role::Pawn || man.promoted || (man.reach & last_rank).is_empty();
    let is_everywhere = !man.promoted || (!man.reach & !barred).is_empty();
    let capture_is_told = man.piece.role == Role::King || man.captured || !enemies().any(|enemy| captures(enemy, man));
    promotion_is_told && is_everywhere && capture_is_told
}

/// Whether a man may be captured by this one, the reaches of both being given.
fn captures(captor: &Man, man: &Man) -> bool {
    let meetings = captor.reach & man.reach;
    match captor.piece.role {
        // Where a pawn can only be pushed to, it captures nothing.
        Role::Pawn if !captor.promoted => {
            meetings.into_iter().any(|to| captor.reach.into_iter().any(|from| pawn_attacks(captor.piece.color, from).has(to)))
        }
        _ => meetings.any(),
    }
}

/// Whether the square before a pawn is the first square of an enemy pawn that it will always find before it.
fn always_before(pawn: &Man, to: Square, men: &[Man]) -> bool {
    let file = Bitboard::file(pawn.start.file());
    let stays = |man: &Man| (man.reach & !file).is_empty();
    let ahead = |man: &Man| match pawn.piece.color {
        Color::White => man.start > pawn.start,
        Color::Black => man.start < pawn.start,
    };
    let blocks = |man: &&Man| {
        let is_enemy_pawn = man.piece == Piece { color: !pawn.piece.color, role: Role::Pawn };
        is_enemy_pawn && man.start == to && ahead(man) && stays(man) && !man.captured && !man.promoted
    };
    stays(pawn) && men.iter().find(blocks).is_some()
}

/// Whether a king can never step onto a square, because an enemy man that is always there always attacks it.
fn is_guarded(square: Square, king: &Man, men: &[Man]) -> bool {
    let others = men.iter().filter(|man| man.start != king.start);
    let stopped = others.fold(Bitboard::EMPTY, |all, man| all | man.reach);
    men.iter().any(|guard| {
        let is_there = guard.piece.color != king.piece.color && !guard.captured && !guard.promoted;
        is_there
            && guard.reach.into_iter().all(|from| {
                // A king cannot be captured where it stands; any other guard can.
                (from == square && guard.piece.role == Role::King) || guard.attacks(from, stopped).has(square)
            })
    })
}

/// King and rook reach where castling brings them, unless a fixture stands there.
fn castling_is_closed(position: &Position, men: &[Man]) -> bool {
    let fixed =
        |square: Square, movers: [Square; 2]| men.iter().any(|man| man.start == square && man.is_fixture() && !movers.contains(&square));
    position.castling().iter().all(|(color, side, rook)| {
        let king = position.king(color);
        let (king_file, rook_file) = match side {
            CastlingSide::King => (File::G, File::F),
            CastlingSide::Queen => (File::C, File::D),
        };
        let (king_to, rook_to) = (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()));
        let reaches = |from: Square, to: Square| men.iter().any(|man| man.start == from && man.reach.has(to));
        let impossible = fixed(king_to, [king, rook]) || fixed(rook_to, [king, rook]);
        impossible || (reaches(king, king_to) && reaches(rook, rook_to))
    })
}

/// Whether a mate by `winner` can be put together from the table.
fn can_mate(men: &[Man], winner: Color) -> bool {
    let fixtures: Bitboard = men.iter().filter(|man| man.is_fixture()).map(|man| man.start).collect();
    let attacks = |man: &Man| man.reach.into_iter().fold(Bitboard::EMPTY, |all, from| all | man.attacks(from, fixtures));
    let (mut attacked, mut checked) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for man in men.iter().filter(|man| man.piece.color == winner && man.piece.role != Role::King) {
        let attacks = attacks(man);
        attacked |= attacks;
        if man.promoted || man.reach != man.start.into() {
            checked |= attacks;
        }
    }
    let king = |color| men.iter().find(|man| man.piece == Piece { color, role: Role::King }).map_or(Bitboard::EMPTY, |man| man.reach);
    let blockers: Vec<Bitboard> =
        men.iter().filter(|man| man.piece.color != winner && man.piece.role != Role::King).map(|man| man.reach).collect();
    (king(!winner) & checked).into_iter().any(|mated| {
        let flights = king_attacks(mated) & king(!winner) & !attacked;
        let opposite = king(winner) & !king_attacks(mated) & !Bitboard::from(mated);
        can_be_filled(flights, &blockers) || opposite.into_iter().any(|other| can_be_filled(flights & !king_attacks(other), &blockers))
    })
}

/// Whether each of these squares can be given a man of its own: by Hall's theorem, if any few of them can be reached by as many
/// men at least.
fn can_be_filled(squares: Bitboard, men: &[Bitboard]) -> bool {
    let enough = |few: Bitboard| men.iter().filter(|&&man| (man & few).any()).count() >= few.len() as usize;
    let mut few = squares;
    while few.any() && enough(few) {
        few = Bitboard(few.0 - 1) & squares;
    }
    few.is_empty()
}
