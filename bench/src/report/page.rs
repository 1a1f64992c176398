//! The page: what was measured, which goals are met and which are not. Pure.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::chart::{Chart, Group, draw, number, whole};
use crate::measure::result::{MEASURED, Row, Run};

/// The sections, by the letter of their rows.
const SECTIONS: [(char, &str, &str); 25] = [
    (
        'A',
        "Claims through Redis",
        "No sockets. Our batcher against the classic script (same checks) called once for each tap, on 50 connections (A50) and on one pipelined connection with 2,048 players waiting (AP). The file is synced before every reply; rows with an s have 2 ms added to every `fdatasync`.",
    ),
    (
        'B',
        "Taps through WebSockets",
        "Players tap rain after rain, each as soon as the last verdict is there, every grant durable, against a bare axum server that answers each frame with as many bytes. *Until in ledger* counts until the last claim is settled.",
    ),
    (
        'C',
        "Batches against one claim a call",
        "The counterpart is our own server with `--max-batch 1`. Cs has 2 ms added to every `fdatasync` of Redis. Who hears *busy* asks again after 0.7 s, as our page does.",
    ),
    (
        'D',
        "Time to a verdict",
        "10,000 players, an open loop at half of the highest rate of B; p99 from when a tap was due. The goal is echo's p99 + twice the p99 of `fdatasync` + 5 ms. While so many tap, settlement waits, for ten seconds at most.",
    ),
    (
        'E',
        "A question to everybody",
        "From the host's click to the question at the last player, against a bare broadcast of as many bytes.",
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
        "Until the last `Answered` is there, each durable, against an echo of the same frames. *Host sees all* is when the host was told that nobody is missing, by a frame that everybody gets.",
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
        "All packets of a rain are caught before the server hears of it; then its settlers settle them from the stream, until the last claim is acknowledged. Calls of 50 taps are a rush; rows with a 1 have a stream entry for each claim. Raw is the same rows into the same table in a fresh database with the same settings, 500 in one INSERT in one transaction: no chain, no look-up, no Redis. A row is also void where `quizrain audit` finds anything.",
    ),
    (
        'L',
        "A rain in several shards",
        "No sockets, no ledger. One rain over a Redis Cluster of as many primaries as shards, each with its file synced before every reply, 2,048 players waiting; the counterpart is one shard on a cluster of one. All primaries and the load client share the cores of this machine: where there are few, more shards show what they cost and not what they bring.",
    ),
    (
        'M',
        "Everybody types another word",
        "10,000 players answer a word cloud at once, each with another word; from the last verdict until the cloud is at the last screen. The counterpart is the same crowd and a single choice. Both close by themselves, at the next of the driver's ticks.",
    ),
    (
        'N',
        "Several servers",
        "The product on 1, 2 and 3 servers (*size*) over one Redis, synced before every reply, and one SQLite file; the counterpart is one server in the same run. Taps are those of B with 1,000 players, joins those of G and the question that of E with 3,000. All share the cores of this machine, so what counts is the CPU for each tap, join and frame: it should not grow with the servers. *Of each server* is in order, the one that made the game and has the host first; *of redis* is what all share. Nidle is a second in which nobody does anything. A row is void where a claim, a seat or a question is missing.",
    ),
    (
        'O',
        "Everybody at their own pace",
        "A self-paced game: each player reads a question for a random time, answers, hears what that brought, and goes on, at a mean of 2 s a question. From an answer to its verdict, p99, each durable, against an echo of as many frames at the same pace. Orate is without reading: each goes on at once. Oflat is the CPU time of server and Redis for each answer.",
    ),
    (
        'P',
        "Memory of an import",
        "A fresh server reads one file that comes near a limit of its format, by `POST /api/imports`; by how much its memory has grown at the most. One import is read at a time. Size is the file's, in bytes.",
    ),
    (
        'Q',
        "A game beside work in the studio",
        "5,000 players tap 2,500 times a second, an open loop; p99 of verdicts while a host does one thing after the other, as often as the rest of the machine lets them, against the same game on the same server alone, in turns: pictures of 1,600 by 1,200 pixels are uploaded, tables of 10,000 questions are imported, the results of R are downloaded as a workbook. Here and in S and T, whoever asks beside the game runs while nobody else wants a processor: they would have computers of their own.",
    ),
    (
        'R',
        "Results of a large game",
        "10,000 players have answered 50 questions in a game played through sockets. A server that has just started is asked for its results: the page, a part of the list of players, a player, each file with the answers of all. Rows with *mem* say by how much the server's memory has grown at the most. s is on SQLite, p on PostgreSQL.",
    ),
    (
        'S',
        "A game beside people who sign in",
        "As Q, while 200 people a second sign in, each in another browser with a token that a system of the host's own has signed; *times a second* says how many did, *answered* and *refused* what came of them in a round.",
    ),
    (
        'T',
        "A game beside somebody who means harm",
        "As Q, with the limits of frames that a server has by itself, while 2,000 connections have sent half a request and say nothing more, and a client sends 10,000 frames a second on four sockets. A connection that is let go is opened again at once, a socket after 100 ms, and then makes up for what it has missed. *Frames a second* were sent, of which the server read and refused *refused a second*; *let go a second* is how often the server closed one of the four; *half open held* is how many of the 2,000 it never closed at a time.",
    ),
    (
        'U',
        "The last answer, and the reveal",
        "Everybody answers at once, and the question closes by itself; from when the last answer was sent until the reveal is at the last screen, the host's among them. The counterpart is a bare server that answers as many frames with as many bytes and, at the last of them, broadcasts one frame of the reveal's size. *Until last verdict* is how much of it was gone when the last player was told that the answer counts; the driver looks whether all have answered as soon as its node has heard as many. A row is void where the reveal tells of another number of answers.",
    ),
    (
        'V',
        "A thousand small games",
        "Games of 20 players on one server, all at once, with a host each: questions, everybody's answers, the reveals, and a rain with a packet for each player, until the last of them is in the ledger. The counterpart is one game of as many players (*size*) on the same server; a full run has 1,000 games, or as many hundreds as the limit of open files lets. Each wait is the p99 of all players: of a question from the click of its own host, of a reveal from when the last of its own game had answered, of a packet from a tap when all rains are open. Vcpu is all of it for each player, with the seconds of countdown, in which the server looks after each game.",
    ),
    (
        'W',
        "TLS of the server's own",
        "The same server with `--tls-cert` (TLS 1.3, a key on P-256) and without, in turns. Wtap is B, Wjoin is G with a full handshake for each. The load client encrypts on the same cores and may end before the server does, so what counts is the CPU. Wfull and Wresumed connect one after the other, four at a time, until the upgrade: so many a second of CPU of the server alone; *handshake us* is what such a connection costs more than one without TLS, and *handshakes a second a core* how many of them a core makes that does nothing else. A row is void where the books do not balance, a seat is missing, or a handshake was of the other kind.",
    ),
    (
        'X',
        "A storm",
        "Two servers over one Redis and one database. Everybody sits at the first, and has answered a question whose reveal is shown, when it is killed; all connect to the second one at once, until each has its snapshot again. The counterpart are bare sockets whose server is killed, and a bare one that answers the first frame with as many bytes as a snapshot has. CPU is that of the second server and of Redis. Calls to Redis are those that servers make for players, from `INFO commandstats`; *all commands* counts also what scripts call. A row is void where somebody is shown another stage, or has not the answer and the seat that they had.",
    ),
    (
        'Y',
        "Building the server",
        "`cargo build --release` of the server, in a copy of the sources with an empty target folder (Yall), and again after a line was added to the library (Ychange), both with a front end that was built before. *Size* is the number of cores. `scripts/bench --build` measures it; there is no counterpart.",
    ),
];

