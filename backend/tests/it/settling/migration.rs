//! A ledger of the version before the double-entry books opens with this one.

use std::path::Path;

use quizrain::store::sql::{Corrected, Finished, Sql};
use quizrain_shared::ids::RainId;
use quizrain_shared::money::Minor;
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Connection, Executor};

use super::Ledger;
use super::books::Books;
use crate::common::plan;
use crate::common::postgres::Database;

/// The tables before this version.
const OLD: i64 = 3;

/// Two rains of ten packets of 10: all of one was caught, and three packets of the other.
const RAINS: [(u8, i64); 2] = [(1, 10), (2, 3)];

async fn old_ledger(url: &str) {
    sqlx::any::install_default_drivers();
    let create = if url.starts_with("sqlite:") { "?mode=rwc" } else { "" };
    let mut con = AnyConnection::connect(&format!("{url}{create}")).await.unwrap();
    let mut migrator: Migrator = sqlx::migrate!();
    migrator.migrations =
        migrator.migrations.iter().filter(|one| one.version <= OLD).cloned().collect();
    migrator.run(&mut con).await.unwrap();
    let game = "01".repeat(8);
    let mut sql = format!(
        "INSERT INTO games (game, pin, title, body, incarnation, epoch, host_hash, created_ms)
         VALUES ('{game}', 123456, 'T', '{{}}', '{game}', 1, '', 1);"
    );
    let plan = serde_json::to_string(&plan("CNY", 100, 10)).unwrap();
    for (number, caught) in RAINS {
        let rain = RainId([number; 8]);
        let (zeros, last) = ("0".repeat(64), caught - 1);
        sql += &format!(
            "INSERT INTO rains (rain, game, ordinal, incarnation, currency, pot, packets, plan,
                 picture_seed, nonce, commitment, created_ms, opens_ms, closes_ms, closed_ms,
                 settled_ms)
             VALUES ('{rain}', '{game}', {number}, '{rain}', 'CNY', 100, 10, '{plan}', '0', 'n',
                 '{zeros}', 1, 2, 3, 4, 50);
             INSERT INTO entries VALUES
                 ('{rain}:fund', '{rain}', 'sponsor', 'pot:{rain}', 100, 'CNY', 1);"
        );
        for packet in 0..10 {
            sql += &format!("INSERT INTO packets VALUES ('{rain}', {packet}, 10);");
        }
        for packet in 0..=last {
            let account = format!("{packet:032x}");
            sql += &format!(
                "INSERT INTO settlements VALUES ('{rain}', {packet}, '{account}', 10, 'CNY', 7, 40);
                 INSERT INTO entries VALUES ('{rain}:{packet}', '{rain}', 'pot:{rain}',
                     'player:{account}', 10, 'CNY', 40);"
            );
        }
    }
    con.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
    con.close().await.unwrap();
}

async fn an_old_ledger_opens(ledger: Ledger) {
    let url = ledger.url();
    old_ledger(&url).await;
    // Twice: what was brought up to date stays as it is.
    for _ in 0..2 {
        Sql::open_url(&url.parse().unwrap()).await.unwrap().close().await;
    }
    let sql = Sql::open_url(&url.parse().unwrap()).await.unwrap();
    let mut books = Books::open(&url).await;
    let sponsor = "SELECT balance FROM sponsors WHERE currency = 'CNY'";
    assert_eq!(books.number(sponsor).await, -200);
    for (number, caught) in RAINS {
        let rain = RainId([number; 8]);
        let settled = format!(
            "SELECT COUNT(*) FROM settlements WHERE rain = '{rain}' AND amount = 10
                 AND currency = 'CNY' AND caught_ms = 7 AND credited_ms = 40"
        );
        assert_eq!(books.number(&settled).await, caught);
        let links = format!("SELECT link FROM books WHERE book = '{rain}'");
        assert_eq!(books.number(&links).await, 1);
        let entries = format!("SELECT entries FROM links WHERE book = '{rain}'");
        assert_eq!(books.number(&entries).await, caught + 1);
        books.check_chain(&rain.to_string()).await;
    }
    let secrets = "SELECT COUNT(DISTINCT secret) FROM games WHERE length(secret) = 64";
    assert_eq!(books.number(secrets).await, 1);
    // What nobody caught was nobody's before: now it goes back.
    let unsettled: Vec<RainId> =
        sql.unsettled_rains().await.unwrap().into_iter().map(|row| row.rain).collect();
    assert_eq!(unsettled, [RainId([2; 8])]);
    let done = sql.finish_rain(RainId([2; 8]), &[], 60).await.unwrap();
    assert_eq!(done, Finished::Done { settled: 3, returned: Minor(70) });
    assert_eq!(books.number(sponsor).await, -130);
    let taken_back = sql.reverse_settlement(RainId([1; 8]), 4, 70).await.unwrap();
    assert_eq!(taken_back, Corrected::Done(Minor(10)));
    assert_eq!(books.number(sponsor).await, -120);
    for (number, _) in RAINS {
        books.check_chain(&RainId([number; 8]).to_string()).await;
    }
}

#[tokio::test]
async fn an_old_ledger_opens_on_sqlite() {
    an_old_ledger_opens(Ledger::sqlite()).await;
}

#[tokio::test]
async fn an_old_ledger_opens_on_postgres() {
    an_old_ledger_opens(Ledger::postgres()).await;
}

/// An index over a large table takes long. The statements of a migration say here how long they may
/// take; so does what comes after it.
#[tokio::test]
async fn tables_are_brought_up_to_date_without_a_time_limit() {
    let database = Database::create();
    let url = database.url();
    old_ledger(&url).await;
    database.psql(
        "CREATE TABLE limits (kind TEXT, time_limit TEXT);
         CREATE FUNCTION note() RETURNS event_trigger LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO limits VALUES ('ddl', current_setting('statement_timeout')); END $$;
         CREATE FUNCTION note_game() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO limits VALUES ('dml', current_setting('statement_timeout'));
             RETURN NEW; END $$;
         CREATE TRIGGER noted BEFORE UPDATE OR INSERT ON quizzes
             FOR EACH STATEMENT EXECUTE FUNCTION note_game();
         CREATE EVENT TRIGGER noted ON ddl_command_start EXECUTE FUNCTION note()",
    );
    let sql = Sql::open_url(&url.parse().unwrap()).await.unwrap();
    // On every connection, so also on the one that was used for it.
    let file = [Path::new(env!("CARGO_MANIFEST_DIR")).join("../quizzes/yuanxiao.toml")];
    let imports = (0..50).map(|_| quizrain::library::import(&sql, &file));
    futures_util::future::try_join_all(imports).await.unwrap();
    let found = database.psql("SELECT DISTINCT kind, time_limit FROM limits ORDER BY kind");
    assert_eq!(found, ["ddl|0", "dml|10s"]);
}
