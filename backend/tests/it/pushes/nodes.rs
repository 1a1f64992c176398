//! Two nodes over one ledger and one Redis that loses its last writes, as a replica that took over
//! does.

use std::path::Path;
use std::process::Command;

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::{PacketUpdate, PlayerFrame, Receipt, ServerFrame};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::common::client::{Client, token};
use crate::common::durable::DurableRedis;
use crate::common::server::Server;

/// Has a node settle nothing that it reads from streams.
pub(super) const NOT_DRAINING: [(&str, &str); 1] =
    [("FAILPOINTS", "settler.before_read=return(error)")];

/// One Redis, one ledger in a file, and as many nodes as are started.
pub(super) struct Place {
    pub(super) redis: DurableRedis,
    ledger: TempDir,
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
}

impl Place {
    pub(super) async fn new() -> Self {
        Self { redis: DurableRedis::start().await, ledger: tempfile::tempdir().unwrap() }
    }

    /// A node more.
    pub(super) fn node(&self) -> Server {
        self.start(&[])
    }

    /// A node more, which settles nothing that it reads from streams.
    pub(super) fn node_that_does_not_drain(&self) -> Server {
        self.start(&NOT_DRAINING)
    }

    fn start(&self, points: &[(&str, &str)]) -> Server {
        self.node_with(&[], points)
    }

    /// A node more, with these options and variables.
    pub(super) fn node_with(&self, args: &[&str], points: &[(&str, &str)]) -> Server {
        let ledger = format!("sqlite://{}/ledger.sqlite", self.ledger.path().display());
        let stores = ["--redis-url", &self.redis.url(), "--database-url", &ledger];
        Server::start_with_env(&[&stores[..], args].concat(), points)
    }

    async fn connect(&self) -> SqliteConnection {
        let file = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(self.ledger.path().join("ledger.sqlite"))
            .busy_timeout(std::time::Duration::from_secs(10));
        SqliteConnection::connect_with(&file).await.unwrap()
    }

    /// Nobody else writes into the ledger for as long as this is held.
    pub(super) async fn lock_ledger(&self) -> SqliteConnection {
        let mut lock = self.connect().await;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
        lock
    }

    /// Who has which packet by the ledger.
    pub(super) async fn settled(&self) -> Vec<(String, i64)> {
        let rows = sqlx::query_as("SELECT account, packet FROM settlements ORDER BY packet");
        rows.fetch_all(&mut self.connect().await).await.unwrap()
    }

    /// No rain grants anything from now on, although none is over.
    pub(super) async fn close_rains(&self) {
        let close = sqlx::query("UPDATE rains SET closed_ms = opens_ms");
        close.execute(&mut self.connect().await).await.unwrap();
    }

    /// A number from the ledger.
    pub(super) async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.connect().await).await.unwrap()
    }

    /// What Redis has now is what it comes back with.
    pub(super) fn hold_back(&self) {
        copy(&self.redis.dir().join("appendonlydir"), &self.redis.dir().join("kept"));
    }

    /// Redis dies, and comes back with what was kept.
    pub(super) async fn lose(&mut self) {
        self.redis.kill();
        copy(&self.redis.dir().join("kept"), &self.redis.dir().join("appendonlydir"));
        self.redis.restart().await;
    }
}

/// The account of the player with this number.
pub(super) fn account(number: u64) -> AccountId {
    quizrain::people::account_of(&token(number))
}

/// The receipt that came with a player's packet.
pub(super) fn receipt(player: &Client) -> Receipt {
    let receipt = |frame: &ServerFrame| match frame {
        ServerFrame::Packet(PacketUpdate { receipt, .. }) => receipt.clone(),
        _ => None,
    };
    player.seen.iter().find_map(receipt).expect("a receipt")
}

/// Shows a receipt; what became of the packet, or why it is no receipt.
pub(super) async fn present(
    player: &mut Client,
    receipt: &Receipt,
) -> Result<PacketUpdate, String> {
    player
        .insist(
            || PlayerFrame::ShowReceipt { receipt: receipt.clone() },
            |frame| match frame {
                ServerFrame::Packet(news) => Some(Ok(news)),
                ServerFrame::Missed { why, .. } => Some(Err(why.to_string())),
                _ => None,
            },
        )
        .await
}
