//! A chess referee: it keeps games, judges every move by the FIDE Laws in force since 2023, and says why.
//!
//! The binary `chess-referee` speaks a line protocol on stdin and stdout (`docs/protocol.md`). This library is all of it
//! but the command line, as a ladder of modules. A module may use those before it, and none after it:
//!
//! | module | knows | fails by |
//! | --- | --- | --- |
//! | [`board`] | squares, men, sets of squares, who attacks what | not failing |
//! | [`position`] | one legal position, its legal moves, why a move is not one | [`SetupFault`], [`IllegalMove`] |
//! | [`notation`] | spelling: FEN, UCI, SAN, PGN, time controls | [`FenError`], [`MoveError`], a text |
//! | [`rules`] | the Laws beyond one move: how a game ends, claims, agreement, clocks | not failing |
//! | [`game`] | one game, as the fold of its events; the record of it that PGN holds | [`Refusal`], [`RecordError`] |
//! | [`protocol`] | the conversation: a line becomes a [`Command`], a [`Reply`] becomes a line | [`SyntaxError`] |
//! | [`session`] | games by name, the options; its `daemon` alone reads, prints and flushes | [`ErrorReply`], `io::Error` |
//! | [`check`] | whole games and positions from files, on all cores; its `run` alone reads and prints | `io::Error` |
//!
//! # A game
//!
//! [`Game::decide`] says what an action would bring about, as [`Events`], and changes nothing; [`Game::apply`] carries it out.
//! An [`Action`] is a move or anything else that players do: claim, offer, resign, set a clock, take back. Nothing here reads
//! the time: it is [`Given`].
//!
//! ```
//! use chess_referee::{Action, CastlingStyle, Color, Game, Given, IllegalMove, Outcome, Refusal, Role, Win, parse_uci, read_move};
//!
//! let mut game = Game::default();
//! for text in ["f3", "e5", "g4"] {
//!     let strict = false; // take what people write, too
//!     let read = read_move(game.position(), text, CastlingStyle::KingTarget, strict).expect("a legal move");
//!     let events = game.decide(&Action::Move(read.mv.intent()), Given::default()).expect("the game goes on");
//!     game.apply(events);
//! }
//!
//! // A refusal names the first rule that the move breaks, with its article of the Laws. Nothing has changed.
//! let sideways = Action::Move(parse_uci("d8a6").expect("spelled as UCI has it"));
//! let refusal = game.decide(&sideways, Given::default()).expect_err("no queen moves so");
//! assert_eq!(refusal, Refusal::Illegal(IllegalMove::BadGeometry { role: Role::Queen }));
//! assert_eq!(IllegalMove::BadGeometry { role: Role::Queen }.article(), "3.4");
//!
//! let mate = Action::Move(parse_uci("d8h4").expect("spelled as UCI has it"));
//! let events = game.decide(&mate, Given { by: Some(Color::Black), ply: Some(3), ..Given::default() }).expect("legal");
//! game.apply(events);
//! let ending = game.ending().expect("mate");
//! assert_eq!(ending.outcome, Outcome::Win { winner: Color::Black, by: Win::Checkmate });
//! ```
//!
//! # A conversation
//!
//! A [`Session`] is the daemon without its pipes: a line in, its reply out.
//!
//! ```
//! use chess_referee::{Options, Session};
//!
//! let mut session = Session::new(Options::default());
//! let mut reply = Vec::new();
//! let answer = session.answer(b"move e2e5", &mut reply);
//! assert!(answer.error);
//! assert_eq!(
//!     String::from_utf8(reply).expect("replies are UTF-8"),
//!     "error illegal_move move e2e5 reason bad_geometry article 3.7 message a pawn does not move that way\n"
//! );
//! ```

#![forbid(unsafe_code)]

// The ladder, lowest rung first. Beneath each rung, the types of it that a program is likely to name.

pub mod board;
pub use board::{Bitboard, Board, Color, File, Piece, PromotionRole, Rank, Role, Square};

pub mod position;
pub use position::{CastlingRights, CastlingSide, IllegalMove, Move, MoveIntent, MoveKind, MoveList, Position, Setup, SetupFault, perft};

pub mod notation;
pub use notation::{
    CastlingStyle, Fen, FenError, FenField, FenReason, Forgiven, ForgivenSet, MoveError, ReadMove, San, TimeControl, Uci, parse_fen,
    parse_uci, read_move, write_san,
};

pub mod rules;
pub use rules::{Claim, Clock, DeadPositionRule, Delay, Draw, DrawRule, IllegalMoveRule, MateBy, Outcome, Profile, Rulebook, Win, mate_by};

pub mod game;
pub use game::{Action, Ending, Event, Events, Evidence, Game, Given, Happening, Record, RecordError, Refusal, Spent, Tags};

pub mod protocol;
pub use protocol::{COMMANDS, Command, ErrorCode, ErrorReply, Format, Reply, StateBlock, SyntaxError};

pub mod session;
pub use session::{Answer, OPTIONS, Options, Session};

pub mod check;
pub use check::{judge_games, judge_line};
