//! What the sponsor pays in, what comes back, and corrections: on both databases, without a rain
//! that anybody waits for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quizrain::ledger::{
    Claim, Corrected, Credit, Deposited, Finished, Packet, RainRow, SPONSOR_BOOK, Sealed, Settled,
};
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::Refusal;

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::client::Client;
use crate::common::plan;
use crate::common::seed::{Stores, now_ms, settle_now};
use crate::common::server::{DEADLINE, run};

fn cny() -> Currency {
    "CNY".parse().unwrap()
}

fn account(number: u8) -> AccountId {
    AccountId([number; 16])
}

/// The sponsor's balance, which must be what the entries say.
async fn balance(books: &mut Books, currency: &str) -> i64 {
    let noted =
        format!("SELECT COALESCE(MAX(balance), 0) FROM sponsors WHERE currency = '{currency}'");
    let added = format!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN credit = 'sponsor' THEN amount ELSE -amount END), 0)
             AS BIGINT)
         FROM entries WHERE 'sponsor' IN (debit, credit) AND currency = '{currency}'"
    );
    let (noted, added) = (books.number(&noted).await, books.number(&added).await);
    assert_eq!(noted, added, "{currency}");
    noted
}

/// What a player has by the entries.
async fn has(books: &mut Books, account: AccountId) -> i64 {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN credit = 'player' THEN amount ELSE -amount END), 0)
             AS BIGINT)
         FROM entries WHERE 'player' IN (debit, credit) AND account = '{account}'"
    );
    books.number(&sql).await
}

/// Settles the first packets of a sealed rain for accounts 1, 2, …
async fn settle(stores: &Stores, row: &RainRow, accounts: u8) {
    let packets = stores.sql.packets(row.rain).await.unwrap();
    let claims: Vec<_> = (1..=accounts)
        .zip(packets)
        .map(|(number, packet)| (account(number), Claim { packet, at_ms: 5 }))
        .collect();
    let settled = settle_now(&stores.sql, row.rain, &claims).await;
    assert_eq!(settled, vec![Settled::Credited; claims.len()]);
}

/// A key that no other deposit has.
fn key() -> String {
    static DEPOSITS: AtomicU64 = AtomicU64::new(0);
    DEPOSITS.fetch_add(1, Ordering::Relaxed).to_string()
}

/// The sponsor pays in; what the sponsor has then.
async fn deposit(stores: &Stores, amount: i64) -> Minor {
    let deposited = stores.sql.deposit(&key(), cny(), Minor(amount), now_ms()).await.unwrap();
    let Deposited::Done(balance) = deposited else { panic!("{deposited:?}") };
    balance
}

async fn finish(stores: &Stores, row: &RainRow) -> Finished {
    stores.sql.close_rain(row.rain, now_ms()).await.unwrap();
    stores.sql.finish_rain(row.rain, &[], now_ms()).await.unwrap()
}

