//! Whoever a host sends away catches nothing more: neither in the rain that falls, nor in one that
//! opens before every node has heard of it.
//!
//! A node that hears of it closes the player's socket. One that does not listen at that moment would
//! go on tapping for the player, so that Redis itself refuses: each rain has a set of who was sent
//! away, made only where somebody was. What they caught before stays theirs.

use quizrain_shared::ids::{AccountId, GameId};

use crate::error::Error;
use crate::game::Game;
use crate::ledger::RainRow;
use crate::rain::{Rains, calls};
use crate::store::shard::Shard;

impl Rains {
    /// Has an account that was just sent away granted nothing more in the game's newest rain, also
    /// where it comes back with another seat: the next rain knows that it is back.
    ///
    /// # Errors
    /// A store failed; calling again is harmless.
    pub async fn keep_out(&self, game: GameId, account: AccountId) -> Result<(), Error> {
        let newest = self.sql.newest_rain(game).await?;
        if let Some(row) = newest.filter(|row| !row.closed) {
            let keys = row.shard_for(account).keys();
            calls::list_removed(&mut self.redis.promised(), keys, &[account]).await?;
        }
        Ok(())
    }

    /// The same of all who were sent away and are not back, for a rain that is about to open.
    pub(super) async fn keep_out_removed(&self, game: &Game, row: &RainRow) -> Result<(), Error> {
        let removed = self.play.removed(game).await?;
        let dealt = Shard::deal(row.shards, removed, |account, of| Shard::of_account(*account, of));
        let con = &mut self.redis.promised();
        for (shard, accounts) in row.shards().zip(dealt) {
            calls::list_removed(con, shard.keys(), &accounts).await?;
        }
        Ok(())
    }
}
