//! What a host does with a game, by a socket or by a request, and where the game stands.
//!
//! Called by the sockets of hosts and by the API, which have checked the right to it before.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::FlagReason;
use quizrain_shared::ids::AccountId;
use quizrain_shared::phase::Move;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    Ban, HostFrame, Lobby, PlayerList, Position, Refusal, ServerFrame, Welcome,
};

use tokio::time::sleep;

use crate::error::Error;
use crate::game::Game;
use crate::live::Live;

/// How soon it is tried again to keep somebody out of a rain.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How often: for longer than any rain lasts.
const RETRIES: u32 = 90;

impl Live {
    /// Refuses what names an older stage than screens here show. Redis compares as well, but may have gone back to
    /// that stage: what it showed next is about to be written again, and must not be made another time.
    fn refuse_if_old(&self, game: &Game, frame: &HostFrame) -> Result<(), Refusal> {
        let shown = self.hub.find(game.id).and_then(|room| room.position());
        let is_old = |shown: Position| {
            shown.incarnation == game.reference().incarnation
                && frame.seen().is_some_and(|it| it < shown.seq)
        };
        if shown.is_some_and(is_old) { Err(Refusal::Stale) } else { Ok(()) }
    }

    /// Does what a host asks for; `None`: it shows as a new stage or lobby.
    ///
    /// # Errors
    /// The refusal, or a store failed; what names the stage that was seen is done once, however often
    /// it is asked for.
    pub(crate) async fn act(
        &self,
        game: &Game,
        frame: HostFrame,
    ) -> Result<Option<ServerFrame>, Error> {
        self.refuse_if_old(game, &frame)?;
        match frame {
            // Whoever asks for a welcome is told where the game stands.
            HostFrame::Hello { .. } => {
                return self.read(game).await.map(|now| Some(ServerFrame::Welcome(Box::new(now))));
            }
            HostFrame::Move { mv: Move::CloseRain, seen } => self.rains.stop(game, seen).await?,
            HostFrame::Move { mv, seen } => {
                self.play.host_move(game, mv, seen).await?;
            }
            HostFrame::Ask { question, seen } => {
                self.play.ask(game, question, seen).await?;
            }
            HostFrame::AddTime { seconds, seen } => {
                self.play.add_time(game, seconds, seen).await?;
            }
            HostFrame::MarkText { text, mark, seen } => {
                self.play.mark_text(game, &text, mark, seen).await?;
            }
            HostFrame::OpenRain { plan, seen } => {
                let flagged = self.flagged(game).await?;
                self.rains.open(game, plan, seen, &flagged).await?;
            }
            HostFrame::Configure { settings } => self.configure(game, &settings).await?,
            HostFrame::ListPlayers { search, skip } => {
                let list = self.list_players(game, search, skip).await?;
                return Ok(Some(ServerFrame::Players(list)));
            }
            HostFrame::Remove { seat, ban } => {
                self.remove(game, seat, ban).await?;
                return Ok(Some(ServerFrame::Done));
            }
            HostFrame::Rename { seat, nickname } => {
                self.play.rename(game, seat, &nickname).await?;
                return Ok(Some(ServerFrame::Done));
            }
            HostFrame::AdjustScore { seat, points, note, seen } => {
                self.play.adjust_score(game, seat, points, &note, seen).await?;
            }
            HostFrame::AddMinutes { minutes, seen } => {
                self.play.add_minutes(game, minutes, seen).await?;
            }
            HostFrame::Revive { seat, seen } => {
                self.play.revive(game, seat, seen).await?;
            }
            HostFrame::FixKey { question, key, seen } => {
                self.play.fix_key(game, question, &key, seen).await?;
            }
            HostFrame::Sound { play, seen } => {
                self.play.sound(game, play, seen).await?;
            }
            HostFrame::Pick { question, seen } => {
                self.play.pick(game, question, seen).await?;
            }
        }
        Ok(None)
    }

    /// Whose payouts are held where it rains now, and why.
    async fn flagged(&self, game: &Game) -> Result<Vec<(AccountId, Vec<FlagReason>)>, Error> {
        if !self.holds_flagged {
            return Ok(Vec::new());
        }
        self.flags.accounts(game).await
    }

    /// Sends a player away, who catches nothing more: where a store fails meanwhile, as soon as it is there.
    async fn remove(&self, game: &Game, seat: u32, ban: Ban) -> Result<(), Error> {
        let (account, game) = (self.play.remove(game, seat, ban).await?, game.id);
        let Err(error) = self.rains.keep_out(game, account).await else { return Ok(()) };
        // Asked again there is no such player any more.
        tracing::warn!(%game, seat, %error,
            "failed to keep a player who was sent away out of the rain, trying again until it must be over");
        let rains = Arc::clone(&self.rains);
        let again = async move {
            for _ in 0..RETRIES {
                sleep(RETRY_AFTER).await;
                if rains.keep_out(game, account).await.is_ok() {
                    return;
                }
            }
            tracing::warn!(%game, seat, "failed to keep a player who was sent away out of the rain");
        };
        self.tasks.spawn(self.stop.clone().run_until_cancelled_owned(again));
        Ok(())
    }

    /// Has the game run like this, what is shown now as well.
    async fn configure(&self, game: &Game, settings: &Settings) -> Result<(), Error> {
        let before = self.play.state(game).await?.settings;
        self.games.configure(game, &before, settings).await?;
        if before.auto == settings.auto {
            return Ok(());
        }
        match self.play.set_pace(game).await {
            // It moved on meanwhile, in the new pace.
            Err(Error::Refused(Refusal::Stale)) => Ok(()),
            set => set,
        }
    }

    /// Players whose nickname has this part.
    ///
    /// # Errors
    /// The game is over, or Redis failed.
    pub(crate) async fn list_players(
        &self,
        game: &Game,
        search: String,
        skip: u32,
    ) -> Result<PlayerList, Error> {
        let (mut list, accounts) = self.play.list_players(game, search, skip).await?;
        for (row, connected) in list.rows.iter_mut().zip(self.connected(game.id, &accounts).await) {
            row.connected = connected;
        }
        Ok(list)
    }

    /// What everybody of a game sees, read afresh from the stores.
    ///
    /// # Errors
    /// [`Refusal::GameEnded`] where Redis does not know it (any more), or a store failed.
    pub(crate) async fn read(&self, game: &Game) -> Result<Welcome, Error> {
        let state = self.play.state(game).await?;
        let round = state.stage.phase.round().unwrap_or(0);
        let (players, newest) = self.play.arrived(game.id).await?;
        let (_, answered) = self.play.progress(game.id, round).await?;
        Ok(Welcome {
            now_ms: self.clock.now_ms(),
            game: game.info(),
            lobby: Lobby { players, newest, settings: state.settings },
            stage: state.stage,
            answered,
            rain: self.rains.newest_progress(game).await?,
            you: None,
        })
    }
}
