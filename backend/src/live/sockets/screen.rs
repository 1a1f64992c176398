//! A projector's socket: it sees what players see and can do nothing.

use std::ops::ControlFlow;
use std::sync::Arc;

use quizrain_shared::wire::{Refusal, ScreenFrame, ServerFrame};

use crate::game::Game;
use crate::live::hub::{CloseReason, Outbox, Presence};
use crate::live::sockets::guest::Guest;
use crate::live::sockets::socket::{Over, Role, Wire};
use crate::live::sockets::{Sockets, snapshot};

/// A projector with a socket.
pub(crate) struct Screen {
    sockets: Arc<Sockets>,
    game: Arc<Game>,
    _guest: Guest,
    presence: Presence,
}

impl Screen {
    async fn welcome(&self) -> Result<ServerFrame, Refusal> {
        let room = self.presence.room();
        snapshot::welcome_watcher(&self.sockets, room, &self.game).await
    }
}

impl Role for Screen {
    const NAME: &str = "screen";
    const IS_SCREEN: bool = true;

    type Frame = ScreenFrame;

    async fn open(
        wire: &mut Wire,
        sockets: Arc<Sockets>,
        guest: Guest,
    ) -> Result<(Outbox, Self), Over> {
        let ScreenFrame::Hello { pin } = wire.hello(&sockets.leaving).await?;
        let game = match guest.find_game(&sockets, pin).await {
            Ok(game) => game,
            Err(turned) => return Err(wire.turn(turned).await),
        };
        let (link, mut outbox) = Outbox::new(wire.encoding());
        let presence = sockets.enter(&game, &link, None);
        let screen = Self { sockets, game, _guest: guest, presence };
        match screen.welcome().await {
            Ok(welcome) => wire.welcome(&welcome, &mut outbox).await.map(|()| (outbox, screen)),
            Err(refusal) => Err(wire.refuse(refusal).await),
        }
    }

    async fn handle(
        &mut self,
        frame: ScreenFrame,
        _line_ms: u16,
    ) -> ControlFlow<CloseReason, Option<ServerFrame>> {
        let ScreenFrame::Hello { pin } = frame;
        if pin != self.game.pin {
            return ControlFlow::Break(CloseReason::Misbehaved);
        }
        ControlFlow::Continue(Some(self.welcome().await.unwrap_or_else(ServerFrame::Refused)))
    }
}
