//! Guest lists and invites in SQL. No name and no code is ever logged.

use quizrain_shared::api::{FindGuests, Guest, GuestListSummary, MAX_GUEST_LISTS, MAX_GUESTS};
use quizrain_shared::ids::GuestListId;
use quizrain_shared::question::fold;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::owned::and_seen;
use super::{InviteCode, issuer_of, proof};
use crate::events::SignedOut;
use crate::hosts::Sees;
use crate::people::Whom;
use crate::people::sql::sign_out_whom;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, bounded_for, from_db, literally, parse, to_db, values};

/// Invites in one statement.
const ROWS: usize = 500;

/// An invite, with its code.
#[derive(Clone)]
pub struct Invite {
    /// From 1, in its list.
    pub number: u32,
    /// What results and payouts call the guest.
    pub label: String,
    /// What people call them; may be empty.
    pub name: String,
    /// What a browser shows.
    pub code: InviteCode,
    /// When one came with it.
    pub used_ms: Option<u64>,
}

impl Invite {
    /// Without the code.
    #[must_use]
    pub fn guest(&self) -> Guest {
        let Self { number, label, name, used_ms, .. } = self.clone();
        Guest { number, label, name, used_ms }
    }

    fn search(&self) -> String {
        fold(&format!("{} {} {}", self.number, self.label, self.name))
    }
}

/// What became of a list that was to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// It is gone, and its guests are signed out.
    Done(Vec<SignedOut>),
    /// So many of its invites are used.
    Used(u32),
    /// There is none.
    Unknown,
}

/// What became of a guest who was to be taken off a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// They are off it, with their code.
    Done,
    /// A browser has their invite.
    Used,
    /// There is none of this number.
    Unknown,
}

