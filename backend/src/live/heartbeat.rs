//! A node's sign of life for the others, and theirs. One that has been cut off from Redis sends its
//! clients away: the others go on with the games, and here nothing would ever happen.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::error::Error;
use crate::live::Live;
use crate::live::hub::CloseReason;
use crate::metrics::METRICS;
use crate::nodes::channel;
use crate::store::StoreError;
use crate::store::away::late;
use crate::store::redis::{Message, Subscriber};

/// How often, and how long one sign, or finding a line to listen on, may take.
const EVERY: Duration = Duration::from_secs(1);

pub(crate) async fn run(live: Live) {
    let peers = live.nodes.peers();
    let mut beat = interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut line: Option<Subscriber> = None;
    let (mut away, mut doubled) = (false, false);
    loop {
        tokio::select! {
            () = live.stop.cancelled() => break,
            message = next(&mut line) => {
                match message {
                    Some(message) => peers.hear(&message.payload),
                    None => line = None,
                }
                continue;
            }
            _ = beat.tick() => {}
        }
        if peers.deaf() {
            tracing::warn!("heartbeat subscription is dead, resubscribing");
            line = None;
        }
        let said = timeout(EVERY, live.nodes.heartbeat());
        let said = match line {
            Some(_) => said.await,
            None => {
                let (said, listens) = tokio::join!(said, listen(&live));
                if let Some(listens) = listens {
                    line = Some(listens);
                    peers.listen();
                    // To be heard by itself at once.
                    beat.reset_immediately();
                }
                said
            }
        };
        let said = said.unwrap_or(Err(Error::Store(late(EVERY).into())));
        METRICS.nodes_visible.set(i64::try_from(peers.count()).unwrap_or(i64::MAX));
        let twin = peers.has_twin();
        if twin && !doubled {
            warn_of_twin(peers.node());
        }
        doubled = twin;
        let cut_off = said.is_err() && peers.cut_off();
        if cut_off && !away {
            tracing::warn!("cut off from Redis while other nodes are alive; sending clients away");
        }
        if cut_off {
            // Again and again: whoever comes meanwhile is sent on as well.
            live.hub.close_all(CloseReason::TryLater);
        }
        away = cut_off;
    }
    if let Err(error) = live.nodes.leave().await {
        tracing::debug!(%error, "failed to announce the end of this node; the others notice");
    }
}

fn warn_of_twin(node: &str) {
    tracing::error!(
        node,
        "another server has this one's name, and they take each other's games: its data folder is \
         a copy of this one's; delete the file `node` in one of them and start it again"
    );
}

/// A line on which the nodes are heard.
async fn listen(live: &Live) -> Option<Subscriber> {
    let listens = async {
        let redis = &live.redis;
        let mut line = redis.subscriber().await?;
        line.subscribe(&channel(redis.database())).await?;
        Ok::<_, StoreError>(line)
    };
    match timeout(EVERY, listens).await.unwrap_or(Err(late(EVERY).into())) {
        Ok(line) => Some(line),
        Err(error) => {
            tracing::debug!(%error, "failed to subscribe to heartbeats, retrying");
            None
        }
    }
}

/// The next message. `None`: some may have been missed.
async fn next(line: &mut Option<Subscriber>) -> Option<Message> {
    match line {
        Some(line) => line.next().await,
        None => std::future::pending().await,
    }
}
