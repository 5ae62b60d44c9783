//! The checker: looks at a proof, trusting neither the search nor the generator of moves.
//!
//! It knows one kind of thing, a man that stands on one of several squares (kings and pawns: on the one they stand on), and
//! moves it from each of them by the rules of chess. It shares with the search how a layer is written down, that two men
//! never stand on one square (`Layer::settle`), and the material rule; what it asks of the others, how far regions grow and
//! where officers meet, it does not believe, but looks at.

use arrayvec::ArrayVec;

use super::layer::{Layer, MOST_OFFICERS, Moment, OFFICERS, Officer};
use super::mate::can_be_seated;
use super::moves::{attacks, meeting};
use super::{AbstractProof, is_mated};
use crate::board::{Bitboard, Color, Rank, Role, Square, between, king_attacks, pawn_attacks};
use crate::position::Position;

/// Whether the proof holds: its states contain an image of the position, are closed, and hold no conceivable mate.
///
/// # Why `winner` can then never mate
///
/// A state *means* a position if kings, pawns, turn and the passed square are the same in both, nobody may castle, and the
/// position's officers can be seated in the state's regions, colour by colour and role by role, each in one of its own.
///
/// *Each legal move of a position that is meant by a state of the set leads to a position that is lost by material, or meant
/// by a state of the set again.* Let a man go from y to t. It is one of the men of the state, and y one of its squares, on
/// which no other man surely stands. Its way is empty, so no man surely stands on it: the walk from y that is made below
/// comes to t. What is captured there, if anything, is a man of the state that has t among its squares. So below the move is
/// among those looked at, with mover, victim and t. A quiet move of an officer that has a region stays in that region, for
/// this is asked; the state after it is the same with the turn passed on, and it is asked that this is in the set. Any
/// other move leads to the men with the mover's squares made t (or, where it is a region that captures, a set with t in it),
/// the victim gone. That means the position after the move, and settling takes only squares where, in that position,
/// another man stands. The move is legal, so its king is not attacked, and the state is not dropped for a sure attack. It is
/// asked that a state of the set, or one that is lost by material, has all its regions: this means that position, too.
///
/// *No such move mates.* If it were the winner's and mate, the check would come from the moved man or by a line that the move
/// has opened, for before it the loser, not to move, was not in check. The checker stands on one of its squares and its way
/// to the king is empty. Each square beside the king holds a man of the loser's, each another one, or is attacked by a man
/// of the winner's from one of its squares, by a way on which, the king left out, nobody stands, hence nobody surely. This is
/// what the test for a conceivable mate asks for, all of it necessary; and it is asked that it says no.
///
/// By induction along any line of legal moves from the position, up to where the material alone rules mate out for good, no
/// move of it mates; and the position itself is looked at first.
pub(in crate::rules::dead_position) fn check(position: &Position, winner: Color, proof: &AbstractProof) -> bool {
    position.castling().is_empty()
        && !is_mated(position, !winner)
        && proof.states.words.iter().any(|&word| means(&State::of(word, proof), position))
        && proof.states.words.iter().all(|&word| State::of(word, proof).is_harmless(winner, proof))
}

/// Whether a state means a position.
pub(super) fn means(state: &State, position: &Position) -> bool {
    let moment = Moment::of(position);
    let board = position.board();
    state.moment() == moment
        && Color::ALL.into_iter().all(|color| state.layer().pawns[color as usize] == board.of(color, Role::Pawn))
        && Color::ALL.into_iter().flat_map(|color| OFFICERS.map(|role| (color, role))).all(|(color, role)| {
            let regions: Vec<Bitboard> =
                state.men.iter().filter(|man| (man.color, man.role) == (color, role)).map(|man| man.squares).collect();
            let squares = board.of(color, role);
            squares.len() as usize == regions.len() && can_be_seated(squares, &regions)
        })
}

