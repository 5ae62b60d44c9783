//! Replies as words, in UCI's manner: `ok VERB key value …`.

use super::clock_text::ClockText;
use super::digits::{EIGHT_DIGITS, eight_digits};
use super::fields::{Fields, Key, Phrase};
use super::reply::Head;
use super::{Envelope, Reply};
use crate::notation::MoveText;

/// Prints the lines of a reply, the final one last.
#[inline(always)]
pub(super) fn print(reply: &Reply, envelope: Envelope<'_>, clocks: &mut ClockText, out: &mut Vec<u8>) {
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
    reply.describe(&mut Words { out, clocks });
    out.push(b'\n');
}

/// Prints the final word of UCI's own replies.
pub(super) fn print_uci_word(reply: &Reply, out: &mut Vec<u8>) {
    match reply {
        Reply::Uci(_) => out.extend_from_slice(b"uciok"),
        Reply::ReadyOk => out.extend_from_slice(b"readyok"),
        Reply::BestMove(best) => {
            out.extend_from_slice(b"bestmove ");
            out.extend_from_slice(best.as_ref().map_or("(none)", MoveText::as_str).as_bytes());
        }
        _ => unreachable!("only these have a head of UCI's"),
    }
}

/// What stands before every line of a reply.
#[inline(always)]
pub(super) fn start_line(envelope: Envelope<'_>, out: &mut Vec<u8>) {
    if let Some(game) = envelope.game {
        out.push(b'@');
        out.extend_from_slice(game.as_bytes());
        out.push(b' ');
    }
    start_info(envelope, out);
}

#[inline]
pub(super) fn start_info(envelope: Envelope<'_>, out: &mut Vec<u8>) {
    if envelope.info {
        out.extend_from_slice(b"info string ");
    }
}

/// The digits of each number below 100; those of one digit have it first.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        let (tens, ones) = (b'0' + number / 10, b'0' + number % 10);
        pairs[number as usize] = if number < 10 { [ones, tens] } else { [tens, ones] };
        number += 1;
    }
    pairs
};

/// Prints ` key value` for each key.
struct Words<'a> {
    out: &'a mut Vec<u8>,
    clocks: &'a mut ClockText,
}

impl Words<'_> {
    #[inline(always)]
    fn put(&mut self, value: &str) {
        self.out.extend_from_slice(value.as_bytes());
    }

    #[inline]
    fn put_move(&mut self, text: MoveText) {
        // Eight bytes are written at one go, whatever of them is text.
        self.out.extend_from_slice(text.padded());
        self.out.truncate(self.out.len() - (8 - text.len()));
    }

    #[inline(always)]
    fn put_number(&mut self, value: u64) {
        match PAIRS.get(value as usize) {
            Some(pair) => {
                self.out.extend_from_slice(pair);
                self.out.truncate(self.out.len() - usize::from(value < 10));
            }
            None => self.put_long_number(value),
        }
    }

    fn put_long_number(&mut self, value: u64) {
        if value >= EIGHT_DIGITS.into() {
            return self.put_huge_number(value);
        }
        let (digits, zeros) = eight_digits(value as u32);
        // Eight bytes are written at one go, whatever of them is text.
        self.out.extend_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
        self.out.truncate(self.out.len() - zeros);
    }

    #[cold]
    fn put_huge_number(&mut self, value: u64) {
        self.put(itoa::Buffer::new().format(value));
    }

    /// Writes bytes by their numbers; how many they were.
    fn put_numbered(&mut self, text: &str) -> usize {
        const HEXADECIMAL: &[u8; 16] = b"0123456789ABCDEF";
        for byte in text.bytes() {
            self.out.extend_from_slice(&[b'%', HEXADECIMAL[usize::from(byte >> 4)], HEXADECIMAL[usize::from(byte & 15)]]);
        }
        text.len()
    }

    fn join<T>(&mut self, key: Key, values: impl IntoIterator<Item = T>, mut put: impl FnMut(&mut Self, T)) {
        let mut values = values.into_iter();
        match values.next() {
            None => self.none(key),
            Some(first) => {
                self.put(key.before_value);
                put(self, first);
                for value in values {
                    self.out.push(b',');
                    put(self, value);
                }
            }
        }
    }
}

