//! What is in Redis: exactly, to show that nothing changed, and readably, to show what did.

use std::collections::{BTreeMap, BTreeSet};

use quizrain::store::redis::ShardKeys;
use redis::AsyncCommands;

use super::scene::account;

/// Every key with its serialised value.
pub(super) async fn dump(con: &mut impl AsyncCommands) -> BTreeMap<String, Vec<u8>> {
    let keys: Vec<String> = con.keys("*").await.unwrap();
    let mut dumps = BTreeMap::new();
    for key in keys {
        let command = redis::cmd("DUMP").arg(&key).to_owned();
        dumps.insert(key, command.query_async(con).await.unwrap());
    }
    dumps
}

/// The body of an entry, whose answer is without its times.
fn without_time(mut entry: String) -> String {
    const ANSWER: &str = "\"answer\":\"";
    if let Some(at) = entry.find(ANSWER).map(|at| at + ANSWER.len())
        && let Some(end) = entry[at..].find('"').map(|end| at + end)
        && let Some(colon) = entry[at..end].find(':').map(|colon| at + colon)
    {
        entry.replace_range(colon..end, "");
    }
    entry
}

/// The value of a field of a hash; an answer's is without its time.
fn field_value(hash: &str, value: &[u8]) -> String {
    let mut value = String::from_utf8_lossy(value).into_owned();
    if hash.starts_with("answers:") {
        value.truncate(value.find(':').expect("a time after the choices"));
    }
    value
}

/// Every value by its place, such as `state.seq` or `pool`. Times read `<ms>`, accounts `a1`, and
/// answers are without their times, so that the same calls look the same whenever they are made.
pub(super) type Snapshot = BTreeMap<String, String>;

/// Looks at the keys of one game and one rain.
pub(super) async fn snapshot(con: &mut impl AsyncCommands) -> Snapshot {
    let keys: Vec<String> = con.keys("*").await.unwrap();
    let mut snapshot = Snapshot::new();
    for key in keys {
        let name = key.split_once("}:").map_or(key.as_str(), |(_, name)| name);
        let kind: String = redis::cmd("TYPE").arg(&key).query_async(con).await.unwrap();
        let mut put = |place: String, value: String| {
            let before = snapshot.insert(readable(&place), readable(&value));
            assert_eq!(before, None, "one game and one rain at a time");
        };
        match kind.as_str() {
            "hash" => {
                let fields: Vec<(String, Vec<u8>)> = con.hgetall(&key).await.unwrap();
                for (field, value) in fields {
                    put(format!("{name}.{field}"), field_value(name, &value));
                }
            }
            // The places whose bits are set; none is as if there were no such key.
            "string" if name == "taken" => {
                let bits: Vec<u8> = con.get(&key).await.unwrap();
                let places: Vec<String> = ones(&bits).map(|place| place.to_string()).collect();
                if !places.is_empty() {
                    put(name.to_owned(), places.join(" "));
                }
            }
            "string" => put(name.to_owned(), con.get(&key).await.unwrap()),
            "list" => {
                let items: Vec<String> = con.lrange(&key, 0, -1).await.unwrap();
                put(name.to_owned(), items.join(" "));
            }
            "set" => {
                let mut members: Vec<String> = con.smembers(&key).await.unwrap();
                members.sort();
                put(name.to_owned(), members.join(" "));
            }
            "zset" => {
                let members: Vec<(String, f64)> = con.zrange_withscores(&key, 0, -1).await.unwrap();
                let members = members.iter().map(|(member, score)| format!("{member} {score}"));
                put(name.to_owned(), members.collect::<Vec<_>>().join(" "));
            }
            // Each entry by itself: a game has one for each of its steps.
            "stream" if name == "log" => {
                let rows: Vec<(String, Vec<String>)> = con.xrange_all(&key).await.unwrap();
                for (number, (_, fields)) in (1..).zip(rows) {
                    put(format!("log.{number}"), without_time(fields.join(" ")));
                }
            }
            "stream" => {
                let rows: Vec<(String, Vec<String>)> = con.xrange_all(&key).await.unwrap();
                let entries = rows.iter().map(|(_, fields)| fields.join(" "));
                put(name.to_owned(), entries.collect::<Vec<_>>().join(", "));
            }
            _ => panic!("{key} is a {kind}"),
        }
    }
    snapshot
}

/// The places of the bits that are set.
fn ones(bits: &[u8]) -> impl Iterator<Item = usize> {
    (0..8 * bits.len()).filter(|place| bits[place / 8] >> (7 - place % 8) & 1 == 1)
}

/// The packets of a pool that are free, in order.
pub(crate) async fn free(con: &mut impl AsyncCommands, keys: ShardKeys) -> Vec<String> {
    let (pool, bits): (Vec<String>, Vec<u8>) =
        redis::pipe().lrange(keys.pool(), 0, -1).get(keys.taken()).query_async(con).await.unwrap();
    let taken: BTreeSet<usize> = ones(&bits).collect();
    let free = pool.into_iter().enumerate().filter(|(place, _)| !taken.contains(place));
    free.map(|(_, packet)| packet).collect()
}

/// What differs, by place: `+ place: new`, `- place: old`, `place: old -> new`.
pub(super) fn changes(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let places: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |place: &String| match (before.get(place), after.get(place)) {
        (None, Some(new)) => Some(format!("+ {place}: {new}")),
        (Some(old), None) => Some(format!("- {place}: {old}")),
        (Some(old), Some(new)) if old != new => Some(format!("{place}: {old} -> {new}")),
        _ => None,
    };
    places.into_iter().filter_map(change).collect()
}

fn readable(text: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for c in text.chars().map(Some).chain([None]) {
        if let Some(digit) = c.filter(char::is_ascii_digit) {
            digits.push(digit);
            continue;
        }
        // Today's times in ms have thirteen digits, nothing else here has.
        out.push_str(if digits.len() == 13 { "<ms>" } else { &digits });
        digits.clear();
        out.extend(c.into_iter().flat_map(char::escape_debug));
    }
    (1..=9).fold(out, |out, n| out.replace(&account(n).to_string(), &format!("a{n}")))
}
