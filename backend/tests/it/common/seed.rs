//! Rains put straight into a running server's stores: sealed, funded, loaded and opened through
//! the library, without a countdown and with an hour to catch, so that no test waits for them; and
//! claims that were caught in them.

use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use quizrain::game::{GameOptions, GameRow, Registered};
use quizrain::ledger::{Claim, Credit, Generation, RainRow, Sealed, Settled};
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain::store::StoreError;
use quizrain::store::redis::ReplicationId;
use quizrain::store::shard::Shard;
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, GameId, Incarnation, Pin, RainId};
use quizrain_shared::quiz::Quiz;
use quizrain_shared::rain::{DROP_EVERY_MS, RainPlan};
use quizrain_shared::score::Scoring;
use redis::AsyncCommands;

use super::server::{DEADLINE, HostRight, Server};
use super::{SECRET, nobody, sealed};

/// A game of a quiz without questions, whose id and PIN come from a number.
pub(crate) fn game_row(number: u8) -> GameRow {
    GameRow {
        game: GameId([number; 8]),
        pin: Pin::new(100_000 + u32::from(number)).expect("a pin"),
        quiz: Quiz {
            title: "T".into(),
            language: "en".into(),
            description: String::new(),
            scoring: Scoring::default(),
            questions: Vec::new(),
            rains: Vec::new(),
            theme: None,
        },
        options: GameOptions::default(),
        incarnation: Incarnation([1; 8]),
        epoch: 1,
        host_hash: String::new(),
        host: None,
        secret: SECRET,
        ended: false,
    }
}

const HOUR_MS: u64 = 3_600_000;

/// Taps in one call of the claim script, which become one entry of the stream.
const TAPS: usize = 50;

/// The stores of a server, opened beside it.
pub(crate) struct Stores {
    pub(crate) sql: Sql,
    ordinal: u32,
    games: u64,
}

/// A rain in which some claims were caught, all of which must become money.
#[derive(Clone, Debug)]
pub(crate) struct Caught {
    pub(crate) seeded: Seeded,
    pub(crate) pot: i64,
    pub(crate) claims: Vec<(AccountId, Claim)>,
}

/// A rain that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeded {
    pub(crate) reference: ShardRef,
    opens_ms: u64,
}

/// Server time: the server and its Redis run on this machine.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that goes");
    u64::try_from(now.as_millis()).expect("a time of our days")
}

/// Settles claims of a rain in one shard, whatever Redis has.
pub(crate) async fn settle_now(
    sql: &Sql,
    rain: RainId,
    claims: &[(AccountId, Claim)],
) -> Vec<Settled> {
    let generation = generation_of(sql, rain).await;
    let currency = sql.rain(rain).await.expect("the ledger").expect("a rain").plan.currency;
    sql.settle(&generation, currency, claims, now_ms()).await.expect("the ledger")
}

/// Raises the generation of a rain in one shard for a server.
pub(crate) async fn raise(
    sql: &Sql,
    rain: RainId,
    replication_id: &ReplicationId,
) -> Result<Generation, StoreError> {
    let seen = sql.newest_generations(rain).await?;
    let raised =
        sql.raise_generations(rain, &[Shard::WHOLE], replication_id, &seen, now_ms()).await?;
    let [generation] = &raised[..] else { panic!("{raised:?}") };
    Ok(generation.clone())
}

/// The generation in which a rain in one shard is settled: the newest, or one of no server.
pub(crate) async fn generation_of(sql: &Sql, rain: RainId) -> Generation {
    let newest = sql.newest_generations(rain).await.expect("the ledger");
    if let Some(newest) = newest.of(rain, Shard::WHOLE) {
        return newest;
    }
    raise(sql, rain, &ReplicationId::default()).await.expect("the ledger")
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

impl Caught {
    /// Lets more accounts catch a packet. `false`: a running server saw that nobody plays, and
    /// closed the rain.
    pub(crate) async fn more(
        &mut self,
        con: &(impl AsyncCommands + Clone),
        accounts: usize,
    ) -> bool {
        let first = self.claims.len();
        let accounts: Vec<AccountId> = (first..first + accounts)
            .map(|number| {
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&self.seeded.rain().0);
                bytes[8..].copy_from_slice(&(number as u64).to_be_bytes());
                AccountId(bytes)
            })
            .collect();
        for accounts in accounts.chunks(TAPS) {
            let verdicts = rain::claim_at_any_replication_id(
                &mut con.clone(),
                self.seeded.reference,
                accounts,
            )
            .await;
            for (account, verdict) in accounts.iter().zip(verdicts.expect("Redis")) {
                if verdict == Verdict::Over {
                    return false;
                }
                let Verdict::Caught { claim, new: true } = verdict else {
                    panic!("{verdict:?} for a packet that is there");
                };
                self.claims.push((*account, claim));
            }
        }
        true
    }
}

impl Stores {
    /// Opens the ledger of a server.
    pub(crate) async fn open(server: &Server) -> Self {
        Self::open_url(server.database_url().as_str()).await
    }

    /// Opens a ledger in a file.
    pub(crate) async fn open_file(path: &Path) -> Self {
        Self::open_url(Sql::url_of(path).expect("a plain path").as_str()).await
    }

    /// Opens the ledger that a URL names.
    pub(crate) async fn open_url(url: &str) -> Self {
        let sql = Sql::open_url(&url.parse().expect("a URL")).await;
        Self { sql: sql.expect("a ledger"), ordinal: 0, games: 0 }
    }

