//! A line becomes a `Command`, by nom. The grammar stands above each function; `_` is a run of blanks or tabs.

use nom::bytes::complete::take_while1;
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, opt, recognize, rest, value};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many1_count;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::command::color_of_word;
use super::{Command, CommandSpec, Go, Line, MoveWords, Start, grammar};
use crate::board::{Color, Square};
use crate::game::{Given, is_tag_name, is_tag_value, written_by_the_referee};
use crate::notation::{TimeControl, quote};
use crate::rules::Claim;

/// Why a line is no command: where, and what would have been.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError<'a> {
    /// The game that the line is about, where its tag can be read.
    pub game: Option<&'a str>,
    /// The word of the command, if there is such a command.
    pub verb: Option<&'static str>,
    /// Whether the line starts with a word that is no command; else its arguments are wrong.
    pub unknown_command: bool,
    /// Where, in characters from 1.
    pub column: usize,
    /// What was wrong and what to do, for a person.
    pub message: String,
}

/// What a parser of this file gives.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Expected<'a>>;

/// What a parser would have accepted, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expected<'a> {
    at: &'a str,
    what: &'static str,
}

impl<'a> ParseError<&'a str> for Expected<'a> {
    fn from_error_kind(input: &'a str, _: ErrorKind) -> Self {
        Self { at: input, what: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two ways that failed, the one that came farther knows better.
    fn or(self, other: Self) -> Self {
        if other.at.len() <= self.at.len() { other } else { self }
    }
}

/// Reads a line. Blank lines and comments (`#`) give `None`.
///
/// # Errors
///
/// Where the line stops making sense, and what would have made it.
pub fn parse(line: &str) -> Result<Option<Line<'_>>, SyntaxError<'_>> {
    let text = trimmed(line);
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let (game, text) = match text.strip_prefix('@') {
        None => (None, text),
        Some(tagged) => {
            let (after, name) = word_or_nothing(tagged);
            if !is_tag(name) {
                return Err(no_name(line, tagged));
            }
            (Some(name), after.trim_start_matches(is_blank))
        }
    };
    let (arguments, word) = word_or_nothing(text);
    let Some(spec) = grammar::find(word) else { return Err(no_command(line, game, text, word)) };
    // The line ends in no blank, and so do its arguments.
    match all_consuming(spec.arguments).parse(arguments) {
        Ok((_, command)) => Ok(Some(Line { game, command })),
        Err(error) => Err(wrong_arguments(line, game, spec, error)),
    }
}

#[cold]
fn no_name<'a>(line: &'a str, tagged: &'a str) -> SyntaxError<'a> {
    let message = "a game's name is 1 to 64 letters, digits or _ - . : after the @".to_owned();
    SyntaxError { game: None, verb: None, unknown_command: false, column: column(line, tagged), message }
}

#[cold]
fn no_command<'a>(line: &str, game: Option<&'a str>, text: &str, word: &str) -> SyntaxError<'a> {
    let message = match word {
        "" => "a command is missing after the game's name".to_owned(),
        _ => format!("there is no command {}; try help", quote(word)),
    };
    SyntaxError { game, verb: None, unknown_command: !word.is_empty(), column: column(line, text), message }
}

#[cold]
fn wrong_arguments<'a>(line: &str, game: Option<&'a str>, spec: &CommandSpec, error: nom::Err<Expected<'_>>) -> SyntaxError<'a> {
    let (nom::Err::Error(Expected { at, what }) | nom::Err::Failure(Expected { at, what })) = error else {
        unreachable!("complete parsers never ask for more")
    };
    let at = at.trim_start_matches(is_blank);
    let wanted = if what.is_empty() { "nothing more" } else { what };
    let found = match word_or_nothing(at).1 {
        "" => "the end of the line".to_owned(),
        found => quote(found),
    };
    let message = format!("expected {wanted}, found {found}; usage: {}", spec.usage);
    SyntaxError { game, verb: Some(spec.verb), unknown_command: false, column: column(line, at), message }
}

/// Where the end `at` of a line without what shows nothing at its end begins, in characters from 1.
fn column(line: &str, at: &str) -> usize {
    let end = line.trim_end_matches(is_blank_or_return).len();
    line[..end - at.len()].chars().count() + 1
}

