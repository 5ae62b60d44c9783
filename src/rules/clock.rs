//! The chess clock (6.2, 6.3) as a value: what is left to each player, and what a move costs. It never reads the time; it is
//! told how much has passed.
//!
//! The flag is tested before anything is credited: nothing left is fallen. Then the move adds its increment, or gives back
//! its delay; and where it was the last of its period, the next period's time is added. In an hourglass, what one player
//! uses the other gains: never more than was left, so that both together show the same, up to the most that a clock
//! can show.

use std::num::NonZeroU32;

use super::Delay;
use crate::board::Color;
use crate::notation::TimeControl;

/// Where the time that moves take comes from. Never both in one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeSource {
    /// From the caller, with each move.
    Given,
    /// From when the lines arrive.
    Arrival,
}

/// The clocks of both players. All times in ms. Small, for a game keeps them as they stood before each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    sides: [Side; 2],
    /// Which period each player is in, from 0.
    periods: [u8; 2],
    source: Option<TimeSource>,
}

/// The clock of one player. Both are read one by one, for one of them has just been written: what is written in parts and read as a whole
/// makes the processor wait.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Side {
    left: u32,
    /// What the period gives for a move, or by how much it delays.
    increment: u32,
    /// How many moves come that only cost their time and earn the increment, before one that does more: the last of a period, or any in
    /// an hourglass.
    plain_moves: u32,
}

impl Clock {
    /// Both clocks as a game starts with them, White's control first.
    #[must_use]
    pub fn new(controls: &[TimeControl; 2]) -> Self {
        let mut clock = Self { sides: [Side::default(); 2], periods: [0; 2], source: None };
        for color in Color::ALL {
            clock.begin_period(color, &controls[color as usize]);
        }
        clock
    }

    /// What is left to one player, while nothing runs.
    #[inline]
    #[must_use]
    pub const fn left(&self, color: Color) -> u32 {
        self.sides[color as usize].left
    }

    /// What is left to both, White first.
    #[inline]
    #[must_use]
    pub const fn both(&self) -> [u32; 2] {
        [self.sides[0].left, self.sides[1].left]
    }

    /// Where its time comes from, once the first move has shown it.
    #[inline]
    #[must_use]
    pub const fn source(&self) -> Option<TimeSource> {
        self.source
    }

    /// What is left to `color`, whose clock has been running for `elapsed`; nothing left is a fallen flag.
    #[inline]
    #[must_use]
    pub fn left_after(&self, color: Color, elapsed: u64, delay: Delay) -> u32 {
        let cost = match delay {
            Delay::Simple => elapsed.saturating_sub(self.sides[color as usize].increment.into()),
            Delay::None | Delay::Bronstein => elapsed,
        };
        self.left(color).saturating_sub(in_range(cost))
    }

    /// Whether the flag of `color` has fallen, whose clock has been running for `elapsed`.
    #[inline]
    #[must_use]
    pub fn has_fallen(&self, color: Color, elapsed: u64, delay: Delay) -> bool {
        // Nothing costs more than the time that it took.
        elapsed >= self.left(color).into() && self.left_after(color, elapsed, delay) == 0
    }

    /// What both clocks show once that of `color` has been running for `elapsed`, White's first: what it has used, the other has
    /// gained in an hourglass.
    #[must_use]
    pub fn both_after(&self, color: Color, elapsed: u64, controls: &[TimeControl; 2], delay: Delay) -> [u32; 2] {
        self.both_once(color, self.left_after(color, elapsed, delay), controls)
    }

    /// What both clocks show once no more than this is left to `color`.
    fn both_once(&self, color: Color, left: u32, controls: &[TimeControl; 2]) -> [u32; 2] {
        let (mut both, used) = (self.both(), self.left(color) - left);
        both[color as usize] = left;
        if controls[color as usize].is_hourglass() {
            both[!color as usize] = both[!color as usize].saturating_add(used);
        }
        both
    }

    /// Charges `color` for `elapsed`, for a move or for what was none: the time alone, and nothing is earned. The flag has been
    /// tested before.
    pub fn use_up(&mut self, color: Color, elapsed: u64, source: TimeSource, controls: &[TimeControl; 2], delay: Delay) {
        self.set_both(self.both_after(color, elapsed, controls, delay));
        self.source = Some(source);
    }

