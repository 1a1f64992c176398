//! A projector's socket: it sees what players see and can do nothing.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use quizrain_shared::wire::{Protocol, ScreenFrame, ServerFrame};

use super::Sockets;
use super::socket::{Over, Role, Wire};
use crate::hub::{Closed, Outbox, Presence};
use crate::service::{Game, ServiceError};

struct Screen {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    _presence: Presence,
}

pub(super) async fn serve(sockets: Arc<Sockets>, socket: WebSocket, protocol: Protocol) {
    let mut wire = Wire::new(socket, protocol, sockets.frames_per_second);
    let opened = Box::pin(open(&mut wire, sockets)).await;
    wire.run(opened).await;
}

async fn open(wire: &mut Wire, sockets: Arc<Sockets>) -> Result<(Outbox, Screen), Over> {
    let ScreenFrame::Hello { pin } = wire.hello(&sockets.leaving).await?;
    let game = match sockets.service.game_by_pin(pin).await {
        Ok(game) => game,
        Err(error) => return Err(wire.refuse(error.into_refusal()).await),
    };
    let (link, mut outbox) = Outbox::new(wire.protocol());
    let presence = sockets.enter(&game, &link, None);
    let screen = Screen { sockets, game, _presence: presence };
    match screen.welcome().await {
        Ok(welcome) => wire.welcome(&welcome, &mut outbox).await.map(|()| (outbox, screen)),
        Err(error) => Err(wire.refuse(error.into_refusal()).await),
    }
}

impl Screen {
    async fn welcome(&self) -> Result<ServerFrame, ServiceError> {
        let welcome = self.sockets.service.snapshot(&self.game).await?;
        Ok(ServerFrame::Welcome(Box::new(welcome)))
    }
}

impl Role for Screen {
    type Frame = ScreenFrame;

    async fn handle(&mut self, frame: ScreenFrame) -> ControlFlow<Closed, Option<ServerFrame>> {
        let ScreenFrame::Hello { pin } = frame;
        if pin != self.game.pin {
            return ControlFlow::Break(Closed::Misbehaved);
        }
        let refuse = |error: ServiceError| ServerFrame::Refused(error.into_refusal());
        ControlFlow::Continue(Some(self.welcome().await.unwrap_or_else(refuse)))
    }
}
