//! Every conceivable move of an abstract state: for each legal move of each position meant, one that leads to its image.

use std::ops::ControlFlow;

use super::layer::{Layer, Moment, OFFICERS, Officer, steps};
use crate::board::{
    Bitboard, Color, Rank, Role, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};

/// A conceivable move, after it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    /// Pawns and officers right after the move; no region has grown yet.
    pub(super) layer: &'a Layer,
    /// Whether that is the layer from before, untouched.
    pub(super) same_layer: bool,
    pub(super) moment: Moment,
    /// The officers (bits, by their places in `layer`) of which one has moved, or was promoted to.
    pub(super) movers: u32,
    /// Where the pawn stands that has moved, if it is a pawn still.
    pub(super) pawn: Option<Square>,
    /// The squares of which one was left, or all: the mover's, and that of a pawn captured in passing.
    pub(super) left: Bitboard,
}

/// Who moves.
#[derive(Clone, Copy)]
enum Mover {
    King,
    Pawn(Square),
    Officer(usize),
}

/// Who is captured.
#[derive(Clone, Copy)]
enum Victim {
    Nobody,
    Pawn(Square),
    Officer(usize),
}

/// Where an officer of this role on `from` attacks while `solid` squares stop it.
#[inline]
pub(super) fn attacks(role: Role, from: Square, solid: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, solid),
        Role::Rook => rook_attacks(from, solid),
        Role::Queen => queen_attacks(from, solid),
        Role::King => king_attacks(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}

/// The squares where an officer that is followed as a region may capture another one.
///
/// The last square of its way before the capture is in its region, for the way is empty and the region closed.
#[inline]
pub(super) fn meeting(officer: Officer, victim: Officer, kings: Bitboard) -> Bitboard {
    steps(officer.role, officer.region) & victim.region & !kings
}

/// Shows each conceivable move to `visit`, until it breaks off.
pub(super) fn try_each_step<B>(
    layer: &Layer,
    moment: Moment,
    exact_promotions: bool,
    visit: impl FnMut(Step<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let located = layer.located();
    let solid = layer.all_pawns() | located | moment.kings();
    let mut moves = Moves { layer, moment, us: moment.turn, located, solid, exact_promotions, visit };
    moves.king()?;
    moves.pawns()?;
    moves.officers()
}

/// A state, the squares surely taken in it, and who wants to see its moves.
struct Moves<'a, V> {
    layer: &'a Layer,
    moment: Moment,
    us: Color,
    /// Where an officer surely stands.
    located: Bitboard,
    /// Where any man surely stands.
    solid: Bitboard,
    exact_promotions: bool,
    visit: V,
}

