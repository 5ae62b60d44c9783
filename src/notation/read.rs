//! The move that a text means on a board: exact UCI first, then exact SAN, then what people and programs write.
//!
//! Nothing is guessed. A text that fits several legal moves is ambiguous; one that fits none tells the reason of the one
//! man that can have been meant, and where no man alone can have been meant, that there is no such move. Every liberty taken
//! with the spelling is told, and in strict mode refused.

use crate::board::{Bitboard, File, Piece, Rank, Role, Square, bishop_attacks, queen_attacks, rook_attacks};
use crate::position::{IllegalMove, Move, MoveIntent, Position};

use super::san::{CheckSign, needed_origin};
use super::written::{Body, Man, Mark, Written, written};
use super::{CastlingStyle, Forgiven, ForgivenSet, Uci, parse_uci, quote, write_san};

/// The longest text that can be a move, in bytes; the longest sensible one is less than half of it.
const MAX_LENGTH: usize = 64;

/// A legal move that was read, and what was tolerated in its spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ReadMove {
    pub mv: Move,
    pub forgiven: ForgivenSet,
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It is no move in any notation; or strict mode does not forgive its spelling.
    Unreadable {
        /// What is wrong and what to write, for a person.
        message: String,
    },
    /// It is a move, and the rules do not allow it.
    Illegal {
        /// The move as understood; `None` where no man alone could be meant.
        intent: Option<MoveIntent>,
        /// The first rule that it breaks.
        reason: IllegalMove,
    },
    /// It is SAN for several legal moves.
    Ambiguous {
        /// All of them, in the order of their UCI text.
        candidates: Vec<Move>,
    },
}

impl MoveError {
    /// The first rule broken, where it is a rule.
    #[must_use]
    pub const fn reason(&self) -> Option<IllegalMove> {
        match self {
            Self::Illegal { reason, .. } => Some(*reason),
            Self::Unreadable { .. } | Self::Ambiguous { .. } => None,
        }
    }
}

/// The legal move that `text` means: one word, after which `e.p.` may stand, before which a move number.
///
/// A pawn that reaches the last rank becomes a queen where no role is named. Castling is understood as `O-O`, as either of
/// its UCI spellings, and as a king's move in SAN (`Kg1` from e1). `e.p.` is forgiven after any move: it names none. With
/// `strict`, what would be forgiven is refused.
///
/// # Errors
///
/// [`MoveError::Unreadable`] for what is no move in any notation, and under `strict` for a move that is spelled otherwise
/// than SAN or UCI have it; but a promotion letter that is missing there is [`IllegalMove::PromotionMissing`].
/// [`MoveError::Illegal`] with the first rule broken. [`MoveError::Ambiguous`] for SAN that fits several legal moves.
#[inline]
pub fn read_move(position: &Position, text: &str, style: CastlingStyle, strict: bool) -> Result<ReadMove, MoveError> {
    // The common way: exact UCI of a legal move, of which castling alone has two spellings.
    if let Some(intent) = parse_uci(text)
        && let Some(mv) = position.find_legal(intent)
        && mv.castling().is_none()
    {
        return Ok(ReadMove { mv, forgiven: ForgivenSet::EMPTY });
    }
    read_closely(position, text, style, strict)
}

#[inline(never)]
fn read_closely(position: &Position, text: &str, style: CastlingStyle, strict: bool) -> Result<ReadMove, MoveError> {
    let reader = Reader { position, style, strict };
    let read = match parse_uci(text) {
        Some(MoveIntent::Step { from, to, promotion }) => reader.step(from, to, promotion),
        Some(intent) => reader.judge(intent),
        None => {
            let written = if text.len() <= MAX_LENGTH { written(text) } else { None };
            let written = written.ok_or_else(|| MoveError::Unreadable { message: unreadable(text) })?;
            if strict && !written.forgiven.is_empty() {
                return Err(reader.not_forgiven(text, written.forgiven, reader.written(&written).ok()));
            }
            reader.written(&written)
        }
    }?;
    if strict && !read.forgiven.is_empty() {
        return Err(reader.not_forgiven(text, read.forgiven, Some(read)));
    }
    Ok(read)
}

struct Reader<'a> {
    position: &'a Position,
    style: CastlingStyle,
    strict: bool,
}

