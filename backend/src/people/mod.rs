//! People: who somebody is, by the secret that they show.
//!
//! A browser's token stands for an account of its own, unless its owner has signed in with it: then it
//! stands for that person's account, which is the same on every device of theirs; or it was given the account of
//! another browser that is nobody's, by a code of that one. Called by `http` where somebody signs in, and by whoever
//! must know whose a token is. Which token is whose lies in SQL, so all servers say the same.

mod bindings;
mod claims;
mod erase;
mod guests;
mod jwks;
mod jws;
mod keys;
mod oidc;
mod second_devices;
mod sign_ins;
mod sql;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use quizrain_shared::api::{OwnBrowser, PlayerIdentity, SignInRefusal};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GuestListId, Token};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use crate::batch::Batcher;
use crate::error::Error;
use crate::events::SignedOut;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};
use bindings::{Believed, Bindings};
use sign_ins::{Request, SignIns};

pub use claims::{Proof, Verifier};
pub use guests::{Deletion, Guests, Invite, InviteCode, Removal, is_guest_list, list_of};
pub use jwks::{FetchedKeys, KeySource};
pub use keys::{InvalidKeys, Keys};
pub use oidc::{Begun, Departure, InvalidProvider, Provider, Registration, WeakSecret, Wish};
pub use second_devices::{Offer, Used};
pub use sign_ins::{Bound, Shown};

/// Browsers whose owners are known without asking, and for how long: one that was signed out is nobody's
/// from then on at the latest, whatever a server has missed.
const MAX_CACHED: u64 = 50_000;
const CACHED_FOR: Duration = Duration::from_secs(2);

/// Browsers in one statement: SQLite takes 32,766 values, and each has up to six.
const MAX_TOGETHER: usize = 5000;

/// How often a server asks whether anybody can be signed in, until somebody can.
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
pub struct Device(pub [u8; 32]);

impl Device {
    /// That of every browser of a host, which has cookies and no token.
    pub const HOSTS: Self = Self([0; 32]);

    /// That of a token.
    #[must_use]
    pub fn of(token: &Token) -> Self {
        Self(Sha256::digest(token.0).into())
    }

    /// Its own account, as long as it is nobody's.
    #[must_use]
    pub fn account(self) -> AccountId {
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
    /// Whether this server still believes whoever vouched for them.
    pub believed: bool,
    /// When the browser is nobody's again; `None`: not by itself.
    pub until_ms: Option<u64>,
}

impl Owner {
    fn nobody(device: Device) -> Self {
        let account = device.account();
        Self { account, identity: Identity::Open, guests: None, believed: true, until_ms: None }
    }

    /// Whether it is not what the browser is by itself: somebody has signed in, or it uses another one's account.
    #[must_use]
    pub fn is_bound(&self, device: Device) -> bool {
        self.account != device.account()
    }

    /// Whether it has ended by itself.
    #[must_use]
    pub fn has_ended(&self, now_ms: u64) -> bool {
        self.until_ms.is_some_and(|until| until <= now_ms)
    }

    /// Whether a browser is still the same person's, for however long.
    #[must_use]
    pub fn is_still(&self, earlier: &Self) -> bool {
        Self { until_ms: earlier.until_ms, ..*self } == *earlier
    }
}

/// Whose browsers are signed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Those of one person.
    Account(AccountId),
    /// Those of everybody for whom this issuer vouches.
    VouchedBy(String),
    /// Those of everybody who signed in by a token before this moment.
    Before(u64),
}

/// Who is who.
pub struct People {
    sql: Sql,
    clock: Arc<Clock>,
    verifier: Option<Verifier>,
    bindings: Batcher<Bindings>,
    sign_ins: Batcher<SignIns>,
    /// Browsers that are somebody's.
    owners: Cache<Device, Owner>,
    /// How often this server heard that browsers are not any more whose they were.
    heard: AtomicU64,
    /// Whether any can be somebody's. Where none can, nobody waits for the database.
    any: AtomicBool,
}

