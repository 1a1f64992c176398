//! What the documents say of options, metrics, alerts, scripts and each other is so.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::{Arg, CommandFactory};
use quizrain::config::Cli;

use crate::common::redis::TestRedis;
use crate::common::server::run;
use crate::deploy::samples;

/// Between these the table of options is written, with `QUIZRAIN_TEST_UPDATE=1`.
const OPTIONS: [&str; 2] = ["<!-- options -->\n", "<!-- /options -->\n"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn document(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The texts in backticks of the first cells of rows.
fn first_cells(document: &str) -> BTreeSet<&str> {
    let cells = document.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

fn option_row(option: &Arg) -> String {
    let name = option.get_long().unwrap();
    let variable = format!("QUIZRAIN_{}", name.replace('-', "_").to_uppercase());
    assert_eq!(option.get_env().unwrap(), variable.as_str(), "the page says how it is made");
    let defaults = option.get_default_values().iter();
    let default =
        defaults.map(|value| format!("`{}`", value.to_str().unwrap())).collect::<String>();
    let default = if option.get_action().takes_values() { default } else { String::new() };
    let help = option.get_long_help().or(option.get_help()).unwrap().to_string();
    let values = option.get_possible_values();
    let values = if option.get_action().takes_values() { values } else { Vec::new() };
    let values: Vec<String> = values.iter().map(|it| format!("`{}`", it.get_name())).collect();
    let then = if values.is_empty() { "" } else { ". " };
    let values = values.join(" or ");
    format!("| `--{name}` | {default} | {help}{then}{values} |\n")
}

#[test]
fn the_table_of_options_is_that_of_the_program() {
    let command = Cli::command();
    let options = command.get_arguments().filter(|option| option.get_long().is_some());
    let mut table = "| Option | Default | |\n|---|---|---|\n".to_owned();
    table.extend(options.map(option_row));
    let page = document("docs/RUN.md");
    let (before, rest) = page.split_once(OPTIONS[0]).unwrap();
    let (written, after) = rest.split_once(OPTIONS[1]).unwrap();
    if std::env::var_os("QUIZRAIN_TEST_UPDATE").is_some() {
        let page = [before, OPTIONS[0], &table, OPTIONS[1], after].concat();
        fs::write(root().join("docs/RUN.md"), page).unwrap();
        return;
    }
    let differs = table.lines().zip(written.lines()).find(|(now, written)| now != written);
    assert!(
        table == written,
        "options are not as in docs/RUN.md: {differs:?}; QUIZRAIN_TEST_UPDATE=1 writes them anew"
    );
}

#[test]
fn every_alert_has_its_line_and_every_metric_of_the_page_is_told() {
    let (page, rules) = (document("docs/RUN.md"), document("deploy/alerts.yaml"));
    let cells = first_cells(&page);
    let alerts: Vec<&str> =
        rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(alerts.len() > 10, "{alerts:?}");
    for alert in alerts {
        assert!(cells.contains(alert), "docs/RUN.md does not say what to do about {alert}");
    }
    let known = samples();
    let named = cells.iter().filter(|cell| cell.starts_with("quizrain_"));
    let named: Vec<&str> = named.map(|cell| cell.split('{').next().unwrap()).collect();
    assert!(named.len() > 6, "{named:?}");
    for metric in named {
        let is_told = known.iter().any(|sample| {
            let ending = sample.strip_prefix(metric);
            ending.is_some_and(|it| ["", "_bucket", "_sum", "_count"].contains(&it))
        });
        assert!(is_told, "no server tells {metric}");
    }
}

/// All sources of the server, with texts of several lines in one.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            all.push_str(&sources(&entry));
        } else if entry.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(entry).unwrap();
            all.extend(text.split("\\\n").map(str::trim_start));
        }
    }
    all
}

/// It is read at a sitting, or not at all.
#[test]
fn the_page_on_the_structure_is_short() {
    let lines = document("docs/ARCHITECTURE.md").lines().count();
    assert!(lines <= 150, "{lines} lines");
}

