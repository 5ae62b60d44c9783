//! The table: one row for each thing measured, in the form of markdown.

/// Everyone who is measured, in the order of the columns; ours come first.
pub const WHO: [&str; 6] = ["chess-referee", "cozy-chess", "chess", "Stockfish", "python-chess", "echo"];

/// One thing that was measured.
pub struct Row {
    pub what: &'static str,
    /// How much each of them did, or took, round by round.
    pub rounds: Vec<(&'static str, Vec<f64>)>,
    /// Whom ours is compared with, where with anyone.
    pub rival: Option<&'static str>,
    pub target: Target,
}

/// What is wanted of our figure, or of its ratio to the rival's.
#[derive(Clone, Copy)]
pub enum Target {
    None,
    AtLeast(f64),
    AtMost(f64),
    RatioAtLeast(f64),
    RatioAtMost(f64),
}

impl Row {
    fn rounds_of(&self, who: &str) -> Option<&[f64]> {
        self.rounds.iter().find(|(name, _)| *name == who).map(|(_, rounds)| &rounds[..])
    }

    fn figure(&self, who: &str) -> Option<f64> {
        self.rounds_of(who).map(median)
    }

    /// The median of the rounds' ratios.
    fn ratio(&self) -> Option<f64> {
        let (ours, theirs) = (self.rounds_of(WHO[0])?, self.rounds_of(self.rival?)?);
        Some(median(&ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect::<Vec<_>>()))
    }

    fn target(&self) -> (String, Option<bool>) {
        let (figure, ratio, rival) = (self.figure(WHO[0]), self.ratio(), self.rival.unwrap_or("nobody"));
        match self.target {
            Target::None => ("–".to_owned(), None),
            Target::AtLeast(least) => (format!("at least {least}"), figure.map(|figure| figure >= least)),
            Target::AtMost(most) => (format!("at most {most}"), figure.map(|figure| figure <= most)),
            Target::RatioAtLeast(least) => (format!("at least {least} × {rival}"), ratio.map(|ratio| ratio >= least)),
            Target::RatioAtMost(most) => (format!("at most {most} × {rival}"), ratio.map(|ratio| ratio <= most)),
        }
    }
}

/// The middle one; of two in the middle, the higher.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Three digits, or all before the point.
fn shown(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Prints all rows.
pub fn print(rows: &[Row]) {
    println!("| what | {} | ratio | target | met |", WHO.join(" | "));
    println!("| --- |{} --- | --- | --- |", " ---: |".repeat(WHO.len()));
    for row in rows {
        let figures = WHO.map(|who| row.figure(who).map_or("–".to_owned(), shown)).join(" | ");
        let ratio = row.ratio().zip(row.rival).map_or("–".to_owned(), |(ratio, rival)| format!("{ratio:.2} × {rival}"));
        let (target, met) = row.target();
        let met = met.map_or("–", |met| if met { "yes" } else { "no" });
        println!("| {} | {figures} | {ratio} | {target} | {met} |", row.what);
    }
}
