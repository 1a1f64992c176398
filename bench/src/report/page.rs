//! The page: what was measured, which goals are met and which are not. Pure.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::chart::{Chart, Group, draw, number, whole};
use crate::measure::result::{MEASURED, Row, Run};

/// The sections, by the letter of their rows.
const SECTIONS: [(char, &str, &str); 13] = [
    (
        'A',
        "Claims through Redis",
        "No sockets. Our batcher against the classic script (every check the same) called once for each tap, on 50 plain connections (A50) and on one pipelined connection with 2,048 players waiting (AP). A claim counts when it is the first of its account and the pool is not empty. The file is synced before every reply. Rows with an s have 2 ms added to every `fdatasync` of Redis.",
    ),
    (
        'B',
        "Taps through WebSockets",
        "Players tap rain after rain, each as soon as the verdict on the last is there. Against it a bare axum server that answers each frame with as many bytes. Every grant is durable. The settler works beside it; *until in ledger* counts the time, or the CPU, until the last claim stands in the ledger.",
    ),
    (
        'C',
        "Batches against one claim a call",
        "Our own server with `--max-batch 1` is the counterpart. Cs has 2 ms added to every `fdatasync` of Redis. Who hears that the server is busy asks again after 0.7 s, as our page does; *asked again* tells how often that was.",
    ),
    (
        'D',
        "Time to a verdict",
        "10,000 players, an open loop at half of the highest rate of B. A wait counts from when a tap was due. The goal is echo's p99 + twice the p99 of `fdatasync` + 2 ms.",
    ),
    (
        'E',
        "A question to everybody",
        "From the host's click, a real frame on the host's socket, to the question at the last player. Against a bare broadcast of as many bytes.",
    ),
    ('F', "Memory of a player", "Resident memory of the server process; Redis is told apart."),
    (
        'G',
        "Everybody joins at once",
        "All connects are started together; a player is in when the welcome with a seat is there. The counterpart only upgrades.",
    ),
    (
        'H',
        "Everybody answers at once",
        "Until the last `Answered` is there, each durable. Against an echo of the same frames. *host sees all ms* includes the quarter of a second by which progress is merged.",
    ),
    ('I', "A million packets", "Cutting the pot, and loading the pool."),
    (
        'J',
        "A burst of taps",
        "5,000 players tap within one second, evenly; the worst verdict of all bursts.",
    ),
    (
        'K',
        "Claims into the ledger",
        "All packets of a rain are caught before the server hears of it; then its settler (default options) settles them from the stream. Its time runs from when it turns to the rain until it has acknowledged the last claim: read from Redis, looked up in the sealed list, inserted, chained, committed, told by publish, acknowledged. Calls of 50 taps are a rush; calls of one tap (rows with a 1) make a stream with an entry for each claim. Raw is the same rows, read back from the ledger, into the same table with the same indexes in a fresh database of the same kind: one connection of the same SQL library, 500 rows in one INSERT in one transaction, with the same settings (SQLite: WAL, synchronous FULL; PostgreSQL: a cluster of our own, fsync and synchronous_commit on); no chain, no look-up, no Redis. A row is also void where `quizrain audit` finds anything.",
    ),
    (
        'L',
        "A rain in several shards",
        "No sockets, no ledger. The packets of one rain in 1, 2, 4 and 8 shards, over a Redis Cluster of as many primaries without replicas, each with its file synced before every reply; all lanes use one client of the cluster, as on a node. Slots lie in equal ranges, so that each shard lies on a primary of its own. 2,048 players wait, each grabs from the shard that is theirs. The counterpart is one shard on a cluster of one. All primaries and the load client share the cores of this machine (*cores*), and one shard with its client uses most of them: where there are few, more shards show what they cost and not what they bring. A primary with a core and a disk of its own is the assumption of docs/SCALING.md, which this machine cannot show.",
    ),
    (
        'N',
        "Several servers",
        "The product on 1, 2 and 3 servers (*size*) over one Redis, synced before every reply, and one SQLite file, players spread evenly; the counterpart is one server in the same run. Taps are those of B with 1,000 players, joins those of G with 3,000, the question that of E with 3,000. Servers, Redis and load client share the cores of this machine, so more servers cannot do more here, and rates and times say little about machines of their own. What counts is the CPU time for each tap, join and frame: it should not grow with the servers, so that two machines have nearly twice the room of one. Figures *of each server* are in order, the server that made the game and has the host first: what falls to it alone (driving the game) and what to all (sockets, frames) can be told apart, and *of redis* is what all share. Ntapcpu counts until the last verdict, *until in ledger* until the last claim stands in the ledger. Nidle is a second in which nobody does anything. A row is void where a claim, a seat or a question is missing.",
    ),
];

