//! Each call that a script makes to Redis fails in turn, by an ACL that denies just that command
//! on just that key, and the test says what is left: nothing, a part that the next try completes,
//! or the whole where the call is a pcall. What is left has to be in the contract's `Can fail`.

use std::collections::BTreeSet;

use quizrain::store::StoreError;

use super::contract::Contract;
use super::scene::Script::{
    self, Advance, Answer, Avatar, Claim, ClaimPrize, CloseRain, Configure, Confirm, CreateGame,
    Join, Lease, LoadRain, Once, OpenRain, Pace, Remove, Rename, RestoreRain,
};
use super::snapshot::{Snapshot, changes, snapshot};
use crate::common::redis::TestRedis;

/// What a failed call leaves behind.
enum Left {
    /// An error, and nothing has changed. Asking again does it all.
    Nothing,
    /// An error, and these changes. Asking again does the rest.
    Part(&'static [&'static str]),
    /// An error, and these changes. Asking again does it all, and leaves a number out.
    Gap(&'static [&'static str]),
    /// An error of a pcall, and these changes: the script undid the others.
    Undone(&'static [&'static str]),
    /// The same reply as ever, and the same changes but for these places.
    AllBut(&'static [&'static str]),
    /// The same reply as ever, and the same changes, but these places are as they were.
    AllButOld(&'static [&'static str]),
}

use Left::{AllBut, AllButOld, Gap, Nothing, Part, Undone};

/// A call in a script: the command, the contract's name of the key (none for TIME, and for TYPE
/// in a loop over all keys), and what its failure leaves behind.
type Row = (Script, &'static str, &'static str, Left);

