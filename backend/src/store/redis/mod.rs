//! Redis: connections, keys, scripts. The only place that knows them.

pub mod embedded;
pub mod events;
pub mod forget;
pub mod game;
mod keys;
pub mod lease;
pub mod look;
pub mod nodes;
pub mod rain;
mod reply;
mod scripts;
pub mod stream;

use std::time::Duration;

use redis::IntoConnectionInfo;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use super::StoreError;

pub use keys::{GAMES_CHANNEL, GameKeys, RainKeys};

/// Oldest Redis whose scripts start with `#!lua`.
pub const OLDEST_MAJOR: u32 = 7;

/// A call that takes longer has an unknown outcome.
pub const CALL_TIMEOUT: Duration = Duration::from_millis(500);

/// A cheap handle on Redis: one multiplexed connection that reconnects by itself.
#[derive(Clone)]
pub struct Redis {
    client: redis::Client,
    manager: ConnectionManager,
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
    /// Connects and checks the version.
    ///
    /// # Errors
    /// Not reached within a second, or older than [`OLDEST_MAJOR`].
    pub async fn connect(address: impl IntoConnectionInfo) -> Result<Self, ConnectError> {
        let client = redis::Client::open(address)?;
        let config = ConnectionManagerConfig::new()
            .set_response_timeout(Some(CALL_TIMEOUT))
            .set_connection_timeout(Some(Duration::from_secs(1)))
            .set_number_of_retries(3)
            .set_max_delay(Duration::from_millis(500));
        let mut manager = client.get_connection_manager_with_config(config).await?;
        let info: String = redis::cmd("INFO").arg("server").query_async(&mut manager).await?;
        let found = info_field(&info, "redis_version").unwrap_or("unknown").to_owned();
        let major = found.split('.').next().and_then(|major| major.parse().ok());
        if major.is_none_or(|major: u32| major < OLDEST_MAJOR) {
            return Err(ConnectError::TooOld { found });
        }
        Ok(Self { client, manager })
    }

    /// Checks that what is written stays written.
    ///
    /// # Errors
    /// A setting under which Redis forgets. Where Redis does not tell its settings, as some
    /// hosted ones do not, that is only logged.
    pub async fn check_safety(&self) -> Result<(), ConnectError> {
        for (name, wanted) in SAFE {
            let setting: Result<Vec<String>, _> =
                redis::cmd("CONFIG").arg("GET").arg(name).query_async(&mut self.connection()).await;
            match setting.as_deref() {
                Ok([_, found]) if wanted.contains(&found.as_str()) => {}
                Ok([_, found]) => {
                    let (found, wanted) = (found.clone(), wanted.join(" or "));
                    return Err(ConnectError::Unsafe { name, found, wanted });
                }
                _ => tracing::warn!(setting = name, "Redis does not tell whether it is safe"),
            }
        }
        Ok(())
    }

    /// The shared connection.
    pub(crate) fn connection(&self) -> ConnectionManager {
        self.manager.clone()
    }

    /// A connection of its own, for work whose long replies must not hold up the shared one.
    pub(crate) async fn dedicated(&self) -> Result<redis::aio::MultiplexedConnection, StoreError> {
        let config = redis::AsyncConnectionConfig::new()
            .set_connection_timeout(Some(Duration::from_secs(1)))
            .set_response_timeout(Some(Duration::from_secs(10)));
        Ok(self.client.get_multiplexed_async_connection_with_config(&config).await?)
    }

    /// A connection that listens.
    pub(crate) async fn pubsub(&self) -> Result<redis::aio::PubSub, StoreError> {
        Ok(self.client.get_async_pubsub().await?)
    }

    /// The name of this life of the server: another one after every start, and another one where
    /// a replica took over.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn run_id(&self) -> Result<String, StoreError> {
        let info: String =
            redis::cmd("INFO").arg("server").query_async(&mut self.connection()).await?;
        Ok(info_field(&info, "run_id").unwrap_or_default().to_owned())
    }

    /// Redis time in milliseconds.
    ///
    /// # Errors
    /// Redis was not reached.
    pub async fn time_ms(&self) -> Result<u64, StoreError> {
        let (seconds, micros): (u64, u64) =
            redis::cmd("TIME").query_async(&mut self.connection()).await?;
        Ok(seconds * 1000 + micros / 1000)
    }
}

/// A field of the `INFO` command's text.
pub(crate) fn info_field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
}
