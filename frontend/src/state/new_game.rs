//! What a host chooses for a new game beside its quiz. Pure; used by the dialog that makes games.

use std::num::NonZeroU16;

use quizrain_shared::api::CreateGame;
use quizrain_shared::field::{InvalidField, JoinField};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::GuestListId;
use quizrain_shared::mode::{Deal, InvalidTeams, MAX_TEAMS, Mode, SelfPaced, Survival, Teams};
use quizrain_shared::name::NameRule;
use quizrain_shared::settings::Settings;
use quizrain_shared::theme::Theme;
use serde::{Deserialize, Serialize};

/// Which mode; what belongs to each of them is kept beside it, while the host looks at another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Points.
    #[default]
    Classic,
    /// Whoever is wrong or silent is out.
    Survival,
    /// Points of teams.
    Teams,
    /// Points, each player at their own pace.
    SelfPaced,
}

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Options {
    /// The mode.
    pub(crate) kind: Kind,
    /// How players go out.
    pub(crate) survival: Survival,
    /// The teams.
    pub(crate) teams: Teams,
    /// For how long it is open at one's own pace.
    #[serde(default)]
    pub(crate) paced: SelfPaced,
    /// How players come to their names.
    pub(crate) names: NameRule,
    /// Whether new players may come once the first question was shown.
    pub(crate) late_join: bool,
    /// Who takes a seat.
    #[serde(default)]
    pub(crate) identity: Identity,
    /// Whether money may be paid out to browsers.
    #[serde(default)]
    pub(crate) pays_anybody: bool,
    /// Whose guests take a seat, where it is for guests.
    #[serde(default)]
    pub(crate) guests: Option<GuestListId>,
    /// What players are asked for, where it is for anybody.
    #[serde(default)]
    pub(crate) field: Option<JoinField>,
    /// How it looks, where its quiz has no look of its own.
    #[serde(default)]
    pub(crate) theme: Theme,
    /// How it looks, where it has one: that at first.
    #[serde(skip)]
    pub(crate) own_look: Option<Theme>,
}

/// Why there can be no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Its teams.
    Teams(InvalidTeams),
    /// What players are asked for.
    Field(InvalidField),
}

impl Options {
    /// Those of a game that is started with one click; its teams would have these names.
    pub(crate) fn new(names: [&str; 2]) -> Self {
        Self {
            kind: Kind::Classic,
            survival: Survival::default(),
            teams: Teams { names: names.map(str::to_owned).to_vec(), deal: Deal::Chosen },
            paced: SelfPaced::default(),
            names: NameRule::Free,
            late_join: true,
            identity: Identity::Open,
            pays_anybody: false,
            guests: None,
            field: None,
            theme: Theme::default(),
            own_look: None,
        }
    }

