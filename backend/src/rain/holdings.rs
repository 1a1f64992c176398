//! What players see of the ledger: every packet that they have caught, and how far it is. Called by
//! `http`.
//!
//! A packet that Redis granted is listed at once, whether or not it is in the ledger; a balance
//! counts the ledger alone.

use std::collections::{BTreeMap, HashSet};

use futures_util::future::join_all;
use quizrain_shared::api::{Balance, OwnPacket, PayoutState, Sum};
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::wire::PacketState;

use crate::error::Error;
use crate::ledger::{Claim, Disposition, Holding, Inherited, UnsettledRain};
use crate::rain::{Packets, calls};
use crate::store::StoreError;
use crate::store::redis::ShardKeys;
use crate::store::shard::Shard;

/// How far a packet is whose payout is in this state.
pub(crate) fn paid_as(state: PayoutState) -> PacketState {
    match state {
        PayoutState::Pending | PayoutState::Sent | PayoutState::Unknown => PacketState::Paying,
        PayoutState::Confirmed => PacketState::Paid,
        PayoutState::Refused => PacketState::Refused,
        PayoutState::NeedsHuman | PayoutState::Held => PacketState::Held,
    }
}

/// A packet that the ledger has.
fn packet_of(it: Holding) -> OwnPacket {
    let (state, changed_at_ms) = match it.payout {
        Some((state, changed_ms)) => (paid_as(state), changed_ms),
        None => (PacketState::Credited, it.credited_ms),
    };
    OwnPacket {
        game: it.game,
        rain: it.rain,
        packet: it.packet,
        amount: it.amount,
        currency: it.currency,
        title: it.title,
        state,
        caught_at_ms: it.caught_ms.unwrap_or(it.credited_ms),
        credited_at_ms: Some(it.credited_ms),
        changed_at_ms,
    }
}

impl Packets {
    /// What an account has; nothing where it is known to have had nothing and this node has heard of nothing since.
    ///
    /// # Errors
    /// A store failed or is busy.
    pub async fn holdings(&self, account: AccountId) -> Result<Balance, Error> {
        let Some(sought) = self.empty.seek(account.0) else {
            return Ok(Balance { balances: Vec::new(), packets: Vec::new(), complete: true });
        };
        let holdings = self.holdings_now(account).await?;
        let Balance { balances, packets, complete } = &holdings;
        // What an heir is to have is told to nobody when it is settled.
        let is_empty = *complete && balances.is_empty() && packets.is_empty();
        if is_empty && !self.sql.is_heir(account).await? {
            self.empty.note(sought);
        }
        Ok(holdings)
    }

    /// What an account has by what stands there now.
    ///
    /// # Errors
    /// A store failed or is busy.
    pub async fn holdings_now(&self, account: AccountId) -> Result<Balance, Error> {
        self.gate.read("holdings", self.read_holdings(account)).await
    }

    /// Gives what a browser has, and will be credited, as nobody's to the person who has signed in with it.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn inherit(&self, browser: AccountId, person: AccountId) -> Result<Inherited, Error> {
        let inherited = self.sql.inherit(browser, person, self.clock.now_ms()).await?;
        self.note_caught(person);
        Ok(inherited)
    }

    /// Whether what a browser has as nobody's, and will be credited, is a person's.
    ///
    /// # Errors
    /// The database failed.
    pub async fn has_heir(&self, browser: AccountId) -> Result<bool, Error> {
        Ok(self.sql.has_heir(browser).await?)
    }

    /// The accounts of browsers that gave a person what they had.
    ///
    /// # Errors
    /// The database failed.
    pub async fn inherited_from(&self, person: AccountId) -> Result<Vec<AccountId>, Error> {
        Ok(self.sql.browsers_of(person).await?)
    }

    /// An account has caught something, or was told that it has.
    pub fn note_caught(&self, account: AccountId) {
        self.empty.appeared(account.0);
    }

    /// Accounts may have caught something of which this node has not heard.
    pub fn forget_empty_accounts(&self) {
        self.empty.forget();
    }

    async fn read_holdings(&self, account: AccountId) -> Result<Balance, Error> {
        // In this order a packet that is settled meanwhile is seen twice and not missed.
        let (mut claims, mut complete) = self.open_claims(account).await?;
        if !claims.is_empty() && self.sql.has_heir(account).await? {
            // They are the heir's, settled or not.
            claims.clear();
        }
        let holdings = self.sql.holdings(account).await?;
        let mut balances: BTreeMap<String, (Currency, Minor)> = BTreeMap::new();
        for it in &holdings {
            let code = it.currency.code().to_owned();
            let (_, sum) = balances.entry(code).or_insert((it.currency, Minor::ZERO));
            let more = sum.checked_add(it.held);
            *sum = more.ok_or_else(|| StoreError::Corrupt(format!("entries of {account}")))?;
        }
        // It has one of its own in a rain, and perhaps others that it has inherited.
        let own = holdings.iter().filter(|it| !it.inherited);
        let settled: HashSet<RainId> = own.map(|it| it.rain).collect();
        // Whose payout was refused has it until it is taken back; paid out, it is elsewhere.
        let taken_back = |it: &Holding| {
            let unpaid = it.payout.is_none_or(|(state, _)| state == PayoutState::Refused);
            it.held == Minor::ZERO && unpaid
        };
        let mut packets: Vec<OwnPacket> =
            holdings.into_iter().filter(|it| !taken_back(it)).map(packet_of).collect();
        for (rain, claim) in claims.into_iter().filter(|(rain, _)| !settled.contains(&rain.rain)) {
            let disposition = self.sql.disposition(rain.rain, account, &claim).await?;
            let (state, changed_ms) = match disposition {
                None => (PacketState::Crediting, claim.at_ms),
                Some(Disposition::Dead { since_ms }) => (PacketState::Held, since_ms),
                // It was told that it is void.
                Some(Disposition::Refuted) => continue,
            };
            let open = self.rains.live(rain.rain).await?;
            if state == PacketState::Crediting && !self.may_reveal(&open, account).await {
                // Its player may have been told of it all the same.
                complete = false;
                continue;
            }
            packets.push(OwnPacket {
                game: rain.game,
                rain: rain.rain,
                packet: claim.packet.number,
                amount: claim.packet.amount,
                currency: rain.currency,
                title: rain.title,
                state,
                caught_at_ms: claim.at_ms,
                credited_at_ms: None,
                changed_at_ms: changed_ms,
            });
        }
        packets.sort_by_key(|it| std::cmp::Reverse((it.caught_at_ms, it.rain)));
        let balances = balances.into_values().map(|(currency, amount)| Sum { currency, amount });
        Ok(Balance { balances: balances.collect(), packets, complete })
    }

    /// What an account has caught in rains that are not settled, and whether that is all.
    async fn open_claims(
        &self,
        account: AccountId,
    ) -> Result<(Vec<(UnsettledRain, Claim)>, bool), StoreError> {
        let claims = self.sql.unsettled().await?.into_iter().map(|rain| async move {
            let con = &mut self.redis.connection();
            let keys =
                ShardKeys { rain: rain.rain, shard: Shard::of_account(account, rain.shards) };
            let claim = calls::claims_of(con, keys, &[account]).await?.pop().flatten();
            Ok::<_, StoreError>(claim.map(|claim| (rain, claim)))
        });
        let (mut found, mut complete) = (Vec::new(), true);
        for claim in join_all(claims).await {
            match claim {
                Ok(claim) => found.extend(claim),
                Err(error) => {
                    tracing::debug!(%account, %error, "failed to read what an account has caught");
                    complete = false;
                }
            }
        }
        Ok((found, complete))
    }
}
