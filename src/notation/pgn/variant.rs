//! Which kind of chess a game is, by its tag Variant.

/// Whether a value of the tag Variant, however it is spelled, names a kind of chess that is played here: standard chess, from
/// whatever position, or Chess960.
#[must_use]
pub fn is_played_here(variant: &str) -> bool {
    const NAMES: [&str; 10] =
        ["", "standard", "classical", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom", "frc"];
    let name: String = variant.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    NAMES.contains(&&*name)
}

#[cfg(test)]
mod tests {
    use super::is_played_here;

    #[test]
    fn the_names_of_chess_are_known_however_they_are_spelled() {
        assert!(
            ["Standard", "From Position", "Chess960", "chess 960", "Fischerandom", "Fischer-Random", ""].into_iter().all(is_played_here)
        );
        assert!(!["Atomic", "Crazyhouse", "Chess Variant", "960x", "Schach"].into_iter().any(is_played_here));
    }
}
