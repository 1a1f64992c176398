//! The log of actions: who did what, when and from where, and what came of it. Written by `http` for requests that
//! change something, by the sockets of hosts for what they ask; read by owners.
//!
//! Nobody waits for it: what is noted goes into the database a moment later, many in one call; an outage of the database
//! loses what was done meanwhile but for a warning, and a crash what was done in that moment. Rows are added and, when
//! their time is over, deleted; none is changed. No token and no body comes here.

mod sql;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::api::{ActionPage, ActorKind, ListActions, MAX_ACTIONS};
use quizrain_shared::ids::{GameId, HostId};
use tokio_util::task::TaskTracker;

use crate::admission::{Address, Bucket};
use crate::batch::{Batcher, Operation};
use crate::store::random::random_bytes;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

use sql::Row;

/// How many are written in one call.
const MOST: usize = 256;

/// How long after it was done: a host's move goes out to all screens first, and the disk is theirs.
const WRITTEN_AFTER: Duration = Duration::from_millis(250);

/// Rows an hour, and at once, by those who have shown nothing: what anybody can have written without end would fill the
/// disk, and is kept as long as the rest. A server whose hosts mistype their passwords has few.
const BY_NOBODY: u32 = 1000;

/// How often it is said that there is more.
const SAID_EVERY: Duration = Duration::from_secs(3600);

/// What the row says that stands in for those above that.
const MORE_BY_NOBODY: &str = "... and more";

/// Digits of a right's hash that name it.
const MARK_DIGITS: usize = 8;

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A host.
    Host(HostId),
    /// Whoever has the host key.
    Operator,
    /// A program, by the beginning of its key.
    Program(String),
    /// Whoever has a right to this game's desk, by its hash: perhaps a host's.
    Desk(GameId, String),
    /// Somebody who had shown nothing yet.
    Nobody,
}

/// Something that was done.
#[derive(Clone, Debug)]
pub struct Done {
    /// By whom.
    pub actor: Actor,
    /// What: method and route, or the frame of a socket.
    pub what: String,
    /// The ids that it names.
    pub object: String,
    /// What came of it, as HTTP has it.
    pub status: u16,
    /// Where it came from.
    pub address: Address,
}

/// Writes them.
struct Writes(Sql);

impl Operation for Writes {
    type Request = Row;
    type Response = ();
    const NAME: &'static str = "actions";

    async fn call(&self, rows: &[Row]) -> Result<Vec<()>, StoreError> {
        self.0.put_actions(rows).await?;
        Ok(vec![(); rows.len()])
    }
}

/// The log.
#[derive(Clone)]
pub struct Actions {
    sql: Sql,
    clock: Arc<Clock>,
    writes: Arc<Batcher<Writes>>,
    /// What addresses are hashed with.
    secret: Arc<[u8; 32]>,
    /// What those may have written who have shown nothing.
    nobodys: Arc<Mutex<Nobodys>>,
    /// A server that stops waits for what is being written.
    tasks: TaskTracker,
}

/// How much is written of those who have shown nothing.
#[derive(Debug)]
struct Nobodys {
    bucket: Bucket,
    /// When it was said that there is more.
    said: Option<Instant>,
}

impl Nobodys {
    fn new(now: Instant) -> Self {
        let most = f64::from(BY_NOBODY);
        Self { bucket: Bucket::new(most, most / 3600.0, now), said: None }
    }

    /// What is written of a row: it, or seldom that there is more, or nothing.
    fn row_of(&mut self, done: Done, now: Instant) -> Option<Done> {
        if self.bucket.take(now) {
            return Some(done);
        }
        if self.said.is_some_and(|said| now.saturating_duration_since(said) < SAID_EVERY) {
            return None;
        }
        self.said = Some(now);
        Some(Done { what: MORE_BY_NOBODY.to_owned(), object: String::new(), ..done })
    }
}

impl Actions {
    /// That of this database.
    ///
    /// # Errors
    /// The database failed, or there is no randomness.
    pub async fn open(
        sql: Sql,
        clock: Arc<Clock>,
        tasks: TaskTracker,
    ) -> Result<Self, crate::error::Error> {
        let secret = sql.action_secret(&hex::encode(random_bytes::<32>()?)).await?;
        let writes = Arc::new(Batcher::new(Writes(sql.clone()), MOST));
        let nobodys = Arc::new(Mutex::new(Nobodys::new(Instant::now())));
        Ok(Self { sql, clock, writes, secret: Arc::new(secret), nobodys, tasks })
    }

