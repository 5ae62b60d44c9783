//! What players do beside moving: offers and agreement (5.2.3, 9.1), resignation (5.1.2), illegal moves (7.5), profiles; and
//! that undo and redo, `error` and `events` keep their word whatever happens.

use proptest::prelude::*;

use crate::talk::{Talk, expect, is_error, value};

const AFTER_A_MOVE_EACH: &str = "position startpos moves e2e4 e7e5";

// Offers and agreement.

#[test]
fn an_accepted_offer_draws() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH]);
    expect(&talk.ok("offer draw by white"), &[("offer", "white"), ("state", "active")]);
    let reply = talk.ok("accept by black");
    let wanted = [("state", "draw"), ("result", "1/2-1/2"), ("reason", "agreement"), ("article", "5.2.3"), ("winner", "none")];
    expect(&reply, &wanted);
    expect(&reply, &[("ended", "2"), ("offer", "none")]);
    talk.refused("accept by black", "game_over reason agreement ended 2");
    talk.refused("offer draw by white", "game_over");
    talk.refused("decline by black", "game_over");
}

#[test]
fn an_offer_stands_while_its_maker_moves_and_lapses_when_the_opponent_does() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "offer draw by white"]);
    expect(&talk.ok("move Nf3"), &[("offer", "white")]);
    expect(&talk.ok("move Nc6"), &[("offer", "none")]);
    talk.refused("accept by black", "no_offer");
    // Made while the opponent thinks, it lapses at once by the opponent's move.
    talk.ok("offer draw by black");
    expect(&talk.ok("move Bb5"), &[("offer", "none")]);
}

#[test]
fn a_declined_offer_is_gone_and_may_be_made_again() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "offer draw by black"]);
    expect(&talk.ok("decline by white"), &[("offer", "none")]);
    talk.refused("decline by white", "no_offer");
    talk.refused("accept by white", "no_offer");
    expect(&talk.ok("offer draw by black"), &[("offer", "black")]);
}

#[test]
fn nobody_answers_his_own_offer_or_withdraws_it() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "offer draw by white"]);
    talk.refused("accept by white", "no_offer");
    talk.refused("decline by white", "no_offer");
    expect(&talk.ok("offer draw by white"), &[("offer", "white"), ("state", "active")]);
}

#[test]
fn two_offers_that_meet_are_an_agreement() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "offer draw by white"]);
    expect(&talk.ok("offer draw by black"), &[("reason", "agreement"), ("state", "draw")]);
}

#[test]
fn an_offer_may_be_late_but_not_stale() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH]);
    talk.refused("offer draw by white ply 1", "stale ply 2");
    talk.ok("offer draw by white ply 2");
    talk.refused("accept by black ply 3", "stale ply 2");
    talk.ok("accept by black ply 2");
}

#[test]
fn the_players_agree_only_once_both_have_moved() {
    let mut talk = Talk::after(&["position startpos", "offer draw by white"]);
    talk.refused("accept by black", "too_early");
    talk.ok("move e4");
    talk.refused("accept by black", "too_early");
    expect(&talk.ok("move e5"), &[("offer", "none")]);
    talk.ok("offer draw by black");
    talk.ok("accept by white");
    // Two offers that meet do not make it earlier.
    let mut talk = Talk::after(&["position startpos moves e2e4", "offer draw by white"]);
    talk.refused("offer draw by black", "too_early");
}

