//! A session: games by name and the options, a line in, its replies out. No I/O: `daemon` alone reads, prints and tells time.

mod conduct;
pub mod daemon;
mod events;
mod games;
mod options;
#[cfg(target_os = "linux")]
pub mod pipe;
mod play;
mod record;

pub use options::{GameOptions, Kind, OPTIONS, OptionSpec, Options, Scope};

use games::Games;

use crate::game::{Action, Given};
use crate::notation::{CastlingStyle, MoveText, Uci};
use crate::position::{Move, MoveList, Position, divide, perft};
use crate::protocol::{
    COMMANDS, ClockText, Command, Envelope, ErrorCode, ErrorReply, Go, Line, Reply, SyntaxError, grammar, is_tag, parse, print_after,
};
use crate::rules::Profile;

/// Perft stops past so many nodes, so that no depth can hold the daemon up for long.
const MAX_PERFT_NODES: u64 = 4_000_000_000;

/// What became of a line, beside its replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Whether an error was answered.
    pub error: bool,
    /// Whether the client asked to leave.
    pub quit: bool,
}

/// A conversation with one client.
#[derive(Debug, Default)]
pub struct Session {
    options: Options,
    games: Games,
    /// The clocks as the last reply showed them.
    clocks: ClockText,
    /// Whether the client has said `uci`.
    speaks_uci: bool,
    /// When the line that is being answered arrived, in ms.
    now: u64,
}

impl Session {
    /// A session with these options, and the default game in the initial position.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Tells when the next lines arrive, in ms by any clock that never goes back. Only games that take their time from the
    /// arrival of lines heed it.
    pub fn set_time(&mut self, now: u64) {
        self.now = self.now.max(now);
    }