impl Reader<'_> {
    fn judge(&self, intent: MoveIntent) -> Result<ReadMove, MoveError> {
        match self.position.judge(intent) {
            Ok(mv) => Ok(ReadMove { mv, forgiven: ForgivenSet::EMPTY }),
            Err(reason) => Err(MoveError::Illegal { intent: Some(intent), reason }),
        }
    }

    /// A move from a square to a square.
    #[inline]
    fn step(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<ReadMove, MoveError> {
        let (intent, promotion_missing) = self.step_meant(from, to, promotion);
        let mut read = self.judge(intent)?;
        read.forgiven.insert_if(promotion_missing, Forgiven::PromotionMissing);
        let other_castling = read.mv.castling().is_some() && to != Uci { mv: read.mv, style: self.style }.written_target();
        read.forgiven.insert_if(other_castling, Forgiven::CastlingSpelling);
        Ok(read)
    }

    /// What a step means: a queen where a pawn reaches the last rank and no role is named, unless that is not forgiven.
    #[inline]
    fn step_meant(&self, from: Square, to: Square, promotion: Option<Role>) -> (MoveIntent, bool) {
        let turn = self.position.turn();
        let last_rank = to.rank() == Rank::R8.relative_to(turn);
        let missing =
            promotion.is_none() && last_rank && !self.strict && self.position.board().of(turn, Role::Pawn).has(from) && from != to;
        let promotion = if missing { Some(Role::Queen) } else { promotion };
        (MoveIntent::Step { from, to, promotion }, missing)
    }

    /// A move in any spelling but exact UCI.
    fn written(&self, written: &Written) -> Result<ReadMove, MoveError> {
        let mut read = match written.body {
            Body::Null => self.judge(MoveIntent::Null),
            Body::Castle(side) => self.judge(MoveIntent::Castle(side)),
            Body::Step { from, to, .. } => self.step(from, to, written.promotion),
            Body::Man(man) => self.man(self.meant(man, written.promotion), written),
        }?;
        read.forgiven |= written.forgiven;
        let mark = match written.body {
            Body::Null | Body::Castle(_) => Mark::None,
            Body::Step { mark, .. } | Body::Man(Man { mark, .. }) => mark,
        };
        // UCI proper has no signs for a capture or a check.
        if matches!(written.body, Body::Step { mark: Mark::None, .. }) {
            read.forgiven.insert_if(written.check != CheckSign::None, Forgiven::CheckMark);
        } else {
            let captures = self.position.captures(read.mv);
            read.forgiven.insert_if((mark == Mark::Capture) != captures, Forgiven::CaptureMark);
            let check = CheckSign::after(&self.position.play(read.mv));
            read.forgiven.insert_if(written.check != check, Forgiven::CheckMark);
        }
        Ok(read)
    }

    /// The man meant by a `b` before the target: a pawn of the b-file, if one could go that way at all; else a bishop.
    fn meant(&self, man: Man, promotion: Option<Role>) -> Man {
        let turn = self.position.turn();
        let board = self.position.board();
        let could_be_bishop = man.role == Role::Pawn && !man.lettered && man.file == Some(File::B) && promotion.is_none();
        if self.strict || !could_be_bishop || board.of(turn, Role::Bishop).is_empty() {
            return man;
        }
        let pawns = board.of(turn, Role::Pawn) & Bitboard::file(File::B);
        let reach = self.attacked_from(Role::Pawn, pawns, man.to);
        if reach.any() { man } else { Man { role: Role::Bishop, file: None, ..man } }
    }

    /// A man of a role that goes to a square.
    fn man(&self, man: Man, written: &Written) -> Result<ReadMove, MoveError> {
        let own = self.men_meant(man);
        if man.role == Role::King {
            // There is one; and only its moves can mean castling, which no set of origins tells.
            let king = own.first().ok_or_else(no_such_move)?;
            let mut read = self.step(king, man.to, written.promotion)?;
            read.forgiven.insert_if(read.mv.castling().is_some(), Forgiven::CastlingSpelling);
            return Ok(self.with_origin(read, man));
        }
        let legal = self.position.legal_origins(man.role, man.to) & own;
        let step = |from| self.step(from, man.to, written.promotion);
        let mut moves = legal.into_iter().filter_map(|from| step(from).ok());
        let Some(read) = moves.next() else {
            let mut errors = self.men_to_blame(man, own, legal).into_iter().filter_map(|from| step(from).err());
            let first = errors.next().ok_or_else(no_such_move)?;
            let others: Vec<MoveError> = errors.collect();
            return Err(match first {
                first if others.is_empty() => first,
                // Of several men none is named; but the rule is that forbids it to all alike, if they go that way at all.
                MoveError::Illegal { reason: IllegalMove::BadGeometry { .. }, .. } => no_such_move(),
                MoveError::Illegal { reason, .. } if others.iter().all(|other| other.reason() == Some(reason)) => {
                    MoveError::Illegal { intent: None, reason }
                }
                _ => no_such_move(),
            });
        };
        let others: Vec<Move> = moves.map(|other| other.mv).collect();
        if others.is_empty() {
            let mut read = self.with_origin(read, man);
            // A `b` taken for a bishop.
            read.forgiven.insert_if(man.role == Role::Bishop && !man.lettered, Forgiven::LetterCase);
            return Ok(read);
        }
        let mut candidates: Vec<Move> = others.into_iter().chain([read.mv]).collect();
        candidates.sort_by_cached_key(|&mv| Uci { mv, style: self.style }.to_string());
        Err(MoveError::Ambiguous { candidates })
    }

    /// The own men of that role on the file and rank that are written; of pawns, those that the way of writing can mean.
    fn men_meant(&self, man: Man) -> Bitboard {
        let file = man.file.map_or(Bitboard::FULL, Bitboard::file);
        let rank = man.rank.map_or(Bitboard::FULL, Bitboard::rank);
        let men = self.position.board().of(self.position.turn(), man.role) & file & rank;
        let target_file = Bitboard::file(man.to.file());
        match (man.role, man.file, man.rank, man.mark) {
            // Without a source and without `x` a pawn steps forward; with either it captures, and leaves its file.
            (Role::Pawn, None, _, Mark::None | Mark::Hyphen) => men & target_file,
            (Role::Pawn, None, _, Mark::Capture) => men & !target_file,
            (Role::Pawn, Some(file), None, _) if file == man.to.file() => Bitboard::EMPTY,
            _ => men,
        }
    }

    /// The men that a move which is not legal can have meant: those that reach the target but for a rule, or else go that
    /// way but for a man in between, or else all there are.
    fn men_to_blame(&self, man: Man, own: Bitboard, legal: Bitboard) -> Bitboard {
        let pushes = man.role == Role::Pawn && man.file.is_none() && man.mark != Mark::Capture;
        let tiers = if pushes {
            let behind = Bitboard::from(man.to).forward(!self.position.turn());
            [legal, own & behind, own & behind.forward(!self.position.turn()), own]
        } else {
            [legal, self.attacked_from(man.role, own, man.to), aligned(man.role, own, man.to), own]
        };
        tiers.into_iter().find(|tier| tier.any()).unwrap_or(Bitboard::EMPTY).without(man.to)
    }

    /// Those of `men`, all of that role, that attack `to`.
    fn attacked_from(&self, role: Role, men: Bitboard, to: Square) -> Bitboard {
        let piece = Piece { color: self.position.turn(), role };
        men.into_iter().filter(|&from| self.position.board().attacks_from(piece, from).has(to)).collect()
    }

    /// Notes whether the source square was written otherwise than SAN asks for.
    fn with_origin(&self, mut read: ReadMove, man: Man) -> ReadMove {
        let role = read.mv.role();
        let needed = if role == Role::King { (None, None) } else { needed_origin(self.position, role, read.mv) };
        let bare = man.file.is_none() && man.rank.is_none();
        if needed == (man.file, man.rank) || (man.role == Role::Pawn && bare) || man.mark == Mark::Hyphen {
            return read;
        }
        let full = man.file.is_some() && man.rank.is_some();
        let long = full && (man.mark == Mark::Capture || man.role == Role::Pawn);
        read.forgiven.insert(if long { Forgiven::LongForm } else { Forgiven::OverDisambiguated });
        read
    }

    /// Strict mode's refusal, with the right spelling where there is one.
    fn not_forgiven(&self, text: &str, forgiven: ForgivenSet, read: Option<ReadMove>) -> MoveError {
        let codes: Vec<_> = forgiven.iter().map(Forgiven::code).collect();
        let mut message = format!("strict mode does not forgive the spelling of {} ({})", quote(text), codes.join(", "));
        if let Some(ReadMove { mv, .. }) = read {
            message += &format!(": write {} or {}", write_san(self.position, mv), Uci { mv, style: self.style });
        }
        MoveError::Unreadable { message }
    }
}

