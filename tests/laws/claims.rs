//! Claims (9.2 to 9.5): on the board and by a named move, right and wrong, through `Game` and through the daemon's lines.

use chess_referee::{
    Action, CastlingStyle, Claim, Color, Draw, Event, Fen, Game, Given, IllegalMove, Outcome, Position, Refusal, Rulebook, Uci, Win,
    parse_fen, read_move,
};
use proptest::prelude::*;

use crate::talk::{Talk, expect, value};

const THERE_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

// Threefold (9.2).

#[test]
fn the_third_occurrence_may_be_claimed_by_the_side_to_move() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK} {THERE_AND_BACK}")]);
    expect(&talk.say("status"), &[("repetition", "3"), ("claim", "threefold"), ("turn", "white"), ("state", "active")]);
    let reply = talk.ok("claim threefold");
    expect(
        &reply,
        &[
            ("verdict", "accepted"),
            ("state", "draw"),
            ("result", "1/2-1/2"),
            ("reason", "threefold_repetition"),
            ("article", "9.2"),
            ("winner", "none"),
            ("ended", "8"),
            ("ply", "8"),
            ("claim", "none"),
            ("offer", "none"),
        ],
    );
    talk.refused("claim threefold", "game_over reason threefold_repetition ended 8");
    talk.refused("move e4", "game_over");
    assert_eq!(talk.say("claims"), "ok claims board none moves none");
}

#[test]
fn the_second_occurrence_is_not_the_third() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK}")]);
    let reply = talk.ok("claim threefold");
    expect(
        &reply,
        &[
            ("verdict", "rejected"),
            ("why", "not_threefold"),
            ("penalty", "120000"),
            ("played", "none"),
            ("state", "active"),
            ("offer", "white"),
            ("ply", "4"),
            ("wtime", "none"),
            ("btime", "none"),
        ],
    );
}

#[test]
fn a_named_move_that_would_bring_the_third_occurrence_draws_without_being_played() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK} g1f3 g8f6 f3g1")]);
    assert_eq!(talk.say("claims"), "ok claims board none moves f6g8:threefold");
    let fen = talk.say("fen");
    let reply = talk.ok("claim threefold Ng8 by black ply 7");
    expect(&reply, &[("verdict", "accepted"), ("reason", "threefold_repetition"), ("ended", "7"), ("ply", "7"), ("turn", "black")]);
    assert_eq!(talk.say("fen"), fen);
}

#[test]
fn a_named_move_is_what_counts_even_where_the_board_alone_would_do() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK} {THERE_AND_BACK}")]);
    let reply = talk.ok("claim threefold e4");
    expect(&reply, &[("verdict", "rejected"), ("why", "not_threefold"), ("played", "e2e4"), ("ply", "9"), ("offer", "white")]);
}

#[test]
fn a_named_move_that_would_bring_the_fifth_occurrence_is_a_right_claim_of_the_third() {
    let four_times = format!("position startpos moves {THERE_AND_BACK} {THERE_AND_BACK} {THERE_AND_BACK} g1f3 g8f6 f3g1");
    let mut talk = Talk::after(&[&four_times]);
    assert!(talk.say("claims").contains("f6g8:threefold"));
    expect(&talk.ok("claim threefold f6g8"), &[("verdict", "accepted"), ("reason", "threefold_repetition"), ("ended", "15")]);
    // Played instead, it ends the game by itself.
    let mut talk = Talk::after(&[&four_times]);
    expect(&talk.ok("move f6g8"), &[("reason", "fivefold_repetition"), ("article", "9.6.1"), ("repetition", "5"), ("ended", "16")]);
    talk.refused("claim threefold", "game_over reason fivefold_repetition");
}

#[test]
fn the_right_to_claim_ends_when_the_claimant_moves() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK} {THERE_AND_BACK}"), "move e2e4"]);
    talk.refused("claim threefold by white", "not_your_turn turn black");
    expect(&talk.ok("claim threefold by black"), &[("verdict", "rejected"), ("why", "not_threefold"), ("offer", "black")]);
}

