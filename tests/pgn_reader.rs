//! Reading PGN: what each of the hard files in `fixtures/pgn` shows; and whatever the bytes are, that reading ends, that it
//! stays within them, and that a source cut into blocks shows what the whole shows.
//!
//! Beside each `TOPIC.pgn`, `TOPIC.pgn.txt` lists what a visitor is shown: line, column, what, text. Bytes that are not UTF-8
//! or do not print are written as Rust writes them. To write the lists anew: `UPDATE_PGN=1 cargo test --test pgn_reader`. Then
//! read the difference line by line.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chess_referee::notation::pgn::{Blocks, Fault, GameResult, LONGEST_GAME, Reader, Tag, Visitor, place};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

// ---------------------------------------------------------------- the files

#[test]
fn each_file_shows_what_its_list_says() {
    let mut faults = String::new();
    for path in files() {
        let bytes = fs::read(&path).expect("a file that can be read");
        let shown: String = in_the_whole(&bytes).iter().map(|shown| shown.line(place(&bytes, shown.at))).collect();
        let list = PathBuf::from(format!("{}.txt", path.display()));
        if std::env::var_os("UPDATE_PGN").is_some() {
            fs::write(&list, shown).expect("a list that can be written");
        } else if fs::read_to_string(&list).unwrap_or_default() != shown {
            let _ = writeln!(faults, "{} is not what is shown now:\n{shown}", list.display());
        }
    }
    assert!(faults.is_empty(), "{faults}\nif the new lines are right: UPDATE_PGN=1 cargo test --test pgn_reader");
}

#[test]
fn each_file_shows_the_same_in_blocks_of_any_size() {
    for path in files() {
        let bytes = fs::read(&path).expect("a file that can be read");
        let whole = in_the_whole(&bytes);
        for target in (1..64).chain([100, 500, 1 << 20]) {
            assert_eq!(in_blocks(&bytes, target), whole, "{} in blocks of {target}", path.display());
        }
    }
}

#[test]
fn every_fault_stands_in_some_file_but_that_of_a_game_too_long() {
    let lists = files().into_iter().map(|path| fs::read_to_string(format!("{}.txt", path.display())).expect("a list"));
    let all: String = lists.collect();
    for fault in Fault::ALL.into_iter().filter(|&fault| fault != Fault::GameTooLong) {
        assert!(all.contains(&format!(" fault {}\n", fault.code())), "no file in fixtures/pgn shows {}", fault.code());
    }
}

#[test]
fn a_game_that_is_too_long_does_not_hide_the_next() {
    let mut text = b"[White \"A\"]\n\n1. e4 (".to_vec();
    text.resize(LONGEST_GAME + 1000, b'x');
    text.extend_from_slice(b"\n[White \"B\"]\n\n1. d4 *\n");
    let whole = in_the_whole(&text);
    let shown: Vec<&str> = whole.iter().map(|shown| &*shown.what).collect();
    let first = ["game begins", "tag White \"A\"", "mv e4", "fault variation_not_closed", "fault game_too_long"];
    assert_eq!(shown, [&first[..], &["game begins", "tag White \"B\"", "mv d4", "result *"]].concat());
    assert_eq!(in_blocks(&text, 1 << 20), whole);
}

#[test]
fn variations_may_be_as_deep_as_a_file_is_long() {
    let deep = [b"1. e4 ".as_slice(), &b"(".repeat(1 << 20), &b")".repeat(1 << 20), b" e5 *"].concat();
    let shown = in_the_whole(&deep);
    assert_eq!(shown.iter().filter(|shown| shown.what.starts_with("mv")).count(), 2);
    assert!(!shown.iter().any(|shown| shown.what.starts_with("fault")));
}

#[test]
fn what_is_no_text_at_all_gives_few_faults() {
    // Chance that repeats itself: an xorshift.
    let mut state = 88_172_645_463_325_252_u64;
    let bytes: Vec<u8> = (0..1 << 20)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        })
        .collect();
    let faults = in_the_whole(&bytes).iter().filter(|shown| shown.what.starts_with("fault")).count();
    assert!((1..200).contains(&faults), "{faults} faults in a megabyte of noise");
}

// ---------------------------------------------------------------- any bytes

/// Bytes that mean something in PGN, and some that do not.
const ALPHABET: &[u8] = b"[]\"\\{}();%.*$!?+-=#/:,@012345678abcdefghxNBRQKOopZnulE ventW\n\r\t \0\x1a\xbd\xe2\x99\x98\xef\xbb\xbf\xc2\xa0";

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in vec(any::<u8>(), 0..600)) {
        in_the_whole(&bytes);
    }

    #[test]
    fn any_text_of_the_alphabet_is_read_to_its_end_and_the_same_in_blocks(
        bytes in vec(select(ALPHABET), 0..600),
        target in 1_usize..700,
    ) {
        prop_assert_eq!(in_blocks(&bytes, target), in_the_whole(&bytes));
    }

    #[test]
    fn a_tag_comes_back_as_it_was_written(value in "[^\r\n]{0,40}") {
        let written = format!("[White \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        let shown = in_the_whole(written.as_bytes());
        let what: Vec<&str> = shown.iter().map(|shown| &*shown.what).collect();
        prop_assert_eq!(what, ["game begins".to_owned(), format!("tag White \"{}\"", value.escape_debug())]);
    }
}

