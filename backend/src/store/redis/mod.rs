//! Redis: connections, the names of keys, and how scripts are run. What they are asked is in the
//! rooms.

pub mod embedded;
pub mod forget;
pub(crate) mod keys;
mod link;
mod replication_id;
pub(crate) mod reply;
pub(crate) mod scripts;
mod slow;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use redis::{ErrorKind, FromRedisValue};

use super::StoreError;
use crate::redis_url::RedisUrl;

pub use keys::{GAMES_CHANNEL, GameKeys, ShardKeys};
pub use link::{Connection, Message, Subscriber};
pub use replication_id::ReplicationId;
use slow::SlowLines;

/// Oldest Redis whose scripts start with `#!lua`.
pub const OLDEST_MAJOR: u32 = 7;

/// A call that takes longer has an unknown outcome.
pub const CALL_TIMEOUT: Duration = Duration::from_millis(500);

/// A call of a worker that takes longer is given up.
const SLOW_CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// A cheap handle on Redis: one line for everything short, which finds its way back by itself.
#[derive(Clone)]
pub struct Redis {
    pub(crate) url: Arc<RedisUrl>,
    shared: Connection,
    /// For work with long replies.
    slow: Arc<SlowLines>,
    /// For what is told only when a replica has it too, where that is asked for. Two, since a
    /// batcher has two calls on their way then.
    promised: Option<Arc<Promised>>,
}

struct Promised {
    lines: [Connection; 2],
    /// The settlers', so that nobody's verdict waits behind them.
    settling: Connection,
    calls: AtomicUsize,
}

/// Settings without which Redis forgets what players were told.
const SAFE: [(&str, &[&str]); 3] = [
    ("appendonly", &["yes"]),
    ("appendfsync", &["always", "everysec"]),
    ("maxmemory-policy", &["noeviction"]),
];

/// Redis cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Not reached.
    #[error("cannot reach Redis: {0}")]
    Unreachable(#[from] redis::RedisError),
    /// Too old.
    #[error("Redis {found} is too old: quizrain needs Redis {OLDEST_MAJOR}.0 or newer, or Valkey")]
    TooOld {
        /// The version that answered.
        found: String,
    },
    /// Nobody else has what it writes.
    #[error(
        "no replica is connected to a primary of this Redis, and --durability replicated tells \
         nothing that only one server has: start a replica, or use --durability local"
    )]
    NoReplica,
    /// It would forget.
    #[error(
        "this Redis has {name} = {found}, so a packet that somebody caught could be forgotten: \
         set {name} to {wanted}, or play for fun with --allow-unsafe-redis"
    )]
    Unsafe {
        /// Which setting.
        name: &'static str,
        /// What it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
}

impl Redis {
    /// Connects and checks the version, in a cluster of every primary.
    ///
    /// # Errors
    /// Not reached within seconds, or older than [`OLDEST_MAJOR`].
    pub async fn connect(url: impl Into<RedisUrl>) -> Result<Self, ConnectError> {
        let url = url.into();
        let shared = Connection::open(url.clone(), CALL_TIMEOUT).await?;
        for info in shared.each_primary(redis::cmd("INFO").arg("server")).await? {
            let info = String::from_redis_value(info).map_err(redis::RedisError::from)?;
            let found = info_field(&info, "redis_version").unwrap_or("unknown").to_owned();
            let major = found.split('.').next().and_then(|major| major.parse().ok());
            if major.is_none_or(|major: u32| major < OLDEST_MAJOR) {
                return Err(ConnectError::TooOld { found });
            }
        }
        Ok(Self { url: Arc::new(url), shared, slow: Arc::default(), promised: None })
    }

