//! What nodes tell each other of themselves: that they live, and who is connected to each of them
//! while a question is open.
//!
//! Which nodes there are stands in a hash that is written when one starts or ends. That they live
//! they publish, which is no write and costs Redis no sync.

use quizrain_shared::ids::GameId;
use redis::aio::ConnectionLike;

use crate::store::StoreError;
use crate::store::redis::keys::GameKeys;

use crate::store::redis::keys::NODES;

/// The channel on which the nodes over one database say that they live: a server's channels are
/// shared by all its databases.
#[must_use]
pub(crate) fn channel(database: i64) -> String {
    match database {
        0 => NODES.to_owned(),
        other => format!("{NODES}:{other}"),
    }
}

/// What each node has said: its name and a text.
pub(crate) type Reports = Vec<(String, String)>;

/// The nodes that there are, those that were killed lately among them.
///
/// # Errors
/// Redis failed.
pub(crate) async fn names(con: &mut impl ConnectionLike) -> Result<Vec<String>, StoreError> {
    Ok(redis::cmd("HKEYS").arg(NODES).query_async(con).await?)
}

/// Says that there is a node, since a moment of server time in ms.
///
/// # Errors
/// Redis failed.
pub(crate) async fn enter(
    con: &mut impl ConnectionLike,
    node: &str,
    now_ms: u64,
) -> Result<(), StoreError> {
    Ok(redis::cmd("HSET").arg(NODES).arg(node).arg(now_ms).exec_async(con).await?)
}

/// Forgets nodes that have ended.
///
/// # Errors
/// Redis failed; whoever notices that they are silent forgets them later.
pub(crate) async fn forget(
    con: &mut impl ConnectionLike,
    nodes: &[String],
) -> Result<(), StoreError> {
    if !nodes.is_empty() {
        redis::cmd("HDEL").arg(NODES).arg(nodes).exec_async(con).await?;
    }
    Ok(())
}

/// Sends every node on this channel this one's heartbeat, with its number.
///
/// # Errors
/// Redis failed.
pub(crate) async fn publish_heartbeat(
    con: &mut impl ConnectionLike,
    channel: &str,
    node: &str,
    number: u64,
) -> Result<(), StoreError> {
    Ok(redis::cmd("SPUBLISH").arg(channel).arg(format!("{node} {number}")).exec_async(con).await?)
}

/// The node and the number of a heartbeat. `None` where this version sends no such thing.
#[must_use]
pub(crate) fn parse_heartbeat(message: &[u8]) -> Option<(&str, u64)> {
    let (node, number) = std::str::from_utf8(message).ok()?.rsplit_once(' ')?;
    Some((node, number.parse().ok()?))
}

/// Says who of a game is connected to a node; what all of them have said.
///
/// # Errors
/// Redis failed.
pub(crate) async fn present(
    con: &mut impl ConnectionLike,
    game: GameId,
    node: &str,
    who: String,
) -> Result<Reports, StoreError> {
    let key = GameKeys(game).present();
    let mut pipe = redis::pipe();
    pipe.hset(&key, node, who).ignore().hgetall(&key);
    let (reports,): (Reports,) = pipe.query_async(con).await?;
    Ok(reports)
}

/// What the nodes have said about who is connected to them.
///
/// # Errors
/// Redis failed.
pub(crate) async fn all_present(
    con: &mut impl ConnectionLike,
    game: GameId,
) -> Result<Reports, StoreError> {
    Ok(redis::cmd("HGETALL").arg(GameKeys(game).present()).query_async(con).await?)
}