/// A man that stands on one of these squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    color: Color,
    role: Role,
    squares: Bitboard,
    exact: bool,
    /// Whether the last move was, or may have been, its own.
    moved: bool,
}

impl Man {
    fn is_officer(&self) -> bool {
        !matches!(self.role, Role::King | Role::Pawn)
    }

    /// Whether it is followed as a region and not from square to square.
    fn is_vague(&self) -> bool {
        self.is_officer() && !self.exact
    }

    /// What it attacks from one of its squares, past all but the `solid` ones.
    fn attacks(&self, from: Square, solid: Bitboard) -> Bitboard {
        if self.role == Role::Pawn { pawn_attacks(self.color, from) } else { attacks(self.role, from, solid) }
    }
}

/// All men, the turn and the passed square.
#[derive(Clone, Debug)]
pub(super) struct State {
    men: Vec<Man>,
    turn: Color,
    passed: Option<Square>,
}

impl State {
    /// The state of this word in the proof.
    fn of(word: u64, proof: &AbstractProof) -> Self {
        let (number, moment) = Moment::from_word(word);
        Self::new(&Layer::unpack(&proof.states.layers[number as usize]), moment)
    }

    /// The men of a layer, officers first and in the same order, and the kings.
    pub(super) fn new(layer: &Layer, moment: Moment) -> Self {
        let officers = layer.officers.iter().map(|officer| (officer.color, officer.role, officer.region, officer.exact));
        let mut men: Vec<_> = officers.collect();
        for color in Color::ALL {
            men.push((color, Role::King, moment.kings[color as usize].into(), true));
            men.extend(layer.pawns[color as usize].into_iter().map(|pawn| (color, Role::Pawn, pawn.into(), true)));
        }
        let men = men.into_iter().map(|(color, role, squares, exact)| Man { color, role, squares, exact, moved: false }).collect();
        Self { men, turn: moment.turn, passed: moment.passed }
    }

    fn layer(&self) -> Layer {
        let of = |color, role| self.men.iter().filter(move |man| (man.color, man.role) == (color, role));
        let officers = self.men.iter().filter(|man| man.is_officer());
        Layer {
            pawns: Color::ALL.map(|color| of(color, Role::Pawn).fold(Bitboard::EMPTY, |all, man| all | man.squares)),
            officers: officers.map(|man| Officer { region: man.squares, color: man.color, role: man.role, exact: man.exact }).collect(),
        }
    }

    fn king(&self, color: Color) -> Square {
        let king = self.men.iter().find(|man| (man.color, man.role) == (color, Role::King));
        king.and_then(|king| king.squares.first()).expect("every state has both kings")
    }

    fn moment(&self) -> Moment {
        Moment { kings: Color::ALL.map(|color| self.king(color)), turn: self.turn, passed: self.passed }
    }

    /// Where a man other than this one surely stands.
    fn solid_without(&self, index: usize) -> Bitboard {
        let others = self.men.iter().enumerate().filter(|&(other, man)| other != index && !man.squares.many());
        others.fold(Bitboard::EMPTY, |all, (_, man)| all | man.squares)
    }

    /// Whether every conceivable move leads to a state of the proof, and none might mate.
    fn is_harmless(&self, winner: Color, proof: &AbstractProof) -> bool {
        let mut own = (0..self.men.len()).filter(|&index| self.men[index].color == self.turn);
        self.layer().is_lost(winner) || own.all(|index| self.moves_of(index, winner, proof))
    }

