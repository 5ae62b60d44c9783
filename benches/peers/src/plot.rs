//! Plots as SVG, drawn by hand: readable on light and on dark pages.

use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 52.0;

/// A plot of some series over one axis.
pub struct Plot<'a> {
    pub title: &'a str,
    /// What the axes are.
    pub across: &'a str,
    pub up: &'a str,
    /// Whether the axis across is logarithmic.
    pub logarithmic: bool,
    pub series: &'a [&'a str],
}

impl Plot<'_> {
    /// The picture; each point is its place across and then one value a series.
    pub fn draw(&self, points: &[Vec<f64>]) -> String {
        let (first, last) = (points[0][0], points[points.len() - 1][0]);
        let highest = points.iter().flat_map(|point| &point[1..]).copied().fold(0.0, f64::max);
        let step = step(highest);
        let top = (highest / step).ceil() * step;
        let scale = |value: f64| if self.logarithmic { value.log10() } else { value };
        let x = |value: f64| LEFT + (scale(value) - scale(first)) / (scale(last) - scale(first)) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
        let mut svg = head();
        let mut text = |place: (f64, f64), anchor: &str, class: &str, words: &str| {
            let (x, y) = place;
            writeln!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="{class}">{words}</text>"#)
                .expect("a text takes all");
        };
        text((LEFT, 24.0), "start", "title", self.title);
        text((WIDTH - RIGHT, HEIGHT - 12.0), "end", "", self.across);
        text((LEFT, TOP - 12.0), "end", "", self.up);
        let mut place = LEFT + 16.0;
        for (index, name) in self.series.iter().enumerate() {
            text((place + 24.0, 48.0), "start", "", name);
            place += 48.0 + 7.0 * name.chars().count() as f64;
            let _ = index;
        }
        let across =
            if self.logarithmic { vec![1.0, 10.0, 100.0, 1_000.0] } else { (0..=5).map(|tick| f64::from(tick) * last / 5.0).collect() };
        for tick in across {
            text((x(tick), HEIGHT - BOTTOM + 18.0), "middle", "", &format!("{tick:.0}"));
        }
        let steps = (top / step).round() as u32;
        for tick in 0..=steps {
            let value = f64::from(tick) * step;
            text((LEFT - 8.0, y(value) + 4.0), "end", "", &format!("{}", (value * 1000.0).round() / 1000.0));
        }
        for tick in 0..=steps {
            let at = y(f64::from(tick) * step);
            writeln!(svg, r#"<path class="grid" d="M{LEFT} {at:.1}H{:.1}"/>"#, WIDTH - RIGHT).expect("a text takes all");
        }
        let mut place = LEFT + 16.0;
        for (index, name) in self.series.iter().enumerate() {
            writeln!(svg, r#"<path class="s{index}" d="M{place:.1} 44h18"/>"#).expect("a text takes all");
            place += 48.0 + 7.0 * name.chars().count() as f64;
            let line: Vec<String> = points.iter().map(|point| format!("{:.1} {:.1}", x(point[0]), y(point[index + 1]))).collect();
            writeln!(svg, r#"<path class="s{index}" d="M{}"/>"#, line.join("L")).expect("a text takes all");
        }
        svg + "</svg>\n"
    }
}

/// Grey words and grid, and lines of middling lightness: they stand out on white and on black alike.
fn head() -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">
<style>
text {{ fill: #7d8590 }}
.title {{ font-size: 16px; font-weight: bold }}
path {{ fill: none; stroke-width: 2; stroke-linejoin: round }}
.grid {{ stroke: #7d8590; stroke-width: 0.5; stroke-opacity: 0.5 }}
.s0 {{ stroke: #2f81f7 }}
.s1 {{ stroke: #d9730d }}
.s2 {{ stroke: #2da44e; stroke-dasharray: 6 4 }}
</style>
"#
    )
}

/// A round step that makes about five of this.
fn step(highest: f64) -> f64 {
    let rough = highest / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough).unwrap_or(rough)
}
