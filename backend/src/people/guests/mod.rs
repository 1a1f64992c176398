//! Guest lists: who is invited, by codes that stand on cards. Called by `http`.
//!
//! An invite is the first browser's that shows its code, and stays that until it is freed. A guest is one
//! person over all games that are for the list: one account, hence one seat, one packet, one balance.

mod code;
mod columns;
mod owned;
mod rows;
mod sql;
mod table;

use std::sync::Arc;

use quizrain_shared::api::{FindGuests, GuestList, GuestListSummary, InvalidGuests, NewGuestList};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{GuestListId, HostId};

use super::claims::{Proof, account_of_person};
use crate::error::Error;
use crate::events::SignedOut;
use crate::hosts::Sees;
use crate::store::random::random_bytes;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

pub use code::InviteCode;
pub use sql::{Deletion, Invite, Removal};
use table::invited;

/// What an account of a guest is made with, so that none is ever that of anybody else.
const DOMAIN: &str = "quizrain person, invited, 1";

/// What an issuer begins with who is a guest list of this server.
const ISSUER: &str = "urn:quizrain:guest-list:";

/// The list that vouches for somebody, where one does.
#[must_use]
pub fn list_of(issuer: &str) -> Option<GuestListId> {
    issuer.strip_prefix(ISSUER)?.parse().ok()
}

/// Whether an issuer could be a guest list: its people would have the names of guests.
#[must_use]
pub fn is_guest_list(issuer: &str) -> bool {
    issuer.starts_with(ISSUER)
}

/// Who vouches for the guests of a list.
fn issuer_of(list: GuestListId) -> String {
    format!("{ISSUER}{list}")
}

/// Who a guest is.
pub(super) fn proof(list: GuestListId, label: String, name: String) -> Proof {
    let issuer = issuer_of(list);
    Proof {
        account: account_of_person(DOMAIN, &issuer, &label),
        identity: Identity::Invited,
        issuer,
        subject: label,
        name: Some(name).filter(|name| !name.is_empty()),
        single_use: None,
    }
}

/// The lists.
#[derive(Clone)]
pub struct Guests {
    sql: Sql,
    clock: Arc<Clock>,
}

impl Guests {
    /// Those of this database.
    #[must_use]
    pub fn new(sql: Sql, clock: Arc<Clock>) -> Self {
        Self { sql, clock }
    }

    /// Makes a list with an invite for each guest, for an account where whoever asks is signed in; `None`: there are as
    /// many lists as there may be.
    ///
    /// # Errors
    /// The database failed: the list may be there, and can be seen among the others.
    pub async fn make(
        &self,
        wish: &NewGuestList,
        host: Option<HostId>,
    ) -> Result<Result<Option<GuestListSummary>, InvalidGuests>, Error> {
        let (title, guests) = match wish.title().and_then(|title| Ok((title, invited(wish)?))) {
            Ok(checked) => checked,
            Err(why) => return Ok(Err(why)),
        };
        let mut invites = Vec::with_capacity(guests.len());
        for (number, guest) in (1..).zip(guests) {
            invites.push(Invite {
                number,
                label: guest.label,
                name: guest.name,
                code: InviteCode::random()?,
                used_ms: None,
            });
        }
        let summary = GuestListSummary {
            list: GuestListId(random_bytes()?),
            title: title.to_owned(),
            created_ms: self.clock.now_ms(),
            guests: u32::try_from(invites.len()).unwrap_or(u32::MAX),
            used: 0,
            host,
        };
        if !self.sql.put_guest_list(&summary, &invites).await? {
            return Ok(Ok(None));
        }
        tracing::info!(list = %summary.list, guests = summary.guests, "guest list made");
        Ok(Ok(Some(summary)))
    }

    /// Every list that somebody sees, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lists(&self, sees: Sees) -> Result<Vec<GuestListSummary>, StoreError> {
        self.sql.guest_lists(None, sees).await
    }

    /// So many guests of a list, by number; `None`: there is no such list.
    ///
    /// # Errors
    /// The database failed.
    pub async fn find(
        &self,
        list: GuestListId,
        sought: &FindGuests,
        most: usize,
    ) -> Result<Option<(GuestList, Vec<Invite>)>, StoreError> {
        let Some(summary) = self.sql.guest_lists(Some(list), Sees::All).await?.pop() else {
            return Ok(None);
        };
        let (found, invites) = self.sql.invites(list, sought, most).await?;
        let guests = invites.iter().map(Invite::guest).collect();
        Ok(Some((GuestList { summary, found, guests }, invites)))
    }

    /// Takes an invite from the browser that came with it: the next one may have it. The guest, whose
    /// sockets are the caller's to close, and which browser had come, if any.
    ///
    /// # Errors
    /// No such invite, or the database failed; doing it again is harmless.
    pub async fn free(&self, list: GuestListId, number: u32) -> Result<SignedOut, Error> {
        let freed = self.sql.free_invite(list, number).await?.ok_or(Error::NotFound)?;
        tracing::info!(%list, number, was_used = !freed.devices.is_empty(), "invite freed");
        Ok(freed)
    }

    /// Takes a guest off a list whose invite nobody uses. Who came with it before stays who they were, with what they
    /// have, and cannot come back to it.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn remove(&self, list: GuestListId, number: u32) -> Result<Removal, StoreError> {
        let removal = self.sql.remove_invite(list, number).await?;
        if removal == Removal::Done {
            tracing::info!(%list, number, "guest taken off a list");
        }
        Ok(removal)
    }

    /// Deletes a list, where none of its invites is used or that is meant: its cards are worth nothing then,
    /// and whoever came with one is signed out, whose sockets are the caller's to close. Who they were, and
    /// what they have, stays.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn delete(&self, list: GuestListId, even_used: bool) -> Result<Deletion, StoreError> {
        let deletion = self.sql.delete_guest_list(list, even_used).await?;
        if let Deletion::Done(out) = &deletion {
            tracing::info!(%list, signed_out = out.len(), "guest list deleted");
        }
        Ok(deletion)
    }
}
