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
pub(crate) struct Summary {
    lobby: Option<Lobby>,
    /// The round, and how many answered it.
    answered: (u16, u32),
    rain: Option<RainProgress>,
    /// A snapshot was taken in: what was never told since then is not there.
    learned: bool,
}

impl Summary {
    /// Notes a frame that goes out to everybody.
    pub(crate) fn note(&mut self, frame: &ServerFrame) {
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
    pub(crate) fn learn(&mut self, snapshot: &Welcome) {
        if !self.learned {
            self.lobby.get_or_insert_with(|| snapshot.lobby.clone());
            let answered = (snapshot.stage.phase.round().unwrap_or(0), snapshot.answered);
            self.answered = self.answered.max(answered);
            self.rain = match (self.rain.take(), snapshot.rain.clone()) {
                // A stage that was shown says that it rains, not how far.
                (Some(known), Some(read))
                    if known.rain == read.rain && known.caught < read.caught =>
                {
                    Some(read)
                }
                (known, read) => known.or(read),
            };
            self.learned = true;
        }
    }

    /// How many players the game has, as far as everybody was told.
    pub(crate) fn players(&self) -> u32 {
        self.lobby.as_ref().map_or(u32::MAX, |lobby| lobby.players)
    }

    /// Whether players may react, as far as everybody was told.
    pub(crate) fn takes_reactions(&self) -> bool {
        self.lobby.as_ref().is_some_and(|lobby| lobby.settings.reactions)
    }

    /// What everybody sees at a stage; `None` until a snapshot was taken in. What was told alone is
    /// not all: after a restart nobody tells of a rain that is over.
    pub(crate) fn view(&self, stage: Arc<StageAt>) -> Option<View> {
        if !self.learned {
            return None;
        }
        let (round, answered) = self.answered;
        let answered = if stage.phase.round() == Some(round) { answered } else { 0 };
        Some(View { stage, lobby: self.lobby.clone()?, answered, rain: self.rain.clone() })
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::identity::Identity;
    use quizrain_shared::ids::{GameId, Incarnation, Pin, Promise, RainId};
    use quizrain_shared::mode::Mode;
    use quizrain_shared::name::NameRule;
    use quizrain_shared::phase::{Kind, Phase};
    use quizrain_shared::played::Played;
    use quizrain_shared::settings::Settings;
    use quizrain_shared::wire::{GameInfo, Position};

    use super::*;

    fn lobby(players: u32) -> Lobby {
        Lobby { players, newest: Vec::new(), settings: Settings::default() }
    }

    #[test]
    fn a_rain_from_before_is_shown_also_where_the_lobby_is_told_first() {
        let at = Position { incarnation: Incarnation([1; 8]), seq: 7 };
        let phase = Phase { kind: Kind::Board, played: Played::in_order(1), questions: 2 };
        let stage = StageAt { at, phase, opens_ms: 0, closes_ms: 0, stage: Stage::Lobby };
        let rain = RainProgress { rain: RainId([2; 8]), caught: 3, packets: 4, newest: Vec::new() };
        let snapshot = Welcome {
            now_ms: 0,
            game: GameInfo {
                game: GameId([3; 8]),
                pin: Pin::new(123_456).unwrap(),
                title: "Quiz".into(),
                promise: Promise([4; 32]),
                mode: Mode::Classic,
                names: NameRule::Free,
                identity: Identity::Open,
                field: None,
            },
            stage: stage.clone(),
            lobby: lobby(5),
            answered: 2,
            rain: Some(rain.clone()),
            you: None,
        };
        let (mut summary, stage) = (Summary::default(), Arc::new(stage));
        summary.note(&ServerFrame::Lobby(lobby(6)));
        assert!(summary.view(Arc::clone(&stage)).is_none(), "that is not all");
        summary.learn(&snapshot);
        let view = summary.view(Arc::clone(&stage)).unwrap();
        assert_eq!((view.lobby.players, view.answered, view.rain), (6, 2, Some(rain.clone())));
        // A stage that was shown after a restart says that it rains, not how far.
        let mut again = Summary::default();
        let begun = RainProgress { caught: 0, ..rain.clone() };
        again.note(&ServerFrame::RainProgress(begun));
        again.learn(&snapshot);
        assert_eq!(again.view(Arc::clone(&stage)).unwrap().rain, Some(rain.clone()));
        // What is told afterwards is newer than any snapshot.
        summary.note(&ServerFrame::Lobby(lobby(7)));
        summary.learn(&snapshot);
        assert_eq!(summary.view(stage).unwrap().lobby.players, 7);
    }
}
