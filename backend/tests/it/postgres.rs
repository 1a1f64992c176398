//! The tests' own PostgreSQL does what other tests rely on.

use std::time::{Duration, Instant};

use crate::common::postgres::{self, Database};
use crate::common::server::DEADLINE;

#[test]
fn each_test_has_a_database_of_its_own_behind_a_short_socket() {
    let (one, other) = (Database::create(), Database::create());
    one.psql("CREATE TABLE t (n BIGINT)");
    one.psql("INSERT INTO t VALUES (1), (2)");
    assert_eq!(one.psql("SELECT n, n * 2 FROM t ORDER BY n"), ["1|2", "2|4"]);
    assert_eq!(other.psql("SELECT COUNT(*) FROM pg_tables WHERE tablename = 't'"), ["0"]);
    assert_ne!(one.url(), other.url());
    assert_eq!(one.psql("SHOW listen_addresses"), [""]);
}

#[test]
fn a_server_can_be_paused_killed_and_started_again_and_leaves_nothing_behind() {
    let server = postgres::private();
    let database = Database::on(&server);
    database.psql("CREATE TABLE t (n BIGINT)");
    server.pause();
    std::thread::scope(|scope| {
        let (said, heard) = std::sync::mpsc::channel();
        let database = &database;
        scope.spawn(move || said.send(database.psql("INSERT INTO t VALUES (7) RETURNING n")));
        // Nothing is answered while it stands still.
        assert!(heard.recv_timeout(Duration::from_millis(300)).is_err());
        server.resume();
        assert_eq!(heard.recv_timeout(DEADLINE).unwrap(), ["7"]);
    });
    server.kill();
    server.restart().unwrap();
    assert_eq!(database.psql("SELECT n FROM t"), ["7"]);

    let dir = server.dir().to_owned();
    assert!(dir.join(".s.PGSQL.5432").as_os_str().len() < 100);
    // Also one that stands still goes.
    server.pause();
    let since = Instant::now();
    drop((database, server));
    assert!(!dir.exists(), "{} is still there", dir.display());
    assert!(since.elapsed() < DEADLINE);
}