/// Every chart there are figures for.
pub(super) fn charts(run: &Run) -> Vec<Chart> {
    let rows = |id: &str| -> Vec<&Row> {
        run.rows.iter().filter(|row| row.id == id && row.void.is_none()).collect()
    };
    let find = |id: &str, n: u64| rows(id).into_iter().find(|row| row.n == n);
    let claims = [("", "as it is"), ("s", "fdatasync 2 ms slower")].map(|(mark, label)| {
        let row = |id: &str| rows(&format!("{id}{mark}")).first().copied();
        let (plain, pipelined) = (row("A50"), row("AP"));
        let (ours, plain) = (plain.and_then(|row| row.ours), plain.and_then(|row| row.against));
        let values = vec![ours, plain, pipelined.and_then(|row| row.against)];
        Group { label: label.to_owned(), values }
    });
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

pub(super) fn cell(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), number)
}

pub(super) fn verdict(row: &Row) -> &'static str {
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
        "This was a **quick** run: 2 s a side and not the 10 s of a full run. Treat it as a smoke test."
    } else {
        "This was a full run."
    };
    let _ = writeln!(
        text,
        "Written by `scripts/bench` from [benchmarks.json](benchmarks.json), which has every round and figure. Measured {} at commit {}, in {} s. {length}\n\n\
         Load client and servers share the cores of one machine and its loopback: compare ratios, not absolute figures. Each round takes a \
         fresh server, ours and its counterpart in turns; tables have medians. A row is void unless verdicts, claims in Redis, claims in \
         the streams and rows of the ledger are equal.\n",
        run.date, run.commit, run.seconds,
    );
    if run.rows.iter().any(|row| row.more.contains_key(MEASURED)) {
        text.push_str("Rows with a note *measured* are of another run.\n\n");
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
        let name = |row: &Row| format!("{} at {}", row.id, whole(row.n));
        // The tables say by how much.
        let met = verdict_is == "met";
        let told = |row| if met { name(row) } else { format!("{} ({})", name(row), outcome(row)) };
        found.map(told).collect()
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
        if !found.is_empty() {
            let _ = writeln!(text, "- **{name}** ({}): {}", found.len(), found.join(", "));
        }
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
    text.push_str("| Row | Size | Ours | Counterpart | Unit | Ratio | Goal |\n");
    text.push_str("|---|---:|---:|---:|---|---:|---|\n");
    for row in rows {
        let goal = [row.goal.as_str(), verdict(row)];
        let goal: Vec<&str> = goal.into_iter().filter(|part| !part.is_empty()).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} |",
            row.id,
            whole(row.n),
            cell(row.ours),
            cell(row.against),
            row.unit,
            cell(row.ratio),
            goal.join(": "),
        );
    }
    text.push('\n');
    notes(text, rows);
}

