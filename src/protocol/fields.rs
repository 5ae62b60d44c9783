//! The keys and values that a reply is made of, told once in order; text and JSON each take them in.

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

/// Takes in the keys and values of a reply, in order.
pub trait Fields {
    /// A value of one word.
    fn word(&mut self, key: Key, value: impl AsRef<str>);
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