    /// Has claims, answers and seats told only when a replica has them too, for which they wait so
    /// long.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn replicated(mut self, within: Duration) -> Result<Self, ConnectError> {
        let open = || Connection::open((*self.url).clone(), CALL_TIMEOUT + within);
        let lines = [open().await?, open().await?].map(|line| line.replicated(within));
        let settling = open().await?.replicated(within);
        self.promised = Some(Arc::new(Promised { lines, settling, calls: AtomicUsize::new(0) }));
        Ok(self)
    }

    /// Checks that what is written stays written, in a cluster on every primary; and that there are
    /// replicas, where what is told waits for them.
    ///
    /// # Errors
    /// A setting under which Redis forgets. Where Redis does not tell its settings, as some
    /// hosted ones do not, that is only logged.
    pub async fn check_safety(&self) -> Result<(), ConnectError> {
        for (name, wanted) in SAFE {
            let asked =
                match self.shared.each_primary(redis::cmd("CONFIG").arg("GET").arg(name)).await {
                    // It refuses to tell.
                    Err(error) if matches!(error.kind(), ErrorKind::Server(_)) => None,
                    asked => Some(asked?),
                };
            let settings: Option<Vec<_>> = asked.and_then(|each| {
                each.into_iter()
                    .map(|setting| Vec::<String>::from_redis_value(setting).ok())
                    .collect()
            });
            for setting in settings.unwrap_or_else(|| vec![Vec::new()]) {
                match setting.as_slice() {
                    [_, found] if wanted.contains(&found.as_str()) => {}
                    [_, found] => {
                        let (found, wanted) = (found.clone(), wanted.join(" or "));
                        return Err(ConnectError::Unsafe { name, found, wanted });
                    }
                    _ => tracing::warn!(
                        setting = name,
                        "Redis does not tell a setting that packets depend on; look at it yourself"
                    ),
                }
            }
        }
        if self.promised.is_some() {
            for info in self.shared.each_primary(redis::cmd("INFO").arg("replication")).await? {
                let info = String::from_redis_value(info).map_err(redis::RedisError::from)?;
                let mut lines = info.lines();
                if !lines.any(|line| line.starts_with("slave") && line.contains("state=online")) {
                    return Err(ConnectError::NoReplica);
                }
            }
        }
        Ok(())
    }

    /// The shared connection.
    #[must_use]
    pub fn connection(&self) -> Connection {
        self.shared.clone()
    }

    /// The connection for what becomes a promise: with [`Redis::replicated`] one that has no reply
    /// before a replica has what was written, otherwise the shared one.
    pub(crate) fn promised(&self) -> Connection {
        let Some(promised) = &self.promised else {
            return self.connection();
        };
        let [first, second] = &promised.lines;
        let turn = promised.calls.fetch_add(1, Ordering::Relaxed);
        if turn.is_multiple_of(2) { first.clone() } else { second.clone() }
    }

    /// Calls on [`Redis::promised`] that one batcher has on their way. While Redis syncs its file it runs nothing: a
    /// second call beside the first would be done no sooner, and with fewer in it than when it is made
    /// afterwards. While one waits for a replica, another goes on.
    pub(crate) fn promised_at_once(&self) -> usize {
        if self.promised.is_some() { 2 } else { 1 }
    }

    /// The same line without the wait: what is put back goes to the server that claims go to, and
    /// whatever is told of it afterwards waits for the replica.
    pub(crate) fn unpromised(&self) -> Connection {
        self.promised().unreplicated()
    }

    /// The connection for what is about to be settled: as [`Redis::promised`], and not the same.
    pub(crate) fn settling(&self) -> Connection {
        self.promised.as_ref().map_or_else(|| self.connection(), |lines| lines.settling.clone())
    }

    /// The number of the database, of those that one server has.
    #[must_use]
    pub fn database(&self) -> i64 {
        self.url.login.db()
    }

    /// Whether what becomes a promise waits for a replica.
    #[must_use]
    pub fn waits_for_replicas(&self) -> bool {
        self.promised.is_some()
    }

    /// A connection whose calls may take seconds, for work whose long replies must not hold up
    /// the shared one.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn slow(&self) -> Result<Connection, StoreError> {
        Ok(self.slow.line(&self.url, &self.shared).await?)
    }

    /// A line that listens, to no channel yet.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn subscriber(&self) -> Result<Subscriber, StoreError> {
        Subscriber::connect(&self.url).await
    }

    /// Has a server of Redis write its append-only file anew, without what was deleted; it goes on meanwhile.
    ///
    /// # Errors
    /// Redis failed, or is at it already.
    pub(crate) async fn rewrite_file(&self) -> Result<(), StoreError> {
        let _: String = redis::cmd("BGREWRITEAOF").query_async(&mut self.connection()).await?;
        Ok(())
    }

    /// Redis time in milliseconds. In a cluster it is always the same node's, while that is a
    /// primary.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn time_ms(&self) -> Result<u64, StoreError> {
        time_ms(&self.shared).await
    }
}

pub(crate) async fn time_ms(con: &Connection) -> Result<u64, StoreError> {
    let time = con.at(GAMES_CHANNEL, &redis::cmd("TIME")).await?;
    let (seconds, micros) =
        <(u64, u64)>::from_redis_value(time).map_err(redis::RedisError::from)?;
    Ok(seconds * 1000 + micros / 1000)
}

/// A field of the `INFO` command's text.
pub(crate) fn info_field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
}
