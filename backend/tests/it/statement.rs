//! What hosts and players see of the ledger: who may, what the numbers say, what a file holds.

use std::time::Instant;

use quizrain::ledger::Packet;
use quizrain_shared::allocation::Split;
use quizrain_shared::api::{
    Balance, DeadLetterState, Part, PayoutState, RainState, RainStatement, Statement,
};
use quizrain_shared::ids::Token;
use quizrain_shared::money::Minor;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::{Held, Proof, prove};
use quizrain_shared::wire::PacketState;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::common::client::{Client, token};
use crate::common::plan;
use crate::common::postgres::Database;
use crate::common::redis::TestRedis;
use crate::common::seed::Stores;
use crate::common::server::{DEADLINE, HostRight, Server};

/// The newest rain of the game's statement, whose parts always add up.
fn newest(server: &Server, hosted: &HostRight) -> RainStatement {
    let path = format!("/api/games/{}/statement", hosted.game);
    let statement: Statement = server.get_json(&path, &hosted.token.reveal());
    let rain = statement.rains.into_iter().next_back().unwrap();
    let [funded, caught, credited, pending, left, returned] = parts(&rain);
    let sum = |parts: &[(u64, i64)]| {
        parts.iter().fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    assert_eq!(sum(&[credited, pending, left, returned]), funded, "{rain:?}");
    assert_eq!(sum(&[credited, pending]), caught, "{rain:?}");
    rain
}

/// Packets and amounts: funded, caught, credited, pending, left, returned.
fn parts(rain: &RainStatement) -> [(u64, i64); 6] {
    let RainStatement { funded, caught, credited, pending, left, returned, .. } = *rain;
    [funded, caught, credited, pending, left, returned].map(pair)
}

fn pair(part: Part) -> (u64, i64) {
    (part.packets, part.amount.0)
}

/// Waits until the newest rain is as expected.
async fn until(
    server: &Server,
    hosted: &HostRight,
    fits: impl Fn(&RainStatement) -> bool,
) -> RainStatement {
    let since = Instant::now();
    loop {
        let rain = newest(server, hosted);
        if fits(&rain) {
            return rain;
        }
        assert!(since.elapsed() < DEADLINE, "{rain:?}");
        tokio::task::yield_now().await;
    }
}

fn balance(server: &Server, number: u64) -> Balance {
    server.get_json("/api/balance", &token(number).reveal())
}

/// A connection to the server's SQLite file.
async fn sqlite(server: &Server) -> SqliteConnection {
    let file = server.dir().join("quizrain.sqlite");
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    SqliteConnection::connect_with(&file).await.unwrap()
}

async fn execute(con: &mut SqliteConnection, sql: &str) {
    sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(con).await.unwrap();
}

#[tokio::test]
async fn only_the_games_host_and_the_operator_see_a_statement() {
    let server = Server::start();
    let (one, other) =
        (server.create_game("How computers count"), server.create_game("How computers count"));
    let mut host = Client::host(&server, &one).await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 500, 50) }).await;
    let rain = host.rain().await.0.rain.to_string();
    let path = |game: &str, what: &str| format!("/api/games/{game}/{what}");
    let (game, key) = (one.game.to_string(), server.host_key());
    let nothing = "00".repeat(8);
    let cases = [
        (game.clone(), one.token.reveal(), 200),
        (game.clone(), key.clone(), 200),
        (game.clone(), other.token.reveal(), 403),
        (game.clone(), token(1).reveal(), 403),
        (game.clone(), Token([0; 16]).reveal(), 403),
        (game.clone(), String::new(), 401),
        (game.clone(), "nonsense".to_owned(), 401),
        (other.game.to_string(), one.token.reveal(), 403),
        (nothing.clone(), one.token.reveal(), 403),
        (nothing, key.clone(), 404),
        ("nonsense".to_owned(), key.clone(), 404),
    ];
    for (game, right, expected) in &cases {
        let (status, headers, text) = server.get_all(&path(game, "statement"), right);
        assert_eq!(status, *expected, "{text}");
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(text.contains(&rain), *expected == 200, "{text}");
        let again = server.post(&path(game, "redrive"), right, &json!({ "rain": rain }));
        assert_eq!(again.0, *expected, "{}", again.1);
    }
    // The right to one game is no right to another's rain.
    let foreign = path(&other.game.to_string(), "redrive");
    let right = other.token.reveal();
    assert_eq!(server.post(&foreign, &right, &json!({ "rain": rain })).0, 404);
    assert_eq!(server.post(&foreign, &right, &json!({ "rain": 7 })).0, 400);
    // Nor is one that was taken over.
    let renewed: HostRight = server.post_json(&path(&game, "token"), &json!({}));
    assert_eq!(server.get(&path(&game, "statement"), &one.token.reveal()).0, 403);
    assert_eq!(server.get(&path(&game, "statement"), &renewed.token.reveal()).0, 200);
}

