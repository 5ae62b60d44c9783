//! Bad input of every kind, at the library: whatever line comes, the session lives, answers with exactly one final line (or
//! with none to a comment), changes nothing where it answers an error, and says the same in text and in JSON.
//!
//! Good lines cut short and changed byte by byte, random bytes, random words of the grammar glued together, random games
//! against a simple model, and a table of FENs and numbers with the code that each gets.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess_referee::protocol::Format;
use chess_referee::session::{Answer, Options, Session};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// What every session of these tests begins with: a game in which a move can be played again, a tagged game in which a
/// pawn can promote and castling is lost, and a depth of perft that no change of a byte makes slow.
const SETTING: [&str; 4] = [
    "setoption name MaxPerftDepth value 3",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "undo",
    "@g position fen 3r2k1/4P3/8/3pP3/8/8/p7/R3K2R w KQ d6 7 30",
];

/// Good lines of every kind, good in the [`SETTING`].
const GOOD: [&str; 73] = [
    "position startpos",
    "position startpos moves",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "position startpos moves 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O",
    "position startpos moves e2e4 a7a6 e4e5 d7d5 exd6 e.p.",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9 moves e8g8 e1c1",
    "position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 moves e5d6",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - -",
    "position chess960 0",
    "position chess960 959 moves a2a4",
    "@h position startpos moves e2e4",
    "@g position chess960 518",
    "move b8c6",
    "move Nc6",
    "move Nc6!?",
    "move 2... Nc6",
    "move d7d5 by black",
    "move d5 ply 3",
    "move d5 ply 3 by black",
    "@g move e7e8q",
    "@g move exd8=Q+",
    "@g move O-O",
    "@g move exd6 e.p.",
    "explain e5e4",
    "explain Nc6",
    "@g explain O-O-O",
    "legal",
    "legal san",
    "legal b8",
    "@g legal e7 san",
    "undo",
    "undo 3",
    "undo 2 by black ply 3",
    "redo",
    "redo 1",
    "redo 1 ply 3 by black",
    "status",
    "@g status",
    "fen",
    "@g fen",
    "history",
    "history san",
    "pgn",
    "@g pgn",
    "tag White Carlsen, Magnus",
    "@g tag Event",
    "board",
    "d",
    "@g d",
    "perft 2",
    "go perft 1",
    "go",
    "go wtime 1000 btime 1000",
    "go infinite",
    "games",
    "@g close",
    "setoption name Threefold value automatic",
    "@g setoption name Strict value true",
    "setoption name DeadPosition value off",
    "setoption name Output value json",
    "setoption name Seed value 2147483647",
    "setoption name MaxPlies value 20",
    "setoption name UCI_Chess960 value true",
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "register later",
    "stop",
    "ponderhit",
    "help",
    "quit",
];

/// Lines that ask for nothing.
const SILENT: [&str; 8] = ["", " ", "\t", "\r", "# status", "  # status", "\t#", "#\u{0}\u{1b}[2J"];

mod one_line {
    use super::*;

    #[test]
    fn every_good_line_is_good() {
        for line in GOOD {
            let mut talk = Talk::set(Format::Text);
            let (reply, answer) = talk.ask(line);
            assert!(!answer.error, "{line}: {reply}");
            assert_eq!(answer.quit, line == "quit");
        }
    }

    #[test]
    fn every_prefix_of_a_good_line_is_answered_in_full() {
        for line in GOOD {
            for end in 0..=line.len() {
                let mut talk = Talk::set(Format::Text);
                talk.check_with_all_state(&line.as_bytes()[..end]);
            }
        }
    }

    #[test]
    fn every_change_of_one_byte_is_answered_in_full() {
        on_two_threads(&GOOD, |line| {
            let mut talk = Talk::set(Format::Text);
            for (place, value) in changes(line) {
                let mut changed = line.as_bytes().to_vec();
                changed[place] = value;
                if talk.check(&changed) {
                    talk = Talk::set(Format::Text);
                }
            }
        });
    }

    #[test]
    fn every_line_with_one_byte_left_out_or_put_in_is_answered_in_full() {
        on_two_threads(&GOOD, |line| {
            let mut talk = Talk::set(Format::Json);
            let bytes = line.as_bytes();
            for place in 0..bytes.len() {
                let (before, after) = bytes.split_at(place);
                let left_out = [before, &after[1..]].concat();
                let put_in = b"\0\t\r #@.:-,=\"\\{0\x0b\x0c\x7f\x80\xc3\xe2\xed\xff".map(|byte| [before, &[byte], after].concat());
                for changed in put_in.iter().chain([&left_out]) {
                    if talk.check(changed) {
                        talk = Talk::set(Format::Json);
                    }
                }
            }
        });
    }

