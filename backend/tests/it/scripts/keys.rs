//! Which keys and channels a script touches: those in its contract, in that order, and no others.

use std::collections::BTreeSet;

use futures_util::StreamExt;
use quizrain::store::StoreError;
use redis::AsyncCommands;

use super::record::Recorder;
use super::scene::Script;
use crate::common::redis::{START_TIMEOUT, TestRedis};

#[tokio::test]
async fn rust_passes_the_keys_and_arguments_of_the_contract() {
    let redis = TestRedis::start().await;
    let mut con = Recorder::new(redis.connection().await).await;
    for script in Script::ALL {
        script.prepare(&mut con).await.unwrap();
        script.run(&mut con).await.unwrap();
        let contract = script.contract();
        let call = con.calls.last().unwrap();
        assert_eq!(call.file, contract.file);
        let keys: Vec<String> = script.keys().into_iter().map(|(_, key)| key).collect();
        assert_eq!(call.keys, keys, "{script:?}");
        if contract.more_args {
            assert!(call.args >= contract.args, "{script:?}: {call:?}");
        } else {
            assert_eq!(call.args, contract.args, "{script:?}");
        }
    }
}

/// The words of a line of MONITOR's, after the time: `[0 lua] "TYPE" "key"`.
fn monitored(line: &str) -> (bool, Vec<String>) {
    let (source, words) = line.split_once("] ").expect("a source");
    let words = words.trim_matches('"').split("\" \"").map(String::from);
    (source.ends_with(" lua"), words.collect())
}

#[tokio::test]
async fn redis_sees_each_key_of_the_contract_touched_and_no_other() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let mut monitor = redis.client().get_async_monitor().await.unwrap();
    let mut lines = monitor.on_message::<String>();
    for script in Script::ALL {
        script.prepare(&mut con).await.unwrap();
        let started = redis::cmd("ECHO").arg("started").to_owned();
        started.exec_async(&mut con).await.unwrap();
        script.run(&mut con).await.unwrap();
        let ended = redis::cmd("ECHO").arg("ended").to_owned();
        ended.exec_async(&mut con).await.unwrap();

        let mut touched = BTreeSet::new();
        let mut passed = Vec::new();
        let mut running = false;
        loop {
            let next = tokio::time::timeout(START_TIMEOUT, lines.next());
            let (in_script, words) = monitored(&next.await.unwrap().unwrap());
            match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["ECHO", "started"] => running = true,
                ["ECHO", "ended"] => break,
                _ if !running => {}
                ["EVALSHA", _, count, ref rest @ ..] => {
                    let count: usize = count.parse().unwrap();
                    passed = rest[..count].iter().copied().map(String::from).collect();
                }
                ["TIME"] | ["INFO", _] if in_script => {}
                // Every other command that the scripts use has one key or channel, first.
                [_, key, ..] if in_script => {
                    touched.insert(key.to_owned());
                }
                _ => {}
            }
        }
        let keys: Vec<String> = script.keys().into_iter().map(|(_, key)| key).collect();
        assert_eq!(passed, keys, "{script:?}");
        assert_eq!(touched, keys.into_iter().collect(), "{script:?}");
    }
}

#[tokio::test]
async fn a_script_needs_no_right_but_to_its_own_keys_and_channel() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    for script in Script::ALL {
        let rows = script.contract().keys.into_iter().zip(script.keys());
        // EVALSHA itself asks for a right to all that is in KEYS, also where it is a channel.
        let mut rights = vec!["+@all".to_owned()];
        for (row, (_, key)) in rows {
            rights.push(format!("~{key}"));
            rights.extend((row.kind == "channel").then(|| format!("&{key}")));
        }
        let mut somebody = redis.connection_with(&rights).await;
        script.prepare(&mut con).await.unwrap();
        script.run(&mut somebody).await.unwrap();
        // A denied SPUBLISH is a pcall that nobody hears of: ask Redis for what it has denied.
        let denied: Vec<redis::Value> =
            redis::cmd("ACL").arg("LOG").query_async(&mut con).await.unwrap();
        assert_eq!(denied, [], "{script:?}");
        // And this user really is confined.
        let other: Result<(), _> = somebody.set("{g:other}:state", 1).await;
        assert_eq!(other.unwrap_err().code(), Some("NOPERM"), "{script:?}");
        let reset = redis::cmd("ACL").arg("LOG").arg("RESET").to_owned();
        reset.exec_async(&mut con).await.unwrap();
    }
}

#[tokio::test]
async fn a_key_of_another_game_is_out_of_a_confined_scripts_reach() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    Script::Join.prepare(&mut con).await.unwrap();
    let keys: Vec<String> = Script::Join.keys().into_iter().map(|(_, key)| key).collect();
    for missing in &keys {
        let allowed = keys.iter().filter(|key| *key != missing);
        let mut rights: Vec<String> = allowed.map(|key| format!("~{key}")).collect();
        rights.push("+@all".to_owned());
        let mut somebody = redis.connection_with(&rights).await;
        match Script::Join.run(&mut somebody).await {
            Err(StoreError::Redis(error)) => assert_eq!(error.code(), Some("NOPERM")),
            other => panic!("without {missing}: {other:?}"),
        }
    }
}
