//! A host's socket: the right to drive one game, or to watch at its desk.

use std::ops::ControlFlow;
use std::sync::Arc;

use quizrain_shared::ids::Token;
use quizrain_shared::phase::Move;
use quizrain_shared::wire::{HostFrame, Refusal, Right, ServerFrame};

use crate::actions::{Actor, Done};
use crate::error::Error;
use crate::game::Game;
use crate::live::hub::{CloseReason, Outbox, Presence};
use crate::live::sockets::guest::Guest;
use crate::live::sockets::socket::{Over, Role, Wire};
use crate::live::sockets::{Sockets, snapshot};
use crate::people::host_right;

/// What came of a frame, in the words of HTTP.
const OK: u16 = 200;
const REFUSED: u16 = 409;

/// What a frame is called in the log of actions, without what is in it: of a move, which.
fn named(frame: &HostFrame) -> String {
    if let HostFrame::Move { mv, .. } = frame {
        return format!("socket Move {mv:?}");
    }
    let text = format!("{frame:?}");
    let name = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    format!("socket {name}")
}

/// A host with a socket.
pub(crate) struct Host {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    token: Token,
    right: Right,
    guest: Guest,
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

    async fn act(&self, frame: HostFrame) -> Result<Option<ServerFrame>, Error> {
        if let HostFrame::Hello { .. } = frame {
            return self.welcome().await.map(Some);
        }
        self.check_right_to(&frame).await?;
        if frame.is_for_viewers() {
            return self.sockets.live.act(&self.game, frame).await;
        }
        let what = named(&frame);
        let done = self.sockets.live.act(&self.game, frame).await;
        let status = if done.is_ok() { OK } else { REFUSED };
        self.sockets.actions.note(Done {
            actor: Actor::Desk(self.game.id, host_right(&self.token)),
            what,
            object: self.game.id.to_string(),
            status,
            address: self.guest.address(),
        });
        done
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
        let host = Self { sockets, game, token, right, guest, presence };
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