    #[test]
    fn lines_that_ask_for_nothing_get_no_reply() {
        for format in [Format::Text, Format::Json] {
            let mut talk = Talk::set(format);
            for line in SILENT {
                let (reply, answer) = talk.ask(line);
                assert_eq!((reply.as_str(), answer), ("", Answer::default()), "{line:?}");
            }
            let (reply, _) = talk.ask(b"# \xff\xfe");
            assert_eq!(reply, "", "a comment may hold any bytes");
        }
    }

    #[test]
    fn only_blanks_and_tabs_are_blank() {
        for line in ["\u{b}", "\u{c}", "\u{a0}", "\u{2003}", "\u{c}# status", "\u{b}# status", "\0", "status\0", "\u{feff}status"] {
            assert_eq!(code(line), "unknown_command", "{line:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_wherever_they_stand() {
        let lines: [&[u8]; 7] =
            [b"\xff", b"status\x80", b"\xed\xa0\x80", b"move \xed\xbf\xbf", b"position fen \xf5\x80\x80\x80", b"move e4\xc3", b"\xc0\xaf"];
        for line in lines {
            assert_eq!(code(line), "not_utf8", "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_tagged_line_that_is_not_utf8_is_answered_with_its_tag() {
        let (reply, _) = Talk::set(Format::Text).ask(b"@g move \xff");
        assert!(reply.starts_with("@g error not_utf8 "), "{reply}");
        let (reply, _) = Talk::set(Format::Json).ask(b"@g move \xff");
        assert!(reply.starts_with("{\"game\":\"g\",\"error\":\"not_utf8\","), "{reply}");
    }

    #[test]
    fn very_long_words_are_refused_and_messages_stay_short() {
        let long = "x".repeat(1 << 20);
        for start in ["", "@", "@g ", "move ", "explain ", "legal ", "undo ", "perft ", "position ", "position fen ", "setoption name "] {
            let mut talk = Talk::set(Format::Text);
            let reply = talk.check_with_all_state(format!("{start}{long}").as_bytes());
            assert!(reply.contains("error ") && reply.len() < 1_000, "{start}: {} bytes", reply.len());
        }
        for start in ["position startpos moves ", "position fen 8/8/8/8/8/8/8/8 w - - ", "setoption name Seed value ", "move e4 by "] {
            let mut talk = Talk::set(Format::Text);
            let reply = talk.check_with_all_state(format!("{start}{long}").as_bytes());
            assert!(reply.contains("error ") && reply.len() < 1_000, "{start}: {} bytes", reply.len());
        }
        let (reply, answer) = Talk::set(Format::Text).ask(format!("go {long}"));
        assert!(!answer.error && reply.starts_with("bestmove "), "go takes any words");
    }

    #[test]
    fn what_a_client_wrote_cannot_break_a_line_or_paint_the_terminal() {
        for text in ["\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}", "a\rb", "a\u{b}b", "a\nb", "\"", "\\", "\u{202e}"] {
            for start in [
                "",
                "move ",
                "position fen ",
                "position startpos moves ",
                "setoption name ",
                "setoption name Seed value ",
                "legal ",
                "tag ",
                "tag White ",
            ] {
                for format in [Format::Text, Format::Json] {
                    let reply = Talk::set(format).check_with_all_state(format!("{start}{text}").as_bytes());
                    let breaks = |c: char| c.is_control() || ['\u{2028}', '\u{2029}', '\u{202e}'].contains(&c);
                    assert!(!reply.trim_end_matches('\n').contains(breaks), "{start}{text:?}: {reply:?}");
                }
            }
        }
    }
}

mod numbers {
    use super::*;

    const HUGE: &str = "1000000000000000000";

    #[test]
    fn a_count_of_half_moves_is_a_number_from_1_on() {
        for verb in ["undo", "redo"] {
            for count in ["0", "00", "-1", "+1", "1.0", "1e1", "0x1", "one", "١", "4294967296", HUGE] {
                assert_eq!(code(format!("{verb} {count}")), "bad_arguments", "{verb} {count}");
            }
            for count in ["150", "4294967295"] {
                assert_eq!(code(format!("{verb} {count}")), format!("nothing_to_{verb}"), "{verb} {count}");
            }
        }
        assert_eq!(code("undo 01"), "ok undo");
        assert_eq!(code("redo 1"), "ok redo");
        assert_eq!(code("undo 3"), "ok undo");
        assert_eq!(code("undo 4"), "nothing_to_undo");
        assert_eq!(code("redo 2"), "nothing_to_redo");
    }

    #[test]
    fn a_ply_is_a_number_from_0_on() {
        for ply in ["-1", "+3", "3.0", "three", "", "4294967296", HUGE] {
            assert_eq!(code(format!("move d5 ply {ply}")), "bad_arguments", "{ply}");
        }
        for ply in ["0", "2", "4", "150", "4294967295"] {
            assert_eq!(code(format!("move d5 ply {ply}")), "stale", "{ply}");
        }
        assert_eq!(code("move d5 ply 3"), "ok move");
        assert_eq!(code("move d5 ply 3 ply 3"), "bad_arguments");
    }

    #[test]
    fn a_depth_of_perft_is_a_number_within_the_limit() {
        for perft in ["perft", "go perft"] {
            for depth in ["", "-1", "+1", "2.5", "two", HUGE] {
                assert_eq!(code(format!("{perft} {depth}")), "bad_arguments", "{perft} {depth}");
            }
            for depth in ["4", "150", "4294967295"] {
                assert_eq!(code(format!("{perft} {depth}")), "limit", "{perft} {depth}");
            }
            assert_eq!(code(format!("{perft} 0")), "ok perft");
            assert_eq!(code(format!("{perft} 3")), "ok perft");
        }
    }

    #[test]
    fn a_chess960_start_is_a_number_below_960() {
        for number in ["", "-1", "+1", "960", HUGE, "5 18", "518 e2e4"] {
            assert_eq!(code(format!("position chess960 {number}")), "bad_arguments", "{number}");
        }
        for number in ["0", "518", "959"] {
            assert_eq!(code(format!("position chess960 {number}")), "ok position", "{number}");
        }
    }

    #[test]
    fn a_number_of_an_option_is_within_its_range() {
        for value in ["", "-1", "+1", "1.0", "x", "2147483648", HUGE, "1 2"] {
            assert_eq!(code(format!("setoption name Seed value {value}")), "bad_option_value", "{value}");
        }
        for value in ["0", "150", "2147483647"] {
            assert_eq!(code(format!("setoption name Seed value {value}")), "ok setoption", "{value}");
        }
        assert_eq!(code("setoption name MaxPlies value 0"), "bad_option_value");
        assert_eq!(code("setoption name MaxPerftDepth value 65"), "bad_option_value");
        assert_eq!(code("setoption name Strict value 1"), "bad_option_value");
        assert_eq!(code("setoption name Strict"), "bad_option_value");
        assert_eq!(code("setoption name strict value true"), "ok setoption", "UCI has it that case does not count");
        assert_eq!(code("setoption name Clear Hash"), "unknown_option");
        assert_eq!(code("setoption name"), "bad_arguments");
        assert_eq!(code("setoption Strict true"), "bad_arguments");
    }

    #[test]
    fn the_counters_of_a_fen_are_numbers_up_to_100000() {
        for number in ["-1", "+1", "1.5", "x", "-", "100001", "4294967296", HUGE] {
            let fault = |counters: String| fen_fault(&format!("4k3/8/8/8/8/8/8/4K2R w K - {counters}"));
            assert_eq!(fault(format!("{number} 1")), "halfmove bad_number", "{number}");
            assert_eq!(fault(format!("0 {number}")), "fullmove bad_number", "{number}");
        }
        for (counters, state) in [("0 0", "active"), ("0 100000", "active"), ("149 80", "active"), ("150 80", "draw"), ("100000 1", "draw")]
        {
            let (reply, _) = Talk::set(Format::Text).ask(format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - {counters}"));
            assert!(reply.contains(&format!(" state {state} ")), "{counters}: {reply}");
        }
    }

    #[test]
    fn counters_at_their_highest_count_on() {
        let mut talk = Talk::set(Format::Text);
        talk.ask("position fen 4k3/8/8/8/8/8/8/4K2R b K - 100000 100000 moves e8d8 h1h2");
        let (reply, _) = talk.ask("fen");
        assert_eq!(reply, "ok fen fen 3k4/8/8/8/8/8/7R/4K3 b - - 100002 100001\n");
    }
}

mod tags {
    use super::*;

    #[test]
    fn a_game_is_named_by_1_to_64_plain_characters() {
        for name in ["", "a/b", "a,b", "é", "a\u{0}", "a@b", "\"", &"x".repeat(65)] {
            assert_eq!(code(format!("@{name} status")), "bad_arguments", "{name:?}");
        }
        for name in ["a", "A-1_b.c:9", "-", "."] {
            assert_eq!(code(format!("@{name} status")), "unknown_game", "{name:?}");
        }
        assert_eq!(code(format!("@{} position startpos", "x".repeat(64))), "ok position");
        assert_eq!(code("@g"), "bad_arguments");
        assert_eq!(code("@g @g status"), "unknown_command");
        assert_eq!(code("close"), "bad_arguments");
    }

    #[test]
    fn every_line_of_a_tagged_reply_starts_with_the_tag() {
        for line in ["board", "help", "uci", "go perft 1", "go", "isready", "status", "nonsense", "undo", "legal x", "position fen x"] {
            let (reply, _) = Talk::set(Format::Text).ask(format!("@g {line}"));
            assert!(reply.lines().all(|line| line.starts_with("@g ")), "{reply}");
        }
    }

    #[test]
    fn a_refused_position_makes_no_game() {
        let mut talk = Talk::set(Format::Text);
        for line in ["@h position fen x", "@h position startpos moves e5", "@h position", "@h status"] {
            talk.check_with_all_state(line.as_bytes());
        }
        assert_eq!(talk.ask("games").0, "ok games count 1 names g\n");
    }

    #[test]
    fn there_are_no_more_tagged_games_than_the_limit() {
        let mut talk = Talk::set(Format::Text);
        talk.ask("setoption name MaxGames value 2");
        assert!(!talk.ask("@h position startpos").1.error);
        assert!(talk.check_with_all_state(b"@i position startpos").starts_with("@i error too_many_games "));
        assert!(!talk.ask("@h position startpos").1.error, "a game that exists may begin anew");
        assert!(!talk.ask("@g close").1.error);
        assert!(!talk.ask("@i position startpos").1.error);
    }
}

mod fens {
    use super::*;

    #[test]
    fn each_unsound_fen_gets_its_field_and_reason_and_changes_nothing() {
        let unsound = [
            ("", "placement missing"),
            ("4k3/8/8/8/8/8/8/4K3", "turn missing"),
            ("4k3/8/8/8/8/8/8/4K3 w", "castling missing"),
            ("4k3/8/8/8/8/8/8/4K3 w -", "en_passant missing"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove missing"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "extra bad_character"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "placement rank_count"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "placement rank_count"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "placement rank_width"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "placement rank_width"),
            ("4k3/8/8/8/88/8/8/4K3 w - - 0 1", "placement rank_width"),
            ("4k3/8/8//8/8/8/4K3 w - - 0 1", "placement rank_width"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "placement bad_character"),
            ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", "placement bad_character"),
            ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "placement bad_character"),
            ("4k3/8/8/8/8/8/8/4K2♖ w - - 0 1", "placement bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "turn bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", "turn bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling bad_character"),
            ("4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling bad_character"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant bad_square"),
            ("4k3/8/8/8/8/8/8/4K3 w - i3 0 1", "en_passant bad_square"),
            ("4k3/8/8/8/8/8/8/4K3 w - E3 0 1", "en_passant bad_square"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "placement no_king"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "placement no_king"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "placement no_king"),
            ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "placement too_many_kings"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "placement pawn_on_back_rank"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "placement pawn_on_back_rank"),
            ("4k3/8/8/8/8/8/QQ6/QQQQQQQQ w - - 0 1", "placement no_king"),
            ("7k/8/8/8/QQ6/8/QQQQQQQQ/K7 b - - 0 1", "placement too_many_pieces"),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "placement too_many_pieces"),
            ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "placement too_many_pieces"),
            ("4k3/8/8/8/8/4N3/NNNNNNNN/NNNNKNNN w - - 0 1", "placement too_many_pieces"),
            ("4k3/8/8/8/8/8/8/B1B1K1NN w K - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/8/4K2R w G - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", "castling no_such_right"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling ambiguous_right"),
            ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "castling ambiguous_right"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "position opponent_in_check"),
            ("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", "position opponent_in_check"),
            ("8/8/8/8/8/8/8/3kK3 w - - 0 1", "position opponent_in_check"),
            ("4k3/3N1N2/8/8/4R3/8/8/4K3 w - - 0 1", "position opponent_in_check"),
            ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "position impossible_check"),
            ("4k2R/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "position impossible_check"),
            ("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", "position impossible_check"),
        ];
        for (fen, fault) in unsound {
            assert_eq!(fen_fault(fen), fault, "{fen}");
        }
    }

    #[test]
    fn what_may_be_forgiven_is_forgiven_and_named() {
        let odd = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "en_passant_ignored"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "en_passant_ignored"),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4 0 1", "en_passant_ignored"),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "none"),
            ("4k3/8/8/8/8/8/8/4K2R w K -", "counters_missing"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 0", "fullmove_zero"),
            ("6rk/6pp/8/8/8/QQ6/QQQQQQQ1/K7 w - - 0 1", "none"),
        ];
        for (fen, forgiven) in odd {
            let (reply, _) = Talk::set(Format::Text).ask(format!("position fen {fen}"));
            assert!(reply.starts_with(&format!("ok position forgiven {forgiven} state ")), "{fen}: {reply}");
        }
    }

    #[test]
    fn after_a_refused_position_go_has_no_move_until_a_position_is_good() {
        for refused in ["position fen x", "position startpos moves e2e5", "position startpos e2e4", "position", "position chess960 960"] {
            let mut talk = Talk::set(Format::Text);
            assert!(talk.ask(refused).1.error);
            assert_eq!(talk.ask("go").0, "bestmove (none)\n", "after {refused}");
            assert!(!talk.ask("position startpos").1.error);
            assert!(talk.ask("go").0.len() < "bestmove (none)\n".len(), "after {refused}");
        }
    }
}

mod json {
    use super::*;

    #[test]
    fn json_says_what_text_says_key_by_key() {
        for line in GOOD.into_iter().chain(ODD) {
            assert_same_in_json(line);
            if !line.starts_with('@') {
                assert_same_in_json(&format!("@g {line}"));
                assert_same_in_json(&format!("@nobody {line}"));
            }
        }
    }

    #[test]
    fn json_says_what_text_says_of_every_change_of_one_byte() {
        on_two_threads(&GOOD, |line| {
            let both = || (Talk::set(Format::Text), Talk::set(Format::Json));
            let (mut text, mut json) = both();
            for (place, value) in changes(line).filter(|(place, value)| (place + usize::from(*value)) % 8 == 0) {
                let mut changed = line.as_bytes().to_vec();
                changed[place] = value;
                if changed.windows(6).any(|window| window.eq_ignore_ascii_case(b"Output")) {
                    continue;
                }
                let (said, _) = text.ask(&changed);
                let (object, _) = json.ask(&changed);
                assert_same(&said, &object, &changed.escape_ascii());
                if said.contains("ok ") {
                    (text, json) = both();
                }
            }
        });
    }

    /// Lines that get replies which no good line gets.
    const ODD: [&str; 26] = [
        "move e4",
        "move Ke9",
        "move Nd2",
        "explain Nbd7",
        "explain e9",
        "explain e1g1",
        "explain e8c8",
        "explain --",
        "explain e5d4",
        "explain e8e7",
        "move d5 by white",
        "move d5 ply 9",
        "undo 9",
        "redo 9",
        "legal a1",
        "legal z9",
        "tag Result 1-0",
        "tag White-Elo 2800",
        "perft 9",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 xyz",
        "position fen 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1 moves Nd2",
        "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 150 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 0 moves e1e2",
    ];

    fn assert_same_in_json(line: &str) {
        let said: Vec<String> = [Format::Text, Format::Json].map(|format| Talk::set(format).ask(line).0).into();
        if !line.contains("Output") {
            assert_same(&said[0], &said[1], &line);
        }
    }

    /// Asserts that a reply in text and one in JSON have the same keys in the same order, with the same values.
    fn assert_same(text: &str, json: &str, line: &dyn fmt::Display) {
        if json.lines().count() != 1 || !json.contains('{') {
            assert_eq!(text, json, "{line}: blank lines, comments and UCI's own words stay as they are");
            return;
        }
        let (page, last) =
            text.trim_end_matches('\n').rsplit_once('\n').map_or((Vec::new(), text), |(page, last)| (page.lines().collect(), last));
        let object = json.strip_prefix("info string ").unwrap_or(json);
        let Object(entries) = serde_json::from_str(object).unwrap_or_else(|error| panic!("{line}: {error}: {json}"));
        let mut expected = pairs(last.trim_end_matches('\n'));
        let tag = last.strip_prefix('@').and_then(|tagged| tagged.split(' ').next());
        if !page.is_empty() {
            let untagged = |line: &&str| tag.map_or(*line, |tag| line.strip_prefix(&format!("@{tag} ")).unwrap_or(line)).to_owned();
            expected.push(("text".to_owned(), page.iter().map(untagged).collect::<Vec<_>>().join("\n")));
        }
        let keys = |pairs: &[(String, String)]| pairs.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        let said: Vec<_> = entries.iter().map(|(key, value)| (key.clone(), as_text(key, value))).collect();
        assert_eq!(keys(&said), keys(&expected), "{line}: {text}{json}");
        assert_eq!(said, expected, "{line}: {text}{json}");
    }

    /// The keys and values of a final line in text, as the object has them.
    fn pairs(line: &str) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        let mut rest = line;
        let take = |rest: &mut &str| {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            *rest = after;
            word.to_owned()
        };
        if let Some(tagged) = rest.strip_prefix('@') {
            rest = tagged;
            pairs.push(("game".to_owned(), take(&mut rest)));
        }
        rest = rest.strip_prefix("info string ").unwrap_or(rest);
        while !rest.is_empty() {
            let key = take(&mut rest);
            let to_the_end =
                ["fen", "message", "value"].contains(&key.as_str()) && pairs.iter().any(|(key, _)| key == "ok" || key == "error");
            let value = if to_the_end { std::mem::take(&mut rest).to_owned() } else { take(&mut rest) };
            assert!(!value.is_empty(), "{key} has no value in {line}");
            pairs.push((key, value));
        }
        pairs
    }

    /// A value of JSON as text has it.
    fn as_text(key: &str, value: &Value) -> String {
        match value {
            Value::Null => "none".to_owned(),
            Value::Array(lines) if key == "text" => lines.iter().map(|line| line.as_str().expect("a line")).collect::<Vec<_>>().join("\n"),
            Value::Array(values) if values.is_empty() => "none".to_owned(),
            Value::Array(values) => values.iter().map(|value| value.as_str().expect("a word")).collect::<Vec<_>>().join(","),
            Value::String(word) => {
                let as_number = word.parse::<u64>().is_ok() && !["value", "game", "message", "move"].contains(&key);
                assert!(word != "none" && !as_number, "{key} is {value}, which is no word");
                word.clone()
            }
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            Value::Object(_) => panic!("{key} holds an object"),
        }
    }

    /// A JSON object with its keys in their order.
    struct Object(Vec<(String, Value)>);

    impl<'de> Deserialize<'de> for Object {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Entries;
            impl<'de> Visitor<'de> for Entries {
                type Value = Object;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                    let mut entries = Vec::new();
                    while let Some(entry) = map.next_entry()? {
                        entries.push(entry);
                    }
                    Ok(Object(entries))
                }
            }
            deserializer.deserialize_map(Entries)
        }
    }
}