/// Whether a game may have this name: 1 to 64 of letters, digits, `_ - . :`.
#[must_use]
pub fn is_tag(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte))
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn is_blank_or_return(c: char) -> bool {
    is_blank(c) || c == '\r'
}

/// A line without the blanks and returns at its ends: looked at by bytes, for they are ASCII.
#[inline]
fn trimmed(line: &str) -> &str {
    let shows = |byte: u8| !is_blank_or_return(byte.into());
    let start = line.bytes().position(shows).unwrap_or(line.len());
    let end = line.bytes().rposition(shows).map_or(start, |last| last + 1);
    &line[start..end]
}

/// What follows the blanks at the start.
#[inline]
fn skip_blanks(text: &str) -> &str {
    let start = text.bytes().position(|byte| !is_blank(byte.into())).unwrap_or(text.len());
    &text[start..]
}

/// The first word and what follows it; both empty at the end.
#[inline]
fn word_or_nothing(text: &str) -> (&str, &str) {
    // Nearly every byte shows, which one comparison tells.
    let end = text.bytes().position(|byte| byte <= b' ' && is_blank(byte.into())).unwrap_or(text.len());
    (&text[end..], &text[..end])
}

fn fail<'a, T>(at: &'a str, what: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Expected { at, what }))
}

/// `_ WORD`
///
/// Written out by bytes, for every line is read by it: blanks are ASCII, so a word's ends are ends of characters.
#[inline(always)]
fn word(input: &str) -> Parsed<'_, &str> {
    let start = skip_blanks(input);
    if start.len() == input.len() || start.is_empty() {
        return fail(input, "");
    }
    Ok(word_or_nothing(start))
}

/// `_ KEYWORD`, the whole word.
fn keyword<'a>(keyword: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Expected<'a>> {
    move |input| match word(input) {
        Ok((rest, found)) if found == keyword => Ok((rest, found)),
        _ => fail(input, keyword),
    }
}

/// `_ DIGITS`, a number below 2^32.
fn number(input: &str) -> Parsed<'_, u32> {
    const TOO_MUCH: u64 = 1 << 32;
    let Ok((rest, digits)) = word(input) else { return fail(input, "a number") };
    let with_digit = |number: u64, digit: u8| digit.is_ascii_digit().then(|| (10 * number + u64::from(digit - b'0')).min(TOO_MUCH));
    match digits.bytes().try_fold(0, with_digit).map(u32::try_from) {
        Some(Ok(number)) => Ok((rest, number)),
        Some(Err(_)) => fail(input, "a number below 4294967296"),
        None => fail(input, "a number"),
    }
}

/// `_ DIGITS`, 1 or more.
fn positive(input: &str) -> Parsed<'_, u32> {
    match number(input)? {
        (_, 0) => fail(input, "a number from 1 on"),
        found => Ok(found),
    }
}

/// `_ a1…h8`
fn square(input: &str) -> Parsed<'_, Square> {
    match word(input) {
        Ok((rest, found)) => Square::parse(found.as_bytes()).map_or_else(|| fail(input, "a square"), |square| Ok((rest, square))),
        Err(_) => fail(input, "a square"),
    }
}

/// `_ (white | black)`
fn color(input: &str) -> Parsed<'_, Color> {
    match word(input) {
        Ok((rest, found)) => color_of_word(found).map_or_else(|| fail(input, "white or black"), |color| Ok((rest, color))),
        Err(_) => fail(input, "white or black"),
    }
}

/// `(by COLOR | ply N)*`, each at most once, in any order.
fn given(input: &str) -> Parsed<'_, Given> {
    beliefs(input, false)
}

/// `(by COLOR | ply N | elapsed MS)*`, each at most once, in any order.
fn timed(input: &str) -> Parsed<'_, Given> {
    beliefs(input, true)
}

/// `" elapsed " DIGITS`, and then the end of the line.
#[inline]
fn time_alone(input: &str) -> Option<u64> {
    let digits = input.strip_prefix(" elapsed ").filter(|digits| (1..10).contains(&digits.len()))?;
    digits.bytes().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| 10 * number + u64::from(byte - b'0')))
}

