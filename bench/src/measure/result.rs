//! What a row found, as it is kept in JSON. Written by the rows, read by `report`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::stats::median;

/// A whole run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// When it began, as the system's `date` says it in UTC.
    pub(crate) date: String,
    /// The commit of the source tree, and whether it was changed since.
    pub(crate) commit: String,
    /// The system's load when it began.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) load: String,
    /// Whether rows were shortened.
    pub(crate) quick: bool,
    /// How long it took, in seconds.
    pub(crate) seconds: u64,
    /// What it ran on.
    pub(crate) machine: Vec<(String, String)>,
    /// With which versions.
    pub(crate) versions: Vec<(String, String)>,
    /// Every row and size.
    pub(crate) rows: Vec<Row>,
}

/// The note of a row that is of another run than its file: when it was measured, and on what.
pub(crate) const MEASURED: &str = "measured";

impl Run {
    /// Takes in a later run of some rows, in place of those with the same letters. What that one
    /// could not measure stays as it was.
    pub(crate) fn take_in(&mut self, later: &Self) {
        let (mut rows, new) = merge(&self.rows, &later.rows);
        rows.extend(later.sign(new));
        self.rows = rows;
    }

    /// Takes what this run of all rows could not measure from the one before it.
    pub(crate) fn fill_from(&mut self, before: &Self) {
        let (old, mut rows) = merge(&before.rows, &self.rows);
        rows.extend(before.sign(old));
        self.rows = rows;
    }

    /// Rows for the file of another run: each says that it is of this one, or of which it was.
    fn sign(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let length = if self.quick { "quick" } else { "full" };
        let note = format!(
            "in a {length} run on {} at commit {}, load {} when it began",
            self.date, self.commit, self.load
        );
        for row in &mut rows {
            row.more.entry(MEASURED).or_insert_with(|| note.clone().into());
        }
        rows
    }
}

/// What stays of earlier rows, and what goes beside it of later ones: a row without figures never
/// takes the place of figures.
fn merge(earlier: &[Row], later: &[Row]) -> (Vec<Row>, Vec<Row>) {
    let of = |row: &Row| row.id.chars().next();
    // A whole letter that failed is one row with that letter alone.
    let missed = |old: &Row, new: &Row| {
        old.has_figures() && !new.has_figures() && old.id.starts_with(&new.id)
    };
    let stays = |old: &&Row| {
        later.iter().all(|new| of(new) != of(old))
            || later.iter().any(|new| missed(old, new))
                && !later.iter().any(|new| new.has_figures() && new.id == old.id)
    };
    let old: Vec<_> = earlier.iter().filter(stays).cloned().collect();
    let counts = |new: &&Row| !old.iter().any(|old| missed(old, new));
    let new = later.iter().filter(counts).cloned().collect();
    (old, new)
}

/// What is asked of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Ours is at least so many times the other's.
    AtLeast(f64),
    /// Ours is at most so many times the other's.
    AtMost(f64),
    /// Ours is at most this, whatever the other does.
    Within(f64),
    /// Nothing; the row is for information.
    None,
}

/// One row at one size.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Which row.
    pub(crate) id: String,
    /// Its size: players, connections, packets.
    pub(crate) n: u64,
    /// What is measured, in words.
    pub(crate) what: String,
    /// The median of ours.
    pub(crate) ours: Option<f64>,
    /// The median of the counterpart.
    pub(crate) against: Option<f64>,
    /// Of both.
    pub(crate) unit: String,
    /// Ours over the counterpart's.
    pub(crate) ratio: Option<f64>,
    /// What was asked, in words.
    pub(crate) goal: String,
    /// Whether it was reached; `None` where nothing was asked or the row is void.
    pub(crate) met: Option<bool>,
    /// Each round of ours.
    pub(crate) rounds_ours: Vec<f64>,
    /// Each round of the counterpart.
    pub(crate) rounds_against: Vec<f64>,
    /// How much of one core the load client used while ours was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) client_cpu: Option<f64>,
    /// Why the figures do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) void: Option<String>,
    /// Why there are no figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failed: Option<String>,
    /// What it needs and this machine has not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) skipped: Option<String>,
    /// Whatever else was seen.
    #[serde(flatten)]
    pub(crate) more: Map<String, Value>,
}

