//! The rules that an event may choose, and the profiles that set them together.

use super::dead_position::DEFAULT_BUDGET;

/// Whether a draw that the Laws let a player claim is left to the players, or comes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawRule {
    /// It must be claimed, as the Laws have it.
    #[default]
    Claim,
    /// It ends the game at once, as engine matches and servers have it.
    Automatic,
}

/// How far the referee looks for dead positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DeadPositionRule {
    /// At all that follows from the position, with a proof.
    #[default]
    Proof,
    /// At the material.
    Material,
    /// Not at all: such a game goes on.
    Off,
}

/// What an illegal move costs (7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IllegalMoveRule {
    /// Nothing: it is refused.
    #[default]
    Reject,
    /// The first costs time, the second the game (7.5.5).
    Count,
    /// The first costs the game.
    Forfeit,
}

/// How the second number of a time control (`300+3`) is understood (6.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Delay {
    /// As an increment: added after each move.
    #[default]
    None,
    /// The clock starts to run so much later at each move.
    Simple,
    /// After each move the time used is given back, up to so much (Bronstein's way).
    Bronstein,
}

/// The rules of a game; the default is the Laws as they stand, an illegal move being simply refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rulebook {
    /// The third occurrence of a position (9.2).
    pub threefold: DrawRule,
    /// Fifty moves without a capture or a pawn's move (9.3).
    pub fifty: DrawRule,
    /// Positions in which no mate is possible any more (5.2.2).
    pub dead_position: DeadPositionRule,
    /// How many moves may be played, about, to find out whether a side can still mate.
    pub proof_nodes: u64,
    /// Illegal moves (7.5).
    pub illegal_moves: IllegalMoveRule,
    /// What a wrong claim or an illegal move gives to the opponent, in ms (7.5.5, 9.5.3; A.3).
    pub penalty: u64,
    /// How delays are given (6.3.2).
    pub delay: Delay,
    /// Before this move no draw may be offered or agreed (9.1.1); 0 where there is no such rule.
    pub no_draw_before: u32,
}

impl Default for Rulebook {
    fn default() -> Self {
        Self::of(Profile::Fide)
    }
}

/// A set of rules under one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// The Laws; an illegal move is refused.
    Fide,
    /// The Laws, illegal moves counted (7.5.5).
    FideStandard,
    /// The same with the penalties of rapid and blitz (A.3, B.2).
    FideRapid,
    /// As engine matches have it.
    Engine,
    /// As the server of that name has it.
    Lichess,
}

impl Profile {
    /// All of them; the first is the default.
    pub const ALL: [Self; 5] = [Self::Fide, Self::FideStandard, Self::FideRapid, Self::Engine, Self::Lichess];

    /// Its name, as the option takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fide => "fide",
            Self::FideStandard => "fide-standard",
            Self::FideRapid => "fide-rapid",
            Self::Engine => "engine",
            Self::Lichess => "lichess",
        }
    }
}

impl Rulebook {
    /// The rules of a profile. What profiles do not speak of (delay, no draw before a move, how long a proof may take) is as by default.
    #[must_use]
    pub const fn of(profile: Profile) -> Self {
        use {DeadPositionRule::Material, DeadPositionRule::Proof, DrawRule::Automatic, DrawRule::Claim, IllegalMoveRule::*};
        let (threefold, fifty, dead_position, illegal_moves, penalty) = match profile {
            Profile::Fide => (Claim, Claim, Proof, Reject, 120_000),
            Profile::FideStandard => (Claim, Claim, Proof, Count, 120_000),
            Profile::FideRapid => (Claim, Claim, Proof, Count, 60_000),
            Profile::Engine => (Automatic, Automatic, Material, Forfeit, 0),
            Profile::Lichess => (Claim, Automatic, Material, Reject, 0),
        };
        Self { threefold, fifty, dead_position, proof_nodes: DEFAULT_BUDGET, illegal_moves, penalty, delay: Delay::None, no_draw_before: 0 }
    }

    /// Takes over what the profile sets, and leaves the rest.
    pub const fn adopt(&mut self, profile: Profile) {
        let Self { delay, no_draw_before, proof_nodes, .. } = *self;
        *self = Self { delay, no_draw_before, proof_nodes, ..Self::of(profile) };
    }
}
