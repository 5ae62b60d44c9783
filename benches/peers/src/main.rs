//! Measures chess-referee beside its peers and prints one table; `benches/peers.sh` builds what it needs and starts it.
//!
//! Every row takes all its programs by turns, many rounds over, so that a noisy machine is noisy for all of them. A figure is
//! the median of its rounds, and a ratio the median of the rounds' ratios.

mod plot;
mod process;
mod rows;
mod table;

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are, and how long to measure.
pub struct Setting {
    paths: HashMap<String, PathBuf>,
    /// Fewer rounds and shallower counts, to see that all is there.
    pub quick: bool,
}

impl Setting {
    /// A program or file that was named on the command line.
    pub fn path(&self, name: &str) -> &Path {
        self.paths.get(name).unwrap_or_else(|| panic!("say {name}=PATH"))
    }

    /// So many rounds, or a quarter of them; three at least, which have a median.
    pub fn rounds(&self, rounds: usize) -> usize {
        if self.quick { (rounds / 4).max(3) } else { rounds }
    }
}

/// What is done now, for whoever watches.
pub fn progress(text: &str) {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K{text}");
    }
}

fn main() {
    let mut setting = Setting { paths: HashMap::new(), quick: false };
    let mut by_turns_on_one_core = false;
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some((name, path)) => drop(setting.paths.insert(name.to_owned(), path.into())),
            None if arg == "--quick" => setting.quick = true,
            None if arg == "--one-core" => by_turns_on_one_core = true,
            None => panic!("neither an option nor NAME=PATH: {arg}"),
        }
    }
    if by_turns_on_one_core {
        rows::wait_for_each_reply(&setting);
        return;
    }
    let rows = rows::all(&setting);
    progress("plots");
    if setting.paths.contains_key("plots") {
        plots(&setting);
    }
    progress("");
    table::print(&rows);
}

fn plots(setting: &Setting) {
    let rounds = setting.rounds(15).to_string();
    let table = |what: &str| -> Vec<Vec<f64>> {
        let output = Command::new(setting.path("library")).args([what, &rounds]).output().expect("the library program runs");
        let text = String::from_utf8(output.stdout).expect("numbers are text");
        text.lines().map(|line| line.split(' ').map(|word| word.parse().expect("a number")).collect()).collect()
    };
    let by_length = plot::Plot {
        title: "What a line takes, by the length of the game",
        across: "half-moves played",
        up: "µs a line",
        logarithmic: false,
        series: &["move", "position, one move more", "the same, knights only, past every ending"],
    };
    let by_games = plot::Plot {
        title: "What a move takes, by the number of games",
        across: "games, each of which has a move in turn",
        up: "µs a line",
        logarithmic: true,
        series: &["@game move"],
    };
    for (plot, what, file) in [(by_length, "length", "cost-by-length.svg"), (by_games, "games", "cost-by-games.svg")] {
        let points: Vec<Vec<f64>> = table(what).into_iter().map(in_microseconds).collect();
        std::fs::write(setting.path("plots").join(file), plot.draw(&points)).expect("the folder of plots can be written to");
    }
}

/// All but the first column, which is no time.
fn in_microseconds(row: Vec<f64>) -> Vec<f64> {
    row.iter().enumerate().map(|(column, value)| if column == 0 { *value } else { value / 1e3 }).collect()
}