    /// What is kept of an address: the first 64 bits of an HMAC-SHA-256.
    fn origin(&self, address: Address) -> String {
        hex::encode(address.mark(&*self.secret, "quizrain.v1.action"))
    }

    /// Notes what was done. Nobody waits for it.
    pub fn note(&self, done: Done) {
        let done = match done.actor {
            Actor::Nobody => {
                let mut nobodys = self.nobodys.lock().unwrap_or_else(PoisonError::into_inner);
                nobodys.row_of(done, Instant::now())
            }
            _ => Some(done),
        };
        let Some(done) = done else { return };
        let own = self.clone();
        let at_ms = self.clock.now_ms();
        self.tasks.spawn(async move {
            tokio::time::sleep(WRITTEN_AFTER).await;
            let what = done.what.clone();
            if let Err(error) = own.write(done, at_ms).await {
                tracing::warn!(what, %error, "failed to write into the log of actions; it is missing there");
            }
        });
    }

    async fn write(&self, done: Done, at_ms: u64) -> Result<(), crate::error::Error> {
        let (kind, host, mark) = match done.actor {
            Actor::Host(host) => (ActorKind::Host, Some(host), None),
            Actor::Operator => (ActorKind::Operator, None, None),
            Actor::Program(key) => (ActorKind::Program, None, Some(key)),
            Actor::Desk(game, mut hash) => {
                let host = self.sql.host_of_right(game, &hash).await?;
                hash.truncate(MARK_DIGITS);
                (host.map_or(ActorKind::Desk, |_| ActorKind::Host), host, Some(hash))
            }
            Actor::Nobody => (ActorKind::Nobody, None, None),
        };
        let row = Row {
            action: hex::encode(random_bytes::<8>()?),
            at_ms,
            kind,
            host,
            mark,
            what: done.what,
            object: done.object,
            status: done.status,
            address: self.origin(done.address),
        };
        Ok(self.writes.submit(row).await?)
    }

    /// A page of what was done, the newest first; `None`: `after` is of no page.
    ///
    /// # Errors
    /// The database failed.
    pub async fn list(&self, wish: &ListActions) -> Result<Option<ActionPage>, StoreError> {
        let after = match wish.after.as_deref().map(|text| text.split_once('.')) {
            None => None,
            Some(Some((at_ms, action))) if action.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                match at_ms.parse::<u64>() {
                    Ok(at_ms) => Some((at_ms, action)),
                    Err(_) => return Ok(None),
                }
            }
            Some(_) => return Ok(None),
        };
        let limit = wish.limit.unwrap_or(MAX_ACTIONS).clamp(1, MAX_ACTIONS);
        let mut actions = self.sql.actions(wish, after, limit + 1).await?;
        let more = actions.len() > usize::from(limit);
        actions.truncate(usize::from(limit));
        let last = actions.last().filter(|_| more);
        let next = last.map(|last| format!("{}.{}", last.at_ms, last.action));
        Ok(Some(ActionPage { actions, next }))
    }

    /// Deletes what is older than this; how many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn forget(&self, age: Duration) -> Result<u64, StoreError> {
        let age_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        self.sql.forget_actions(self.clock.now_ms().saturating_sub(age_ms)).await
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn nobody_fills_the_log() {
        let start = Instant::now();
        let mut nobodys = Nobodys::new(start);
        let mut row = |n: u32, at: Instant| {
            let done = Done {
                actor: Actor::Nobody,
                what: "POST /api/session".to_owned(),
                object: n.to_string(),
                status: 403,
                address: IpAddr::from(n.to_be_bytes()).into(),
            };
            nobodys.row_of(done, at).map(|done| done.what)
        };
        let rows: Vec<String> = (0..52_000).filter_map(|n| row(n, start)).collect();
        assert_eq!(rows.len(), 1001);
        assert!(rows[..1000].iter().all(|what| what == "POST /api/session"));
        assert_eq!(rows[1000], MORE_BY_NOBODY);
        // Later there is room again, and what is above it is said again.
        let mut later = |after_s: u64| {
            let at = start + Duration::from_secs(after_s);
            (0..2000).filter_map(|n| row(n, at)).collect::<Vec<String>>()
        };
        let few = later(36);
        assert!((9..=10).contains(&few.len()) && !few.contains(&MORE_BY_NOBODY.to_owned()));
        let rows = later(3700);
        assert_eq!((rows.len(), &*rows[1000]), (1001, MORE_BY_NOBODY));
    }
}