/// What the file alone tells: counts of a run, and figures that say less than those beside them.
const FILE_ONLY: [&str; 28] = [
    "claims",
    "claims_against",
    "claims_ours",
    "client_cpu_against",
    "bytes",
    "cores",
    "cutting_seconds",
    "frames_per_second_of_each_server",
    "last_player_of_each_server",
    "of_all_servers",
    "of_client",
    "server_mib_at_1000",
    "server_mib_at_1000_against",
    "taps",
    "taps_against",
    "taps_ours",
    "until_in_ledger_of_each_server",
    "with_client",
    "core_of_busiest_redis",
    "cpu_us_per_tap_against",
    "fdatasync_p99",
    "p50_against",
    "p50_player_against",
    "p99_against",
    "redis_us_per_claim_against",
    "server_mib_at_10000_against",
    "worst_against",
    "worst_of_each_burst",
];

/// What each row is, and its figures by size. What is 0 is not told.
fn notes(text: &mut String, rows: &[&Row]) {
    let of_all = rows.first().and_then(|row| row.more.get(MEASURED));
    let of_all = of_all.filter(|note| rows.iter().all(|row| row.more.get(MEASURED) == Some(*note)));
    if let Some(note) = of_all {
        let _ = writeln!(text, "*Measured* {}.\n", extra(note));
    }
    let mut told: Vec<&str> = Vec::new();
    for row in rows {
        if told.contains(&row.id.as_str()) {
            continue;
        }
        told.push(&row.id);
        let of_id: Vec<&&Row> = rows.iter().filter(|other| other.id == row.id).collect();
        let mut parts = vec![row.what.clone()];
        for row in &of_id {
            let figures = figures(row, of_all.is_some()).join(" · ");
            match (figures.is_empty(), of_id.len()) {
                (true, _) => {}
                (_, 1) => parts.push(figures),
                _ => parts.push(format!("at {}: {figures}", whole(row.n))),
            }
        }
        let _ = writeln!(text, "- {}: {}", row.id, parts.join("; "));
    }
}

/// The figures of a row beside the table's.
fn figures(row: &Row, measured_is_told: bool) -> Vec<String> {
    let more = row.more.iter().filter(|(name, _)| {
        let told = measured_is_told && name.as_str() == MEASURED;
        !told && !FILE_ONLY.contains(&name.as_str())
    });
    let mut figures: Vec<String> = more
        .map(|(name, value)| (name.replace('_', " "), extra(value)))
        .filter(|(_, value)| value != "0" && value != "–")
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    figures.extend(row.void.iter().map(|why| format!("**void**: {why}")));
    figures.extend(row.failed.iter().map(|why| format!("**failed**: {why}")));
    figures.extend(row.skipped.iter().map(|why| format!("skipped: {why}")));
    figures
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
        assert!(text.contains("- **Met** (1): B at 1,000\n"), "{text}");
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