#[test]
fn claims_by_the_wrong_side_or_late_ones_are_no_claims() {
    let mut talk = Talk::after(&[&format!("position startpos moves {THERE_AND_BACK} {THERE_AND_BACK}")]);
    talk.refused("claim threefold by black", "not_your_turn turn white");
    talk.refused("claim threefold ply 7", "stale ply 8");
    talk.refused("claim threefold e4 by black ply 8", "not_your_turn turn white");
    talk.refused("claim threefold e4 by black ply 9", "stale ply 8"); // stale comes before not your turn
    talk.refused("claim", "bad_arguments");
    talk.refused("claim fivefold", "bad_arguments");
    talk.refused("claim threefold elapsed 100", "no_clock");
    talk.ok("claim threefold by white ply 8");
}

#[test]
fn an_en_passant_capture_that_a_pin_forbids_does_not_make_a_position_another() {
    // The pawn on e5 is pinned on its file; or both pawns would leave the rank between king and rook.
    for start in ["4r1k1/3p4/8/4P3/8/8/8/4K2R b - - 0 1", "6k1/3p4/8/K3P2r/8/8/8/6NR b - - 0 1"] {
        let cycle = if start.contains('N') { "g1f3 g8h8 f3g1 h8g8" } else { "h1h2 g8f8 h2h1 f8g8" };
        let mut talk = Talk::after(&[&format!("position fen {start} moves d7d5 {cycle} {cycle}")]);
        expect(&talk.say("status"), &[("repetition", "3"), ("claim", "threefold")]);
        expect(&talk.ok("claim threefold"), &[("verdict", "accepted"), ("ended", "9")]);
    }
}

#[test]
fn an_en_passant_capture_that_was_possible_makes_a_position_another() {
    let cycle = "h1h2 g8f8 h2h1 f8g8";
    let start = format!("position fen r5k1/3p4/8/4P3/8/8/8/4K2R b - - 0 1 moves d7d5 {cycle} {cycle}");
    let mut talk = Talk::after(&[&start]);
    expect(&talk.say("status"), &[("repetition", "2"), ("claim", "none")]);
    expect(&talk.ok("claim threefold"), &[("verdict", "rejected"), ("why", "not_threefold")]);
    let mut talk = Talk::after(&[&format!("{start} {cycle}")]);
    expect(&talk.ok("claim threefold"), &[("verdict", "accepted")]);
}

#[test]
fn castling_rights_lost_between_occurrences_make_a_position_another() {
    for (start, cycle) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8"),   // the rook has moved
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1 e8d8 b1a1 d8e8"), // one right of two
        ("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1e2 e8e7 e2e1 e7e8"), // the kings have
        ("4k3/8/8/8/8/8/8/4K1RR w H - 0 1", "h1h2 e8d8 h2h1 d8e8"),  // the outer of two rooks
        ("1r2k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8"), // nobody else has any
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "h1h2 f3f4 h2h1 f4f3"), // castling was not even possible at the time
    ] {
        let mut talk = Talk::after(&[&format!("position fen {start} moves {cycle} {cycle}")]);
        expect(&talk.say("status"), &[("repetition", "2"), ("claim", "none")]);
        talk.ok(&format!("position fen {start} moves {cycle} {cycle} {cycle}"));
        expect(&talk.say("status"), &[("repetition", "3"), ("claim", "threefold")]);
    }
}

#[test]
fn castling_that_is_only_prevented_for_the_time_being_does_not_make_a_position_another() {
    let cycle = "d2d1 e8e7 d1d2 e7e8";
    let mut talk = Talk::after(&[&format!("position fen 4k3/8/8/8/8/5r2/3R4/4K2R w K - 0 1 moves {cycle} {cycle}")]);
    expect(&talk.say("status"), &[("repetition", "3"), ("claim", "threefold")]);
}

#[test]
fn occurrences_need_not_follow_each_other() {
    let other = "b1c3 b8c6 c3b1 c6b8";
    let moves = format!("{THERE_AND_BACK} {other} {other}");
    let mut talk = Talk::after(&[&format!("position startpos moves {moves}")]);
    expect(&talk.say("status"), &[("repetition", "4"), ("claim", "threefold")]);
}

