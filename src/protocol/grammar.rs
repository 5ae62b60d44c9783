//! The one table of commands: it feeds the parser, `help` and the docs.

use super::Command;
use super::parse::{self, Parsed};

/// One command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// The word that it starts with.
    pub verb: &'static str,
    /// Another word for it.
    pub alias: Option<&'static str>,
    /// The whole line, as a person would be shown it.
    pub usage: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Reads what stands after the word.
    pub(super) arguments: for<'a> fn(&'a str) -> Parsed<'a, Command<'a>>,
}

macro_rules! commands {
    ($($usage:literal $(($alias:literal))? => $arguments:expr, $summary:literal;)*) => {
        [$(CommandSpec {
            verb: first_word($usage),
            alias: commands!(@alias $($alias)?),
            usage: $usage,
            summary: $summary,
            arguments: $arguments,
        }),*]
    };
    (@alias) => { None };
    (@alias $alias:literal) => { Some($alias) };
}

/// Every command, in the order in which `help` shows them.
#[rustfmt::skip]
pub static COMMANDS: [CommandSpec; 37] = commands![
    "position startpos|fen FEN|epd EPD|chess960 N [moves M...]" => parse::position, "replace the game: a start, and the moves from there";
    "move MOVE [by white|black] [ply N] [elapsed MS]" => parse::play, "play a move, in UCI or SAN, and tell what became of the game";
    "legal [SQUARE] [san]" => parse::legal, "list the legal moves, of one man or all";
    "undo [N] [by white|black] [ply N]" => parse::undo, "take back N half-moves (1)";
    "redo [N] [by white|black] [ply N]" => parse::redo, "play again N half-moves that were taken back (1)";
    "status" => parse::status, "tell how the game stands";
    "explain [MOVE]" => parse::explain, "tell why the game stands as it does; with a move, judge it without playing it";
    "claim threefold|fifty [MOVE] [by white|black] [ply N] [elapsed MS]" => parse::claim, "claim a draw, on the board or by a move not yet played";
    "claims" => parse::claims, "list what may be claimed, on the board and by which moves";
    "offer draw by white|black [ply N]" => parse::offer, "offer a draw";
    "accept by white|black [ply N]" => parse::accept, "accept the opponent's offer";
    "decline by white|black [ply N]" => parse::decline, "decline the opponent's offer";
    "resign white|black [by white|black] [ply N]" => parse::resign, "resign for a player";
    "abort [by white|black] [ply N]" => parse::abort, "break the game off without a result";
    "clock TC [TC]|off [by white|black] [ply N]" => parse::clock, "set the clocks: 300+3, 40/7200:1800+30, *60; two controls are White's and Black's";
    "flag white|black [by white|black] [ply N] [elapsed MS]" => parse::flag, "claim that a player's time is up";
    "winnable [white|black]" => parse::winnable, "tell whether a side can still mate by any series of legal moves, and show how, or why not";
    "events [since N]" => parse::events, "tell what happened, from the start or after event N";
    "fen" => parse::fen, "give the position as FEN";
    "history [san]" => parse::history, "list the moves played";
    "pgn" => parse::pgn, "give the game as PGN";
    "tag NAME [VALUE]" => parse::tag, "name a player, the event or the like for `pgn`; without VALUE, forget that name";
    "board" ("d") => parse::board, "draw the board for a person; `d` for short";
    "perft N" => parse::perft, "count the games of N half-moves from here";
    "games" => parse::games, "list the tagged games (any line may start with @NAME: it is then about that game)";
    "@NAME close" => parse::close, "forget a tagged game";
    "setoption name NAME value VALUE" => parse::set_option, "set an option; `uci` lists them";
    "uci" => parse::uci, "UCI's handshake: who this is, its options, uciok";
    "isready" => parse::is_ready, "answer readyok";
    "ucinewgame" => parse::uci_new_game, "start the game anew from the initial position";
    "go [perft N]" => parse::go, "answer bestmove with a legal move drawn at random; with perft, count each first move";
    "debug [on|off]" => parse::debug, "UCI's word; without effect here";
    "register ..." => parse::register, "UCI's word; without effect here";
    "stop" => parse::stop, "UCI's word; without effect here";
    "ponderhit" => parse::ponder_hit, "UCI's word; without effect here";
    "help" => parse::help, "show this list";
    "quit" => parse::quit, "leave";
];

/// The command's own word of a usage line: its first, a tag left out.
const fn first_word(usage: &'static str) -> &'static str {
    let (mut rest, mut end) = (usage.as_bytes(), 0);
    if let [b'@', b'N', b'A', b'M', b'E', b' ', tail @ ..] = rest {
        rest = tail;
    }
    while end < rest.len() && rest[end] != b' ' {
        end += 1;
    }
    match std::str::from_utf8(rest.split_at(end).0) {
        Ok(word) => word,
        Err(_) => panic!("usage lines are ASCII"),
    }
}

/// Whether UCI expects no answer to this word; once a client has said `uci`, the reply is put where it does no harm.
#[must_use]
pub fn is_silent_in_uci(verb: &str) -> bool {
    matches!(verb, "position" | "setoption" | "ucinewgame" | "debug" | "register" | "stop" | "ponderhit")
}

/// The command of a word.
#[must_use]
pub fn find(word: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|spec| spec.verb == word || spec.alias == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_finds_its_own_command() {
        for spec in &COMMANDS {
            assert!(spec.usage.contains(spec.verb));
            assert_eq!(find(spec.verb).map(|found| found.usage), Some(spec.usage));
        }
        assert_eq!(find("d").map(|spec| spec.verb), Some("board"));
        assert_eq!(find("close").map(|spec| spec.usage), Some("@NAME close"));
    }
}
