//! A whole game replayed for its verdict alone: how the Laws ended it, and what could have been claimed.
//!
//! It comes to what [`Game`](super::Game) comes to, by the same rules, and keeps less on the way: nothing can be taken back,
//! offered or timed, and what it needs memory for it uses again for the next game.

use super::Ending;
use crate::position::{Move, Position};
use crate::rules::{Claim, Hindsight, Recent, Rulebook, automatic_ending, hindsight, plainly_goes_on};

/// One game after another, each replayed from its first position to its last.
#[derive(Clone, Debug)]
pub struct Replay {
    rulebook: Rulebook,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    recent: Recent,
    /// The first ending that needed no proof.
    seen: Option<Ending>,
    claims: [Option<u32>; Claim::ALL.len()],
    hindsight: Hindsight,
    /// After how many half-moves it was asked whether the game was dead, and how it ended as far as is known since.
    asked: Option<(u32, Option<Ending>)>,
}

impl Replay {
    /// A game from the initial position under these rules, which hold for all that follow it.
    #[must_use]
    pub fn new(rulebook: Rulebook) -> Self {
        let start = Position::initial();
        let mut replay = Self {
            rulebook,
            start,
            position: start,
            moves: Vec::new(),
            recent: Recent::default(),
            seen: None,
            claims: [None; Claim::ALL.len()],
            hindsight: Hindsight::default(),
            asked: None,
        };
        replay.begin(start);
        replay
    }

    /// Begins another game, from this position. It may be over before it begins.
    pub fn begin(&mut self, start: Position) {
        self.start = start;
        self.position = start;
        self.moves.clear();
        self.recent.begin(&start);
        self.seen = None;
        self.claims = [None; Claim::ALL.len()];
        self.hindsight = Hindsight::default();
        self.asked = None;
        self.look();
    }

    /// Plays a legal move of the position on the board. A move past the ending leaves the ending as it is.
    ///
    /// # Panics
    ///
    /// May panic, or come to a position that no rule allows, for a move of another position.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.moves.push(mv);
        self.position.advance(mv);
        if self.seen.is_none() {
            self.look();
        }
    }

    /// The rules that the games are judged by.
    #[must_use]
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Half-moves played since the game's first position.
    ///
    /// # Panics
    ///
    /// Where a game has 2^32 half-moves.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).expect("a game has fewer than 2^32 half-moves")
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How and when the game ended by the Laws, if it has: the first that holds of the endings that nobody has to claim.
    ///
    /// Here it is asked whether it was dead, which may take a while, and which a later move would have asked again.
    #[must_use]
    pub fn ending(&mut self) -> Option<Ending> {
        let last = self.seen.map_or_else(|| self.ply(), |ending| ending.ply);
        if let Some((at, ending)) = self.asked
            && at == last
        {
            return ending;
        }
        let dead = self.hindsight.dead_since(last, &self.rulebook, |ply| self.position_after(ply));
        let ending = dead.and_then(|ply| self.ending_if_dead(ply)).or(self.seen);
        self.asked = Some((last, ending));
        ending
    }

    /// For each claim, in the order of [`Claim::ALL`], the first half-move after which the side to move could have made it, on the
    /// board and before the game was over.
    #[must_use]
    pub fn claims(&mut self) -> [Option<u32>; Claim::ALL.len()] {
        let end = self.ending().map_or(u32::MAX, |ending| ending.ply);
        self.claims.map(|claim| claim.filter(|&ply| ply < end))
    }

    /// Looks at the position on the board, as a game does after each move.
    #[inline]
    fn look(&mut self) {
        let occurrences = self.recent.count(&self.position, &self.moves);
        if !plainly_goes_on(&self.position, occurrences) {
            self.look_closely(occurrences);
        }
    }

    #[inline(never)]
    fn look_closely(&mut self, occurrences: u32) {
        let ply = self.ply();
        let dead = |forced| self.hindsight.look(&self.position, ply == 0, forced, &self.rulebook);
        if let Some(outcome) = automatic_ending(&self.position, occurrences, &self.rulebook, dead) {
            self.seen = Some(Ending { ply, outcome, mate: None });
        }
        for (first, claim) in self.claims.iter_mut().zip(Claim::ALL) {
            if claim.is_right(&self.position, occurrences) {
                first.get_or_insert(ply);
            }
        }
    }

    /// The ending after so many half-moves, the position there being dead: mate and stalemate come before it.
    fn ending_if_dead(&self, ply: u32) -> Option<Ending> {
        let position = self.position_after(ply);
        let outcome = automatic_ending(&position, 1, &self.rulebook, |_| Some(hindsight::draw(&position)))?;
        Some(Ending { ply, outcome, mate: None })
    }

    fn position_after(&self, ply: u32) -> Position {
        self.moves[..ply as usize].iter().fold(self.start, |position, &mv| position.play(mv))
    }
}

impl Default for Replay {
    fn default() -> Self {
        Self::new(Rulebook::default())
    }
}
