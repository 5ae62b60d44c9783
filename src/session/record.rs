//! A game as PGN, and what it is called there.

use super::games::Slot;
use crate::game::{MOST_TAGS, Record};
use crate::protocol::{ErrorCode, ErrorReply, Reply};

impl Slot {
    /// The game as PGN.
    pub(super) fn pgn(&self) -> Reply {
        Reply::Page { verb: "pgn", lines: Record::of(&self.game, &self.tags).lines() }
    }

    /// Sets a tag of the game's PGN, or forgets it.
    pub(super) fn set_tag(&mut self, name: &str, value: Option<&str>) -> Result<Reply, ErrorReply> {
        match value {
            Some(_) if self.tags.len() >= MOST_TAGS && self.tags.get(name).is_none() => {
                let message = format!("a game has {MOST_TAGS} tags at most; `tag NAME` without a value forgets one");
                return Err(ErrorReply::Plain { code: ErrorCode::Limit, message });
            }
            Some(value) => self.tags.set(name, value),
            None => drop(self.tags.forget(name)),
        }
        Ok(Reply::Named { name: name.to_owned(), value: value.map(str::to_owned) })
    }
}