mod at_random {
    use super::*;

    /// Words of the grammar, and some that nearly are.
    const WORDS: [&str; 83] = [
        "position",
        "startpos",
        "fen",
        "chess960",
        "moves",
        "move",
        "by",
        "white",
        "black",
        "ply",
        "legal",
        "san",
        "undo",
        "redo",
        "status",
        "explain",
        "history",
        "pgn",
        "tag",
        "White",
        "board",
        "d",
        "perft",
        "go",
        "games",
        "close",
        "setoption",
        "name",
        "value",
        "uci",
        "isready",
        "ucinewgame",
        "debug",
        "on",
        "register",
        "stop",
        "ponderhit",
        "help",
        "@g",
        "@h",
        "@",
        "@a/b",
        "#",
        "e2e4",
        "e7e5",
        "e4",
        "Nf3",
        "Nc6",
        "b8c6",
        "O-O",
        "0-0-0",
        "e7e8q",
        "exd8=Q+",
        "exd6",
        "e.p.",
        "ep",
        "1.",
        "2...",
        "--",
        "0000",
        "e9",
        "0",
        "1",
        "2",
        "3",
        "150",
        "-1",
        "+1",
        "1000000000000000000",
        "Threefold",
        "Strict",
        "UCI_Chess960",
        "MaxPlies",
        "automatic",
        "true",
        "false",
        "e2",
        "wtime",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "R3k2R/8/8/8/8/8/8/4K3",
    ];

