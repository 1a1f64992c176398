//! Webhooks of what a game's log says: queued with the rows that say it.

use quizrain_shared::api::GameEvent;
use quizrain_shared::ids::GameId;
use quizrain_shared::phase::Kind;
use sqlx::Row as _;

use crate::history::rows::{FINISHED, MOVED, Moved, Row};
use crate::store::StoreError;
use crate::store::sql::Tx;
use crate::webhook;

/// Queues what these rows tell of a game: that it left its lobby, and that it is over. Where Redis has
/// forgotten how it ended, the last row of its log says so.
///
/// # Errors
/// The database failed.
pub(super) async fn announce(tx: &mut Tx, game: GameId, rows: &[&Row]) -> Result<(), StoreError> {
    for row in rows {
        let moved = match row.what.as_str() {
            MOVED => read(&row.body),
            FINISHED => {
                let event = ended(last_moved(tx, game).await?.as_ref());
                webhook::queue(tx, game, row.at_ms, event).await?;
                continue;
            }
            _ => None,
        };
        let Some(moved) = moved else { continue };
        let event = match Kind::from_word(&moved.kind) {
            None | Some(Kind::Lobby) => continue,
            Some(Kind::Ended) => ended(Some(&moved)),
            Some(_) => GameEvent::GameStarted { players: moved.seats },
        };
        webhook::queue(tx, game, row.at_ms, event).await?;
    }
    Ok(())
}

fn read(body: &str) -> Option<Moved> {
    serde_json::from_str(body).ok()
}

fn ended(moved: Option<&Moved>) -> GameEvent {
    GameEvent::GameEnded {
        players: moved.map_or(0, |moved| moved.seats),
        rounds: moved.map_or(0, |moved| moved.played.rounds()),
    }
}

/// The last step in a game's log.
async fn last_moved(tx: &mut Tx, game: GameId) -> Result<Option<Moved>, StoreError> {
    let row = sqlx::query(
        "SELECT body FROM game_log WHERE game = $1 AND what = $2 ORDER BY number DESC LIMIT 1",
    )
    .bind(game.to_string())
    .bind(MOVED)
    .fetch_optional(&mut **tx)
    .await?;
    let body: Option<String> = row.map(|row| row.try_get("body")).transpose()?;
    Ok(body.as_deref().and_then(read))
}
