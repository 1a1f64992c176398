//! What must hold in every state, and what must be possible at all.

use stateright::Property;

use crate::state::{State, prize_of};
use crate::{Durability, PACKETS, PLAYERS, Rain};

/// Every property, `always` first.
pub(crate) fn all() -> Vec<Property<Rain>> {
    vec![
        Property::always(NOTHING_TWICE, |_, state: &State| nothing_twice(state)),
        Property::always(ONE_OWNER, |_, state: &State| one_owner(state)),
        Property::always(NEVER_VOID, |rain: &Rain, state: &State| {
            rain.durability == Durability::Local || state.void().next().is_none()
        }),
        Property::always(VOID_BY_FAILOVER, |_, state: &State| {
            state.void().all(|(_, _, replication_id)| replication_id < state.primary.replication_id)
        }),
        Property::always(VOID_FOR_ANOTHER, |_, state: &State| {
            state.void().all(|(player, packet, _)| has_another(state, player, packet))
        }),
        Property::always(PRIZE_KEPT, |rain: &Rain, state: &State| {
            !rain.prizes || state.void().next().is_none() && has_own_prizes(state)
        }),
        Property::sometimes(
            "all packets are credited to players who were told",
            |_, state: &State| {
                (0..PACKETS).all(|packet| {
                    let owner = state.ledger.credited[packet];
                    owner.is_some_and(|owner| state.acknowledged[owner][packet].is_some())
                })
            },
        ),
        Property::sometimes("a rain is finished after a failover", |_, state: &State| {
            state.ledger.finished
                && state.primary.replication_id > 0
                && state.acknowledged().next().is_some()
        }),
    ]
}

/// The ledger's own rules.
pub const NOTHING_TWICE: &str = "no account has two packets";
/// Whoever was told and credited is the only one.
pub const ONE_OWNER: &str = "no packet is told and credited to two players";
/// Under `replicated`.
pub const NEVER_VOID: &str = "under replicated, nothing that was told is void";
/// Whatever is told in this life of Redis stays.
pub const VOID_BY_FAILOVER: &str = "what is void was told before a failover";
/// Nothing goes back to the sponsor that somebody was told to have.
pub const VOID_FOR_ANOTHER: &str = "what is void is somebody else's";

/// Where packets are prizes, whatever fails.
pub const PRIZE_KEPT: &str = "a prize is nobody's but its player's, and told ones are never void";

/// Whether whatever anybody has anywhere is their own prize.
fn has_own_prizes(state: &State) -> bool {
    let is_own = |player: usize, packet: usize| Some(packet) == prize_of(player);
    let servers = [Some(&state.primary), state.replica.as_ref(), state.cut_off.as_ref()];
    let claims = servers.into_iter().flatten().flat_map(|server| server.claims.iter().enumerate());
    let credited = state.ledger.credited.iter().enumerate();
    state.acknowledged().all(|(player, packet, _)| is_own(player, packet))
        && claims.into_iter().all(|(player, its)| its.is_none_or(|packet| is_own(player, packet)))
        && credited
            .into_iter()
            .all(|(packet, owner)| owner.is_none_or(|player| is_own(player, packet)))
}

fn nothing_twice(state: &State) -> bool {
    let credited = state.ledger.credited;
    (0..PLAYERS).all(|player| credited.iter().filter(|owner| **owner == Some(player)).count() <= 1)
}

fn one_owner(state: &State) -> bool {
    (0..PACKETS).all(|packet| {
        let owners = state
            .acknowledged()
            .filter(|(player, its, _)| *its == packet && state.ledger.has(*player, packet));
        owners.count() <= 1
    })
}

/// Whether the packet of a void claim is somebody else's, or its player has another one.
fn has_another(state: &State, player: usize, packet: usize) -> bool {
    let credited = &state.ledger.credited;
    credited[packet].is_some_and(|owner| owner != player) || credited.contains(&Some(player))
}
