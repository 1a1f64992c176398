//! Rains put straight into a running server's stores, and the books that must balance afterwards.
//!
//! The host's way to a rain has a countdown and a window of seconds. Here rains are sealed,
//! funded, loaded and opened through the product's own library, with a window of an hour.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use quizrain::ledger::{Claim, Credit, Packet, Sealed};
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef};
use quizrain::rain::seal::seal;
use quizrain::store::redis::{GameKeys, Redis};
use quizrain::store::shard::Shard;
use quizrain::store::sql::Sql;
use quizrain_shared::allocation::{Bounds, Split};
use quizrain_shared::draw::{self, Draw};
use quizrain_shared::ids::{AccountId, GameId, Incarnation, Link, RainId};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::rain::{DROP_EVERY_MS, Eligibility, RainPlan};
use redis::aio::MultiplexedConnection;
use redis::{AsyncCommands, ConnectionAddr, IntoConnectionInfo};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, AssertSqlSafe};

use super::process::Server;
use super::stop;

const WINDOW_MS: u64 = 3_600_000;

/// How long the ledger may take for what one turn has caught.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(180);

/// A rain that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rain {
    pub(crate) reference: ShardRef,
    opens_ms: u64,
    closes_ms: u64,
}

/// Server time: the server and its Redis run on this machine.
fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

impl Rain {
    /// A rain that exists nowhere: for frames of the right size to the bare server.
    pub(crate) fn nowhere() -> Self {
        let reference = ShardRef {
            rain: RainId([7; 8]),
            incarnation: Incarnation([7; 8]),
            shard: Shard::WHOLE,
        };
        Self { reference, opens_ms: now_ms(), closes_ms: u64::MAX }
    }

    /// A rain of one shard, as a stage shows it. Its keys are named without what its pool is told apart by.
    pub(crate) fn shown(rain: RainId, opens_ms: u64, closes_ms: u64) -> Self {
        let reference = ShardRef { rain, incarnation: Incarnation([0; 8]), shard: Shard::WHOLE };
        Self { reference, opens_ms, closes_ms }
    }

    /// How long until its first drop.
    pub(crate) fn opens_in(&self) -> Duration {
        Duration::from_millis(self.opens_ms.saturating_sub(now_ms()))
    }

    /// A drop that is on a screen now.
    pub(crate) fn drop_now(&self) -> u32 {
        u32::try_from(now_ms().saturating_sub(self.opens_ms) / DROP_EVERY_MS).unwrap_or(u32::MAX)
    }
}

/// A connection of our own, which waits as long as it takes.
pub(crate) async fn connect(client: &redis::Client) -> anyhow::Result<MultiplexedConnection> {
    quizrain_testkit::redis::connect(client, Duration::from_secs(60)).await
}

/// What a row's claims must add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Books {
    /// Verdicts that the load client counted.
    pub(crate) verdicts: u64,
    /// Claims in Redis.
    pub(crate) claims: u64,
    /// Claims in the streams.
    pub(crate) stream: u64,
    /// Settlements in the ledger.
    pub(crate) ledger: u64,
}

impl Books {
    /// Why a row is void, where it is.
    pub(crate) fn fault(&self) -> Option<String> {
        let Self { verdicts, claims, stream, ledger } = *self;
        let balanced = verdicts > 0 && [claims, stream, ledger] == [verdicts; 3];
        (!balanced).then(|| {
            format!(
                "the books do not balance: {verdicts} verdicts, {claims} claims, {stream} in the \
                 streams, {ledger} in the ledger"
            )
        })
    }
}

/// The stores of a running server, opened beside it.
pub(crate) struct Stores {
    pub(crate) sql: Sql,
    read: AnyPool,
    pub(crate) client: redis::Client,
    pub(crate) con: MultiplexedConnection,
    ordinal: u32,
    pub(crate) redis: Redis,
}

impl Stores {
    pub(crate) async fn open(server: &Server) -> anyhow::Result<Self> {
        let sql = Sql::open_url(server.database()).await?;
        let read = AnyPoolOptions::new().max_connections(1);
        let read = read.connect(server.database().as_str()).await?;
        let address = ConnectionAddr::Unix(server.redis_socket());
        let client = redis::Client::open(address.clone().into_connection_info()?)?;
        Ok(Self {
            sql,
            read,
            con: connect(&client).await?,
            client,
            ordinal: 0,
            redis: Redis::connect(address).await?,
        })
    }

