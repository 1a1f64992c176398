//! A snapshot: what the room was last told, and a player's own part.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{PacketState, PacketUpdate, Refusal, ServerFrame, Welcome, You};
use tokio::time::timeout;

use crate::error::Error;
use crate::game::{Game, Own};
use crate::live::hub::{Room, View};
use crate::live::sockets::Sockets;
use crate::metrics::METRICS;

/// How long a socket waits for another one's reading.
const READ_TIMEOUT: Duration = Duration::from_millis(500);

/// What everybody of a game sees. The first socket of a room has it read from the stores.
pub(crate) async fn view(
    sockets: &Sockets,
    room: &Arc<Room>,
    game: &Game,
) -> Result<View, Refusal> {
    if let Some(view) = room.view() {
        return Ok(view);
    }
    // Thousands may come at the same moment: one reads, and nobody waits for long.
    let _alone = timeout(READ_TIMEOUT, room.reading()).await.map_err(|_| Refusal::Unavailable)?;
    if let Some(view) = room.view() {
        return Ok(view);
    }
    METRICS.unauthenticated_read("snapshot");
    let snapshot = sockets.live.read(game).await.map_err(Error::into_refusal)?;
    room.learn(&snapshot);
    note_end(room, &snapshot);
    Ok(View {
        stage: Arc::new(snapshot.stage),
        lobby: snapshot.lobby,
        answered: snapshot.answered,
        rain: snapshot.rain,
    })
}

/// What is an account's own in a game that stands at a phase, and in the newest rain; `None` where
/// it has no seat. With it, what its packet's receipt is, or that it is void.
pub(crate) async fn own(
    sockets: &Sockets,
    game: &Game,
    account: AccountId,
    phase: &Phase,
    rain: Option<RainId>,
) -> Result<Option<(You, Option<PacketUpdate>)>, Error> {
    // Each by itself: a shard whose server is away keeps out nobody else.
    let packet = async {
        match rain {
            Some(rain) => sockets.live.packets.own(rain, account).await,
            None => Ok(None),
        }
    };
    let (own, packet) = tokio::join!(sockets.live.play.own(game, account, phase), packet);
    let Some(Own { seat, answer, outcome, paced }) = own? else {
        return Ok(None);
    };
    let packet = packet?;
    let caught = packet.as_ref().filter(|it| it.state != PacketState::Void);
    let caught = caught.map(|it| it.caught.clone());
    let you = You { seat, answer, outcome, caught, paced };
    Ok(Some((you, packet.filter(|it| it.state != PacketState::Credited))))
}

/// Nobody drives a game that is over: its room hears that from the first who comes to look, and is
/// forgotten once they have left.
fn note_end(room: &Room, snapshot: &Welcome) {
    if snapshot.stage.phase.kind == Kind::Ended && !room.is_ended() {
        // Nothing that is published later is newer than the end.
        room.publish(snapshot.stage.clone(), 0);
    }
}

/// The welcome of whoever has no part of their own: hosts and screens.
pub(crate) async fn welcome_watcher(
    sockets: &Sockets,
    room: &Arc<Room>,
    game: &Game,
) -> Result<ServerFrame, Refusal> {
    let view = view(sockets, room, game).await?;
    Ok(ServerFrame::Welcome(Box::new(welcome(game, sockets.live.clock.now_ms(), view, None))))
}

/// The two parts put together.
pub(crate) fn welcome(game: &Game, now_ms: u64, view: View, you: Option<You>) -> Welcome {
    let mut lobby = view.lobby;
    if let Some(you) = &you {
        // The count may be a tick old, but seats are numbered in order of arrival.
        lobby.players = lobby.players.max(you.seat.number);
    }
    Welcome {
        now_ms,
        game: game.info(),
        stage: Arc::unwrap_or_clone(view.stage),
        lobby,
        answered: view.answered,
        rain: view.rain,
        you,
    }
}