#[inline(always)]
fn beliefs(input: &str, may_be_timed: bool) -> Parsed<'_, Given> {
    let mut given = Given::default();
    let mut left = input;
    loop {
        match word(left) {
            Ok((rest, "by")) if given.by.is_none() => (left, given.by) = color.map(Some).parse(rest)?,
            Ok((rest, "ply")) if given.ply.is_none() => (left, given.ply) = number.map(Some).parse(rest)?,
            Ok((rest, "elapsed")) if may_be_timed && given.elapsed.is_none() => {
                (left, given.elapsed) = number.map(|ms| Some(ms.into())).parse(rest)?;
            }
            _ => return Ok((left, given)),
        }
    }
}

/// Whether a word starts what stands after a command's own arguments.
fn is_belief(word: &str) -> bool {
    matches!(word, "by" | "ply" | "elapsed")
}

/// `_ MOVE`
#[inline(always)]
fn move_text(input: &str) -> Parsed<'_, &str> {
    let start = skip_blanks(input);
    let found = if start.len() < input.len() { one_move(start) } else { fail(start, "") };
    found.or_else(|_| fail(input, "a move"))
}

/// `[DIGITS "."+ _] WORD [_ ("e.p." | "e.p" | "ep")]`
#[inline(always)]
fn one_move(input: &str) -> Parsed<'_, &str> {
    let numbered = input.as_bytes().first().is_some_and(u8::is_ascii_digit);
    let (start, _) = if numbered { opt(move_number).parse(input)? } else { (input, None) };
    let (after, found) = word_or_nothing(start);
    if found.is_empty() {
        return fail(start, "");
    }
    match suffix(after) {
        Some(rest) => Ok((rest, &input[..input.len() - rest.len()])),
        None if numbered => Ok((after, &input[..input.len() - after.len()])),
        None => Ok((after, found)),
    }
}

/// `_ ("e.p." | "e.p" | "ep")`: what follows it. What cannot be it is seen by two letters.
#[inline(always)]
fn suffix(input: &str) -> Option<&str> {
    match *skip_blanks(input).as_bytes() {
        [b'e', b'.' | b'p', ..] => word(input).ok().filter(|(_, found)| matches!(*found, "e.p." | "e.p" | "ep")).map(|(rest, _)| rest),
        _ => None,
    }
}

/// `DIGITS "."+ _`
fn move_number(input: &str) -> Parsed<'_, &str> {
    recognize((digit1, many1_count(one_of(".…")), take_while1(is_blank))).parse(input)
}

/// The next move of a list, and what follows it.
pub(super) fn next_move(list: &str) -> Option<(&str, &str)> {
    one_move(skip_blanks(list)).ok()
}

/// `position (_ startpos | _ fen FEN | _ epd EPD | _ chess960 _ N) [_ moves MOVE*]`; a FEN or EPD ends at `moves` or with the line.
pub(super) fn position(input: &str) -> Parsed<'_, Command<'_>> {
    let (after, start) = match word(input) {
        Ok((after, "startpos")) => (after, Start::Initial),
        Ok((after, "fen")) => fen_text(after),
        Ok((after, "epd")) => epd_text(after),
        Ok((after, "chess960")) => chess960(after)?,
        _ => return fail(input, "startpos, fen, epd or chess960"),
    };
    let start_text = input[..input.len() - after.len()].trim_matches(is_blank);
    let (rest, moves) = opt(preceded(keyword("moves"), rest)).parse(after)?;
    Ok((rest, Command::Position { start, start_text, moves: MoveWords(moves.unwrap_or_default()) }))
}

/// `_ N`, N from 0 to 959.
fn chess960(input: &str) -> Parsed<'_, Start<'_>> {
    match number(input) {
        Ok((rest, number)) if number < 960 => Ok((rest, Start::Chess960(number))),
        _ => fail(input, "a number from 0 to 959"),
    }
}

/// `(_ WORD)*` up to the word `moves`: a FEN, which is read elsewhere.
fn fen_text(input: &str) -> (&str, Start<'_>) {
    let mut left = input;
    while let Ok((rest, found)) = word(left)
        && found != "moves"
    {
        left = rest;
    }
    (left, Start::Fen(input[..input.len() - left.len()].trim_matches(is_blank)))
}

