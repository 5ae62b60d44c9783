//! A move as it is written: the grammar of SAN and of what people and programs write for it, without its meaning.
//!
//! What is tolerated in a spelling whatever the position is noted here; what depends on the position (is the `+` right?) is
//! noted by `read.rs`.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, digit0, one_of, space0};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value};
use nom::multi::{fold_many0, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{File, Piece, Rank, Role, Square};
use crate::position::CastlingSide;

use super::san::CheckSign;
use super::uci::{file, null, rank, role_of_letter, square};
use super::{Forgiven, ForgivenSet};

/// A move as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Written {
    /// The move itself.
    pub(super) body: Body,
    /// What a pawn is to become.
    pub(super) promotion: Option<Role>,
    /// The sign after it.
    pub(super) check: CheckSign,
    /// Whether it is said to capture en passant.
    pub(super) en_passant: bool,
    /// What is tolerated in the spelling alone.
    pub(super) forgiven: ForgivenSet,
}

/// The move itself, signs and promotion left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Body {
    /// `--`
    Null,
    /// `O-O`
    Castle(CastlingSide),
    /// `e2e4`, `e2-e4`: from a square to a square, whoever stands there.
    Step { from: Square, mark: Mark, to: Square },
    /// `Nbd2`, `exd5`
    Man(Man),
}

/// A man named by its role and where it goes, and as much of its source square as was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) role: Role,
    /// Whether its letter was written: of pawns, it need not be.
    pub(super) lettered: bool,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) mark: Mark,
    pub(super) to: Square,
}

/// What stands before the target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// `x`
    Capture,
    /// A hyphen.
    Hyphen,
}

/// Reads a whole text, or nothing.
pub(super) fn written(text: &str) -> Option<Written> {
    // text = [ move-number ] ( null / castle / step / pawn / piece ) [ promotion ] tail
    let (rest, number) = opt(move_number).parse(text).ok()?;
    // Where one form fits the whole text, no later one is meant: `b1c3` is a step, `bc3` a pawn's capture.
    let forms: [fn(&str) -> Parsed<'_, Body>; 5] = [null_body, castle, step, pawn, piece];
    let whole = |form| all_consuming((form, opt(promotion), tail)).parse(rest).ok();
    let (_, ((body, mut forgiven), promotion, mut tail)) = forms.into_iter().find_map(whole)?;
    let takes_promotion = matches!(body, Body::Step { .. } | Body::Man(_));
    if promotion.is_some() && !takes_promotion {
        return None;
    }
    if let Some(promotion) = promotion {
        let uci = matches!(body, Body::Step { mark: Mark::None, .. });
        let exact = if uci { PromotionForm::Uci } else { PromotionForm::San };
        forgiven.insert_if(promotion.form != exact, Forgiven::PromotionSpelling);
        forgiven.insert_if(promotion.figurine, Forgiven::Figurine);
    }
    forgiven.insert_if(number.is_some(), Forgiven::MoveNumber);
    tail.forgiven |= forgiven;
    let promotion = promotion.map(|promotion| promotion.role);
    Some(Written { body, promotion, check: tail.check, en_passant: tail.en_passant, forgiven: tail.forgiven })
}

type Parsed<'a, T> = IResult<&'a str, (T, ForgivenSet)>;

// move-number = *digit 1*( "." / "…" ) *blank
fn move_number(input: &str) -> IResult<&str, ()> {
    value((), (digit0, many1_count(one_of(".…")), space0)).parse(input)
}

// null-body = null
fn null_body(input: &str) -> Parsed<'_, Body> {
    value((Body::Null, ForgivenSet::EMPTY), null).parse(input)
}

// castle = nought hyphen nought [ hyphen nought ]          exactly "O-O" / "O-O-O"
fn castle(input: &str) -> Parsed<'_, Body> {
    let wings = opt((hyphen, nought));
    let (rest, (text, side)) = nom::combinator::consumed(map((nought, hyphen, nought, wings), |(_, _, _, wing)| match wing {
        None => CastlingSide::King,
        Some(_) => CastlingSide::Queen,
    }))
    .parse(input)?;
    let mut forgiven = ForgivenSet::EMPTY;
    forgiven.insert_if(!matches!(text, "O-O" | "O-O-O"), Forgiven::CastlingSpelling);
    Ok((rest, (Body::Castle(side), forgiven)))
}

// nought = "O" / "o" / "0"
fn nought(input: &str) -> IResult<&str, char> {
    one_of("Oo0").parse(input)
}

// step = square [ mark ] square            exactly UCI without a mark; with one, long form
fn step(input: &str) -> Parsed<'_, Body> {
    let (rest, (from, (mark, mut forgiven), to)) = (square, mark, square).parse(input)?;
    forgiven.insert_if(mark != Mark::None, Forgiven::LongForm);
    Ok((rest, (Body::Step { from, mark, to }, forgiven)))
}

