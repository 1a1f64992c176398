//! An account that is nobody's, in other browsers than the one whose token it is made of.
//!
//! Any browser of the account makes a code, and another browser uses it once. What that one has as its own stays its
//! own: it stands for the account until it leaves, or is ended by another browser of it. Once somebody signs in in the
//! browser whose own the account is, all others have left it in the same transaction, and its code is gone.

mod sql;

use std::sync::atomic::Ordering;

use quizrain_shared::api::{DEVICE_CODE_MS, DeviceRefusal, MAX_BROWSERS};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, Token};

use super::bindings::Binding;
use super::{Device, People, host_right};
use crate::error::Error;
use crate::events::SignedOut;
use crate::store::StoreError;
use crate::store::random::random_token;

pub(super) use sql::{end, end_all, leave};

/// A code that was made.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Of which account.
    pub account: AccountId,
    /// Told here and nowhere else.
    pub code: Token,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

/// A browser that has another one's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// Which.
    pub account: AccountId,
    /// Whether it had not before: it is not asked for again because an answer was lost.
    is_new: bool,
}

/// A code, as SQL has it.
struct Waiting {
    account: AccountId,
    maker: Device,
    used_by: Option<Device>,
}

/// The account that a browser stands for, if nobody has signed in with it.
fn open_account(device: Device, binding: Option<&Binding>) -> Option<AccountId> {
    match binding {
        None => Some(device.account()),
        Some(binding) => (binding.identity == Identity::Open).then_some(binding.account),
    }
}

/// Whether an account has as many browsers as it may, beside whose own it is so many.
fn is_full(others: u32) -> bool {
    others.saturating_add(1) >= MAX_BROWSERS
}

/// What becomes of a browser that shows a code. Bindings are those that have not ended.
fn decide(
    waiting: &Waiting,
    device: Device,
    binding: Option<&Binding>,
    makers: Option<&Binding>,
    others: u32,
) -> Result<Used, DeviceRefusal> {
    let &Waiting { account, maker, used_by } = waiting;
    let present = open_account(device, binding);
    if present == Some(account) {
        let again = used_by == Some(device);
        return again.then_some(Used { account, is_new: false }).ok_or(DeviceRefusal::SameAccount);
    }
    if used_by.is_some() || open_account(maker, makers) != Some(account) {
        return Err(DeviceRefusal::NoCode);
    }
    if present.ok_or(DeviceRefusal::SignedIn)? != device.account() {
        return Err(DeviceRefusal::OtherAccount);
    }
    if is_full(others) {
        return Err(DeviceRefusal::TooManyBrowsers);
    }
    Ok(Used { account, is_new: true })
}

impl People {
    /// Makes a code by which another browser comes to the account of this one. The one before is good for nothing.
    ///
    /// # Errors
    /// A store failed, or there is no randomness; doing it again gives another code.
    pub async fn offer(&self, device: Device) -> Result<Result<Offer, DeviceRefusal>, Error> {
        let (code, now_ms) = (random_token()?, self.clock.now_ms());
        let until_ms = now_ms.saturating_add(DEVICE_CODE_MS);
        let put = self.sql.put_device_code(device, &host_right(&code), until_ms, now_ms).await?;
        Ok(put.map(|account| Offer { account, code, until_ms }))
    }

    /// Gives a browser the account of a code. Its own sockets are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn use_offer(
        &self,
        device: Device,
        code: &Token,
    ) -> Result<Result<Used, DeviceRefusal>, StoreError> {
        let used = self.sql.use_device_code(device, &host_right(code), self.clock.now_ms()).await?;
        if used.is_ok() {
            self.any.store(true, Ordering::SeqCst);
        }
        Ok(used)
    }

    /// How many browsers have an account beside the one whose own it is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn other_browsers(&self, account: AccountId) -> Result<u32, StoreError> {
        self.sql.count_second_devices(account).await
    }

    /// Ends every other browser of the account of this one, but for the one whose own it is, and its code. `None`:
    /// somebody has signed in with this browser. Their sockets are the caller's to close.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn end_others(&self, device: Device) -> Result<Option<SignedOut>, StoreError> {
        self.sql.end_other_devices(device, self.clock.now_ms()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(number: u8) -> Device {
        Device([number; 32])
    }

    fn bound(account: AccountId, identity: Identity) -> Binding {
        Binding { account, identity, issuer: String::new(), until_ms: None }
    }

    /// What a browser is told that shows a code of the first one.
    fn shown(
        number: u8,
        binding: Option<&Binding>,
        used_by: Option<u8>,
    ) -> Result<bool, DeviceRefusal> {
        let first = device(1);
        let waiting =
            Waiting { account: first.account(), maker: first, used_by: used_by.map(device) };
        decide(&waiting, device(number), binding, None, 0).map(|used| used.is_new)
    }

    #[test]
    fn a_code_is_one_browsers_whatever_it_is_and_nobody_is_told_more() {
        use DeviceRefusal::{NoCode, OtherAccount, SameAccount, SignedIn};
        let first = bound(device(1).account(), Identity::Open);
        let third = bound(device(3).account(), Identity::Open);
        let anna = bound(AccountId([9; 16]), Identity::Signed);
        assert_eq!(shown(2, None, None), Ok(true));
        assert_eq!(shown(2, Some(&first), Some(2)), Ok(false), "the answer was lost");
        assert_eq!(shown(2, None, Some(2)), Err(NoCode), "it has left since");
        assert_eq!(shown(4, None, Some(2)), Err(NoCode));
        assert_eq!(shown(1, None, None), Err(SameAccount));
        assert_eq!(shown(2, Some(&first), None), Err(SameAccount));
        assert_eq!(shown(2, Some(&third), None), Err(OtherAccount));
        assert_eq!(shown(2, Some(&anna), None), Err(SignedIn));
        assert_eq!(shown(2, Some(&anna), Some(4)), Err(NoCode));
    }

    #[test]
    fn a_code_is_good_while_its_maker_has_the_account_and_there_is_room() {
        let first = device(1);
        let by = |maker: Device, binding: Option<&Binding>, others| {
            let waiting = Waiting { account: first.account(), maker, used_by: None };
            decide(&waiting, device(2), None, binding, others).map(|used| used.account)
        };
        let theirs = bound(first.account(), Identity::Open);
        let others = bound(device(3).account(), Identity::Open);
        let anna = bound(AccountId([9; 16]), Identity::Signed);
        assert_eq!(by(first, None, 18), Ok(first.account()));
        assert_eq!(by(first, None, 19), Err(DeviceRefusal::TooManyBrowsers));
        assert_eq!(by(device(4), Some(&theirs), 1), Ok(first.account()));
        let left = [
            (first, Some(&anna)),
            (first, Some(&others)),
            (device(4), None),
            (device(4), Some(&others)),
        ];
        for (maker, binding) in left {
            assert_eq!(by(maker, binding, 0), Err(DeviceRefusal::NoCode));
        }
    }
}
