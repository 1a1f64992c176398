//! Everything that a client knows of its game.
//!
//! Only `apply` changes it, and only because a frame came. A client that reconnects keeps showing
//! what it knew until the new snapshot arrives.

use std::sync::Arc;

use crate::ids::RainId;
use crate::phase::{Kind, Phase};
use crate::question::{Answer, KindView};
use crate::settings::Settings;
use crate::wire::{
    Caught, GameInfo, Incident, LiveTally, Lobby, Outcome, PaceBoard, Paced, PacketState,
    PlayerList, RainProgress, RainView, Reaction, Refusal, Right, Stage, StageAt, You,
};

/// What is known. Nothing, before the first snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameView {
    /// The game.
    pub game: Option<GameInfo>,
    /// What everybody sees; while everybody plays at their own pace, what this player sees.
    pub stage: Option<Arc<StageAt>>,
    /// The game's own stage, while everybody plays at their own pace.
    pub open: Option<Arc<StageAt>>,
    /// How players stand meanwhile, as hosts and screens are told.
    pub pace_board: Option<PaceBoard>,
    /// Who is there.
    pub lobby: Option<Lobby>,
    /// How many players have answered the open question.
    pub answered: u32,
    /// How far the newest rain is.
    pub rain: Option<RainProgress>,
    /// This player's part.
    pub you: Option<You>,
    /// How far this player's packet is, beyond whether it is credited.
    pub packet: Option<(RainId, u32, PacketState)>,
    /// The newest packet that this player caught and lost.
    pub lost: Option<Caught>,
    /// No packet in this rain, and why.
    pub missed: Option<(RainId, Refusal)>,
    /// The newest refusal of anything else, and how many there were.
    pub refused: Option<(u32, Refusal)>,
    /// The players that a host asked for last.
    pub found_players: Option<PlayerList>,
    /// What is amiss with the servers; hosts alone are told.
    pub incidents: Vec<Incident>,
    /// What this client may do at a host's desk.
    pub right: Option<Right>,
    /// The question that a host has picked to come next, from 0.
    pub picked: Option<u16>,
    /// What was answered so far, as hosts and screens were told last.
    pub live_tally: Option<LiveTally>,
    /// What a host last had done with the sound of a round: how often that was told, the round, and
    /// whether it is played.
    pub sound: Option<(u32, u16, bool)>,
    /// How often players have reacted, since hosts and screens are told; it begins again at 0 behind the largest number.
    pub reacted: [u32; Reaction::ALL.len()],
}

impl GameView {
    /// Where the game stands.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.stage.as_ref().map(|stage| stage.phase.clone())
    }

    /// What the game is doing.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.phase().map(|phase| phase.kind)
    }

    /// Where this player is who plays at their own pace; `None` before the first question.
    #[must_use]
    pub fn paced(&self) -> Option<&Paced> {
        self.open.as_ref()?;
        self.you.as_ref()?.paced.as_deref()
    }

    /// All points of this player so far.
    #[must_use]
    pub fn score(&self) -> i64 {
        let scored = || Some(self.you.as_ref()?.outcome.as_ref()?.score);
        self.paced().map(|paced| paced.score).or_else(scored).unwrap_or(0)
    }

    /// The rain that falls, or that fell last and is still shown.
    #[must_use]
    pub fn shower(&self) -> Option<&RainView> {
        match &self.stage.as_ref()?.stage {
            Stage::Rain(rain) | Stage::RainDone { rain, .. } => Some(rain),
            _ => None,
        }
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> u32 {
        self.lobby.as_ref().map_or(0, |lobby| lobby.players)
    }

    /// How the game is run.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.lobby.as_ref().map_or_else(Settings::default, |lobby| lobby.settings)
    }

    /// What was answered so far to the question that is shown, where that is shown before its reveal.
    #[must_use]
    pub fn live_tally(&self) -> Option<&LiveTally> {
        let phase = self.phase()?;
        let open = [Kind::Asking, Kind::Paused, Kind::Closing].contains(&phase.kind);
        let told = self.live_tally.as_ref().filter(|told| phase.round() == Some(told.round));
        told.filter(|_| open && self.settings().live_results)
    }

    /// Whether some of the texts that are typed to the question that is shown can be picked for the big
    /// screen; not known while it is paused.
    #[must_use]
    pub fn has_picks(&self) -> bool {
        let stage = self.stage.as_ref().map(|stage| &stage.stage);
        let Some(Stage::Asking { question } | Stage::Revealed { question, .. }) = stage else {
            return false;
        };
        matches!(question.kind, KindView::OpenText)
    }

    /// Whether newcomers are refused.
    #[must_use]
    pub fn closed(&self) -> bool {
        let (settings, begun) = (self.settings(), self.phase().is_some_and(|it| it.has_begun()));
        settings.locked || !settings.late_join && begun
    }

    /// This player's packet of a rain.
    #[must_use]
    pub fn caught_in(&self, rain: RainId) -> Option<&Caught> {
        self.you.as_ref()?.caught.as_ref().filter(|caught| caught.rain == rain)
    }

    /// This player's packet of a rain that is void.
    #[must_use]
    pub fn lost_in(&self, rain: RainId) -> Option<&Caught> {
        self.lost.as_ref().filter(|lost| lost.rain == rain)
    }

    /// Why this player has no packet of a rain.
    #[must_use]
    pub fn missed_in(&self, rain: RainId) -> Option<&Refusal> {
        self.missed.as_ref().filter(|(missed, _)| *missed == rain).map(|(_, why)| why)
    }

    /// What the question played last brought this player.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        let round = self.phase()?.round()?;
        self.you.as_ref()?.outcome.as_ref().filter(|outcome| outcome.round == round)
    }

    /// This player's answer to the question shown.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        let you = self.you.as_ref()?;
        you.answer.as_ref().or_else(|| self.outcome()?.answer.as_ref())
    }
}