// Fifty moves (9.3).

#[test]
fn fifty_moves_by_each_side_may_be_claimed() {
    let mut talk = Talk::after(&["position fen 8/5k2/8/8/8/8/4R3/4K3 w - - 100 80"]);
    expect(&talk.say("status"), &[("claim", "fifty"), ("halfmove", "100")]);
    let reply = talk.ok("claim fifty");
    expect(&reply, &[("verdict", "accepted"), ("reason", "fifty_moves"), ("article", "9.3"), ("state", "draw"), ("ended", "0")]);
}

#[test]
fn ninety_nine_half_moves_are_not_fifty_moves() {
    let mut talk = Talk::after(&["position fen 8/5k2/8/8/8/8/4R3/4K3 w - - 99 80"]);
    expect(&talk.ok("claim fifty"), &[("verdict", "rejected"), ("why", "not_fifty"), ("played", "none"), ("offer", "white")]);
    // The same with the move that completes them.
    let moves = talk.say("claims");
    assert!(moves.contains("e2e3:fifty") && moves.starts_with("ok claims board none"), "{moves}");
    expect(&talk.ok("claim fifty Re3"), &[("verdict", "accepted"), ("reason", "fifty_moves"), ("ply", "0")]);
}

#[test]
fn a_named_move_that_captures_is_wrong_and_must_be_played() {
    let mut talk = Talk::after(&["position fen 8/5k2/8/8/8/4n3/4R3/4K3 w - - 99 80"]);
    let claims = talk.say("claims");
    assert!(!claims.contains("e2e3") && claims.contains("e2e1") | claims.contains("e1f2:fifty"), "{claims}");
    let reply = talk.ok("claim fifty Rxe3");
    expect(
        &reply,
        &[
            ("verdict", "rejected"),
            ("why", "not_fifty"),
            ("played", "e2e3"),
            ("halfmove", "0"),
            ("turn", "black"),
            ("ply", "1"),
            ("offer", "white"),
            ("state", "active"),
        ],
    );
    expect(&talk.ok("accept by black"), &[("reason", "agreement"), ("ended", "1")]);
}

#[test]
fn a_named_move_that_captures_is_wrong_though_the_board_alone_would_have_done() {
    let mut talk = Talk::after(&["position fen 8/5k2/8/8/8/4n3/4R3/4K3 w - - 120 80"]);
    expect(&talk.say("status"), &[("claim", "fifty")]);
    expect(&talk.ok("claim fifty e2e3"), &[("verdict", "rejected"), ("played", "e2e3"), ("halfmove", "0")]);
}

#[test]
fn a_named_move_of_a_pawn_is_wrong_and_so_is_one_that_promotes() {
    let mut talk = Talk::after(&["position fen 8/P4k2/8/8/8/8/4R3/4K3 w - - 99 80"]);
    let reply = talk.ok("claim fifty a8=N");
    expect(&reply, &[("verdict", "rejected"), ("why", "not_fifty"), ("played", "a7a8n"), ("turn", "black"), ("offer", "white")]);
    assert_eq!(talk.say("fen"), "ok fen fen N7/5k2/8/8/8/8/4R3/4K3 b - - 0 80");
}

#[test]
fn a_named_move_that_ends_the_game_ends_it_when_it_must_be_played() {
    let mut talk = Talk::after(&["position fen 7k/8/6K1/8/8/8/8/R7 w - - 12 80"]);
    let reply = talk.ok("claim fifty Ra8");
    expect(&reply, &[("verdict", "rejected"), ("played", "a1a8"), ("state", "checkmate"), ("winner", "white"), ("offer", "none")]);
}

