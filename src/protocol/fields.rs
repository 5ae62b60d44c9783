//! The keys and values that a reply is made of, told once in order; text and JSON each take them in.

use crate::notation::MoveText;

/// A key of a reply: stable, and never twice in one reply. It holds what text writes for it whole, for every reply has many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its name between two blanks: what comes before a value.
    pub(super) before_value: &'static str,
    /// Its name with a blank before it, and `none` after it: what does not apply.
    pub(super) with_none: &'static str,
}

/// A key by its name.
macro_rules! key {
    ($name:literal) => {
        $crate::protocol::fields::Key { name: $name, before_value: concat!(" ", $name, " "), with_none: concat!(" ", $name, " none") }
    };
}

pub(super) use key;

/// The keys of White's and of Black's clock.
pub(super) const CLOCKS: [Key; 2] = [key!("wtime"), key!("btime")];

/// Keys that follow each other, whose values are known while compiling: there is little to tell of most games, and text writes
/// it at one go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phrase {
    /// Each key with its value.
    pub pairs: &'static [(Key, Known)],
    /// All that text writes for it.
    pub(super) text: &'static str,
}

/// A value that is known while compiling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// One word.
    Word(&'static str),
    /// What does not apply.
    None,
    /// A list of nothing.
    Empty,
}

/// A phrase by its keys, each with its value: a word, `[]`, or nothing where it does not apply.
macro_rules! phrase {
    ($($name:literal $(= $value:tt)?),*) => {
        $crate::protocol::fields::Phrase {
            pairs: &[$(($crate::protocol::fields::key!($name), $crate::protocol::fields::phrase!(@value $($value)?))),*],
            text: concat!($(" ", $name, " ", $crate::protocol::fields::phrase!(@text $($value)?)),*),
        }
    };
    (@value) => { $crate::protocol::fields::Known::None };
    (@value []) => { $crate::protocol::fields::Known::Empty };
    (@value $value:literal) => { $crate::protocol::fields::Known::Word($value) };
    (@text $([])?) => { "none" };
    (@text $value:literal) => { $value };
}

pub(super) use phrase;

/// Takes in the keys and values of a reply, in order.
pub trait Fields {
    /// A value of one word.
    fn word(&mut self, key: Key, value: impl AsRef<str>);
    /// A move.
    #[inline]
    fn mv(&mut self, key: Key, text: MoveText) {
        self.word(key, text);
    }

    /// Any number of moves.
    #[inline]
    fn moves(&mut self, key: Key, moves: &[MoveText]) {
        self.list(key, moves);
    }

    /// A move, or what does not apply.
    #[inline]
    fn maybe_mv(&mut self, key: Key, text: Option<MoveText>) {
        match text {
            Some(text) => self.mv(key, text),
            None => self.none(key),
        }
    }

    /// A number.
    fn number(&mut self, key: Key, value: u64);
    /// Yes or no.
    fn flag(&mut self, key: Key, value: bool);
    /// What does not apply.
    fn none(&mut self, key: Key);
    /// Any number of words.
    fn list<T: AsRef<str>>(&mut self, key: Key, values: impl IntoIterator<Item = T>);
    /// Any number of numbers.
    fn numbers(&mut self, key: Key, values: impl IntoIterator<Item = u32>);
    /// What somebody else named: any text, which text prints as one word.
    fn name(&mut self, key: Key, value: &str);
    /// The last value, which runs to the end of the line.
    fn rest(&mut self, key: Key, value: &str);

    /// A hint that the clocks will be told, and show this: it is well to prepare them some time before.
    fn clocks_follow(&mut self, _clocks: [u32; 2]) {}

    /// White's and Black's clock, in ms.
    fn clocks(&mut self, clocks: [u32; 2]) {
        self.clocks_as_numbers(clocks);
    }

    /// The same, as two numbers like any other.
    fn clocks_as_numbers(&mut self, clocks: [u32; 2]) {
        CLOCKS.into_iter().zip(clocks).for_each(|(key, clock)| self.number(key, clock.into()));
    }

    /// What is known while compiling.
    #[inline]
    fn phrase(&mut self, phrase: &Phrase) {
        for &(key, value) in phrase.pairs {
            match value {
                Known::Word(word) => self.word(key, word),
                Known::None => self.none(key),
                Known::Empty => self.list(key, [""; 0]),
            }
        }
    }

    /// A word, or what does not apply.
    #[inline]
    fn maybe_word(&mut self, key: Key, value: Option<impl AsRef<str>>) {
        match value {
            Some(value) => self.word(key, value),
            None => self.none(key),
        }
    }

    /// A number, or what does not apply.
    #[inline]
    fn maybe_number(&mut self, key: Key, value: Option<u64>) {
        match value {
            Some(value) => self.number(key, value),
            None => self.none(key),
        }
    }
}