#[test]
fn a_fen_of_the_second_move_or_later_counts_as_having_moved() {
    let mut talk = Talk::after(&["position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 2", "offer draw by black", "accept by white"]);
    expect(&talk.say("status"), &[("reason", "agreement"), ("ended", "0")]);
    let mut talk = Talk::after(&["position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "offer draw by black"]);
    talk.refused("accept by white", "too_early");
}

#[test]
fn an_event_may_forbid_draws_before_a_move() {
    let mut talk = Talk::after(&["setoption name NoDrawBefore value 3", AFTER_A_MOVE_EACH]);
    talk.refused("offer draw by white", "too_early");
    talk.ok("move Nf3");
    talk.refused("offer draw by white", "too_early");
    talk.ok("move Nc6"); // the third move is to be made
    expect(&talk.ok("offer draw by white"), &[("offer", "white")]);
    expect(&talk.ok("accept by black"), &[("reason", "agreement"), ("ended", "4")]);
}

#[test]
fn the_event_may_also_forbid_what_was_offered_before_it_said_so() {
    let mut talk = Talk::after(&["@a position startpos moves e2e4 e7e5", "@a offer draw by white"]);
    talk.ok("@a setoption name NoDrawBefore value 30");
    assert!(talk.say("@a accept by black").starts_with("@a error too_early"));
    assert!(talk.say("@a offer draw by black").starts_with("@a error too_early"));
    talk.ok("@a decline by black");
}

#[test]
fn an_illegal_move_that_counts_rejects_the_offer_for_a_man_was_touched() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", AFTER_A_MOVE_EACH, "offer draw by black"]);
    expect(&talk.ok("move e1e3"), &[("offer", "none"), ("ply", "2")]);
    talk.refused("accept by white", "no_offer");
}

#[test]
fn where_nothing_more_may_be_offered_or_claimed_the_game_can_still_be_ended() {
    let full = ["setoption name MaxPlies value 2", "position startpos", "clock 60", "claim fifty"];
    for ends in ["flag white elapsed 60000", "resign white", "abort", "move e4 elapsed 60000"] {
        let mut talk = Talk::after(&full);
        talk.refused("claim fifty", "limit");
        talk.refused("clock 60", "limit");
        talk.ok(ends);
    }
}

// Resignation and abort.

#[test]
fn who_resigns_has_lost_whoever_is_to_move() {
    for (loser, winner, result) in [("white", "black", "0-1"), ("black", "white", "1-0")] {
        for moves in ["", " moves e2e4"] {
            let mut talk = Talk::after(&[&format!("position startpos{moves}")]);
            let reply = talk.ok(&format!("resign {loser}"));
            expect(&reply, &[("state", "resigned"), ("reason", "resignation"), ("article", "5.1.2")]);
            expect(&reply, &[("winner", winner), ("result", result)]);
            talk.refused(&format!("resign {loser}"), "game_over reason resignation");
            talk.refused(&format!("resign {winner}"), "game_over reason resignation");
            talk.refused("abort", "game_over");
        }
    }
}

/// A position, and whether White, and whether Black, could still mate.
const MATERIAL: [(&str, bool, bool); 10] = [
    ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 9", true, false),
    ("4k3/8/8/8/8/8/8/N3K2r w - - 0 9", true, true), // the rook may stand in its own king's way
    ("4k3/8/8/8/8/8/8/N3K2q w - - 0 9", false, true),
    ("4k3/p7/8/8/8/8/8/N3K3 w - - 0 9", true, true),
    ("4k3/8/8/8/8/8/8/B3K2q w - - 0 9", false, true),
    ("4k3/p7/8/8/8/8/8/B3K3 w - - 0 9", true, true),
    ("4k1b1/7r/8/8/8/8/8/B3K3 w - - 0 9", true, true), // g8 is light, a1 dark
    ("4kb2/7r/8/8/8/8/8/B3K3 w - - 0 9", false, true), // both dark
    ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 9", true, false),
    ("4k3/7r/8/8/8/8/8/B1B1K3 w - - 0 9", false, true),
];

#[test]
fn resigning_against_a_side_that_could_never_mate_draws() {
    for (fen, white_mates, black_mates) in MATERIAL {
        for (loser, opponent_mates) in [("white", black_mates), ("black", white_mates)] {
            let mut talk = Talk::after(&[&format!("position fen {fen}")]);
            let reply = talk.ok(&format!("resign {loser}"));
            let (state, reason) = if opponent_mates { ("resigned", "resignation") } else { ("draw", "resignation_unwinnable") };
            expect(&reply, &[("state", state), ("reason", reason), ("article", "5.1.2")]);
            assert_eq!(value(&reply, "result") == "1/2-1/2", !opponent_mates, "{fen}");
        }
    }
}

#[test]
fn an_aborted_game_has_no_result() {
    let mut talk = Talk::after(&["abort"]);
    expect(&talk.say("status"), &[("state", "aborted"), ("result", "*"), ("reason", "aborted"), ("article", "none"), ("winner", "none")]);
    expect(&talk.say("status"), &[("ended", "0")]);
    talk.refused("move e4", "game_over reason aborted ended 0");
    assert_eq!(talk.say("legal"), "ok legal count 0 moves none");
}

#[test]
fn resign_and_abort_may_be_late_or_out_of_turn() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH]);
    talk.refused("resign white ply 1", "stale ply 2");
    talk.refused("resign black by black", "not_your_turn turn white");
    talk.refused("abort ply 9", "stale ply 2");
    talk.refused("abort by black", "not_your_turn turn white");
    talk.refused("resign", "bad_arguments");
    talk.ok("resign black by white ply 2");
}

