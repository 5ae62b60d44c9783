//! SAN read the quick way: from bytes straight to the legal move, where they are spelled as the PGN standard has it.
//!
//! Nearly every move of nearly every PGN file is. All that is not, and all that is no move, is left to `read.rs`: it knows what
//! to forgive and what to say.

use crate::board::{Bitboard, File, PromotionRole, Rank, Role, Square};
use crate::position::{CastlingSide, Move, Position};

/// The legal move that a plain SAN names; `None` where it is anything but plain, or not exactly one legal move: then
/// [`read_move`](super::read_move) has the last word.
///
/// Plain is what [`write_san`](super::write_san) writes, but that the sign of check or mate at the end is not looked into: it may
/// be missing, or be the wrong one.
#[inline]
#[must_use]
pub fn quick_san(position: &Position, text: &[u8]) -> Option<Move> {
    let text = match text {
        [unsigned @ .., b'+' | b'#'] => unsigned,
        _ => text,
    };
    match *text {
        [b'a'..=b'h', ..] => pawn(position, text),
        [b'O', ..] => castling(position, text),
        [letter, ref rest @ ..] => officer(position, officer_of(letter)?, rest),
        [] => None,
    }
}

// pawn = [ file "x" ] square [ "=" role ]
#[inline]
fn pawn(position: &Position, text: &[u8]) -> Option<Move> {
    let (rest, promotion) = match text {
        [rest @ .., b'=', role] => (rest, Some(promotion_of(*role)?)),
        _ => (text, None),
    };
    match *rest {
        [file, rank] => position.legal_push(square(file, rank)?, promotion),
        [from, b'x', file, rank] => position.legal_pawn_capture(File::from_letter(from)?, square(file, rank)?, promotion),
        _ => None,
    }
}

// officer = role [ file ] [ rank ] [ "x" ] square
#[inline]
fn officer(position: &Position, role: Role, rest: &[u8]) -> Option<Move> {
    let [before @ .., file, rank] = rest else { return None };
    let to = square(*file, *rank)?;
    let (origin, captures) = match before {
        [origin @ .., b'x'] => (origin, true),
        _ => (before, false),
    };
    if position.board().of_color(!position.turn()).has(to) != captures {
        return None;
    }
    let arrivals = position.arrivals(role, to);
    if origin.is_empty() {
        return arrivals.sole_from(Bitboard::FULL);
    }
    named(origin, arrivals.origins()).and_then(|from| arrivals.sole_from(from.into()))
}

/// The one of several squares that a source names which is written as briefly as it can be: by its file rather than its rank, by
/// its rank rather than both.
fn named(origin: &[u8], origins: Bitboard) -> Option<Square> {
    let (file, rank) = match *origin {
        [rank @ b'1'..=b'8'] => (None, Rank::from_digit(rank)),
        [file] => (Some(File::from_letter(file)?), None),
        [file, rank] => (Some(File::from_letter(file)?), Some(Rank::from_digit(rank)?)),
        _ => return None,
    };
    let meant = origins & file.map_or(Bitboard::FULL, Bitboard::file) & rank.map_or(Bitboard::FULL, Bitboard::rank);
    let from = meant.single()?;
    let rivals = origins.without(from);
    let shares_file = (rivals & Bitboard::file(from.file())).any();
    let shares_rank = (rivals & Bitboard::rank(from.rank())).any();
    let needed = match (shares_file, shares_rank) {
        _ if rivals.is_empty() => (false, false),
        (false, _) => (true, false),
        (true, false) => (false, true),
        (true, true) => (true, true),
    };
    (needed == (file.is_some(), rank.is_some())).then_some(from)
}

// castling = "O-O" / "O-O-O"
#[cold]
fn castling(position: &Position, text: &[u8]) -> Option<Move> {
    match text {
        b"O-O" => position.legal_castling(CastlingSide::King),
        b"O-O-O" => position.legal_castling(CastlingSide::Queen),
        _ => None,
    }
}

#[inline]
const fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file < 8 && rank < 8 { Some(Square::from_index((rank * 8 + file) as usize)) } else { None }
}

#[inline]
const fn officer_of(letter: u8) -> Option<Role> {
    // Looked up, for nobody could foretell which it is.
    const OFFICERS: [Option<Role>; 256] = {
        let mut officers = [None; 256];
        officers[b'N' as usize] = Some(Role::Knight);
        officers[b'B' as usize] = Some(Role::Bishop);
        officers[b'R' as usize] = Some(Role::Rook);
        officers[b'Q' as usize] = Some(Role::Queen);
        officers[b'K' as usize] = Some(Role::King);
        officers
    };
    OFFICERS[letter as usize]
}

#[inline]
const fn promotion_of(letter: u8) -> Option<PromotionRole> {
    match officer_of(letter) {
        Some(role) => PromotionRole::from_role(role),
        None => None,
    }
}