    /// Answers one line, given without its line feed. Any bytes will do.
    pub fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) -> Answer {
        match std::str::from_utf8(line) {
            Ok(line) => self.answer_text(line, out),
            Err(error) => {
                // The part before it is: it may show a comment, or a tag.
                let (before, _) = line.split_at(error.valid_up_to());
                let before = std::str::from_utf8(before).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
                if before.starts_with('#') {
                    return Answer::default();
                }
                let tag = before.strip_prefix('@').and_then(|tagged| Some(tagged.split_once([' ', '\t'])?.0));
                let message = format!("byte {} of the line is not UTF-8", error.valid_up_to() + 1);
                let envelope = self.envelope(tag.filter(|name| is_tag(name)), || None);
                self.send(&ErrorReply::Plain { code: ErrorCode::NotUtf8, message }.into(), envelope, out)
            }
        }
    }

    /// Answers a line that was too long to be kept.
    pub fn answer_too_long(&mut self, limit: usize, out: &mut Vec<u8>) -> Answer {
        let message = format!("a line may have {limit} bytes; this one was thrown away");
        self.send(&ErrorReply::Plain { code: ErrorCode::LineTooLong, message }.into(), Envelope::default(), out)
    }

    /// Answers one line, given without its line feed.
    pub fn answer_text(&mut self, line: &str, out: &mut Vec<u8>) -> Answer {
        match parse(line) {
            Ok(None) => Answer::default(),
            Ok(Some(Line { game, command })) => {
                let envelope = self.envelope(game, || Some(command.verb()));
                let leaving = matches!(command, Command::Quit);
                match self.execute(game, &command) {
                    Ok(ref reply) => Answer { quit: leaving, ..self.send(reply, envelope, out) },
                    Err(error) => self.send(&error.into(), envelope, out),
                }
            }
            Err(error) => self.refuse(error, out),
        }
    }

    /// Answers a line that is no command.
    #[cold]
    fn refuse(&mut self, SyntaxError { game, verb, unknown_command, column, message }: SyntaxError<'_>, out: &mut Vec<u8>) -> Answer {
        let refused_position = verb == Some("position");
        let error = match (self.games.find(game), unknown_command) {
            (Err(unknown_game), _) if !refused_position => unknown_game,
            (_, true) => ErrorReply::Plain { code: ErrorCode::UnknownCommand, message },
            (slot, false) => {
                slot.into_iter().for_each(|slot| slot.refused |= refused_position);
                ErrorReply::BadArguments { column, message }
            }
        };
        self.send(&error.into(), self.envelope(game, || verb), out)
    }

    fn envelope<'a>(&self, game: Option<&'a str>, verb: impl FnOnce() -> Option<&'static str>) -> Envelope<'a> {
        let info = self.speaks_uci && verb().is_some_and(grammar::is_silent_in_uci);
        Envelope { game, info, ..Envelope::default() }
    }

    fn send(&mut self, reply: &Reply, envelope: Envelope<'_>, out: &mut Vec<u8>) -> Answer {
        print_after(reply, Envelope { format: self.options.format, ..envelope }, &mut self.clocks, out);
        Answer { error: matches!(reply, Reply::Error(_)), quit: false }
    }

    fn execute(&mut self, game: Option<&str>, command: &Command<'_>) -> Result<Reply, ErrorReply> {
        let now = self.now;
        match *command {
            Command::Move { text, given } => self.games.find(game)?.play(text, Given { at: now, ..given }, &self.options),
            Command::Position { start, start_text, moves } => self.games.position(game, (start, start_text), moves, &self.options, now),
            _ => self.execute_other(game, command),
        }
    }

    /// All commands but the two that are asked most.
    #[inline(never)]
    fn execute_other(&mut self, game: Option<&str>, command: &Command<'_>) -> Result<Reply, ErrorReply> {
        let (now, style) = (self.now, self.options.castling_style);
        let at = |given: Given| Given { at: now, ..given };
        let slot = self.games.find(game)?;
        Ok(match *command {
            Command::Move { .. } | Command::Position { .. } => unreachable!("executed before"),
            Command::Uci => {
                self.speaks_uci = true;
                Reply::Uci(handshake())
            }
            Command::IsReady => Reply::ReadyOk,
            Command::UciNewGame => {
                slot.begin_anew(&self.options);
                Reply::NewGame(slot.state(now))
            }
            Command::SetOption { name, value } => return self.set_option(game, name, value),
            Command::Debug => Reply::Done("debug"),
            Command::Register => Reply::Done("register"),
            Command::Stop => Reply::Done("stop"),
            Command::PonderHit => Reply::Done("ponderhit"),
            Command::Go(Go::Move) => Reply::BestMove(slot.random_move(&self.options)),
            Command::Go(Go::Perft { depth }) => {
                let position = *slot.game.position();
                self.divide(&position, depth)?
            }
            Command::Perft { depth } => {
                let position = *slot.game.position();
                let nodes = self.perft_bound(depth, || perft(&position, depth, MAX_PERFT_NODES))?;
                Reply::Perft { depth, nodes, lines: Vec::new() }
            }
            Command::Legal { from, san } => slot.legal(from, san, style),
            Command::Undo { count, given } => slot.undo(count, at(given), style)?,
            Command::Redo { count, given } => slot.redo(count, at(given), style)?,
            Command::Claim { claim, named, given } => slot.claim(claim, named, at(given), &self.options)?,
            Command::Offer { by, given } => slot.conduct("offer", &Action::Offer(by), at(given), &self.options)?,
            Command::Accept { by, given } => slot.conduct("accept", &Action::Accept(by), at(given), &self.options)?,
            Command::Decline { by, given } => slot.conduct("decline", &Action::Decline(by), at(given), &self.options)?,
            Command::Resign { by, given } => slot.conduct("resign", &Action::Resign(by), at(given), &self.options)?,
            Command::Abort { given } => slot.conduct("abort", &Action::Abort, at(given), &self.options)?,
            Command::Clock { ref controls, given } => {
                slot.conduct("clock", &Action::SetClock(controls.clone()), at(given), &self.options)?
            }
            Command::Flag { color, given } => slot.conduct("flag", &Action::Flag(color), at(given), &self.options)?,
            Command::Claims => slot.claims(style),
            Command::Events { since } => Reply::Events { lines: slot.events(since, style) },
            Command::ExplainGame => slot.explain_game(now, style),
            Command::Winnable { color } => slot.winnable(color, style),
            Command::Status => Reply::Status(slot.state(now)),
            Command::Explain { text } => slot.explain(text, style)?,
            Command::Fen => Reply::Fen(crate::notation::Fen(slot.game.position()).to_string()),
            Command::History { san } => slot.history(san, style),
            Command::Pgn => slot.pgn(),
            Command::Tag { name, value } => slot.set_tag(name, value)?,
            Command::Board => Reply::Page { verb: "board", lines: slot.draw(&self.options) },
            Command::Games => Reply::Games { names: self.games.names() },
            Command::Close => self.games.close(game)?,
            Command::Help => Reply::Page { verb: "help", lines: help() },
            Command::Quit => Reply::Done("quit"),
        })
    }

    fn set_option(&mut self, game: Option<&str>, name: &str, value: &str) -> Result<Reply, ErrorReply> {
        let spec = options::find(name)?;
        let value = spec.check(value)?;
        match (spec.scope, game) {
            (Scope::Daemon(set), _) => {
                set(&mut self.options, &value);
                self.games.forget_sources(); // what they are allowed and forgiven may differ now
            }
            (Scope::Game(set), None) => {
                set(&mut self.options.game, &value);
                self.games.default_slot().take_rules_if_unplayed(&self.options);
            }
            (Scope::Game(set), Some(_)) => {
                let slot = self.games.find(game)?;
                slot.make_room(&self.options)?;
                slot.set_own_option(spec.name, set, &value);
            }
        }
        Ok(Reply::OptionSet { name: spec.name, value })
    }

    fn divide(&self, position: &Position, depth: u32) -> Result<Reply, ErrorReply> {
        let parts = self.perft_bound(depth, || match depth {
            0 => Some(Vec::new()),
            _ => divide(position, depth, MAX_PERFT_NODES),
        })?;
        let nodes = if depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum() };
        let style = self.options.castling_style;
        let mut lines: Vec<String> = parts.into_iter().map(|(mv, nodes)| format!("{}: {nodes}", Uci { mv, style })).collect();
        lines.sort_unstable();
        lines.push(String::new());
        lines.push(format!("Nodes searched: {nodes}"));
        Ok(Reply::Perft { depth, nodes, lines })
    }

    fn perft_bound<T>(&self, depth: u32, count: impl FnOnce() -> Option<T>) -> Result<T, ErrorReply> {
        let limit = |message| ErrorReply::Plain { code: ErrorCode::Limit, message };
        let most = self.options.max_perft_depth;
        if depth > most {
            return Err(limit(format!("perft goes {most} deep at most; the option MaxPerftDepth sets that")));
        }
        count().ok_or_else(|| limit(format!("stopped after {MAX_PERFT_NODES} nodes; ask for a smaller depth")))
    }
}

