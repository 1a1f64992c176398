//! Signing in, asked by many at the same time: one transaction makes all of their browsers somebody's.
//!
//! What becomes of each is decided in [`plan`] by what the database has. Most links are opened more than
//! once, so it is read first whether there is anything to write: SQLite has one writer, and payouts,
//! settlement and games wait for it as well.

mod plan;
mod sql;

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::SignInRefusal;
use quizrain_shared::ids::{AccountId, GuestListId};

use super::bindings::Believed;
use super::{Device, InviteCode, Proof};
use crate::batch::Operation;
use crate::store::sql::{Sql, bounded};
use crate::store::{Clock, StoreError};
use plan::{Plan, Rules};

/// What a browser shows to become somebody's.
pub enum Shown {
    /// What a signed token has proved.
    Proof(Proof),
    /// The code of an invite.
    Code(InviteCode),
}

/// A browser that wants to be somebody's.
pub(super) struct Request {
    pub(super) device: Device,
    pub(super) shown: Shown,
}

/// A browser that is somebody's now, or was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Whose.
    pub account: AccountId,
    /// What people call them.
    pub name: Option<String>,
    /// The same, or what whoever vouches for them calls them.
    pub who: String,
    /// The list whose guest they are, where they are one.
    pub guests: Option<GuestListId>,
    /// Whose it was until now, if it was another person's.
    pub before: Option<AccountId>,
    /// Other browsers that had its own account until now. They are nobody's.
    pub left: Vec<[u8; 32]>,
}

/// What became of a sign-in.
pub(super) type Attempt = Result<Bound, SignInRefusal>;

/// Makes browsers somebody's.
pub(super) struct SignIns {
    pub(super) sql: Sql,
    pub(super) clock: Arc<Clock>,
    pub(super) believed: Believed,
    /// How long a browser stays a person's who has shown a token.
    pub(super) lasts: Duration,
}

impl Operation for SignIns {
    type Request = Request;
    type Response = Attempt;
    const NAME: &'static str = "sign_in";

    async fn call(&self, requests: &[Request]) -> Result<Vec<Attempt>, StoreError> {
        let lasts_ms = u64::try_from(self.lasts.as_millis()).unwrap_or(u64::MAX);
        let now_ms = self.clock.now_ms();
        let rules = Rules { now_ms, lasts_ms, believed: &self.believed };
        bounded(async {
            let mut con = self.sql.reader.acquire().await?;
            let known = sql::read(&mut con, requests, now_ms).await?;
            let plan = Plan::of(known, rules, requests);
            if plan.writes_nothing() {
                return Ok(plan.answers);
            }
            drop(con);
            let mut tx = self.sql.write_alone().await?;
            let known = sql::read(&mut tx, requests, now_ms).await?;
            let plan = Plan::of(known, rules, requests);
            let left = sql::write(&mut tx, &plan, now_ms).await?;
            tx.commit().await?;
            let mut answers = plan.answers;
            for (Request { device, .. }, bound) in requests.iter().zip(&mut answers) {
                if let Ok(bound) = bound {
                    bound.left = left.get(&device.account()).cloned().unwrap_or_default();
                }
            }
            Ok(answers)
        })
        .await
    }
}
