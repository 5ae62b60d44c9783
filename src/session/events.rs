//! What happened in a game, one line an event, for a spectator or a program that connects again.

use super::games::Slot;
use super::uci;
use crate::board::Color;
use crate::game::{Event, Happening, Spent};
use crate::notation::{CastlingStyle, Fen, UciIntent, write_san};

impl Slot {
    /// The events after the first `since`, numbered from 1. What was taken back has not happened.
    pub(super) fn events(&self, since: u32, style: CastlingStyle) -> Vec<String> {
        let start = format!("start fen {}", Fen(self.game.start()));
        let happened = self.game.happenings().into_iter().map(|(ply, happening)| (ply, self.tell(ply, &happening, style)));
        let numbered = std::iter::once((0, start)).chain(happened).zip(1..);
        numbered.skip(since as usize).map(|((ply, told), number)| format!("event {number} ply {ply} {told}")).collect()
    }

    fn tell(&self, ply: u32, happening: &Happening<'_>, style: CastlingStyle) -> String {
        match happening {
            Happening::Move { before, mv, elapsed, .. } => {
                let told = format!("move uci {} san {}", uci(*mv, style), write_san(before, *mv));
                elapsed.map_or(told.clone(), |elapsed| format!("{told} elapsed {elapsed}"))
            }
            Happening::Beside(event) => self.tell_beside(ply, event, style),
        }
    }

    fn tell_beside(&self, ply: u32, event: &Event, style: CastlingStyle) -> String {
        // The position in which it happened: the one before the next move.
        let position = self.game.position_at(ply).unwrap_or(*self.game.position());
        let turn = position.turn();
        match event {
            Event::Offered { by } => format!("offer by {by}"),
            Event::Declined { by } => format!("decline by {by}"),
            Event::Agreed { by, .. } => format!("accept by {by}"),
            Event::Resigned { by, .. } => format!("resign by {by}"),
            Event::Aborted { .. } => "abort".to_owned(),
            Event::FlagFell { color } => format!("flag by {color}"),
            Event::Claimed { claim, named, right, .. } => {
                let named = named.map_or_else(|| "none".to_owned(), |mv| uci(mv, style).to_string());
                let verdict = if *right { "accepted" } else { "rejected" };
                format!("claim by {turn} draw {} move {named} verdict {verdict}", claim.code())
            }
            Event::Illegal { intent, reason, spent } => {
                let uci = intent.map(|intent| UciIntent { position: &position, intent, style }.to_string());
                let told = format!("illegal by {turn} move {} rule {}", uci.as_deref().unwrap_or("none"), reason.code());
                spent.map_or(told.clone(), |Spent { elapsed, .. }| format!("{told} elapsed {elapsed}"))
            }
            Event::ClockSet { controls: None, .. } => "clock off".to_owned(),
            Event::ClockSet { controls: Some(controls), .. } => {
                let [white, black] = Color::ALL.map(|color| &controls[color as usize]);
                format!("clock white {white} black {black}")
            }
            Event::RuleSet { name, value, .. } => format!("option name {name} value {value}"),
            Event::Ended(outcome) => {
                format!("end state {} result {} reason {}", outcome.state(), outcome.result(), outcome.code())
            }
            Event::Played { .. } | Event::TakenBack { .. } | Event::Replayed { .. } => unreachable!("told as moves"),
        }
    }
}
