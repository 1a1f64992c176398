//! What nodes tell each other of themselves: that they live, and who is connected to each of them
//! while a question is open.

use quizrain_shared::ids::GameId;
use redis::aio::ConnectionLike;

use super::keys::{GameKeys, NODES_KEY};
use crate::store::StoreError;

/// What each node has said: its name and a text.
pub type Said = Vec<(String, String)>;

/// Says that a node lives, at a moment of server time in ms; what all of them have said.
///
/// # Errors
/// Redis failed.
pub async fn beat(
    con: &mut impl ConnectionLike,
    node: &str,
    now_ms: u64,
) -> Result<Said, StoreError> {
    say(con, NODES_KEY, node, now_ms.to_string()).await
}

/// Forgets nodes that have ended.
///
/// # Errors
/// Redis failed; whoever notices that they are silent forgets them later.
pub async fn forget(con: &mut impl ConnectionLike, nodes: &[&str]) -> Result<(), StoreError> {
    if !nodes.is_empty() {
        redis::cmd("HDEL").arg(NODES_KEY).arg(nodes).exec_async(con).await?;
    }
    Ok(())
}

/// Says who of a game is connected to a node; what all of them have said.
///
/// # Errors
/// Redis failed.
pub async fn present(
    con: &mut impl ConnectionLike,
    game: GameId,
    node: &str,
    who: String,
) -> Result<Said, StoreError> {
    say(con, &GameKeys(game).present(), node, who).await
}

/// What the nodes have said about who is connected to them.
///
/// # Errors
/// Redis failed.
pub async fn all_present(con: &mut impl ConnectionLike, game: GameId) -> Result<Said, StoreError> {
    Ok(redis::cmd("HGETALL").arg(GameKeys(game).present()).query_async(con).await?)
}

async fn say(
    con: &mut impl ConnectionLike,
    key: &str,
    node: &str,
    text: String,
) -> Result<Said, StoreError> {
    let mut pipe = redis::pipe();
    pipe.hset(key, node, text).ignore().hgetall(key);
    let (said,): (Said,) = pipe.query_async(con).await?;
    Ok(said)
}