fn number(row: &AnyRow, column: &str) -> Result<u32, sqlx::Error> {
    let number = from_db(row.try_get(column)?)?;
    u32::try_from(number).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn invite(row: &AnyRow) -> Result<Invite, sqlx::Error> {
    let code: &str = row.try_get("code")?;
    let used_ms: Option<i64> = row.try_get("used_ms")?;
    Ok(Invite {
        number: number(row, "number")?,
        label: row.try_get("label")?,
        name: row.try_get("name")?,
        code: code.parse().map_err(|_| sqlx::Error::Decode("invites.code".into()))?,
        used_ms: used_ms.map(from_db).transpose()?,
    })
}

fn summary(row: &AnyRow) -> Result<GuestListSummary, sqlx::Error> {
    Ok(GuestListSummary {
        list: parse(row.try_get("list")?)?,
        title: row.try_get("title")?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        guests: number(row, "guests")?,
        used: number(row, "used")?,
        host: row.try_get::<Option<&str>, _>("host")?.map(parse).transpose()?,
    })
}

impl Sql {
    /// Writes a list and its invites; `false`: there are as many lists as there may be.
    pub(super) async fn put_guest_list(
        &self,
        list: &GuestListSummary,
        invites: &[Invite],
    ) -> Result<bool, StoreError> {
        bounded_for(invites.len(), async {
            let mut tx = self.write().await?;
            let written = sqlx::query(
                "INSERT INTO guest_lists (list, title, created_ms, host)
                 SELECT $1, $2, $3, $5 WHERE (SELECT COUNT(*) FROM guest_lists) < $4",
            )
            .bind(list.list.to_string())
            .bind(&list.title)
            .bind(to_db(list.created_ms))
            .bind(i64::from(MAX_GUEST_LISTS))
            .bind(list.host.map(|host| host.to_string()))
            .execute(&mut *tx)
            .await?;
            if written.rows_affected() == 0 {
                return Ok(false);
            }
            for part in invites.chunks(ROWS) {
                let sql = format!(
                    "INSERT INTO invites (list, number, label, name, search, code) VALUES {}",
                    values(&tx, part.len(), 6)
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                for invite in part {
                    query = query
                        .bind(list.list.to_string())
                        .bind(i64::from(invite.number))
                        .bind(&invite.label)
                        .bind(&invite.name)
                        .bind(invite.search())
                        .bind(invite.code.stored());
                }
                query.execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// One list, or all of them, of those that somebody sees, the newest first.
    pub(super) async fn guest_lists(
        &self,
        only: Option<GuestListId>,
        sees: Sees,
    ) -> Result<Vec<GuestListSummary>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT guest_lists.list, title, created_ms, host, COUNT(number) AS guests,
                     COUNT(token_hash) AS used
                 FROM guest_lists LEFT JOIN invites ON invites.list = guest_lists.list
                 WHERE ($1 = '' OR guest_lists.list = $1){}
                 GROUP BY guest_lists.list, title, created_ms, host
                 ORDER BY created_ms DESC, guest_lists.list",
                and_seen(sees)
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(only.map(|list| list.to_string()).unwrap_or_default())
                .fetch_all(&self.reader)
                .await?;
            Ok(rows.iter().map(summary).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// How many invites of a list were found, and so many of them, by number.
    pub(super) async fn invites(
        &self,
        list: GuestListId,
        sought: &FindGuests,
        most: usize,
    ) -> Result<(u32, Vec<Invite>), StoreError> {
        let pattern = format!("%{}%", literally(&fold(&sought.search)));
        bounded_for(most, async {
            let row = sqlx::query(
                "SELECT COUNT(*) AS found FROM invites
                 WHERE list = $1 AND search LIKE $2 ESCAPE '\\'",
            )
            .bind(list.to_string())
            .bind(&pattern)
            .fetch_one(&self.reader)
            .await?;
            let rows = sqlx::query(
                "SELECT number, label, name, code, used_ms FROM invites
                 WHERE list = $1 AND search LIKE $2 ESCAPE '\\'
                 ORDER BY number LIMIT $3 OFFSET $4",
            )
            .bind(list.to_string())
            .bind(&pattern)
            .bind(i64::try_from(most).unwrap_or(i64::MAX))
            .bind(i64::from(sought.skip))
            .fetch_all(&self.reader)
            .await?;
            Ok((number(&row, "found")?, rows.iter().map(invite).collect::<Result<_, _>>()?))
        })
        .await
    }

    /// Takes an invite from its browser; the guest, and which browser had come. `None`: there is no such
    /// invite.
    pub(super) async fn free_invite(
        &self,
        list: GuestListId,
        number: u32,
    ) -> Result<Option<SignedOut>, StoreError> {
        bounded(async {
            let mut tx = self.write_alone().await?;
            let row = sqlx::query("SELECT label FROM invites WHERE list = $1 AND number = $2")
                .bind(list.to_string())
                .bind(i64::from(number))
                .fetch_optional(&mut *tx)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let account = proof(list, row.try_get("label")?, String::new()).account;
            let out = sign_out_whom(&mut tx, &Whom::Account(account)).await?.pop();
            tx.commit().await?;
            Ok(Some(out.unwrap_or(SignedOut { account, devices: Vec::new() })))
        })
        .await
    }

    /// Deletes an invite that no browser has. Who signs somebody in waits for this, or this for them.
    pub(super) async fn remove_invite(
        &self,
        list: GuestListId,
        number: u32,
    ) -> Result<Removal, StoreError> {
        bounded(async {
            let mut tx = self.write_alone().await?;
            let row = sqlx::query("SELECT token_hash FROM invites WHERE list = $1 AND number = $2")
                .bind(list.to_string())
                .bind(i64::from(number))
                .fetch_optional(&mut *tx)
                .await?;
            let Some(row) = row else { return Ok(Removal::Unknown) };
            if row.try_get::<Option<&str>, _>("token_hash")?.is_some() {
                return Ok(Removal::Used);
            }
            sqlx::query("DELETE FROM invites WHERE list = $1 AND number = $2")
                .bind(list.to_string())
                .bind(i64::from(number))
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(Removal::Done)
        })
        .await
    }

    /// Deletes a list with its invites, where none is used or that is meant.
    pub(super) async fn delete_guest_list(
        &self,
        list: GuestListId,
        even_used: bool,
    ) -> Result<Deletion, StoreError> {
        bounded_for(MAX_GUESTS, async {
            let mut tx = self.write_alone().await?;
            let row = sqlx::query(
                "SELECT COUNT(token_hash) AS used FROM guest_lists
                 LEFT JOIN invites ON invites.list = guest_lists.list
                 WHERE guest_lists.list = $1 GROUP BY guest_lists.list",
            )
            .bind(list.to_string())
            .fetch_optional(&mut *tx)
            .await?;
            let Some(row) = row else { return Ok(Deletion::Unknown) };
            let used = number(&row, "used")?;
            if used > 0 && !even_used {
                return Ok(Deletion::Used(used));
            }
            let (whom, mut out) = (Whom::VouchedBy(issuer_of(list)), Vec::new());
            loop {
                let some = sign_out_whom(&mut tx, &whom).await?;
                if some.is_empty() {
                    break;
                }
                out.extend(some);
            }
            for sql in
                ["DELETE FROM invites WHERE list = $1", "DELETE FROM guest_lists WHERE list = $1"]
            {
                sqlx::query(sql).bind(list.to_string()).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(Deletion::Done(out))
        })
        .await
    }
}