// Illegal moves.

#[test]
fn where_they_are_refused_they_cost_nothing() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "clock 60"]);
    for line in ["move e1e3", "move 0000", "move Qh7", "move e4e5 elapsed 100"] {
        talk.refused(line, "illegal_move");
    }
    expect(&talk.say("explain"), &[("white_illegal", "0"), ("black_illegal", "0")]);
}

#[test]
fn where_they_count_the_first_costs_time_and_the_second_the_game() {
    let mut talk = Talk::after(&["setoption name Profile value fide-standard", AFTER_A_MOVE_EACH, "clock 300"]);
    let reply = talk.ok("move e1e3 elapsed 2000");
    assert!(reply.starts_with("ok illegal move e1e3 ") && reply.contains(" count 1 penalty 120000 "), "{reply}");
    assert!(reply.contains(" bad_geometry "), "{reply}");
    expect(&reply, &[("state", "active"), ("turn", "white"), ("ply", "2"), ("wtime", "298000"), ("btime", "420000")]);
    let reply = talk.ok("move e4e5 elapsed 1000");
    expect(&reply, &[("state", "forfeit"), ("reason", "illegal_moves"), ("article", "7.5.5"), ("winner", "black"), ("ended", "2")]);
    assert!(reply.contains(" count 2 "), "{reply}");
    talk.refused("move Nf3 elapsed 1", "game_over reason illegal_moves ended 2");
}

#[test]
fn illegal_moves_count_for_each_player() {
    let mut talk = Talk::after(&["setoption name Profile value fide-rapid", AFTER_A_MOVE_EACH]);
    assert!(talk.ok("move e1e3").contains(" count 1 penalty 60000 "));
    talk.ok("move Nf3");
    assert!(talk.ok("move e8e6").contains(" count 1 penalty 60000 "));
    expect(&talk.say("explain"), &[("white_illegal", "1"), ("black_illegal", "1"), ("state", "active")]);
    talk.ok("move Nc6");
    expect(&talk.ok("move Nf3f4"), &[("winner", "black"), ("reason", "illegal_moves")]);
}

#[test]
fn no_move_at_all_is_an_illegal_one() {
    for null in ["0000", "--", "(none)", "a1a1"] {
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", AFTER_A_MOVE_EACH]);
        let reply = talk.ok(&format!("move {null}"));
        assert!(reply.starts_with("ok illegal ") && reply.contains(" null_move ") && reply.contains(" count 1 "), "{reply}");
        let mut talk = Talk::after(&["setoption name IllegalMoves value forfeit", AFTER_A_MOVE_EACH]);
        expect(&talk.ok(&format!("move {null}")), &[("state", "forfeit"), ("winner", "black")]);
    }
}

#[test]
fn a_move_that_no_man_can_make_counts_too() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", AFTER_A_MOVE_EACH]);
    let reply = talk.ok("move Rd5");
    assert!(reply.starts_with("ok illegal ") && reply.contains(" count 1 "), "{reply}");
}

#[test]
fn where_the_first_one_loses_it_loses() {
    let mut talk = Talk::after(&["setoption name Profile value engine", AFTER_A_MOVE_EACH]);
    let reply = talk.ok("move e1e3");
    expect(&reply, &[("state", "forfeit"), ("reason", "illegal_moves"), ("article", "7.5.5"), ("winner", "black"), ("result", "0-1")]);
    assert!(reply.contains(" count 1 penalty 0 "), "{reply}");
}

#[test]
fn a_missing_promotion_letter_counts_where_illegal_moves_do_and_the_pawn_becomes_a_queen() {
    for text in ["a7a8", "a8"] {
        let mut talk = Talk::after(&["setoption name Profile value fide-standard", "position fen 8/P4k2/8/8/8/8/8/4K3 w - - 5 9"]);
        talk.ok("clock 60+5");
        let reply = talk.ok(&format!("move {text} elapsed 1000"));
        assert!(reply.starts_with("ok illegal move a7a8 ") && reply.contains(" promotion_missing "), "{reply}");
        assert!(reply.contains(" count 1 penalty 120000 "), "{reply}");
        expect(&reply, &[("turn", "black"), ("ply", "1"), ("halfmove", "0"), ("wtime", "64000"), ("btime", "180000")]);
        assert_eq!(talk.say("fen"), "ok fen fen Q7/5k2/8/8/8/8/8/4K3 b - - 0 9");
        assert_eq!(talk.say("history"), "ok history count 1 moves a7a8q");
    }
}