#[test]
fn an_illegal_named_move_is_an_error_and_counts_for_nothing() {
    let mut talk = Talk::after(&["setoption name Profile value fide-standard", "position fen 8/5k2/8/8/8/8/4R3/4K3 w - - 99 80"]);
    talk.refused("claim fifty e2d3", "illegal_move move e2d3 reason bad_geometry");
    talk.refused("claim fifty 0000", "illegal_move move 0000 reason null_move");
    talk.refused("claim fifty Qd5", "illegal_move");
    talk.refused("claim fifty xyzzy", "bad_move");
    expect(&talk.say("explain"), &[("white_illegal", "0"), ("black_illegal", "0"), ("offer", "none")]);
    talk.ok("position fen 8/5k2/8/8/8/8/1R2R3/6K1 w - - 99 80");
    talk.refused("claim fifty Rd2", "ambiguous_move");
}

#[test]
fn a_mate_on_the_hundredth_half_move_wins_unless_the_draw_is_claimed_by_naming_it() {
    const START: &str = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    let mut talk = Talk::after(&[START]);
    expect(&talk.ok("move Ra8#"), &[("state", "checkmate"), ("result", "1-0"), ("halfmove", "100"), ("claim", "none")]);
    talk.refused("claim fifty", "game_over reason checkmate");
    // Judged before it is made: it is a move without a capture or a pawn's.
    let mut talk = Talk::after(&[START]);
    expect(&talk.ok("claim fifty Ra8#"), &[("verdict", "accepted"), ("reason", "fifty_moves"), ("ply", "0")]);
    // Where fifty moves draw by themselves, the mate still comes first.
    let mut talk = Talk::after(&["setoption name Fifty value automatic", START]);
    expect(&talk.ok("move Ra8#"), &[("state", "checkmate")]);
    talk.ok(START);
    expect(&talk.ok("move Ra7"), &[("reason", "fifty_moves"), ("article", "9.3"), ("ended", "1")]);
}

#[test]
fn on_the_hundred_and_fiftieth_half_move_mate_and_stalemate_come_before_the_draw() {
    let mut talk = Talk::after(&["position fen 7k/8/6K1/8/8/8/8/R7 w - - 149 80"]);
    expect(&talk.ok("move Ra8"), &[("reason", "checkmate"), ("winner", "white"), ("halfmove", "150")]);
    talk.ok("position fen 7k/8/6K1/8/8/8/8/R7 w - - 149 80");
    expect(&talk.ok("move Ra7"), &[("reason", "seventyfive_moves"), ("article", "9.6.2"), ("ended", "1")]);
    talk.ok("position fen k7/8/1K6/8/8/8/8/2Q5 w - - 149 80");
    expect(&talk.ok("move Qc7"), &[("reason", "stalemate"), ("state", "stalemate"), ("article", "5.2.1")]);
    // Claimed by name one half-move before, it is the fifty moves' draw.
    talk.ok("position fen 7k/8/6K1/8/8/8/8/R7 w - - 149 80");
    expect(&talk.ok("claim fifty Ra7"), &[("reason", "fifty_moves"), ("ended", "0")]);
}

// What a wrong claim leads to (9.5.3), and that a claim is an offer (9.1.2.3).

#[test]
fn a_wrong_claim_gives_the_opponent_the_penalty_of_the_rules() {
    for (options, penalty) in [
        ("Profile value fide", 120_000),
        ("Profile value fide-standard", 120_000),
        ("Profile value fide-rapid", 60_000),
        ("Profile value engine", 0),
        ("Profile value lichess", 0),
        ("Penalty value 1500", 1_500),
    ] {
        let mut talk = Talk::after(&[&format!("setoption name {options}"), "position startpos moves e2e4", "clock 300"]);
        let reply = talk.ok("claim threefold");
        let white = (300_000 + penalty).to_string();
        expect(&reply, &[("penalty", &penalty.to_string()), ("wtime", &white), ("btime", "300000"), ("offer", "black")]);
        let reply = talk.ok("claim fifty e5 elapsed 1000");
        let white = (300_000 + 2 * penalty).to_string();
        expect(&reply, &[("played", "e7e5"), ("wtime", &white), ("btime", "299000"), ("turn", "white")]);
    }
}

