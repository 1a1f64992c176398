//! A projector's socket: it sees what players see and can do nothing.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use quizrain_shared::wire::{Encoding, ScreenFrame, ServerFrame};

use super::Sockets;
use super::player::refuse;
use super::socket::{Role, Wire};
use crate::hub::{Closed, Outbox, Presence};
use crate::service::{Game, ServiceError};

struct Screen {
    sockets: Sockets,
    game: Arc<Game>,
    _presence: Presence,
}

pub(super) async fn serve(sockets: Sockets, socket: WebSocket, encoding: Encoding) {
    let mut wire = Wire::new(socket, encoding, sockets.frames_per_second);
    let Some(ScreenFrame::Hello { pin }) = wire.hello(&sockets.stop).await else {
        return wire.close(Closed::Misbehaved).await;
    };
    let game = match sockets.service.game_by_pin(pin).await {
        Ok(game) => game,
        Err(error) => return refuse(wire, error.into_refusal()).await,
    };
    let (link, outbox) = Outbox::new(wire.encoding());
    let presence = sockets.enter(&game, &link, None);
    let screen = Screen { sockets, game, _presence: presence };
    watch(wire, outbox, screen).await;
}

async fn watch(mut wire: Wire, outbox: Outbox, screen: Screen) {
    match screen.sockets.service.snapshot(&screen.game).await {
        Ok(welcome) => {
            if wire.send(&ServerFrame::Welcome(Box::new(welcome))).await.is_ok() {
                wire.run(outbox, screen).await;
            }
        }
        Err(error) => refuse(wire, error.into_refusal()).await,
    }
}

impl Role for Screen {
    type Frame = ScreenFrame;

    async fn handle(&mut self, frame: ScreenFrame) -> ControlFlow<Closed, Option<ServerFrame>> {
        let ScreenFrame::Hello { pin } = frame;
        if pin != self.game.pin {
            return ControlFlow::Break(Closed::Misbehaved);
        }
        let welcome = self.sockets.service.snapshot(&self.game).await;
        let frame = welcome.map(|welcome| ServerFrame::Welcome(Box::new(welcome)));
        let refuse = |error: ServiceError| ServerFrame::Refused(error.into_refusal());
        ControlFlow::Continue(Some(frame.unwrap_or_else(refuse)))
    }
}