const ROWS: &[Row] = &[
    (CreateGame, "TYPE", "state", Nothing),
    (CreateGame, "HGET", "state", Nothing),
    (CreateGame, "TIME", "", Nothing),
    (CreateGame, "HSET", "state", Nothing),
    (Advance, "TYPE", "", Nothing),
    (Advance, "HMGET", "state", Nothing),
    (Advance, "TIME", "", Nothing),
    (Advance, "HSET", "corrections", Nothing),
    (Advance, "HSET", "state", Part(&["+ corrections.key:0: null"])),
    (Advance, "XADD", "log", AllBut(&["log.1"])),
    (Advance, "SPUBLISH", "events", AllBut(&[])),
    (Configure, "TYPE", "state", Nothing),
    (Configure, "HMGET", "state", Nothing),
    (Configure, "HSET", "state", Nothing),
    (Configure, "SPUBLISH", "events", AllBut(&[])),
    (Remove, "TYPE", "", Nothing),
    (Remove, "HGET", "state", Nothing),
    (Remove, "HGET", "players", Nothing),
    (Remove, "HGET", "answers", Nothing),
    (Remove, "SADD", "removed", Nothing),
    (Remove, "HDEL", "players", Part(&["+ removed: -a1:1 a1 @eeeeeeeeeeeeee01"])),
    (Remove, "HDEL", "names", AllButOld(&["names.ada"])),
    (Remove, "LREM", "newest", AllButOld(&["newest"])),
    (Remove, "HDEL", "answers", AllButOld(&["answers:0.a1"])),
    (Remove, "ZREM", "standing", AllButOld(&["standing"])),
    (Remove, "SREM", "finished", AllButOld(&["finished"])),
    (Remove, "XADD", "log", AllBut(&["log.2"])),
    (Remove, "SPUBLISH", "events", AllBut(&[])),
    (Rename, "TYPE", "", Nothing),
    (Rename, "HGET", "state", Nothing),
    (Rename, "HGET", "players", Nothing),
    (Rename, "HGET", "names", Nothing),
    (Rename, "HSET", "names", Nothing),
    (Rename, "HSET", "players", Part(&["+ names.eve: a1"])),
    (Rename, "HDEL", "names", AllButOld(&["names.ada"])),
    (Rename, "LPOS", "newest", AllButOld(&["newest"])),
    (Rename, "LSET", "newest", AllButOld(&["newest"])),
    (Rename, "XADD", "log", AllBut(&["log.2"])),
    (Rename, "SPUBLISH", "events", AllBut(&[])),
    (Lease, "TYPE", "", Nothing),
    (Lease, "GET", "lease", Nothing),
    (Lease, "SET", "lease", Nothing),
    // What was written before is what the calls before this one left.
    (Lease, "PTTL", "lease", Part(&["+ lease: 0a"])),
    (Lease, "HGET", "state", Part(&["+ lease: 0a"])),
    (Lease, "HSET", "state", Part(&["+ lease: 0a"])),
    (Lease, "DEL", "lease", Part(&["+ lease: 0a", "state.epoch: 1 -> 2"])),
    (Lease, "SPUBLISH", "events", AllBut(&[])),
    (Join, "TYPE", "", Nothing),
    (Join, "HMGET", "state", Nothing),
    (Join, "TIME", "", Nothing),
    (Join, "HMGET", "players", Nothing),
    (Join, "HLEN", "players", Nothing),
    (Join, "HMGET", "names", Nothing),
    (Join, "SMISMEMBER", "removed", Nothing),
    (Join, "HSET", "state", Nothing),
    (Join, "HSET", "names", Gap(&["state.seats: 0 -> 1"])),
    (Join, "HSET", "players", Gap(&["+ names.ada: a1", "state.seats: 0 -> 1"])),
    (Join, "LPUSH", "newest", AllBut(&["newest"])),
    (Join, "LTRIM", "newest", AllBut(&[])),
    (Avatar, "TYPE", "", Nothing),
    (Avatar, "HMGET", "state", Nothing),
    (Avatar, "LRANGE", "newest", AllButOld(&["newest"])),
    (Avatar, "HMGET", "players", Nothing),
    (Avatar, "HSET", "players", Nothing),
    (Avatar, "LSET", "newest", AllButOld(&["newest"])),
    (Avatar, "SPUBLISH", "events", AllBut(&[])),
    (Answer, "TYPE", "", Nothing),
    (Answer, "HMGET", "state", Nothing),
    (Answer, "HMGET", "players", Nothing),
    (Answer, "HMGET", "answers", Nothing),
    (Answer, "HMGET", "paces", Nothing),
    (Answer, "TIME", "", Nothing),
    (Answer, "HSET", "answers", Nothing),
    (Pace, "TYPE", "", Nothing),
    (Pace, "HMGET", "state", Nothing),
    (Pace, "TIME", "", Nothing),
    (Pace, "HMGET", "players", Nothing),
    (Pace, "HMGET", "paces", Nothing),
    (Pace, "HMGET", "answers", Nothing),
    (Pace, "ZMSCORE", "standing", Nothing),
    (Pace, "HSET", "paces", Nothing),
    (Pace, "ZADD", "standing", AllBut(&["standing"])),
    (Pace, "SADD", "finished", AllBut(&["finished"])),
    (LoadRain, "TYPE", "", Nothing),
    (LoadRain, "HMGET", "meta", Nothing),
    (LoadRain, "LLEN", "pool", Nothing),
    (LoadRain, "HSET", "meta", Nothing),
    (
        LoadRain,
        "RPUSH",
        "pool",
        Part(&[
            "+ meta.incarnation: bbbbbbbbbbbbbbbb",
            "+ meta.open_to: listed",
            "+ meta.phase: loading",
            "+ meta.v: 1",
        ]),
    ),
    (OpenRain, "TYPE", "", Nothing),
    (OpenRain, "HMGET", "meta", Nothing),
    (OpenRain, "LLEN", "pool", Nothing),
    (OpenRain, "TIME", "", Nothing),
    (OpenRain, "HSET", "meta", Nothing),
    (Claim, "TYPE", "", Nothing),
    (Claim, "TYPE", "removed", Nothing),
    (Claim, "HMGET", "meta", Nothing),
    (Claim, "INFO", "", Nothing),
    (Claim, "HMGET", "claims", Nothing),
    (Claim, "TIME", "", Nothing),
    (Claim, "SMISMEMBER", "eligible", Nothing),
    (Claim, "SMISMEMBER", "removed", Nothing),
    (Claim, "BITPOS", "taken", Nothing),
    (Claim, "LRANGE", "pool", Nothing),
    (Claim, "BITFIELD", "taken", Nothing),
    (Claim, "HSET", "claims", Undone(&[])),
    (Claim, "XADD", "stream", AllBut(&["stream"])),
    (ClaimPrize, "HMGET", "eligible", Nothing),
    (ClaimPrize, "LINDEX", "pool", Nothing),
    (ClaimPrize, "GETBIT", "taken", Nothing),
    (ClaimPrize, "BITFIELD", "taken", Nothing),
    (ClaimPrize, "HSET", "claims", Undone(&[])),
    (Confirm, "TYPE", "", Nothing),
    (Confirm, "INFO", "", Nothing),
    (Confirm, "HMGET", "meta", Nothing),
    (Confirm, "HMGET", "claims", Nothing),
    (Confirm, "HSET", "claims", Nothing),
    (CloseRain, "TYPE", "", Nothing),
    (CloseRain, "HGET", "meta", Nothing),
    (CloseRain, "HSET", "meta", Nothing),
    (CloseRain, "HLEN", "claims", Part(&["meta.phase: open -> closed"])),
    (CloseRain, "LLEN", "pool", Part(&["meta.phase: open -> closed"])),
    (CloseRain, "BITCOUNT", "taken", Part(&["meta.phase: open -> closed"])),
    (RestoreRain, "TYPE", "", Nothing),
    (RestoreRain, "HMGET", "meta", Nothing),
    (RestoreRain, "INFO", "", Nothing),
    (RestoreRain, "HMGET", "claims", Nothing),
    (RestoreRain, "LLEN", "pool", Nothing),
    (RestoreRain, "GETBIT", "taken", Nothing),
    (RestoreRain, "HDEL", "claims", Nothing),
    (RestoreRain, "SETBIT", "taken", Part(&["- claims.a2: 0:10:<ms>"])),
    (RestoreRain, "HSET", "claims", Undone(&["- claims.a2: 0:10:<ms>"])),
    (Once, "TYPE", "pushed", Nothing),
    (Once, "SMISMEMBER", "pushed", Nothing),
    (Once, "SPUBLISH", "events", Nothing),
    (Once, "SADD", "pushed", Nothing),
    (Once, "PEXPIRE", "pushed", Part(&["+ pushed: credited:babababababababa:1"])),
];

