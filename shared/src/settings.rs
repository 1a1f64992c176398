//! What a host may change while a game runs.

use serde::{Deserialize, Serialize};

use crate::theme::{InvalidColours, Theme};

/// Fewest and most seconds of a step that goes on by itself.
pub const AUTO_SECONDS: std::ops::RangeInclusive<u8> = 2..=120;

/// How a game is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// Whether new players are refused.
    pub locked: bool,
    /// Whether new players may come once the first question was shown.
    pub late_join: bool,
    /// After how many rounds the board comes: 1 each, 0 only at the end.
    pub board_every: u8,
    /// Whether the game goes on by itself, and how fast.
    pub auto: Option<Auto>,
    /// Whether screens show what was answered so far, where nothing is right or wrong.
    pub live_results: bool,
    /// Whether players may react in the lobby and at the podium.
    pub reactions: bool,
    /// How it looks.
    #[serde(default)]
    pub theme: Theme,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            locked: false,
            late_join: true,
            board_every: 1,
            auto: None,
            live_results: true,
            reactions: true,
            theme: Theme::default(),
        }
    }
}

/// How a game is to be run at first: settings that may leave its look to its quiz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstSettings {
    /// Whether new players are refused.
    pub locked: bool,
    /// Whether new players may come once the first question was shown.
    pub late_join: bool,
    /// After how many rounds the board comes: 1 each, 0 only at the end.
    pub board_every: u8,
    /// Whether the game goes on by itself, and how fast.
    pub auto: Option<Auto>,
    /// Whether screens show what was answered so far, where nothing is right or wrong.
    pub live_results: bool,
    /// Whether players may react in the lobby and at the podium.
    pub reactions: bool,
    /// How it looks; where it is missing as its quiz does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

impl FirstSettings {
    /// The settings of a game whose quiz has this look.
    #[must_use]
    pub fn with_look(self, look: Theme) -> Settings {
        let Self { locked, late_join, board_every, auto, live_results, reactions, theme } = self;
        let theme = theme.unwrap_or(look);
        Settings { locked, late_join, board_every, auto, live_results, reactions, theme }
    }
}

impl From<Settings> for FirstSettings {
    fn from(settings: Settings) -> Self {
        let Settings { locked, late_join, board_every, auto, live_results, reactions, theme } =
            settings;
        let theme = Some(theme);
        Self { locked, late_join, board_every, auto, live_results, reactions, theme }
    }
}

impl Default for FirstSettings {
    fn default() -> Self {
        let mut usual = Self::from(Settings::default());
        usual.theme = None;
        usual
    }
}

/// How fast a game goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Auto {
    /// How long the right answer and slides are shown, in seconds.
    pub reveal_seconds: u8,
    /// How long the board and the end of a rain are shown, in seconds.
    pub board_seconds: u8,
}

/// What is wrong with settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSettings {
    /// How long a step lasts.
    #[error(
        "{0} seconds; a step that goes on by itself lasts {lo} to {hi}",
        lo = AUTO_SECONDS.start(), hi = AUTO_SECONDS.end()
    )]
    Seconds(u8),
    /// A host's own colours.
    #[error(transparent)]
    Colours(#[from] InvalidColours),
}

impl Settings {
    /// Checks every rule that they must keep.
    ///
    /// # Errors
    /// The rule that is broken.
    pub fn check(&self) -> Result<(), InvalidSettings> {
        let seconds = self.auto.map(|auto| [auto.reveal_seconds, auto.board_seconds]);
        let wrong = seconds.into_iter().flatten().find(|it| !AUTO_SECONDS.contains(it));
        if let Some(seconds) = wrong {
            return Err(InvalidSettings::Seconds(seconds));
        }
        Ok(self.theme.check()?)
    }

    /// Whether the board comes after so many rounds.
    #[must_use]
    pub fn board_after(&self, rounds: u16) -> bool {
        self.board_every > 0 && rounds.is_multiple_of(self.board_every.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Colour, Colours, Look};

    #[test]
    fn a_game_looks_as_its_quiz_unless_something_else_is_said() {
        let quiz = Theme { look: Look::Snow, ..Theme::default() };
        let mut said = serde_json::to_value(Settings::default()).unwrap();
        let read = |said: &serde_json::Value| -> Settings {
            serde_json::from_value::<FirstSettings>(said.clone()).unwrap().with_look(quiz)
        };
        assert_eq!(read(&said), Settings::default());
        let as_the_quiz = Settings { theme: quiz, ..Settings::default() };
        said["theme"] = serde_json::Value::Null;
        assert_eq!(read(&said), as_the_quiz);
        said.as_object_mut().unwrap().remove("theme");
        assert_eq!(read(&said), as_the_quiz);
        assert_eq!(serde_json::to_value(FirstSettings::default()).unwrap(), said);
    }

    #[test]
    fn seconds_have_limits_colours_are_read_and_boards_have_a_rhythm() {
        let auto = |reveal_seconds, board_seconds| Settings {
            auto: Some(Auto { reveal_seconds, board_seconds }),
            ..Settings::default()
        };
        assert_eq!(Settings::default().check(), Ok(()));
        assert_eq!(auto(2, 120).check(), Ok(()));
        assert_eq!(auto(1, 5).check(), Err(InvalidSettings::Seconds(1)));
        assert_eq!(auto(5, 121).check(), Err(InvalidSettings::Seconds(121)));
        let ink = Colour([0x76; 3]);
        let theme = Theme { colours: Some(Colours { main: ink, ink }), ..Theme::default() };
        let settings = Settings { theme, ..Settings::default() };
        assert_eq!(settings.check(), Err(InvalidSettings::Colours(InvalidColours::Ink)));
        let after = |board_every| {
            let settings = Settings { board_every, ..Settings::default() };
            (1..=6).filter(|rounds| settings.board_after(*rounds)).collect::<Vec<u16>>()
        };
        assert_eq!(after(1), [1, 2, 3, 4, 5, 6]);
        assert_eq!(after(3), [3, 6]);
        assert_eq!(after(0), [0; 0]);
    }
}