/// `(_ WORD)*` up to the word `moves` outside of quotes: a line of EPD, which is read elsewhere.
fn epd_text(input: &str) -> (&str, Start<'_>) {
    let mut left = input;
    let mut quoted = false;
    while let Ok((rest, found)) = word(left)
        && (quoted || found != "moves")
    {
        quoted ^= found.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
        left = rest;
    }
    (left, Start::Epd(input[..input.len() - left.len()].trim_matches(is_blank)))
}

/// `" " WORD [" elapsed " DIGITS]`, and then the end of the line: how nearly all moves come. Anything else is read otherwise, and so
/// could this be.
#[inline(always)]
fn move_in_a_word(input: &str) -> Option<(&str, Option<u64>)> {
    let start = input.strip_prefix(' ').filter(|start| start.as_bytes().first().is_some_and(|first| first.is_ascii_alphabetic()))?;
    let (after, found) = word_or_nothing(start);
    if after.is_empty() { Some((found, None)) } else { time_alone(after).map(|elapsed| (found, Some(elapsed))) }
}

/// `move _ MOVE TIMED`
pub(super) fn play(input: &str) -> Parsed<'_, Command<'_>> {
    match move_in_a_word(input) {
        Some((text, elapsed)) => Ok(("", Command::Move { text, given: Given { elapsed, ..Given::default() } })),
        None => any_move(input),
    }
}

fn any_move(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, text) = move_text(input)?;
    let (rest, given) = timed(rest)?;
    Ok((rest, Command::Move { text, given }))
}

/// `explain [_ MOVE]`
pub(super) fn explain(input: &str) -> Parsed<'_, Command<'_>> {
    opt(move_text).map(|text| text.map_or(Command::ExplainGame, |text| Command::Explain { text })).parse(input)
}

/// `claim _ (threefold | fifty) [_ MOVE] TIMED`
pub(super) fn claim(input: &str) -> Parsed<'_, Command<'_>> {
    let found = word(input).ok().and_then(|(rest, found)| Some((rest, Claim::ALL.into_iter().find(|claim| claim.code() == found)?)));
    let Some((after, claim)) = found else { return fail(input, "threefold or fifty") };
    let (after, named) = match word(after) {
        Ok((_, found)) if !is_belief(found) => move_text.map(Some).parse(after)?,
        _ => (after, None),
    };
    timed.map(|given| Command::Claim { claim, named, given }).parse(after)
}

/// `offer _ draw GIVEN`, with `by`
pub(super) fn offer(input: &str) -> Parsed<'_, Command<'_>> {
    preceded(keyword("draw"), by_player).map(|(by, given)| Command::Offer { by, given }).parse(input)
}

/// `accept GIVEN`, with `by`
pub(super) fn accept(input: &str) -> Parsed<'_, Command<'_>> {
    by_player.map(|(by, given)| Command::Accept { by, given }).parse(input)
}

/// `decline GIVEN`, with `by`
pub(super) fn decline(input: &str) -> Parsed<'_, Command<'_>> {
    by_player.map(|(by, given)| Command::Decline { by, given }).parse(input)
}

/// `GIVEN` with `by`, which here names the player that acts, whoever is to move.
fn by_player(input: &str) -> Parsed<'_, (Color, Given)> {
    match given(input)? {
        (rest, Given { by: Some(by), ply, .. }) => Ok((rest, (by, Given { ply, ..Given::default() }))),
        (rest, _) => fail(rest, "by white or by black"),
    }
}

/// `resign _ COLOR GIVEN`
pub(super) fn resign(input: &str) -> Parsed<'_, Command<'_>> {
    (color, given).map(|(by, given)| Command::Resign { by, given }).parse(input)
}

/// `abort GIVEN`
pub(super) fn abort(input: &str) -> Parsed<'_, Command<'_>> {
    given.map(|given| Command::Abort { given }).parse(input)
}

