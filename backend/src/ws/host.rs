//! A host's socket: the right to drive one game.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use quizrain_shared::ids::Token;
use quizrain_shared::wire::{HostFrame, Protocol, ServerFrame};

use super::Sockets;
use super::socket::{Over, Role, Wire};
use crate::hub::{Closed, Outbox, Presence};
use crate::service::{Game, ServiceError};

struct Host {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    token: Token,
    _presence: Presence,
}

pub(super) async fn serve(sockets: Arc<Sockets>, socket: WebSocket, protocol: Protocol) {
    let mut wire = Wire::new(socket, protocol, sockets.frames_per_second);
    let opened = Box::pin(open(&mut wire, sockets)).await;
    wire.run(opened).await;
}

async fn open(wire: &mut Wire, sockets: Arc<Sockets>) -> Result<(Outbox, Host), Over> {
    let HostFrame::Hello { game, token } = wire.hello(&sockets.leaving).await? else {
        return Err(Over::Close(Closed::Misbehaved));
    };
    let game = match sockets.service.host(game, &token).await {
        Ok(game) => game,
        Err(error) => return Err(wire.refuse(error.into_refusal()).await),
    };
    let (link, mut outbox) = Outbox::new(wire.protocol());
    let presence = sockets.enter(&game, &link, None);
    let host = Host { sockets, game, token, _presence: presence };
    match host.welcome().await {
        Ok(welcome) => wire.welcome(&welcome, &mut outbox).await.map(|()| (outbox, host)),
        Err(error) => Err(wire.refuse(error.into_refusal()).await),
    }
}

impl Host {
    async fn welcome(&self) -> Result<ServerFrame, ServiceError> {
        let welcome = self.sockets.service.snapshot(&self.game).await?;
        Ok(ServerFrame::Welcome(Box::new(welcome)))
    }

    async fn act(&self, frame: HostFrame) -> Result<Option<ServerFrame>, ServiceError> {
        let service = &self.sockets.service;
        // The right may have been given to somebody else since this socket opened.
        service.host(self.game.id, &self.token).await?;
        match frame {
            HostFrame::Hello { .. } => return self.welcome().await.map(Some),
            HostFrame::Move { mv, seen } => service.host_move(&self.game, mv, seen).await?,
            HostFrame::OpenRain { plan, seen } => {
                service.open_rain(&self.game, plan, seen).await?;
            }
            HostFrame::Lock { locked } => service.lock(&self.game, locked).await?,
        }
        Ok(None)
    }
}

impl Role for Host {
    type Frame = HostFrame;

    async fn handle(&mut self, frame: HostFrame) -> ControlFlow<Closed, Option<ServerFrame>> {
        if let HostFrame::Hello { game, token } = &frame
            && (*game != self.game.id || *token != self.token)
        {
            return ControlFlow::Break(Closed::Misbehaved);
        }
        match self.act(frame).await {
            Ok(answer) => ControlFlow::Continue(answer),
            Err(error) => match error.into_refusal() {
                quizrain_shared::wire::Refusal::NotAllowed => {
                    ControlFlow::Break(Closed::NotAllowed)
                }
                refusal => ControlFlow::Continue(Some(ServerFrame::Refused(refusal))),
            },
        }
    }
}