impl People {
    /// Those of this database, of whom this issuer's are believed. Without a verifier nobody signs in by a token
    /// here. Who has signed in is known for so long.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open(
        sql: Sql,
        clock: Arc<Clock>,
        verifier: Option<Verifier>,
        issuer: Option<&str>,
        lasts: Duration,
        max_batch: usize,
    ) -> Result<Self, StoreError> {
        let any = AtomicBool::new(issuer.is_some() || sql.has_people().await?);
        let believed = Believed::only(issuer);
        let max_batch = max_batch.min(MAX_TOGETHER);
        let bindings =
            Bindings { sql: sql.clone(), clock: Arc::clone(&clock), believed: believed.clone() };
        let sign_ins = SignIns { sql: sql.clone(), clock: Arc::clone(&clock), believed, lasts };
        Ok(Self {
            bindings: Batcher::new(bindings, max_batch),
            sign_ins: Batcher::new(sign_ins, max_batch),
            sql,
            clock,
            verifier,
            owners: Cache::builder().max_capacity(MAX_CACHED).time_to_live(CACHED_FOR).build(),
            heard: AtomicU64::new(0),
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
        let now_ms = self.clock.now_ms();
        if let Some(owner) = self.owners.get(&device).filter(|owner| !owner.has_ended(now_ms)) {
            return Ok(owner);
        }
        if game == Identity::Open && !self.any.load(Ordering::Relaxed) {
            return Ok(Owner::nobody(device));
        }
        let heard = self.heard();
        let owner = self.bindings.submit(device).await?;
        let Some(owner) = owner else { return Ok(Owner::nobody(device)) };
        if owner.identity == Identity::Open {
            // Another browser's account: its own may sign in at any moment, and it is that no more.
            return Ok(owner);
        }
        self.owners.insert(device, owner);
        if self.heard() != heard {
            // It may be nobody's by now.
            self.owners.invalidate(&device);
        }
        Ok(owner)
    }

    /// A number that is another one once browsers are not any more whose they were: whoever has asked
    /// before then asks again.
    pub fn heard(&self) -> u64 {
        self.heard.load(Ordering::SeqCst)
    }

    /// Those of these accounts which their browsers do not stand for any more.
    ///
    /// # Errors
    /// The database failed.
    pub async fn strangers(
        &self,
        known: &[(AccountId, Device)],
    ) -> Result<Vec<AccountId>, StoreError> {
        let now_ms = self.clock.now_ms();
        let mut strangers = Vec::new();
        for part in known.chunks(500) {
            let devices: Vec<Device> = part.iter().map(|(_, device)| *device).collect();
            let bindings = self.sql.device_bindings(&devices).await?;
            let is_theirs = |(account, device): &&(AccountId, Device)| {
                let binding = bindings.get(device).filter(|it| !it.has_ended(now_ms));
                binding.is_some_and(|it| it.account == *account)
            };
            strangers.extend(part.iter().filter(|it| !is_theirs(it)).map(|(account, _)| *account));
        }
        Ok(strangers)
    }

    /// Learns from other servers that somebody can be signed in, and ends then.
    pub async fn watch(&self, stop: CancellationToken) {
        while !self.any.load(Ordering::Relaxed) {
            let found = tokio::select! {
                () = stop.cancelled() => return,
                found = self.sql.has_people() => found,
            };
            let pause = match found {
                Ok(true) => return self.any.store(true, Ordering::Relaxed),
                Ok(false) => LOOK_EVERY,
                Err(error) => {
                    tracing::debug!(%error, "failed to look whether anybody can be signed in; asking again");
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

    /// Makes a browser the person's who has proved who they are, or the guest's whose code it shows. What
    /// it has as nobody's is the caller's to look at, before and after.
    ///
    /// # Errors
    /// The database does not keep up: whether it was done is unknown, and doing it again is harmless.
    pub async fn sign_in(
        &self,
        device: Device,
        shown: Shown,
    ) -> Result<Result<Bound, SignInRefusal>, Error> {
        let attempt = self.sign_ins.submit(Request { device, shown }).await?;
        if attempt.is_ok() {
            self.any.store(true, Ordering::Relaxed);
            // It may have been somebody else's a moment ago.
            self.owners.invalidate(&device);
        }
        Ok(attempt)
    }

    /// Makes a browser nobody's again, and frees the invite with which it came. Whose it was, if it was
    /// anybody's; the sockets of that person are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn sign_out(&self, device: Device) -> Result<Option<SignedOut>, StoreError> {
        let account = self.sql.sign_out(device).await?;
        Ok(account.map(|account| SignedOut { account, devices: vec![device.0] }))
    }

    /// Makes the browsers of people nobody's, as many as one transaction should; whose they were. Nobody:
    /// there are no more. Their sockets are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn sign_out_some(&self, whom: &Whom) -> Result<Vec<SignedOut>, StoreError> {
        self.sql.sign_out_some(whom).await
    }

    /// The account of a person, if they have ever signed in.
    ///
    /// # Errors
    /// The database failed.
    pub async fn account_of(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<AccountId>, StoreError> {
        self.sql.account_of(issuer, subject).await
    }

    /// Who is behind these accounts, where that is known.
    ///
    /// # Errors
    /// The database failed.
    pub async fn identities_of(
        &self,
        accounts: &[AccountId],
    ) -> Result<HashMap<AccountId, PlayerIdentity>, StoreError> {
        self.sql.persons(accounts).await
    }

    /// Who is behind an account, where that is known.
    ///
    /// # Errors
    /// The database failed.
    pub async fn identity_of(
        &self,
        account: AccountId,
    ) -> Result<Option<PlayerIdentity>, StoreError> {
        Ok(self.sql.persons(&[account]).await?.remove(&account))
    }

    /// The browsers that are somebody's.
    ///
    /// # Errors
    /// The database failed.
    pub async fn browsers_of(&self, account: AccountId) -> Result<Vec<OwnBrowser>, StoreError> {
        self.sql.browsers_of_person(account).await
    }

    /// Forgets whose the browsers with these hashes are.
    pub fn forget(&self, devices: &[[u8; 32]]) {
        if !devices.is_empty() {
            // They are or were somebody's: nobody is taken for nobody unasked from now on.
            self.any.store(true, Ordering::SeqCst);
        }
        self.heard.fetch_add(1, Ordering::SeqCst);
        devices.iter().for_each(|hash| self.owners.invalidate(&Device(*hash)));
    }

    /// Forgets whose all browsers are: what became of them may not have been heard here.
    pub fn forget_all(&self) {
        self.heard.fetch_add(1, Ordering::SeqCst);
        self.owners.invalidate_all();
    }

    /// Deletes what has ended by itself; how many rows.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn clean(&self) -> Result<u64, StoreError> {
        self.sql.forget_ended(self.clock.now_ms()).await
    }
}
