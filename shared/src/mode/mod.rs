//! Modes: what a game is played for. A file each, over one phase machine.
//!
//! A mode decides what an outcome means beside its points. Where a game stands, who may answer and
//! when, is the same in all of them but one: where everybody plays at their own pace, that is one
//! phase.

mod self_paced;
mod survival;
mod teams;

use serde::{Deserialize, Serialize};

pub use self_paced::{InvalidMinutes, OPEN_MINUTES, SelfPaced};
pub use survival::{Life, Standing, Survival, Turn};
pub use teams::{Deal, InvalidTeams, MAX_TEAMS, TeamRow, Teams};

/// What a game is played for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Points.
    #[default]
    Classic,
    /// Whoever is wrong or silent is out.
    Survival(Survival),
    /// Points of teams.
    Teams(Teams),
    /// Points, each player at their own pace.
    SelfPaced(SelfPaced),
}

impl Mode {
    /// How players go out, where they do.
    #[must_use]
    pub fn survival(&self) -> Option<Survival> {
        match self {
            Self::Survival(survival) => Some(*survival),
            _ => None,
        }
    }

    /// How long a game is open in which everybody plays at their own pace.
    #[must_use]
    pub fn self_paced(&self) -> Option<SelfPaced> {
        match self {
            Self::SelfPaced(paced) => Some(*paced),
            _ => None,
        }
    }

    /// The teams, where there are any.
    #[must_use]
    pub fn teams(&self) -> Option<&Teams> {
        match self {
            Self::Teams(teams) => Some(teams),
            _ => None,
        }
    }
}
