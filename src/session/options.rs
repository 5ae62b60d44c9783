//! The options: one table, which feeds `uci`, `setoption` and the docs.

use crate::notation::{CastlingStyle, quote};
use crate::protocol::{ErrorCode, ErrorReply, Format};
use crate::rules::dead_position::DEFAULT_BUDGET;
use crate::rules::{DeadPositionRule, Delay, DrawRule, IllegalMoveRule, Profile, Rulebook};

/// All options as they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What a new game takes over.
    pub game: GameOptions,
    /// How replies are printed.
    pub format: Format,
    /// What the moves of `go` are drawn by.
    pub seed: u64,
    /// How many tagged games there may be.
    pub max_games: usize,
    /// How many half-moves a game may have.
    pub max_plies: u32,
    /// How deep perft may go.
    pub max_perft_depth: u32,
    /// Whether `board` draws figurines instead of letters.
    pub unicode: bool,
    /// How castling is written.
    pub castling_style: CastlingStyle,
}

/// The options of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameOptions {
    /// The rules.
    pub rulebook: Rulebook,
    /// Whether nothing is forgiven in how moves and FENs are written.
    pub strict: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            game: GameOptions::default(),
            format: Format::Text,
            seed: 0,
            max_games: 1_000,
            // The longest game that the seventy-five moves allow has fewer than 18,000 half-moves.
            max_plies: 20_000,
            max_perft_depth: 7,
            unicode: false,
            castling_style: CastlingStyle::KingTarget,
        }
    }
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, as `setoption` takes it.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it is an option of.
    pub scope: Scope,
}

/// Which values an option takes, in UCI's terms, and its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Check {
        default: bool,
    },
    Spin {
        default: u64,
        min: u64,
        max: u64,
    },
    /// The first is the default.
    Combo(&'static [&'static str]),
}

/// What an option is an option of, and how its value is set; the value has been checked.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// Of the rules: a game takes it over when it begins.
    Game(fn(&mut GameOptions, &str)),
    /// Of the daemon.
    Daemon(fn(&mut Options, &str)),
}

