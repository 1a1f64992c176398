//! Who caught what in a game that is over: the ledger's packets, with the players of its results.

use std::collections::HashMap;

use quizrain_shared::api::{
    ListResultPackets, MAX_RESULT_PACKETS, PacketResult, PlayerResult, ResultPackets,
};
use quizrain_shared::ids::GameId;

use crate::error::Error;
use crate::history::Results;
use crate::http::Web;
use crate::http::error::ApiError;
use crate::ledger::{Caught, PacketPlace};

/// What a list of packets ends with: the rain's number and the packet's.
fn after(text: &str) -> Option<PacketPlace> {
    let (rain, packet) = text.split_once('-')?;
    Some((rain.parse::<u32>().ok()?.checked_sub(1)?, packet.parse().ok()?))
}

/// The packets that somebody wishes to see.
pub(super) async fn page(
    web: &Web,
    game: GameId,
    results: &Results,
    wish: ListResultPackets,
) -> Result<ResultPackets, ApiError> {
    let behind = match &wish.after {
        None => None,
        Some(text) => {
            let bad = || ApiError::BadBody("after is not what a list ended with".to_owned());
            Some(after(text).ok_or_else(bad)?)
        }
    };
    let limit = wish.limit.unwrap_or(MAX_RESULT_PACKETS).clamp(1, MAX_RESULT_PACKETS);
    Ok(read(web, game, results, behind, limit).await?)
}

/// So many packets behind a place.
pub(super) async fn read(
    web: &Web,
    game: GameId,
    results: &Results,
    behind: Option<PacketPlace>,
    limit: u16,
) -> Result<ResultPackets, Error> {
    let mut caught = web.settlement.caught(game, behind, limit.saturating_add(1)).await?;
    let more = caught.len() > usize::from(limit);
    caught.truncate(limit.into());
    let mut players: Vec<PlayerResult> =
        caught.iter().filter_map(|it| results.player_of(it.by).cloned()).collect();
    web.history.identify(results, &mut players).await?;
    let players: HashMap<u32, PlayerResult> =
        players.into_iter().map(|player| (player.place, player)).collect();
    let of = |it: Caught| {
        let player = results.player_of(it.by).and_then(|player| players.get(&player.place));
        packet(it, player, results.is_open())
    };
    let packets: Vec<PacketResult> = caught.into_iter().map(of).collect();
    let next = packets.last().filter(|_| more).map(|it| format!("{}-{}", it.rain, it.packet));
    Ok(ResultPackets { packets, next })
}

fn packet(caught: Caught, player: Option<&PlayerResult>, is_open: bool) -> PacketResult {
    let (rain, packet) = caught.place;
    PacketResult {
        rain: rain.saturating_add(1),
        packet,
        amount: caught.amount,
        currency: caught.currency,
        account: (!is_open).then_some(caught.account),
        place: player.map(|it| it.place),
        nickname: player.map(|it| it.nickname.clone()),
        identity: player.and_then(|it| it.identity.clone()),
        field: player.and_then(|it| it.field.clone()),
        caught_at_ms: caught.caught_ms,
        payout: caught.payout,
        detail: caught.detail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_on_from_what_it_ended_with_alone() {
        assert_eq!(after("1-17"), Some((0, 17)));
        for text in ["", "1", "-", "0-1", "1-", "-1", "1-2-3", "1--2", "4294967296-1", "x-1"] {
            assert_eq!(after(text), None, "{text}");
        }
    }
}
