//! The games of a session: the default one, which always exists, and the tagged ones by name; and how `position` makes them.

use std::collections::BTreeMap;

use super::options::{GameOptions, Options};
use super::{play, uci};
use crate::game::{Event, Game, Tags};
use crate::notation::{CastlingStyle, Epd, FenError, ForgivenSet, parse_epd, parse_fen, read_move};
use crate::position::{Move, Position};
use crate::protocol::{ErrorCode, ErrorReply, MoveWords, Reply, Start, StateBlock};
use crate::rules::Claim;

/// All games of a session.
#[derive(Debug, Default)]
pub(super) struct Games {
    default: Slot,
    named: BTreeMap<String, Slot>,
}

/// A game and what the session keeps beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    pub(super) game: Game,
    pub(super) options: GameOptions,
    /// What it is called in PGN, until it begins anew by `ucinewgame`: a UCI client repeats `position` at every move.
    pub(super) tags: Tags,
    /// Options set for this game alone, in the order of setting, each once; they stay when it begins anew.
    own: Vec<(&'static str, SetRule, String)>,
    /// The `position` that would make the game as it stands, while that is known.
    source: Option<Source>,
    /// Whether the last `position` was refused: `go` must not answer for another game.
    pub(super) refused: bool,
}

/// Sets an option of a game; the value has been checked.
type SetRule = fn(&mut GameOptions, &str);

/// The words of a `position`, and what they were forgiven.
#[derive(Clone, Debug)]
struct Source {
    start: String,
    moves: String,
    /// How many half-moves these are; what was played since by `move` is added when it is needed.
    plies: u32,
    forgiven: ForgivenSet,
}

impl Games {
    /// The game of this name, or the default one.
    pub(super) fn find(&mut self, name: Option<&str>) -> Result<&mut Slot, ErrorReply> {
        match name {
            None => Ok(&mut self.default),
            Some(name) => self.named.get_mut(name).ok_or_else(|| {
                let message = format!("there is no game {name}; `@{name} position startpos` makes it");
                ErrorReply::Plain { code: ErrorCode::UnknownGame, message }
            }),
        }
    }

    pub(super) fn default_slot(&mut self) -> &mut Slot {
        &mut self.default
    }

    /// The names of the tagged games, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        self.named.keys().cloned().collect()
    }

    /// Forgets a tagged game.
    pub(super) fn close(&mut self, name: Option<&str>) -> Result<Reply, ErrorReply> {
        let Some(name) = name else {
            let message = "the default game always exists; `@NAME close` forgets a tagged one".to_owned();
            return Err(ErrorReply::BadArguments { column: 1, message });
        };
        self.find(Some(name))?;
        self.named.remove(name);
        Ok(Reply::Done("close"))
    }

    /// Forgets which `position` would make each game.
    pub(super) fn forget_sources(&mut self) {
        self.default.source = None;
        self.named.values_mut().for_each(|slot| slot.source = None);
    }

    /// Replaces a game, or makes it: as if played afresh, and not at all where anything is wrong.
    pub(super) fn position(
        &mut self,
        name: Option<&str>,
        (start, start_text): (Start<'_>, &str),
        moves: MoveWords<'_>,
        options: &Options,
        now: u64,
    ) -> Result<Reply, ErrorReply> {
        let room = self.named.len() < options.max_games;
        let slot = match name {
            None => &mut self.default,
            Some(name) if self.named.contains_key(name) => self.find(Some(name))?,
            Some(name) if room => {
                let mut slot = Slot::default();
                let reply = slot.position((start, start_text), moves, options, now)?;
                self.named.insert(name.to_owned(), slot);
                return Ok(reply);
            }
            Some(_) => {
                let message = format!("{} is the most tagged games there may be; close one, or set MaxGames", options.max_games);
                return Err(ErrorReply::Plain { code: ErrorCode::TooManyGames, message });
            }
        };
        let reply = slot.position((start, start_text), moves, options, now);
        slot.refused = reply.is_err();
        reply
    }
}

impl Slot {
    /// How the game stands.
    #[inline(always)]
    pub(super) fn state(&self, now: u64) -> StateBlock {
        let position = self.game.position();
        let ending = self.game.ending();
        StateBlock {
            ending,
            turn: position.turn(),
            ply: self.game.ply(),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
            repetition: self.game.occurrences(),
            claims: Claim::ALL.map(|claim| ending.is_none() && self.game.is_right(claim, None)),
            checkers: position.checkers(),
            offer: self.game.offer(),
            clocks: self.game.clocks(now),
        }
    }

    /// Starts the game anew from the initial position, with the options of the session and the game's own.
    pub(super) fn begin_anew(&mut self, options: &Options) {
        self.options = self.options_to_begin_with(options);
        self.begin(Position::initial());
        self.tags = Tags::default();
        self.refused = false;
    }

    /// Takes over the options of the session where no move has been played yet.
    pub(super) fn take_rules_if_unplayed(&mut self, options: &Options) {
        if self.game.is_untouched() {
            self.options = self.options_to_begin_with(options);
            self.begin(*self.game.start());
        }
    }

    /// Sets an option of this game alone, from now on.
    pub(super) fn set_own_option(&mut self, name: &'static str, set: SetRule, value: &str) {
        set(&mut self.options, value);
        self.own.retain(|(own, ..)| *own != name);
        self.own.push((name, set, value.to_owned()));
        self.game.apply([Event::RuleSet { name, value: value.to_owned(), rulebook: self.options.rulebook.into() }]);
        self.source = None;
    }

