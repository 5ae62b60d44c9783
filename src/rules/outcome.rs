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
    /// The game was broken off without a result.
    Aborted,
}

/// What a game can be won by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// The opponent's king is in check and has no legal move (5.1.1).
    Checkmate,
    /// The opponent resigned (5.1.2).
    Resignation,
    /// The opponent's time ran out (6.9).
    Timeout,
    /// The opponent completed one illegal move too many (7.5.5).
    IllegalMoves,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The side to move has no legal move and is not in check (5.2.1).
    Stalemate,
    /// Too little material is left for any mate (5.2.2).
    InsufficientMaterial,
    /// Material is left, yet no series of legal moves mates (5.2.2).
    DeadPosition,
    /// The position stood for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or a pawn's move (9.6.2).
    SeventyfiveMoves,
    /// The position stood for the third time, and it was claimed or is automatic (9.2).
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn's move, and it was claimed or is automatic (9.3).
    FiftyMoves,
    /// The players agreed (5.2.3).
    Agreement,
    /// A player resigned against a side that could never mate (5.1.2).
    ResignationUnwinnable,
    /// A flag fell against a side that could never mate (6.9).
    TimeoutUnwinnable,
    /// Too many illegal moves against a side that could never mate (7.5.5).
    IllegalMovesUnwinnable,
}

impl Outcome {
    /// Every outcome that there is: the one list that the docs and the tests walk.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let wins = [Win::Checkmate, Win::Resignation, Win::Timeout, Win::IllegalMoves];
        let draws = [
            Draw::Stalemate,
            Draw::InsufficientMaterial,
            Draw::DeadPosition,
            Draw::FivefoldRepetition,
            Draw::SeventyfiveMoves,
            Draw::ThreefoldRepetition,
            Draw::FiftyMoves,
            Draw::Agreement,
            Draw::ResignationUnwinnable,
            Draw::TimeoutUnwinnable,
            Draw::IllegalMovesUnwinnable,
        ];
        let won = wins.into_iter().flat_map(|by| Color::ALL.map(|winner| Self::Win { winner, by }));
        won.chain(draws.map(Self::Draw)).chain([Self::Aborted]).collect()
    }

    /// The stable code of the reason (`reason` in a reply).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Win { by: Win::Checkmate, .. } => "checkmate",
            Self::Win { by: Win::Resignation, .. } => "resignation",
            Self::Win { by: Win::Timeout, .. } => "timeout",
            Self::Win { by: Win::IllegalMoves, .. } => "illegal_moves",
            Self::Draw(Draw::Stalemate) => "stalemate",
            Self::Draw(Draw::InsufficientMaterial) => "insufficient_material",
            Self::Draw(Draw::DeadPosition) => "dead_position",
            Self::Draw(Draw::FivefoldRepetition) => "fivefold_repetition",
            Self::Draw(Draw::SeventyfiveMoves) => "seventyfive_moves",
            Self::Draw(Draw::ThreefoldRepetition) => "threefold_repetition",
            Self::Draw(Draw::FiftyMoves) => "fifty_moves",
            Self::Draw(Draw::Agreement) => "agreement",
            Self::Draw(Draw::ResignationUnwinnable) => "resignation_unwinnable",
            Self::Draw(Draw::TimeoutUnwinnable) => "timeout_unwinnable",
            Self::Draw(Draw::IllegalMovesUnwinnable) => "illegal_moves_unwinnable",
            Self::Aborted => "aborted",
        }
    }

    /// The article of the FIDE Laws that decides so.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        Some(match self {
            Self::Win { by: Win::Checkmate, .. } => "5.1.1",
            Self::Win { by: Win::Resignation, .. } | Self::Draw(Draw::ResignationUnwinnable) => "5.1.2",
            Self::Win { by: Win::Timeout, .. } | Self::Draw(Draw::TimeoutUnwinnable) => "6.9",
            Self::Win { by: Win::IllegalMoves, .. } | Self::Draw(Draw::IllegalMovesUnwinnable) => "7.5.5",
            Self::Draw(Draw::Stalemate) => "5.2.1",
            Self::Draw(Draw::InsufficientMaterial | Draw::DeadPosition) => "5.2.2",
            Self::Draw(Draw::FivefoldRepetition) => "9.6.1",
            Self::Draw(Draw::SeventyfiveMoves) => "9.6.2",
            Self::Draw(Draw::ThreefoldRepetition) => "9.2",
            Self::Draw(Draw::FiftyMoves) => "9.3",
            Self::Draw(Draw::Agreement) => "5.2.3",
            Self::Aborted => return None,
        })
    }

    /// The stable word for the kind of ending (`state` in a reply).
    #[must_use]
    pub const fn state(self) -> &'static str {
        match self {
            Self::Win { by: Win::Checkmate, .. } => "checkmate",
            Self::Win { by: Win::Resignation, .. } => "resigned",
            Self::Win { by: Win::Timeout, .. } => "timeout",
            Self::Win { by: Win::IllegalMoves, .. } => "forfeit",
            Self::Draw(Draw::Stalemate) => "stalemate",
            Self::Draw(_) => "draw",
            Self::Aborted => "aborted",
        }
    }

    /// The result as PGN writes it.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win { winner: Color::White, .. } => "1-0",
            Self::Win { winner: Color::Black, .. } => "0-1",
            Self::Draw(_) => "1/2-1/2",
            Self::Aborted => "*",
        }
    }

    /// Who won, if anyone did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) | Self::Aborted => None,
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
            assert_eq!(
                outcome.code().ends_with("_unwinnable"),
                matches!(outcome, Outcome::Draw(_)) && outcome.code().contains("unwinnable")
            );
        }
    }
}
