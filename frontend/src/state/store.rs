//! Everything that a page knows of its game.
//!
//! Pages read it; only `apply` changes it, and only because a frame came. A page that reconnects
//! keeps showing what it knew until the new snapshot arrives.

use std::sync::Arc;

use quizrain_shared::ids::RainId;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::quiz::ChoiceSet;
use quizrain_shared::wire::{
    Caught, GameInfo, Incident, Lobby, Outcome, PacketState, RainProgress, RainView, Refusal,
    Stage, StageAt, You,
};

/// What is known. Nothing, before the first snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The game.
    pub(crate) game: Option<GameInfo>,
    /// What everybody sees.
    pub(crate) stage: Option<Arc<StageAt>>,
    /// Who is there.
    pub(crate) lobby: Option<Lobby>,
    /// How many players have answered the open question.
    pub(crate) answered: u32,
    /// How far the newest rain is.
    pub(crate) rain: Option<RainProgress>,
    /// This player's part.
    pub(crate) you: Option<You>,
    /// How far this player's packet is, beyond whether it is credited.
    pub(crate) packet: Option<(RainId, u32, PacketState)>,
    /// The newest packet that this player caught and lost.
    pub(crate) lost: Option<Caught>,
    /// No packet in this rain, and why.
    pub(crate) missed: Option<(RainId, Refusal)>,
    /// The newest refusal of anything else, and how many there were.
    pub(crate) refused: Option<(u32, Refusal)>,
    /// What is amiss with the servers; hosts alone are told.
    pub(crate) incidents: Vec<Incident>,
}

impl Known {
    /// Where the game stands.
    pub(crate) fn phase(&self) -> Option<Phase> {
        self.stage.as_ref().map(|stage| stage.phase)
    }

    /// What the game is doing.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.phase().map(|phase| phase.kind)
    }

    /// The rain that falls, or that fell last and is still shown.
    pub(crate) fn shower(&self) -> Option<&RainView> {
        match &self.stage.as_ref()?.stage {
            Stage::Rain(rain) | Stage::RainDone { rain, .. } => Some(rain),
            _ => None,
        }
    }

    /// How many players there are.
    pub(crate) fn players(&self) -> u32 {
        self.lobby.as_ref().map_or(0, |lobby| lobby.players)
    }

    /// Whether newcomers are refused.
    pub(crate) fn locked(&self) -> bool {
        self.lobby.as_ref().is_some_and(|lobby| lobby.locked)
    }

    /// This player's packet of a rain.
    pub(crate) fn caught_in(&self, rain: RainId) -> Option<&Caught> {
        self.you.as_ref()?.caught.as_ref().filter(|caught| caught.rain == rain)
    }

    /// This player's packet of a rain that is void.
    pub(crate) fn lost_in(&self, rain: RainId) -> Option<&Caught> {
        self.lost.as_ref().filter(|lost| lost.rain == rain)
    }

    /// Why this player has no packet of a rain.
    pub(crate) fn missed_in(&self, rain: RainId) -> Option<&Refusal> {
        self.missed.as_ref().filter(|(missed, _)| *missed == rain).map(|(_, why)| why)
    }

    /// What the question played last brought this player.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        let round = self.phase()?.round()?;
        self.you.as_ref()?.outcome.as_ref().filter(|outcome| outcome.round == round)
    }

    /// This player's answer to the question shown.
    pub(crate) fn answer(&self) -> Option<ChoiceSet> {
        let you = self.you.as_ref()?;
        you.answer.or_else(|| self.outcome()?.answer)
    }
}
