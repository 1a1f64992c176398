//! Sends payouts and asks about them, and reads what a receiver says of them. Called by `worker`.

use std::time::Duration;

use super::Payout;
use super::reply::{self, Answer, Asked};
use crate::delivery::{self, Reply};

/// Speaks with a receiver of payouts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Client(delivery::Client);

impl Client {
    /// One that sends to a receiver in this way.
    #[must_use]
    pub fn new(client: delivery::Client) -> Self {
        Self(client)
    }

    /// How long one request takes at most.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.0.timeout()
    }

    /// Posts a payout; `now_ms` is the time it is signed with.
    pub async fn send(&self, payout: &Payout, now_ms: u64) -> Answer {
        let body = match serde_json::to_vec(payout) {
            Ok(body) => body,
            Err(error) => return reply::unknown(&format!("not sent: {error}")),
        };
        match whole(self.0.post(&payout.key, body, now_ms).await).await {
            Ok((status, body)) => reply::read(&payout.key, status, &body),
            Err(why) => reply::unknown(&why),
        }
    }

    /// Asks what became of a payout.
    pub async fn query(&self, key: &str, now_ms: u64) -> Asked {
        match whole(self.0.get(key, now_ms).await).await {
            Ok((status, body)) => reply::read_query(key, status, &body),
            Err(why) => Asked::Answered(reply::unknown(&why)),
        }
    }
}

/// Status and body of a reply, or why there is none.
async fn whole(reply: Result<Reply, String>) -> Result<(u16, Vec<u8>), String> {
    let reply = reply?;
    Ok((reply.status(), reply.body().await?))
}