    /// Credits `color` with what a move earns that took `elapsed`, for which it has been charged.
    pub fn earn(&mut self, color: Color, elapsed: u64, controls: &[TimeControl; 2], delay: Delay) {
        let increment = u64::from(self.sides[color as usize].increment);
        let earned = match delay {
            Delay::None => increment,
            Delay::Simple => 0,
            Delay::Bronstein => elapsed.min(increment),
        };
        self.credit(color, earned);
        let control = &controls[color as usize];
        match self.sides[color as usize].plain_moves.checked_sub(1) {
            Some(left) => self.sides[color as usize].plain_moves = left,
            None if control.is_hourglass() => {}
            None => {
                let number = &mut self.periods[color as usize];
                *number = number.saturating_add(1);
                self.begin_period(color, control);
            }
        }
    }

    /// Charges and credits in few steps, for a move that does no more than cost its time and earn the increment, as most do. Gives
    /// what was left before it, if it is one; else nothing has changed. There must be no delays, and it must be known where the time
    /// comes from.
    #[inline]
    #[must_use]
    pub fn play_plainly(&mut self, color: Color, elapsed: u64) -> Option<NonZeroU32> {
        let side = &mut self.sides[color as usize];
        let before = NonZeroU32::new(side.left)?;
        if elapsed >= before.get().into() {
            return None;
        }
        let plain_moves = side.plain_moves.checked_sub(1)?;
        // Where the clock can't show it all, how long the move took would not follow from what it showed.
        side.left = (before.get() - elapsed as u32).checked_add(side.increment)?;
        side.plain_moves = plain_moves;
        Some(before)
    }

    /// Takes back such a move of `color`, before which so much was left. Gives how long it took.
    pub fn take_back_plain_move(&mut self, color: Color, before: NonZeroU32) -> u32 {
        let side = &mut self.sides[color as usize];
        let without_increment = std::mem::replace(&mut side.left, before.get()) - side.increment;
        side.plain_moves += 1;
        before.get() - without_increment
    }

    /// Stops the clock of `color`, whose flag has fallen: all that was left has been used.
    pub fn fall(&mut self, color: Color, controls: &[TimeControl; 2]) {
        self.set_both(self.both_once(color, 0, controls));
    }

    /// Adds time: a penalty of the opponent's. No clock shows more than 2^32 ms, some 49 days.
    pub fn credit(&mut self, color: Color, time: u64) {
        let left = &mut self.sides[color as usize].left;
        *left = left.saturating_add(in_range(time));
    }

    fn set_both(&mut self, both: [u32; 2]) {
        for (side, left) in self.sides.iter_mut().zip(both) {
            side.left = left;
        }
    }

    /// Adds the time of the period that has been come to.
    fn begin_period(&mut self, color: Color, control: &TimeControl) {
        let period = control.period(self.periods[color as usize].into());
        self.credit(color, period.time);
        let side = &mut self.sides[color as usize];
        side.increment = in_range(period.increment);
        side.plain_moves = match period.moves {
            _ if control.is_hourglass() => 0,
            // More than a game has.
            None => u32::MAX,
            Some(moves) => moves - 1,
        };
    }
}