/// Keeps whoever writes to the ledger waiting, while whoever reads is served.
enum Hold {
    Sqlite(SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Hold {
    async fn on(server: &Server, database: Option<&Database>) -> Self {
        match database {
            None => {
                let mut con = sqlite(server).await;
                execute(&mut con, "BEGIN IMMEDIATE").await;
                Self::Sqlite(con)
            }
            Some(database) => {
                let mut con = sqlx::PgConnection::connect(&database.url()).await.unwrap();
                for sql in ["BEGIN", "LOCK TABLE entries IN EXCLUSIVE MODE"] {
                    sqlx::query(sql).execute(&mut con).await.unwrap();
                }
                Self::Postgres(con)
            }
        }
    }

    async fn release(self) {
        match self {
            Self::Sqlite(mut con) => execute(&mut con, "ROLLBACK").await,
            Self::Postgres(mut con) => {
                sqlx::query("ROLLBACK").execute(&mut con).await.unwrap();
            }
        }
    }
}

/// A rain from before it opens until everything is settled.
async fn numbers(server: &Server, database: Option<&Database>) {
    let hosted = server.create_game("How computers count");
    let path = format!("/api/games/{}/statement", hosted.game);
    assert_eq!(server.get(&path, &hosted.token.reveal()).1, r#"{"rains":[]}"#);
    let mut host = Client::host(server, &hosted).await;
    let mut anna = Client::seated(server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(server, &hosted, 2, "Li").await;
    host.open_rain(RainPlan { seconds: 10, ..plan("CNY", 500, 50) }).await;
    let (view, stage) = anna.rain().await;
    let rain = newest(server, &hosted);
    assert_eq!((rain.rain, rain.number, rain.state), (view.rain, 1, RainState::Open));
    assert_eq!(parts(&rain).map(|(packets, _)| packets), [50, 0, 0, 0, 50, 0]);
    assert_eq!((rain.payouts, rain.links), (None, 1));
    assert_eq!(rain.opened_at_ms, Some(stage.opens_ms));

    anna.tap().await.unwrap();
    anna.credited().await;
    let rain = newest(server, &hosted);
    assert_eq!(parts(&rain).map(|(packets, _)| packets), [50, 1, 1, 0, 49, 0]);

    let hold = Hold::on(server, database).await;
    let caught = li.tap().await.unwrap();
    let rain = newest(server, &hosted);
    assert_eq!(parts(&rain), [(50, 500), (2, 20), (1, 10), (1, 10), (48, 480), (0, 0)]);
    let held = balance(server, 2);
    assert_eq!((held.balances.len(), held.packets.len()), (0, 1));
    let before = &held.packets[0];
    assert_eq!((before.state, before.packet), (PacketState::Crediting, caught.packet));
    assert_eq!(before.credited_at_ms, None);
    hold.release().await;
    li.credited().await;

    host.stage(Kind::RainDone).await;
    let rain = until(server, &hosted, |rain| rain.state == RainState::Settled).await;
    assert_eq!(parts(&rain), [(50, 500), (2, 20), (2, 20), (0, 0), (0, 0), (48, 480)]);
    assert!(rain.settled_at_ms >= rain.closed_at_ms);
    assert_eq!(rain.head.len(), 64);
    let now = balance(server, 2);
    assert_eq!(json!(now.balances), json!([{ "currency": "CNY", "amount": "10" }]));
    let packet = &now.packets[0];
    assert_eq!((packet.state, packet.caught_at_ms), (PacketState::Credited, before.caught_at_ms));
    assert_eq!(Some(packet.changed_at_ms), packet.credited_at_ms);
}

#[tokio::test]
async fn the_numbers_add_up_before_during_and_after_a_rain() {
    numbers(&Server::start(), None).await;
}

#[tokio::test]
async fn the_numbers_add_up_on_postgresql() {
    let database = Database::create();
    let server = Server::start_with(&["--database-url", &database.url()]);
    numbers(&server, Some(&database)).await;
}

/// A payout of what was caught, of which nobody knows what became.
const NEEDS_HUMAN: &str =
    "INSERT INTO payouts (key, rain, packet, account, amount, currency, state, attempts,
         due_ms, sent_ms, changed_ms, detail)
     SELECT 'qr1-' || rain || '-' || packet, rain, packet, account, amount, currency,
         'needs_human', 9, 0, 1, 2, '' FROM settlements";

/// The player's page follows the payout, and the balance follows the ledger.
async fn the_page_follows_the_payout(server: &Server, con: &mut SqliteConnection, caught: Minor) {
    let entry = |kind: &str, debit: &str, credit: &str| {
        format!(
            "INSERT INTO entries (book, kind, item, link, debit, credit, account, amount,
                 currency, at_ms)
             SELECT rain, '{kind}', packet, 99, '{debit}', '{credit}', account, amount,
                 currency, 3 FROM settlements"
        )
    };
    execute(con, &entry("pay", "player", "payout")).await;
    for (state, expected) in [
        (PayoutState::Pending, PacketState::Paying),
        (PayoutState::Sent, PacketState::Paying),
        (PayoutState::Unknown, PacketState::Paying),
        (PayoutState::NeedsHuman, PacketState::Held),
        (PayoutState::Confirmed, PacketState::Paid),
    ] {
        execute(con, &format!("UPDATE payouts SET state = '{state}', changed_ms = 88")).await;
        let now = balance(server, 1);
        assert_eq!((now.packets[0].state, now.packets[0].changed_at_ms), (expected, 88), "{state}");
        assert_eq!(json!(now.balances), json!([{ "currency": "CNY", "amount": "0" }]));
    }
    execute(con, &entry("unpay", "payout", "player")).await;
    execute(con, "UPDATE payouts SET state = 'refused'").await;
    let now = balance(server, 1);
    assert_eq!(now.packets[0].state, PacketState::Refused);
    assert_eq!(now.balances[0].amount, caught);
}

#[tokio::test]
async fn what_was_given_up_is_shown_and_tried_again() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 50, 5) }).await;
    let caught = anna.tap().await.unwrap();
    let rain = until(&server, &hosted, |rain| rain.state == RainState::Settled).await;
    let id = rain.rain;
    let con = &mut sqlite(&server).await;
    let letter = |account: &str, state: &str, reason: &str| {
        format!(
            "INSERT INTO dead_letters (rain, account, claim, state, reason, deliveries, at_ms)
             VALUES ('{id}', '{account}', '3:10:1', '{state}', '{reason}', 5, 77)"
        )
    };
    execute(con, &letter("<b>", "dead", "too strange")).await;
    execute(con, &letter("c", "refuted", "no such packet")).await;
    execute(con, NEEDS_HUMAN).await;

    let shown = newest(&server, &hosted);
    assert_eq!(
        json!(shown.dead_letters[0]),
        json!({
            "account": "<b>", "claim": "3:10:1", "state": "dead", "reason": "too strange",
            "deliveries": 5, "at_ms": 77,
        })
    );
    assert_eq!(shown.dead_letters[1].state, DeadLetterState::Refuted);
    assert_eq!(pair(shown.payouts.unwrap().needs_human), (1, 10));
    assert_eq!(balance(&server, 1).packets[0].state, PacketState::Held);

    let path = format!("/api/games/{}/redrive", hosted.game);
    let redrive = || server.post(&path, &hosted.token.reveal(), &json!({ "rain": id }));
    let (status, said) = redrive();
    assert_eq!((status, said.as_str()), (200, r#"{"dead_letters":1,"payouts":1}"#));
    let shown = newest(&server, &hosted);
    assert_eq!(shown.dead_letters[0].state, DeadLetterState::Redrive);
    assert_eq!(shown.dead_letters[1].state, DeadLetterState::Refuted);
    // It was sent before, and nobody knows what became of it.
    assert_eq!(pair(shown.payouts.unwrap().unknown), (1, 10));
    assert_eq!(redrive().1, r#"{"dead_letters":0,"payouts":0}"#);

    the_page_follows_the_payout(&server, con, caught.amount).await;
}

#[tokio::test]
async fn a_claim_that_waits_for_the_host_is_held_and_not_lost() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 50, 5) }).await;
    let rain = host.rain().await.0.rain;
    // Granted, and the stream has lost it: nobody settles it before the end.
    let account = quizrain::people::account_of(&token(1)).to_string();
    let _: () = redis::cmd("HSET")
        .arg(format!("{{r:{rain}}}:claims"))
        .arg(&account)
        .arg("0:10:1234")
        .query_async(&mut redis.connection().await)
        .await
        .unwrap();
    let packet = &balance(&server, 1).packets[0];
    assert_eq!((packet.state, packet.changed_at_ms), (PacketState::Crediting, 1234));
    let con = &mut sqlite(&server).await;
    execute(
        con,
        &format!(
            "INSERT INTO dead_letters (rain, account, claim, state, reason, deliveries, at_ms)
             VALUES ('{rain}', '{account}', '0:10:1234', 'dead', 'why', 5, 2345)"
        ),
    )
    .await;
    let now = balance(&server, 1);
    assert_eq!((now.packets[0].state, now.packets[0].changed_at_ms), (PacketState::Held, 2345));
    assert_eq!(now.balances, []);
    let (status, nothing) = server.get("/api/balance", &token(2).reveal());
    assert_eq!((status, &*nothing), (200, r#"{"balances":[],"packets":[],"complete":true}"#));
}

#[tokio::test]
async fn claims_that_are_not_the_first_of_the_list_are_counted_as_they_are() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let lucky = RainPlan { split: Split::DoubleMean, seconds: 30, ..plan("CNY", 5000, 5) };
    host.open_rain(lucky).await;
    let rain = host.rain().await.0.rain;
    let first = anna.tap().await.unwrap().amount.0;
    // As after a Redis that had lost its last writes: a packet from the end is somebody's.
    let last = server.sqlite("SELECT amount FROM packets WHERE packet = 4").pop().unwrap();
    let account = quizrain::people::account_of(&token(2)).to_string();
    let con = &mut redis.connection().await;
    let claim = format!("4:{last}:1234");
    let before: i64 = redis::cmd("SETBIT")
        .arg(format!("{{r:{rain}}}:taken"))
        .arg(4)
        .arg(1)
        .query_async(con)
        .await
        .unwrap();
    assert_eq!(before, 0, "it was free");
    for (command, key) in [("HSET", "claims"), ("XADD", "stream")] {
        let mut command = redis::cmd(command);
        command.arg(format!("{{r:{rain}}}:{key}"));
        if key == "stream" {
            command.arg("*");
        }
        let _: redis::Value = command.arg(&account).arg(&claim).query_async(con).await.unwrap();
    }
    let both = first + last.parse::<i64>().unwrap();
    let shown = until(&server, &hosted, |rain| rain.credited.packets == 2).await;
    let [_, _, credited, pending, left, _] = parts(&shown);
    assert_eq!((credited, pending, left), ((2, both), (0, 0), (3, 5000 - both)));
}