impl Fields for Words<'_> {
    #[inline(always)]
    fn word(&mut self, key: Key, value: impl AsRef<str>) {
        self.put(key.before_value);
        self.put(value.as_ref());
    }

    #[inline]
    fn mv(&mut self, key: Key, text: MoveText) {
        self.put(key.before_value);
        self.put_move(text);
    }

    fn moves(&mut self, key: Key, moves: &[MoveText]) {
        self.join(key, moves, |words, &text| words.put_move(text));
    }

    #[inline(always)]
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

    /// As in an address: what is no plain character by its bytes' numbers, so that it can be undone.
    fn name(&mut self, key: Key, value: &str) {
        self.put(key.before_value);
        // The word `none` says that there is no name: of somebody who is called so, the first letter is written so, too.
        let mut rest = if value == "none" { &value[self.put_numbered("n")..] } else { value };
        while let Some(plain) = rest.bytes().position(|byte| !byte.is_ascii_graphic() || byte == b'%') {
            let (before, from_there) = rest.split_at(plain);
            self.put(before);
            let mut characters = from_there.chars();
            let Some(character) = characters.next() else { break };
            rest = characters.as_str();
            let text = &from_there[..character.len_utf8()];
            // What does not show, or turns the direction of writing about, is escaped as in a message.
            if !character.is_ascii() && !character.is_whitespace() && character.escape_debug().nth(1).is_none() {
                self.put(text);
            } else {
                self.put_numbered(text);
            }
        }
        self.put(rest);
    }

    fn rest(&mut self, key: Key, value: &str) {
        self.word(key, value);
    }

    #[inline(always)]
    fn clocks_follow(&mut self, values: [u32; 2]) {
        self.clocks.set(values);
    }

    #[inline(always)]
    fn clocks(&mut self, values: [u32; 2]) {
        let (text, length) = self.clocks.of(values);
        if length == 0 {
            return self.clocks_as_numbers(values);
        }
        let at = self.out.len();
        self.out.extend_from_slice(text);
        self.out.truncate(at + length);
    }

    #[inline(always)]
    fn phrase(&mut self, phrase: &Phrase) {
        self.put(phrase.text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields::key;
    use super::*;

    fn words<'a>(out: &'a mut Vec<u8>, clocks: &'a mut ClockText) -> Words<'a> {
        Words { out, clocks }
    }

    #[test]
    fn a_name_is_one_word_and_can_be_undone() {
        let written = |name: &str| {
            let mut out = Vec::new();
            words(&mut out, &mut ClockText::default()).name(key!("white"), name);
            String::from_utf8(out).expect("UTF-8").split_off(" white ".len())
        };
        assert_eq!(written("Carlsen,Magnus"), "Carlsen,Magnus");
        assert_eq!(written("White, Ann"), "White,%20Ann");
        assert_eq!(written("100% Müller\t"), "100%25%20Müller%09");
        assert_eq!(written("none"), "%6Eone");
        assert_eq!(written("nonesuch"), "nonesuch");
        assert_eq!(written("a\u{202e}b\u{a0}ü\u{200b}"), "a%E2%80%AEb%C2%A0ü%E2%80%8B");
    }

    #[test]
    fn numbers_are_written_as_they_always_are() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        let around = powers.flat_map(|power| [power - 1, power, power + 1, power / 7, power / 9 * 8]);
        for number in around.chain(0..20_000).chain([123_456, 12_345_678, 99_999_999, u64::MAX]) {
            let mut out = b"x".to_vec();
            words(&mut out, &mut ClockText::default()).put_number(number);
            assert_eq!(String::from_utf8(out), Ok(format!("x{number}")));
        }
    }
}
