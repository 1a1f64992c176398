//! A game's statement as hosts see it: the ledger's, and who they are whose payouts wait for a host. Called by the
//! handlers of statements and results.

use std::collections::HashMap;

use quizrain_shared::api::{PlayerIdentity, RainStatement};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GameId};

use super::Web;
use crate::error::Error;

/// Every rain of a game, first to last.
pub(super) async fn rains(web: &Web, game: GameId) -> Result<Vec<RainStatement>, Error> {
    let mut rains = web.settlement.statement(game).await?.rains;
    let accounts: Vec<AccountId> =
        rains.iter().flat_map(|rain| &rain.held).map(|held| held.account).collect();
    if accounts.is_empty() {
        return Ok(rains);
    }
    // A host must come to the money whatever else fails.
    let who = who_is(web, game, &accounts).await.unwrap_or_else(|error| {
        tracing::warn!(%game, %error, "failed to look up whose payouts are held; they are shown without names");
        HashMap::new()
    });
    for held in rains.iter_mut().flat_map(|rain| &mut rain.held) {
        // One account may be held in several rains.
        if let Some(Who { nickname, identity }) = who.get(&held.account) {
            (held.nickname, held.identity) = (nickname.clone(), identity.clone());
        }
    }
    Ok(rains)
}

/// What is known of a player.
struct Who {
    nickname: Option<String>,
    identity: Option<PlayerIdentity>,
}

/// Who these are: as the game's results have it, which say nothing of who was erased, and before there are any, as Redis
/// does.
async fn who_is(
    web: &Web,
    game: GameId,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, Who>, Error> {
    let results = match web.history.results(game).await {
        Err(Error::NotFound) => None,
        read => read?,
    };
    let names: Vec<Option<String>> = match &results {
        Some(results) => {
            let name = |account: &AccountId| Some(results.player_of(*account)?.nickname.clone());
            accounts.iter().map(name).collect()
        }
        None => web.play.nicknames(game, accounts).await?,
    };
    // Elsewhere people play by their nickname, whoever has once signed in as well.
    let identities = match web.games.get(game).await?.options.identity {
        Identity::Open => HashMap::new(),
        _ => web.live.people.identities_of(accounts).await?,
    };
    let who = accounts.iter().zip(names).map(|(account, nickname)| {
        (*account, Who { nickname, identity: identities.get(account).cloned() })
    });
    Ok(who.collect())
}