#[test]
fn a_missing_promotion_letter_that_is_the_second_illegal_move_loses() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", "position fen 8/P3rk2/8/8/8/8/8/4K3 w - - 5 9"]);
    talk.ok("move 0000");
    expect(&talk.ok("move a7a8"), &[("reason", "illegal_moves"), ("winner", "black"), ("ply", "0")]);
    assert_eq!(talk.say("fen"), "ok fen fen 8/P3rk2/8/8/8/8/8/4K3 w - - 5 9");
}

#[test]
fn a_missing_promotion_letter_is_forgiven_where_illegal_moves_do_not_count() {
    for policy in ["reject", "forfeit"] {
        let option = format!("setoption name IllegalMoves value {policy}");
        let mut talk = Talk::after(&[&option, "position fen 8/P4k2/8/8/8/8/8/4K3 w - - 5 9"]);
        let reply = talk.ok("move a7a8");
        assert!(reply.starts_with("ok move uci a7a8q "), "{reply}");
        expect(&reply, &[("forgiven", "promotion_missing")]);
    }
}

/// The protocol: the reason `promotion_missing` stands where `Strict` or `count` is set, and `explain` gives the verdict on a
/// move without playing it. So it is the one that `move` would give.
#[test]
fn explain_judges_a_missing_promotion_letter_as_move_would() {
    let start = "position fen 8/P4k2/8/8/8/8/8/4K3 w - - 5 9";
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", start]);
    let reply = talk.ok("explain a7a8");
    expect(&reply, &[("legal", "false"), ("reason", "promotion_missing")]);
    let mut talk = Talk::after(&["setoption name IllegalMoves value reject", start]);
    expect(&talk.ok("explain a7a8"), &[("legal", "true"), ("uci", "a7a8q")]);
}

#[test]
fn what_is_unreadable_or_stale_or_out_of_turn_never_counts() {
    for policy in ["count", "forfeit"] {
        let mut talk = Talk::after(&[&format!("setoption name IllegalMoves value {policy}"), AFTER_A_MOVE_EACH]);
        talk.refused("move xyzzy", "bad_move");
        talk.refused("move e1e3 ply 1", "stale");
        talk.refused("move e1e3 by black", "not_your_turn");
        talk.refused("move", "bad_arguments");
        talk.refused("move e1e3 elapsed x", "bad_arguments");
        talk.refused("claim fifty e1e3", "illegal_move");
        talk.refused("position startpos moves e2e5", "illegal_move");
        assert!(talk.ok("explain e1e3").starts_with("ok explain legal false "));
        expect(&talk.say("explain"), &[("white_illegal", "0")]);
        talk.ok("position fen 8/5k2/8/8/8/8/1R2R3/6K1 w - - 9 80");
        talk.refused("move Rd2", "ambiguous_move");
    }
}

#[test]
fn too_many_illegal_moves_against_a_side_that_could_never_mate_draw() {
    for (fen, _, black_mates) in MATERIAL {
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", &format!("position fen {fen}")]);
        talk.ok("move 0000");
        let reply = talk.ok("move 0000");
        let (state, reason) = if black_mates { ("forfeit", "illegal_moves") } else { ("draw", "illegal_moves_unwinnable") };
        expect(&reply, &[("state", state), ("reason", reason), ("article", "7.5.5")]);
    }
}

// Profiles and options.

#[test]
fn a_profile_sets_the_rules_of_the_game_that_begins() {
    let repeated = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let fifty = "position fen 8/5k2/8/8/8/8/4R3/4K3 w - - 100 80";
    for (profile, threefold, fifty_moves, illegal) in [
        ("fide", "none", "none", "error illegal_move"),
        ("fide-standard", "none", "none", "ok illegal"),
        ("fide-rapid", "none", "none", "ok illegal"),
        ("engine", "threefold_repetition", "fifty_moves", "ok illegal"),
        ("lichess", "none", "fifty_moves", "error illegal_move"),
    ] {
        let mut talk = Talk::after(&[&format!("setoption name Profile value {profile}")]);
        expect(&talk.ok(repeated), &[("reason", threefold)]);
        expect(&talk.ok(fifty), &[("reason", fifty_moves)]);
        talk.ok(AFTER_A_MOVE_EACH);
        let reply = talk.say("move e1e3");
        assert!(reply.starts_with(illegal), "{profile}: {reply}");
        expect(&talk.ok("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 9"), &[("reason", "insufficient_material")]);
    }
}

