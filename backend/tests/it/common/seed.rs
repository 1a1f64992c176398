//! Rains put straight into a running server's stores: sealed, funded, loaded and opened through
//! the library, without a countdown and with an hour to catch, so that no test waits for them.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use quizrain::service::seal::seal;
use quizrain::store::redis::rain::{self, Loaded, Opened, RainRef};
use quizrain::store::sql::{Credit, Sealed, Sql};
use quizrain_shared::ids::RainId;
use quizrain_shared::rain::{DROP_EVERY_MS, RainPlan};
use redis::aio::MultiplexedConnection;

use super::server::{DEADLINE, Hosted, Server};

const HOUR_MS: u64 = 3_600_000;

/// The stores of a running server, opened beside it.
pub(crate) struct Stores {
    sql: Sql,
    ordinal: u32,
}

/// A rain that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeded {
    pub(crate) reference: RainRef,
    opens_ms: u64,
}

/// Server time: the server and its Redis run on this machine.
fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that goes");
    u64::try_from(now.as_millis()).expect("a time of our days")
}

impl Seeded {
    /// Its id.
    pub(crate) fn rain(&self) -> RainId {
        self.reference.rain
    }

    /// A drop that is on a screen now.
    pub(crate) fn drop_now(&self) -> u32 {
        u32::try_from(now_ms().saturating_sub(self.opens_ms) / DROP_EVERY_MS).expect("one hour")
    }
}

impl Stores {
    /// Opens the ledger of a server.
    pub(crate) async fn open(server: &Server) -> Self {
        let sql = Sql::open_url(&server.database_url()).await;
        Self { sql: sql.expect("the ledger of a running server"), ordinal: 0 }
    }

    /// Opens a rain in a game that has no other.
    pub(crate) async fn seed(
        &mut self,
        con: &MultiplexedConnection,
        hosted: &Hosted,
        plan: RainPlan,
    ) -> Seeded {
        let (row, amounts) = seal(hosted.game, self.ordinal, plan).expect("a good plan");
        self.ordinal += 1;
        let sealed = self.sql.put_rain(&row, &amounts, Credit::Unlimited, now_ms()).await;
        assert_eq!(sealed.expect("the ledger"), Sealed::Done);
        let reference = RainRef { rain: row.rain, incarnation: row.incarnation };
        let packets = self.sql.packets(row.rain).await.expect("the ledger");
        let loaded = rain::load(con, reference, false, &packets).await.expect("Redis");
        assert_eq!(loaded, Loaded::Length(packets.len()));
        let count = row.plan.bounds.packets;
        let opened = rain::open(&mut con.clone(), reference, count, 0, HOUR_MS).await;
        let Opened::Open { opens_ms, closes_ms } = opened.expect("Redis") else {
            panic!("a loaded rain does not open");
        };
        self.sql.set_window(row.rain, opens_ms, closes_ms).await.expect("the ledger");
        Seeded { reference, opens_ms }
    }

    /// Closes rains, and waits until everything caught in them is in the ledger.
    pub(crate) async fn settle(
        &self,
        server: &Server,
        con: &mut MultiplexedConnection,
        rains: &[Seeded],
    ) {
        for seeded in rains {
            rain::close(con, seeded.reference).await.expect("Redis").expect("it is there");
            self.sql.close_rain(seeded.rain(), now_ms()).await.expect("the ledger");
        }
        let since = Instant::now();
        while server.ledger("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL") != ["0"] {
            assert!(since.elapsed() < DEADLINE, "some rains are not settled");
            tokio::task::yield_now().await;
        }
    }
}