    /// What a player may do in a random game.
    #[derive(Clone, Debug)]
    enum Deed {
        /// Plays the legal move of this number.
        Play(usize),
        /// Plays it with the wrong ply.
        PlayLate(usize),
        /// Plays it for the other side.
        PlayForTheOther(usize),
        Nonsense,
        Undo(usize),
        Redo(usize),
        /// Says the whole game again, and so many moves more.
        Repeat(Vec<usize>),
        Anew,
    }

    /// Any byte but the line feed; those that the grammar knows come more often.
    fn byte_of_a_line() -> impl Strategy<Value = u8> {
        prop_oneof![any::<u8>(), b' '..=b'~', prop::sample::select(&b" \t\r\0\x0b\x0c\x7f#@,.-+=0123456789abcdefghKQRBNOx"[..])]
            .prop_map(|byte| if byte == b'\n' { b'\r' } else { byte })
    }

    fn deed() -> impl Strategy<Value = Deed> {
        prop_oneof![
            8 => any::<prop::sample::Index>().prop_map(|index| Deed::Play(index.index(1_000))),
            1 => (0..1_000_usize).prop_map(Deed::PlayLate),
            1 => (0..1_000_usize).prop_map(Deed::PlayForTheOther),
            1 => Just(Deed::Nonsense),
            3 => (1..5_usize).prop_map(Deed::Undo),
            3 => (1..5_usize).prop_map(Deed::Redo),
            2 => prop::collection::vec(0..1_000_usize, 0..4).prop_map(Deed::Repeat),
            1 => Just(Deed::Anew),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn random_bytes_are_answered_in_full(lines in prop::collection::vec(prop::collection::vec(byte_of_a_line(), 0..80), 1..10)) {
            let mut talk = Talk::set(Format::Text);
            for line in lines {
                talk.check_with_all_state(&line);
            }
        }

        #[test]
        fn random_characters_after_a_word_are_answered_in_full(word in prop::sample::select(&WORDS[..]), text in "\\PC{0,40}", json in any::<bool>()) {
            let mut talk = Talk::set(if json { Format::Json } else { Format::Text });
            talk.check_with_all_state(format!("{word} {text}").as_bytes());
            talk.check_with_all_state(format!("{word}{text}").as_bytes());
        }

        #[test]
        fn random_words_of_the_grammar_are_answered_in_full(
            lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&WORDS[..]), 0..9), 1..12),
            blank in prop::sample::select(&[" ", "\t", "  \t "][..]),
        ) {
            let mut talk = Talk::set(Format::Text);
            for line in lines {
                talk.check_with_all_state(line.join(blank).as_bytes());
            }
        }

        #[test]
        fn a_random_game_is_what_a_simple_model_says(deeds in prop::collection::vec(deed(), 0..60)) {
            let mut talk = Talk::new(Format::Text);
            let (mut played, mut undone): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
            for deed in deeds {
                let legal = talk.list("legal");
                let pick = |number: usize| legal[number % legal.len()].clone();
                let (ply, turn) = (played.len(), ["white", "black"][played.len() % 2]);
                match deed {
                    _ if legal.is_empty() => prop_assert_eq!(talk.code("move e2e4"), "game_over"),
                    Deed::Play(number) => {
                        prop_assert_eq!(talk.code(format!("move {} by {turn} ply {ply}", pick(number))), "ok move");
                        played.push(pick(number));
                        undone.clear();
                    }
                    Deed::PlayLate(number) => prop_assert_eq!(talk.code(format!("move {} ply {}", pick(number), ply + 1)), "stale"),
                    Deed::PlayForTheOther(number) => {
                        let other = ["black", "white"][ply % 2];
                        prop_assert_eq!(talk.code(format!("move {} by {other}", pick(number))), "not_your_turn");
                    }
                    Deed::Nonsense => prop_assert_eq!(talk.code("move e9"), "bad_move"),
                    Deed::Undo(count) if count > ply => prop_assert_eq!(talk.code(format!("undo {count}")), "nothing_to_undo"),
                    Deed::Undo(count) => {
                        prop_assert_eq!(talk.code(format!("undo {count}")), "ok undo");
                        undone.extend(played.drain(ply - count..).rev());
                    }
                    Deed::Redo(count) if count > undone.len() => prop_assert_eq!(talk.code(format!("redo {count}")), "nothing_to_redo"),
                    Deed::Redo(count) => {
                        prop_assert_eq!(talk.code(format!("redo {count}")), "ok redo");
                        played.extend(undone.drain(undone.len() - count..).rev());
                    }
                    Deed::Repeat(numbers) => {
                        for number in numbers {
                            let mut scout = Talk::new(Format::Text);
                            scout.ask(format!("position startpos moves {}", played.join(" ")));
                            let legal = scout.list("legal");
                            if !legal.is_empty() {
                                played.push(legal[number % legal.len()].clone());
                            }
                        }
                        prop_assert_eq!(talk.code(format!("position startpos moves {}", played.join(" "))), "ok position");
                        undone.clear();
                    }
                    Deed::Anew => {
                        prop_assert_eq!(talk.code("ucinewgame"), "ok ucinewgame");
                        played.clear();
                        undone.clear();
                    }
                }
                prop_assert_eq!(talk.list("history"), played.clone());
                let status = talk.ask("status").0;
                let place = format!(" turn {} ply {} ", ["white", "black"][played.len() % 2], played.len());
                prop_assert!(status.contains(&place), "{}", status);
                let left = format!("error nothing_to_redo message {} half-move", undone.len());
                prop_assert!(talk.ask("redo 4000000000").0.starts_with(&left));
            }
        }
    }
}