/// Every chart there are figures for.
pub(super) fn charts(run: &Run) -> Vec<Chart> {
    let rows = |id: &str| -> Vec<&Row> {
        run.rows.iter().filter(|row| row.id == id && row.void.is_none()).collect()
    };
    let find = |id: &str, n: u64| rows(id).into_iter().find(|row| row.n == n);
    let claims: Vec<Group> = [("", "as it is"), ("s", "fdatasync 2 ms slower")]
        .iter()
        .map(|(mark, label)| {
            let row = |id: &str| rows(&format!("{id}{mark}")).first().copied();
            let (plain, pipelined) = (row("A50"), row("AP"));
            Group {
                label: (*label).to_owned(),
                values: vec![
                    plain.and_then(|row| row.ours),
                    plain.and_then(|row| row.against),
                    pipelined.and_then(|row| row.against),
                ],
            }
        })
        .collect();
    let sized = |id: &str, others: &[&str]| -> Vec<Group> {
        rows(id)
            .into_iter()
            .map(|row| Group {
                label: whole(row.n),
                values: std::iter::once(row.ours)
                    .chain(std::iter::once(row.against))
                    .chain(others.iter().map(|id| find(id, row.n).and_then(|row| row.against)))
                    .collect(),
            })
            .collect()
    };
    [
        draw(
            "bench-claims.svg",
            "Claims through Redis",
            "claims a second",
            &["batched", "50 connections", "pipelined"],
            &claims,
        ),
        draw(
            "bench-taps.svg",
            "Taps by connections",
            "taps a second",
            &["quizrain", "bare echo", "one claim a call"],
            &sized("B", &["C"]),
        ),
        draw(
            "bench-question.svg",
            "Question at the last player, by players",
            "ms",
            &["quizrain", "bare broadcast"],
            &sized("E", &[]),
        ),
        draw(
            "bench-join.svg",
            "All join at once, by players",
            "ms",
            &["quizrain, seated", "bare, connected"],
            &sized("G", &[]),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn cell(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), number)
}

fn verdict(row: &Row) -> &'static str {
    if row.skipped.is_some() {
        return "skipped";
    }
    match (&row.failed, &row.void, row.met) {
        (Some(_), ..) => "failed",
        (_, Some(_), _) => "void",
        (_, _, Some(true)) => "met",
        (_, _, Some(false)) => "**not met**",
        _ => "",
    }
}

fn extra(value: &Value) -> String {
    match value {
        Value::Number(value) => value.as_f64().map_or(String::new(), number),
        Value::Array(values) => values.iter().map(extra).collect::<Vec<_>>().join(", "),
        Value::String(text) => text.clone(),
        _ => "–".to_owned(),
    }
}

