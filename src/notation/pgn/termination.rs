//! The tag `Termination`: what ended a game, in the standard's eight values.

/// What ended a game, as PGN tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Termination {
    Abandoned,
    Adjudication,
    Death,
    Emergency,
    Normal,
    RulesInfraction,
    TimeForfeit,
    Unterminated,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Abandoned,
        Self::Adjudication,
        Self::Death,
        Self::Emergency,
        Self::Normal,
        Self::RulesInfraction,
        Self::TimeForfeit,
        Self::Unterminated,
    ];

    /// Its one spelling in the standard.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Abandoned => "abandoned",
            Self::Adjudication => "adjudication",
            Self::Death => "death",
            Self::Emergency => "emergency",
            Self::Normal => "normal",
            Self::RulesInfraction => "rules infraction",
            Self::TimeForfeit => "time forfeit",
            Self::Unterminated => "unterminated",
        }
    }

    /// The one that a tag's value tells: by its name, in capitals or not; or in words, as some servers write it (`Ann won on
    /// time`, `White resigned`). `None` for another text, of which nothing is known.
    #[must_use]
    pub fn read(value: &str) -> Option<Self> {
        const IN_WORDS: [(&str, Termination); 14] = [
            ("abandon", Termination::Abandoned),
            ("on time", Termination::TimeForfeit),
            ("time forfeit", Termination::TimeForfeit),
            ("timeout", Termination::TimeForfeit),
            ("time out", Termination::TimeForfeit),
            ("adjudicat", Termination::Adjudication),
            ("illegal", Termination::RulesInfraction),
            ("disqualif", Termination::RulesInfraction),
            ("resign", Termination::Normal),
            ("checkmate", Termination::Normal),
            ("stalemate", Termination::Normal),
            ("agreement", Termination::Normal),
            ("repetition", Termination::Normal),
            ("insufficient", Termination::Normal),
        ];
        let spelled = |termination: &Self| termination.text().eq_ignore_ascii_case(value);
        if let Some(termination) = Self::ALL.into_iter().find(spelled) {
            return Some(termination);
        }
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let named = Self::ALL.into_iter().find(|termination| termination.text() == value);
        named.or_else(|| IN_WORDS.into_iter().find(|(words, _)| value.contains(words)).map(|(_, termination)| termination))
    }
}

#[cfg(test)]
mod tests {
    use super::Termination;

    #[test]
    fn every_value_is_read_as_it_is_written_or_in_capitals() {
        for termination in Termination::ALL {
            assert_eq!(Termination::read(termination.text()), Some(termination));
            assert_eq!(Termination::read(&format!(" {} ", termination.text().to_uppercase())), Some(termination));
        }
    }

    #[test]
    fn what_servers_write_in_words_is_understood() {
        let read = |value| Termination::read(value);
        assert_eq!(read("Ann won on time"), Some(Termination::TimeForfeit));
        assert_eq!(read("Game drawn by timeout vs insufficient material"), Some(Termination::TimeForfeit));
        assert_eq!(read("Ann won - game abandoned"), Some(Termination::Abandoned));
        assert_eq!(read("White resigned"), Some(Termination::Normal));
        assert_eq!(read("time  forfeit"), Some(Termination::TimeForfeit));
        assert_eq!(["?", "", "-", "bye"].map(read), [None; 4]);
    }
}
