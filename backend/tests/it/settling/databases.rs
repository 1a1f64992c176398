//! PostgreSQL is killed while claims are settled, and comes back, or another server takes over: whatever it had
//! said is settled is, and the rest is settled once.

use std::time::{Duration, Instant};

use quizrain_testkit::proxy::{End, Proxy};

use super::books::{Books, POLL};
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::postgres::{self, Database, Postgres};
use crate::common::property::{draw, seed};
use crate::common::seed::{Caught, Stores};
use crate::common::server::{DEADLINE, Server, run};

/// How often a server of PostgreSQL that comes back is killed.
const KILLS: u32 = 4;

/// Claims in each rain.
const CLAIMS: u32 = 2000;

/// Rains whose claims wait for a server, which finds the database over a line that leads to whoever is the primary.
struct Scene {
    redis: DurableRedis,
    line: Proxy,
    url: String,
    rains: Vec<Caught>,
    server: Server,
}

impl Scene {
    async fn open(postgres: &Postgres, database: &Database, rains: u32) -> Self {
        let redis = DurableRedis::start().await;
        let con = redis.connection().await;
        let mut stores = Stores::open_url(&database.url()).await;
        let mut caught = Vec::new();
        for _ in 0..rains {
            let plan = plan("CNY", i64::from(CLAIMS) * 10, CLAIMS);
            caught.push(stores.catch(&con, plan, CLAIMS as usize).await);
        }
        let seeded: Vec<_> = caught.iter().map(|caught| caught.seeded).collect();
        stores.close(&mut con.clone(), &seeded).await;
        let line = Proxy::start(End::Socket(postgres.socket()), Duration::ZERO).unwrap();
        let url = database.url_over(line.port());
        let server = Server::start_with(&["--redis-url", &redis.url(), "--database-url", &url]);
        Self { redis, line, url, rains: caught, server }
    }

    /// Everything that was caught is settled once.
    async fn check(self) {
        let mut books = Books::open(&self.url).await;
        books.settled().await;
        for caught in &self.rains {
            books.check(caught).await;
        }
        assert_eq!(books.number("SELECT COUNT(*) FROM dead_letters").await, 0);
        let args = ["--redis-url", &self.redis.url(), "--database-url", &self.url, "audit"];
        let audit = run(self.server.dir(), &args);
        assert!(audit.status.success(), "{}", String::from_utf8_lossy(&audit.stdout));
    }
}

fn settled(postgres: &Postgres, database: &Database) -> u32 {
    let said = postgres.psql(database.name(), "SELECT COUNT(*) FROM settlements").unwrap();
    said[0].parse().unwrap()
}

/// Waits until that many claims are settled at least; how many are.
async fn until(postgres: &Postgres, database: &Database, at_least: u32) -> u32 {
    let since = Instant::now();
    loop {
        let found = settled(postgres, database);
        if found >= at_least {
            return found;
        }
        assert!(since.elapsed() < DEADLINE, "{found} are settled, and not {at_least}");
        tokio::time::sleep(POLL).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_that_is_killed_while_it_settles_forgets_nothing() {
    let mut chance = seed();
    let postgres = postgres::private();
    let database = Database::on(&postgres);
    let scene = Scene::open(&postgres, &database, KILLS + 1).await;
    let mut told = 0;
    for _ in 0..KILLS {
        let more = u32::try_from(draw(&mut chance, u64::from(CLAIMS))).unwrap();
        told = until(&postgres, &database, told + 1 + more).await;
        postgres.kill();
        postgres.restart().unwrap();
        assert!(settled(&postgres, &database) >= told);
    }
    println!("killed the last time after {told} of {}", (KILLS + 1) * CLAIMS);
    scene.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_that_takes_over_while_claims_are_settled_has_all_of_them() {
    let mut chance = seed();
    let postgres = postgres::private();
    let database = Database::on(&postgres);
    let standby = postgres.standby().unwrap();
    let scene = Scene::open(&postgres, &database, 2).await;
    let enough = 1 + u32::try_from(draw(&mut chance, u64::from(CLAIMS))).unwrap();
    let told = until(&postgres, &database, enough).await;
    postgres.kill();
    standby.promote().unwrap();
    assert!(settled(&standby, &database) >= told);
    scene.line.turn_to(End::Socket(standby.socket()));
    println!("took over after {told} of {}", 2 * CLAIMS);
    scene.check().await;
}