/// Writes the page; charts are linked from its own folder.
pub(super) fn write(run: &Run, charts: &[Chart], images: &Path, page: &Path) -> String {
    let mut text = String::from("# Benchmarks\n\n");
    let length = if run.quick {
        "This was a **quick** run: rounds of one second and few of them, so claim rows lasted 2 s a side and not the 10 s of a full run. Treat it as a smoke test."
    } else {
        "This was a full run."
    };
    let _ = writeln!(
        text,
        "Written by `scripts/bench` from [benchmarks.json](benchmarks.json), which has every round. Measured {} at commit {}, in {} s. {length}\n\n\
         Load client and servers share the cores of one machine and talk over its loopback, so compare ratios, not absolute figures. Each \
         round takes a fresh server, ours and its counterpart in turns; the tables tell medians. After every row with claims, verdicts, \
         claims in Redis, claims in the streams and rows of the ledger must be equal, or the row is void.\n",
        run.date, run.commit, run.seconds,
    );
    if run.rows.iter().any(|row| row.more.contains_key(MEASURED)) {
        text.push_str(
            "Rows with a note *measured* are of another run: date, commit and load are in the note.\n\n",
        );
    }
    summary(&mut text, &run.rows);
    text.push_str("## Machine\n\n| | |\n|---|---|\n");
    for (name, value) in run.machine.iter().chain(&run.versions) {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    let folder =
        page.parent().and_then(|folder| images.strip_prefix(folder).ok()).unwrap_or(images);
    for (letter, title, about) in SECTIONS {
        let rows: Vec<&Row> = run.rows.iter().filter(|row| row.id.starts_with(letter)).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n## {letter}: {title}\n\n{about}\n");
        table(&mut text, &rows);
        for chart in charts.iter().filter(|chart| belongs(chart.file) == letter) {
            let _ = writeln!(text, "\n![{}]({}/{})", chart.title, folder.display(), chart.file);
        }
    }
    text
}

fn belongs(file: &str) -> char {
    match file {
        "bench-claims.svg" => 'A',
        "bench-taps.svg" => 'B',
        "bench-question.svg" => 'E',
        _ => 'G',
    }
}

fn summary(text: &mut String, rows: &[Row]) {
    let with = |verdict_is: &str| -> Vec<String> {
        let found = rows.iter().filter(|row| verdict(row) == verdict_is);
        found.map(|row| format!("{} at {} ({})", row.id, whole(row.n), outcome(row))).collect()
    };
    text.push_str("## Goals\n\n");
    for (name, verdict) in [
        ("Not met", "**not met**"),
        ("Met", "met"),
        ("Void", "void"),
        ("Failed", "failed"),
        ("Skipped", "skipped"),
    ] {
        let found = with(verdict);
        let list = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        let _ = writeln!(text, "- **{name}** ({}): {list}", found.len());
    }
    text.push('\n');
}

/// How a row stands to its goal, in few characters.
fn outcome(row: &Row) -> String {
    if let Some(why) = row.failed.as_ref().or(row.skipped.as_ref()) {
        return why.clone();
    }
    if row.goal.ends_with('×') {
        format!("{} ×, goal {}", cell(row.ratio), row.goal)
    } else {
        format!("{} {}, goal {}", cell(row.ours), row.unit, row.goal)
    }
}

fn table(text: &mut String, rows: &[&Row]) {
    text.push_str(
        "| Row | Size | Ours | Counterpart | Unit | Ratio | Goal | | Rounds | Client CPU |\n",
    );
    text.push_str("|---|---:|---:|---:|---|---:|---|---|---:|---:|\n");
    for row in rows {
        let rounds = row.rounds_ours.len().max(row.rounds_against.len());
        let client =
            row.client_cpu.map_or("–".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {rounds} | {client} |",
            row.id,
            whole(row.n),
            cell(row.ours),
            cell(row.against),
            row.unit,
            cell(row.ratio),
            row.goal,
            verdict(row),
        );
    }
    text.push('\n');
    for row in rows {
        let head = format!("- {} at {}: {}", row.id, whole(row.n), row.what);
        let mut notes: Vec<String> = row
            .more
            .iter()
            .map(|(name, value)| format!("{} {}", name.replace('_', " "), extra(value)))
            .collect();
        notes.extend(row.void.iter().map(|why| format!("**void**: {why}")));
        notes.extend(row.failed.iter().map(|why| format!("**failed**: {why}")));
        notes.extend(row.skipped.iter().map(|why| format!("skipped: {why}")));
        let notes =
            if notes.is_empty() { String::new() } else { format!(". {}", notes.join("; ")) };
        let _ = writeln!(text, "{head}{notes}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::result::Goal;

    fn run(rows: Vec<Row>) -> Run {
        Run {
            date: "today".into(),
            commit: "abc".into(),
            load: String::new(),
            quick: true,
            seconds: 9,
            machine: vec![("Cores".into(), "2".into())],
            versions: Vec::new(),
            rows,
        }
    }

    fn page(rows: Vec<Row>) -> String {
        let run = run(rows);
        let charts = charts(&run);
        write(&run, &charts, Path::new("docs/images"), Path::new("docs/BENCHMARKS.md"))
    }

    #[test]
    fn the_page_says_plainly_what_is_met_and_what_is_not() {
        let row = |id: &str, ours: f64| {
            Row::new(id, 1000, "taps", "taps/s", (vec![ours], vec![100.0]), Goal::AtLeast(0.6))
        };
        let void = row("C", 90.0).void_if(&["1 is not 2".to_owned()]);
        let failed = Row::failure("D", &anyhow::anyhow!("no server"));
        let skipped = Row::skip("Kp", "no PostgreSQL");
        let met = row("B", 70.0).with("asked_again", 3);
        let text = page(vec![met, row("B", 50.0), void, failed, skipped]);
        assert!(text.contains("- **Met** (1): B at 1,000 (0.7 ×, goal ≥ 0.6 ×)"), "{text}");
        assert!(text.contains("- **Not met** (1): B at 1,000 (0.5 ×, goal ≥ 0.6 ×)"));
        assert!(text.contains("**void**: 1 is not 2") && text.contains("**failed**: no server"));
        assert!(text.contains("- **Skipped** (1): Kp at 0 (no PostgreSQL)"), "{text}");
        assert!(text.contains("asked again 3") && text.contains("**quick**"));
        assert!(text.contains("(images/bench-taps.svg)") && !text.contains("another run"));
    }

    #[test]
    fn every_row_that_can_be_asked_for_has_a_section_that_explains_it() {
        for letter in crate::measure::LETTERS.chars() {
            let found = SECTIONS.iter().filter(|(of, ..)| *of == letter);
            assert_eq!(found.count(), 1, "{letter}");
        }
        let one = Row::new("Ntap", 2, "taps", "taps/s", (vec![9.0], vec![8.0]), Goal::None);
        let text = page(vec![one.with(MEASURED, "on Tuesday")]);
        assert!(text.contains("## N: Several servers") && text.contains("are of another run"));
    }

    #[test]
    fn a_void_row_is_in_no_chart() {
        let row = Row::new("G", 1000, "join", "ms", (vec![1.0], vec![1.0]), Goal::None);
        assert_eq!(charts(&run(vec![row.clone()])).len(), 1);
        assert_eq!(charts(&run(vec![row.void_if(&["no".to_owned()])])).len(), 0);
    }
}
