//! A host's socket: the right to drive one game, or to watch at its desk.

use std::ops::ControlFlow;
use std::sync::Arc;

use quizrain_shared::ids::Token;
use quizrain_shared::phase::Move;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{HostFrame, Refusal, Right, ServerFrame};

use crate::error::Error;
use crate::game::Game;
use crate::live::hub::{CloseReason, Outbox, Presence};
use crate::live::sockets::guest::Guest;
use crate::live::sockets::socket::{Over, Role, Wire};
use crate::live::sockets::{Sockets, snapshot};
use crate::people::host_right;

/// A host with a socket.
pub(crate) struct Host {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    token: Token,
    right: Right,
    _guest: Guest,
    presence: Presence,
}

impl Host {
    /// Insists on the right, which may have been given to somebody else.
    async fn check_right(&self) -> Result<(), Error> {
        self.sockets.live.games.verify_right(self.game.id, &self.token).await
    }

    /// Insists on the right to what is asked for.
    async fn check_right_to(&self, frame: &HostFrame) -> Result<(), Error> {
        if self.right == Right::Viewer && !frame.is_for_viewers() {
            return Err(Refusal::OnlyWatching.into());
        }
        match frame {
            // Money moves by the database's word alone.
            HostFrame::OpenRain { .. } | HostFrame::Move { mv: Move::CloseRain, .. } => {
                self.check_right().await
            }
            _ => {
                let games = &self.sockets.live.games;
                games.verify_right_unless_away(self.game.id, &self.token).await
            }
        }
    }

    async fn welcome(&self) -> Result<ServerFrame, Error> {
        self.check_right().await?;
        let room = self.presence.room();
        Ok(snapshot::welcome_watcher(&self.sockets, room, &self.game).await?)
    }

    /// Has the game run like this, what is shown now as well.
    async fn configure(&self, settings: &Settings) -> Result<(), Error> {
        let live = &self.sockets.live;
        let before = live.play.state(&self.game).await?.settings.auto;
        live.games.configure(&self.game, settings).await?;
        if before == settings.auto {
            return Ok(());
        }
        match live.play.set_pace(&self.game).await {
            // It moved on meanwhile, in the new pace.
            Err(Error::Refused(Refusal::Stale)) => Ok(()),
            set => set,
        }
    }

    async fn list_players(&self, search: String, skip: u32) -> Result<ServerFrame, Error> {
        let live = &self.sockets.live;
        let (mut list, accounts) = live.play.list_players(&self.game, search, skip).await?;
        let alone = !live.nodes.peers().alive();
        for (row, account) in list.rows.iter_mut().zip(accounts) {
            let here = self.presence.room().has_player(&account);
            row.connected = (here || alone).then_some(here);
        }
        Ok(ServerFrame::Players(list))
    }

    async fn act(&self, frame: HostFrame) -> Result<Option<ServerFrame>, Error> {
        if let HostFrame::Hello { .. } = frame {
            return self.welcome().await.map(Some);
        }
        self.check_right_to(&frame).await?;
        let sockets = &self.sockets;
        match frame {
            HostFrame::Hello { .. } => {}
            HostFrame::Move { mv: Move::CloseRain, seen } => {
                sockets.live.rains.stop(&self.game, seen).await?;
            }
            HostFrame::Move { mv, seen } => {
                sockets.live.play.host_move(&self.game, mv, seen).await?;
            }
            HostFrame::Ask { question, seen } => {
                sockets.live.play.ask(&self.game, question, seen).await?;
            }
            HostFrame::AddTime { seconds, seen } => {
                sockets.live.play.add_time(&self.game, seconds, seen).await?;
            }
            HostFrame::MarkText { text, mark, seen } => {
                sockets.live.play.mark_text(&self.game, &text, mark, seen).await?;
            }
            HostFrame::OpenRain { plan, seen } => {
                sockets.live.rains.open(&self.game, plan, seen).await?;
            }
            HostFrame::Configure { settings } => self.configure(&settings).await?,
            HostFrame::ListPlayers { search, skip } => {
                return self.list_players(search, skip).await.map(Some);
            }
            HostFrame::Remove { seat, ban } => {
                sockets.live.play.remove(&self.game, seat, ban).await?;
                return Ok(Some(ServerFrame::Done));
            }
            HostFrame::Rename { seat, nickname } => {
                sockets.live.play.rename(&self.game, seat, &nickname).await?;
                return Ok(Some(ServerFrame::Done));
            }
            HostFrame::AdjustScore { seat, points, note, seen } => {
                sockets.live.play.adjust_score(&self.game, seat, points, &note, seen).await?;
            }
            HostFrame::AddMinutes { minutes, seen } => {
                sockets.live.play.add_minutes(&self.game, minutes, seen).await?;
            }
            HostFrame::Revive { seat, seen } => {
                sockets.live.play.revive(&self.game, seat, seen).await?;
            }
            HostFrame::FixKey { question, key, seen } => {
                sockets.live.play.fix_key(&self.game, question, &key, seen).await?;
            }
            HostFrame::Sound { play, seen } => {
                sockets.live.play.sound(&self.game, play, seen).await?;
            }
            HostFrame::Pick { question, seen } => {
                sockets.live.play.pick(&self.game, question, seen).await?;
            }
        }
        Ok(None)
    }
}

impl Role for Host {
    const NAME: &str = "host";
    const IS_SCREEN: bool = false;

    type Frame = HostFrame;

    async fn open(
        wire: &mut Wire,
        sockets: Arc<Sockets>,
        mut guest: Guest,
    ) -> Result<(Outbox, Self), Over> {
        let HostFrame::Hello { game, token } = wire.hello(&sockets.leaving).await? else {
            return Err(wire.refuse(Refusal::Malformed).await);
        };
        let (game, right) = match guest.find_hosted(&sockets, game, &token).await {
            Ok(found) => found,
            Err(turned) => return Err(wire.turn(turned).await),
        };
        guest.prove();
        let (link, mut outbox) = Outbox::new(wire.encoding());
        let room = sockets.live.hub.room(game.id);
        let presence = room.enter_as_host(link.clone(), right, host_right(&token));
        sockets.close_if_leaving(&link);
        let host = Self { sockets, game, token, right, _guest: guest, presence };
        // Checks the right once more: who loses it from here on is found in the room.
        match host.welcome().await {
            Ok(welcome) => wire.welcome(&welcome, &mut outbox).await.map(|()| (outbox, host)),
            Err(error) => Err(wire.refuse(error.into_refusal()).await),
        }
    }

    async fn handle(
        &mut self,
        frame: HostFrame,
        _line_ms: u16,
    ) -> ControlFlow<CloseReason, Option<ServerFrame>> {
        if let HostFrame::Hello { game, token } = &frame
            && (*game != self.game.id || *token != self.token)
        {
            return ControlFlow::Break(CloseReason::Misbehaved);
        }
        match self.act(frame).await {
            Ok(answer) => ControlFlow::Continue(answer),
            Err(error) => match error.into_refusal() {
                Refusal::NotAllowed => ControlFlow::Break(CloseReason::NotAllowed),
                refusal => ControlFlow::Continue(Some(ServerFrame::Refused(refusal))),
            },
        }
    }
}
