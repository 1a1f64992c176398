//! Whose browsers are, asked by many at the same time.

use std::sync::Arc;

use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;

use crate::batch::Operation;
use crate::people::guests::list_of;
use crate::people::{Device, Owner};
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

/// Who vouches for people at this server.
#[derive(Clone, Debug, Default)]
pub(super) struct Believed(Arc<[String]>);

impl Believed {
    /// These and nobody else.
    pub(super) fn only<'a>(issuers: impl IntoIterator<Item = &'a str>) -> Self {
        Self(issuers.into_iter().map(str::to_owned).collect())
    }

    pub(super) fn includes(&self, issuer: &str) -> bool {
        self.0.iter().any(|it| it == issuer)
    }
}

/// Whose a browser is, as SQL has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    pub(super) account: AccountId,
    pub(super) identity: Identity,
    pub(super) issuer: String,
    /// When it ends; `None`: not by itself.
    pub(super) until_ms: Option<u64>,
}

impl Binding {
    pub(super) fn has_ended(&self, now_ms: u64) -> bool {
        self.until_ms.is_some_and(|until| until <= now_ms)
    }

    /// Whether whoever vouched for the person is still believed. For guests their list does.
    pub(super) fn is_believed(&self, believed: &Believed) -> bool {
        self.identity != Identity::Signed || believed.includes(&self.issuer)
    }

    fn owner(&self, believed: &Believed) -> Owner {
        Owner {
            account: self.account,
            identity: self.identity,
            guests: list_of(&self.issuer).filter(|_| self.identity == Identity::Invited),
            believed: self.is_believed(believed),
            until_ms: self.until_ms,
        }
    }
}

/// Reads whose browsers are.
pub(super) struct Bindings {
    pub(super) sql: Sql,
    pub(super) clock: Arc<Clock>,
    pub(super) believed: Believed,
}

impl Operation for Bindings {
    type Request = Device;
    type Response = Option<Owner>;
    const NAME: &'static str = "owner";

    async fn call(&self, devices: &[Device]) -> Result<Vec<Option<Owner>>, StoreError> {
        let bindings = self.sql.device_bindings(devices).await?;
        let now_ms = self.clock.now_ms();
        let owner = |device| {
            let binding = bindings.get(device).filter(|it| !it.has_ended(now_ms))?;
            Some(binding.owner(&self.believed))
        };
        Ok(devices.iter().map(owner).collect())
    }
}
