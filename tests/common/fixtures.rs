//! The perft fixtures, read: see `fixtures/perft/README.md` for their format.

use chess_referee::position::Position;

/// One line of a perft fixture.
#[derive(Clone, Debug)]
pub(crate) struct PerftLine {
    /// The FEN as it stands in the file.
    pub(crate) fen: &'static str,
    /// The same, read.
    pub(crate) position: Position,
    /// Depths in plies, each with its number of leaf nodes.
    pub(crate) counts: Vec<(u32, u64)>,
    /// What the position is there for.
    pub(crate) tags: Vec<&'static str>,
}

/// Our own suite of positions with hard features.
pub(crate) fn suite() -> Vec<PerftLine> {
    lines(include_str!("../../fixtures/perft/suite.txt"))
}

/// The six well-known positions with their published counts.
pub(crate) fn known() -> Vec<PerftLine> {
    lines(include_str!("../../fixtures/perft/known.txt"))
}

fn lines(text: &'static str) -> Vec<PerftLine> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| read(line).unwrap_or_else(|| panic!("a broken line: {line}"))).collect()
}

fn read(line: &'static str) -> Option<PerftLine> {
    let mut fields = line.split(" ;");
    let fen = fields.next()?;
    let mut perft = PerftLine { fen, position: super::position(fen), counts: Vec::new(), tags: Vec::new() };
    for field in fields {
        let (name, value) = field.split_once(' ')?;
        match name.strip_prefix('D') {
            Some(depth) => perft.counts.push((depth.parse().ok()?, value.parse().ok()?)),
            None => perft.tags.extend((name == "tags").then_some(value)?.split(',')),
        }
    }
    (perft.counts.len() >= 3 && !perft.tags.is_empty()).then_some(perft)
}