    /// Those that were written; `None` where a text says none. Pictures are not among them: the server keeps one as long
    /// as a game shows it, and makes no game with one that is gone.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut options: Self = serde_json::from_str(text).ok()?;
        (options.theme.logo, options.theme.falls) = (None, None);
        MAX_TEAMS.contains(&options.teams.names.len()).then_some(options)
    }

    /// The same as a text.
    pub(crate) fn write(&self) -> String {
        // Texts and numbers alone, which can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// How the game looks.
    pub(crate) fn look(&self) -> Theme {
        self.own_look.unwrap_or(self.theme)
    }

    /// The same, to change it.
    pub(crate) fn look_mut(&mut self) -> &mut Theme {
        self.own_look.as_mut().unwrap_or(&mut self.theme)
    }

    /// One more team, of the first of these names that is free.
    pub(crate) fn add_team(&mut self, names: &[&str]) {
        let all = &mut self.teams.names;
        let free = names.iter().find(|name| !all.iter().any(|it| it == *name));
        if all.len() < *MAX_TEAMS.end() {
            all.push(free.copied().unwrap_or_default().to_owned());
        }
    }

    /// One team less.
    pub(crate) fn remove_team(&mut self) {
        if self.teams.names.len() > *MAX_TEAMS.start() {
            self.teams.names.pop();
        }
    }

    /// The mode.
    ///
    /// # Errors
    /// What is wrong with the teams, where they play.
    fn mode(&self) -> Result<Mode, InvalidTeams> {
        Ok(match self.kind {
            Kind::Classic => Mode::Classic,
            Kind::Survival => Mode::Survival(self.survival),
            Kind::SelfPaced => Mode::SelfPaced(self.paced),
            Kind::Teams => {
                let names = self.teams.names.iter().map(|name| name.trim().to_owned()).collect();
                let teams = Teams { names, ..self.teams.clone() };
                teams.check()?;
                Mode::Teams(teams)
            }
        })
    }

    /// What players are asked for.
    ///
    /// # Errors
    /// What is wrong with it, where anybody plays. Whether the example matches is not looked at.
    fn field(&self) -> Result<Option<JoinField>, InvalidField> {
        let Some(JoinField { name, pattern, example }) =
            self.field.as_ref().filter(|_| self.identity == Identity::Open)
        else {
            return Ok(None);
        };
        let [name, pattern, example] = [name, pattern, example].map(|it| it.trim().to_owned());
        let field = JoinField { name, pattern, example };
        field.check().map(|()| Some(field))
    }

    /// Why there can be no such game.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let teams = self.mode().err().map(Problem::Teams);
        teams.or_else(|| self.field().err().map(Problem::Field))
    }

    /// The wish for a game: of all questions of a quiz, or of so many drawn from it.
    ///
    /// # Errors
    /// As [`Self::problem`] says.
    pub(crate) fn wish(
        &self,
        quiz: String,
        questions: Option<NonZeroU16>,
    ) -> Result<CreateGame, Problem> {
        let (late_join, theme) = (self.late_join, self.look());
        let settings = Some(Settings { late_join, theme, ..Settings::default() }.into());
        Ok(CreateGame {
            quiz,
            questions,
            mode: self.mode().map_err(Problem::Teams)?,
            names: self.names,
            settings,
            identity: self.identity,
            pays_anybody: self.pays_anybody && self.identity == Identity::Open,
            guests: self.guests.filter(|_| self.identity == Identity::Invited),
            field: self.field().map_err(Problem::Field)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::MediaId;
    use quizrain_shared::theme::{Colour, Colours, Look};

    use super::*;

    /// How a game would look.
    fn looks(options: &Options) -> Option<Theme> {
        options.wish("q".into(), None).ok()?.settings?.theme
    }

    #[test]
    fn the_look_of_a_quiz_is_for_its_games_alone() {
        let snow = Theme { look: Look::Snow, ..Theme::default() };
        let mut options = Options { own_look: Some(snow), ..Options::new(["a", "b"]) };
        assert_eq!(looks(&options), Some(snow));
        options.look_mut().look = Look::Balloons;
        assert_eq!(looks(&options).map(|it| it.look), Some(Look::Balloons));
        let mut next = Options::read(&options.write()).unwrap();
        assert_eq!(looks(&next), Some(Theme::default()));
        next.look_mut().look = Look::Snow;
        assert_eq!(Options::read(&next.write()).map(|it| it.look()), Some(snow));
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let colours = Some(Colours::of(Colour([255, 230, 0])));
        let theme = Theme { look: Look::Snow, colours, ..Theme::default() };
        let options = Options { kind: Kind::Teams, theme, ..Options::new(["Drops", "Stars"]) };
        assert_eq!(looks(&options), Some(theme));
        assert_eq!(Options::read(&options.write()), Some(options.clone()));
        let mut none = options.clone();
        none.theme.logo = Some(MediaId([7; 16]));
        assert_eq!(Options::read(&none.write()), Some(options));
        none.teams.names.clear();
        for odd in ["", "{}", &none.write()] {
            assert_eq!(Options::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn teams_are_2_to_8_and_each_has_a_name() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let mut options = Options { kind: Kind::Teams, ..Options::new(["b", "x"]) };
        for _ in 0..9 {
            options.add_team(&names);
        }
        assert_eq!(options.teams.names, ["b", "x", "a", "c", "d", "e", "f", "g"]);
        for _ in 0..9 {
            options.remove_team();
        }
        assert_eq!(options.teams.names, ["b", "x"]);
        options.teams.names[1] = " B ".to_owned();
        assert_eq!(options.mode(), Err(InvalidTeams::SameName));
        options.kind = Kind::Survival;
        assert_eq!(options.mode(), Ok(Mode::Survival(Survival::default())), "nobody sees them");
    }

    #[test]
    fn one_click_is_a_game_as_the_api_has_it() {
        let wish = Options::new(["a", "b"]).wish("q".into(), None).unwrap();
        let plain: CreateGame = serde_json::from_str(r#"{"quiz":"q","questions":null}"#).unwrap();
        assert_eq!(wish, CreateGame { settings: Some(Settings::default().into()), ..plain });
    }
}