async fn funds_come_back(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    let stores = &mut fixture.stores;
    let rain = plan("CNY", 1000, 10);
    let (poor, sealed) = stores.seal(&rain, Credit::None).await;
    assert_eq!(sealed, Sealed::Unfunded);
    for table in ["rains", "packets", "entries", "links", "books"] {
        assert_eq!(books.number(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
    assert!(stores.sql.rain(poor.rain).await.unwrap().is_none());
    assert_eq!(deposit(stores, 999).await, Minor(999));
    assert_eq!(stores.seal(&rain, Credit::None).await.1, Sealed::Unfunded);
    assert_eq!(deposit(stores, 501).await, Minor(1500));
    let (row, sealed) = stores.seal(&rain, Credit::None).await;
    assert_eq!(sealed, Sealed::Done);
    assert_eq!(balance(&mut books, "CNY").await, 500);
    assert_eq!(stores.seal(&rain, Credit::None).await.1, Sealed::Unfunded);
    settle(stores, &row, 3).await;
    let done = Finished::Done { settled: 3, returned: Minor(700) };
    assert_eq!(finish(stores, &row).await, done);
    assert_eq!(finish(stores, &row).await, done);
    assert_eq!(balance(&mut books, "CNY").await, 1200);
    // What came back funds the next; on credit the balance goes below zero.
    assert_eq!(stores.seal(&rain, Credit::None).await.1, Sealed::Done);
    assert_eq!(stores.seal(&rain, Credit::Unlimited).await.1, Sealed::Done);
    assert_eq!(balance(&mut books, "CNY").await, -800);
    books.check_chain(&row.rain.to_string()).await;
    books.check_chain(SPONSOR_BOOK).await;

    // Many at once: no number is taken twice, and no more is given than there is.
    deposit(stores, 800).await;
    futures_util::future::join_all((0..20).map(|_| deposit(stores, 100))).await;
    assert_eq!(balance(&mut books, "CNY").await, 2000);
    assert_eq!(books.number("SELECT MAX(item) FROM entries WHERE book = 'sponsor'").await, 23);
    books.check_chain(SPONSOR_BOOK).await;
}

async fn corrections(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    let stores = &mut fixture.stores;
    let (row, _) = stores.seal(&plan("CNY", 1000, 10), Credit::Unlimited).await;
    let reverse = async |stores: &Stores, rain, packet| {
        stores.sql.reverse_settlement(rain, packet, now_ms()).await.unwrap()
    };
    assert_eq!(reverse(stores, row.rain, 0).await, Corrected::NoSuch);
    settle(stores, &row, 3).await;
    assert_eq!(reverse(stores, row.rain, 1).await, Corrected::NotYet);
    finish(stores, &row).await;
    assert_eq!(balance(&mut books, "CNY").await, -300);
    let entries = "SELECT COUNT(*) FROM entries";
    let before = books.number(entries).await;
    assert_eq!(reverse(stores, row.rain, 7).await, Corrected::NoSuch);
    assert_eq!(reverse(stores, RainId([9; 8]), 1).await, Corrected::NoSuch);
    assert_eq!(books.number(entries).await, before);
    for _ in 0..2 {
        assert_eq!(reverse(stores, row.rain, 1).await, Corrected::Done(Minor(100)));
        assert_eq!(books.number(entries).await, before + 3);
        assert_eq!(balance(&mut books, "CNY").await, -200);
    }
    // At the same time.
    let both = futures_util::join!(reverse(stores, row.rain, 2), reverse(stores, row.rain, 2));
    assert_eq!(both, (Corrected::Done(Minor(100)), Corrected::Done(Minor(100))));
    assert_eq!(balance(&mut books, "CNY").await, -100);
    for (number, amount) in [(1, 100), (2, 0), (3, 0)] {
        assert_eq!(has(&mut books, account(number)).await, amount);
    }
    // What is settled stays settled: the packet is not given again.
    let packet = stores.sql.packets(row.rain).await.unwrap()[1];
    let again = [(account(9), Claim { packet, at_ms: 6 })];
    let said = settle_now(&stores.sql, row.rain, &again).await;
    assert_eq!(said, [Settled::Contradicts]);
    books.check_chain(&row.rain.to_string()).await;
}

async fn only_the_sealed_list(ledger: Ledger) {
    use Settled::{Contradicts, Credited};

    let mut fixture = Fixture::open(ledger).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    let stores = &mut fixture.stores;
    let (row, _) = stores.seal(&plan("CNY", 1000, 10), Credit::Unlimited).await;
    let (longer, _) = stores.seal(&plan("CNY", 2000, 20), Credit::Unlimited).await;
    let packets = stores.sql.packets(row.rain).await.unwrap();
    let of_longer = stores.sql.packets(longer.rain).await.unwrap()[15];
    let more = Packet { amount: Minor(packets[1].amount.0 + 1), ..packets[1] };
    let claim = |number, packet| (account(number), Claim { packet, at_ms: 5 });
    let claims = [
        (claim(1, packets[0]), Credited),
        (claim(2, more), Contradicts),
        (claim(3, of_longer), Contradicts),
        (claim(1, packets[0]), Credited),
        (claim(4, packets[0]), Contradicts),
        (claim(1, packets[2]), Contradicts),
        (claim(5, packets[3]), Credited),
    ];
    let (claims, expected): (Vec<_>, Vec<_>) = claims.into_iter().unzip();
    for _ in 0..2 {
        assert_eq!(settle_now(&stores.sql, row.rain, &claims).await, expected);
    }
    for (number, amount) in [(1, 100), (2, 0), (3, 0), (4, 0), (5, 100)] {
        assert_eq!(has(&mut books, account(number)).await, amount, "account {number}");
    }
    let settled = "SELECT COUNT(*) FROM entries WHERE kind = 'settle'";
    assert_eq!(books.number(settled).await, 2);
    books.check_chain(&row.rain.to_string()).await;
}

async fn retention(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    let stores = &mut fixture.stores;
    let mut rows = Vec::new();
    for currency in ["points", "points", "CNY"] {
        let (row, _) = stores.seal(&plan(currency, 1000, 10), Credit::Unlimited).await;
        settle(stores, &row, 4).await;
        finish(stores, &row).await;
        stores.sql.end_game(row.game, 10).await.unwrap();
        stores.sql.set_keys_deleted(row.game, 20).await.unwrap();
        rows.push(row);
    }
    stores.sql.deposit("points", Currency::POINTS, Minor(50), 1).await.unwrap();
    stores.sql.reverse_settlement(rows[0].rain, 1, now_ms()).await.unwrap();
    let points = Currency::POINTS.code();
    assert_eq!(balance(&mut books, points).await, 50 - 300 - 400);
    assert!(stores.sql.forget_game_of_points(rows[0].game).await.unwrap());
    assert_eq!(balance(&mut books, points).await, 50 - 400);
    assert!(!stores.sql.forget_game_of_points(rows[2].game).await.unwrap());
    assert!(stores.sql.forget_game_of_points(rows[1].game).await.unwrap());
    assert_eq!(balance(&mut books, points).await, 50);
    assert_eq!(balance(&mut books, "CNY").await, -400);
    for table in ["books", "links"] {
        // The deposit's and that of real money.
        let sql = format!("SELECT COUNT(DISTINCT book) FROM {table}");
        assert_eq!(books.number(&sql).await, 2, "{table}");
    }
    books.check_chain(&rows[2].rain.to_string()).await;
    books.check_chain(SPONSOR_BOOK).await;
}

/// The host is refused, pays in, and lets it rain; what never opens comes back.
async fn over_the_wire(ledger: Ledger) {
    let mut fixture = Fixture::open(ledger).await;
    let (redis, url) = (fixture.redis.url(), fixture.ledger.url());
    let stores = ["--redis-url", &redis, "--allow-unsafe-redis", "--database-url", &url];
    let server = crate::common::server::Server::start_with(
        &[&stores[..], &["--sponsor-credit", "none"]].concat(),
    );
    let mut books = Books::open(&url).await;
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    host.open_rain(plan("CNY", 1000, 10)).await;
    assert_eq!(host.refusal().await, Refusal::Unfunded);
    for table in ["rains", "packets", "entries", "books"] {
        assert_eq!(books.number(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
    let output = run(server.dir(), &["deposit", "12.00", "CNY", "--database-url", &url]);
    assert!(output.status.success(), "{output:?}");
    host.open_rain(plan("CNY", 1000, 10)).await;
    host.stage(Kind::Rain).await;
    assert_eq!(balance(&mut books, "CNY").await, 200);

    // Sealed, never opened, and its game is over.
    let (row, sealed) = fixture.stores.seal(&plan("CNY", 150, 10), Credit::None).await;
    assert_eq!((sealed, balance(&mut books, "CNY").await), (Sealed::Done, 50));
    fixture.stores.sql.end_game(row.game, now_ms()).await.unwrap();
    let settled =
        format!("SELECT COUNT(*) FROM rains WHERE rain = '{}' AND settled_ms > 0", row.rain);
    books.until(&settled, 1, DEADLINE).await;
    assert_eq!(balance(&mut books, "CNY").await, 200);
    books.check_chain(&row.rain.to_string()).await;
    assert!(
        !fixture.stores.sql.set_window(row.rain, 1, 2).await.unwrap(),
        "it cannot open any more"
    );
    // Nobody catches anything in the other: all of it comes back.
    books
        .until("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL", 0, Duration::from_secs(90))
        .await;
    assert_eq!(balance(&mut books, "CNY").await, 1200);
}

#[tokio::test]
async fn pots_are_funded_from_what_was_paid_in_and_go_back_on_sqlite() {
    funds_come_back(Ledger::sqlite()).await;
}

#[tokio::test]
async fn pots_are_funded_from_what_was_paid_in_and_go_back_on_postgres() {
    funds_come_back(Ledger::postgres()).await;
}

#[tokio::test]
async fn a_batch_settles_what_is_in_its_sealed_list_and_nothing_else_on_sqlite() {
    only_the_sealed_list(Ledger::sqlite()).await;
}

#[tokio::test]
async fn a_batch_settles_what_is_in_its_sealed_list_and_nothing_else_on_postgres() {
    only_the_sealed_list(Ledger::postgres()).await;
}

#[tokio::test]
async fn a_settlement_is_taken_back_once_on_sqlite() {
    corrections(Ledger::sqlite()).await;
}

#[tokio::test]
async fn a_settlement_is_taken_back_once_on_postgres() {
    corrections(Ledger::postgres()).await;
}

#[tokio::test]
async fn forgotten_points_leave_the_balance_right_on_sqlite() {
    retention(Ledger::sqlite()).await;
}

#[tokio::test]
async fn forgotten_points_leave_the_balance_right_on_postgres() {
    retention(Ledger::postgres()).await;
}

#[tokio::test]
async fn a_host_without_money_is_refused_and_what_never_opens_comes_back_on_sqlite() {
    over_the_wire(Ledger::sqlite()).await;
}

#[tokio::test]
async fn a_host_without_money_is_refused_and_what_never_opens_comes_back_on_postgres() {
    over_the_wire(Ledger::postgres()).await;
}