impl Row {
    /// A row of these rounds, judged by its goal.
    pub(crate) fn new(
        id: &str,
        n: usize,
        what: &str,
        unit: &str,
        (ours, against): (Vec<f64>, Vec<f64>),
        goal: Goal,
    ) -> Self {
        let (our, other) = (median(&ours), median(&against));
        let ratio =
            our.zip(other).filter(|(_, other)| *other > 0.0).map(|(our, other)| our / other);
        let (goal, met) = match goal {
            Goal::AtLeast(least) => (format!("≥ {least} ×"), ratio.map(|ratio| ratio >= least)),
            Goal::AtMost(most) => (format!("≤ {most} ×"), ratio.map(|ratio| ratio <= most)),
            Goal::Within(most) => (format!("≤ {} {unit}", round(most)), our.map(|our| our <= most)),
            Goal::None => (String::new(), None),
        };
        Self {
            id: id.to_owned(),
            n: n as u64,
            what: what.to_owned(),
            ours: our,
            against: other,
            unit: unit.to_owned(),
            ratio,
            goal,
            met,
            rounds_ours: ours,
            rounds_against: against,
            ..Self::default()
        }
    }

    /// A row without figures.
    pub(crate) fn failure(id: &str, why: &anyhow::Error) -> Self {
        Self { id: id.to_owned(), failed: Some(format!("{why:#}")), ..Self::default() }
    }

    /// A row that cannot be measured on this machine.
    pub(crate) fn skip(id: &str, why: &str) -> Self {
        Self { id: id.to_owned(), skipped: Some(why.to_owned()), ..Self::default() }
    }

    /// Whether it was measured, whatever came of it.
    fn has_figures(&self) -> bool {
        self.failed.is_none() && self.skipped.is_none()
    }

    /// With one more thing seen.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.insert(name.to_owned(), value.into());
        self
    }

    /// With the load client's share of a core.
    pub(crate) fn client(mut self, shares: &[f64]) -> Self {
        self.client_cpu = median(shares).map(round);
        self
    }

    /// Void, where there is a reason: nothing is met then.
    pub(crate) fn void_if(mut self, reasons: &[String]) -> Self {
        if !reasons.is_empty() {
            self.void = Some(reasons.join("; "));
            self.met = None;
        }
        self
    }
}