/// `clock (_ off | _ TC [_ TC]) GIVEN`
pub(super) fn clock(input: &str) -> Parsed<'_, Command<'_>> {
    let (after, controls) = match word(input) {
        Ok((after, "off")) => (after, None),
        _ => {
            let (after, white) = time_control(input)?;
            let (after, black) = match word(after) {
                Ok((_, found)) if !is_belief(found) => time_control(after)?,
                _ => (after, white),
            };
            (after, Some(Box::new([white, black])))
        }
    };
    let (rest, given) = given(after)?;
    Ok((rest, Command::Clock { controls, given }))
}

/// `_ TC`, see [`TimeControl`]
fn time_control(input: &str) -> Parsed<'_, TimeControl> {
    match word(input).map(|(rest, found)| (rest, TimeControl::parse(found))) {
        Ok((rest, Ok(control))) => Ok((rest, control)),
        Ok((_, Err(expected))) => fail(input, expected),
        Err(_) => fail(input, "off or a time control in seconds, such as 300+3, 40/7200:1800+30 or *60"),
    }
}

/// `flag _ COLOR TIMED`
pub(super) fn flag(input: &str) -> Parsed<'_, Command<'_>> {
    (color, timed).map(|(color, given)| Command::Flag { color, given }).parse(input)
}

/// `winnable [_ COLOR]`
pub(super) fn winnable(input: &str) -> Parsed<'_, Command<'_>> {
    match word(input) {
        Ok(_) => color.map(|color| Command::Winnable { color: Some(color) }).parse(input),
        Err(_) => Ok((input, Command::Winnable { color: None })),
    }
}

/// `events [_ since _ N]`
pub(super) fn events(input: &str) -> Parsed<'_, Command<'_>> {
    match keyword("since").parse(input) {
        Ok((after, _)) => number.map(|since| Command::Events { since }).parse(after),
        Err(_) => Ok((input, Command::Events { since: 0 })),
    }
}

/// `undo [_ N] GIVEN`
pub(super) fn undo(input: &str) -> Parsed<'_, Command<'_>> {
    (count, given).map(|(count, given)| Command::Undo { count, given }).parse(input)
}

/// `redo [_ N] GIVEN`
pub(super) fn redo(input: &str) -> Parsed<'_, Command<'_>> {
    (count, given).map(|(count, given)| Command::Redo { count, given }).parse(input)
}

/// `[_ N]`, 1 where nothing but `by` or `ply` follows.
fn count(input: &str) -> Parsed<'_, u32> {
    match word(input) {
        Ok((_, found)) if !is_belief(found) => positive(input),
        _ => Ok((input, 1)),
    }
}

/// `legal [_ SQUARE] [_ san]`
pub(super) fn legal(input: &str) -> Parsed<'_, Command<'_>> {
    let from = |input| match word(input) {
        Ok((_, "san")) | Err(_) => Ok((input, None)),
        Ok(_) => square.map(Some).parse(input),
    };
    (from, opt(keyword("san"))).map(|(from, san)| Command::Legal { from, san: san.is_some() }).parse(input)
}

/// `history [_ san]`
pub(super) fn history(input: &str) -> Parsed<'_, Command<'_>> {
    opt(keyword("san")).map(|san| Command::History { san: san.is_some() }).parse(input)
}

/// `tag _ NAME [_ VALUE]`; a value runs to the end of the line.
pub(super) fn tag(input: &str) -> Parsed<'_, Command<'_>> {
    let (after, name) = match word(input) {
        Ok((after, name)) if is_tag_name(name) => (after, name),
        _ => return fail(input, "a tag's name: letters, digits and _, the first no _, 255 at most"),
    };
    if written_by_the_referee(name) {
        return fail(input, "a tag that the referee does not write itself, by what happens in the game");
    }
    let value = after.trim_matches(is_blank);
    if !is_tag_value(value) {
        return fail(after, "a value of 255 characters at most, all of which print");
    }
    Ok(("", Command::Tag { name, value: Some(value).filter(|value| !value.is_empty()) }))
}

/// `perft _ N`
pub(super) fn perft(input: &str) -> Parsed<'_, Command<'_>> {
    number.map(|depth| Command::Perft { depth }).parse(input)
}

