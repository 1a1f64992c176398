//! How each frame changes what is known. For every frame, in order.
//!
//! Every change may come twice and may come late: nothing here counts, adds up or goes back.

use std::sync::Arc;

use crate::ids::RainId;
use crate::wire::{
    Caught, Paced, PacketState, PacketUpdate, Position, RainProgress, Refusal, ServerFrame, Stage,
    StageAt, Welcome, You,
};

use super::GameView;

/// What to do after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// Something was missed: ask for a snapshot.
    RequestSnapshot,
}

/// A refusal after which this rain has no packet for this player.
fn ends_the_grab(why: &Refusal) -> bool {
    matches!(why, Refusal::SoldOut | Refusal::RainOver | Refusal::NotEligible | Refusal::NotSeated)
}

impl GameView {
    /// Takes a frame in.
    pub fn apply(&mut self, frame: ServerFrame) -> Effect {
        match frame {
            ServerFrame::Welcome(welcome) => return self.apply_welcome(*welcome),
            ServerFrame::Stage(stage) => return self.apply_stage(stage),
            ServerFrame::Heartbeat { at, .. } => {
                if self.is_behind(at) {
                    return Effect::RequestSnapshot;
                }
            }
            ServerFrame::Lobby(lobby) => self.lobby = Some(lobby),
            ServerFrame::Progress { round, answered, players } => {
                self.apply_progress(round, answered, players);
            }
            ServerFrame::Answered { round, answer } => {
                let shown = self.phase().and_then(|phase| phase.round());
                if let Some(you) = &mut self.you
                    && shown == Some(round)
                {
                    you.answer = Some(answer);
                }
            }
            ServerFrame::Outcome(outcome) => {
                if let Some(you) = &mut self.you
                    && you.outcome.as_ref().is_none_or(|known| known.round <= outcome.round)
                {
                    you.outcome = Some(outcome);
                }
            }
            ServerFrame::Paced(paced) => self.apply_paced(paced),
            ServerFrame::PaceBoard(board) => self.pace_board = Some(board),
            ServerFrame::Seated(seat) => {
                if let Some(you) = &mut self.you {
                    you.seat = seat;
                }
            }
            ServerFrame::Incidents(incidents) => self.incidents = incidents,
            ServerFrame::Players(list) => self.found_players = Some(list),
            ServerFrame::LiveTally(tally) => self.live_tally = Some(tally),
            ServerFrame::Done => {}
            ServerFrame::Right(right) => self.right = Some(right),
            ServerFrame::Picked(question) => self.picked = question,
            ServerFrame::Sound { round, play } => {
                let before = self.sound.map_or(0, |(number, ..)| number);
                self.sound = Some((before + 1, round, play));
            }
            ServerFrame::Reacted { counts } => {
                let add = |i: usize| self.reacted[i].wrapping_add(counts[i].into());
                self.reacted = std::array::from_fn(add);
            }
            // For the connection.
            ServerFrame::Reconnect { .. } => {}
            ServerFrame::Packet(news) => self.apply_packet(news),
            ServerFrame::Missed { rain, why } => self.apply_missed(rain, why),
            ServerFrame::RainProgress(progress) => self.apply_rain_progress(progress),
            ServerFrame::Refused(why) => self.apply_refused(why),
        }
        Effect::None
    }

    fn apply_progress(&mut self, round: u16, answered: u32, players: u32) {
        if let Some(lobby) = &mut self.lobby {
            lobby.players = players;
        }
        let shown = self.phase().and_then(|phase| phase.round());
        if shown == Some(round) {
            // Merged frames of several nodes may overtake one another.
            self.answered = self.answered.max(answered);
        }
    }

    fn apply_refused(&mut self, why: Refusal) {
        // A face that came too late is as it was, and whoever answers meanwhile need not read of it.
        let of_a_face = why == Refusal::NotNow && self.you.is_some();
        if !why.is_transient() && !of_a_face {
            let before = self.refused.as_ref().map_or(0, |(number, _)| *number);
            self.refused = Some((before + 1, why));
        }
    }

    fn apply_missed(&mut self, rain: RainId, why: Refusal) {
        if why == Refusal::NotAllowed {
            self.lose_uncredited(rain);
        } else if ends_the_grab(&why) {
            self.missed = Some((rain, why));
        }
    }

    fn apply_rain_progress(&mut self, progress: RainProgress) {
        let known = self.rain.as_ref().filter(|known| known.rain == progress.rain);
        let late = known.is_some_and(|known| known.caught > progress.caught);
        let of_another = self.shower().is_some_and(|rain| rain.rain != progress.rain);
        if !late && !of_another {
            self.rain = Some(progress);
        }
    }

    /// Whether a position is one that this client has not seen.
    fn is_behind(&self, at: Position) -> bool {
        self.stage
            .as_ref()
            .is_some_and(|known| known.at.incarnation != at.incarnation || known.at.seq < at.seq)
    }

    fn apply_welcome(&mut self, welcome: Welcome) -> Effect {
        if let Some(known) = &self.stage
            && known.at.incarnation == welcome.stage.at.incarnation
            && known.at.seq > welcome.stage.at.seq
        {
            // A frame overtook the snapshot: a newer snapshot is on the server.
            return Effect::RequestSnapshot;
        }
        self.game = Some(welcome.game);
        self.lobby = Some(welcome.lobby);
        self.answered = welcome.answered;
        self.rain = welcome.rain;
        let before = self.phase().map(|phase| phase.round());
        if before != Some(welcome.stage.phase.round()) {
            self.picked = None;
        }
        let before = self.you.take().and_then(|you| you.caught);
        self.you = welcome.you;
        let shown = self.you.as_mut().and_then(|you| you.caught.take());
        let caught = self.packet_after(before, shown);
        self.you = self.you.take().map(|you| {
            let told = you.paced.as_ref().and_then(|paced| paced.outcome.clone());
            You { caught, outcome: told.or(you.outcome), ..you }
        });
        self.show(welcome.stage);
        Effect::None
    }

