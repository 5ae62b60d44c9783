//! Replies as JSON: one object on one line, the same keys in the same order as in text.

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::fields::{Fields, Key};
use super::reply::Head;
use super::{ClockText, Envelope, Reply, text};

/// Prints a reply as one line; UCI's own words stay as they are.
#[inline(never)]
pub(super) fn print(reply: &Reply, envelope: Envelope<'_>, out: &mut Vec<u8>) {
    if reply.head() == Head::Uci {
        text::print(reply, envelope, &mut ClockText::default(), out);
        return;
    }
    text::start_info(envelope, out);
    let mut serializer = serde_json::Serializer::new(&mut *out);
    let object = serializer.serialize_map(None).expect(VECTOR);
    let mut object = Object(object);
    if let Some(game) = envelope.game {
        object.entry("game", game);
    }
    match reply.head() {
        Head::Ok(verb) => object.entry("ok", verb),
        Head::Error(code) => object.entry("error", code.code()),
        Head::Uci => unreachable!("printed as text above"),
    }
    reply.describe(&mut object);
    if reply.has_page() {
        object.entry("text", reply.lines());
    }
    object.0.end().expect(VECTOR);
    out.push(b'\n');
}

const VECTOR: &str = "a vector takes all that is written";

/// A JSON object that is being written.
struct Object<M>(M);

impl<M: SerializeMap> Object<M> {
    fn entry(&mut self, key: &str, value: impl Serialize) {
        assert!(self.0.serialize_entry(key, &value).is_ok(), "{VECTOR}");
    }
}

impl<M: SerializeMap> Fields for Object<M> {
    fn word(&mut self, key: Key, value: impl AsRef<str>) {
        self.entry(key.name, value.as_ref());
    }

    fn number(&mut self, key: Key, value: u64) {
        self.entry(key.name, value);
    }

    fn flag(&mut self, key: Key, value: bool) {
        self.entry(key.name, value);
    }

    fn none(&mut self, key: Key) {
        self.entry(key.name, ());
    }

    fn list<T: AsRef<str>>(&mut self, key: Key, values: impl IntoIterator<Item = T>) {
        self.entry(key.name, Array(RefCell::new(values.into_iter().map(Word))));
    }

    fn numbers(&mut self, key: Key, values: impl IntoIterator<Item = u32>) {
        self.entry(key.name, Array(RefCell::new(values.into_iter())));
    }

    fn name(&mut self, key: Key, value: &str) {
        self.entry(key.name, value);
    }

    fn rest(&mut self, key: Key, value: &str) {
        self.entry(key.name, value);
    }
}

/// A value of one word.
struct Word<T>(T);

impl<T: AsRef<str>> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_ref())
    }
}

/// A list that is walked once.
struct Array<I>(RefCell<I>);

impl<T: Serialize, I: Iterator<Item = T>> Serialize for Array<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.borrow_mut().by_ref())
    }
}
