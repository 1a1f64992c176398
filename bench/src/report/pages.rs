//! The section of the pages: what `scripts/bench --pages` saw in a browser. Its rows have several
//! figures each, which `e2e/pages/row.ts` writes. Pure.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;

use super::chart::number;
use super::page::{cell, verdict};
use crate::measure::result::{MEASURED, Row, Run};

/// What each row is measured by, beside what its own words say.
const ABOUT: &str = "Written by `scripts/bench --pages` from [pages.json](pages.json), in a headless Chromium on the machine of the \
    server; the counterpart is an older quizrain, measured in turns with this one. Figures are medians of rounds, with the least and \
    the most beside them. *LAN* is the machine's own address in its network, where a browser takes no brotli and trusts no page. \
    Lines and processors are slowed down by Chromium's debugger. A row is void where a round of it could not be measured.";

/// One figure of a row.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Figure {
    name: String,
    ours: Option<f64>,
    against: Option<f64>,
    unit: String,
    ratio: Option<f64>,
    goal: String,
    met: Option<bool>,
    rounds_ours: Vec<f64>,
}

impl Figure {
    /// Those of a row; none where it has none that can be read.
    fn of(row: &Row) -> Vec<Self> {
        let list = row.more.get("figures").cloned().unwrap_or_default();
        serde_json::from_value(list).unwrap_or_default()
    }

    /// The least and the most of its rounds, where there are several.
    fn spread(&self) -> String {
        let rounds = self.rounds_ours.iter().copied();
        match (rounds.clone().reduce(f64::min), rounds.reduce(f64::max)) {
            (Some(least), Some(most)) if self.rounds_ours.len() > 1 => {
                format!("{} to {}", number(least), number(most))
            }
            _ => String::new(),
        }
    }
}

/// Writes the section.
pub(super) fn section(run: &Run) -> String {
    let length = if run.quick { "quick" } else { "full" };
    let mut text = format!(
        "\n## Pages\n\n{ABOUT}\n\nMeasured {} at commit {}, in a {length} run of {} s, load {} when it began.\n\n",
        run.date, run.commit, run.seconds, run.load,
    );
    text.push_str("| | |\n|---|---|\n");
    for (name, value) in run.machine.iter().chain(&run.versions) {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    text.push_str("\n| Row | Figure | Ours | Spread | Counterpart | Unit | Ratio | Goal |\n");
    text.push_str("|---|---|---:|---|---:|---|---:|---|\n");
    for row in &run.rows {
        for figure in Figure::of(row) {
            write_figure(&mut text, row, &figure);
        }
    }
    text.push('\n');
    for row in &run.rows {
        let _ = writeln!(text, "- {}: {}", row.id, notes(row).join("; "));
    }
    text
}

/// What a row is, and what was seen beside its figures.
fn notes(row: &Row) -> Vec<String> {
    let told = |name: &str| row.more.get(name).and_then(Value::as_str);
    let seen = row.more.get("notes").and_then(Value::as_array).into_iter().flatten();
    let mut parts = vec![row.what.clone()];
    parts.extend(told(MEASURED).map(|when| format!("*measured* {when}")));
    parts.extend(seen.filter_map(Value::as_str).map(str::to_owned));
    parts.extend(told("void_against").map(|why| format!("no counterpart: {why}")));
    parts.extend(row.void.iter().map(|why| format!("**void**: {why}")));
    parts
}

fn write_figure(text: &mut String, row: &Row, figure: &Figure) {
    // A row's verdict is that of all its figures; this one has its own.
    let own = Row { met: figure.met, ..row.clone() };
    let goal = [figure.goal.as_str(), verdict(&own)];
    let goal: Vec<&str> = goal.into_iter().filter(|part| !part.is_empty()).collect();
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        row.id,
        figure.name,
        cell(figure.ours),
        figure.spread(),
        cell(figure.against),
        figure.unit,
        cell(figure.ratio),
        goal.join(": "),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as `e2e/pages/main.ts` writes it.
    const FILE: &str = r#"{
        "date": "today", "commit": "abc", "load": "0.10 on 2 cores", "quick": false, "seconds": 9,
        "machine": [["Cores", "2"]], "versions": [["Chromium", "156"]],
        "rows": [
            {"id": "P1", "n": 1, "what": "bytes", "ours": 90.5, "against": 150.0, "unit": "KB", "ratio": 0.603,
             "goal": "≤ 100 KB", "met": false, "rounds_ours": [90.5], "rounds_against": [150.0],
             "figures": [
                {"name": "brotli", "ours": 90.5, "against": 150.0, "unit": "KB", "ratio": 0.603,
                 "goal": "≤ 100 KB", "met": true, "rounds_ours": [90.0, 90.5, 91.0], "rounds_against": [150.0]},
                {"name": "gzip", "ours": 140.0, "against": null, "unit": "KB", "ratio": null,
                 "goal": "≤ 130 KB", "met": false, "rounds_ours": [140.0], "rounds_against": []}],
             "notes": ["5 answers"]},
            {"id": "P5", "n": 1, "what": "shift", "ours": null, "against": null, "unit": "", "ratio": null,
             "goal": "≤ 0", "met": null, "rounds_ours": [], "rounds_against": [], "void": "round 1: no podium",
             "figures": [{"name": "CLS", "ours": null, "against": null, "unit": "", "ratio": null,
                 "goal": "≤ 0", "met": null, "rounds_ours": [], "rounds_against": []}],
             "notes": []}
        ]
    }"#;

    #[test]
    fn every_figure_has_a_line_and_what_is_void_says_why() {
        let run: Run = serde_json::from_str(FILE).unwrap();
        let text = section(&run);
        let lines = [
            "| P1 | brotli | 90.5 | 90 to 91 | 150 | KB | 0.603 | ≤ 100 KB: met |\n",
            "| P1 | gzip | 140 |  | – | KB | – | ≤ 130 KB: **not met** |\n",
            "| P5 | CLS | – |  | – |  | – | ≤ 0: void |\n",
            "- P1: bytes; 5 answers\n",
            "- P5: shift; **void**: round 1: no podium\n",
            "| Chromium | 156 |\n",
        ];
        for line in lines {
            assert!(text.contains(line), "{line}{text}");
        }
        assert!(text.contains("in a full run of 9 s, load 0.10 on 2 cores"), "{text}");
    }
}