    /// The same for the moves of one man.
    fn moves_of(&self, index: usize, winner: Color, proof: &AbstractProof) -> bool {
        let (man, solid) = (self.men[index], self.solid_without(index));
        let victims: Vec<usize> =
            (0..self.men.len()).filter(|&other| self.men[other].color != man.color && self.men[other].role != Role::King).collect();
        let mut quiet = Bitboard::EMPTY;
        let mut caught = vec![Bitboard::EMPTY; self.men.len()];
        for from in man.squares & !solid {
            let ways = man.attacks(from, solid);
            if man.role == Role::Pawn {
                quiet |= pushes(man.color, from, solid);
            } else {
                quiet |= ways & !solid;
            }
            for &victim in &victims {
                let other = self.men[victim];
                caught[victim] |= if other.squares.many() { ways & other.squares & !solid } else { ways & other.squares };
            }
            if man.role == Role::Pawn
                && let Some(passed) = self.passed
                && ways.has(passed)
            {
                let behind = passed.forward(!man.color).map_or(Bitboard::EMPTY, Bitboard::from);
                let Some(&victim) = victims.iter().find(|&&victim| self.men[victim].squares == behind) else { return false };
                if !self.leads_on(index, passed.into(), Some(victim), winner, proof) {
                    return false;
                }
            }
        }
        let moves_well = |victim: Option<usize>, targets: Bitboard| {
            if !man.is_vague() {
                return targets.into_iter().all(|to| self.leads_on(index, to.into(), victim, winner, proof));
            }
            match victim {
                _ if targets.is_empty() => true,
                None => (targets & !man.squares).is_empty() && self.leads_on(index, man.squares, None, winner, proof),
                Some(victim) => {
                    let other = self.men[victim];
                    let places = if other.is_officer() { self.meeting(index, victim) } else { other.squares };
                    (targets & !places).is_empty() && self.leads_on(index, places, Some(victim), winner, proof)
                }
            }
        };
        moves_well(None, quiet) && victims.into_iter().all(|victim| moves_well(Some(victim), caught[victim]))
    }

    /// Where the search says that one officer may capture another.
    fn meeting(&self, one: usize, other: usize) -> Bitboard {
        let officers = self.layer().officers; // the officers come first among the men, in this order
        meeting(officers[one], officers[other], self.moment().kings())
    }

    /// Whether a move, of this man to one of these squares, is illegal or leads to a state of the proof without a mate.
    fn leads_on(&self, mover: usize, to: Bitboard, victim: Option<usize>, winner: Color, proof: &AbstractProof) -> bool {
        let man = self.men[mover];
        let promotes = man.role == Role::Pawn && (to & Bitboard::rank(Rank::R8.relative_to(man.color))).any();
        let roles: &[Role] = if promotes { &OFFICERS } else { &[man.role] };
        roles.iter().all(|&role| {
            let mut after = self.clone();
            let exact = if promotes { proof.exact_promotions } else { man.exact };
            after.men[mover] = Man { role, squares: to, exact, moved: true, ..man };
            after.turn = !self.turn;
            after.passed = after.passed_by(man, to);
            let mut left = man.squares;
            if let Some(victim) = victim {
                if man.role == Role::Pawn && self.men[victim].role == Role::Pawn {
                    left |= self.men[victim].squares & !to; // nothing, but in passing
                }
                after.men.remove(victim);
            }
            if promotes {
                // Officers come first.
                after.men.sort_by_key(|man| !man.is_officer());
            }
            let stays = (man.is_vague() || man.role == Role::King) && victim.is_none();
            after.holds_up(stays, left, winner, proof)
        })
    }

    /// The square that a pawn has passed, if it made a double step and an enemy pawn stands ready to capture there.
    fn passed_by(&self, man: Man, to: Bitboard) -> Option<Square> {
        let (from, to) = (man.squares.single()?, to.single()?);
        let passed = between(from, to).single().filter(|_| man.role == Role::Pawn)?;
        let ready = pawn_attacks(man.color, passed);
        let is_ready = |other: &Man| other.role == Role::Pawn && other.color != man.color && (other.squares & ready).any();
        self.men.iter().any(is_ready).then_some(passed)
    }