    /// Takes note that the game has changed otherwise than by `position` or a move.
    pub(super) fn note_change(&mut self) {
        self.refused = false;
        self.source = None;
    }

    fn begin(&mut self, start: Position) {
        let own = self.own.iter().map(|(name, _, value)| (*name, value.as_str()));
        self.game = Game::with_own_rules(start, self.options.rulebook, own);
        self.source = None;
    }

    fn options_to_begin_with(&self, options: &Options) -> GameOptions {
        let mut begin_with = options.game;
        for (_, set, value) in &self.own {
            set(&mut begin_with, value);
        }
        begin_with
    }

    /// Carries out `position`. Everything is read before anything is changed.
    fn position(
        &mut self,
        (start, start_text): (Start<'_>, &str),
        moves: MoveWords<'_>,
        options: &Options,
        now: u64,
    ) -> Result<Reply, ErrorReply> {
        let rules = self.options_to_begin_with(options);
        if rules == self.options
            && let Some(source) = &mut self.source
            && let Some(added) = source.added((start_text, moves), &self.game, options.castling_style)
        {
            let (new_moves, tolerated) = read_moves(added, self.game.position(), self.game.ply(), rules.strict, options)?;
            let forgiven = source.forgiven | tolerated;
            self.extend(new_moves, added.0, forgiven);
        } else {
            let (first, tolerated) = read_start(start, rules.strict)?;
            let (new_moves, also_tolerated) = read_moves(moves, &first, 0, rules.strict, options)?;
            self.options = rules;
            self.begin(first);
            self.source = Some(Source { start: start_text.to_owned(), moves: String::new(), plies: 0, forgiven: tolerated });
            self.extend(new_moves, moves.0, tolerated | also_tolerated);
        }
        let forgiven = self.source.as_ref().map(|source| source.forgiven).unwrap_or_default();
        Ok(Reply::Position { forgiven, state: self.state(now) })
    }

    /// Plays moves that were read, and takes note of the words that they were read from.
    fn extend(&mut self, moves: Vec<Move>, words: &str, forgiven: ForgivenSet) {
        self.game.apply(moves.into_iter().map(|mv| Event::Played { mv, spent: None }));
        if let Some(source) = &mut self.source {
            source.moves.push_str(words);
            source.plies = self.game.ply();
            source.forgiven = forgiven;
        }
    }
}

impl Source {
    /// The moves that a `position` adds to the game as it stands, if it repeats the words that would make it.
    fn added<'a>(&mut self, (start, moves): (&str, MoveWords<'a>), game: &Game, style: CastlingStyle) -> Option<MoveWords<'a>> {
        const SHORTEST: usize = " e2e4".len();
        let rest = moves.0.strip_prefix(&*self.moves).filter(|_| start == self.start)?;
        if rest.len() < SHORTEST * (game.ply() - self.plies) as usize {
            return None;
        }
        for mv in game.played_since(self.plies) {
            self.moves.push(' ');
            self.moves.push_str(uci(mv, style).as_str());
        }
        self.plies = game.ply();
        let added = moves.0.strip_prefix(&*self.moves)?;
        let separate = added.is_empty() || added.starts_with([' ', '\t']);
        // A suffix `e.p.` belongs to the last move repeated: then that move has to be read again.
        let suffix = added.split([' ', '\t']).find(|word| !word.is_empty()).is_some_and(|word| ["ep", "e.p", "e.p."].contains(&word));
        (separate && !suffix).then_some(MoveWords(added))
    }
}

fn read_start(start: Start<'_>, strict: bool) -> Result<(Position, ForgivenSet), ErrorReply> {
    let (position, forgiven) = match start {
        Start::Initial => (Position::initial(), ForgivenSet::default()),
        Start::Chess960(number) => (Position::chess960(number).expect("the parser takes 0 to 959"), ForgivenSet::default()),
        Start::Fen(fen) => parse_fen(fen).map_err(bad_fen)?,
        Start::Epd(line) => parse_epd(line).and_then(Epd::into_position).map_err(bad_fen)?,
    };
    match play::not_forgiven_in_fen(forgiven) {
        Some(error) if strict => Err(error),
        _ => Ok((position, forgiven)),
    }
}

fn bad_fen(FenError { field, reason, message }: FenError) -> ErrorReply {
    ErrorReply::BadFen { field, reason, message }
}

/// Reads a list of moves from `first` on, where `played` half-moves have been played before.
fn read_moves(
    words: MoveWords<'_>,
    first: &Position,
    played: u32,
    strict: bool,
    options: &Options,
) -> Result<(Vec<Move>, ForgivenSet), ErrorReply> {
    let mut position = *first;
    let mut moves = Vec::new();
    let mut forgiven = ForgivenSet::default();
    for (text, ply) in words.into_iter().zip(played + 1..) {
        if ply > options.max_plies {
            return Err(play::too_many_plies(options.max_plies));
        }
        let read = read_move(&position, text, options.castling_style, strict)
            .map_err(|error| play::unread(error, &position, Some(ply), options.castling_style))?;
        forgiven |= read.forgiven;
        moves.push(read.mv);
        position = position.play(read.mv);
    }
    Ok((moves, forgiven))
}
