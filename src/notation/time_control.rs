//! Time controls as PGN's TimeControl field writes them: `40/7200:1800+30`, `300+3`, `*60`.
//!
//! A control is a list of periods. Each has a time, a number of moves to be made in it (none: for the rest of the game), and
//! what each move adds. `*` makes it an hourglass: what one player uses, the other gains. Seconds may have decimals.

use std::fmt;

use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// The most time that a number may name: 1,000 hours, in ms.
const MOST: u64 = 3_600_000_000;

/// The most periods that a control may have.
const MOST_PERIODS: usize = 4;

/// How much time one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    /// The periods; every one but the last has a number of moves. After the last, they are filled up with it.
    periods: [Period; MOST_PERIODS],
    /// How many there are, 1 at least.
    count: usize,
    hourglass: bool,
}

/// One period of a time control. All times in ms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// How many moves are to be made in it, or `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time for it.
    pub time: u64,
    /// What each move adds, or how long it is delayed.
    pub increment: u64,
}

impl TimeControl {
    /// The time control that a text names.
    ///
    /// # Errors
    ///
    /// What was expected, for a person.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (hourglass, periods) = match all_consuming(control).parse(text) {
            Ok((_, found)) => found,
            Err(_) => return Err("a time control in seconds, such as 300+3, 40/7200:1800+30 or *60"),
        };
        if periods.len() > MOST_PERIODS {
            return Err("a time control of at most 4 periods");
        }
        const { assert!(MOST == 3_600_000_000 && MOST_PERIODS == 4, "the messages name them") };
        if periods.iter().any(|period| period.time == 0 || period.time > MOST) {
            return Err("periods of 0.001 to 3600000 seconds");
        }
        if periods.iter().any(|period| period.increment > MOST) {
            return Err("an increment of at most 3600000 seconds");
        }
        if periods.iter().any(|period| period.moves == Some(0)) {
            return Err("periods of 1 move or more");
        }
        if periods.iter().rev().skip(1).any(|period| period.moves.is_none()) {
            return Err("a number of moves for every period but the last, such as 40/7200:1800");
        }
        let last = periods.len() - 1;
        Ok(Self { periods: std::array::from_fn(|number| periods[number.min(last)]), count: periods.len(), hourglass })
    }

    /// The period of this number, from 0; the last one comes again and again.
    #[inline]
    #[must_use]
    pub fn period(&self, number: usize) -> Period {
        self.periods[number.min(MOST_PERIODS - 1)]
    }

    /// Whether what one player uses, the other gains.
    #[must_use]
    pub const fn is_hourglass(&self) -> bool {
        self.hourglass
    }
}

/// `"*" SECONDS | PERIOD (":" PERIOD)*`
fn control(input: &str) -> IResult<&str, (bool, Vec<Period>)> {
    match input.strip_prefix('*') {
        Some(time) => seconds.map(|time| (true, vec![Period { moves: None, time, increment: 0 }])).parse(time),
        None => separated_list1(char(':'), period).map(|periods| (false, periods)).parse(input),
    }
}

/// `[MOVES "/"] SECONDS ["+" SECONDS]`
fn period(input: &str) -> IResult<&str, Period> {
    let moves = opt(terminated(digit1, char('/')).map_res(str::parse::<u32>));
    (moves, seconds, opt(preceded(char('+'), seconds)))
        .map(|(moves, time, increment)| Period { moves, time, increment: increment.unwrap_or_default() })
        .parse(input)
}

/// `DIGITS ["." DIGITS]`, up to three decimals, in ms.
fn seconds(input: &str) -> IResult<&str, u64> {
    (digit1, opt(preceded(char('.'), digit1)))
        .map_opt(|(whole, decimals): (&str, Option<&str>)| {
            let decimals = decimals.unwrap_or_default();
            if decimals.len() > 3 {
                return None;
            }
            let thousandths = decimals.bytes().chain(*b"00").take(3).fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
            whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths)
        })
        .parse(input)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hourglass {
            f.write_str("*")?;
        }
        for (index, period) in self.periods[..self.count].iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write_seconds(f, period.time)?;
            if period.increment > 0 {
                f.write_str("+")?;
                write_seconds(f, period.increment)?;
            }
        }
        Ok(())
    }
}

fn write_seconds(f: &mut fmt::Formatter<'_>, ms: u64) -> fmt::Result {
    write!(f, "{}", ms / 1000)?;
    if !ms.is_multiple_of(1000) {
        write!(f, ".{}", format!("{:03}", ms % 1000).trim_end_matches('0'))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_go_out_and_back() {
        for text in ["300", "300+3", "40/7200:1800+30", "*60", "60+0.6", "40/5400+30:20/3600+30:900+30", "0.05"] {
            assert_eq!(TimeControl::parse(text).map(|control| control.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(TimeControl::parse("60.500").map(|control| control.to_string()), Ok("60.5".to_owned()));
    }

    #[test]
    fn periods_hold_moves_time_and_increment() {
        let control = TimeControl::parse("40/7200:1800+30").expect("sound");
        assert_eq!(control.period(0), Period { moves: Some(40), time: 7_200_000, increment: 0 });
        assert_eq!(control.period(1), Period { moves: None, time: 1_800_000, increment: 30_000 });
        assert_eq!(control.period(7), control.period(1));
        assert!(TimeControl::parse("*60").expect("sound").is_hourglass());
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        let wrong = [
            "",
            "?",
            "-",
            "abc",
            "300+",
            "+3",
            "40/",
            "0",
            "0/300",
            "300:",
            "300:300",
            "*60+1",
            "1.2345",
            "-5",
            "300 3",
            "9999999999",
            "1/1:1/1:1/1:1/1:1",
            "99999999999999999999",
        ];
        for text in wrong {
            assert!(TimeControl::parse(text).is_err(), "{text}");
        }
        for (text, expected) in [
            ("0", "3600000 seconds"),
            ("3600001", "3600000 seconds"),
            ("300+3600001", "an increment"),
            ("0/300", "1 move"),
            ("1/1:1/1:1/1:1/1:1", "4 periods"),
            ("300:300", "40/7200:1800"),
            ("abc", "40/7200:1800+30 or *60"),
        ] {
            assert!(TimeControl::parse(text).is_err_and(|error| error.contains(expected)), "{text}");
        }
    }
}
