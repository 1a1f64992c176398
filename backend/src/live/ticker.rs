//! What many players did, told to a room in a few merged frames a second.
//!
//! What happens at this node its sockets note in the room; while other nodes are alive the numbers
//! are compared with Redis at each tick as well. Frames that would say the same again are not sent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::question::Question;
use quizrain_shared::wire::{
    Lobby, PaceBoard, RainProgress, RainView, ReactionCounts, ServerFrame, Stage, StageAt,
};

use crate::error::Error;
use crate::failing::linger_at;
use crate::game::Game;
use crate::live::hub::Room;
use crate::live::presence::{PresenceReport, PresenceSummary};
use crate::live::tally::LiveTallies;
use crate::live::{Live, broadcast};
use crate::rain::{RainCount, RainFound};

/// How long a player who lost the connection may take to come back before a question that
/// everybody else has answered goes on without.
const MISSING_FOR: Duration = Duration::from_secs(15);

/// How long after a question opened the other nodes have said who is connected to them.
const GATHERED_MS: u64 = 2000;

/// How often hosts and screens hear how players stand who play at their own pace.
const BOARD_EVERY: Duration = Duration::from_secs(1);

/// How often a node looks whether what it said of its players still stands in Redis.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// What a tick has found out for whoever drives the game.
pub(crate) enum TickResult {
    /// Nothing.
    Wait,
    /// Nobody is left who could answer the question.
    AllAnswered,
    /// No packet is left.
    SoldOut,
}

/// What a room was told last, and what is known of other nodes.
pub(crate) struct Ticker {
    live: Live,
    game: Arc<Game>,
    room: Arc<Room>,
    players: u32,
    lobby: Option<Lobby>,
    /// Round, answers, players.
    progress: Option<(u16, u32, u32)>,
    rain: Option<RainProgress>,
    /// How players stand who play at their own pace, and when that was read.
    pace: Option<(PaceBoard, Instant)>,
    /// How far that rain was found to be.
    count: RainCount,
    presence: PresenceSummary,
    /// What this node said last of who is connected.
    reported: Option<PresenceReport>,
    tallies: LiveTallies,
}

impl Ticker {
    pub(crate) fn new(live: Live, game: Arc<Game>, room: Arc<Room>) -> Self {
        Self {
            live,
            game,
            room,
            players: 0,
            lobby: None,
            progress: None,
            rain: None,
            pace: None,
            count: RainCount::default(),
            presence: PresenceSummary::default(),
            reported: None,
            tallies: LiveTallies::default(),
        }
    }

    /// Tells what happened since the last tick. What could not be read is told at a later one.
    pub(crate) async fn tick(
        &mut self,
        stage: &StageAt,
        driving: bool,
    ) -> Result<TickResult, Error> {
        self.tell_reactions(stage).await;
        self.announce().await;
        self.check_other_nodes(stage, driving).await?;
        if self.room.take_lobby_change() {
            let lobby = self.live.play.lobby(&self.game).await;
            let lobby = lobby.inspect_err(|_| self.room.note_lobby())?;
            self.players = lobby.players;
            if self.lobby.as_ref() != Some(&lobby) {
                self.tell_lobby(lobby);
            }
        }
        match &stage.stage {
            Stage::Asking { .. } => {
                self.refresh_tally(stage, driving).await;
                self.tick_question(stage, driving).await
            }
            Stage::Paused { .. } => {
                // Nobody looks how many have answered: nobody can.
                self.progress = None;
                self.refresh_tally(stage, driving).await;
                Ok(TickResult::Wait)
            }
            Stage::Paced => self.tick_pace().await.map(|()| TickResult::Wait),
            Stage::Rain(rain) if self.room.take_claims() => {
                let found = self.live.rains.progress(&self.game, rain.rain).await;
                Ok(self.send_rain(rain, found.inspect_err(|_| self.room.note_claim())?))
            }
            _ => Ok(TickResult::Wait),
        }
    }

