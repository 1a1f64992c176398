//! The program killed at every place between the ledger and the receiver, and databases that fail
//! there: each packet is paid once all the same.

use std::time::{Duration, Instant};

use super::{settled_rain, sqlite3};
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{DEADLINE, Server};
use quizrain::store::sql::Sql;

const POINTS: [&str; 5] = [
    "payout.before_take",
    "payout.after_take",
    "payout.after_post",
    "payout.before_record_commit",
    "payout.after_record",
];

/// Packets of one rain.
const PACKETS: u32 = 50;

/// Waits until a query has this answer.
fn ledger(server: &Server, sql: &str, expected: &str) {
    let path = server.dir().join("quizrain.sqlite");
    let since = Instant::now();
    while sqlite3(&path, sql) != [expected] {
        assert!(since.elapsed() < DEADLINE, "{sql}: {:?}", sqlite3(&path, sql));
        std::thread::sleep(Duration::from_millis(30));
    }
}

#[tokio::test]
async fn killed_or_failing_anywhere_each_packet_is_paid_once() {
    let receiving = Receiving::start(Manners::default());
    let args = ["--payout-url", &receiving.url, "--payout-allow-private"];
    let secret = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
    let mut server = Server::start_with_env(&args, &[secret]);
    let game = server.create_game("How computers count").game;
    let path = server.dir().join("quizrain.sqlite");
    let sql = Sql::open_file(&path).await.unwrap();
    for (ordinal, point) in (0..).zip(POINTS) {
        // An error, which is as good as a database that is away, and then the end.
        let failing = format!("{point}=1*return(error)->1*return(crash)");
        server.stop();
        server.restart_with_env(&[secret, ("FAILPOINTS", &failing)]);
        settled_rain(&sql, game, ordinal, PACKETS).await;
        // What was taken when it failed comes up again once its lease is over.
        let since = Instant::now();
        while !server.has_ended() {
            assert!(since.elapsed() < DEADLINE, "{point} was not met");
            sqlite3(&path, "UPDATE payouts SET due_ms = 0 WHERE state = 'sent'");
            std::thread::sleep(Duration::from_millis(100));
        }
        server.restart_with_env(&[secret]);
        let open = "SELECT COUNT(*) FROM payouts WHERE state <> 'confirmed'";
        sqlite3(&path, "UPDATE payouts SET due_ms = 0 WHERE state IN ('sent', 'unknown')");
        ledger(&server, open, "0");
    }
    let total = receiving.total();
    let paid = u64::try_from(POINTS.len()).unwrap() * u64::from(PACKETS);
    assert_eq!(total["paid"], paid, "{total}");
    assert_eq!(total["conflicts"], 0);
    let each = i64::from(PACKETS) * i64::from(PACKETS + 1) / 2;
    let sum = (each * i64::try_from(POINTS.len()).unwrap()).to_string();
    assert_eq!(total["amounts"]["CNY"], sum);
    for kind in ["pay", "paid"] {
        let sql = format!("SELECT COUNT(*), SUM(amount) FROM entries WHERE kind = '{kind}'");
        ledger(&server, &sql, &format!("{paid}|{sum}"));
    }
    sql.close().await;
}
