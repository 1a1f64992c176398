//! Opens a wire: to the one server, to the primary that sentinels name, or to a cluster.
//!
//! Called by the supervisor of a line and by the subscriber. Every attempt is bounded in time, and
//! none is made on this layer twice.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use redis::aio::AsyncPushSender;
use redis::cluster::ClusterClient;
use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, ErrorKind, IntoConnectionInfo,
    ProtocolVersion, RedisConnectionInfo, RedisResult, TlsMode,
};
use tokio::time::timeout;

use super::To;
use crate::redis_url::{Kind, RedisUrl};

/// How long connecting to one server may take.
const CONNECTING: Duration = Duration::from_secs(1);

/// How long an attempt may take with all that it asks of whom.
const OPENING: Duration = Duration::from_secs(4);

/// How often a cluster's client asks again, elsewhere or after a pause, before a call fails. The
/// call's own time bounds it as well.
const TRIES: u32 = 16;

/// The shortest and the longest pause between them, in ms.
const TRY_PAUSES: (u64, u64) = (10, 100);

/// Takes what Redis says unasked.
pub(super) type Pushes = Arc<dyn AsyncPushSender>;

/// Opens a wire whose calls may take so long. With `pushes` Redis may speak over it unasked.
pub(super) async fn open(
    url: &RedisUrl,
    patience: Duration,
    pushes: Option<Pushes>,
) -> RedisResult<To> {
    let opened = async {
        let protocol =
            if pushes.is_some() { ProtocolVersion::RESP3 } else { ProtocolVersion::RESP2 };
        let login = url.login.clone().set_protocol(protocol);
        let client = match &url.kind {
            Kind::Server => Client::open(infos(url, &login)?.swap_remove(0))?,
            Kind::Sentinels(name) => primary(url, name, &login).await?,
            Kind::Cluster => return cluster(url, &login, patience, pushes).await,
        };
        let mut config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECTING))
            .set_response_timeout(Some(patience));
        if let Some(pushes) = pushes {
            config = config.set_push_sender(pushes);
        }
        Ok(To::Server(client.get_multiplexed_async_connection_with_config(&config).await?))
    };
    let late = || io::Error::from(io::ErrorKind::TimedOut);
    timeout(OPENING, opened).await.map_err(|_| late())?
}

/// The addresses, each with this login.
fn infos(url: &RedisUrl, login: &RedisConnectionInfo) -> RedisResult<Vec<ConnectionInfo>> {
    let info = |node: &ConnectionAddr| -> RedisResult<ConnectionInfo> {
        Ok(node.clone().into_connection_info()?.set_redis_settings(login.clone()))
    };
    let infos = url.nodes.iter().map(info).collect::<RedisResult<Vec<_>>>()?;
    if infos.is_empty() {
        return Err((ErrorKind::InvalidClientConfig, "no address").into());
    }
    Ok(infos)
}

/// The primary that the sentinels name, if it says so itself. Sentinels that want a password get
/// that of the servers.
async fn primary(url: &RedisUrl, name: &str, login: &RedisConnectionInfo) -> RedisResult<Client> {
    let ask = async |asker: &RedisConnectionInfo| {
        let server = SentinelNodeConnectionInfo::default().set_redis_connection_info(login.clone());
        let server = if url.is_encrypted() { server.set_tls_mode(TlsMode::Secure) } else { server };
        let sentinels = infos(url, asker)?;
        SentinelClient::build(sentinels, name, Some(server), SentinelServerType::Master)?
            .async_get_client()
            .await
    };
    match ask(&RedisConnectionInfo::default()).await {
        Err(_) if login.password().is_some() => ask(&login.clone().set_db(0)).await,
        answer => answer,
    }
}

async fn cluster(
    url: &RedisUrl,
    login: &RedisConnectionInfo,
    patience: Duration,
    pushes: Option<Pushes>,
) -> RedisResult<To> {
    let mut builder = ClusterClient::builder(infos(url, login)?)
        .connection_timeout(CONNECTING)
        .response_timeout(patience)
        .overall_response_timeout(Some(patience))
        .retries(TRIES)
        .min_retry_wait(TRY_PAUSES.0)
        .max_retry_wait(TRY_PAUSES.1);
    if let Some(pushes) = pushes {
        builder = builder.use_protocol(ProtocolVersion::RESP3).push_sender(pushes);
    }
    Ok(To::Cluster(builder.build()?.get_async_connection().await?))
}