// pawn = [ file [ mark ] ] square          exactly with "x" or without a file
fn pawn(input: &str) -> Parsed<'_, Body> {
    let capture = map((file, mark, square), |(file, (mark, forgiven), to)| (Some(file), mark, to, forgiven));
    let push = map(square, |to| (None, Mark::None, to, ForgivenSet::EMPTY));
    let (rest, (file, mark, to, mut forgiven)) = alt((capture, push)).parse(input)?;
    forgiven.insert_if(mark == Mark::Hyphen, Forgiven::LongForm);
    Ok((rest, (Body::Man(Man { role: Role::Pawn, lettered: false, file, rank: None, mark, to }), forgiven)))
}

// piece = letter ( file rank / file / rank / nothing ) [ mark ] square         exactly in upper case, no pawn, no hyphen
fn piece(input: &str) -> Parsed<'_, Body> {
    let (rest, (role, mut forgiven)) = letter(input)?;
    let both = map((file, rank, mark, square), |(file, rank, mark, to)| (Some(file), Some(rank), mark, to));
    let by_file = map((file, mark, square), |(file, mark, to)| (Some(file), None, mark, to));
    let by_rank = map((rank, mark, square), |(rank, mark, to)| (None, Some(rank), mark, to));
    let bare = map((mark, square), |(mark, to)| (None, None, mark, to));
    let (rest, (file, rank, (mark, marked), to)) = alt((both, by_file, by_rank, bare)).parse(rest)?;
    forgiven |= marked;
    forgiven.insert_if(mark == Mark::Hyphen, Forgiven::LongForm);
    Ok((rest, (Body::Man(Man { role, lettered: true, file, rank, mark, to }), forgiven)))
}

// letter = "N" / "B" / "R" / "Q" / "K"     tolerated: "P", the six in lower case, figurines
fn letter(input: &str) -> Parsed<'_, Role> {
    let tolerated = |forgiven: Forgiven| move |role| (role, forgiven.into());
    alt((
        map(map_opt(one_of("NBRQK"), role_of_letter), |role| (role, ForgivenSet::EMPTY)),
        value((Role::Pawn, Forgiven::LongForm.into()), tag("P")),
        value((Role::Pawn, ForgivenSet::from(Forgiven::LongForm) | Forgiven::LetterCase.into()), tag("p")),
        map(map_opt(one_of("nbrqk"), |letter| role_of_letter(letter.to_ascii_uppercase())), tolerated(Forgiven::LetterCase)),
        map(figurine, tolerated(Forgiven::Figurine)),
    ))
    .parse(input)
}

// figurine = ( "♔" … "♟" ) [ variation selector 15 or 16 ]
fn figurine(input: &str) -> IResult<&str, Role> {
    terminated(map_opt(anychar, role_of_figurine), opt(one_of("\u{fe0e}\u{fe0f}"))).parse(input)
}

fn role_of_figurine(character: char) -> Option<Role> {
    let shown = |role: Role| crate::board::Color::ALL.into_iter().any(|color| Piece { color, role }.figurine() == character);
    Role::ALL.into_iter().find(|&role| shown(role))
}

// mark = [ "x" / hyphen ]                  tolerated for "x": "×", ":"
fn mark(input: &str) -> Parsed<'_, Mark> {
    alt((
        value((Mark::Capture, ForgivenSet::EMPTY), tag("x")),
        value((Mark::Capture, Forgiven::CaptureMark.into()), one_of("×:")),
        value((Mark::Hyphen, ForgivenSet::EMPTY), hyphen),
        value((Mark::None, ForgivenSet::EMPTY), tag("")),
    ))
    .parse(input)
}

// hyphen = "-"                             tolerated: the other dashes
fn hyphen(input: &str) -> IResult<&str, char> {
    one_of("-‐‑‒–—−").parse(input)
}

/// How a promotion is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PromotionForm {
    /// `=Q`
    San,
    /// `q`
    Uci,
    /// Any other way.
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Promotion {
    role: Role,
    form: PromotionForm,
    figurine: bool,
}

// promotion = "=" role                     of UCI: role in lower case
//                                          tolerated: [ "=" / "/" ] role / [ "=" ] "(" role ")", in either case, or a figurine
fn promotion(input: &str) -> IResult<&str, Promotion> {
    let opened = alt((tag("=("), tag("(")));
    let prefixed = alt((tag("="), tag("/"), tag("")));
    alt((
        map(delimited(opened, promotion_role, tag(")")), |(role, _, figurine)| Promotion { role, form: PromotionForm::Other, figurine }),
        map((prefixed, promotion_role), |(prefix, (role, upper, figurine))| {
            let form = match (prefix, upper) {
                ("=", true) => PromotionForm::San,
                ("", false) => PromotionForm::Uci,
                _ => PromotionForm::Other,
            };
            Promotion { role, form, figurine }
        }),
    ))
    .parse(input)
}

/// The role, whether it is written large, and whether it is a figurine.
fn promotion_role(input: &str) -> IResult<&str, (Role, bool, bool)> {
    alt((
        map(map_opt(one_of("QRBNKP"), role_of_letter), |role| (role, true, false)),
        map(map_opt(one_of("qrbnkp"), |letter| role_of_letter(letter.to_ascii_uppercase())), |role| (role, false, false)),
        map(figurine, |role| (role, true, true)),
    ))
    .parse(input)
}