/// `go (_ perft _ N | WORD*)`
pub(super) fn go(input: &str) -> Parsed<'_, Command<'_>> {
    match word(input) {
        Ok((after, "perft")) => number.map(|depth| Command::Go(Go::Perft { depth })).parse(after),
        _ => value(Command::Go(Go::Move), rest).parse(input),
    }
}

/// `setoption _ name _ NAME [_ value _ VALUE]`; a name may have blanks, a value runs to the end.
pub(super) fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    let (after, _) = keyword("name").parse(input)?;
    let (mut left, _) = word(after).or_else(|_| fail(after, "an option's name"))?;
    while let Ok((rest, found)) = word(left) {
        if found == "value" {
            let name = after[..after.len() - left.len()].trim_matches(is_blank);
            return Ok(("", Command::SetOption { name, value: rest.trim_matches(is_blank) }));
        }
        left = rest;
    }
    Ok(("", Command::SetOption { name: after.trim_matches(is_blank), value: "" }))
}

/// `debug WORD*`
pub(super) fn debug(input: &str) -> Parsed<'_, Command<'_>> {
    value(Command::Debug, rest).parse(input)
}

/// `register WORD*`
pub(super) fn register(input: &str) -> Parsed<'_, Command<'_>> {
    value(Command::Register, rest).parse(input)
}

macro_rules! plain {
    ($($function:ident => $command:expr;)*) => {$(
        pub(super) fn $function(input: &str) -> Parsed<'_, Command<'_>> {
            Ok((input, $command))
        }
    )*};
}