/// Every option, in the order in which `uci` shows them.
pub static OPTIONS: [OptionSpec; 17] = [
    OptionSpec {
        name: "Profile",
        kind: Kind::Combo(&["fide", "fide-standard", "fide-rapid", "engine", "lichess"]),
        summary: "sets Threefold, Fifty, DeadPosition, IllegalMoves and Penalty together",
        scope: Scope::Game(|game, value| {
            let named = |profile: &Profile| profile.name() == value;
            game.rulebook.adopt(Profile::ALL.into_iter().find(named).expect("the value was checked against the option's list"));
        }),
    },
    OptionSpec {
        name: "Threefold",
        kind: Kind::Combo(&["claim", "automatic"]),
        summary: "whether the third occurrence of a position (9.2) draws by claim or by itself",
        scope: Scope::Game(|game, value| game.rulebook.threefold = draw_rule(value)),
    },
    OptionSpec {
        name: "Fifty",
        kind: Kind::Combo(&["claim", "automatic"]),
        summary: "whether fifty moves without capture or pawn move (9.3) draw by claim or by themselves",
        scope: Scope::Game(|game, value| game.rulebook.fifty = draw_rule(value)),
    },
    OptionSpec {
        name: "DeadPosition",
        kind: Kind::Combo(&["proof", "material", "off"]),
        summary: "how it is found whether a side can still mate (5.2.2, 5.1.2, 6.9, 7.5.5): by proof, or by the material alone; off: by the material, and dead positions go on",
        scope: Scope::Game(|game, value| {
            game.rulebook.dead_position = match value {
                "material" => DeadPositionRule::Material,
                "off" => DeadPositionRule::Off,
                _ => DeadPositionRule::Proof,
            };
        }),
    },
    OptionSpec {
        name: "ProofNodes",
        kind: Kind::Spin { default: DEFAULT_BUDGET, min: 0, max: 10_000_000 },
        summary: "how many moves may be played, about, to find out whether a side can still mate",
        scope: Scope::Game(|game, value| game.rulebook.proof_nodes = number(value)),
    },
    OptionSpec {
        name: "IllegalMoves",
        kind: Kind::Combo(&["reject", "count", "forfeit"]),
        summary: "an illegal move (7.5) is refused, counted (the second loses), or loses at once",
        scope: Scope::Game(|game, value| {
            game.rulebook.illegal_moves = match value {
                "count" => IllegalMoveRule::Count,
                "forfeit" => IllegalMoveRule::Forfeit,
                _ => IllegalMoveRule::Reject,
            };
        }),
    },
    OptionSpec {
        name: "Penalty",
        kind: Kind::Spin { default: 120_000, min: 0, max: 86_400_000 },
        summary: "what a wrong claim or a counted illegal move gives the opponent, in ms (7.5.5, 9.5.3)",
        scope: Scope::Game(|game, value| game.rulebook.penalty = number(value)),
    },
    OptionSpec {
        name: "Delay",
        kind: Kind::Combo(&["none", "simple", "bronstein"]),
        summary: "whether the second number of a time control is an increment, or a delay of this kind (6.3.2)",
        scope: Scope::Game(|game, value| {
            game.rulebook.delay = match value {
                "simple" => Delay::Simple,
                "bronstein" => Delay::Bronstein,
                _ => Delay::None,
            };
        }),
    },
    OptionSpec {
        name: "NoDrawBefore",
        kind: Kind::Spin { default: 0, min: 0, max: 100_000 },
        summary: "before this move no draw may be offered or agreed (9.1.1); 0: no such rule",
        scope: Scope::Game(|game, value| game.rulebook.no_draw_before = number(value)),
    },
    OptionSpec {
        name: "Strict",
        kind: Kind::Check { default: false },
        summary: "forgive nothing in how moves and FENs are written",
        scope: Scope::Game(|game, value| game.strict = value == "true"),
    },
    OptionSpec {
        name: "Output",
        kind: Kind::Combo(&["text", "json"]),
        summary: "how replies are printed",
        scope: Scope::Daemon(|options, value| options.format = if value == "json" { Format::Json } else { Format::Text }),
    },
    OptionSpec {
        name: "Seed",
        kind: Kind::Spin { default: 0, min: 0, max: i32::MAX as u64 },
        summary: "what the moves of `go` are drawn by: same seed, same moves",
        scope: Scope::Daemon(|options, value| options.seed = number(value)),
    },
    OptionSpec {
        name: "MaxGames",
        kind: Kind::Spin { default: 1_000, min: 0, max: 1_000_000 },
        summary: "how many tagged games there may be",
        scope: Scope::Daemon(|options, value| options.max_games = number(value)),
    },
    OptionSpec {
        name: "MaxPlies",
        kind: Kind::Spin { default: 20_000, min: 1, max: 1_000_000 },
        summary: "how many half-moves a game may have",
        scope: Scope::Daemon(|options, value| options.max_plies = number(value)),
    },
    OptionSpec {
        name: "MaxPerftDepth",
        kind: Kind::Spin { default: 7, min: 0, max: 64 },
        summary: "how deep perft may go",
        scope: Scope::Daemon(|options, value| options.max_perft_depth = number(value)),
    },
    OptionSpec {
        name: "Unicode",
        kind: Kind::Check { default: false },
        summary: "draw the board with figurines instead of letters",
        scope: Scope::Daemon(|options, value| options.unicode = value == "true"),
    },
    OptionSpec {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false },
        summary: "write castling as king takes rook",
        scope: Scope::Daemon(|options, value| {
            options.castling_style = if value == "true" { CastlingStyle::KingTakesRook } else { CastlingStyle::KingTarget };
        }),
    },
];

/// What a profile sets, as options with their values.
#[must_use]
pub(super) fn of_profile(profile: Profile) -> String {
    let Rulebook { threefold, fifty, dead_position, illegal_moves, penalty, .. } = Rulebook::of(profile);
    let draw = |rule| if rule == DrawRule::Automatic { "automatic" } else { "claim" };
    let dead = match dead_position {
        DeadPositionRule::Proof => "proof",
        DeadPositionRule::Material => "material",
        DeadPositionRule::Off => "off",
    };
    let illegal = match illegal_moves {
        IllegalMoveRule::Reject => "reject",
        IllegalMoveRule::Count => "count",
        IllegalMoveRule::Forfeit => "forfeit",
    };
    format!("Threefold {}, Fifty {}, DeadPosition {dead}, IllegalMoves {illegal}, Penalty {penalty}", draw(threefold), draw(fifty))
}

fn draw_rule(value: &str) -> DrawRule {
    if value == "automatic" { DrawRule::Automatic } else { DrawRule::Claim }
}

fn number<T: std::str::FromStr>(value: &str) -> T {
    value.parse().ok().expect("the value was checked against the option's range")
}