/// A conversation with a session.
struct Talk {
    session: Session,
    /// How everything stands, as far as it has been looked at since the last change.
    standing: Option<String>,
}

impl Talk {
    fn new(format: Format) -> Self {
        Self { session: Session::new(Options { format, ..Options::default() }), standing: None }
    }

    /// One in which the [`SETTING`] has been said.
    fn set(format: Format) -> Self {
        let mut talk = Self::new(format);
        for line in SETTING {
            assert!(!talk.ask(line).1.error, "{line}");
        }
        talk
    }

    fn ask(&mut self, line: impl AsRef<[u8]>) -> (String, Answer) {
        let mut out = Vec::new();
        let answer = self.session.answer(line.as_ref(), &mut out);
        (String::from_utf8(out).expect("replies are UTF-8"), answer)
    }

    /// `ok VERB`, a word of UCI, or the code of the error.
    fn code(&mut self, line: impl AsRef<[u8]>) -> String {
        let (reply, _) = self.ask(line);
        let last = reply.lines().last().unwrap_or_default();
        let last = last.strip_prefix('@').map_or(last, |tagged| tagged.split_once(' ').map_or("", |(_, rest)| rest));
        let mut words = last.split(' ');
        match (words.next(), words.next()) {
            (Some("ok"), Some(verb)) => format!("ok {verb}"),
            (Some("error"), Some(code)) => code.to_owned(),
            _ => last.to_owned(),
        }
    }

