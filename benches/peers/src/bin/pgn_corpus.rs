//! Makes games to measure with: `pgn_corpus BYTES SEED [--clocks]` writes at least so many bytes of PGN to standard output, the
//! same for the same numbers.
//!
//! Players that take what they can and seldom leave a man to be taken, and a few that move by chance, play whole games by the
//! Laws: mates, resignations where all is lost, agreed draws, claims, stalemates, fallen flags, about as often as in the games
//! that people keep. With `--clocks` each move has its `[%clk]`.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

use chess_referee::board::{Color, Role, Square};
use chess_referee::game::Replay;
use chess_referee::notation::write_san_after;
use chess_referee::position::{Move, Position};
use chess_referee::rules::{Mate, Outcome, Rulebook, Win};

fn main() -> io::Result<()> {
    let mut clocks = false;
    let mut numbers = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.parse::<u64>() {
            Ok(number) => numbers.push(number),
            Err(_) if argument == "--clocks" => clocks = true,
            Err(_) => panic!("neither a number nor --clocks: {argument}"),
        }
    }
    let [bytes, seed] = numbers[..] else { panic!("pgn_corpus BYTES SEED [--clocks]") };
    let mut output = BufWriter::new(io::stdout().lock());
    let mut replay = Replay::new(Rulebook::default());
    let mut written = 0;
    for number in 1.. {
        if written >= bytes {
            break;
        }
        let mut chance = Chance(seed << 32 | number);
        let game = Game::play(&mut chance, &mut replay);
        let text = game.pgn(number, clocks, &mut chance);
        output.write_all(text.as_bytes())?;
        written += text.len() as u64;
    }
    output.flush()
}

/// SplitMix64 (Steele, Lea and Flood; Vigna's constants).
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * count as u128) >> 64) as usize
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Whether something comes about that does so once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// How someone plays: one move in `whims` is drawn by chance.
#[derive(Clone, Copy)]
struct Player {
    name: &'static str,
    elo: u32,
    whims: usize,
    /// Whether it goes to and fro where nothing else offers itself.
    waits: bool,
}

const PLAYERS: [Player; 10] = [
    Player { name: "Adler, Ilse", elo: 2310, whims: 40, waits: false },
    Player { name: "Brandt, Otto", elo: 2155, whims: 25, waits: false },
    Player { name: "Castellanos Ruiz, Maria", elo: 2402, whims: 60, waits: false },
    Player { name: "Dvorak, Jan", elo: 2023, whims: 20, waits: false },
    Player { name: "Eriksen, Liv", elo: 1877, whims: 15, waits: true },
    Player { name: "Fontaine, Luc", elo: 2210, whims: 30, waits: false },
    Player { name: "Grigoryan, Ani", elo: 2511, whims: 80, waits: false },
    Player { name: "Hughes, Tom", elo: 1744, whims: 10, waits: true },
    Player { name: "Ito, Kenji", elo: 2088, whims: 20, waits: true },
    Player { name: "Jansen, Pieter", elo: 1420, whims: 5, waits: false },
];

/// Moves as they come.
const BEGINNER: Player = Player { name: "Nobody, Nemo", elo: 600, whims: 1, waits: false };

const EVENTS: [(&str, &str); 6] = [
    ("Club championship", "Lindau GER"),
    ("Open 2026", "Porto POR"),
    ("Rated blitz game", "https://chess.example/"),
    ("Team league, round robin", "Aarhus DEN"),
    ("Memorial tournament", "Yerevan ARM"),
    ("Rated rapid game", "https://chess.example/"),
];

struct Game {
    players: [Player; 2],
    start: Position,
    moves: Vec<Move>,
    result: &'static str,
    termination: &'static str,
}

/// The longest game, in half-moves: the players agree to a draw then.
const LONGEST: u32 = 260;

impl Game {
    fn play(chance: &mut Chance, replay: &mut Replay) -> Self {
        let player = |chance: &mut Chance| if chance.once_in(30) { BEGINNER } else { chance.one_of(&PLAYERS) };
        let players = [player(chance), player(chance)];
        let start = Position::initial();
        replay.begin(start);
        // Once in so many games somebody's flag falls, at some time.
        let flag_falls = if chance.once_in(15) { 40 + chance.below(80) as u32 } else { u32::MAX };
        let mut hopeless = [0; 2];
        let (result, termination) = loop {
            let position = *replay.position();
            let turn = position.turn();
            if !position.has_legal_move() {
                break (if position.in_check() { won_by(!turn, Win::Checkmate) } else { "1/2-1/2" }, "normal");
            }
            let claimed = replay.claims().iter().any(Option::is_some) && chance.below(10) > 0;
            if claimed || replay.ending().is_some() || replay.ply() >= LONGEST {
                break ("1/2-1/2", "normal");
            }
            if replay.ply() >= flag_falls {
                let mate = Mate::by(!turn, &position, replay.rulebook());
                break (if mate == Mate::Never { "1/2-1/2" } else { won_by(!turn, Win::Timeout) }, "time forfeit");
            }
            let behind = material(&position, !turn) - material(&position, turn);
            hopeless[turn as usize] = if behind >= 8 { hopeless[turn as usize] + 1 } else { 0 };
            // Beginners do not know that all is lost.
            if hopeless[turn as usize] > 2 && players[turn as usize].elo > 1500 && chance.once_in(4) {
                break (won_by(!turn, Win::Resignation), "normal");
            }
            if replay.ply() > 50 && behind.abs() <= 1 && chance.once_in(40) {
                break ("1/2-1/2", "normal");
            }
            let mv = players[turn as usize].choose(&position, replay.moves(), chance);
            replay.play(mv);
        };
        Self { players, start, moves: replay.moves().to_vec(), result, termination }
    }

