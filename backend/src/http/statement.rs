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
    let mut who = who_is(web, game, &accounts).await?;
    for held in rains.iter_mut().flat_map(|rain| &mut rain.held) {
        // One account may be held in several rains.
        if let Some(Who { nickname, identity }) = who.get_mut(&held.account) {
            (held.nickname, held.identity) = (nickname.clone(), identity.clone());
        }
    }
    Ok(rains)
}

/// What is known of a player.
#[derive(Default)]
struct Who {
    nickname: Option<String>,
    identity: Option<PlayerIdentity>,
}

/// Who these are: as Redis has them, and once it has forgotten the game, as its results do.
async fn who_is(
    web: &Web,
    game: GameId,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, Who>, Error> {
    let row = web.games.get(game).await?;
    let mut who: HashMap<AccountId, Who> = HashMap::new();
    for (account, seat) in web.play.seats_of(&row, accounts).await? {
        who.entry(account).or_default().nickname = Some(seat.nickname);
    }
    // Elsewhere people play by their nickname, whoever has once signed in as well.
    if row.options.identity != Identity::Open {
        for (account, identity) in web.live.people.identities_of(accounts).await? {
            who.entry(account).or_default().identity = Some(identity);
        }
    }
    if accounts.iter().any(|account| who.get(account).is_none_or(|it| it.nickname.is_none())) {
        let results = match web.history.results(game).await {
            Err(Error::NotFound) => None,
            read => read?,
        };
        let players = results.as_deref().map(|it| it.by_account()).unwrap_or_default();
        for account in accounts {
            let nickname = &mut who.entry(*account).or_default().nickname;
            if let Some(player) = players.get(account).filter(|_| nickname.is_none()) {
                *nickname = Some(player.nickname.clone());
            }
        }
    }
    Ok(who)
}
