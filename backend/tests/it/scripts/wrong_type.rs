//! Keys that somebody else wrote to: a script that meets one names it and changes nothing.

use quizrain::store::StoreError;
use redis::AsyncCommands;

use super::scene::Script;
use super::snapshot::dump;
use crate::common::redis::TestRedis;

#[tokio::test]
async fn a_key_of_another_type_is_named_and_nothing_changes() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    for script in Script::ALL {
        let keys = script.contract().keys.into_iter().zip(script.keys());
        for (row, (_, key)) in keys.filter(|(row, _)| row.kind != "channel") {
            script.prepare(&mut con).await.unwrap();
            let () = con.del(&key).await.unwrap();
            match row.kind.as_str() {
                "string" => con.rpush(&key, "not ours").await.unwrap(),
                _ => con.set(&key, "not ours").await.unwrap(),
            }
            let before = dump(&mut con).await;
            match script.run(&mut con).await {
                Err(StoreError::Corrupt(named)) => assert_eq!(named, key, "{script:?}"),
                other => panic!("{script:?} with a corrupt {key}: {other:?}"),
            }
            assert!(before == dump(&mut con).await, "{script:?}, {key}");
            // Once the key is gone, what the script says follows from what is left.
            let () = con.del(&key).await.unwrap();
            script.run(&mut con).await.unwrap();
        }
    }
}