#[tokio::test]
async fn a_file_of_packets_is_safe_to_open() {
    let quizzes = tempfile::tempdir().unwrap();
    let title = "=HYPERLINK(\"http://evil.example\",\"红包\")";
    let quiz = format!(
        "title = '{title}'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\n\
         choices = ['a', 'b']\ncorrect = [1]\n"
    );
    std::fs::write(quizzes.path().join("t.toml"), quiz).unwrap();
    let server = Server::start_with(&["--quizzes", quizzes.path().to_str().unwrap()]);
    let hosted = server.create_game(title);
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 6105, 5) }).await;
    let caught = anna.tap().await.unwrap();
    anna.credited().await;

    let right = token(1).reveal();
    let (status, headers, file) = server.get_all("/api/balance.csv", &right);
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"quizrain-balance.csv\"");
    assert_eq!(headers["cache-control"], "no-store");
    let lines: Vec<&str> = file.split("\r\n").collect();
    assert_eq!(lines.len(), 3, "{file:?}");
    assert!(lines[0].starts_with("\u{feff}rain,packet,title,amount,currency,state,"));
    let title = "\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"红包\"\")\"";
    let row = format!("{},{},{title},12.21,CNY,credited,2", caught.rain, caught.packet);
    assert!(lines[1].starts_with(&row), "{:?} is not {row:?}…", lines[1]);
    assert_eq!(lines[2], "");
    // Nobody else's, and nothing without a token.
    assert_eq!(server.get("/api/balance.csv", &token(2).reveal()).1.lines().count(), 1);
    assert_eq!(server.get("/api/balance.csv", "").0, 401);
}

