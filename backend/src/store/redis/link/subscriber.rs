//! Listens to channels. Called by the node's one subscriber.
//!
//! Channels are sharded everywhere: in a cluster a message then stays among the nodes that serve
//! the channel's slot, and a single server takes them as well. The library mends its connections
//! and subscribes again, but what was said meanwhile is gone: so the first sign of trouble ends
//! this for good, and whoever listens starts from scratch.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::{FromRedisValue, Msg, PushInfo, PushKind, RedisResult};
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::open::{Pushes, open};
use super::{Request, To};
use crate::redis_url::RedisUrl;
use crate::store::StoreError;

/// How long any one thing may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the line is tried, where nobody says anything.
const TRY_EVERY: Duration = Duration::from_secs(1);

/// Messages that may wait here to be read.
const MOST_WAITING: usize = 16 * 1024;

/// What somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where.
    pub channel: String,
    /// What.
    pub payload: Vec<u8>,
}

/// A line that listens.
pub struct Subscriber {
    to: To,
    messages: Receiver<Message>,
    /// Channels that it asked to hear no more of.
    left: Arc<Mutex<HashSet<String>>>,
    /// Cancelled at the first sign that something may not be heard.
    lost: CancellationToken,
    _trying: DropGuard,
}

impl Subscriber {
    /// Connects.
    ///
    /// # Errors
    /// Nobody was reached in time.
    pub(crate) async fn connect(url: &RedisUrl) -> Result<Self, StoreError> {
        let (sender, messages) = mpsc::channel(MOST_WAITING);
        let (lost, left) = (CancellationToken::new(), Arc::<Mutex<HashSet<String>>>::default());
        let (hears, leaves) = (lost.clone(), Arc::clone(&left));
        let pushes: Pushes = Arc::new(move |push: PushInfo| -> Result<(), ()> {
            let heard = match push.kind {
                PushKind::SMessage => {
                    message(push).is_some_and(|said| sender.try_send(said).is_ok())
                }
                // Unless it was asked for, the slot of the channel went elsewhere.
                PushKind::SUnsubscribe => channel_of(push).is_some_and(|channel| {
                    leaves.lock().unwrap_or_else(PoisonError::into_inner).remove(&channel)
                }),
                PushKind::Disconnection => false,
                _ => true,
            };
            if !heard {
                hears.cancel();
            }
            Ok(())
        });
        let to = open(url, CONNECT_TIMEOUT, Some(pushes)).await?;
        let dropped = CancellationToken::new();
        tokio::spawn(try_line(to.clone(), lost.clone(), dropped.clone()));
        Ok(Self { to, messages, left, lost, _trying: dropped.drop_guard() })
    }

    /// Listens to a channel from now on.
    ///
    /// # Errors
    /// Redis failed: this subscriber is of no use any more.
    pub async fn subscribe(&mut self, channel: &str) -> Result<(), StoreError> {
        Ok(in_time(async {
            match &self.to {
                To::Server(_) => self.ask("SSUBSCRIBE", channel).await,
                To::Cluster(con) => con.clone().ssubscribe(channel).await,
            }
        })
        .await?)
    }

    /// No longer listens to a channel.
    ///
    /// # Errors
    /// As for [`Subscriber::subscribe`].
    pub async fn unsubscribe(&mut self, channel: &str) -> Result<(), StoreError> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).insert(channel.to_owned());
        Ok(in_time(async {
            match &self.to {
                To::Server(_) => self.ask("SUNSUBSCRIBE", channel).await,
                To::Cluster(con) => con.clone().sunsubscribe(channel).await,
            }
        })
        .await?)
    }

    /// The next message. `None`: some may have been lost; listen anew, from scratch.
    pub async fn next(&mut self) -> Option<Message> {
        tokio::select! {
            biased;
            () = self.lost.cancelled() => None,
            message = self.messages.recv() => message,
        }
    }

    async fn ask(&self, command: &str, channel: &str) -> RedisResult<()> {
        let mut command = redis::cmd(command);
        command.arg(channel);
        let replies = self.to.send(Request::Command(&command)).await?;
        replies.into_iter().try_for_each(|reply| reply.extract_error().map(drop))
    }
}

fn message(push: PushInfo) -> Option<Message> {
    let said = Msg::from_push_info(push)?;
    let payload = said.get_payload_bytes().to_vec();
    Some(Message { channel: said.get_channel_name().to_owned(), payload })
}

fn channel_of(push: PushInfo) -> Option<String> {
    String::from_redis_value(push.data.into_iter().next()?).ok()
}

async fn in_time<T>(done: impl Future<Output = RedisResult<T>>) -> RedisResult<T> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut).into();
    timeout(CONNECT_TIMEOUT, done).await.unwrap_or_else(|elapsed| Err(late(elapsed)))
}

/// A server that is frozen or cut off says nothing, as one does where nothing happens: it is asked.
async fn try_line(to: To, lost: CancellationToken, dropped: CancellationToken) {
    let mut pace = interval(TRY_EVERY);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let ping = redis::cmd("PING");
    loop {
        tokio::select! {
            () = dropped.cancelled() => return,
            () = lost.cancelled() => return,
            _ = pace.tick() => {}
        }
        // In a cluster every primary answers.
        if in_time(to.send(Request::Command(&ping))).await.is_err() {
            lost.cancel();
        }
    }
}