#[test]
fn a_rule_is_taken_into_a_game_when_it_begins() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH, "setoption name IllegalMoves value forfeit"]);
    talk.refused("move e1e3", "illegal_move");
    talk.ok("ucinewgame");
    expect(&talk.ok("move e1e3"), &[("state", "forfeit")]);
    // An unplayed game has not begun.
    let mut talk = Talk::after(&["position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 9"]);
    expect(&talk.say("status"), &[("reason", "insufficient_material")]);
    talk.ok("setoption name DeadPosition value off");
    expect(&talk.say("status"), &[("reason", "none")]);
}

#[test]
fn an_option_with_a_tag_is_of_that_game_at_once_and_an_event_of_it() {
    let mut talk = Talk::after(&["@a position startpos moves e2e4 e7e5", "@b position startpos moves e2e4 e7e5"]);
    talk.ok("@a setoption name IllegalMoves value count");
    assert!(talk.say("@a events since 3").starts_with("@a event 4 ply 2 option name IllegalMoves value count\n"));
    assert!(talk.say("@a move e1e3").starts_with("@a ok illegal "));
    assert!(talk.say("@b move e1e3").starts_with("@b error illegal_move"));
    // It stays when moves are taken back, and when the game begins anew.
    talk.ok("@a undo 2");
    assert!(talk.say("@a events").contains("option name IllegalMoves value count"));
    assert!(talk.say("@a move e1e3").starts_with("@a ok illegal "));
    talk.ok("@a position startpos moves d2d4");
    assert!(talk.say("@a move e8e6").starts_with("@a ok illegal "));
    talk.ok("@a ucinewgame");
    assert!(talk.say("@a move e1e3").starts_with("@a ok illegal "));
}

#[test]
fn an_option_that_is_refused_changes_nothing() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH]);
    talk.refused("setoption name Penalty value -1", "bad_option_value");
    talk.refused("setoption name Profile value FIFA", "bad_option_value");
    talk.refused("setoption name Fivefold value claim", "unknown_option");
}

// Undo and redo.

#[test]
fn undo_takes_back_what_followed_the_earliest_move_taken_back() {
    for what in ["resign white", "abort", "offer draw by white", "claim threefold", "accept by black", "clock 60", "move e1e3"] {
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", "position startpos moves d2d4 d7d5"]);
        let before = talk.state("");
        talk.ok("move e2e3");
        talk.ok("move e7e6");
        if what.starts_with("accept") {
            talk.ok("offer draw by white");
        }
        talk.ok(what);
        let after = talk.state("");
        expect(&talk.ok("undo 2"), &[("moves", "e7e6,e2e3"), ("state", "active"), ("offer", "none"), ("wtime", "none")]);
        assert_eq!(talk.state(""), before, "{what}");
        expect(&talk.ok("redo 2"), &[("moves", "e2e3,e7e6")]);
        assert_eq!(talk.state(""), after, "{what}");
    }
}

#[test]
fn what_stood_before_the_move_taken_back_stands_again() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", AFTER_A_MOVE_EACH, "clock 60", "move 0000 elapsed 5"]);
    talk.ok("offer draw by black");
    let before = talk.state("");
    expect(&talk.ok("move Nf3 elapsed 1000"), &[("offer", "none"), ("wtime", "58995"), ("btime", "180000")]);
    expect(&talk.ok("undo"), &[("offer", "black"), ("wtime", "59995"), ("btime", "180000")]);
    assert_eq!(talk.state(""), before);
}

#[test]
fn too_much_cannot_be_taken_back_or_played_again() {
    let mut talk = Talk::after(&[AFTER_A_MOVE_EACH]);
    talk.refused("undo 3", "nothing_to_undo");
    talk.refused("redo", "nothing_to_redo");
    talk.ok("undo");
    talk.refused("redo 2", "nothing_to_redo");
    talk.ok("move c5");
    talk.refused("redo", "nothing_to_redo");
}