    /// Registers a game, which nobody plays. A server that runs finds that Redis does not know it,
    /// and ends it: its rain must have been opened before.
    pub(crate) async fn game(&mut self) -> GameId {
        self.games += 1;
        let mut game = game_row(0);
        game.game = GameId(self.games.to_be_bytes());
        game.pin =
            u32::try_from(self.games).ok().and_then(|n| Pin::new(100_000 + n)).expect("a pin");
        let put = self.sql.put_game(&game, &[], false, now_ms()).await;
        assert_eq!(put.expect("the ledger"), Registered::Done);
        game.game
    }

    /// Seals a rain in a game of its own, if the sponsor has enough.
    pub(crate) async fn seal(&mut self, plan: &RainPlan, credit: Credit) -> (RainRow, Sealed) {
        let game = self.game().await;
        let (row, amounts) = sealed(game, 0, plan.clone());
        let sealed =
            self.sql.put_rain(&row, &amounts, &[], &nobody(row.game), credit, now_ms()).await;
        (row, sealed.expect("the ledger"))
    }

    /// Opens a rain in a game that has no other.
    pub(crate) async fn seed(
        &mut self,
        con: &(impl AsyncCommands + Clone),
        hosted: &HostRight,
        plan: RainPlan,
    ) -> Seeded {
        self.seed_in(con, hosted.game, plan).await.expect("a game that is played")
    }

    /// Opens a rain in a game of its own, in which so many accounts have caught a packet.
    pub(crate) async fn catch(
        &mut self,
        con: &(impl AsyncCommands + Clone),
        plan: RainPlan,
        accounts: usize,
    ) -> Caught {
        let pot = plan.pot().0;
        loop {
            let game = self.game().await;
            if let Some(seeded) = self.seed_in(con, game, plan.clone()).await {
                let mut caught = Caught { seeded, pot, claims: Vec::new() };
                if caught.more(con, accounts).await {
                    return caught;
                }
            }
        }
    }

    /// Ends rains: nobody can catch anything any more.
    pub(crate) async fn close(&self, con: &mut impl AsyncCommands, rains: &[Seeded]) {
        for seeded in rains {
            rain::close(con, seeded.reference).await.expect("Redis").expect("it is there");
            self.sql.close_rain(seeded.rain(), now_ms()).await.expect("the ledger");
        }
    }

    /// `None`: a running server saw that nobody plays this game, ended it, and gave the rain up
    /// before it was open.
    async fn seed_in(
        &mut self,
        con: &(impl AsyncCommands + Clone),
        game: GameId,
        plan: RainPlan,
    ) -> Option<Seeded> {
        let (row, amounts) = sealed(game, self.ordinal, plan);
        self.ordinal += 1;
        let sealed = self
            .sql
            .put_rain(&row, &amounts, &[], &nobody(row.game), Credit::Unlimited, now_ms())
            .await;
        assert_eq!(sealed.expect("the ledger"), Sealed::Done);
        let (reference, opens_ms, closes_ms) = self.open_in_redis(con, &row).await?;
        let noted = self.sql.set_window(row.rain, opens_ms, closes_ms).await;
        noted.expect("the ledger").then_some(Seeded { reference, opens_ms })
    }

    /// Catches packets of a sealed rain that is open in Redis and, as far as the ledger knows, not
    /// yet.
    pub(crate) async fn catch_early(
        &self,
        con: &(impl AsyncCommands + Clone),
        row: &RainRow,
        accounts: usize,
    ) -> (Caught, (u64, u64)) {
        let (reference, opens_ms, closes_ms) = self.open_in_redis(con, row).await.expect("open");
        let seeded = Seeded { reference, opens_ms };
        let mut caught = Caught { seeded, pot: row.plan.pot().0, claims: Vec::new() };
        assert!(caught.more(con, accounts).await);
        (caught, (opens_ms, closes_ms))
    }

    /// Loads a sealed rain and opens it in Redis, unless it was given up there.
    async fn open_in_redis(
        &self,
        con: &(impl AsyncCommands + Clone),
        row: &RainRow,
    ) -> Option<(ShardRef, u64, u64)> {
        let reference =
            ShardRef { rain: row.rain, incarnation: row.incarnation, shard: Shard::WHOLE };
        let packets = self.sql.packets(row.rain).await.expect("the ledger");
        let loaded =
            rain::load(con, reference, rain::OpenTo::Everyone, &packets).await.expect("Redis");
        if loaded == Loaded::NotLoading {
            return None;
        }
        assert_eq!(loaded, Loaded::Length(packets.len()));
        let count = row.plan.bounds.packets;
        let opened = rain::open(&mut con.clone(), reference, count, 0, HOUR_MS).await;
        match opened.expect("Redis") {
            Opened::Open { opens_ms, closes_ms } => Some((reference, opens_ms, closes_ms)),
            Opened::Closed => None,
            other => panic!("a loaded rain does not open: {other:?}"),
        }
    }

    /// Closes rains, and waits until everything caught in them is in the ledger.
    pub(crate) async fn settle(
        &self,
        server: &Server,
        con: &mut impl AsyncCommands,
        rains: &[Seeded],
    ) {
        self.close(con, rains).await;
        let since = Instant::now();
        while server.ledger("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL") != ["0"] {
            assert!(since.elapsed() < DEADLINE, "some rains are not settled");
            tokio::task::yield_now().await;
        }
    }
}
