//! Tables are brought up to date, however long that takes.

use std::path::Path;

use quizrain::quiz::library::{self, Import};
use quizrain::store::sql::{Sql, migrations};
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Connection};

use crate::common::postgres::Database;

/// The first of its tables alone.
async fn first_tables(url: &str) {
    sqlx::any::install_default_drivers();
    let mut con = AnyConnection::connect(url).await.unwrap();
    let first = migrations().into_iter().take(1).collect();
    Migrator::with_migrations(first).run(&mut con).await.unwrap();
    con.close().await.unwrap();
}

/// An index over a large table takes long. The statements of a migration say here how long they may
/// take; so does what comes after it.
#[tokio::test]
async fn tables_are_brought_up_to_date_without_a_time_limit() {
    let database = Database::create();
    let url = database.url();
    first_tables(&url).await;
    database.psql(
        "CREATE TABLE limits (kind TEXT, time_limit TEXT);
         CREATE FUNCTION note() RETURNS event_trigger LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO limits VALUES ('ddl', current_setting('statement_timeout')); END $$;
         CREATE FUNCTION note_game() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO limits VALUES ('dml', current_setting('statement_timeout'));
             RETURN NEW; END $$;
         CREATE EVENT TRIGGER noted ON ddl_command_start EXECUTE FUNCTION note()",
    );
    let sql = Sql::open_url(&url.parse().unwrap()).await.unwrap();
    // Tables are made anew while they are brought up to date, and lose what was tied to them.
    database.psql(
        "CREATE TRIGGER noted BEFORE UPDATE OR INSERT ON quizzes
             FOR EACH STATEMENT EXECUTE FUNCTION note_game()",
    );
    // On every connection, so also on the one that was used for it.
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../quizzes/yuanxiao.toml");
    let how = Import::default();
    let imports = (0..50).map(|_| library::import(Some(&sql), &file, &how));
    futures_util::future::try_join_all(imports).await.unwrap();
    let found = database.psql("SELECT DISTINCT kind, time_limit FROM limits ORDER BY kind");
    assert_eq!(found, ["ddl|0", "dml|10s"]);
}
