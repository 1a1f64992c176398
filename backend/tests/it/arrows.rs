//! The arrows between modules never turn back.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Modules of the server from left to right: each may use what stands further right.
/// Those in one row do not know each other.
const ROWS: [&[&str]; 18] = [
    &["main"],
    &["cli"],
    &["app"],
    &["books", "drain", "http", "scheduler", "server"],
    &["erasure"],
    &["live", "stores"],
    &["audit", "flags", "history", "payout", "settlement"],
    &["rain"],
    &["game"],
    &["ledger"],
    &["actions", "api_keys", "nodes", "people", "quiz", "webhook"],
    &["hosts"],
    &["delivery", "events"],
    &["batch"],
    &["error"],
    &["store"],
    &["admission", "config"],
    &["failing", "json_error", "metrics", "redis_url"],
];

/// Parts of rooms that others may name. Of any other part they see what the room itself shows.
const DOORS: [&str; 3] = ["rain::calls", "rain::stream", "store"];

/// These know shared types, what is counted and how addresses are written, whatever else stands
/// right of them.
const ALONE: [&str; 2] = ["admission", "config"];

fn row(module: &str) -> usize {
    let row = ROWS.iter().position(|row| row.contains(&module));
    row.unwrap_or_else(|| panic!("{module} has no row: give it one"))
}

pub(crate) fn rust_files(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
    files
}

/// Names of our modules after `crate::` (and, in the program, after `quizrain::`).
fn uses(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for prefix in ["crate::", "quizrain::"] {
        for (at, _) in text.match_indices(prefix) {
            let rest = &text[at + prefix.len()..];
            let names = match rest.strip_prefix('{') {
                Some(list) => list.split('}').next().unwrap(),
                None => rest.split([':', ';', ',', '(', ')', ' ', '\n']).next().unwrap(),
            };
            let first = |name: &str| name.trim().split("::").next().unwrap().to_owned();
            found.extend(names.split(',').map(first).filter(|name| !name.is_empty()));
        }
    }
    found
}

#[test]
fn arrows_between_modules_never_turn_back() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for file in rust_files(&src) {
        let place = file.strip_prefix(&src).unwrap();
        let module = place.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = module.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for used in uses(&text).iter().filter(|used| *used != module) {
            seen += 1;
            let alone =
                ALONE.contains(&module) && !["metrics", "redis_url"].contains(&used.as_str());
            let allowed = row(used) > row(module) && !alone;
            assert!(allowed, "{} uses {used}, which stands left of it", place.display());
        }
    }
    assert!(seen > 20, "only {seen} arrows were found: the search is broken");
}

/// What stands behind a room's own name where something of it is used: the room and its part.
fn parts(text: &str) -> Vec<(String, String)> {
    let text: String = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, prefix) in text.match_indices("crate::") {
        let path = &text[at + prefix.len()..];
        let names: Vec<&str> =
            path.split("::").map(|name| name.split(NO_NAME).next().unwrap()).take(3).collect();
        // Somewhere behind the second name there is a third one: the second is a part.
        if let [room, part, _] = names[..]
            && path.starts_with(&format!("{room}::{part}::"))
        {
            found.push((room.to_owned(), part.to_owned()));
        }
    }
    found
}

const NO_NAME: fn(char) -> bool = |c| !c.is_alphanumeric() && c != '_';

#[test]
fn whoever_uses_a_room_comes_by_its_door() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for file in rust_files(&src) {
        let place = file.strip_prefix(&src).unwrap();
        let own = place.components().next().unwrap().as_os_str().to_str().unwrap();
        let own = own.trim_end_matches(".rs");
        for (room, part) in parts(&fs::read_to_string(&file).unwrap()) {
            let is_part = src.join(&room).join(&part).is_dir()
                || src.join(&room).join(format!("{part}.rs")).is_file();
            if room == own || !is_part {
                continue;
            }
            seen += 1;
            let door = DOORS.contains(&room.as_str())
                || DOORS.contains(&format!("{room}::{part}").as_str());
            assert!(door, "{} uses {room}::{part}: have {room} show it", place.display());
        }
    }
    assert!(seen > 20, "only {seen} parts were found: the search is broken");
}

#[test]
fn the_rules_have_no_clock_no_io_and_no_chance() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/src");
    for file in rust_files(&shared) {
        let text = fs::read_to_string(&file).unwrap();
        for foreign in ["std::time", "std::fs", "std::net", "std::thread", "SystemTime", "Instant"]
        {
            assert!(!text.contains(foreign), "{} uses {foreign}", file.display());
        }
    }
    let manifest = fs::read_to_string(shared.join("../Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
    let dependencies = dependencies.split('[').next().unwrap();
    let (optional, always): (Vec<&str>, Vec<&str>) = dependencies
        .lines()
        .filter(|line| !line.is_empty())
        .partition(|line| line.ends_with("optional = true }"));
    let names = |lines: Vec<&str>| -> Vec<String> {
        let name = |line: &str| line.split(['.', ' ']).next().unwrap().to_owned();
        lines.into_iter().map(name).collect()
    };
    assert_eq!(
        names(always),
        [
            "postcard",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "unicode-normalization",
            "unicode-properties"
        ]
    );
    // What describes the wire to machines, which no program is built with.
    assert_eq!(names(optional), ["schemars"]);
    assert!(manifest.contains("\n[features]\n") && !manifest.contains("\ndefault = "));
    for program in ["backend", "frontend", "bench"] {
        let manifest = shared.join("../..").join(program).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let line = manifest.lines().find(|line| line.starts_with("quizrain-shared")).unwrap();
        assert_eq!(line, "quizrain-shared.workspace = true", "{program}");
    }
}