#[test]
fn the_offer_in_a_wrong_claim_stands_until_the_opponent_answers_or_moves() {
    let start = "position startpos moves e2e4 e7e5";
    let mut talk = Talk::after(&[start, "claim threefold", "accept by black"]);
    expect(&talk.say("status"), &[("reason", "agreement"), ("ended", "2")]);
    let mut talk = Talk::after(&[start, "claim threefold Nf3", "decline by black"]);
    expect(&talk.say("status"), &[("offer", "none"), ("ply", "3")]);
    let mut talk = Talk::after(&[start, "claim threefold Nf3"]);
    expect(&talk.ok("move Nc6"), &[("offer", "none")]);
    let mut talk = Talk::after(&[start, "claim threefold"]);
    expect(&talk.ok("move Nf3"), &[("offer", "white")]);
}

/// An offer stands until the opponent accepts, declines or moves (9.1.2.1); a claim is none of these. At most the claim, being
/// an offer too, meets it.
#[test]
fn a_wrong_claim_does_not_take_the_opponents_offer_away() {
    let mut talk = Talk::after(&["position startpos moves e2e4 e7e5", "offer draw by black"]);
    let reply = talk.ok("claim threefold");
    expect(&reply, &[("verdict", "rejected")]);
    if value(&reply, "state") == "active" {
        talk.ok("accept by white");
    }
    expect(&talk.say("status"), &[("reason", "agreement")]);
}

#[test]
fn undo_takes_back_a_claim_with_the_move_before_it() {
    let moves = format!("{THERE_AND_BACK} {THERE_AND_BACK}");
    let mut talk = Talk::after(&[&format!("position startpos moves {moves}"), "claim threefold"]);
    let ended = talk.state("");
    expect(&talk.ok("undo"), &[("state", "active"), ("ply", "7"), ("ended", "none")]);
    talk.ok("redo");
    assert_eq!(talk.state(""), ended);
}

// Through `Game`.

fn played(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        let read = read_move(game.position(), text, CastlingStyle::KingTarget, false).expect("legal");
        let events = game.decide(&Action::Move(read.mv.intent()), Given::default()).expect("the game goes on");
        game.apply(events);
    }
    game
}

#[test]
fn a_game_decides_a_right_claim_as_one_event_and_ends() {
    let mut game = played(&format!("{THERE_AND_BACK} {THERE_AND_BACK}"));
    assert_eq!(game.claims().collect::<Vec<_>>(), [Claim::Threefold]);
    let claim = Action::Claim { claim: Claim::Threefold, named: None };
    let events = game.decide(&claim, Given::default()).expect("may be asked");
    assert_eq!(events[..], [Event::Claimed { claim: Claim::Threefold, named: None, right: true, at: 0 }]);
    assert!(game.ending().is_none(), "deciding changes nothing");
    game.apply(events);
    let ending = game.ending().expect("drawn");
    assert_eq!((ending.ply, ending.outcome), (8, Outcome::Draw(Draw::ThreefoldRepetition)));
    assert_eq!(game.decide(&claim, Given::default()), Err(Refusal::GameOver(ending)));
    assert_eq!(game.claims().count(), 0);
}

#[test]
fn a_game_decides_a_wrong_claim_with_a_move_as_two_events() {
    let mut game = played("e4 e5");
    let mv = read_move(game.position(), "Nf3", CastlingStyle::KingTarget, false).expect("legal").mv;
    let claim = Action::Claim { claim: Claim::Fifty, named: Some(Ok(mv.intent())) };
    let events = game.decide(&claim, Given { by: Some(Color::White), ply: Some(2), ..Given::default() }).expect("may be asked");
    let claimed = Event::Claimed { claim: Claim::Fifty, named: Some(mv), right: false, at: 0 };
    assert_eq!(events[..], [claimed, Event::Played { mv, spent: None }]);
    game.apply(events);
    assert_eq!((game.ply(), game.offer(), game.ending()), (3, Some(Color::White), None));
    assert_eq!(game.decide(&claim, Given { ply: Some(2), ..Given::default() }), Err(Refusal::Stale { ply: 3 }));
    let turn = Color::Black;
    assert_eq!(game.decide(&claim, Given { by: Some(Color::White), ..Given::default() }), Err(Refusal::NotYourTurn { turn }));
    assert!(matches!(game.decide(&claim, Given::default()), Err(Refusal::Illegal(IllegalMove::NoPiece { .. }))));
}