#[tokio::test]
async fn a_sealed_list_is_shown_once_its_rain_is_settled_and_proves_every_packet() {
    let redis = TestRedis::start().await;
    let url = redis.url();
    let server = Server::start_with(&["--redis-url", &url, "--allow-unsafe-redis"]);
    let (mut con, mut stores) = (redis.connection().await, Stores::open(&server).await);
    let caught = stores.catch(&con, plan("CNY", 1000, 10), 4).await;
    let rain = caught.seeded.rain();
    let path = format!("/api/rains/{rain}/sealed");
    let (status, said) = server.get(&path, "");
    assert_eq!(status, 409, "{said}");
    for nothing in ["/api/rains/00/sealed", "/api/rains/0000000000000000/sealed"] {
        assert_eq!(server.get(nothing, "").0, 404, "{nothing}");
    }
    stores.settle(&server, &mut con, &[caught.seeded]).await;
    // That it was not settled is remembered for a second.
    let since = Instant::now();
    let (status, headers, list) = loop {
        let answer = server.get_all(&path, "");
        if answer.0 != 409 || since.elapsed() > DEADLINE {
            break answer;
        }
    };
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &"text/plain; charset=utf-8".parse().unwrap())
    );
    let promised = stores.sql.rain(rain).await.unwrap().unwrap().commitment;
    for (_, claim) in &caught.claims {
        let Packet { number: packet, amount } = claim.packet;
        let proof = prove(&list, None, None, Held { rain, packet, amount });
        assert_eq!(proof, Proof::Unseen { packets: 10, commitment: promised }, "packet {packet}");
    }
}
