//! Any bytes may come in a file of games or positions: they are judged to their end, without a panic, and printed as lines that
//! are whole. What is drawn here is cut and pasted from the hardest files that there are, which finds more than mere chance.

mod common;

use std::fs;
use std::path::Path;

use chess_referee::check::{LineFormat, judge_games, judge_line};
use chess_referee::game::Record;
use chess_referee::notation::pgn::Blocks;
use chess_referee::notation::{parse_epd, parse_fen};
use chess_referee::protocol::{Envelope, Format, Reply, print};
use chess_referee::rules::Rulebook;
use common::chance::Chance;
use common::{long_run, on_two_threads};

/// Small enough that no case takes long, whatever position comes about.
const RULES: fn() -> Rulebook = || Rulebook { proof_nodes: 500, ..Rulebook::default() };

fn jobs() -> Vec<u64> {
    (0..if long_run() { 60_000 } else { 4_000 }).collect()
}

#[test]
fn any_file_of_games_is_judged_to_its_end() {
    let material = material(&["fixtures/pgn", "fixtures/check"], &["pgn"]);
    on_two_threads(&jobs(), |&seed| {
        let bytes = mangled(&material, seed);
        let mut blocks = Blocks::with_target(&*bytes, 1 + (seed as usize * 37) % 4_000);
        while let Some(block) = blocks.next().expect("bytes in memory") {
            let reports = judge_games(&block, &RULES());
            for (report, number) in reports.into_iter().zip(1..) {
                assert_eq!(report.game, number, "seed {seed}");
                let told = report.findings.iter().filter_map(|finding| finding.place);
                assert!(told.clone().all(|(line, column)| line >= report.line && column >= 1), "seed {seed}");
                assert!(told.clone().zip(told.skip(1)).all(|(one, next)| one <= next), "seed {seed}: not in the order of the text");
                assert_printed_whole(&Reply::Game(Box::new(report)), seed);
            }
        }
        // A single game, for who wants to have it as one.
        if let Ok(record) = Record::read(&bytes) {
            let text = record.to_string();
            assert_eq!(Record::read(text.as_bytes()).expect("what is written is read").to_string(), text, "seed {seed}");
        }
    });
}

#[test]
fn any_line_of_positions_is_judged() {
    let material = material(&["fixtures/check"], &["fen", "epd"]);
    on_two_threads(&jobs(), |&seed| {
        let bytes = mangled(&material, seed);
        for line in String::from_utf8_lossy(&bytes).lines() {
            for format in [LineFormat::Fen, LineFormat::Epd] {
                let report = judge_line(line, 1, format, &RULES());
                let sound = match format {
                    LineFormat::Fen => parse_fen(line).is_ok(),
                    LineFormat::Epd => parse_epd(line).is_ok_and(|epd| epd.into_position().is_ok()),
                };
                assert_eq!((report.state.is_some(), report.faults.is_empty()), (sound, sound), "seed {seed}: {line:?}");
                assert_printed_whole(&Reply::Setup(Box::new(report)), seed);
            }
        }
    });
}

/// One line in either format, without controls; the one of text in pairs up to the message, the other an object.
fn assert_printed_whole(reply: &Reply, seed: u64) {
    for format in [Format::Text, Format::Json] {
        let mut out = Vec::new();
        print(reply, Envelope { format, ..Envelope::default() }, &mut out);
        let line = String::from_utf8(out).expect("replies are UTF-8");
        let line = line.strip_suffix('\n').expect("a line");
        assert!(!line.contains(|c: char| c < ' '), "seed {seed}: {line:?}");
        if format == Format::Json {
            serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("seed {seed}: {error} in {line}"));
        } else {
            assert!(!line.contains(char::is_control), "seed {seed}: {line:?}");
            let (keys, _) = line.split_once(" message ").expect("the message comes last");
            assert!(keys.starts_with("ok ") && keys.split(' ').count().is_multiple_of(2), "seed {seed}: {line:?}");
        }
    }
}

/// The bytes of all files in these folders with these extensions.
fn material(folders: &[&str], extensions: &[&str]) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("the fixtures"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| extensions.iter().any(|&extension| found == extension)));
    files.sort();
    let bytes: Vec<u8> = files.iter().flat_map(|path| fs::read(path).expect("a file that can be read")).collect();
    assert!(bytes.len() > 500);
    bytes
}

/// Pieces of the material in any order, with some bytes changed, left out or said twice.
fn mangled(material: &[u8], seed: u64) -> Vec<u8> {
    let mut chance = Chance::new(seed);
    let mut bytes = Vec::new();
    for _ in 0..1 + chance.below(6) {
        let start = chance.below(material.len());
        let length = 1 + chance.below(400);
        bytes.extend_from_slice(&material[start..material.len().min(start + length)]);
    }
    for _ in 0..chance.below(12) {
        let at = chance.below(bytes.len());
        match chance.below(4) {
            0 => bytes[at] = chance.below(256) as u8,
            1 => bytes[at] = chance.one_of(b"{}()[]\"\\;%$.*+#=!? \n\r0-1x"),
            2 => drop(bytes.drain(at..bytes.len().min(at + 1 + chance.below(20)))),
            _ => {
                let again: Vec<u8> = bytes[at..bytes.len().min(at + 1 + chance.below(40))].to_vec();
                bytes.splice(at..at, again);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }
    bytes
}
