//! What became of packets goes to the players who are connected here: what the settlers publish, and
//! what was published while nobody listened. Pages show each piece of news once.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::GameId;
use quizrain_shared::wire::{PacketState, ServerFrame};
use tokio_util::sync::CancellationToken;

use crate::batch::backoff::{Backoff, pause};
use crate::events::Push;
use crate::service::Game;
use crate::worker::Context;

/// How often what is owed is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Tells players here what became of their packets.
pub(super) fn tell(context: &Context, game: GameId, pushes: impl IntoIterator<Item = Push>) {
    let room = context.hub.room(game);
    for Push { account, news } in pushes {
        context.service.has_caught(account);
        if news.state == PacketState::Void {
            context.service.forget_claim(account, &news.caught);
        }
        room.send_to(&account, &ServerFrame::Packet(news));
    }
}

/// Tells those of whose packets nothing could be said while the database did not answer.
pub(super) async fn tell_owed(context: Context) {
    while !context.stop.is_cancelled() {
        for (game, push) in context.service.owed_news().await {
            tell(&context, game, [push]);
        }
        pause(&context.stop, LOOK_EVERY).await;
    }
}

/// Tells players of these games what may have been published while nobody listened here, as soon as
/// the database says it, or until the line breaks on which they listen now.
pub(super) async fn tell_credits(
    context: Context,
    mut games: Vec<Arc<Game>>,
    up: CancellationToken,
) {
    let mut backoff = Backoff::default();
    while !games.is_empty() && !up.is_cancelled() {
        let mut left = Vec::new();
        for game in games {
            match context.service.credits(game.id).await {
                Ok(credits) => tell(&context, game.id, credits),
                Err(error) => {
                    tracing::warn!(game = %game.id, %error, "credits are told again later");
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
