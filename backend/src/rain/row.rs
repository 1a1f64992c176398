//! A rain of the registry: its shards, and what clients are told of it and of its packets.

use quizrain_shared::allocation::Bounds;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate, RainView};

use crate::events::Push;
use crate::ledger::{Claim, RainRow};
use crate::rain::calls::ShardRef;
use crate::store::shard::Shard;

impl RainRow {
    /// Its shards in Redis.
    pub fn shards(&self) -> impl Iterator<Item = ShardRef> + Clone + Send + use<> {
        let Self { rain, incarnation, .. } = *self;
        Shard::all(self.shards).map(move |shard| ShardRef { rain, incarnation, shard })
    }

    /// The shard that an account grabs from.
    #[must_use]
    pub fn shard_for(&self, account: AccountId) -> ShardRef {
        self.shard(Shard::of_account(account, self.shards))
    }

    /// One of its shards in Redis.
    #[must_use]
    pub fn shard(&self, shard: Shard) -> ShardRef {
        let Self { rain, incarnation, .. } = *self;
        ShardRef { rain, incarnation, shard }
    }

    /// Which rain of its game it is, from 1: the link of that number is what it is drawn from.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.ordinal.saturating_add(1)
    }

    pub(crate) fn view(&self) -> RainView {
        let Bounds { pot, packets, min, max } = self.plan.bounds;
        RainView {
            rain: self.rain,
            number: self.number(),
            picture_seed: self.picture_seed,
            currency: self.plan.currency,
            pot,
            packets,
            min,
            max,
            split: self.plan.split.clone(),
            shards: self.shards,
            eligibility: self.plan.eligibility,
            entropy: self.entropy,
            commitment: self.commitment,
        }
    }

    fn caught(&self, claim: &Claim, credited: bool) -> Caught {
        Caught {
            rain: self.rain,
            packet: claim.packet.number,
            amount: claim.packet.amount,
            currency: self.plan.currency,
            credited,
        }
    }

    /// What an account is told of a claim; with a receipt while it is not in the ledger.
    pub(crate) fn update(
        &self,
        account: AccountId,
        claim: &Claim,
        state: PacketState,
    ) -> PacketUpdate {
        let crediting = state == PacketState::Crediting;
        let credited = !crediting && state != PacketState::Void;
        PacketUpdate {
            caught: self.caught(claim, credited),
            state,
            receipt: crediting.then(|| self.receipt(account, claim)).flatten(),
        }
    }

    /// The same, for whichever node holds the account's player.
    #[must_use]
    pub fn push(&self, account: AccountId, claim: &Claim, state: PacketState) -> Push {
        Push { account, news: self.update(account, claim, state) }
    }
}
