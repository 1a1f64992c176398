//! People whose browsers were signed out: their sockets close, at every server, and whoever still is that
//! person comes back at once. Called by `http`, and by the subscriber.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::AccountId;
use tokio::time::sleep;

use crate::error::Error;
use crate::events::{self, SignedOut};
use crate::live::Live;
use crate::live::hub::Room;
use crate::people::Device;

/// How soon it is tried again where the database failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

impl Live {
    /// Tells every server that browsers of people were signed out.
    ///
    /// # Errors
    /// Redis failed; doing it again is harmless. A server that did not hear of it looks by itself once it
    /// hears anything again.
    pub(crate) async fn note_signed_out(&self, people: &[SignedOut]) -> Result<(), Error> {
        people.iter().for_each(|it| self.people.forget(&it.devices));
        Ok(events::publish_signed_out(&mut self.redis.connection(), people).await?)
    }

    /// Closes the sockets of these people at this server.
    pub(crate) fn close_signed_out(&self, people: &[SignedOut]) {
        people.iter().for_each(|it| self.people.forget(&it.devices));
        // They may have inherited something.
        people.iter().for_each(|it| self.packets.note_caught(it.account));
        for room in self.hub.rooms() {
            people.iter().for_each(|it| room.restart_player(&it.account));
        }
    }
}

/// Closes the sockets of those whose browsers were signed out while this node did not listen.
pub(crate) async fn close_strangers(live: &Live, rooms: &[Arc<Room>]) {
    for room in rooms {
        loop {
            let signed_in: Vec<(AccountId, Device)> =
                room.signed_in().into_iter().map(|(it, hash)| (it, Device(hash))).collect();
            if signed_in.is_empty() {
                break;
            }
            match live.people.strangers(&signed_in).await {
                Ok(strangers) => {
                    strangers.iter().for_each(|account| room.restart_player(account));
                    break;
                }
                Err(error) => {
                    tracing::debug!(%error, "failed to read who was signed out, trying again");
                }
            }
            sleep(RETRY_AFTER).await;
        }
    }
}