impl From<ErrorReply> for Reply {
    fn from(error: ErrorReply) -> Self {
        Self::Error(error)
    }
}

fn handshake() -> Vec<String> {
    let name = format!("id name chess-referee {} (protocol 1)", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![name, "id author the chess-referee developers".to_owned()];
    lines.extend(OPTIONS.iter().map(OptionSpec::uci_line));
    lines.extend(Profile::ALL.map(|profile| format!("info string profile {} sets {}", profile.name(), options::of_profile(profile))));
    lines
}

fn help() -> Vec<String> {
    let width = COMMANDS.iter().map(|spec| spec.usage.len()).max().unwrap_or_default();
    let commands = COMMANDS.iter().map(|spec| format!("{:width$}  {}", spec.usage, spec.summary));
    commands
        .chain(
            Profile::ALL
                .map(|profile| format!("Profile {:1$}  {2}", profile.name(), width - "Profile ".len(), options::of_profile(profile))),
        )
        .collect()
}

/// The moves as text, sorted.
fn sorted(moves: MoveList, write: impl Fn(Move) -> MoveText) -> Vec<MoveText> {
    let mut texts: Vec<MoveText> = moves.into_iter().map(write).collect();
    texts.sort_unstable();
    texts
}

/// A move in UCI.
fn uci(mv: Move, style: CastlingStyle) -> MoveText {
    Uci { mv, style }.text()
}