    /// The moves of the reply to `legal` or `history`.
    fn list(&mut self, line: &str) -> Vec<String> {
        let (reply, _) = self.ask(line);
        let moves = reply.trim_end().rsplit_once(" moves ").expect("a list").1;
        if moves == "none" { Vec::new() } else { moves.split(',').map(str::to_owned).collect() }
    }

    /// How everything stands, as a client can see it: the games, what was played in them, and what can be played again.
    fn look(&mut self) -> String {
        let questions = [
            "status",
            "fen",
            "pgn",
            "history",
            "redo 4000000000",
            "games",
            "@g status",
            "@g fen",
            "@g pgn",
            "@g history",
            "@g redo 4000000000",
        ];
        questions.into_iter().map(|question| self.ask(question).0).collect()
    }

    /// Says a line; asserts that it is answered in full, and that an error has changed nothing that a client can see. True
    /// when something may have changed.
    fn check(&mut self, line: &[u8]) -> bool {
        let before = self.standing.take().unwrap_or_else(|| self.look());
        let (reply, answer) = self.ask(line);
        assert_answered(line, &reply, answer);
        if answer.error {
            assert_eq!(self.look(), before, "an error changed something: {}: {reply}", line.escape_ascii());
            self.standing = Some(before);
        }
        !answer.error
    }