/// Those of `men`, all of that role, that would attack `to` on an empty board.
fn aligned(role: Role, men: Bitboard, to: Square) -> Bitboard {
    men & match role {
        Role::Bishop => bishop_attacks(to, Bitboard::EMPTY),
        Role::Rook => rook_attacks(to, Bitboard::EMPTY),
        Role::Queen => queen_attacks(to, Bitboard::EMPTY),
        Role::Pawn | Role::Knight | Role::King => Bitboard::EMPTY,
    }
}

const fn no_such_move() -> MoveError {
    MoveError::Illegal { intent: None, reason: IllegalMove::NoSuchMove }
}

fn unreadable(text: &str) -> String {
    const ADVICE: &str = "write UCI (e2e4, e7e8q) or SAN (Nf3, exd5, e8=Q, O-O)";
    let shown = quote(text);
    if text.is_empty() {
        return format!("there is no move: {ADVICE}");
    }
    if text.len() > MAX_LENGTH {
        return format!("{shown} is too long for a move: {ADVICE}");
    }
    let lower = text.to_ascii_lowercase();
    if parse_uci(&lower).is_some() {
        return format!("{shown} is no move, for squares are written in lower case: write {lower}");
    }
    format!("{shown} is no move in any notation: {ADVICE}")
}

#[cfg(test)]
mod tests {
    use super::super::{Fen, UciIntent, parse_fen};
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const PROMOTIONS: &str = "3r2k1/4P3/8/8/8/8/p7/4K3 w - - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 2";

