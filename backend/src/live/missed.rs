//! Sockets that are to be closed by what was published while this node did not listen: those of hosts
//! whose right has ended, of players whom a host has sent away, and of people who were signed out. Called
//! by the subscriber whenever it listens anew.
//!
//! Whoever comes from here on is looked up when they come.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::live::Live;
use crate::live::hub::Room;
use crate::live::signed_out::close_strangers;

/// How soon it is tried again where a store failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How much later it is looked for seats once more: one that was read just before it was taken away
/// is noted by then.
const WELCOMED_WITHIN: Duration = Duration::from_secs(1);

/// Checks the sockets of these rooms, as long as this node listens.
pub(crate) async fn check_sockets(live: Live, rooms: Vec<Arc<Room>>, up: CancellationToken) {
    let check = async {
        // Rights are in the database, seats in Redis: where one is away, the other goes on.
        tokio::join!(
            close_all_hosts(&live, &rooms),
            close_all_players(&live, &rooms),
            close_strangers(&live, &rooms)
        );
        sleep(WELCOMED_WITHIN).await;
        close_all_players(&live, &rooms).await;
    };
    tokio::select! {
        () = up.cancelled() => {}
        () = check => {}
    }
}

async fn close_all_hosts(live: &Live, rooms: &[Arc<Room>]) {
    for room in rooms {
        close_hosts(live, room).await;
    }
}

async fn close_all_players(live: &Live, rooms: &[Arc<Room>]) {
    for room in rooms {
        close_players(live, room).await;
    }
}

/// Closes the sockets of hosts whose right has ended.
async fn close_hosts(live: &Live, room: &Room) {
    let mut gone = room.host_rights();
    if gone.is_empty() {
        return;
    }
    loop {
        match live.games.current_rights(room.game()).await {
            Ok(Some(rights)) => {
                gone.retain(|right| !rights.contains(right));
                return room.close_hosts(&gone);
            }
            // A game that is gone closes its sockets by itself.
            Ok(None) => return,
            Err(error) => {
                tracing::debug!(%error, "failed to read who may host, trying again");
            }
        }
        sleep(RETRY_AFTER).await;
    }
}

/// Closes the sockets of players whose seat was taken away.
async fn close_players(live: &Live, room: &Room) {
    loop {
        let seated = room.seated();
        if seated.is_empty() {
            return;
        }
        match live.play.removed_seats(room.game(), &seated).await {
            Ok(removed) => {
                for (account, seat) in removed {
                    room.remove_player(&account, seat);
                }
                return;
            }
            Err(error) => {
                tracing::debug!(%error, "failed to read whom a host has sent away, trying again");
            }
        }
        sleep(RETRY_AFTER).await;
    }
}