/// Every right but this command, on this key where it has a name.
fn all_rights_but(script: Script, command: &str, name: &str) -> Vec<String> {
    let mut rights = vec!["~*".into(), "&*".into(), "+@all".into()];
    rights.push(format!("-{command}"));
    let others: Vec<String> = script
        .keys()
        .into_iter()
        .filter(|(other, _)| *other != name)
        .map(|(_, key)| format!("~{key}"))
        .collect();
    if !name.is_empty() && !others.is_empty() {
        rights.push(format!("(+{command} {})", others.join(" ")));
    }
    rights
}

/// Prepares, lets somebody with these rights run the script, and tells what was and what is.
async fn run_denied(
    redis: &TestRedis,
    script: Script,
    rights: &[String],
) -> (Result<String, StoreError>, Snapshot, Snapshot) {
    let mut con = redis.connection().await;
    script.prepare(&mut con).await.unwrap();
    let before = snapshot(&mut con).await;
    let result = script.run(&mut redis.connection_with(rights).await).await;
    (result, before, snapshot(&mut con).await)
}

#[tokio::test]
async fn what_a_failed_call_leaves_behind_is_known() {
    let redis = TestRedis::start().await;
    let mut con = redis.connection().await;
    let all = ["~*", "&*", "+@all"].map(String::from);
    for (script, command, name, left) in ROWS {
        let place = format!("{script:?}, {command} {name}");
        let (good, start, whole) = run_denied(&redis, *script, &all).await;
        good.unwrap();
        let rights = all_rights_but(*script, command, name);
        let (result, before, after) = run_denied(&redis, *script, &rights).await;
        assert_eq!(start, before, "{place}");
        let left_over = changes(&before, &after);
        match left {
            AllButOld(places) => {
                result.unwrap_or_else(|error| panic!("{place}: {error}"));
                let mut expected = whole;
                for place in *places {
                    let old = before.get(*place).unwrap_or_else(|| panic!("{place}")).clone();
                    expected.insert((*place).to_owned(), old);
                }
                assert_eq!(after, expected, "{place}");
                continue;
            }
            AllBut(missing) => {
                result.unwrap_or_else(|error| panic!("{place}: {error}"));
                let mut expected = whole;
                for place in *missing {
                    assert!(expected.remove(*place).is_some(), "{place}");
                }
                assert_eq!(after, expected, "{place}");
                continue;
            }
            Nothing => assert_eq!(left_over, [""; 0], "{place}"),
            Part(expected) | Gap(expected) | Undone(expected) => {
                assert_eq!(left_over, *expected, "{place}");
            }
        }
        let Err(StoreError::Redis(error)) = result else {
            panic!("{place}: {result:?}");
        };
        assert!(error.to_string().contains("executing the script"), "{error}");
        script.run(&mut con).await.unwrap();
        let again = snapshot(&mut con).await;
        if matches!(left, Gap(_)) {
            assert_eq!(again.len(), whole.len(), "{place}");
            continue;
        }
        assert_eq!(again, whole, "{place}");
    }
}

