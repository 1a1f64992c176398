//! What became of packets goes to the players who are connected here: what the settlers publish,
//! and what was published while nobody listened. Pages show each piece of news once.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::GameId;
use quizrain_shared::wire::{PacketState, ServerFrame};
use tokio_util::sync::CancellationToken;

use crate::batch::backoff::{Backoff, pause};
use crate::events::Push;
use crate::game::Game;
use crate::live::Live;

/// How often what is owed is looked at.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Tells players here what became of their packets.
pub(crate) fn send(live: &Live, game: GameId, pushes: impl IntoIterator<Item = Push>) {
    let room = live.hub.room(game);
    for Push { account, news } in pushes {
        live.packets.note_caught(account);
        if news.state == PacketState::Void {
            live.packets.forget_claim(account, &news.caught);
        }
        room.send_to(&account, &ServerFrame::Packet(news));
    }
}

/// Tells those of whose packets nothing could be said while the database did not answer.
pub(crate) async fn run(live: Live) {
    while !live.stop.is_cancelled() {
        for (game, push) in live.packets.pending_updates().await {
            send(&live, game, [push]);
        }
        pause(&live.stop, CHECK_EVERY).await;
    }
}

/// Tells players of these games what may have been published while nobody listened here, as soon as
/// the database says it, or until the line breaks on which they listen now.
pub(crate) async fn send_credits(live: Live, mut games: Vec<Arc<Game>>, up: CancellationToken) {
    let mut backoff = Backoff::default();
    while !games.is_empty() && !up.is_cancelled() {
        let mut left = Vec::new();
        for game in games {
            match live.packets.credits(game.id).await {
                Ok(credits) => send(&live, game.id, credits),
                Err(error) => {
                    tracing::warn!(game = %game.id, %error, "failed to send credits, retrying");
                    left.push(game);
                }
            }
        }
        games = left;
        if !games.is_empty() {
            backoff.pause(&up).await;
        }
    }
}
