//! How a game ends: who won and by what, or why it is drawn. An outcome cannot hold a drawn checkmate.

use crate::board::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who won.
        winner: Color,
        /// By what.
        by: Win,
    },
    /// The game is drawn.
    Draw(Draw),
}

/// What a game can be won by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// The opponent's king is in check and has no legal move (5.1.1).
    Checkmate,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The side to move has no legal move and is not in check (5.2.1).
    Stalemate,
    /// Too little material is left for any mate (5.2.2).
    InsufficientMaterial,
    /// The position stood for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or a pawn's move (9.6.2).
    SeventyfiveMoves,
    /// The position stood for the third time, and it was claimed or is automatic (9.2).
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn's move, and it was claimed or is automatic (9.3).
    FiftyMoves,
}

impl Outcome {
    /// Every outcome that there is: the one list that the docs and the tests walk.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let wins = [Win::Checkmate];
        let draws = [
            Draw::Stalemate,
            Draw::InsufficientMaterial,
            Draw::FivefoldRepetition,
            Draw::SeventyfiveMoves,
            Draw::ThreefoldRepetition,
            Draw::FiftyMoves,
        ];
        let won = wins.into_iter().flat_map(|by| Color::ALL.map(|winner| Self::Win { winner, by }));
        won.chain(draws.map(Self::Draw)).collect()
    }

    /// The stable code of the reason (`reason` in a reply).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Win { by: Win::Checkmate, .. } => "checkmate",
            Self::Draw(Draw::Stalemate) => "stalemate",
            Self::Draw(Draw::InsufficientMaterial) => "insufficient_material",
            Self::Draw(Draw::FivefoldRepetition) => "fivefold_repetition",
            Self::Draw(Draw::SeventyfiveMoves) => "seventyfive_moves",
            Self::Draw(Draw::ThreefoldRepetition) => "threefold_repetition",
            Self::Draw(Draw::FiftyMoves) => "fifty_moves",
        }
    }

    /// The article of the FIDE Laws that decides so.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::Win { by: Win::Checkmate, .. } => "5.1.1",
            Self::Draw(Draw::Stalemate) => "5.2.1",
            Self::Draw(Draw::InsufficientMaterial) => "5.2.2",
            Self::Draw(Draw::FivefoldRepetition) => "9.6.1",
            Self::Draw(Draw::SeventyfiveMoves) => "9.6.2",
            Self::Draw(Draw::ThreefoldRepetition) => "9.2",
            Self::Draw(Draw::FiftyMoves) => "9.3",
        }
    }

    /// The stable word for the kind of ending (`state` in a reply).
    #[must_use]
    pub const fn state(self) -> &'static str {
        match self {
            Self::Win { by: Win::Checkmate, .. } => "checkmate",
            Self::Draw(Draw::Stalemate) => "stalemate",
            Self::Draw(_) => "draw",
        }
    }

    /// The result as PGN writes it.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win { winner: Color::White, .. } => "1-0",
            Self::Win { winner: Color::Black, .. } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }

    /// Who won, if anyone did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_win_has_a_winner() {
        for outcome in Outcome::all() {
            let decisive = matches!(outcome.result(), "1-0" | "0-1");
            assert_eq!(outcome.winner().is_some(), decisive, "{outcome:?}");
        }
    }
}