// Commands of one word.
plain! {
    uci => Command::Uci;
    is_ready => Command::IsReady;
    uci_new_game => Command::UciNewGame;
    stop => Command::Stop;
    ponder_hit => Command::PonderHit;
    status => Command::Status;
    claims => Command::Claims;
    fen => Command::Fen;
    pgn => Command::Pgn;
    board => Command::Board;
    games => Command::Games;
    close => Command::Close;
    help => Command::Help;
    quit => Command::Quit;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command<'_> {
        parse(line).expect(line).expect(line).command
    }

    fn column(line: &str) -> usize {
        parse(line).expect_err(line).column
    }

    #[test]
    fn a_line_may_be_about_a_named_game() {
        let line = parse("@table-1  status\r").expect("sound").expect("a command");
        assert_eq!((line.game, line.command), (Some("table-1"), Command::Status));
        assert_eq!(column("@a/b status"), 2);
        assert_eq!(column("@ status"), 2);
        assert_eq!(column("@a"), 3);
    }

    #[test]
    fn blank_lines_and_comments_ask_for_nothing() {
        for line in ["", "   ", "\t", "\r", "# status", "  # @x"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn a_position_has_a_start_and_moves() {
        let Command::Position { start, moves, .. } = command("position startpos moves e2e4 1... e5  exd6 e.p. a4") else { panic!() };
        assert_eq!(start, Start::Initial);
        assert_eq!(moves.into_iter().collect::<Vec<_>>(), ["e2e4", "1... e5", "exd6 e.p.", "a4"]);
        let Command::Position { start, moves, .. } = command("position fen 8/8/8/8 w - -  moves ") else { panic!() };
        assert_eq!(start, Start::Fen("8/8/8/8 w - -"));
        assert_eq!(moves.into_iter().count(), 0);
        let Command::Position { start, .. } = command("position chess960 959") else { panic!() };
        assert_eq!(start, Start::Chess960(959));
        assert_eq!(column("position chess960 960"), 19);
        assert_eq!(column("position chess960"), 18);
        assert_eq!(column("position"), 9);
        assert_eq!(column("position startpos e2e4"), 19);
    }

    #[test]
    fn beliefs_come_in_any_order_once() {
        let given = Given { by: Some(Color::Black), ply: Some(3), ..Given::default() };
        assert_eq!(command("move e5 by black ply 3"), Command::Move { text: "e5", given });
        assert_eq!(command("move e5 ply 3 by black"), Command::Move { text: "e5", given });
        assert_eq!(command("undo by black ply 3"), Command::Undo { count: 1, given });
        assert_eq!(command("redo 2"), Command::Redo { count: 2, given: Given::default() });
        assert_eq!(column("move e5 by black by black"), 18);
        assert_eq!(column("move e5 by blue"), 12);
        assert_eq!(column("undo 0"), 6);
        assert_eq!(column("undo -1"), 6);
        assert_eq!(column("undo 99999999999"), 6);
    }

    #[test]
    fn a_move_in_a_word_is_read_as_any_other() {
        let moves =
            [" e4", " e2e4", "  e4", "\te4", " ", "", " 0-0", " 1.e4", " e4 e.p.", " e4 ep", " elapsed", " by", " ♘f3", " é4", " e4é"];
        let around = ["", " ", "  ", "\t", "0", "x", "+", " ply 3", " elapsed 1", " by white"];
        let numbers = ["", "0", "10", "007", "999999999", "1000000000", "4294967295", "4294967296", "1_0", "-1", "1.5", "１"];
        let words = [" elapsed ", " elapsed", "elapsed ", "  elapsed ", " elapsed  ", "\telapsed\t", " elapse ", " Elapsed ", ""];
        let mut quick = 0;
        for (word, number) in words.into_iter().flat_map(|word| numbers.map(|number| (word, number))) {
            for (mv, after) in moves.into_iter().flat_map(|mv| around.map(|after| (mv, after))) {
                let line = format!("{mv}{word}{number}{after}");
                // A line ends in no blank.
                let line = line.trim_end_matches(is_blank);
                let Some((text, elapsed)) = move_in_a_word(line) else { continue };
                quick += 1;
                assert_eq!(any_move(line), Ok(("", Command::Move { text, given: Given { elapsed, ..Given::default() } })), "{line:?}");
            }
        }
        assert!(quick > 200, "{quick}");
        assert_eq!(move_in_a_word(" e4"), Some(("e4", None)));
        assert_eq!(move_in_a_word(" e4 elapsed 250"), Some(("e4", Some(250))));
        assert_eq!(move_in_a_word(" e4 elapsed 250 ply 3"), None);
    }

    #[test]
    fn conduct_names_its_player() {
        let given = Given { ply: Some(3), ..Given::default() };
        assert_eq!(command("offer draw ply 3 by black"), Command::Offer { by: Color::Black, given });
        assert_eq!(command("resign white ply 3"), Command::Resign { by: Color::White, given });
        assert_eq!(column("accept"), 7);
        assert_eq!(column("offer by black"), 7);
        let timed = Given { elapsed: Some(500), ..Given::default() };
        assert_eq!(command("claim fifty elapsed 500"), Command::Claim { claim: Claim::Fifty, named: None, given: timed });
        assert_eq!(command("claim threefold Nf3"), Command::Claim { claim: Claim::Threefold, named: Some("Nf3"), given: Given::default() });
        assert_eq!(column("undo elapsed 500"), 6);
    }

    #[test]
    fn clocks_take_one_control_or_two() {
        let Command::Clock { controls: Some(controls), .. } = command("clock 300+3 60 ply 0") else { panic!() };
        assert_eq!(controls.map(|control| control.to_string()), ["300+3", "60"]);
        assert_eq!(command("clock off"), Command::Clock { controls: None, given: Given::default() });
        assert_eq!(column("clock 300 x"), 11);
        assert_eq!(column("clock"), 6);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(column("move ♘f3 xx"), 10);
        assert_eq!(column("  legal e9  "), 9);
        assert!(parse("Legal").expect_err("case counts").unknown_command);
    }

    #[test]
    fn tags_take_the_rest_of_the_line() {
        assert_eq!(command("tag White  Carlsen, Magnus "), Command::Tag { name: "White", value: Some("Carlsen, Magnus") });
        assert_eq!(command("tag White"), Command::Tag { name: "White", value: None });
        assert_eq!(column("tag"), 4);
        assert_eq!(column("tag White-Elo 2800"), 5);
        assert_eq!(column("tag result 1-0"), 5);
        assert_eq!(column("tag White a\tb"), 11);
    }

    #[test]
    fn options_take_the_rest_of_the_line() {
        assert_eq!(command("setoption name Clear Hash"), Command::SetOption { name: "Clear Hash", value: "" });
        assert_eq!(command("setoption name Seed value 7"), Command::SetOption { name: "Seed", value: "7" });
        assert_eq!(column("setoption Seed 7"), 11);
    }
}