    /// Whether this state, right after a move that left these squares, is illegal or covered by the proof, and no mate.
    ///
    /// After a move that `stays`, a king's walk or an officer's inside its region, nothing has to be settled: all regions stay.
    fn holds_up(mut self, stays: bool, left: Bitboard, winner: Color, proof: &AbstractProof) -> bool {
        let mut layer = self.layer();
        if !stays {
            if !layer.settle(self.moment().kings()) {
                return true;
            }
            for (man, officer) in self.men.iter_mut().zip(&layer.officers) {
                man.squares = officer.region;
            }
        }
        if self.king_is_surely_attacked(!self.turn) {
            return true;
        }
        if self.turn != winner && self.might_be_mate(left, winner) {
            return false;
        }
        if layer.is_lost(winner) {
            return true;
        }
        let settled = layer.clone();
        layer.normalise();
        let covers = settled
            .officers
            .iter()
            .zip(&layer.officers)
            .all(|(one, other)| (one.color, one.role) == (other.color, other.role) && (one.region & !other.region).is_empty());
        layer.sort();
        let mut words = Vec::new();
        layer.pack(&mut words);
        let number = proof.states.numbers.get(&*words).filter(|&&number| *proof.states.layers[number as usize] == *words);
        covers && number.is_some_and(|&number| proof.states.words.contains(&self.moment().with_layer(number)))
    }

    /// Whether this king is attacked wherever the men stand.
    fn king_is_surely_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        let anywhere = |index: usize| {
            let others = self.men.iter().enumerate().filter(move |&(other, _)| other != index);
            others.fold(Bitboard::EMPTY, |all, (_, man)| all | man.squares).without(king)
        };
        self.men
            .iter()
            .enumerate()
            .filter(|(_, man)| man.color != color)
            .any(|(index, man)| man.squares.single().is_some_and(|from| man.attacks(from, anywhere(index)).has(king)))
    }

    /// Whether this might be mate by the winner, after a move that left these squares.
    fn might_be_mate(&self, left: Bitboard, winner: Color) -> bool {
        let king = self.king(!winner);
        (0..self.men.len()).filter(|&index| self.men[index].color == winner).any(|index| {
            let (man, solid) = (self.men[index], self.solid_without(index));
            (man.squares & !solid).into_iter().any(|from| {
                let opened = (between(from, king) & left).any();
                (man.moved || opened) && man.attacks(from, solid).has(king) && self.might_hold(king, index, from)
            })
        })
    }

    /// Whether the king, checked by this man from this square, might have nowhere to go.
    fn might_hold(&self, king: Square, checker: usize, from: Square) -> bool {
        let solid = (self.solid_without(checker) | from.into()).without(king);
        let side = self.men[checker].color;
        let is_guarded = |square: Square| {
            self.men.iter().enumerate().filter(|(_, man)| man.color == side).any(|(index, man)| {
                let stands = match index == checker {
                    true => from.into(),
                    false => man.squares & !self.solid_without(index).with(from).with(king),
                };
                stands.into_iter().any(|stand| man.attacks(stand, solid).has(square))
            })
        };
        let is_own = |square: Square| self.men.iter().any(|man| man.color != side && man.squares == square.into());
        let open: Bitboard = king_attacks(king).into_iter().filter(|&square| !is_own(square) && !is_guarded(square)).collect();
        let blockers = self.men.iter().filter(|man| man.color != side && man.squares.many());
        let regions: ArrayVec<Bitboard, MOST_OFFICERS> = blockers.map(|man| man.squares & !solid).collect();
        (open & solid).is_empty() && can_be_seated(open, &regions)
    }
}

/// Where a pawn may be pushed to.
fn pushes(color: Color, from: Square, solid: Bitboard) -> Bitboard {
    let free = |square: &Square| !solid.has(*square);
    let Some(one) = from.forward(color).filter(free) else { return Bitboard::EMPTY };
    let two = one.forward(color).filter(free).filter(|_| from.rank() == Rank::R2.relative_to(color));
    [Some(one), two].into_iter().flatten().collect()
}
