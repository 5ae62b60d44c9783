//! Whether the result that a file gives is what the Laws give: for how the game ended on the board, or, where it did not, for a
//! resignation (5.1.2) or a fallen flag (6.9).

use crate::board::Color;
use crate::game::Ending;
use crate::notation::pgn::{GameResult, Termination};
use crate::notation::quote;
use crate::position::Position;
use crate::protocol::report::Problem;
use crate::protocol::wording::half_moves;
use crate::rules::{Mate, Outcome, Rulebook, flag_fall, resignation};

/// How a file says that a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub(super) result: Option<GameResult>,
    /// The tag `Termination`.
    pub(super) termination: Option<&'a str>,
}

impl Told<'_> {
    fn termination(&self) -> Option<Termination> {
        self.termination.and_then(Termination::read)
    }

    /// Whether the tag `Termination` is missing or says nothing: `?`, `-`.
    fn says_nothing(&self) -> bool {
        self.termination.is_none_or(|value| !value.contains(char::is_alphabetic))
    }

    fn wrong_termination(&self, why: &str) -> (Problem, String) {
        let message = format!("the tag Termination is {}, and {why}", quote(self.termination.unwrap_or_default()));
        (Problem::WrongTermination, message)
    }
}

/// `checkmate (article 5.1.1)`
pub(super) fn named(outcome: Outcome) -> String {
    match outcome.article() {
        Some(article) => format!("{} (article {article})", outcome.code()),
        None => outcome.code().to_owned(),
    }
}

/// What does not agree with how a game ended by its moves, of which there were so many.
pub(super) fn compare_with_board(told: Told<'_>, Ending { ply, outcome, .. }: Ending, plies: u32) -> Vec<(Problem, String)> {
    let mut found = Vec::new();
    if let Some(result) = told.result.filter(|result| result.text() != outcome.result()) {
        let after = half_moves(ply);
        let message = format!("after {after} it is {} by {}; the result is given as {}", outcome.result(), named(outcome), result.text());
        found.push((Problem::WrongResult, message));
    }
    let fits = |termination| matches!(termination, Termination::Normal | Termination::Adjudication);
    if ply == plies && told.termination().is_some_and(|termination| !fits(termination)) {
        found.push(told.wrong_termination(&format!("the game ended on the board, by {}", named(outcome))));
    }
    found
}

/// What does not agree with the Laws in a game that did not end on the board; and whether who won could have mated, where that
/// was the question.
///
/// It is the question for a resignation and a fallen flag. Whatever else ends a game (an adjudication, a forfeit for breaking the
/// rules), the Laws give to the opponent without asking, or say nothing of.
pub(super) fn compare_with_laws(told: Told<'_>, last: &Position, rulebook: &Rulebook) -> (Vec<(Problem, String)>, Option<Mate>) {
    let Some(result) = told.result else { return (Vec::new(), None) };
    let termination = told.termination();
    let winner = match result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    };
    match (termination, winner) {
        (Some(Termination::Unterminated), _) if result != GameResult::Unknown => {
            (vec![told.wrong_termination(&format!("the result is {}", result.text()))], None)
        }
        (Some(Termination::Normal | Termination::Adjudication | Termination::RulesInfraction | Termination::TimeForfeit), None)
            if result == GameResult::Unknown =>
        {
            (vec![told.wrong_termination("there is no result")], None)
        }
        (Some(Termination::TimeForfeit), None) => draw_on_time(last, rulebook),
        (Some(Termination::TimeForfeit), Some(winner)) => win(winner, flag_fall::ends(last, !winner, rulebook)),
        (Some(Termination::Normal), Some(winner)) => win(winner, resignation::ends(last, !winner, rulebook)),
        // A game that is won, and nobody says how, was resigned.
        (None, Some(winner)) if told.says_nothing() => win(winner, resignation::ends(last, !winner, rulebook)),
        _ => (Vec::new(), None),
    }
}

/// A win without a mate, and what the Laws make of it.
fn win(winner: Color, (outcome, mate): (Outcome, Mate)) -> (Vec<(Problem, String)>, Option<Mate>) {
    let drawn = outcome.winner().is_none();
    let message = || format!("{} has won, but could never mate: it is a draw by {}", winner.title(), named(outcome));
    (drawn.then(|| (Problem::Unwinnable, message())).into_iter().collect(), Some(mate))
}

/// A draw on time. Whose flag fell is not told: who has moved may have forgotten the clock. So it is enough that either side could
/// never mate.
fn draw_on_time(last: &Position, rulebook: &Rulebook) -> (Vec<(Problem, String)>, Option<Mate>) {
    let mates = Color::ALL.map(|loser| flag_fall::ends(last, loser, rulebook).1);
    if mates.contains(&Mate::Never) {
        (Vec::new(), Some(Mate::Never))
    } else if mates.contains(&Mate::Unknown) {
        (Vec::new(), Some(Mate::Unknown))
    } else {
        let message = "the game is drawn on time, but either side could still mate: who ran out of time has lost (article 6.9)";
        (vec![(Problem::WrongResult, message.to_owned())], Some(Mate::Possible))
    }
}
