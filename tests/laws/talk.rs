//! A session that is talked to a line at a time, and what its replies say.

use chess_referee::{Options, Session};

/// A session, a line at a time.
pub(crate) struct Talk(Session);

impl Talk {
    pub(crate) fn new() -> Self {
        Self(Session::new(Options::default()))
    }

    /// One that has said these lines, none of which was refused.
    pub(crate) fn after(lines: &[&str]) -> Self {
        let mut talk = Self::new();
        for line in lines {
            talk.ok(line);
        }
        talk
    }

    pub(crate) fn say(&mut self, line: &str) -> String {
        let mut out = Vec::new();
        self.0.answer(line.as_bytes(), &mut out);
        String::from_utf8(out).expect("replies are UTF-8").trim_end().to_owned()
    }

    pub(crate) fn ok(&mut self, line: &str) -> String {
        let reply = self.say(line);
        assert!(!is_error(&reply), "{line}: {reply}");
        reply
    }

    pub(crate) fn set_time(&mut self, now: u64) {
        self.0.set_time(now);
    }

    /// The line, at this time.
    pub(crate) fn at(&mut self, now: u64, line: &str) -> String {
        self.set_time(now);
        self.ok(line)
    }

    /// All that can be asked about the game of this tag.
    pub(crate) fn state(&mut self, tag: &str) -> Vec<String> {
        ["status", "events", "fen", "history", "claims", "explain", "pgn"].map(|line| self.say(&format!("{tag}{line}"))).to_vec()
    }

    /// The line is refused so, and changes nothing.
    pub(crate) fn refused(&mut self, line: &str, error: &str) {
        let before = self.state("");
        let reply = self.say(line);
        assert!(reply.starts_with(&format!("error {error}")), "{line}: {reply}");
        assert_eq!(self.state(""), before, "{line}");
    }
}

pub(crate) fn last_line(reply: &str) -> &str {
    reply.lines().last().unwrap_or_default()
}

pub(crate) fn is_error(reply: &str) -> bool {
    last_line(reply).split(' ').find(|word| !word.starts_with('@')) == Some("error")
}

/// The value of a key of a reply's final line: the last one, as the state block closes the reply.
pub(crate) fn value<'a>(reply: &'a str, key: &str) -> &'a str {
    let mut words: Vec<&str> = last_line(reply).split(' ').collect();
    if words[0].starts_with('@') {
        words.remove(0);
    }
    let found = words[2..].chunks(2).rev().find(|pair| pair[0] == key);
    found.unwrap_or_else(|| panic!("no {key} in {reply}"))[1]
}

pub(crate) fn expect(reply: &str, pairs: &[(&str, &str)]) {
    for (key, wanted) in pairs {
        assert_eq!(value(reply, key), *wanted, "{key} of {reply}");
    }
}