    /// So many rains of so many packets, sealed, loaded and open. The ledger hears of them now,
    /// or only with [`Self::announce`].
    pub(crate) async fn seed(
        &mut self,
        game: GameId,
        rains: usize,
        packets: usize,
        announce: bool,
    ) -> anyhow::Result<Vec<Rain>> {
        let mut seeded = Vec::with_capacity(rains);
        for _ in 0..rains {
            stop::check()?;
            let rain = self.seed_one(game, u32::try_from(packets)?).await?;
            // Before the next: a server gives a rain up that has no window when a later one is
            // there.
            if announce {
                self.announce(&rain).await?;
            }
            seeded.push(rain);
        }
        Ok(seeded)
    }

    async fn seed_one(&mut self, game: GameId, packets: u32) -> anyhow::Result<Rain> {
        let (number, contributions) = (self.ordinal + 1, draw::write_contributions(game, &[]));
        let (link, entropy) = (Link(super::random()?), draw::entropy_of(&contributions));
        let (row, amounts) = seal(&Draw { game, number, link, entropy }, plan(packets))?;
        self.ordinal += 1;
        let sealed = self
            .sql
            .put_rain(&row, &amounts, &[], &contributions, Credit::Unlimited, now_ms())
            .await?;
        if sealed != Sealed::Done {
            bail!("the game had a rain with this number");
        }
        let packets: Vec<Packet> = (0..)
            .zip(&amounts)
            .map(|(number, amount)| Packet { number, amount: *amount })
            .collect();
        let reference =
            ShardRef { rain: row.rain, incarnation: row.incarnation, shard: Shard::WHOLE };
        self.load(reference, &packets).await?;
        let count = u32::try_from(packets.len())?;
        match rain::open(&mut self.con, reference, count, 0, WINDOW_MS).await? {
            Opened::Open { opens_ms, closes_ms } => Ok(Rain { reference, opens_ms, closes_ms }),
            other => bail!("a rain was not opened: {other:?}"),
        }
    }

    async fn load(&self, reference: ShardRef, packets: &[Packet]) -> anyhow::Result<()> {
        match rain::load(&self.con, reference, rain::OpenTo::Everyone, packets).await? {
            Loaded::Length(length) if length == packets.len() => Ok(()),
            other => bail!("a pool was not loaded: {other:?}"),
        }
    }

    /// Loads a pool that nothing else knows of; how long that takes.
    pub(crate) async fn load_pool(&self, packets: &[Packet]) -> anyhow::Result<Duration> {
        let (rain, incarnation) = (RainId(super::random()?), Incarnation(super::random()?));
        let reference = ShardRef { rain, incarnation, shard: Shard::WHOLE };
        let start = Instant::now();
        self.load(reference, packets).await?;
        Ok(start.elapsed())
    }

    /// Tells the registry that a rain is open: the server takes taps for it from now on, and its
    /// settler reads its stream.
    pub(crate) async fn announce(&self, rain: &Rain) -> anyhow::Result<()> {
        let Rain { reference, opens_ms, closes_ms } = *rain;
        if !self.sql.set_window(reference.rain, opens_ms, closes_ms).await? {
            bail!("the server gave a rain up before it was announced");
        }
        Ok(())
    }

    /// Closes rains for good.
    pub(crate) async fn close(&mut self, rains: &[Rain]) -> anyhow::Result<()> {
        for one in rains {
            rain::close(&mut self.con, one.reference).await?.context("a rain vanished")?;
            self.sql.close_rain(one.reference.rain, now_ms()).await?;
        }
        Ok(())
    }

    async fn count(&self, rains: &[Rain], query: &str) -> anyhow::Result<u64> {
        let places: Vec<String> = (1..=rains.len()).map(|place| format!("${place}")).collect();
        let sql = format!("{query}{})", places.join(", "));
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for rain in rains {
            query = query.bind(rain.reference.rain.to_string());
        }
        let (count,): (i64,) = query.fetch_one(&self.read).await?;
        Ok(u64::try_from(count)?)
    }

    /// Settlements of these rains.
    pub(crate) async fn settlements(&self, rains: &[Rain]) -> anyhow::Result<u64> {
        self.count(rains, "SELECT COUNT(*) FROM settlements WHERE rain IN (").await
    }