impl<B, V: FnMut(Step<'_>) -> ControlFlow<B>> Moves<'_, V> {
    fn king(&mut self) -> ControlFlow<B> {
        let (king, other) = (self.moment.kings[self.us as usize], self.moment.kings[!self.us as usize]);
        for to in king_attacks(king) & !king_attacks(other) {
            if !self.solid.has(to) {
                let mut moment = self.after();
                moment.kings[self.us as usize] = to;
                let step = Step { layer: self.layer, same_layer: true, moment, movers: 0, pawn: None, left: king.into() };
                (self.visit)(step)?;
            }
            self.captures(Mover::King, to, None)?;
        }
        ControlFlow::Continue(())
    }

    fn pawns(&mut self) -> ControlFlow<B> {
        let us = self.us;
        for from in self.layer.pawns[us as usize] {
            let Some(to) = from.forward(us) else { continue };
            let promotes = to.rank() == Rank::R8.relative_to(us);
            let promotions: &[Option<Role>] = if promotes { &OFFICERS.map(Some) } else { &[None] };
            for &role in promotions {
                if !self.solid.has(to) {
                    self.event(Mover::Pawn(from), to.into(), Victim::Nobody, role, None)?;
                }
                for to in pawn_attacks(us, from) {
                    self.captures(Mover::Pawn(from), to, role)?;
                }
            }
            if from.rank() == Rank::R2.relative_to(us)
                && let Some(beyond) = to.forward(us)
                && !self.solid.has(to)
                && !self.solid.has(beyond)
            {
                let passed = (pawn_attacks(us, to) & self.layer.pawns[!us as usize]).any().then_some(to);
                self.event(Mover::Pawn(from), beyond.into(), Victim::Nobody, None, passed)?;
            }
            if let Some(passed) = self.moment.passed
                && pawn_attacks(us, from).has(passed)
                && let Some(victim) = passed.forward(!us)
            {
                self.event(Mover::Pawn(from), passed.into(), Victim::Pawn(victim), None, None)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn officers(&mut self) -> ControlFlow<B> {
        let (us, kings) = (self.us, self.moment.kings());
        let theirs = self.layer.pawns[!us as usize];
        // Officers that move about in their regions change nothing but the turn: all such moves are one.
        let (mut movers, mut left) = (0, Bitboard::EMPTY);
        for (index, officer) in self.layer.officers.iter().enumerate().filter(|(_, officer)| officer.color == us && !officer.exact) {
            let free = officer.region & !kings;
            if (steps(officer.role, free) & free).any() {
                movers |= 1 << index;
                left |= officer.region;
            }
        }
        if movers != 0 {
            let moment = self.after();
            (self.visit)(Step { layer: self.layer, same_layer: true, moment, movers, pawn: None, left })?;
        }
        let layer = self.layer;
        for (index, officer) in layer.distinct(us) {
            let mover = Mover::Officer(index);
            if let (true, Some(from)) = (officer.exact, officer.region.single()) {
                for to in attacks(officer.role, from, self.solid) {
                    if !self.solid.has(to) {
                        self.event(mover, to.into(), Victim::Nobody, None, None)?;
                    }
                    self.captures(mover, to, None)?;
                }
                continue;
            }
            for to in steps(officer.role, officer.region) & theirs {
                self.event(mover, to.into(), Victim::Pawn(to), None, None)?;
            }
            for (victim, other) in layer.distinct(!us) {
                let to = meeting(officer, other, kings);
                if to.any() {
                    self.event(mover, to, Victim::Officer(victim), None, None)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The captures on one square: of the pawn that stands there, or of any officer that may.
    fn captures(&mut self, mover: Mover, to: Square, promotion: Option<Role>) -> ControlFlow<B> {
        if self.layer.pawns[!self.us as usize].has(to) {
            return self.event(mover, to.into(), Victim::Pawn(to), promotion, None);
        }
        if self.solid.has(to) && !self.located.has(to) {
            return ControlFlow::Continue(());
        }
        let layer = self.layer;
        for (victim, officer) in layer.distinct(!self.us) {
            if officer.region.has(to) && (!self.located.has(to) || !officer.region.many()) {
                self.event(mover, to.into(), Victim::Officer(victim), promotion, None)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moment after a move that changes no king and no pawn's double step.
    fn after(&self) -> Moment {
        Moment { turn: !self.us, passed: None, ..self.moment }
    }

    /// A move that changes the layer.
    fn event(&mut self, mover: Mover, to: Bitboard, victim: Victim, promotion: Option<Role>, passed: Option<Square>) -> ControlFlow<B> {
        let (us, them) = (self.us as usize, !self.us as usize);
        let mut layer = self.layer.clone();
        let mut moment = Moment { passed, ..self.after() };
        let (mut left, mut movers, mut pawn) = (Bitboard::EMPTY, 0, None);
        let mut gap = usize::MAX;
        match victim {
            Victim::Nobody => {}
            Victim::Pawn(at) => {
                layer.pawns[them] = layer.pawns[them].without(at);
                left = Bitboard::from(at) & !to;
            }
            Victim::Officer(index) => {
                layer.officers.remove(index);
                gap = index;
            }
        }
        match (mover, to.first()) {
            (Mover::King, Some(to)) => {
                left |= moment.kings[us].into();
                moment.kings[us] = to;
            }
            (Mover::Pawn(from), Some(to)) => {
                left |= from.into();
                layer.pawns[us] = layer.pawns[us].without(from);
                if let Some(role) = promotion {
                    movers = 1 << layer.officers.len();
                    layer.officers.push(Officer { region: to.into(), color: self.us, role, exact: self.exact_promotions });
                } else {
                    layer.pawns[us] = layer.pawns[us].with(to);
                    pawn = Some(to);
                }
            }
            (Mover::Officer(index), _) => {
                let index = index - usize::from(index > gap);
                left |= layer.officers[index].region;
                layer.officers[index].region = to;
                movers = 1 << index;
            }
            (_, None) => return ControlFlow::Continue(()),
        }
        if !layer.settle(moment.kings()) {
            return ControlFlow::Continue(());
        }
        (self.visit)(Step { layer: &layer, same_layer: false, moment, movers, pawn, left })
    }
}