/// Redo plays again what followed; but the game that has gone another way since then is another game.
#[test]
fn what_happens_after_a_takeback_is_not_undone_by_redo() {
    for (what, key, wanted) in [
        ("resign white", "reason", "resignation"),
        ("offer draw by white", "offer", "white"),
        ("clock 60", "wtime", "60000"),
        ("move e8e6", "black_illegal", "1"),
        ("abort", "reason", "aborted"),
    ] {
        let mut talk = Talk::after(&["setoption name IllegalMoves value count", "position startpos moves e2e4 e7e5", "undo"]);
        talk.ok(what);
        // Either it can no longer be played again, or it does not take back what has happened since.
        let reply = talk.say("redo");
        if !is_error(&reply) {
            expect(&talk.say("explain"), &[(key, wanted)]);
        }
    }
}

// Evidence.

#[test]
fn explain_tells_at_which_plies_the_position_stood_and_since_when_moves_count() {
    let mut talk = Talk::after(&["position startpos moves e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1"]);
    expect(&talk.ok("explain"), &[("plies", "1,5,9"), ("since", "1"), ("repetition", "3"), ("claim", "threefold")]);
    expect(&talk.ok("explain"), &[("line", "none"), ("proof", "none"), ("white_mate", "possible"), ("flights", "none")]);
    talk.ok("position fen 8/5k2/8/8/8/8/4R3/4K3 w - - 30 80 moves e2e3 f7f6");
    expect(&talk.ok("explain"), &[("plies", "2"), ("since", "0"), ("black_mate", "bare_king"), ("proof", "material")]);
    talk.ok("position fen 8/5k2/8/8/4p3/8/4R3/4K3 w - - 30 80 moves e1d1 f7f6 e2e4 f6g6");
    expect(&talk.ok("explain"), &[("since", "3"), ("halfmove", "1")]);
}

#[test]
fn explain_tells_why_neither_side_can_mate() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 9", "bare_king", "bare_king"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 9", "lone_knight", "bare_king"),
        ("4kb2/8/8/8/8/8/8/B3K3 w - - 0 9", "one_coloured_bishops", "one_coloured_bishops"),
    ] {
        let mut talk = Talk::after(&[&format!("position fen {fen}")]);
        let reply = talk.ok("explain");
        expect(&reply, &[("white_mate", white), ("black_mate", black), ("proof", "material"), ("reason", "insufficient_material")]);
    }
}

#[test]
fn explain_tells_who_covers_each_flight_of_a_mated_king() {
    for (position, checkers, flights) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "h4", "f2:h4"),
        ("fen 7k/8/6K1/8/8/8/8/R7 w - - 0 9 moves a1a8", "a8", "g7:g6,h7:g6,g8:a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 9 moves e1e8", "e8", "f8:e8,h8:e8"),
        ("startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "f7", "e7:f7,f7:c4"),
        ("fen kr6/pp6/8/8/8/8/8/K5N1 w - - 0 9", "none", "none"),
        ("fen kr6/pp6/8/3N4/8/8/8/K7 w - - 0 9 moves d5c7", "c7", "none"),
    ] {
        let mut talk = Talk::after(&[&format!("position {position}")]);
        let reply = talk.ok("explain");
        expect(&reply, &[("checkers", checkers), ("flights", flights)]);
    }
}

#[test]
fn events_tell_all_that_happened_in_order() {
    let mut talk = Talk::after(&["setoption name IllegalMoves value count", "position startpos", "clock 60+1 30", "move e4 elapsed 500"]);
    for line in ["move 0000 elapsed 10", "claim fifty e5 elapsed 20"] {
        talk.ok(line);
    }
    // The first offer stands already, by the claim.
    for line in ["offer draw by black", "decline by white", "offer draw by black", "decline by white", "resign black"] {
        talk.ok(line);
    }
    let told = talk.ok("events");
    let wanted = "event 1 ply 0 start fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
event 2 ply 0 clock white 60+1 black 30
event 3 ply 1 move uci e2e4 san e4 elapsed 500
event 4 ply 1 illegal by black move 0000 rule null_move elapsed 10
event 5 ply 1 claim by black draw fifty move e7e5 verdict rejected
event 6 ply 2 move uci e7e5 san e5 elapsed 20
event 7 ply 2 decline by white
event 8 ply 2 offer by black
event 9 ply 2 decline by white
event 10 ply 2 resign by black
event 11 ply 2 end state resigned result 1-0 reason resignation
ok events count 11";
    assert_eq!(told, wanted);
    for since in 0..13 {
        let told = talk.ok(&format!("events since {since}"));
        let lines: Vec<&str> = wanted.lines().take(11).skip(since).collect();
        assert_eq!(told.lines().count(), lines.len() + 1);
        assert!(told.starts_with(&lines.join("\n")));
        assert!(told.ends_with(&format!("ok events count {}", lines.len())));
    }
}