    /// Waits until the ledger has so many claims of these rains.
    pub(crate) async fn until_in_ledger(&self, rains: &[Rain], claims: u64) -> anyhow::Result<()> {
        let start = Instant::now();
        loop {
            stop::check()?;
            let settled = self.settlements(rains).await?;
            if settled >= claims {
                return Ok(());
            }
            if start.elapsed() > SETTLE_TIMEOUT {
                bail!("the ledger has {settled} of {claims} claims after {SETTLE_TIMEOUT:?}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until closed rains are settled. Where that never comes, the books show it.
    pub(crate) async fn until_settled(&self, rains: &[Rain]) -> anyhow::Result<()> {
        let start = Instant::now();
        let open = "SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL AND rain IN (";
        while self.count(rains, open).await? > 0 && start.elapsed() < SETTLE_TIMEOUT {
            stop::check()?;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// What is written about these rains.
    pub(crate) async fn books(&mut self, rains: &[Rain], verdicts: u64) -> anyhow::Result<Books> {
        let mut books =
            Books { verdicts, ledger: self.settlements(rains).await?, ..Books::default() };
        for one in rains {
            let keys = one.reference.keys();
            let claims: u64 = self.con.hlen(keys.claims()).await?;
            books.claims += claims;
            books.stream += self.streamed(&keys.stream()).await?;
        }
        Ok(books)
    }

    /// Claims in a stream: an entry may hold several.
    async fn streamed(&mut self, stream: &str) -> anyhow::Result<u64> {
        let (mut from, mut claims) = ("-".to_owned(), 0);
        loop {
            let entries: Vec<(String, Vec<String>)> = redis::cmd("XRANGE")
                .arg(stream)
                .arg(&from)
                .arg("+")
                .arg("COUNT")
                .arg(2000)
                .query_async(&mut self.con)
                .await?;
            claims += entries.iter().map(|(_, fields)| claims_in(fields)).sum::<u64>();
            match entries.last() {
                Some((id, _)) => from = format!("({id}"),
                None => return Ok(claims),
            }
        }
    }

    /// How many players have a seat.
    pub(crate) async fn seats(&mut self, game: GameId) -> anyhow::Result<u64> {
        Ok(self.con.hlen(GameKeys(game).players()).await?)
    }
}

fn claims_in(fields: &[String]) -> u64 {
    fields.iter().filter(|text| Claim::parse(text).is_some()).count() as u64
}

/// The plan of every seeded rain.
pub(crate) fn plan(packets: u32) -> RainPlan {
    let pot = Minor(i64::from(packets) * 100);
    RainPlan {
        currency: Currency::POINTS,
        bounds: Bounds { pot, packets, min: Minor(1), max: Minor(1000) },
        split: Split::DoubleMean,
        seconds: 60,
        eligibility: Eligibility::Everyone,
    }
}

/// The account with this number, different for each.
pub(crate) fn account(number: usize) -> AccountId {
    let mut id = [0xa5; 16];
    id[..8].copy_from_slice(&(number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    AccountId(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_balance_only_when_all_four_agree() {
        let even = Books { verdicts: 5, claims: 5, stream: 5, ledger: 5 };
        assert_eq!(even.fault(), None);
        for odd in [
            Books { verdicts: 6, ..even },
            Books { claims: 6, ..even },
            Books { stream: 4, ..even },
            Books { ledger: 4, ..even },
            Books::default(),
        ] {
            assert!(odd.fault().is_some(), "{odd:?}");
        }
    }

    #[test]
    fn an_entry_may_hold_several_claims() {
        let fields = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(claims_in(&fields("account ab claim 0:100:1763690000000")), 1);
        assert_eq!(claims_in(&fields("ab 0:1:5 cd 1:2:5 ef 2:3:5")), 3);
    }

    #[test]
    fn a_drop_of_now_is_on_the_screen() {
        let rain = Rain::nowhere();
        for (seed, at_ms) in (0..50u64).map(|i| (i * 7919, i * 977)) {
            let drop = u32::try_from(at_ms / DROP_EVERY_MS).unwrap();
            assert!(quizrain_shared::rain::on_screen(seed, WINDOW_MS, drop, at_ms));
        }
        assert!(rain.drop_now() < 10);
        let rain = Rain::shown(RainId([7; 8]), now_ms() + 60_000, u64::MAX);
        assert_eq!(rain.drop_now(), 0);
        assert!((50..=60).contains(&rain.opens_in().as_secs()), "{:?}", rain.opens_in());
    }
}
