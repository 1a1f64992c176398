//! What the sockets of a room were last told, so that whoever arrives is shown the same without
//! asking Redis: ten thousand who join at once must not cost ten thousand snapshots.

use std::sync::Arc;

use quizrain_shared::wire::{Lobby, RainProgress, ServerFrame, Stage, StageAt, Welcome};

/// What everybody sees.
#[derive(Clone, Debug)]
pub struct View {
    /// The stage.
    pub stage: Arc<StageAt>,
    /// The lobby, at most a tick old.
    pub lobby: Lobby,
    /// How many players have answered the open question, at most a tick old.
    pub answered: u32,
    /// How far the newest rain is, at most a tick old.
    pub rain: Option<RainProgress>,
}

/// The newest of each merged frame.
#[derive(Debug, Default)]
pub(super) struct Told {
    lobby: Option<Lobby>,
    /// The round, and how many answered it.
    answered: (u16, u32),
    rain: Option<RainProgress>,
}

impl Told {
    /// Notes a frame that goes out to everybody.
    pub(super) fn note(&mut self, frame: &ServerFrame) {
        match frame {
            ServerFrame::Lobby(lobby) => self.lobby = Some(lobby.clone()),
            ServerFrame::Progress { round, answered, .. } => self.answered = (*round, *answered),
            ServerFrame::RainProgress(progress) => self.rain = Some(progress.clone()),
            ServerFrame::Stage(stage) => match &stage.stage {
                Stage::Revealed { answered, .. } => {
                    self.answered = (stage.phase.round().unwrap_or(0), *answered);
                }
                Stage::Rain(view) if self.rain.as_ref().is_none_or(|p| p.rain != view.rain) => {
                    self.rain = Some(RainProgress {
                        rain: view.rain,
                        caught: 0,
                        packets: view.packets,
                        newest: Vec::new(),
                    });
                }
                Stage::RainDone { rain, caught, .. } => {
                    if let Some(progress) = self.rain.as_mut().filter(|p| p.rain == rain.rain) {
                        progress.caught = *caught;
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Takes a snapshot, where nothing newer is known.
    pub(super) fn learn(&mut self, snapshot: &Welcome) {
        if self.lobby.is_none() {
            self.lobby = Some(snapshot.lobby.clone());
            self.answered = (snapshot.stage.phase.round().unwrap_or(0), snapshot.answered);
            self.rain = self.rain.take().or_else(|| snapshot.rain.clone());
        }
    }

    /// What everybody sees at a stage; `None` while nothing is known.
    pub(super) fn view(&self, stage: Arc<StageAt>) -> Option<View> {
        let (round, answered) = self.answered;
        let answered = if stage.phase.round() == Some(round) { answered } else { 0 };
        Some(View { stage, lobby: self.lobby.clone()?, answered, rain: self.rain.clone() })
    }
}
