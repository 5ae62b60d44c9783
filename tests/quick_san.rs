//! The quick way to read SAN beside the slow one: what it gives is the move that `read_move` gives, spelled as the standard has it
//! but for the sign of check; and it reads every legal move so spelled. Standard chess and Chess960.
//!
//! What it reads is one word to the reader of PGN, too, which is why a visitor may take it at sight.

mod common;

use chess_referee::notation::pgn::{Fault, GameResult, Reader, Tag, Visitor};
use chess_referee::notation::{CastlingStyle, Forgiven, quick_san, read_move, write_san};
use chess_referee::position::Position;
use common::chance::Chance;
use common::fixtures::suite;
use common::walk::along_random_games;
use common::{fen, long_run, on_two_threads};

#[test]
fn every_legal_move_is_read_with_its_sign_without_it_and_with_the_wrong_one() {
    let positions = if long_run() { 200_000 } else { 20_000 };
    on_two_threads(&[20_000_000, 21_000_000], |&first_seed| {
        along_random_games(first_seed, positions, |walk| assert_legal_moves_are_read(walk.position()));
    });
    suite().iter().for_each(|line| assert_legal_moves_are_read(&line.position));
}

#[test]
fn whatever_is_read_is_what_the_slow_way_reads_and_the_exact_spelling_but_for_the_sign() {
    let positions = if long_run() { 100_000 } else { 10_000 };
    on_two_threads(&[22_000_000, 23_000_000], |&first_seed| {
        let mut chance = Chance::new(first_seed);
        let mut read = [0, 0];
        along_random_games(first_seed, positions, |walk| {
            for _ in 0..20 {
                let text = text_like_san(walk.position(), &mut chance);
                read[usize::from(assert_nothing_wrong_is_read(walk.position(), &text))] += 1;
            }
        });
        assert!(read.iter().all(|&count| count > positions), "texts of both kinds: {read:?}");
    });
    let mut chance = Chance::new(24_000_000);
    for line in suite() {
        (0..200).for_each(|_| {
            let text = text_like_san(&line.position, &mut chance);
            assert_nothing_wrong_is_read(&line.position, &text);
        });
    }
}

#[test]
fn what_is_not_plain_is_left_to_the_slow_way() {
    let start = Position::initial();
    for text in [
        "", "+", "#", "e", "e5", "e4x", "e4=Q", "e4++", "e4!", "1.e4", "e2e4", "Pe4", "Ngf3", "N1f3", "Ng1f3", "Nxf3", "nf3", "Nf3 ",
        "O-O", "0-0", "Ke2", "exd3", "e×d3", "--", "Z0", "Nf9", "Ni3", "N", "Nf", "NNf3", "Nf3xe5", "é4",
    ] {
        assert_eq!(quick_san(&start, text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(quick_san(&start, &[0xff, 0xfe]), None);
}

fn assert_legal_moves_are_read(position: &Position) {
    for mv in position.legal_moves() {
        let san = write_san(position, mv);
        let bare = san.as_str().trim_end_matches(['+', '#']);
        for text in [san.as_str(), bare, &format!("{bare}+"), &format!("{bare}#")] {
            assert_eq!(quick_san(position, text.as_bytes()), Some(mv), "{text} in {}", fen(position));
            assert_is_one_word(text);
        }
    }
}

/// Whether the text was read, which it must not be unless it is the exact spelling of a legal move.
fn assert_nothing_wrong_is_read(position: &Position, text: &str) -> bool {
    let Some(mv) = quick_san(position, text.as_bytes()) else { return false };
    let slow = read_move(position, text, CastlingStyle::KingTarget, false)
        .unwrap_or_else(|error| panic!("{text} in {}: {error:?}", fen(position)));
    assert_eq!(slow.mv, mv, "{text} in {}", fen(position));
    assert!(slow.forgiven.iter().all(|forgiven| forgiven == Forgiven::CheckMark), "{text} in {}: {:?}", fen(position), slow.forgiven);
    let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    assert_eq!(bare(text), bare(write_san(position, mv).as_str()), "{text} in {}", fen(position));
    assert_is_one_word(text);
    true
}

/// Whether the reader takes the text for one move, where a blank or a control character follows.
fn assert_is_one_word(text: &str) {
    for blank in [' ', '\n', '\0', '\u{1f}'] {
        let movetext = format!("{text}{blank}e5");
        let mut words = Words(Vec::new());
        assert!(Reader::new(movetext.as_bytes()).read_game(&mut words));
        assert_eq!(words.0, [text.as_bytes(), b"e5"], "{movetext:?}");
    }
}

/// A visitor that takes no move at sight, and keeps those that it is shown.
struct Words<'a>(Vec<&'a [u8]>);

impl<'a> Visitor<'a> for Words<'a> {
    fn begin(&mut self, _: usize) {}

    fn tag(&mut self, _: usize, _: Tag<'a>) {}

    fn mv(&mut self, _: usize, text: &'a [u8]) {
        self.0.push(text);
    }

    fn result(&mut self, _: usize, _: GameResult) {}

    fn fault(&mut self, _: usize, _: Fault) {}
}

/// A legal move's SAN with up to two changes, or letters thrown together.
fn text_like_san(position: &Position, chance: &mut Chance) -> String {
    const LETTERS: &[u8] = b"NBRQKabcdefgh12345678xO-=+#";
    let legal = position.legal_moves();
    if legal.is_empty() || chance.below(8) == 0 {
        return (0..1 + chance.below(6)).map(|_| chance.one_of(LETTERS) as char).collect();
    }
    let mv = chance.one_of(&legal);
    let mut text = write_san(position, mv).as_str().to_owned();
    for _ in 0..chance.below(3) {
        let (file, rank) = (mv.from().file().letter(), mv.from().rank().digit());
        match chance.below(8) {
            0 => text = text.replace('x', ""),
            1 => text.insert(text.len().min(1), 'x'),
            2 => text.insert(text.len().min(1), file),
            3 => text.insert(text.len().min(1), rank),
            4 => text = text.replacen(file, "", 1),
            5 => text = text.replacen(rank, "", 1),
            6 => text.push(chance.one_of(b"+#") as char),
            _ => {
                let at = chance.below(text.len().max(1));
                text.replace_range(at..(at + 1).min(text.len()), &(chance.one_of(LETTERS) as char).to_string());
            }
        }
        if text.is_empty() {
            break;
        }
    }
    text
}
