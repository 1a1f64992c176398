//! The pages of the app and their addresses: the one list that the server's routes, the bundles of the
//! front end and every link between pages are made from.

use crate::ids::{GameId, Pin, QuizId};

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Where a player types a pin.
    Home,
    /// A player's phone in a game.
    Play(Pin),
    /// What the account of this browser has.
    Balance,
    /// What it did in a game that is over.
    Receipt(GameId),
    /// Where it signs in at a provider, and comes back from there.
    SignIn,
    /// What is kept of whoever plays.
    Privacy,
    /// Where anybody tries device and line before an event.
    Check,
    /// Where a host starts a game.
    Host,
    /// The host's library: quizzes are written, brought, kept and found.
    Studio,
    /// The keys of programs.
    Keys,
    /// Who is invited.
    Guests,
    /// The accounts of hosts, and one's own.
    Accounts,
    /// Where a host signs in.
    HostSignIn,
    /// What was done here, and by whom.
    Activity,
    /// A quiz as it is written.
    Quiz(QuizId),
    /// The desk from which a game is driven.
    HostGame(GameId),
    /// The projector of a game.
    Screen(Pin),
    /// The big screen of a place where one game follows the other.
    Booth,
    /// The host's games that are over.
    Results,
    /// What became of one of them.
    GameResults(GameId),
}

/// The form of a page's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Of [`Page::Home`].
    Home,
    /// Of [`Page::Play`].
    Play,
    /// Of [`Page::Balance`].
    Balance,
    /// Of [`Page::Receipt`].
    Receipt,
    /// Of [`Page::SignIn`].
    SignIn,
    /// Of [`Page::Privacy`].
    Privacy,
    /// Of [`Page::Check`].
    Check,
    /// Of [`Page::Host`].
    Host,
    /// Of [`Page::Studio`].
    Studio,
    /// Of [`Page::Keys`].
    Keys,
    /// Of [`Page::Guests`].
    Guests,
    /// Of [`Page::Accounts`].
    Accounts,
    /// Of [`Page::HostSignIn`].
    HostSignIn,
    /// Of [`Page::Activity`].
    Activity,
    /// Of [`Page::Quiz`].
    Quiz,
    /// Of [`Page::HostGame`].
    HostGame,
    /// Of [`Page::Screen`].
    Screen,
    /// Of [`Page::Booth`].
    Booth,
    /// Of [`Page::Results`].
    Results,
    /// Of [`Page::GameResults`].
    GameResults,
}

/// A WebAssembly file and what belongs to it. A link from one bundle to another loads a page anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bundle {
    /// What phones load for a game.
    Player,
    /// What they load behind it.
    Account,
    /// What hosts and big screens load.
    Stage,
}

impl Bundle {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Player, Self::Account, Self::Stage];

    /// The name of its program and of its HTML file, without an ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Account => "account",
            Self::Stage => "stage",
        }
    }
}

impl Route {
    /// Every route.
    pub const ALL: [Self; 20] = [
        Self::Home,
        Self::Play,
        Self::Balance,
        Self::Receipt,
        Self::SignIn,
        Self::Privacy,
        Self::Check,
        Self::Host,
        Self::Studio,
        Self::Keys,
        Self::Guests,
        Self::Accounts,
        Self::HostSignIn,
        Self::Activity,
        Self::Quiz,
        Self::HostGame,
        Self::Screen,
        Self::Booth,
        Self::Results,
        Self::GameResults,
    ];