/// The option of a name; UCI has it that case does not count.
pub(super) fn find(name: &str) -> Result<&'static OptionSpec, ErrorReply> {
    OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<_> = OPTIONS.iter().map(|spec| spec.name).collect();
        let message = format!("there is no option {}; there are {}", quote(name), names.join(", "));
        ErrorReply::Plain { code: ErrorCode::UnknownOption, message }
    })
}

/// The value as the list has it; UCI has it that case does not count.
fn one_of(values: &[&str], value: &str) -> Option<String> {
    values.iter().find(|known| known.eq_ignore_ascii_case(value)).map(|&known| known.to_owned())
}

impl OptionSpec {
    /// The value as it is kept, if the option takes it.
    pub(super) fn check(&self, value: &str) -> Result<String, ErrorReply> {
        let taken = match self.kind {
            Kind::Check { .. } => one_of(&["true", "false"], value),
            Kind::Combo(values) => one_of(values, value),
            Kind::Spin { min, max, .. } => {
                let digits = value.bytes().all(|byte| byte.is_ascii_digit());
                value.parse::<u64>().ok().filter(|number| digits && (min..=max).contains(number)).map(|number| number.to_string())
            }
        };
        taken.ok_or_else(|| {
            let message = format!("{} takes {}, not {}", self.name, self.values(), quote(value));
            ErrorReply::Plain { code: ErrorCode::BadOptionValue, message }
        })
    }

    /// The values that it takes, for a person.
    #[must_use]
    pub fn values(&self) -> String {
        match self.kind {
            Kind::Check { .. } => "true or false".to_owned(),
            Kind::Combo(values) => values.join(" or "),
            Kind::Spin { min, max, .. } => format!("{min} to {max}"),
        }
    }

    /// Its default.
    #[must_use]
    pub fn default_value(&self) -> String {
        match self.kind {
            Kind::Check { default } => default.to_string(),
            Kind::Combo(values) => values[0].to_owned(),
            Kind::Spin { default, .. } => default.to_string(),
        }
    }

    /// Its line in UCI's handshake.
    #[must_use]
    pub fn uci_line(&self) -> String {
        let (name, default) = (self.name, self.default_value());
        match self.kind {
            Kind::Check { .. } => format!("option name {name} type check default {default}"),
            Kind::Spin { min, max, .. } => format!("option name {name} type spin default {default} min {min} max {max}"),
            Kind::Combo(values) => format!("option name {name} type combo default {default} var {}", values.join(" var ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_tells_the_true_defaults() {
        let mut set = Options::default();
        for spec in &OPTIONS {
            let value = spec.check(&spec.default_value()).expect("a default is a value");
            match spec.scope {
                Scope::Game(setter) => setter(&mut set.game, &value),
                Scope::Daemon(setter) => setter(&mut set, &value),
            }
            assert_eq!(set, Options::default(), "{}", spec.name);
        }
    }

    #[test]
    fn every_profile_is_a_value_and_says_what_it_sets() {
        let profiles = find("Profile").expect("there is one");
        let Kind::Combo(names) = profiles.kind else { panic!("a profile is one of several") };
        assert_eq!(names, Profile::ALL.map(Profile::name));
        for profile in Profile::ALL {
            let mut by_name = GameOptions::default();
            let Scope::Game(set) = profiles.scope else { panic!("a profile is of the rules") };
            set(&mut by_name, profile.name());
            let mut one_by_one = GameOptions::default();
            for setting in of_profile(profile).split(", ") {
                let (name, value) = setting.split_once(' ').expect("a name and a value");
                let Ok(OptionSpec { scope: Scope::Game(set), .. }) = find(name) else { panic!("{name} is of the rules") };
                set(&mut one_by_one, value);
            }
            assert_eq!(by_name, one_by_one, "{}", profile.name());
        }
    }

    #[test]
    fn a_value_out_of_range_is_refused() {
        for (name, value) in [("Seed", "-1"), ("Seed", "+1"), ("Seed", ""), ("MaxPlies", "0"), ("Strict", "yes"), ("Output", "xml")] {
            let error = find(name).and_then(|spec| spec.check(value)).expect_err(name);
            assert_eq!(error.code(), ErrorCode::BadOptionValue);
        }
        assert_eq!(find("seed").map(|spec| spec.name), Ok("Seed"));
        assert_eq!(find("sead").map(|spec| spec.name).map_err(|error| error.code()), Err(ErrorCode::UnknownOption));
    }
}