/// Three digits that count: enough for people, and raw rounds are kept beside.
pub(crate) fn round(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powi(2 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: f64, against: f64, goal: Goal) -> Row {
        Row::new("X", 100, "a thing", "ms", (vec![ours], vec![against]), goal)
    }

    #[test]
    fn goals_are_judged_by_medians() {
        assert_eq!(row(6.0, 1.0, Goal::AtLeast(5.0)).met, Some(true));
        assert_eq!(row(4.9, 1.0, Goal::AtLeast(5.0)).met, Some(false));
        assert_eq!(row(1.2, 1.0, Goal::AtMost(1.3)).met, Some(true));
        assert_eq!(row(501.0, 9000.0, Goal::Within(500.0)).met, Some(false));
        assert_eq!(row(1.0, 1.0, Goal::None).met, None);
        assert_eq!(row(1.0, 0.0, Goal::AtMost(1.3)).met, None);
    }

    #[test]
    fn a_void_row_meets_nothing_and_keeps_its_numbers() {
        let row = row(6.0, 1.0, Goal::AtLeast(5.0)).void_if(&["1 is not 2".to_owned()]);
        assert_eq!((row.met, row.ours), (None, Some(6.0)));
        assert_eq!(row.void.as_deref(), Some("1 is not 2"));
    }

    #[test]
    fn rows_survive_json_with_whatever_else_they_say() {
        let row = row(1.0, 2.0, Goal::None).with("retries", 3).client(&[0.25]);
        let text = serde_json::to_string(&row).unwrap();
        let read: Row = serde_json::from_str(&text).unwrap();
        assert_eq!(read.more["retries"], 3);
        assert_eq!(read.client_cpu, Some(0.25));
    }

    /// A run; of its rows, those behind a `!` failed.
    fn run(date: &str, ids: &[&str]) -> Run {
        let row = |id: &&str| match id.strip_prefix('!') {
            Some(id) => Row::failure(id, &anyhow::anyhow!("no server")),
            None => Row { id: (*id).to_owned(), ..Row::default() },
        };
        Run {
            date: date.to_owned(),
            commit: "abc".to_owned(),
            load: "0.5 on 2 cores".to_owned(),
            quick: true,
            seconds: 1,
            machine: Vec::new(),
            versions: Vec::new(),
            rows: ids.iter().map(row).collect(),
        }
    }

    fn ids(run: &Run) -> Vec<&str> {
        run.rows.iter().map(|row| row.id.as_str()).collect()
    }

    fn note(row: &Row) -> &str {
        row.more.get(MEASURED).and_then(Value::as_str).unwrap_or_default()
    }

    #[test]
    fn rows_of_another_run_say_so_and_take_the_place_of_those_before() {
        let mut first = run("Monday", &["A", "Ntap", "B"]);
        first.take_in(&run("Tuesday", &["Ntapcpu"]));
        assert_eq!((ids(&first), first.date.as_str()), (vec!["A", "B", "Ntapcpu"], "Monday"));
        assert_eq!(note(&first.rows[0]), "");
        let said = note(&first.rows[2]);
        assert!(said.contains("quick run on Tuesday at commit abc, load 0.5 on 2 cores"), "{said}");
    }

    #[test]
    fn what_failed_takes_nobodys_place() {
        let mut results = run("Monday", &["A", "Ks", "Kp", "L"]);
        results.take_in(&run("Tuesday", &["!L", "Ks", "!Kp"]));
        assert_eq!(ids(&results), ["A", "Kp", "L", "Ks"]);
        assert!(results.rows.iter().all(Row::has_figures));
        assert!(results.rows[..3].iter().all(|row| note(row).is_empty()), "these are Monday's");
        assert!(note(&results.rows[3]).contains("Tuesday"));
        // Nothing is hidden where there is nothing better.
        results.take_in(&run("Wednesday", &["!B"]));
        assert_eq!(ids(&results), ["A", "Kp", "L", "Ks", "B"]);
        results.take_in(&run("Thursday", &["B"]));
        assert_eq!((ids(&results).len(), results.rows.iter().all(Row::has_figures)), (5, true));
    }

    #[test]
    fn a_whole_run_keeps_what_it_could_not_measure_and_nothing_else() {
        let mut before = run("Monday", &["A", "L", "N"]);
        before.take_in(&run("Tuesday", &["N"]));
        let mut whole = run("Wednesday", &["A", "!L", "!N", "!D"]);
        whole.fill_from(&before);
        assert_eq!((ids(&whole), whole.date.as_str()), (vec!["A", "D", "L", "N"], "Wednesday"));
        let notes: Vec<_> = whole.rows.iter().map(note).collect();
        assert_eq!((notes[0], notes[1]), ("", ""));
        assert!(notes[2].contains("Monday") && notes[3].contains("Tuesday"), "{notes:?}");
    }

    #[test]
    fn three_digits() {
        assert_eq!(round(123_456.0), 123_000.0);
        assert_eq!(round(0.012_345), 0.0123);
        assert_eq!(round(0.0), 0.0);
    }
}
