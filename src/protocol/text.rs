//! Replies as words, in UCI's manner: `ok VERB key value …`.

use super::fields::{Fields, Key};
use super::reply::Head;
use super::{Envelope, Reply};

/// Prints the lines of a reply, the final one last.
pub(super) fn print(reply: &Reply, envelope: Envelope<'_>, out: &mut Vec<u8>) {
    for line in reply.lines() {
        start_line(envelope, out);
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    start_line(envelope, out);
    match reply.head() {
        Head::Uci => print_uci_word(reply, out),
        Head::Ok(verb) => {
            out.extend_from_slice(b"ok ");
            out.extend_from_slice(verb.as_bytes());
        }
        Head::Error(code) => {
            out.extend_from_slice(b"error ");
            out.extend_from_slice(code.code().as_bytes());
        }
    }
    reply.describe(&mut Words(out));
    out.push(b'\n');
}

/// Prints the final word of UCI's own replies.
pub(super) fn print_uci_word(reply: &Reply, out: &mut Vec<u8>) {
    match reply {
        Reply::Uci(_) => out.extend_from_slice(b"uciok"),
        Reply::ReadyOk => out.extend_from_slice(b"readyok"),
        Reply::BestMove(best) => {
            out.extend_from_slice(b"bestmove ");
            out.extend_from_slice(best.as_deref().unwrap_or("(none)").as_bytes());
        }
        _ => unreachable!("only these have a head of UCI's"),
    }
}

/// What stands before every line of a reply.
pub(super) fn start_line(envelope: Envelope<'_>, out: &mut Vec<u8>) {
    if let Some(game) = envelope.game {
        out.push(b'@');
        out.extend_from_slice(game.as_bytes());
        out.push(b' ');
    }
    start_info(envelope, out);
}

pub(super) fn start_info(envelope: Envelope<'_>, out: &mut Vec<u8>) {
    if envelope.info {
        out.extend_from_slice(b"info string ");
    }
}

/// Prints ` key value` for each key.
struct Words<'a>(&'a mut Vec<u8>);

impl Words<'_> {
    #[inline]
    fn put(&mut self, value: &str) {
        self.0.extend_from_slice(value.as_bytes());
    }

    #[inline]
    fn put_number(&mut self, value: u64) {
        match value {
            0..10 => self.0.push(b'0' + value as u8),
            // Most numbers are of two digits: no need to go about them in general.
            10..100 => self.0.extend_from_slice(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]),
            _ => self.put(itoa::Buffer::new().format(value)),
        }
    }

    fn join<T>(&mut self, key: Key, values: impl IntoIterator<Item = T>, mut put: impl FnMut(&mut Self, T)) {
        let mut values = values.into_iter();
        match values.next() {
            None => self.none(key),
            Some(first) => {
                self.put(key.before_value);
                put(self, first);
                for value in values {
                    self.0.push(b',');
                    put(self, value);
                }
            }
        }
    }
}

impl Fields for Words<'_> {
    #[inline]
    fn word(&mut self, key: Key, value: impl AsRef<str>) {
        self.put(key.before_value);
        self.put(value.as_ref());
    }

    #[inline]
    fn number(&mut self, key: Key, value: u64) {
        self.put(key.before_value);
        self.put_number(value);
    }

    fn flag(&mut self, key: Key, value: bool) {
        self.word(key, if value { "true" } else { "false" });
    }

    #[inline]
    fn none(&mut self, key: Key) {
        self.put(key.with_none);
    }

    fn list<T: AsRef<str>>(&mut self, key: Key, values: impl IntoIterator<Item = T>) {
        self.join(key, values, |words, value| words.put(value.as_ref()));
    }

    fn numbers(&mut self, key: Key, values: impl IntoIterator<Item = u32>) {
        self.join(key, values, |words, value| words.put_number(value.into()));
    }

    fn rest(&mut self, key: Key, value: &str) {
        self.word(key, value);
    }
}
