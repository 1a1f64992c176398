//! Every table and every key of Redis belongs to a room. Whoever else touches one stands here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::arrows::rust_files;

/// A table, the room that writes it, who else writes rows of it, and who else reads it. `audit`
/// reads all that has to do with money.
const TABLES: [(&str, &str, &[&str], &[&str]); 41] = [
    ("action_keys", "actions", &[], &[]),
    ("actions", "actions", &[], &[]),
    ("api_keys", "api_keys", &[], &[]),
    ("books", "ledger", &["scheduler"], &["audit"]),
    ("contributions", "ledger", &["scheduler"], &["audit"]),
    // The log of actions says whose right to a desk was used.
    ("crew", "game", &["scheduler"], &["actions"]),
    ("dead_letters", "ledger", &["scheduler"], &["audit"]),
    ("deposits", "ledger", &[], &[]),
    ("device_codes", "people", &[], &[]),
    ("devices", "people", &[], &[]),
    ("entries", "ledger", &["scheduler"], &["audit", "payout", "scheduler"]),
    ("erasures", "erasure", &[], &[]),
    // Keys go when the log is finished, and the log goes with its game.
    ("game_log", "history", &["scheduler"], &["scheduler"]),
    // What a statement and a balance call a rain.
    // A webhook counts those before it, and says which game it is about.
    ("games", "game", &["scheduler", "webhook"], &["actions", "history", "ledger", "scheduler"]),
    ("generations", "ledger", &["scheduler"], &[]),
    ("guest_lists", "people", &[], &[]),
    ("heirs", "ledger", &[], &["audit"]),
    ("host_codes", "hosts", &[], &[]),
    ("host_sessions", "hosts", &[], &[]),
    // They say by whom, and whose right to a desk it is.
    ("hosts", "hosts", &[], &["actions", "api_keys", "game"]),
    ("invites", "people", &[], &[]),
    ("links", "ledger", &["scheduler"], &["audit"]),
    ("media", "quiz", &[], &[]),
    ("media_uses", "quiz", &[], &[]),
    ("packets", "ledger", &["scheduler"], &["audit"]),
    ("payout_holds", "ledger", &["scheduler"], &[]),
    // A payout is queued in the transaction that credits its packet.
    ("payouts", "payout", &["ledger", "scheduler"], &["audit", "ledger", "scheduler"]),
    // A payout says whom to pay.
    ("persons", "people", &[], &["payout"]),
    // A payout says what its player has filled in.
    ("player_fields", "game", &["scheduler"], &["ledger"]),
    ("prizes", "ledger", &["scheduler"], &["audit"]),
    ("quiz_copies", "quiz", &[], &[]),
    ("quiz_files", "quiz", &[], &[]),
    ("quizzes", "quiz", &[], &[]),
    ("rains", "ledger", &["scheduler"], &["audit", "history", "payout", "scheduler"]),
    ("result_links", "history", &["scheduler"], &[]),
    // Goes with the log.
    ("seats", "history", &["scheduler"], &[]),
    ("second_devices", "people", &[], &[]),
    ("sponsors", "ledger", &["scheduler"], &["audit"]),
    ("used_sign_ins", "people", &[], &[]),
    ("voids", "ledger", &["scheduler"], &["audit"]),
    ("webhooks", "webhook", &["scheduler"], &["scheduler"]),
];

/// What names keys of Redis, and who uses it.
const KEYS: [(&str, &[&str]); 3] = [
    ("GameKeys", &["events", "game", "history", "nodes"]),
    ("NODES", &["nodes"]),
    // The audit reads claims by itself, so that it shares no mistake with those who write them.
    // Settlement hands a shard on to rain, which reads its stream.
    ("ShardKeys", &["audit", "rain", "settlement"]),
];

const WRITES: [&str; 3] = ["INSERT INTO ", "UPDATE ", "DELETE FROM "];
const READS: [&str; 2] = ["FROM ", "JOIN "];

/// The text of every file of a room.
fn rooms() -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: BTreeMap<String, String> = BTreeMap::new();
    for file in rust_files(&src) {
        let room = file.strip_prefix(&src).unwrap().components().next().unwrap();
        let room = room.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        // A statement may go on in another line.
        let text = fs::read_to_string(&file).unwrap().replace("\\\n", " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        *rooms.entry(room).or_default() += &format!("{} ", words.join(" "));
    }
    rooms
}

/// The names behind these words.
fn named<'a>(text: &'a str, words: &[&str]) -> BTreeSet<&'a str> {
    let name = |rest: &'a str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    let behind = |word: &&str| -> Vec<&'a str> {
        let found = text.match_indices(*word).filter(|(at, _)| !text[..*at].ends_with("DELETE "));
        found.filter_map(|(at, word)| name(&text[at + word.len()..])).collect()
    };
    words.iter().flat_map(behind).collect()
}

#[test]
fn tables_are_touched_by_the_rooms_that_say_so() {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let created: String = fs::read_dir(migrations)
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let tables: Vec<&str> = TABLES.iter().map(|(table, ..)| *table).collect();
    assert_eq!(named(&created, &["CREATE TABLE "]).into_iter().collect::<Vec<_>>(), tables);
    let rooms = rooms();
    let who = |words: &[&str], table: &str| -> BTreeSet<&str> {
        let touches = rooms.iter().filter(|(_, text)| named(text, words).contains(table));
        touches.map(|(room, _)| room.as_str()).collect()
    };
    for (table, owner, writers, readers) in TABLES {
        let wanted: BTreeSet<&str> = writers.iter().copied().chain([owner]).collect();
        assert_eq!(who(&WRITES, table), wanted, "who writes {table}");
        let others: BTreeSet<&str> =
            who(&READS, table).into_iter().filter(|room| *room != owner).collect();
        assert_eq!(others, readers.iter().copied().collect(), "who else reads {table}");
    }
}

#[test]
fn keys_are_named_by_the_rooms_that_say_so() {
    let rooms = rooms();
    for (keys, users) in KEYS {
        let ends = |c: char| !c.is_alphanumeric() && c != '_';
        let named = |text: &str| text.split(ends).any(|word| word == keys);
        let found = rooms.iter().filter(|(room, text)| *room != "store" && named(text));
        let found: Vec<&str> = found.map(|(room, _)| room.as_str()).collect();
        assert_eq!(found, users, "who uses {keys}");
    }
}
