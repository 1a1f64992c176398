//! How each frame changes what is known. Called by `state::session`, for every frame, in order.
//!
//! Every change may come twice and may come late: nothing here counts, adds up or goes back.

use std::sync::Arc;

use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{
    Caught, PacketNews, PacketState, Position, Refusal, ServerFrame, Stage, StageAt, Welcome, You,
};

use super::store::Known;

/// What to do after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heed {
    /// Nothing.
    Nothing,
    /// Something was missed: ask for a snapshot.
    AskSnapshot,
}

/// A refusal that decides nothing: the same thing is asked again.
pub(crate) fn is_passing(why: &Refusal) -> bool {
    matches!(why, Refusal::Unavailable | Refusal::TooFast)
}

/// A refusal after which this rain has no packet for this player.
fn ends_the_grab(why: &Refusal) -> bool {
    matches!(why, Refusal::SoldOut | Refusal::RainOver | Refusal::NotEligible | Refusal::NotSeated)
}

impl Known {
    /// Takes a frame in.
    pub(crate) fn apply(&mut self, frame: ServerFrame) -> Heed {
        match frame {
            ServerFrame::Welcome(welcome) => return self.apply_welcome(*welcome),
            ServerFrame::Stage(stage) => return self.apply_stage(stage),
            ServerFrame::Heartbeat { at, .. } => {
                if self.is_behind(at) {
                    return Heed::AskSnapshot;
                }
            }
            ServerFrame::Lobby(lobby) => self.lobby = Some(lobby),
            ServerFrame::Progress { round, answered, players } => {
                if let Some(lobby) = &mut self.lobby {
                    lobby.players = players;
                }
                let shown = self.phase().and_then(|phase| phase.round());
                if shown == Some(round) {
                    // Merged frames of several nodes may overtake one another.
                    self.answered = self.answered.max(answered);
                }
            }
            ServerFrame::Answered { round, choices } => {
                let shown = self.phase().and_then(|phase| phase.round());
                if let Some(you) = &mut self.you
                    && shown == Some(round)
                {
                    you.answer = Some(choices);
                }
            }
            ServerFrame::Outcome(outcome) => {
                if let Some(you) = &mut self.you
                    && you.outcome.as_ref().is_none_or(|known| known.round <= outcome.round)
                {
                    you.outcome = Some(outcome);
                }
            }
            // What v1 has for packets is not sent to a socket of v2, and MoveOn is for the socket.
            ServerFrame::Caught(_) | ServerFrame::Credited(_) | ServerFrame::MoveOn { .. } => {}
            ServerFrame::Packet(news) => self.hear_of(news),
            ServerFrame::Missed { rain, why } => {
                if ends_the_grab(&why) {
                    self.missed = Some((rain, why));
                }
            }
            ServerFrame::RainProgress(progress) => {
                let late = self.rain.as_ref().is_some_and(|known| {
                    known.rain == progress.rain && known.caught > progress.caught
                });
                let of_another = self.shower().is_some_and(|rain| rain.rain != progress.rain);
                if !late && !of_another {
                    self.rain = Some(progress);
                }
            }
            ServerFrame::Refused(why) => {
                if !is_passing(&why) {
                    let before = self.refused.as_ref().map_or(0, |(number, _)| *number);
                    self.refused = Some((before + 1, why));
                }
            }
        }
        Heed::Nothing
    }

    /// Whether a position is one that this page has not seen.
    fn is_behind(&self, at: Position) -> bool {
        self.stage
            .as_ref()
            .is_some_and(|known| known.at.incarnation != at.incarnation || known.at.seq < at.seq)
    }

    fn apply_welcome(&mut self, welcome: Welcome) -> Heed {
        if let Some(known) = &self.stage
            && known.at.incarnation == welcome.stage.at.incarnation
            && known.at.seq > welcome.stage.at.seq
        {
            // A frame overtook the snapshot: a newer snapshot is on the server.
            return Heed::AskSnapshot;
        }
        self.game = Some(welcome.game);
        self.lobby = Some(welcome.lobby);
        self.answered = welcome.answered;
        self.rain = welcome.rain;
        let credited = self.you.take().and_then(|you| you.caught).filter(|it| it.credited);
        self.you = welcome.you;
        if let Some(caught) = self.you.as_mut().and_then(|you| you.caught.as_mut()) {
            // A snapshot may be older than the news that overtook it.
            let same =
                credited.is_some_and(|it| (it.rain, it.packet) == (caught.rain, caught.packet));
            caught.credited |= same;
            let void = (caught.rain, caught.packet, PacketState::Void);
            if self.packet == Some(void) && !caught.credited {
                self.you = self.you.take().map(|you| You { caught: None, ..you });
            }
        }
        if self.stage.as_deref() != Some(&welcome.stage) {
            self.stage = Some(Arc::new(welcome.stage));
        }
        Heed::Nothing
    }

    fn apply_stage(&mut self, stage: StageAt) -> Heed {
        let Some(known) = &self.stage else {
            return Heed::Nothing;
        };
        if known.at.incarnation != stage.at.incarnation {
            // Which of the two is the present one, only a snapshot can tell.
            return Heed::AskSnapshot;
        }
        if stage.at.seq <= known.at.seq {
            return Heed::Nothing;
        }
        let gap = stage.at.seq > known.at.seq + 1;
        if stage.phase.kind == Kind::Asking {
            self.answered = 0;
            if let Some(you) = &mut self.you {
                you.answer = None;
            }
        }
        if let Stage::Revealed { answered, .. } = &stage.stage {
            self.answered = *answered;
        }
        if let Stage::Rain(view) = &stage.stage {
            self.rain = self.rain.take().filter(|progress| progress.rain == view.rain);
        }
        self.stage = Some(Arc::new(stage));
        if gap { Heed::AskSnapshot } else { Heed::Nothing }
    }

    /// News of a packet may come twice, and late: what is further always stands.
    fn hear_of(&mut self, news: PacketNews) {
        let caught = news.caught;
        let (rain, packet) = (caught.rain, caught.packet);
        let known = self.packet.filter(|(of, number, _)| (*of, *number) == (rain, packet));
        if known.is_some_and(|(_, _, state)| state.rank() >= news.state.rank()) {
            return;
        }
        let of_another = self.shower().is_some_and(|shown| shown.rain != rain);
        if news.state == PacketState::Void {
            if self.you.as_ref().is_some_and(|you| has(you, rain, packet, true)) {
                return;
            }
            if let Some(you) = self.you.as_mut().filter(|you| has(you, rain, packet, false)) {
                you.caught = None;
            }
            self.lost = Some(caught);
            if !of_another {
                self.packet = Some((rain, packet, news.state));
            }
            return;
        }
        let Some(you) = &mut self.you else { return };
        if you.caught.as_ref().is_some_and(|known| known.rain == rain) || !of_another {
            // Another one, or the ledger has it after all.
            self.lost = self.lost.take().filter(|lost| lost.rain != rain);
            let credited = caught.credited || has(you, rain, packet, true);
            you.caught = Some(Caught { credited, ..caught });
            self.packet = Some((rain, packet, news.state));
        }
    }
}

/// Whether a player's part has this packet.
fn has(you: &You, rain: RainId, packet: u32, credited: bool) -> bool {
    let is = |it: &Caught| it.rain == rain && it.packet == packet && it.credited == credited;
    you.caught.as_ref().is_some_and(is)
}

#[cfg(test)]
mod tests;
