//! The contract that opens each script's file: read here, compared with the code below it here,
//! and with what Rust passes and Redis sees by the other tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quizrain::rain::calls::CHUNK;

/// A line under `KEYS`.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) kind: String,
    /// With `<game>`, `<rain>` or `<round>` in it.
    pub(super) pattern: String,
}

/// A script and what it promises.
pub(super) struct Contract {
    pub(super) file: String,
    /// The whole file.
    pub(super) text: String,
    pub(super) keys: Vec<Key>,
    /// How many arguments there are at least.
    pub(super) args: usize,
    /// Whether the last argument may repeat.
    pub(super) more_args: bool,
    /// The first word of each reply; in place of 'each', the first words of the verdicts that
    /// follow it.
    pub(super) words: BTreeSet<String>,
    pub(super) called_by: String,
    pub(super) can_fail: String,
}

const LABELS: [&str; 5] = ["KEYS", "ARGV", "Returns", "Called by", "Can fail"];

impl Contract {
    /// Every script there is.
    pub(super) fn all() -> Vec<Self> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("lua");
        let mut files: Vec<String> = fs::read_dir(&dir)
            .expect("the folder of scripts")
            .map(|entry| entry.expect("a file").file_name().into_string())
            .collect::<Result<_, _>>()
            .expect("plain names");
        files.retain(|file| Path::new(file).extension().is_some_and(|ending| ending == "lua"));
        files.sort();
        let read = |file: String| {
            let text = fs::read_to_string(dir.join(&file)).expect("a script");
            Self::read(file, text)
        };
        files.into_iter().map(read).collect()
    }

    /// One script.
    pub(super) fn of(file: &str) -> Self {
        let mut all = Self::all().into_iter();
        all.find(|contract| contract.file == file).unwrap_or_else(|| panic!("no script {file}"))
    }

    fn read(file: String, text: String) -> Self {
        let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in text.lines().skip(1) {
            let Some(line) = line.strip_prefix("--") else {
                break;
            };
            let label = LABELS.into_iter().find_map(|label| {
                let rest = line.trim_start().strip_prefix(label)?;
                rest.starts_with("  ").then_some((label, rest))
            });
            match (label, sections.last_mut()) {
                (Some((label, rest)), _) => sections.push((label, vec![rest.trim()])),
                (None, Some((_, lines))) => lines.push(line.trim()),
                (None, None) => {}
            }
        }
        let labels: Vec<&str> = sections.iter().map(|(label, _)| *label).collect();
        assert_eq!(labels, LABELS, "{file}: every part, once, in this order");
        let section = |label: &str| {
            let (_, lines) = sections.iter().find(|(l, _)| *l == label).expect(label);
            lines.clone()
        };
        let keys = numbered(&file, &section("KEYS")).into_iter().map(|row| match row.as_slice() {
            [name, kind, pattern, ..] => Key {
                name: (*name).to_owned(),
                kind: (*kind).to_owned(),
                pattern: (*pattern).to_owned(),
            },
            _ => panic!("{file}: a key has a name, a type and a pattern: {row:?}"),
        });
        let args = section("ARGV");
        Self {
            keys: keys.collect(),
            args: numbered(&file, &args).len(),
            more_args: args.iter().any(|line| line.contains(".. ")),
            words: promised(&section("Returns")),
            called_by: section("Called by").join(" "),
            can_fail: section("Can fail").join(" "),
            file,
            text,
        }
    }

    /// The lines below the contract.
    pub(super) fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines();
        lines.skip_while(|line| line.starts_with("--") || line.starts_with("#!"))
    }
}

/// The lines that start with a number, which must count from 1, without it.
fn numbered<'a>(file: &str, lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        let mut parts = line.split_whitespace();
        let number = parts.next().unwrap_or_default().trim_end_matches("..");
        if let Ok(number) = number.parse::<usize>() {
            rows.push(parts.collect());
            assert_eq!(number, rows.len(), "{file}: {line}");
        }
    }
    rows
}

/// The words that follow an opening, up to the next quote.
fn words_after(text: &str, opening: &str) -> BTreeSet<String> {
    text.split(opening)
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('\'')?.0.to_owned()))
        .collect()
}