/// Whoever has seen N events asks for those since N.
#[test]
fn a_rule_set_after_the_end_is_told_after_the_end() {
    let mut talk = Talk::after(&["@a position startpos moves e2e4 e7e5", "@a resign white"]);
    let seen = talk.say("@a events");
    let count = seen.lines().count() - 1;
    talk.ok("@a setoption name Penalty value 5");
    let news = talk.say(&format!("@a events since {count}"));
    assert!(news.contains("option name Penalty value 5"), "{news}");
}

// Whatever happens.

/// Choices, of which a line is made that fits the game more or less.
pub(crate) type Choice = (usize, usize, usize);

/// The next line; `with_rules` also sets rules of the game.
pub(crate) fn line(talk: &mut Talk, (kind, which, more): Choice, with_rules: bool) -> String {
    let legal = talk.say("@a legal");
    let moves: Vec<&str> = legal.rsplit(' ').next().unwrap_or_default().split(',').collect();
    let mv = if moves[0] == "none" { "e2e4" } else { moves[which % moves.len()] };
    let color = ["white", "black"][which % 2];
    let status = talk.say("@a status");
    let (turn, ply) = (value(&status, "turn"), value(&status, "ply"));
    let elapsed = if value(&status, "wtime") == "none" || more % 7 == 0 { String::new() } else { format!(" elapsed {}", more * 100) };
    let what = match kind {
        0..=9 => format!("move {mv}{elapsed}"),
        10 => format!("move {mv}{elapsed} by {color} ply {ply}"),
        11 => format!("move {}{elapsed}", ["0000", "e1e3", "e8e6", "Qh9", "a7a8", "Rd5", "xyzzy"][which % 7]),
        12 => format!("claim {}{elapsed} by {turn}", ["threefold", "fifty"][which % 2]),
        13 => format!("claim {} {mv}{elapsed}", ["threefold", "fifty"][more % 2]),
        14 | 15 => format!("offer draw by {color}"),
        16 => format!("{} by {color}", if more % 4 == 0 { "accept" } else { "decline" }),
        17 => {
            if more % 5 == 0 {
                format!("resign {color}")
            } else {
                format!("resign {color} ply {}", more + 40)
            }
        }
        18 => {
            if more % 7 == 0 {
                "abort".to_owned()
            } else {
                "abort ply 999".to_owned()
            }
        }
        19 => ["clock 60+1", "clock 2/20:10+2 *30", "clock off", "clock 5 600"][which % 4].to_owned(),
        20 => format!("flag {color}{elapsed}"),
        21..=23 => format!("undo {}", 1 + more % 4),
        24 | 25 => format!("redo {}", 1 + more % 3),
        // One that is set after the end is looked at apart.
        26 if with_rules && value(&status, "reason") == "none" => {
            format!("setoption name {}", RULES[which % RULES.len()])
        }
        26 => "setoption name Penalty value none".to_owned(),
        _ => ["status", "explain", "claims", "events", "go", "board"][which % 6].to_owned(),
    };
    format!("@a {what}")
}

/// What a game may be played by.
pub(crate) const RULES: [&str; 12] = [
    "Threefold value automatic",
    "Threefold value claim",
    "Fifty value automatic",
    "Fifty value claim",
    "IllegalMoves value count",
    "IllegalMoves value forfeit",
    "Penalty value 777",
    "Delay value simple",
    "Delay value bronstein",
    "NoDrawBefore value 4",
    "Strict value true",
    "Profile value fide",
];

pub(crate) fn lines() -> impl Strategy<Value = (usize, Vec<Choice>)> {
    (0_usize..STARTS.len(), prop::collection::vec((0_usize..28, 0_usize..60, 0_usize..60), 1..45))
}

