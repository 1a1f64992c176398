//! A Redis without memory to spare: scripts that need some refuse before they write, and a rain
//! can still be closed by who holds the lease.

use quizrain::store::StoreError;
use redis::aio::MultiplexedConnection;

use super::scene::Script;
use super::snapshot::{changes, dump, snapshot};
use crate::common::redis::TestRedis;

async fn set_memory(con: &mut MultiplexedConnection, bytes: usize) {
    let mut pipe = redis::pipe();
    for (setting, value) in
        [("maxmemory-policy", "noeviction".to_owned()), ("maxmemory", bytes.to_string())]
    {
        pipe.cmd("CONFIG").arg("SET").arg(setting).arg(value);
    }
    pipe.exec_async(con).await.unwrap();
}

#[tokio::test]
async fn without_memory_a_rain_can_be_closed_by_its_driver_and_nothing_else_is_written() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    for script in Script::ALL {
        let allowed = script.contract().text.starts_with("#!lua flags=allow-oom\n");
        let without = [Script::CloseRain, Script::Confirm, Script::Lease];
        assert_eq!(allowed, without.contains(&script));
        script.prepare(&mut con).await.unwrap();
        let before = dump(&mut con).await;
        // The script itself has to be loaded too.
        let flush = redis::cmd("SCRIPT").arg("FLUSH").to_owned();
        flush.exec_async(&mut con).await.unwrap();
        set_memory(&mut con, 1).await;
        let full = script.run(&mut con).await;
        if allowed {
            let said = match script {
                Script::CloseRain => "Some((1, 2))",
                Script::Lease => "true true true",
                _ => "Each([Some(",
            };
            assert!(full.unwrap().starts_with(said), "{script:?}");
        } else {
            let Err(StoreError::Redis(error)) = full else {
                panic!("{script:?} in a full Redis: {full:?}");
            };
            assert_eq!(error.code(), Some("OOM"), "{script:?}: {error}");
            assert!(before == dump(&mut con).await, "{script:?}");
        }
        // With memory again, asking again does it.
        set_memory(&mut con, 0).await;
        let before = snapshot(&mut con).await;
        script.run(&mut con).await.unwrap();
        let after = snapshot(&mut con).await;
        assert_eq!(changes(&before, &after).is_empty(), allowed, "{script:?}");
    }
}
