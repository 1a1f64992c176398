//! The page shows what the style sheets have, and nothing that they do not have.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Sheets of which nothing stands on this page: layouts of whole pages, and what only moves. A component is neither.
const ELSEWHERE: [&str; 5] =
    ["big_reactions.css", "booth.css", "check.css", "home.css", "privacy.css"];

fn of_this_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The sources of a folder, without these.
fn sources(folder: &str) -> String {
    let files = fs::read_dir(of_this_crate(folder)).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|file| !file.ends_with("tests.rs"));
    files.map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// What stands between a start and an end, wherever it does.
fn between<'a>(text: &'a str, start: &str, end: char) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// Classes that views name, but for those that are made of parts.
fn named(sources: &str) -> BTreeSet<&str> {
    let lists = [r#"class=""#, r#"class=format!(""#].map(|start| between(sources, start, '"'));
    let listed = lists.into_iter().flatten().flat_map(str::split_whitespace);
    let all = listed.chain(between(sources, " class:", '='));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    all.filter(|name| name.chars().all(is_name)).collect()
}

/// Classes of which a sheet has rules.
fn ruled(sheet: &str) -> BTreeSet<&str> {
    let code = sheet.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, code)| code));
    let names = code
        .flat_map(|code| code.split('.').skip(1))
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next());
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())).collect()
}

/// The sheets of the page, by name.
fn sheets() -> Vec<(String, String)> {
    let styles = of_this_crate("styles");
    let list = fs::read_to_string(styles.join("styleguide.txt")).unwrap();
    let read = |name: &str| (name.to_owned(), fs::read_to_string(styles.join(name)).unwrap());
    list.lines().map(read).collect()
}

#[test]
fn every_class_on_the_page_has_a_rule() {
    let (sources, sheets) = (sources("src/styleguide"), sheets());
    let rules: BTreeSet<&str> = sheets.iter().flat_map(|(_, sheet)| ruled(sheet)).collect();
    let named = named(&sources);
    assert!(named.len() > 100, "{named:?}");
    assert_eq!(&named - &rules, BTreeSet::new());
}

#[test]
fn every_sheet_of_a_component_is_on_the_page() {
    let (page, components) = (sources("src/styleguide"), sources("src/components"));
    let shown = &named(&page) | &named(&components);
    let sheets = sheets();
    let missing = sheets.iter().filter(|(_, sheet)| {
        let rules = ruled(sheet);
        !rules.is_empty() && rules.is_disjoint(&shown)
    });
    let missing: Vec<&str> = missing.map(|(name, _)| name.as_str()).collect();
    assert_eq!(missing.into_iter().collect::<BTreeSet<_>>(), BTreeSet::from(ELSEWHERE));
}

#[test]
fn every_sheet_that_there_is_is_in_the_list() {
    let files = fs::read_dir(of_this_crate("styles")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = names.filter(|name| name.ends_with(".css")).collect();
    let listed: BTreeSet<String> = sheets().into_iter().map(|(name, _)| name).collect();
    assert_eq!(listed, found);
}