    /// Its path, as axum writes it: `{name}` stands for one segment that is not empty.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::Play => "/play/{pin}",
            Self::Balance => "/balance",
            Self::Receipt => "/receipt/{game}",
            Self::SignIn => "/sign-in",
            Self::Privacy => "/privacy",
            Self::Check => "/check",
            Self::Host => "/host",
            Self::Studio => "/studio",
            Self::Keys => "/studio/keys",
            Self::Guests => "/studio/guests",
            Self::Accounts => "/studio/accounts",
            Self::HostSignIn => "/studio/sign-in",
            Self::Activity => "/studio/activity",
            Self::Quiz => "/studio/{quiz}",
            Self::HostGame => "/host/{game}",
            Self::Screen => "/screen/{pin}",
            Self::Booth => "/booth",
            Self::Results => "/results",
            Self::GameResults => "/results/{game}",
        }
    }

    /// Which bundle shows it.
    #[must_use]
    pub const fn bundle(self) -> Bundle {
        match self {
            Self::Home | Self::Play => Bundle::Player,
            Self::Balance | Self::Receipt | Self::SignIn | Self::Privacy | Self::Check => {
                Bundle::Account
            }
            Self::Host
            | Self::Studio
            | Self::Keys
            | Self::Guests
            | Self::Accounts
            | Self::HostSignIn
            | Self::Activity
            | Self::Quiz
            | Self::HostGame
            | Self::Screen
            | Self::Booth
            | Self::Results
            | Self::GameResults => Bundle::Stage,
        }
    }

    /// The route of a path, whatever its parameter is worth. A slash at the end changes nothing.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        split(path).map(|(route, _)| route)
    }
}

/// A path's route and its parameter.
fn split(path: &str) -> Option<(Route, &str)> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let (first, parameter) = path.split_once('/').unwrap_or((path, ""));
    let route = match (first, parameter) {
        ("", "") => Route::Home,
        ("balance", "") => Route::Balance,
        ("sign-in", "") => Route::SignIn,
        ("privacy", "") => Route::Privacy,
        ("check", "") => Route::Check,
        ("host", "") => Route::Host,
        ("studio", "") => Route::Studio,
        ("booth", "") => Route::Booth,
        ("results", "") => Route::Results,
        (_, "") => return None,
        (_, parameter) if parameter.contains(['/']) => return None,
        ("play", _) => Route::Play,
        ("receipt", _) => Route::Receipt,
        ("host", _) => Route::HostGame,
        ("studio", "keys") => Route::Keys,
        ("studio", "guests") => Route::Guests,
        ("studio", "accounts") => Route::Accounts,
        ("studio", "sign-in") => Route::HostSignIn,
        ("studio", "activity") => Route::Activity,
        ("studio", _) => Route::Quiz,
        ("screen", _) => Route::Screen,
        ("results", _) => Route::GameResults,
        _ => return None,
    };
    Some((route, parameter))
}