    /// Tells who is there: players only where it is something else without the faces, which they do not show.
    fn tell_lobby(&mut self, lobby: Lobby) {
        let told = self.lobby.replace(lobby.clone());
        let for_all = told
            .is_none_or(|told| told.players != lobby.players || told.settings != lobby.settings);
        let frame = ServerFrame::Lobby(lobby);
        if for_all {
            broadcast::send(&self.live, &self.room, frame);
        } else {
            self.room.note(&frame);
            self.room.send_to_watchers(&frame);
        }
    }

    /// Tells hosts and screens how players stand who play at their own pace.
    async fn tick_pace(&mut self) -> Result<(), Error> {
        let recent = self.pace.as_ref().is_some_and(|(_, at)| at.elapsed() < BOARD_EVERY);
        if recent || !self.room.has_watchers() {
            return Ok(());
        }
        let board = self.live.play.pace_board(&self.game).await?;
        let known = self.pace.as_ref().is_some_and(|(known, _)| *known == board);
        self.pace = Some((board.clone(), Instant::now()));
        if self.room.take_watcher_arrival() || !known {
            self.room.send_to_watchers(&ServerFrame::PaceBoard(board));
        }
        Ok(())
    }

    /// Tells how far a rain is; shards whose servers are away are where they were.
    fn send_rain(&mut self, view: &RainView, found: RainFound) -> TickResult {
        let answered = self.count.all_answer();
        if self.rain.as_ref().is_none_or(|sent| sent.rain != view.rain) {
            self.count = RainCount::default();
        }
        self.count.note(&found);
        let (rain, caught, packets) = (view.rain, self.count.caught(), view.packets);
        let progress = RainProgress { rain, caught, packets, newest: found.newest };
        if self.rain.as_ref() != Some(&progress) {
            self.rain = Some(progress.clone());
            broadcast::send(&self.live, &self.room, ServerFrame::RainProgress(progress));
        }
        if !self.count.all_answer() {
            if answered {
                tracing::warn!(%rain,
                    "failed to count a rain whose server of Redis does not answer; the rest goes on");
            }
            self.room.note_claim();
        }
        match self.count.sold_out() {
            true => TickResult::SoldOut,
            false => TickResult::Wait,
        }
    }

    /// Tells hosts and screens here how players have reacted, and the other nodes how those of this one
    /// have. What comes late, or is lost, shows nowhere.
    async fn tell_reactions(&self, stage: &StageAt) {
        let none = ReactionCounts::default();
        let [here, elsewhere] = self.room.take_reactions();
        if !stage.phase.kind.takes_reactions() {
            return;
        }
        let mut counts = here;
        for (count, more) in counts.iter_mut().zip(elsewhere) {
            *count = count.saturating_add(more);
        }
        if counts != none {
            self.room.send_to_watchers(&ServerFrame::Reacted { counts });
        }
        if here != none
            && !self.live.nodes.peers().alone()
            && let Err(error) = self.live.nodes.announce_reactions(self.game.id, here).await
        {
            tracing::debug!(game = %self.game.id, %error, "failed to tell other nodes of reactions");
        }
    }

    /// Tells the other nodes of the players who came here: a newer socket replaces an older one
    /// wherever that is.
    async fn announce(&self) {
        let arrivals = self.room.take_arrivals();
        if arrivals.is_empty() || !self.live.nodes.peers().lately() {
            return;
        }
        if let Err(error) = self.live.nodes.announce_arrivals(self.game.id, &arrivals).await {
            tracing::debug!(game = %self.game.id, %error, "failed to announce players, trying again");
            self.room.put_back_arrivals(arrivals);
        }
    }