/// The words that a contract promises: after `{'`, and where a line lists verdicts, at the
/// beginning of each quoted text.
fn promised(returns: &[&str]) -> BTreeSet<String> {
    let mut words = words_after(&returns.join("\n"), "{'");
    words.remove("each");
    for line in returns.iter().filter(|line| line.starts_with('\'')) {
        let texts = line.split('\'').skip(1).step_by(2);
        words.extend(texts.filter_map(|text| text.split(' ').next()).map(String::from));
    }
    words
}

/// The words that the code of a script can return: the texts right after `return {`, or chosen
/// there by `and` and `or`, and what it says to each account.
fn returned(contract: &Contract) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for line in contract.code() {
        let verdict = line
            .trim_start()
            .split_once(" = ")
            .filter(|(to, _)| to.starts_with("said[") || ["refusal", "local refusal"].contains(to));
        let reply = line.split_once("return {").map(|(_, reply)| reply);
        for text in verdict.map(|(_, value)| value).into_iter().chain(reply) {
            for opening in ["and '", "or '", "(served[ARGV[i]] and '"] {
                let chosen = words_after(text, opening);
                // What is compared is no word of ours.
                words.extend(chosen.into_iter().map(|w| w.trim_end().to_owned()));
            }
            words.extend(text.strip_prefix('\'').map(|rest| {
                let word = rest.split('\'').next();
                word.expect("a first part").trim_end().to_owned()
            }));
        }
    }
    words
}

#[test]
fn every_script_opens_with_a_whole_contract() {
    let contracts = Contract::all();
    assert!(contracts.len() >= 9);
    for contract in contracts {
        let Contract { file, text, .. } = &contract;
        let flags = if ["close_rain.lua", "confirm.lua", "lease.lua"].contains(&file.as_str()) {
            "#!lua flags=allow-oom"
        } else {
            "#!lua"
        };
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(flags), "{file}");
        let opening = format!("-- {file}: ");
        assert!(lines.next().is_some_and(|l| l.starts_with(&opening)));
        assert!(!contract.keys.is_empty() && contract.args > 0, "{file}");
        let rooms = contract.called_by.split_whitespace().filter_map(|word| word.split_once("::"));
        let rooms: Vec<&str> = rooms.map(|(room, _)| room).collect();
        assert!(!rooms.is_empty(), "{file}: nobody calls it");
        for room in rooms {
            let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
            assert!(dir.is_dir(), "{file} is called by {room}, which is no room");
        }
        assert!(!contract.can_fail.is_empty(), "{file}");
    }
}

#[test]
fn the_code_returns_the_words_of_the_contract_and_no_others() {
    for contract in Contract::all() {
        assert_eq!(returned(&contract), contract.words, "{}", contract.file);
        assert!(contract.words.contains("corrupt"), "{}", contract.file);
    }
}

#[test]
fn all_keys_of_a_script_share_one_hash_tag() {
    for Contract { file, keys, .. } in Contract::all() {
        let tags: BTreeSet<&str> =
            keys.iter().map(|key| key.pattern.split_once("}:").expect("a tag").0).collect();
        assert_eq!(tags.len(), 1, "{file}: {tags:?}");
        let tag = tags.first().expect("one");
        assert!(["{g:<game>", "{r:<rain>"].contains(tag), "{file}: {tag}");
    }
}

#[test]
fn who_unpacks_takes_a_thousand_at_most() {
    const { assert!(CHUNK <= 1000) };
    for contract in Contract::all() {
        let unpacks = contract.code().any(|line| line.contains("unpack("));
        assert_eq!(contract.more_args, unpacks, "{}", contract.file);
        let in_chunks = contract.code().any(|line| line == "local CHUNK = 400");
        assert!(!unpacks || in_chunks || contract.text.contains("1,000 at most"));
    }
}

#[test]
fn texts_that_lua_would_round_are_never_computed_with() {
    for contract in Contract::all() {
        for line in contract.code() {
            // `tostring(1e14)` is `1e+14`: whole numbers become text through `%.0f` alone.
            assert!(!line.contains("tostring("), "{}: {line}", contract.file);
        }
    }
}