    /// The same, looking at all that the session holds; gives the reply.
    fn check_with_all_state(&mut self, line: &[u8]) -> String {
        // Whether the last `position` was refused is the one thing that an error may leave behind: `go` asks for it.
        let all = |session: &Session| format!("{session:?}").replace("refused: true", "refused: false");
        let before = all(&self.session);
        let (reply, answer) = self.ask(line);
        assert_answered(line, &reply, answer);
        if answer.error {
            assert_eq!(all(&self.session), before, "an error changed something: {}: {reply}", line.escape_ascii());
        }
        reply
    }
}

/// What a line gets in the [`SETTING`]: `ok VERB`, a word of UCI, or the code of the error.
fn code(line: impl AsRef<[u8]>) -> String {
    Talk::set(Format::Text).code(line)
}

/// The field and the reason for which a FEN is refused; nothing changes by it.
fn fen_fault(fen: &str) -> String {
    let reply = Talk::set(Format::Text).check_with_all_state(format!("position fen {fen}").as_bytes());
    let words: Vec<_> = reply.split(' ').collect();
    match words[..] {
        ["error", "bad_fen", "field", field, "reason", reason, ..] => format!("{field} {reason}"),
        _ => reply,
    }
}

/// Asserts that a line got whole lines, the last of them a final one and no other; or nothing at all where it asks for
/// nothing.
fn assert_answered(line: &[u8], reply: &str, answer: Answer) {
    let shown = line.escape_ascii();
    let first = line.iter().find(|byte| !b" \t\r".contains(byte));
    if matches!(first, None | Some(b'#')) {
        assert_eq!((reply, answer), ("", Answer::default()), "{shown}");
        return;
    }
    assert!(reply.ends_with('\n'), "{shown}: {reply:?}");
    let finals: Vec<bool> = reply.lines().map(is_final).collect();
    let (last, page) = finals.split_last().unwrap_or_else(|| panic!("{shown}: no reply"));
    assert!(*last && !page.contains(&true), "{shown}: {reply}");
    let last = reply.lines().last().unwrap_or_default();
    assert_eq!(answer.error, is_error(last), "{shown}: {reply}");
    assert!(!answer.quit || last.contains("quit"), "{shown}: {reply}");
}