fn in_range(ms: u64) -> u32 {
    u32::try_from(ms).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn controls(text: &str) -> [TimeControl; 2] {
        [0; 2].map(|_| TimeControl::parse(text).expect(text))
    }

    /// Charges for a move, and credits what it earns.
    fn charge(clock: &mut Clock, color: Color, elapsed: u64, controls: &[TimeControl; 2], delay: Delay) {
        clock.use_up(color, elapsed, TimeSource::Given, controls, delay);
        clock.earn(color, elapsed, controls, delay);
    }

    /// What White has left after moves that took so long.
    fn white_after(text: &str, delay: Delay, moves: &[u64]) -> u32 {
        let controls = controls(text);
        let mut clock = Clock::new(&controls);
        for &elapsed in moves {
            charge(&mut clock, Color::White, elapsed, &controls, delay);
        }
        clock.left(Color::White)
    }

    proptest! {
        #[test]
        fn a_plain_move_is_one_that_is_charged_so_and_can_be_taken_back(
            control in prop::sample::select(vec!["300+3", "60", "*60", "3/10+1:2/20:5+0.25", "1/60", "2/3600000:1+3600000"]),
            moves in prop::collection::vec((any::<bool>(), prop_oneof![0..20_000_u64, any::<u32>().prop_map(u64::from), any::<u64>()]), 1..40),
        ) {
            let controls = controls(control);
            let mut clock = Clock::new(&controls);
            clock.use_up(Color::White, 0, TimeSource::Given, &controls, Delay::None);
            for (white, elapsed) in moves {
                let color = if white { Color::White } else { Color::Black };
                let (before, mut plainly) = (clock, clock);
                charge(&mut clock, color, elapsed, &controls, Delay::None);
                if let Some(showed) = plainly.play_plainly(color, elapsed) {
                    prop_assert_eq!(plainly, clock);
                    prop_assert_eq!(showed.get(), before.left(color));
                    prop_assert_eq!(u64::from(plainly.take_back_plain_move(color, showed)), elapsed);
                }
                prop_assert_eq!(plainly, before);
            }
        }
    }

    #[test]
    fn most_moves_are_plain() {
        let plain = |text: &str| {
            let controls = controls(text);
            let mut clock = Clock::new(&controls);
            [0, 1_000, 1_000, 1_000_000].map(|elapsed| clock.play_plainly(Color::White, elapsed).is_some())
        };
        assert_eq!(plain("300+3"), [true, true, true, false], "the last one takes too long");
        assert_eq!(plain("3/300:60"), [true, true, false, false], "the third one ends the period");
        assert_eq!(plain("*300"), [false; 4]);
    }

    #[test]
    fn an_increment_is_added_after_each_move() {
        assert_eq!(white_after("300+3", Delay::None, &[10_000]), 293_000);
        assert_eq!(white_after("300+3", Delay::None, &[0, 0]), 306_000);
    }

    #[test]
    fn a_simple_delay_starts_the_clock_later() {
        assert_eq!(white_after("300+3", Delay::Simple, &[10_000]), 293_000);
        assert_eq!(white_after("300+3", Delay::Simple, &[2_000]), 300_000);
    }

    #[test]
    fn bronstein_gives_back_what_was_used() {
        assert_eq!(white_after("300+3", Delay::Bronstein, &[10_000]), 293_000);
        assert_eq!(white_after("300+3", Delay::Bronstein, &[2_000]), 300_000);
    }

    #[test]
    fn the_next_period_comes_with_the_last_move_of_one() {
        assert_eq!(white_after("2/60:30+1", Delay::None, &[10_000]), 50_000);
        assert_eq!(white_after("2/60:30+1", Delay::None, &[10_000, 10_000]), 70_000);
        assert_eq!(white_after("2/60:30+1", Delay::None, &[10_000, 10_000, 10_000]), 61_000);
        assert_eq!(white_after("1/60", Delay::None, &[0, 0, 0]), 240_000, "the last period comes again");
    }

    #[test]
    fn an_hourglass_gives_the_time_to_the_other() {
        let controls = controls("*60");
        let mut clock = Clock::new(&controls);
        charge(&mut clock, Color::White, 20_000, &controls, Delay::None);
        assert_eq!(clock.both(), [40_000, 80_000]);
    }

    #[test]
    fn an_hourglass_gives_no_more_than_was_left() {
        let controls = controls("*60");
        let clock = Clock::new(&controls);
        for (elapsed, both) in [(59_999, [1, 119_999]), (60_000, [0, 120_000]), (60_001, [0, 120_000]), (u64::MAX, [0, 120_000])] {
            assert_eq!(clock.both_after(Color::White, elapsed, &controls, Delay::None), both);
            let mut used = clock;
            used.use_up(Color::White, elapsed, TimeSource::Arrival, &controls, Delay::None);
            assert_eq!(used.both(), both);
            used.fall(Color::White, &controls);
            assert_eq!(used.both(), [0, 120_000], "a fallen flag has used it all");
        }
    }

    #[test]
    fn a_fallen_flag_gives_nothing_without_an_hourglass() {
        let controls = ["60", "*60"].map(|text| TimeControl::parse(text).expect(text));
        let mut clock = Clock::new(&controls);
        clock.fall(Color::White, &controls);
        assert_eq!(clock.both(), [0, 60_000], "what counts is the control of the one whose time runs");
    }

    #[test]
    fn nothing_left_is_a_fallen_flag() {
        let controls = controls("10+5");
        let clock = Clock::new(&controls);
        let left = |elapsed, delay| clock.left_after(Color::White, elapsed, delay);
        assert_eq!((left(9_999, Delay::None), left(10_000, Delay::None)), (1, 0));
        assert_eq!((left(14_999, Delay::Simple), left(15_000, Delay::Simple)), (1, 0));
        assert_eq!(left(10_000, Delay::Bronstein), 0);
    }
}
