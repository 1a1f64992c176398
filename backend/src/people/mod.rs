//! People: who somebody is, by the secret that they show.
//!
//! A browser's token stands for an account of its own, unless its owner has signed in with it: then it
//! stands for that person's account, which is the same on every device of theirs. Called by `http` where
//! somebody signs in, and by whoever must know whose a token is. Which token is whose lies in SQL, so all
//! servers say the same.

mod bindings;
mod claims;
mod guests;
mod jwks;
mod jws;
mod keys;
mod sql;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use quizrain_shared::api::SignInRefusal;
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GuestListId, Token};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use crate::batch::Batcher;
use crate::error::Error;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};
use bindings::Bindings;

pub use claims::{Proof, Verifier};
pub use guests::{Guests, Invite, InviteCode, Shown};
pub use jwks::{FetchedKeys, KeySource};
pub use keys::{InvalidKeys, Keys};
pub use sql::Bound;

/// Browsers whose owners are known without asking, and for how long: one that was signed out is nobody's
/// from then on at the latest, whatever a server has missed.
const MAX_CACHED: u64 = 50_000;
const CACHED_FOR: Duration = Duration::from_secs(2);

/// How often a server asks whether anybody has signed in, until somebody has.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How long such a question waits when it had no answer.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// The account that a browser's token stands for, where nobody has signed in with it. The token itself is
/// kept nowhere.
#[must_use]
pub fn account_of(token: &Token) -> AccountId {
    let mut id = [0; 16];
    id.copy_from_slice(&Sha256::digest(token.0)[..16]);
    AccountId(id)
}

/// What is kept of a token or a code that gives a right to a game, and may be told between servers: its
/// hash.
#[must_use]
pub fn host_right(token: &Token) -> String {
    hex::encode(Sha256::digest(token.0))
}

/// A browser's token as the server keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device([u8; 32]);

impl Device {
    /// That of a token.
    #[must_use]
    pub fn of(token: &Token) -> Self {
        Self(Sha256::digest(token.0).into())
    }

    /// Its own account, as long as it is nobody's.
    fn account(self) -> AccountId {
        let mut id = [0; 16];
        id.copy_from_slice(&self.0[..16]);
        AccountId(id)
    }
}

impl std::fmt::Display for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// Whose a browser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Whose seats and balance it shows.
    pub account: AccountId,
    /// How that is known.
    pub identity: Identity,
    /// The list whose guest they are, where they are one.
    pub guests: Option<GuestListId>,
}

/// Who is who.
pub struct People {
    sql: Sql,
    clock: Arc<Clock>,
    verifier: Option<Verifier>,
    bindings: Batcher<Bindings>,
    /// Browsers that are somebody's.
    owners: Cache<Device, Owner>,
    /// Whether any is. Where none is, nobody waits for the database.
    any: AtomicBool,
}

impl People {
    /// Those of this database. Without a verifier nobody signs in here; whoever has is known all the same.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open(
        sql: Sql,
        clock: Arc<Clock>,
        verifier: Option<Verifier>,
        max_batch: usize,
    ) -> Result<Self, StoreError> {
        let any = AtomicBool::new(sql.has_devices().await?);
        Ok(Self {
            bindings: Batcher::new(Bindings { sql: sql.clone() }, max_batch),
            sql,
            clock,
            verifier,
            owners: Cache::builder().max_capacity(MAX_CACHED).time_to_live(CACHED_FOR).build(),
            any,
        })
    }

    /// Whether people can sign in at this server.
    #[must_use]
    pub fn signs_in(&self) -> bool {
        self.verifier.is_some()
    }

    /// Whose a browser is, for a game of this kind, or for none.
    ///
    /// # Errors
    /// The database cannot say; asking again tells. Nobody is taken for somebody else meanwhile.
    pub async fn owner(&self, device: Device, game: Identity) -> Result<Owner, Error> {
        if let Some(owner) = self.owners.get(&device) {
            return Ok(owner);
        }
        let nobody = Owner { account: device.account(), identity: Identity::Open, guests: None };
        if game == Identity::Open && !self.any.load(Ordering::Relaxed) {
            return Ok(nobody);
        }
        let Some(owner) = self.bindings.submit(device).await? else { return Ok(nobody) };
        self.owners.insert(device, owner);
        Ok(owner)
    }

    /// Learns from other servers that somebody has signed in, and ends then.
    pub async fn watch(&self, stop: CancellationToken) {
        while !self.any.load(Ordering::Relaxed) {
            let found = tokio::select! {
                () = stop.cancelled() => return,
                found = self.sql.has_devices() => found,
            };
            let pause = match found {
                Ok(true) => return self.any.store(true, Ordering::Relaxed),
                Ok(false) => LOOK_EVERY,
                Err(error) => {
                    tracing::debug!(%error, "failed to look whether anybody has signed in; asking again");
                    LOOK_AGAIN
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// What a signed token proves.
    ///
    /// # Errors
    /// Nothing, and why.
    pub async fn prove(&self, jwt: &str) -> Result<Proof, SignInRefusal> {
        let verifier = self.verifier.as_ref().ok_or(SignInRefusal::Off)?;
        let verify = || verifier.verify(jwt, self.clock.now_ms() / 1000);
        match verify() {
            Err(SignInRefusal::UnknownKey) if verifier.keys.look_again().await => verify(),
            proved => proved,
        }
    }

    /// Keeps the keys of who signs people in fresh, where they are fetched.
    pub async fn watch_keys(&self, stop: CancellationToken) {
        if let Some(verifier) = &self.verifier {
            verifier.keys.watch(stop).await;
        }
    }

    /// Makes a browser the person's who has proved who they are. What it had as nobody's the caller has
    /// looked at.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn bind(&self, device: Device, proof: &Proof) -> Result<Bound, StoreError> {
        let bound = self.sql.bind_device(device, proof, self.clock.now_ms()).await?;
        if bound == Bound::Done {
            self.note_bound(device);
        }
        Ok(bound)
    }

    /// Makes a browser a guest's that has shown the code of an invite. What it had as nobody's the caller
    /// has looked at.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn show_invite(
        &self,
        device: Device,
        code: &InviteCode,
    ) -> Result<Shown, StoreError> {
        let shown = self.sql.show_invite(device, code, self.clock.now_ms()).await?;
        if matches!(shown, Shown::Done(..)) {
            self.note_bound(device);
        }
        Ok(shown)
    }

    fn note_bound(&self, device: Device) {
        self.any.store(true, Ordering::Relaxed);
        // It may have been somebody else's a moment ago.
        self.owners.invalidate(&device);
    }

    /// Makes a browser nobody's again, and frees the invite with which it came. Whose account it had, if
    /// it was anybody's; its sockets are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn sign_out(&self, device: Device) -> Result<Option<AccountId>, StoreError> {
        self.sql.sign_out(device).await
    }

    /// Forgets whose the browsers of a person are: one of them was signed out.
    pub fn forget(&self, account: AccountId) {
        let theirs = self.owners.iter().filter(|(_, owner)| owner.account == account);
        let theirs: Vec<Device> = theirs.map(|(device, _)| *device).collect();
        theirs.iter().for_each(|device| self.owners.invalidate(device));
    }
}