    /// What `text` is in a position: `UCI codes`, `! reason UCI`, `? candidates`, or `unreadable`.
    fn read_in(fen: &str, text: &str, style: CastlingStyle, strict: bool) -> String {
        let (position, _) = parse_fen(fen).expect(fen);
        let uci = |mv| Uci { mv, style }.to_string();
        match read_move(&position, text, style, strict) {
            Ok(read) => {
                let codes: Vec<_> = read.forgiven.iter().map(Forgiven::code).collect();
                format!("{} {}", uci(read.mv), codes.join(",")).trim_end().to_owned()
            }
            Err(MoveError::Unreadable { message }) => {
                assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
                "unreadable".to_owned()
            }
            Err(MoveError::Illegal { intent, reason }) => {
                let intent = intent.map(|intent| UciIntent { position: &position, intent, style }.to_string());
                format!("! {} {}", reason.code(), intent.unwrap_or_default()).trim_end().to_owned()
            }
            Err(MoveError::Ambiguous { candidates }) => {
                format!("? {}", candidates.into_iter().map(uci).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn read(fen: &str, text: &str) -> String {
        read_in(fen, text, CastlingStyle::KingTarget, false)
    }

    fn read_strictly(fen: &str, text: &str) -> String {
        read_in(fen, text, CastlingStyle::KingTarget, true)
    }

    #[test]
    fn every_legal_move_goes_out_and_back_in_both_notations() {
        let start = [Position::initial(), parse_fen(KIWIPETE).expect("sound").0, Position::chess960(0).expect("a number")];
        let castling_inside = parse_fen("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1").expect("sound").0;
        let promotions = parse_fen("1n3n2/P1P1P1P1/8/k7/7K/8/p1p1p1p1/1N3N2 w - - 0 1").expect("sound").0;
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for first in start.into_iter().chain([castling_inside, promotions]) {
            for _ in 0..20 {
                let mut position = first;
                for _ in 0..40 {
                    let moves = position.legal_moves();
                    for &mv in &moves {
                        for style in [CastlingStyle::KingTarget, CastlingStyle::KingTakesRook] {
                            let exactly = Ok(ReadMove { mv, forgiven: ForgivenSet::EMPTY });
                            let uci = Uci { mv, style }.to_string();
                            let san = write_san(&position, mv);
                            assert_eq!(read_move(&position, &uci, style, true), exactly, "{uci} in {}", Fen(&position));
                            assert_eq!(read_move(&position, san.as_str(), style, true), exactly, "{san} in {}", Fen(&position));
                            assert_eq!(UciIntent { position: &position, intent: mv.intent(), style }.to_string(), uci);
                        }
                    }
                    let fen = Fen(&position).to_string();
                    let (again, forgiven) = parse_fen(&fen).expect(&fen);
                    assert!(forgiven.is_empty(), "{fen}");
                    assert_eq!((again.identity(), again.key(), Fen(&again).to_string()), (position.identity(), position.key(), fen));
                    // Marsaglia's xorshift.
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let Some(&mv) = moves.get(seed as usize % moves.len().max(1)) else { break };
                    position = position.play(mv);
                }
            }
        }
    }

    #[test]
    fn every_liberty_is_told_and_strict_mode_takes_none() {
        let knights = "4k3/8/8/8/8/5n2/8/1N2K1N1 w - - 0 1";
        let lone = "4k3/8/8/3p4/4P3/8/8/4K1N1 w - - 0 1";
        for (fen, text, expected) in [
            (PROMOTIONS, "e7e8", "e7e8q promotion_missing"),
            (PROMOTIONS, "e7d8", "e7d8q promotion_missing"),
            (PROMOTIONS, "exd8+", "e7d8q promotion_missing"),
            (PROMOTIONS, "exd8", "e7d8q promotion_missing,check_mark"),
            (PROMOTIONS, "e7e8Q", "e7e8q promotion_spelling"),
            (PROMOTIONS, "e7e8=q", "e7e8q promotion_spelling"),
            (PROMOTIONS, "e7e8=N", "e7e8n promotion_spelling"),
            (PROMOTIONS, "exd8Q+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8=q+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8(Q)+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8=(Q)+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8/Q+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8q+", "e7d8q promotion_spelling"),
            (PROMOTIONS, "exd8=♕+", "e7d8q figurine"),
            (PROMOTIONS, "e7xd8=Q+", "e7d8q long_form"),
            (KIWIPETE, "0-0", "e1g1 castling_spelling"),
            (KIWIPETE, "0-0-0", "e1c1 castling_spelling"),
            (KIWIPETE, "o-o", "e1g1 castling_spelling"),
            (KIWIPETE, "o-o-o", "e1c1 castling_spelling"),
            (KIWIPETE, "O–O", "e1g1 castling_spelling"),
            (KIWIPETE, "e1h1", "e1g1 castling_spelling"),
            (KIWIPETE, "e1a1", "e1c1 castling_spelling"),
            (KIWIPETE, "Kg1", "e1g1 castling_spelling"),
            (KIWIPETE, "e1-g1", "e1g1 long_form"),
            (EN_PASSANT, "exd6 e.p.", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "exd6 ep", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "exd6 e.p", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "exd6ep", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "exd6e.p.", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "e5d6 e.p.", "e5d6 en_passant_suffix"),
            (EN_PASSANT, "e6 e.p.", "e5e6 en_passant_suffix"),
            (EN_PASSANT, "ed6 e.p.!", "e5d6 en_passant_suffix,glyph,capture_mark"),
            (lone, "Nf3!", "g1f3 glyph"),
            (lone, "Nf3?!", "g1f3 glyph"),
            (lone, "e5!!", "e4e5 glyph"),
            (lone, "Nf3⁉", "g1f3 glyph"),
            (lone, "g1f3!", "g1f3 glyph"),
            (lone, "1.Nf3", "g1f3 move_number"),
            (lone, "12...Nf3", "g1f3 move_number"),
            (lone, "1. e4e5", "e4e5 move_number"),
            (lone, "1. Nf3", "g1f3 move_number"),
            (lone, "…Nf3", "g1f3 move_number"),
            (lone, "♘f3", "g1f3 figurine"),
            (lone, "♞f3", "g1f3 figurine"),
            (lone, "♘\u{fe0e}f3", "g1f3 figurine"),
            (lone, "♙e5", "e4e5 figurine"),
            (lone, "♟xd5", "e4d5 figurine"),
            (lone, "Ng1-f3", "g1f3 long_form"),
            (lone, "g1-f3", "g1f3 long_form"),
            (lone, "e4-e5", "e4e5 long_form"),
            (lone, "e4xd5", "e4d5 long_form"),
            (lone, "Pe5", "e4e5 long_form"),
            (lone, "Pexd5", "e4d5 long_form"),
            (lone, "Pxd5", "e4d5 long_form"),
            (lone, "Pe4e5", "e4e5 long_form"),
            (lone, "Ngf3", "g1f3 over_disambiguated"),
            (lone, "N1f3", "g1f3 over_disambiguated"),
            (lone, "Ng1f3", "g1f3 over_disambiguated"),
            (lone, "Ke1f1", "e1f1 over_disambiguated"),
            (knights, "Ng1xf3", "g1f3 long_form"),
            (knights, "Ngxf3", "g1f3 over_disambiguated"),
            (lone, "Nf3+", "g1f3 check_mark"),
            (lone, "Nf3#", "g1f3 check_mark"),
            (lone, "Nf3++", "g1f3 check_mark"),
            (lone, "e4e5+", "e4e5 check_mark"),
            ("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "a1a8 check_mark"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+", "a1a8 check_mark"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8!#", "a1a8 glyph"),
            (lone, "ed5", "e4d5 capture_mark"),
            (lone, "Nxf3", "g1f3 capture_mark"),
            (lone, "e4-d5", "e4d5 long_form,capture_mark"),
            (lone, "exd5", "e4d5"),
            (lone, "e:d5", "e4d5 capture_mark"),
            (lone, "e×d5", "e4d5 capture_mark"),
            (lone, "nf3", "g1f3 letter_case"),
            (lone, "kd2", "e1d2 letter_case"),
            (lone, "pe5", "e4e5 long_form,letter_case"),
            (lone, "1. nxf3?", "g1f3 glyph,move_number,capture_mark,letter_case"),
        ] {
            assert_eq!(read(fen, text), expected, "{text} in {fen}");
            let strictly = match expected.split_once(' ') {
                None => expected.to_owned(),
                Some((_, codes)) if codes.starts_with("promotion_missing") => format!("! promotion_missing {}", &expected[..4]),
                Some(_) => "unreadable".to_owned(),
            };
            assert_eq!(read_strictly(fen, text), strictly, "{text} in {fen}, strictly");
        }
    }

    #[test]
    fn the_style_decides_which_castling_is_exact() {
        for (text, king_target, king_takes_rook) in
            [("e1g1", "e1g1", "e1h1 castling_spelling"), ("e1h1", "e1g1 castling_spelling", "e1h1"), ("O-O", "e1g1", "e1h1")]
        {
            assert_eq!(read_in(KIWIPETE, text, CastlingStyle::KingTarget, false), king_target);
            assert_eq!(read_in(KIWIPETE, text, CastlingStyle::KingTakesRook, false), king_takes_rook);
        }
        let chess960 = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
        assert_eq!(read(chess960, "f1h1"), "f1h1");
        assert_eq!(read(chess960, "f1g1"), "f1g1", "a king's step");
        assert_eq!(read(chess960, "Kg1"), "f1g1");
        assert_eq!(read_strictly(chess960, "O-O"), "f1h1");
    }

    #[test]
    fn the_strict_meaning_comes_first() {
        let pawn_and_bishop = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        assert_eq!(read(pawn_and_bishop, "bxc3"), "b2c3");
        assert_eq!(read(pawn_and_bishop, "Bxc3"), "d2c3");
        assert_eq!(read(pawn_and_bishop, "bc3"), "b2c3 capture_mark");
        // The b-pawn is pinned: its own reason, and not the bishop's capture.
        assert_eq!(read("4k3/8/8/8/8/q1p5/1P1B4/2K5 w - - 0 1", "bxc3"), "! pinned b2c3");
        // No b-pawn can go there: the bishop.
        let bishop = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";
        assert_eq!(read(bishop, "bxc3"), "d2c3 letter_case");
        assert_eq!(read(bishop, "bc3"), "d2c3 capture_mark,letter_case");
        assert_eq!(read(bishop, "bf4"), "d2f4 letter_case");
        assert_eq!(read(bishop, "bdf4"), "d2f4 over_disambiguated,letter_case");
        assert_eq!(read_strictly(bishop, "bxc3"), "! no_such_move");
        assert_eq!(read("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "b4"), "b2b4");
        assert_eq!(read("4k3/8/8/8/8/8/8/3KB3 w - - 0 1", "bb4"), "e1b4 letter_case");
        for text in ["E2E4", "NF3", "E4", "BXC3", "o-O-o-O", "rn", "Nf3 Nf6"] {
            assert_eq!(read(KIWIPETE, text), "unreadable", "{text}");
        }
    }

    #[test]
    fn what_fits_several_moves_is_not_guessed() {
        let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
        assert_eq!(read(knights, "Nd2"), "? b1d2 f1d2");
        assert_eq!(read_strictly(knights, "Nd2"), "? b1d2 f1d2");
        assert_eq!(read(knights, "N1d2"), "? b1d2 f1d2");
        assert_eq!(read(knights, "Nbd2"), "b1d2");
        assert_eq!(read("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "Pxd5"), "? c4d5 e4d5");
        // A pinned man is not one that could move.
        assert_eq!(read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2"), "g1e2");
    }

    #[test]
    fn one_man_that_can_be_meant_gives_its_own_reason() {
        for (fen, text, expected) in [
            ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", "! pinned c3e4"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Bb5", "! path_blocked f1b5"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nd2", "! own_piece b1d2"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Qd4", "! path_blocked d1d4"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Qe5", "! bad_geometry d1e5"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ne5", "! no_such_move"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3", "! pawn_no_capture e2d3"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e5", "! bad_geometry e2e5"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ke2", "! own_piece e1e2"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Kg1", "! castling_blocked e1g1"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exe4", "! no_such_move"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ee4", "! no_such_move"),
            ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "! pawn_blocked e4e5"),
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "! pawn_not_home e3e5"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e5", "! no_such_move"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kc3", "! bad_geometry e1c3"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "! castling_no_right e1g1"),
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "! castling_through_check e1g1"),
            (EN_PASSANT, "exf6", "! en_passant_expired e5f6"),
            (EN_PASSANT, "exf6 e.p.", "! en_passant_expired e5f6"),
            ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nf3=Q", "! promotion_not_allowed g1f3q"),
            (PROMOTIONS, "e8=K", "! promotion_piece e7e8k"),
            (PROMOTIONS, "e7e8p", "! promotion_piece e7e8p"),
            (PROMOTIONS, "exf8", "! pawn_no_capture e7f8q"),
            ("4r1k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "! pawn_blocked e7e8q"),
            ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Ng1", "! no_such_move"),
        ] {
            assert_eq!(read(fen, text), expected, "{text} in {fen}");
        }
    }

    #[test]
    fn no_move_at_all_is_a_null_move() {
        for text in ["0000", "--", "(none)", "Z0", "1. --"] {
            assert_eq!(read(KIWIPETE, text), "! null_move 0000", "{text}");
        }
        assert_eq!(read(KIWIPETE, "a1a1"), "! null_move a1a1");
        assert_eq!(read(KIWIPETE, "e1-e1"), "! null_move e1e1");
    }

    #[test]
    fn messages_help_and_never_carry_control_characters() {
        let message = |text: &str, strict| match read_move(&Position::initial(), text, CastlingStyle::KingTarget, strict) {
            Err(MoveError::Unreadable { message }) => message,
            other => panic!("{text}: {other:?}"),
        };
        assert!(message("E2E4", false).ends_with("write e2e4"));
        assert_eq!(message("Nf3!", true), "strict mode does not forgive the spelling of \"Nf3!\" (glyph): write Nf3 or g1f3");
        assert!(message("\u{7}\u{1b}[0m\r\n", false).starts_with("\"\\u{7}\\u{1b}[0m\\r\\n\""));
        assert!(message(&"♘".repeat(1_000), false).contains("too long"));
        assert!(message(&format!("{}Nf3", "1.".repeat(40)), false).contains("too long"));
        assert!(message("", false).starts_with("there is no move"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,80}", strict: bool) {
            let _ = read_in(KIWIPETE, &text, CastlingStyle::KingTarget, strict);
            let _ = parse_fen(&text);
        }

        #[test]
        fn any_text_made_of_the_letters_of_moves_is_read_or_refused(text in "[a-h1-8KQRBNPOox=+#. ep()/0-]{0,12}", strict: bool) {
            for fen in [KIWIPETE, PROMOTIONS, EN_PASSANT] {
                let _ = read_in(fen, &text, CastlingStyle::KingTakesRook, strict);
            }
        }

        #[test]
        fn any_text_made_of_the_letters_of_fens_is_read_or_refused(text in "([kqrbnpKQRBNP1-8]{1,8}/){7}[kK1-8]{1,3} [wb] [KQkqA-Ha-h-]{1,4} ([a-h][36]|-) [0-9]{1,3} [0-9]{1,7}") {
            if let Ok((position, _)) = parse_fen(&text) {
                let written = Fen(&position).to_string();
                proptest::prop_assert_eq!(Fen(&parse_fen(&written).expect("written").0).to_string(), written);
            }
        }
    }
}