pub(crate) const STARTS: [&str; 6] = [
    "startpos",
    "fen r3k2r/P6p/8/8/8/8/8/R3K2R w KQkq - 96 40",
    "fen 4k3/8/6n1/8/8/8/4P3/4K3 b - - 20 30",
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6",
    "fen 7k/8/5KQ1/8/8/8/8/8 w - - 3 50",
    "fen 6k1/5ppp/8/8/8/8/5PPP/R3R1K1 b - - 110 100",
];

/// Events that begin by what was told before, unless the line took something back.
fn grows(before: &str, after: &str) -> bool {
    let told = |events: &str| events.lines().filter(|line| line.starts_with("@a event ")).map(str::to_owned).collect::<Vec<_>>();
    told(after).starts_with(&told(before))
}

/// Makes sure of all that holds whatever is said. Without `rules`, events are compared to the letter.
fn keeps_its_word(start: usize, choices: Vec<Choice>, policy: &str, rules: bool) -> Result<(), TestCaseError> {
    let mut talk = Talk::after(&[&format!("setoption name IllegalMoves value {policy}"), &format!("@a position {}", STARTS[start])]);
    // The option's place among the events is looked at apart.
    let comparable = |mut state: Vec<String>| {
        if rules {
            let told: Vec<&str> = state[1].lines().filter(|line| !line.contains(" option name ")).collect();
            // Without their numbers, which the options would shift.
            state[1] = told.into_iter().map(|line| line.split(' ').skip(3).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n");
        }
        state
    };
    for choice in choices {
        let before = talk.state("@a ");
        let said = line(&mut talk, choice, rules);
        let reply = talk.say(&said);
        let after = talk.state("@a ");
        // Taking back takes events away; playing again puts a rule that was set in between back to its place.
        let takes_back = said.starts_with("@a undo") || (rules && said.starts_with("@a redo"));
        if is_error(&reply) {
            prop_assert_eq!(&before, &after, "{} changed something", said);
        } else if !takes_back {
            prop_assert!(grows(&before[1], &after[1]), "{said}: {} then {}", before[1], after[1]);
        }
        let status = &after[0];
        let over = value(status, "reason") != "none";
        prop_assert_eq!(value(status, "ended") != "none", over);
        prop_assert_eq!(over, after[1].contains(" end state "), "{}", after[1]);
        if over {
            prop_assert_eq!((value(status, "offer"), value(status, "claim")), ("none", "none"));
        } else {
            prop_assert_eq!((value(status, "result"), value(status, "winner")), ("*", "none"));
            // What ended the game is not in the past of one that goes on.
            for ending in [" resign by", " abort", " accept by", " flag by", "verdict accepted"] {
                prop_assert!(!after[1].contains(ending), "{said}: {}", after[1]);
            }
        }
        let winner = value(status, "winner");
        prop_assert_eq!(value(status, "result") == "1-0", winner == "white");
        prop_assert_eq!(value(status, "result") == "0-1", winner == "black");
        // Take back and play again: nothing is lost.
        let ply: usize = value(status, "ply").parse().expect("a number");
        let count = 1 + choice.2 % 5;
        if count <= ply {
            let undone = talk.say(&format!("@a undo {count}"));
            prop_assert!(!is_error(&undone), "{}", undone);
            let redone = talk.say(&format!("@a redo {count}"));
            prop_assert!(!is_error(&redone), "{}", redone);
            prop_assert_eq!(comparable(talk.state("@a ")), comparable(after), "undo and redo {} after {}", count, said);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_restore_all_and_errors_change_nothing((start, choices) in lines(), policy in 0_usize..3) {
        keeps_its_word(start, choices, ["reject", "count", "forfeit"][policy], false)?;
    }

    #[test]
    fn they_do_so_where_rules_change_in_between_too((start, choices) in lines(), policy in 0_usize..3) {
        keeps_its_word(start, choices, ["reject", "count", "forfeit"][policy], true)?;
    }
}

/// A rule that was set after a move is told after it when the move has been taken back and played again exactly.
#[test]
fn a_rule_keeps_its_place_when_moves_are_taken_back_and_played_again() {
    let mut talk = Talk::after(&["@a position startpos moves e2e4 e7e5", "@a setoption name Penalty value 5", "@a move Nf3"]);
    let before = talk.say("@a events");
    talk.ok("@a undo 2");
    talk.ok("@a redo 2");
    assert_eq!(talk.say("@a events"), before);
}