/// The calls in a script's code: whether it is a pcall, the command, the key's name.
fn calls(contract: &Contract) -> Vec<(bool, String, String)> {
    let code: Vec<&str> = contract.code().collect();
    let code = code.join("\n");
    let mut calls = Vec::new();
    for (opening, guarded) in [("redis.call('", false), ("redis.pcall('", true)] {
        for rest in code.split(opening).skip(1) {
            let (command, rest) = rest.split_once('\'').expect("a command in quotes");
            let name: String = rest
                .trim_start_matches([',', ' '])
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            let known = contract.keys.iter().any(|key| key.name == name);
            let name = if known { name } else { String::new() };
            calls.push((guarded, command.to_owned(), name));
        }
    }
    let all = code.matches("redis.").count();
    assert_eq!(calls.len(), all, "{}: other calls", contract.file);
    calls
}

#[test]
fn every_call_of_every_script_has_its_row() {
    for script in Script::ALL {
        let contract = script.contract();
        let calls = calls(&contract);
        let in_code: BTreeSet<_> = calls.iter().cloned().collect();
        assert_eq!(in_code.len(), calls.len(), "{}: a call twice", contract.file);
        let rows = ROWS.iter().filter(|(other, ..)| other.contract().file == contract.file);
        let in_table: BTreeSet<_> = rows
            .map(|(_, command, name, left)| {
                let guarded = matches!(left, AllBut(_) | AllButOld(_) | Undone(_));
                (guarded, (*command).to_owned(), (*name).to_owned())
            })
            .collect();
        assert_eq!(in_code, in_table, "{}", contract.file);
    }
}

#[test]
fn whatever_leaves_something_behind_is_in_the_contract() {
    for (script, command, _, left) in ROWS {
        if !matches!(left, Nothing) {
            let Contract { file, can_fail, .. } = script.contract();
            assert!(can_fail.contains(command), "{file}: {command}");
        }
    }
}