#[test]
fn every_line_of_the_log_that_the_page_explains_is_written() {
    let (page, sources) = (document("docs/RUN.md"), sources(&root().join("backend/src")));
    let (_, logs) = page.split_once("\n## Logs\n").unwrap();
    let (logs, _) = logs.split_once("\n## ").unwrap();
    let lines = first_cells(logs);
    assert!(lines.len() > 20, "{lines:?}");
    for part in lines.iter().flat_map(|line| line.split('…')) {
        let part = part.trim_matches([' ', ';']);
        assert!(sources.contains(part), "docs/RUN.md explains {part}, which no server logs");
    }
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let text = text.replace(' ', "-");
        text.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let mut pages =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "backend/lua/README.md"]
            .map(|page| root().join(page))
            .to_vec();
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    let mut dead = String::new();
    let mut seen = 0;
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        let targets = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        for target in targets.filter(|target| !target.starts_with("http")) {
            seen += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let there = file.exists()
                && (anchor.is_empty()
                    || anchors(&fs::read_to_string(&file).unwrap()).contains(anchor));
            if !there {
                writeln!(dead, "{}: {target}", page.display()).unwrap();
            }
        }
    }
    assert!(seen > 50, "only {seen} links were found: the search is broken");
    assert!(dead.is_empty(), "dead links:\n{dead}");
}

/// The files that may have a test that is named as docs/SECURITY.md does, and the function.
fn files_of(test: &str) -> (Vec<PathBuf>, Option<&str>) {
    if test.ends_with(".spec.ts") {
        return (vec![root().join("e2e/tests").join(test)], None);
    }
    if test.contains('/') || root().join(test).is_file() {
        return (vec![root().join(test)], None);
    }
    let (base, path) = match test.split_once("::") {
        Some(("quizrain", path)) => ("backend/src", path),
        Some(("shared", path)) => ("shared/src", path),
        _ => ("backend/tests/it", test),
    };
    let (module, function) = path.rsplit_once("::").unwrap_or((path, ""));
    let file =
        |module: &str, ending: &str| root().join(base).join(module.replace("::", "/") + ending);
    let whole = file(path, ".rs");
    if whole.exists() {
        return (vec![whole], None);
    }
    ([".rs", "/mod.rs", "/tests.rs"].map(|ending| file(module, ending)).to_vec(), Some(function))
}

/// Whether there is a test or a file that is named so.
fn is_there(test: &str) -> bool {
    let (files, function) = files_of(test);
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).any(|text| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        function.is_none_or(|name| text.split(|c| !is_part(c)).any(|word| word == name))
    })
}

/// The texts in backticks.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_that_the_page_names_for_an_attack_or_a_fault_is_there() {
    let page = document("docs/SECURITY.md");
    let (_, tables) = page.split_once("\n## Attacks, and the tests of each\n").unwrap();
    let rows = tables.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "));
    let tests: BTreeSet<&str> = rows.flat_map(|(_, cell)| named(cell)).collect();
    assert!(tests.len() > 80, "only {} tests were found: the search is broken", tests.len());
    let missing: Vec<&&str> = tests.iter().filter(|test| !is_there(test)).collect();
    assert!(missing.is_empty(), "docs/SECURITY.md names tests that are not there: {missing:?}");
}

/// How many requirements of levels 1 and 2 the sections of each chapter of OWASP ASVS 5.0.0 have. In each they come before
/// those of level 3.
const ASVS: &str = "V1 2 9 11 3 2
V2 3 3 4 1
V3 0 2 4 6 5 0 2
V4 3 1 2 4
V5 1 3 2 3
V6 3 12 4 4 5 3 0 4
V7 3 4 2 5 2 2
V8 2 3 1 1
V9 3 4
V10 2 2 4 11 5 2 3
V11 2 3 3 4 1 1
V12 3 2 4
V13 1 5 2 5
V14 2 4 3
V15 3 3 7
V16 1 5 4 3 3
V17 1 4 2";

fn all_of_asvs() -> Vec<(String, u32)> {
    let of_chapter = |line: &'static str| {
        let (chapter, counts) = line.split_once(' ').unwrap();
        let counts = (1..).zip(counts.split(' ').map(|count| count.parse::<u32>().unwrap()));
        counts.flat_map(move |(section, most)| {
            (1..=most).map(move |number| (format!("{chapter}.{section}"), number))
        })
    };
    ASVS.lines().flat_map(of_chapter).collect()
}