/// What follows the move.
#[derive(Clone, Copy, Debug)]
struct Tail {
    check: CheckSign,
    en_passant: bool,
    forgiven: ForgivenSet,
}

#[derive(Clone, Copy, Debug)]
enum Sign {
    Check(CheckSign),
    /// A check or mate sign of another notation.
    OddCheck,
    Glyph,
    EnPassant,
}

// tail = *( check / glyph / *blank en-passant )            exactly one check at most
fn tail(input: &str) -> IResult<&str, Tail> {
    let nothing = || Tail { check: CheckSign::None, en_passant: false, forgiven: ForgivenSet::EMPTY };
    fold_many0(alt((check, glyph, en_passant)), nothing, |mut tail, sign| {
        match sign {
            Sign::Check(check) => {
                tail.forgiven.insert_if(tail.check != CheckSign::None, Forgiven::CheckMark);
                tail.check = check;
            }
            Sign::OddCheck => tail.forgiven.insert(Forgiven::CheckMark),
            Sign::Glyph => tail.forgiven.insert(Forgiven::Glyph),
            Sign::EnPassant => {
                tail.forgiven.insert(Forgiven::EnPassantSuffix);
                tail.en_passant = true;
            }
        }
        tail
    })
    .parse(input)
}

// check = "+" / "#"                        tolerated: "++", "†", "‡"
fn check(input: &str) -> IResult<&str, Sign> {
    alt((
        value(Sign::OddCheck, alt((tag("++"), tag("†"), tag("‡")))),
        value(Sign::Check(CheckSign::Check), tag("+")),
        value(Sign::Check(CheckSign::Mate), tag("#")),
    ))
    .parse(input)
}

// glyph = "!" / "?" / "‼" / "⁇" / "⁈" / "⁉"
fn glyph(input: &str) -> IResult<&str, Sign> {
    value(Sign::Glyph, one_of("!?‼⁇⁈⁉")).parse(input)
}

// en-passant = "e.p." / "e.p" / "ep." / "ep"
fn en_passant(input: &str) -> IResult<&str, Sign> {
    let words = alt((tag("e.p."), tag("e.p"), tag("ep."), tag("ep")));
    value(Sign::EnPassant, recognize(preceded(space0, words))).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Option<Body> {
        written(text).map(|written| written.body)
    }

    fn forgiven(text: &str) -> Vec<Forgiven> {
        written(text).unwrap_or_else(|| panic!("{text} is unreadable")).forgiven.iter().collect()
    }

    #[test]
    fn exact_spellings_need_no_forgiving() {
        for text in ["Nf3", "Nbd2", "N1f3", "Qh4e1", "Qh4xe1#", "exd5", "e4", "e8=Q+", "dxe8=N", "O-O", "O-O-O+", "e2e4", "e7e8q"] {
            assert_eq!(forgiven(text), [], "{text}");
        }
    }

    #[test]
    fn the_first_form_that_fits_is_meant() {
        let pawn = |file, mark, to| Some(Body::Man(Man { role: Role::Pawn, lettered: false, file, rank: None, mark, to }));
        let bishop = |file, rank, to| Some(Body::Man(Man { role: Role::Bishop, lettered: true, file, rank, mark: Mark::None, to }));
        assert_eq!(body("b1c3"), Some(Body::Step { from: Square::B1, mark: Mark::None, to: Square::C3 }));
        assert_eq!(body("bc3"), pawn(Some(File::B), Mark::None, Square::C3));
        assert_eq!(body("bxc3"), pawn(Some(File::B), Mark::Capture, Square::C3));
        assert_eq!(body("b4"), pawn(None, Mark::None, Square::B4));
        assert_eq!(body("bgf3"), bishop(Some(File::G), None, Square::F3));
        assert_eq!(body("Bb1c2"), bishop(Some(File::B), Some(Rank::R1), Square::C2));
        assert_eq!(body("B1c2"), bishop(None, Some(Rank::R1), Square::C2));
    }

    #[test]
    fn signs_come_in_any_order() {
        for text in ["Nf3+?!", "Nf3!+", "Nf3?+!"] {
            let written = written(text).expect(text);
            assert_eq!((written.check, written.forgiven), (CheckSign::Check, Forgiven::Glyph.into()), "{text}");
        }
        assert_eq!(forgiven("Nf3++"), [Forgiven::CheckMark]);
        assert_eq!(forgiven("Nf3+#"), [Forgiven::CheckMark]);
    }

    #[test]
    fn what_is_no_move_in_any_spelling_is_refused() {
        for text in [
            "", " ", ".", "1.", "e", "e9", "E4", "E2E4", "NF3", "Exd5", "Nf", "Nf3x", "xd5", "N", "O", "O-", "OO", "O-O-O-O", "O-O=Q",
            "--=Q", "e8=X", "e8=", "e8(Q", "e.p.", "Nf3 x", "Nf3 Nf6", "Nf3.", "e4e4e4", "♘", "♘♘f3", "Nf3\n", "\u{0}e4", "héllo", "1 e4",
        ] {
            assert_eq!(written(text), None, "{text:?}");
        }
    }
}
