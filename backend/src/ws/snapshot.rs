//! A snapshot: what the room was last told, and a player's own part.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{Refusal, ServerFrame, Welcome, You};
use tokio::time::timeout;

use crate::error::ServiceError;
use crate::hub::{Room, View};
use crate::service::{Game, Service};

/// How long a socket waits for another one's reading.
const PATIENCE: Duration = Duration::from_millis(500);

/// What everybody of a game sees. The first socket of a room has it read from the stores.
pub(super) async fn view(
    service: &Service,
    room: &Arc<Room>,
    game: &Game,
) -> Result<View, Refusal> {
    if let Some(view) = room.view() {
        return Ok(view);
    }
    // Thousands may come at the same moment: one reads, and nobody waits for long.
    let _alone = timeout(PATIENCE, room.reading()).await.map_err(|_| Refusal::Unavailable)?;
    if let Some(view) = room.view() {
        return Ok(view);
    }
    let snapshot = service.snapshot(game).await.map_err(ServiceError::into_refusal)?;
    room.learn(&snapshot);
    note_end(room, &snapshot);
    Ok(View {
        stage: Arc::new(snapshot.stage),
        lobby: snapshot.lobby,
        answered: snapshot.answered,
        rain: snapshot.rain,
    })
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
pub(super) async fn welcome_watcher(
    service: &Service,
    room: &Arc<Room>,
    game: &Game,
) -> Result<ServerFrame, Refusal> {
    let view = view(service, room, game).await?;
    Ok(ServerFrame::Welcome(Box::new(welcome(game, service.now_ms(), view, None))))
}

/// The two parts put together.
pub(super) fn welcome(game: &Game, now_ms: u64, view: View, you: Option<You>) -> Welcome {
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