// ---------------------------------------------------------------- what is shown

/// One thing that the visitor was shown, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    at: usize,
    what: String,
}

impl Shown {
    fn line(&self, (line, column): (u64, u64)) -> String {
        let indent = if self.what == "game begins" { "" } else { "  " };
        format!("{indent}{line}:{column} {}\n", self.what)
    }
}

/// A visitor that notes down what it is shown, and holds that it is in order and within the text.
struct Listing<'a> {
    text: &'a [u8],
    shown: Vec<Shown>,
    /// The first byte that has not been read when the game begins.
    from: usize,
}

impl Listing<'_> {
    fn note(&mut self, at: usize, what: &str, text: &[u8]) {
        assert!(at <= self.text.len(), "{what} past the end");
        assert!(self.from <= at, "{what} goes back to {at}");
        self.from = at;
        let escaped = str::from_utf8(text).map_or_else(|_| text.escape_ascii().to_string(), |text| text.escape_debug().to_string());
        let quote = if what == "comment" || what == "variation" || what.starts_with("tag") { "\"" } else { "" };
        self.shown.push(Shown { at, what: format!("{what} {quote}{escaped}{quote}") });
    }

    /// Notes down what stands at `at` as it is there.
    fn note_part(&mut self, at: usize, what: &str, text: &[u8], behind: usize) {
        assert_eq!(self.text.get(at + behind..at + behind + text.len()), Some(text), "{what} is not what stands there");
        self.note(at, what, text);
    }
}

impl<'a> Visitor<'a> for Listing<'a> {
    fn begin(&mut self, at: usize) {
        self.note(at, "game", b"begins");
    }

    fn tag(&mut self, at: usize, tag: Tag<'a>) {
        self.note(at, &format!("tag {}", String::from_utf8_lossy(tag.name)), tag.value().as_bytes());
    }

    fn mv(&mut self, at: usize, text: &'a [u8]) {
        assert!(!text.is_empty(), "a move of nothing");
        self.note_part(at, "mv", text, 0);
    }

    fn en_passant_suffix(&mut self, at: usize, text: &'a [u8]) {
        self.note_part(at, "en_passant", text, 0);
    }

    fn nag(&mut self, at: usize, text: &'a [u8]) {
        self.note_part(at, "nag", text, 0);
    }

    fn glyph(&mut self, at: usize, text: &'a [u8]) {
        self.note_part(at, "glyph", text, 0);
    }

    fn comment(&mut self, at: usize, text: &'a [u8]) {
        self.note_part(at, "comment", text, 1);
    }

    fn variation(&mut self, at: usize, text: &'a [u8]) {
        self.note_part(at, "variation", text, 0);
    }

    fn result(&mut self, at: usize, result: GameResult) {
        self.note(at, "result", result.text().as_bytes());
    }

    fn fault(&mut self, at: usize, fault: Fault) {
        self.note(at, "fault", fault.code().as_bytes());
    }
}

/// What all games in these bytes show. Each reads on, and the last up to the end.
fn in_the_whole(bytes: &[u8]) -> Vec<Shown> {
    let mut listing = Listing { text: bytes, shown: Vec::new(), from: 0 };
    let mut reader = Reader::new(bytes);
    loop {
        let before = reader.offset();
        if !reader.read_game(&mut listing) {
            break;
        }
        assert!(reader.offset() > before, "a game of nothing");
        assert!(reader.offset() >= listing.from, "a game ends before what it shows");
        listing.from = reader.offset();
    }
    assert_eq!(reader.offset(), bytes.len());
    listing.shown
}

/// What all games in all blocks show, with offsets in the whole.
fn in_blocks(bytes: &[u8], target: usize) -> Vec<Shown> {
    let mut blocks = Blocks::with_target(bytes, target);
    let mut all = Vec::new();
    while let Some(block) = blocks.next().expect("bytes in memory") {
        let offset = usize::try_from(block.offset).expect("in memory");
        for shown in in_the_whole(&block.bytes) {
            if bytes.len() < 10_000 {
                assert_eq!(block.place(shown.at), place(bytes, offset + shown.at), "{shown:?}");
            }
            all.push(Shown { at: offset + shown.at, ..shown });
        }
    }
    all
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pgn");
    let entries = fs::read_dir(folder).expect("fixtures/pgn").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect();
    files.sort();
    assert!(files.len() > 10, "the files are gone");
    files
}