    /// Notes what players on other nodes did, where there are any and somebody here wants to know.
    async fn check_other_nodes(&mut self, stage: &StageAt, driving: bool) -> Result<(), Error> {
        let watched = !self.room.is_empty();
        if !self.live.nodes.peers().alive() || !(watched || driving) {
            return Ok(());
        }
        let asking = matches!(stage.stage, Stage::Asking { .. });
        if watched || asking {
            let round = stage.phase.round().unwrap_or(0);
            let (players, answered) = self.live.play.progress(self.game.id, round).await?;
            if players != self.players {
                self.room.note_lobby();
            }
            if asking && self.progress != Some((round, answered, players)) {
                self.room.note_missing();
            }
        }
        // Where one did not answer the next look is due anyway.
        if let Stage::Rain(rain) = &stage.stage
            && self.count.all_answer()
        {
            let caught = self.live.rains.caught_in(rain.rain).await?;
            let known = self.rain.as_ref().is_some_and(|sent| sent.rain == rain.rain);
            let behind = match known {
                true => self.count.is_behind(&caught),
                false => RainCount::default().is_behind(&caught),
            };
            if behind {
                self.room.note_claim();
            }
        }
        Ok(())
    }

    /// Has what was answered so far shown, where this node drives the game and that may be seen.
    async fn refresh_tally(&mut self, stage: &StageAt, driving: bool) {
        let round = stage.phase.round().unwrap_or(0);
        let shown = self.game.shown_question(round).is_some_and(Question::has_live_results);
        if self.lobby.as_ref().is_some_and(|lobby| !lobby.settings.live_results) {
            // Whoever comes hears nothing of it, and from when it is shown again on all is new.
            self.room.forget_tally();
            self.tallies = LiveTallies::default();
        } else if driving && shown {
            // Whoever has just begun to drive does not know, and has them all counted once.
            let answered = self.progress.filter(|(of, ..)| *of == round).map(|(_, it, _)| it);
            self.tallies.refresh(&self.live, &self.game, stage, answered).await;
        }
    }

    async fn tick_question(&mut self, stage: &StageAt, driving: bool) -> Result<TickResult, Error> {
        linger_at!("ticker.before_count");
        let round = stage.phase.round().unwrap_or(0);
        if self.room.take_answers() {
            let progress = self.live.play.progress(self.game.id, round).await;
            let (players, answered) = progress.inspect_err(|_| self.room.note_missing())?;
            if self.progress != Some((round, answered, players)) {
                self.progress = Some((round, answered, players));
                let frame = ServerFrame::Progress { round, answered, players };
                broadcast::send(&self.live, &self.room, frame);
            }
            if players > 0 && answered >= players {
                // The next step may fail, or its driver be dead: then it is looked at again.
                self.room.note_missing();
                return Ok(TickResult::AllAnswered);
            }
        }
        let all = match self.live.nodes.peers().lately() {
            true => self.all_answered_everywhere(stage, round, driving).await?,
            false => driving && self.room.all_answered(round, MISSING_FOR),
        };
        Ok(if all { TickResult::AllAnswered } else { TickResult::Wait })
    }

    /// Says how the round stands on this node; for the driver, whether everybody has answered it.
    async fn all_answered_everywhere(
        &mut self,
        stage: &StageAt,
        round: u16,
        driving: bool,
    ) -> Result<bool, Error> {
        let (peers, now) = (self.live.nodes.peers(), Instant::now());
        let here = self.room.round_presence(round);
        let holds =
            self.reported.as_ref().map(|reported| reported.holds(round, here, MISSING_FOR, now));
        // A node that nobody of the game was ever connected to has nothing to say.
        let speaks = !holds.unwrap_or(here.seated == 0);
        let checks =
            self.reported.as_ref().is_some_and(|reported| reported.seen_at() + CHECK_EVERY <= now);
        let everybody = if speaks {
            let report = PresenceReport::new(round, here, now);
            let everybody =
                self.live.nodes.report_presence(self.game.id, report.text().to_owned()).await?;
            self.reported = Some(report);
            everybody
        } else if driving || checks {
            self.live.nodes.presence_reports(self.game.id).await?
        } else {
            return Ok(false);
        };
        if let Some(reported) = &mut self.reported {
            reported.note_stored(peers.run(), &everybody, now);
        }
        self.presence.note(everybody, |run| peers.heard(run), now);
        let gathered = self.live.clock.now_ms().saturating_sub(stage.opens_ms) >= GATHERED_MS;
        let here = (round, here);
        Ok(driving
            && gathered
            && self.presence.all_answered(peers.run(), here, MISSING_FOR, peers.listened(), now))
    }
}