    fn apply_stage(&mut self, stage: StageAt) -> Effect {
        let Some(known) = &self.stage else {
            return Effect::None;
        };
        if known.at.incarnation != stage.at.incarnation {
            // Which of the two is the present one, only a snapshot can tell.
            return Effect::RequestSnapshot;
        }
        if stage.at.seq <= known.at.seq {
            return Effect::None;
        }
        let gap = stage.at.seq > known.at.seq + 1;
        // One that was paused, or got more time, keeps its answers.
        if stage.phase.round() != known.phase.round() {
            self.answered = 0;
            self.picked = None;
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
        self.show(stage);
        if gap { Effect::RequestSnapshot } else { Effect::None }
    }

    /// Shows a stage: the game's, or while everybody plays at their own pace, the player's own.
    fn show(&mut self, stage: StageAt) {
        let open = matches!(stage.stage, Stage::Paced);
        let own = self.you.as_ref().and_then(|you| you.paced.as_ref()).filter(|_| open);
        let shown = own.and_then(|own| own.shown(&stage));
        self.open = open.then(|| Arc::new(stage.clone()));
        let shown = shown.unwrap_or(stage);
        if self.stage.as_deref() != Some(&shown) {
            self.stage = Some(Arc::new(shown));
        }
    }

    /// Whatever came last stands: one player is told one thing after the other.
    fn apply_paced(&mut self, paced: Box<Paced>) {
        let Some(you) = &mut self.you else { return };
        you.answer = None;
        if paced.outcome.is_some() {
            you.outcome.clone_from(&paced.outcome);
        }
        you.paced = Some(paced);
        if let Some(open) = self.open.clone() {
            self.show(Arc::unwrap_or_clone(open));
        }
    }

    /// The packet that stands after a snapshot. One that is older than the news, or of a Redis that
    /// forgot, takes nothing back: that a packet is void is told.
    fn packet_after(&self, before: Option<Caught>, shown: Option<Caught>) -> Option<Caught> {
        let newest = |it: &Caught| self.rain.as_ref().is_none_or(|rain| rain.rain == it.rain);
        let before = before.filter(newest);
        match shown.filter(|it| it.credited || !self.is_void(it)) {
            None => before,
            // The ledger's word counts for more.
            Some(shown) if !shown.credited => {
                let credited = before.filter(|it| it.credited && it.rain == shown.rain);
                Some(credited.unwrap_or(shown))
            }
            credited => credited,
        }
    }

    /// Whether a packet is known to be void.
    fn is_void(&self, it: &Caught) -> bool {
        let lost = self.lost.as_ref().map(|lost| (lost.rain, lost.packet));
        lost == Some((it.rain, it.packet))
            || self.packet == Some((it.rain, it.packet, PacketState::Void))
    }

    /// No server has given this player what it said they caught in a rain.
    fn lose_uncredited(&mut self, rain: RainId) {
        if let Some(you) = &mut self.you {
            you.caught = you.caught.take().filter(|it| it.credited || it.rain != rain);
        }
    }

    /// News of a packet may come twice, and late: what is further always stands.
    fn apply_packet(&mut self, news: PacketUpdate) {
        let PacketUpdate { caught, state, .. } = news;
        let (rain, packet) = (caught.rain, caught.packet);
        let of_another = self.shower().is_some_and(|shown| shown.rain != rain);
        let own = self.you.as_ref().and_then(|you| you.caught.as_ref());
        let own = own.filter(|own| own.rain == rain);
        let is_own = own.is_some_and(|own| own.packet == packet);
        let credited = own.is_some_and(|own| own.credited);
        let known = self.packet.filter(|(of, number, _)| (*of, *number) == (rain, packet));
        let is_known = known.is_some_and(|(_, _, known)| known.rank() >= state.rank());
        match state {
            PacketState::Void if is_own && credited => {}
            PacketState::Void => {
                if !of_another && (is_own || own.is_none()) {
                    self.packet = Some((rain, packet, state));
                }
                self.apply_void(caught, is_own);
            }
            PacketState::Crediting if self.is_void(&caught) => {}
            // Redis forgot a packet and granted another one: the ledger will not have both.
            PacketState::Crediting if credited && !is_own => {}
            _ if is_own && is_known => {}
            _ if own.is_some() || !of_another => {
                let Some(you) = &mut self.you else { return };
                // The ledger has it after all; or another one has come in its place.
                self.lost = self
                    .lost
                    .take()
                    .filter(|lost| lost.rain != rain || is_own && lost.packet != packet);
                let credited = caught.credited || is_own && credited;
                you.caught = Some(Caught { credited, ..caught });
                self.packet = Some((rain, packet, state));
            }
            _ => {}
        }
    }

    /// A packet is void.
    fn apply_void(&mut self, caught: Caught, is_own: bool) {
        if let Some(you) = self.you.as_mut().filter(|_| is_own) {
            you.caught = None;
        }
        // Another one may be caught, whatever was missed before.
        self.missed = self.missed.take().filter(|(rain, _)| *rain != caught.rain);
        self.lost = Some(caught);
    }
}

#[cfg(test)]
mod tests;