/// The requirements that a first cell names, such as `V1.2.6–V1.2.9, V1.3.1`.
fn requirements(cell: &str) -> Vec<(String, u32)> {
    let one = |text: &str| {
        let (section, number) = text.rsplit_once('.').unwrap();
        (section.to_owned(), number.parse::<u32>().unwrap())
    };
    let several = |text: &str| match text.split_once('–') {
        Some((first, last)) => {
            let ((section, first), (same, last)) = (one(first), one(last));
            assert_eq!(section, same, "{text}");
            (first..=last).map(|number| (section.clone(), number)).collect()
        }
        None => vec![one(text)],
    };
    cell.split(", ").flat_map(several).collect()
}

#[test]
fn every_requirement_of_asvs_has_its_row_and_what_is_met_is_shown_by_something() {
    let page = document("docs/ASVS.md");
    let mut told: Vec<(String, u32)> = Vec::new();
    let mut wrong = String::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| V")) {
        let cells: Vec<&str> = row.strip_suffix(" |").unwrap().split(" | ").collect();
        let [numbers, _, state, shown] = cells[..] else { panic!("{row}") };
        told.extend(requirements(&format!("V{numbers}")));
        let is_met = state == "met";
        // Also an option or a path of the page is in backticks.
        let is_name = |what: &&str| what.contains("::") || what.contains('/') || what.contains('.');
        let tests: Vec<&str> = named(shown).filter(is_name).collect();
        let missing =
            tests.iter().filter(|test| (is_met || test.contains("::")) && !is_there(test));
        let missing: Vec<&&str> = missing.collect();
        let is_known = is_met || ["not met", "not applicable"].contains(&state);
        if !is_known || shown.is_empty() || (is_met && tests.is_empty()) || !missing.is_empty() {
            writeln!(wrong, "V{numbers}: {state}; not there: {missing:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "docs/ASVS.md:\n{wrong}");
    let mut expected = all_of_asvs();
    assert_eq!(expected.len(), 253);
    told.sort_unstable();
    expected.sort_unstable();
    assert_eq!(told, expected);
}

#[tokio::test]
async fn the_walk_through_the_claim_script_shows_what_it_says() {
    let page = document("backend/lua/README.md");
    let redis = TestRedis::start().await;
    let lines = page.lines().filter_map(|line| line.strip_prefix("    "));
    // The server is this test's own; the debugger gets what the page has somebody type.
    let lines = lines.filter(|line| !line.starts_with("redis-server ") && !line.starts_with('<'));
    let breakpoint = include_str!("../../lua/claim.lua").lines();
    let breakpoint = breakpoint.take_while(|line| !line.contains("local rows")).count() + 1;
    let typed =
        format!("printf 'b {breakpoint}\\nc\\np takers\\np packets\\nc\\nc\\n' | demo --ldb");
    let script: Vec<String> = lines.map(|line| line.replace("demo --ldb", &typed)).collect();
    let script = script.join("\n").replace("/tmp/demo.sock", redis.socket().to_str().unwrap());
    let other = "type redis-cli >/dev/null 2>&1 || redis-cli() { valkey-cli \"$@\"; }";
    let mut bash = Command::new("bash");
    bash.current_dir(root()).stdin(Stdio::null()).args(["-c", &format!("{other}\n{script}")]);
    let output = tokio::task::spawn_blocking(move || bash.output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut rest = &*said;
    let shown = [
        "replication",
        "caught 0:120:",
        "repeat 0:120:",
        "{\"bob\"; \"cleo\"}",
        "{\"1:80\"}",
        "closed",
    ];
    for words in shown {
        let Some((_, after)) = rest.split_once(words) else {
            panic!("no {words} in {said}{}", String::from_utf8_lossy(&output.stderr));
        };
        rest = after;
    }
}

#[test]
fn the_quizzes_that_the_pages_show_can_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let picture = root().join("quizzes/cabin-windows.webp");
    for name in ["kitchen.webp", "logo.webp"] {
        fs::copy(&picture, folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("steam.mp3"), crate::library::sounds::wav(500)).unwrap();
    for (page, questions) in [("README.md", 2), ("docs/HOSTING.md", 13)] {
        let page = document(page);
        let (_, rest) = page.split_once("```toml\n").unwrap();
        let file = folder.path().join("shown.toml");
        fs::write(&file, rest.split("```").next().unwrap()).unwrap();
        let output = run(&folder.path().join("data"), &["import", file.to_str().unwrap()]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(&format!("{questions} questions")), "{output:?}");
    }
}
