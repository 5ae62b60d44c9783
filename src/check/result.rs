//! Whether the result that a file gives agrees with the board and with the Laws: a mate wins, a dead position is drawn, and
//! nobody wins on time or by resignation who could never mate (5.1.2, 6.9, 7.5.5).

use crate::board::Color;
use crate::game::Ending;
use crate::notation::pgn::GameResult;
use crate::notation::quote;
use crate::position::Position;
use crate::protocol::report::Problem;
use crate::protocol::wording::half_moves;
use crate::rules::{Mate, Rulebook};

/// How a game ended, as the tag `Termination` has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Termination {
    Normal,
    TimeForfeit,
    RulesInfraction,
    Abandoned,
    Adjudication,
    Death,
    Emergency,
    Unterminated,
}

impl Termination {
    /// The standard's values, in any case; `None` for another text, of which nothing is known.
    fn parse(text: &str) -> Option<Self> {
        const VALUES: [(&str, Termination); 8] = [
            ("normal", Termination::Normal),
            ("time forfeit", Termination::TimeForfeit),
            ("rules infraction", Termination::RulesInfraction),
            ("abandoned", Termination::Abandoned),
            ("adjudication", Termination::Adjudication),
            ("death", Termination::Death),
            ("emergency", Termination::Emergency),
            ("unterminated", Termination::Unterminated),
        ];
        VALUES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim())).map(|(_, value)| value)
    }

    /// Whether a game that ended on the board may be said to have ended so.
    const fn fits_the_board(self) -> bool {
        matches!(self, Self::Normal | Self::Adjudication)
    }

    /// Whether the Laws ask if the winner could have mated. Of other ends they say nothing.
    const fn asks_for_mate(self) -> bool {
        matches!(self, Self::Normal | Self::TimeForfeit | Self::RulesInfraction)
    }

    /// Whether a game can be without a result then.
    const fn may_lack_result(self) -> bool {
        matches!(self, Self::Abandoned | Self::Death | Self::Emergency | Self::Unterminated)
    }

    /// The article by which the one loses whose opponent wins so.
    const fn article(self) -> &'static str {
        match self {
            Self::TimeForfeit => "6.9",
            Self::RulesInfraction => "7.5.5",
            _ => "5.1.2",
        }
    }
}

/// How a file says that a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub(super) result: Option<GameResult>,
    /// The tag `Termination`.
    pub(super) termination: Option<&'a str>,
}

/// A game at its last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last<'a> {
    pub(super) position: &'a Position,
    pub(super) plies: u32,
    /// How it ended by its moves alone.
    pub(super) ending: Option<Ending>,
}

/// What does not agree, and whether the winner could have mated, where that was the question.
pub(super) fn compare(told: Told<'_>, last: Last<'_>, rulebook: &Rulebook) -> (Vec<(Problem, String)>, Option<Mate>) {
    let mut found = Vec::new();
    let termination = told.termination.and_then(Termination::parse);
    let shown = || quote(told.termination.unwrap_or_default());
    if let Some(Ending { ply, outcome, .. }) = last.ending {
        let how = format!("by {}, article {}", outcome.code(), outcome.article().unwrap_or("none"));
        if let Some(result) = told.result
            && result.text() != outcome.result()
        {
            let message =
                format!("after {} the game is {} {how}; the result is given as {}", half_moves(ply), outcome.result(), result.text());
            found.push((Problem::WrongResult, message));
        }
        if ply == last.plies && termination.is_some_and(|termination| !termination.fits_the_board()) {
            let message = format!("the tag Termination is {}, and the game ended on the board, {how}", shown());
            found.push((Problem::WrongTermination, message));
        }
        return (found, None);
    }
    let wrong_termination =
        |result: &str| (Problem::WrongTermination, format!("the tag Termination is {}, and the result is {result}", shown()));
    let asks_for_mate = termination.is_none_or(Termination::asks_for_mate);
    let article = termination.map_or("5.1.2", Termination::article);
    match told.result {
        None => (found, None),
        Some(GameResult::Unknown) => {
            found.extend(termination.filter(|termination| !termination.may_lack_result()).map(|_| wrong_termination("*")));
            (found, None)
        }
        Some(result) if termination == Some(Termination::Unterminated) => {
            found.push(wrong_termination(result.text()));
            (found, None)
        }
        Some(GameResult::Draw) => {
            // Who is to move ran out of time, or played illegally: that is drawn only where the opponent could never mate.
            if !matches!(termination, Some(Termination::TimeForfeit | Termination::RulesInfraction)) {
                return (found, None);
            }
            let winner = !last.position.turn();
            let mate = Mate::by(winner, last.position, rulebook);
            if mate == Mate::Possible {
                let message = format!("the result is a draw, but {} could still mate: it is a win (article {article})", winner.title());
                found.push((Problem::WrongResult, message));
            }
            (found, Some(mate))
        }
        Some(GameResult::WhiteWins | GameResult::BlackWins) if !asks_for_mate => (found, None),
        Some(result) => {
            let winner = if result == GameResult::WhiteWins { Color::White } else { Color::Black };
            let mate = Mate::by(winner, last.position, rulebook);
            if mate == Mate::Never {
                let message = format!("{} has won, but could never mate: it is a draw (article {article})", winner.title());
                found.push((Problem::Unwinnable, message));
            }
            (found, Some(mate))
        }
    }
}