impl Page {
    /// The page of a path without percent signs; `None` where the path has no route, or its parameter is
    /// no pin or id ([`Route::of`] tells which).
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let (route, parameter) = split(path)?;
        Some(match route {
            Route::Home => Self::Home,
            Route::Play => Self::Play(parameter.parse().ok()?),
            Route::Balance => Self::Balance,
            Route::Receipt => Self::Receipt(parameter.parse().ok()?),
            Route::SignIn => Self::SignIn,
            Route::Privacy => Self::Privacy,
            Route::Check => Self::Check,
            Route::Host => Self::Host,
            Route::Studio => Self::Studio,
            Route::Keys => Self::Keys,
            Route::Guests => Self::Guests,
            Route::Accounts => Self::Accounts,
            Route::HostSignIn => Self::HostSignIn,
            Route::Activity => Self::Activity,
            Route::Quiz => Self::Quiz(parameter.parse().ok()?),
            Route::HostGame => Self::HostGame(parameter.parse().ok()?),
            Route::Screen => Self::Screen(parameter.parse().ok()?),
            Route::Booth => Self::Booth,
            Route::Results => Self::Results,
            Route::GameResults => Self::GameResults(parameter.parse().ok()?),
        })
    }

    /// Its path.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Self::Home
            | Self::Balance
            | Self::SignIn
            | Self::Privacy
            | Self::Check
            | Self::Host
            | Self::Studio
            | Self::Keys
            | Self::Guests
            | Self::Accounts
            | Self::HostSignIn
            | Self::Activity
            | Self::Booth
            | Self::Results => self.route().pattern().to_owned(),
            Self::Play(pin) => format!("/play/{pin}"),
            Self::Receipt(game) => format!("/receipt/{game}"),
            Self::Quiz(quiz) => format!("/studio/{quiz}"),
            Self::HostGame(game) => format!("/host/{game}"),
            Self::Screen(pin) => format!("/screen/{pin}"),
            Self::GameResults(game) => format!("/results/{game}"),
        }
    }

    /// The form of its address.
    #[must_use]
    pub const fn route(self) -> Route {
        match self {
            Self::Home => Route::Home,
            Self::Play(_) => Route::Play,
            Self::Balance => Route::Balance,
            Self::Receipt(_) => Route::Receipt,
            Self::SignIn => Route::SignIn,
            Self::Privacy => Route::Privacy,
            Self::Check => Route::Check,
            Self::Host => Route::Host,
            Self::Studio => Route::Studio,
            Self::Keys => Route::Keys,
            Self::Guests => Route::Guests,
            Self::Accounts => Route::Accounts,
            Self::HostSignIn => Route::HostSignIn,
            Self::Activity => Route::Activity,
            Self::Quiz(_) => Route::Quiz,
            Self::HostGame(_) => Route::HostGame,
            Self::Screen(_) => Route::Screen,
            Self::Booth => Route::Booth,
            Self::Results => Route::Results,
            Self::GameResults(_) => Route::GameResults,
        }
    }

    /// Which bundle shows it.
    #[must_use]
    pub const fn bundle(self) -> Bundle {
        self.route().bundle()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> [Page; 20] {
        let pin = Pin::new(123_456).unwrap();
        [
            Page::Home,
            Page::Play(pin),
            Page::Balance,
            Page::Receipt(GameId([8; 8])),
            Page::SignIn,
            Page::Privacy,
            Page::Check,
            Page::Host,
            Page::Studio,
            Page::Keys,
            Page::Guests,
            Page::Accounts,
            Page::HostSignIn,
            Page::Activity,
            Page::Quiz(QuizId([9; 8])),
            Page::HostGame(GameId([7; 8])),
            Page::Screen(pin),
            Page::Booth,
            Page::Results,
            Page::GameResults(GameId([9; 8])),
        ]
    }

    #[test]
    fn every_route_has_a_page_whose_path_has_its_pattern() {
        assert_eq!(pages().map(Page::route), Route::ALL);
        for page in pages() {
            let path = page.path();
            assert_eq!(Page::parse(&path), Some(page));
            assert_eq!(Page::parse(&format!("{path}/")), Some(page));
            let pattern = page.route().pattern();
            let parameter = pattern.find('{').map(|start| &pattern[start..]);
            let shape = match parameter {
                Some(parameter) => {
                    let value = path.rsplit('/').next().unwrap();
                    path.replace(value, parameter)
                }
                None => path,
            };
            assert_eq!(shape, pattern);
        }
    }

    #[test]
    fn a_route_with_a_wrong_parameter_is_still_that_route() {
        for (path, route) in [
            ("/play/abc", Some(Route::Play)),
            ("/screen/12", Some(Route::Screen)),
            ("/host/x", Some(Route::HostGame)),
            ("/results/x", Some(Route::GameResults)),
            ("/play", None),
            ("/play/", None),
            ("/play/123456/x", None),
            ("/123456", None),
            ("/hosts", None),
            ("", None),
        ] {
            assert_eq!(Route::of(path), route, "{path}");
            assert_eq!(Page::parse(path), None, "{path}");
        }
        let wide = Page::parse("/play/１２３ ４５６").map(Page::path);
        assert_eq!(wide.as_deref(), Some("/play/123456"));
    }
}
