//! Why a game stands as it does, and what happened in it: the evidence, for a person, a spectator, or a program that reconnects.

use super::conduct::Took;
use super::{Game, Happening};
use crate::board::{Bitboard, Color, Square, king_attacks};
use crate::position::Position;
use crate::rules::{DeadPositionRule, Outcome, Proof, Verdict, Win, judge, mate_by};

/// What the present state of a game rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The half-moves after which the position on the board stood, the present one last (9.2).
    pub plies: Vec<u32>,
    /// The half-move of the last capture or pawn move, from which moves are counted (9.3): 0 where there was none yet.
    pub since: u32,
    /// In a mate: each square beside the king that is not taken by its own man, and the men that forbid it.
    pub flights: Vec<(Square, Bitboard)>,
    /// Whether White, and whether Black, could still mate, and the evidence; `None` where the rules look at the material alone,
    /// and it would do.
    pub verdicts: [Option<Verdict>; 2],
    /// How many illegal moves White, and Black, have completed.
    pub illegal_moves: [u32; 2],
}

impl Game {
    /// What the present state rests on.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let identity = self.position.identity();
        let stood = |(_, ply): &(u32, &super::Ply)| *ply.before.identity() == identity;
        let mut plies: Vec<u32> = (0..).zip(&self.plies).filter(stood).map(|(index, _)| index).collect();
        plies.push(self.ply());
        let mated = matches!(self.ending.map(|ending| ending.outcome), Some(Outcome::Win { by: Win::Checkmate, .. }));
        Evidence {
            plies,
            since: self.ply().saturating_sub(self.position.halfmove()),
            flights: if mated { flights(&self.position) } else { Vec::new() },
            verdicts: Color::ALL.map(|color| self.verdict(color)),
            illegal_moves: Color::ALL.map(|color| self.illegal_moves(color)),
        }
    }

    fn verdict(&self, winner: Color) -> Option<Verdict> {
        if self.rulebook.dead_position == DeadPositionRule::Proof {
            return Some(judge(&self.position, winner, self.rulebook.proof_nodes));
        }
        let by = mate_by(self.position.board(), winner);
        (!by.is_possible()).then_some(Verdict::Unwinnable(Proof::Material(by)))
    }

    /// Everything that happened, in order, each with the half-move after which it did. What was taken back has not happened.
    #[must_use]
    pub fn happenings(&self) -> Vec<(u32, Happening<'_>)> {
        let mut all = Vec::new();
        let mut beside = self.happened.iter().peekable();
        let took = self.took();
        let mut add_beside = |all: &mut Vec<_>, ply| {
            while let Some((_, event)) = beside.next_if(|(at, _)| *at == ply) {
                all.push((ply, Happening::Beside(event)));
            }
        };
        add_beside(&mut all, 0);
        for (ply, ((before, mv), took)) in (1..).zip(self.moves().zip(took)) {
            let (elapsed, left) = (took.map(|took| took.elapsed.into()), took.map(|took| took.left.get().into()));
            all.push((ply, Happening::Move { before, mv, elapsed, left }));
            add_beside(&mut all, ply);
        }
        all
    }

    /// What each half-move took, where there was a clock.
    fn took(&self) -> Vec<Option<Took>> {
        let (mut conduct, mut asides) = (self.conduct, self.asides.iter().rev().peekable());
        let mut all: Vec<Option<Took>> = vec![None; self.plies.len()];
        if self.controls.is_empty() {
            return all;
        }
        // From the last one back, for the conduct before a plain move follows from the one after it.
        for (index, ply) in self.plies.iter().enumerate().rev() {
            if let Some(aside) = asides.next_if(|aside| aside.ply as usize == index) {
                (conduct, all[index]) = (aside.before, aside.took);
            } else if let Some(showed) = ply.showed {
                (conduct, all[index]) = conduct.before_plain_move(ply.before.identity().turn(), showed);
            }
        }
        all
    }
}

/// The squares beside the mated king that its own men leave free, and the enemy men that attack them.
fn flights(position: &Position) -> Vec<(Square, Bitboard)> {
    let king = position.king(position.turn());
    let free = king_attacks(king) & !position.board().of_color(position.turn());
    let occupied = position.board().occupied().without(king);
    free.into_iter().map(|square| (square, position.board().attackers(square, !position.turn(), occupied))).collect()
}