#[test]
fn a_game_that_mates_is_over_before_any_claim() {
    let game = played("f3 e5 g4 Qh4");
    assert_eq!(game.ending().map(|ending| ending.outcome), Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }));
    let claim = Action::Claim { claim: Claim::Threefold, named: None };
    assert!(matches!(game.decide(&claim, Given::default()), Err(Refusal::GameOver(_))));
}

// Against the truth, told in the plainest way: positions written out and counted over the whole game.

/// What makes two positions the same (9.2.3), as text: a FEN without its counters, en passant only where it is legal.
fn same(position: &Position) -> String {
    Fen(position).to_string().rsplitn(3, ' ').last().expect("a FEN has counters").to_owned()
}

fn truth(all: &[Position], position: &Position) -> Vec<&'static str> {
    let text = same(position);
    let stood = 1 + all.iter().filter(|stood| same(stood) == text).count();
    let threefold = (stood >= 3).then_some("threefold");
    let fifty = (position.halfmove() >= 100).then_some("fifty");
    threefold.into_iter().chain(fifty).collect()
}

const STARTS: [&str; 5] = [
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 93 60",
    "4k3/8/8/8/8/8/8/1N2K2n w - - 90 70",
    "k7/8/8/3p4/8/8/4P3/K7 w - - 95 60",
    "r3k3/p7/8/1P6/8/8/8/4K2R b Kq - 0 20",
    "b3k3/8/8/8/8/8/8/3NK3 b - - 94 20",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_may_be_claimed_is_what_counting_says(start in 0_usize..STARTS.len(), choices in prop::collection::vec(0_usize..6, 1..40)) {
        let style = CastlingStyle::KingTarget;
        let (mut position, _) = parse_fen(STARTS[start]).expect("sound");
        let mut talk = Talk::after(&[&format!("position fen {}", STARTS[start])]);
        let mut game = Game::new(position, Rulebook::default());
        let mut past: Vec<Position> = Vec::new();
        for choice in choices {
            // Half of the time back where the last man came from, so that much is repeated.
            let moves = position.legal_moves();
            let back = game.moves().rev().nth(1).map(|(_, mv)| mv).and_then(|last| {
                moves.iter().copied().find(|mv| mv.from() == last.target() && mv.to() == last.from())
            });
            let Some(mv) = back.filter(|_| choice < 4).or_else(|| moves.get(choice * 7 % moves.len().max(1)).copied()) else { break };
            if game.ending().is_none() {
                let board = truth(&past, &position);
                let now: Vec<Position> = past.iter().copied().chain([position]).collect();
                let mut named: Vec<String> = moves
                    .iter()
                    .flat_map(|&mv| truth(&now, &position.play(mv)).into_iter().map(move |claim| format!("{}:{claim}", Uci { mv, style })))
                    .collect();
                named.sort_unstable();
                let list = |items: &[String]| if items.is_empty() { "none".to_owned() } else { items.join(",") };
                let board: Vec<String> = board.into_iter().map(str::to_owned).collect();
                prop_assert_eq!(talk.say("claims"), format!("ok claims board {} moves {}", list(&board), list(&named)));
                let status = talk.say("status");
                prop_assert_eq!(value(&status, "claim"), list(&board));
                for claim in Claim::ALL {
                    prop_assert_eq!(game.is_right(claim, None), board.iter().any(|code| code == claim.code()));
                    let wanted = format!("{}:{}", Uci { mv, style }, claim.code());
                    prop_assert_eq!(game.is_right(claim, Some(mv)), named.contains(&wanted));
                }
            } else {
                prop_assert_eq!(talk.say("claims"), "ok claims board none moves none");
                break;
            }
            past.push(position);
            position = position.play(mv);
            let events = game.decide(&Action::Move(mv.intent()), Given::default()).expect("legal");
            game.apply(events);
            talk.ok(&format!("move {}", Uci { mv, style }));
        }
    }
}