/// A line without what may stand before a reply.
fn bare(line: &str) -> &str {
    let line = line.strip_prefix('@').and_then(|tagged| tagged.split_once(' ')).map_or(line, |(_, rest)| rest);
    line.strip_prefix("info string ").unwrap_or(line)
}

/// Whether this is an error, tagged or not, in text or in JSON.
fn is_error(line: &str) -> bool {
    let line = bare(line);
    let object = line.strip_prefix("{\"game\":\"").and_then(|tagged| tagged.split_once("\",")).map_or(line, |(_, rest)| rest);
    line.starts_with("error ") || object.trim_start_matches('{').starts_with("\"error\":\"")
}

/// Whether this is the last line of a reply, tagged or not, in text or in JSON.
fn is_final(line: &str) -> bool {
    let line = bare(line);
    line.starts_with("{\"") || ["ok", "error", "uciok", "readyok", "bestmove"].contains(&line.split(' ').next().unwrap_or_default())
}

/// The changes of one byte to try in a line, each a place and a value: all of them in a short line; in a long one every
/// seventh, so that each place and each value has its turn.
fn changes(line: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    const SHORT: usize = 24;
    let step = if line.len() <= SHORT { 1 } else { 7 };
    (0..line.len() * 256)
        .step_by(step)
        .map(|number| (number / 256, (number % 256) as u8))
        .filter(|&(place, value)| line.as_bytes()[place] != value)
}

/// Does each job once, on two threads; a panic in any of them is a panic here.
fn on_two_threads(jobs: &[&str], work: impl Fn(&str) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(job);
                }
            });
        }
    });
}
