//! Perft: how many games of a given length a position has. The field's proof of a move generator, and its yardstick.

use super::{Move, Position};

/// How many sequences of `depth` legal moves there are, or `None` when there are more than `budget`.
///
/// The last half-move is counted from the sets and never played.
#[must_use]
pub fn perft(position: &Position, depth: u32, budget: u64) -> Option<u64> {
    let mut left = budget;
    count(position, depth, &mut left)
}

/// The same count for each first move, in no particular order; `depth` counts that first move too.
#[must_use]
pub fn divide(position: &Position, depth: u32, budget: u64) -> Option<Vec<(Move, u64)>> {
    let mut left = budget;
    let below = depth.checked_sub(1)?;
    position.legal_moves().into_iter().map(|mv| Some((mv, count(&position.play(mv), below, &mut left)?))).collect()
}

fn count(position: &Position, depth: u32, left: &mut u64) -> Option<u64> {
    let nodes = match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                nodes += count(&position.play(mv), depth - 1, left)?;
            }
            return Some(nodes);
        }
    };
    *left = left.checked_sub(nodes)?;
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_has_the_published_counts() {
        let counts: Vec<_> = (0..=5).map(|depth| perft(&Position::initial(), depth, u64::MAX)).collect();
        assert_eq!(counts, [1, 20, 400, 8_902, 197_281, 4_865_609].map(Some));
    }

    #[test]
    fn a_budget_stops_it() {
        assert_eq!(perft(&Position::initial(), 3, 8_902), Some(8_902));
        assert_eq!(perft(&Position::initial(), 3, 8_901), None);
    }

    #[test]
    fn the_division_adds_up() {
        let parts = divide(&Position::initial(), 3, u64::MAX).expect("no budget");
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
    }
}
