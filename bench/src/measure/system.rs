//! What the run was made on and of: for the report's first lines.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What a program prints, or nothing.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

pub(crate) fn date() -> String {
    output("date", &["-u", "+%Y-%m-%d %H:%M UTC"]).unwrap_or_default()
}

/// What runs on this machine already, in words.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = text.split_whitespace().next().unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{load} on {cores} cores")
}

/// The commit, with a word when the tree differs from it.
pub(crate) fn commit() -> String {
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    // The report of the last run is no change to what is measured.
    let changed = ["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs"];
    let changed = output("git", &changed).is_some();
    let changed = if changed { ", with changes" } else { "" };
    commit.map_or("unknown".to_owned(), |commit| format!("{commit}{changed}"))
}

fn named(name: &str, value: Option<String>) -> (String, String) {
    (name.to_owned(), value.unwrap_or_else(|| "unknown".to_owned()))
}

/// The value of a line such as `model name : …`.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches([' ', '\t', ':', '=']).trim_matches('"').trim().to_owned())
}

pub(crate) fn machine(dir: &Path) -> Vec<(String, String)> {
    let cores = std::thread::available_parallelism().ok().map(|cores| cores.to_string());
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| {
        let kib: f64 = text.split_whitespace().next()?.parse().ok()?;
        Some(format!("{:.0} GiB", kib / 1024.0 / 1024.0))
    });
    let disk = output("df", &["--output=fstype", &dir.to_string_lossy()]);
    vec![
        named("Processor", field("/proc/cpuinfo", "model name")),
        named("Cores", cores),
        named("Memory", memory),
        named("System", field("/etc/os-release", "PRETTY_NAME")),
        named("Linux", output("uname", &["-r"])),
        named(
            "File system of the data",
            disk.and_then(|text| Some(text.lines().last()?.to_owned())),
        ),
        named(
            "Listen queue at most",
            fs::read_to_string("/proc/sys/net/core/somaxconn")
                .ok()
                .map(|text| text.trim().to_owned()),
        ),
    ]
}

pub(crate) fn versions(program: &Path) -> Vec<(String, String)> {
    let redis = output("redis-server", &["--version"])
        .or_else(|| output("valkey-server", &["--version"]))
        .and_then(|text| {
            text.split_whitespace().find_map(|word| Some(word.strip_prefix("v=")?.to_owned()))
        });
    vec![
        named("quizrain", output(&program.to_string_lossy(), &["--version"])),
        named("redis-server", redis),
        named("rustc", output("rustc", &["--version"])),
    ]
}
