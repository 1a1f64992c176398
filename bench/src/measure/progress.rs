//! How far the run is: a moving line on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::result::{Row, round};

/// Where progress is told.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar }
    }

    /// What is being done.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(text.to_owned()),
            None => println!("    {text}"),
        }
    }

    /// A row that is done.
    pub(crate) fn row(&self, row: &Row) {
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |v| round(v).to_string());
        let verdict = match (row.failed.as_ref().or(row.skipped.as_ref()), &row.void, row.met) {
            (Some(why), _, _) if row.failed.is_some() => format!("failed: {why}"),
            (Some(why), _, _) => format!("skipped: {why}"),
            (_, Some(why), _) => format!("void: {why}"),
            (_, _, Some(true)) => format!("goal {} met", row.goal),
            (_, _, Some(false)) => format!("goal {} NOT met", row.goal),
            _ => String::new(),
        };
        let line = format!(
            "{:5} {:>7}  {} against {} {} = {} ×  {verdict}",
            row.id,
            row.n,
            number(row.ours),
            number(row.against),
            row.unit,
            number(row.ratio),
        );
        match &self.bar {
            Some(bar) => bar.println(line),
            None => println!("{line}"),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