    /// As the export format has it, in lines of less than 80 characters.
    fn pgn(&self, number: u64, clocks: bool, chance: &mut Chance) -> String {
        let mut text = String::with_capacity(4_096);
        let (event, site) = chance.one_of(&EVENTS);
        let (month, day, round) = (1 + chance.below(12), 1 + chance.below(28), 1 + number % 9);
        let [white, black] = self.players;
        let tags = [
            ("Event", event.to_owned()),
            ("Site", site.to_owned()),
            ("Date", format!("2026.{month:02}.{day:02}")),
            ("Round", format!("{round}.{number}")),
            ("White", white.name.to_owned()),
            ("Black", black.name.to_owned()),
            ("Result", self.result.to_owned()),
            ("WhiteElo", white.elo.to_string()),
            ("BlackElo", black.elo.to_string()),
            ("TimeControl", "600+5".to_owned()),
            ("Termination", self.termination.to_owned()),
        ];
        for (name, value) in tags {
            writeln!(text, "[{name} \"{value}\"]").expect("a string takes all");
        }
        text.push('\n');
        let mut line = Lines { text: &mut text, column: 0 };
        let mut left = [600_u32; 2];
        let mut position = self.start;
        for &mv in &self.moves {
            let (turn, fullmove) = (position.turn(), position.fullmove());
            match turn {
                Color::White => line.word(&format!("{fullmove}.")),
                Color::Black if clocks => line.word(&format!("{fullmove}...")),
                Color::Black => {}
            }
            let next = position.play(mv);
            line.word(write_san_after(&position, mv, &next).as_str());
            position = next;
            if clocks {
                let left = &mut left[turn as usize];
                *left = (*left + 5).saturating_sub(1 + chance.below(20) as u32).max(1);
                line.word(&format!("{{[%clk 0:{:02}:{:02}]}}", *left / 60, *left % 60));
            }
        }
        line.word(self.result);
        text.push_str("\n\n");
        text
    }
}

/// Words in lines.
struct Lines<'a> {
    text: &'a mut String,
    column: usize,
}

impl Lines<'_> {
    fn word(&mut self, word: &str) {
        // A clock's comment is broken like other text, but nothing of ours has more than two words.
        for part in word.split(' ') {
            if self.column > 0 {
                let breaks = self.column + 1 + part.len() >= 80;
                self.text.push(if breaks { '\n' } else { ' ' });
                self.column = if breaks { 0 } else { self.column + 1 };
            }
            self.text.push_str(part);
            self.column += part.len();
        }
    }
}

const fn won_by(winner: Color, by: Win) -> &'static str {
    Outcome::Win { winner, by }.result()
}

const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn material(position: &Position, color: Color) -> i32 {
    Role::ALL.into_iter().map(|role| worth(role) * position.board().of(color, role).len() as i32).sum()
}

impl Player {
    fn choose(self, position: &Position, moves: &[Move], chance: &mut Chance) -> Move {
        let legal = position.legal_moves();
        if chance.once_in(self.whims) {
            return chance.one_of(&legal);
        }
        let last = moves.len().checked_sub(2).map(|own| moves[own]);
        let score = |mv: &Move, chance: &mut Chance| 16 * self.gain(position, *mv, last) + chance.below(16) as i32;
        let scored = legal.iter().map(|mv| (score(mv, chance), *mv));
        scored.max_by_key(|(score, _)| *score).expect("the game goes on").1
    }

    /// What a move takes and saves, less what it leaves to be taken; mates, checks and steps towards the middle count, too.
    fn gain(self, position: &Position, mv: Move, last: Option<Move>) -> i32 {
        let (board, turn) = (position.board(), position.turn());
        let role = board.role_at(mv.from()).expect("a move starts on a man");
        let next = position.play(mv);
        if next.in_check() && !next.has_legal_move() {
            return 10_000;
        }
        let mut gain = position.captured(mv).map_or(0, |(piece, _)| 4 * worth(piece.role));
        gain += mv.promotion().map_or(0, |promotion| 4 * worth(promotion.role()));
        gain += i32::from(mv.castling().is_some()) * 4 + i32::from(next.in_check());
        let lost = |position: &Position, square: Square, worth: i32| {
            let attackers = position.attackers(square, !turn);
            let defended = position.attackers(square, turn).any();
            match attackers.into_iter().filter_map(|from| position.board().role_at(from)).map(self::worth).min() {
                None => 0,
                Some(least) if defended => (worth - least).max(0),
                Some(_) => worth,
            }
        };
        gain += 4 * lost(position, mv.from(), worth(role)) - 4 * lost(&next, mv.target(), worth(role));
        let middle = |square: Square| 3 - (2 * square.file() as i32 - 7).abs().max((2 * square.rank() as i32 - 7).abs()) / 2;
        if !matches!(role, Role::King | Role::Queen | Role::Rook) {
            gain += middle(mv.target()) - middle(mv.from());
        }
        if role == Role::Pawn {
            gain += 1;
        }
        let undoes = last.is_some_and(|last| last.from() == mv.to() && last.to() == mv.from());
        gain + if self.waits && undoes {
            2
        } else if undoes {
            -3
        } else {
            0
        }
    }
}
