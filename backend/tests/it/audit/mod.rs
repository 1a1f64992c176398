//! The audit as a program: clean ledgers are clean, whatever is wrong is found and named, and what
//! cannot be checked is said.

mod corruptions;
mod million;
mod redis;
mod redrawn_amounts;
mod running_server;
mod unchecked;

use std::process::Command;

use serde_json::Value;

use crate::common::server::program;

/// What an audit said, and how it ended.
#[derive(Debug)]
pub(crate) struct Audit {
    code: i32,
    report: Value,
}

/// Runs an audit that answers in JSON, with more options.
pub(crate) fn audit(options: &[&str]) -> Audit {
    finish(program().args(["audit", "--json"]).args(options))
}

fn finish(command: &mut Command) -> Audit {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    });
    Audit { code: output.status.code().unwrap(), report }
}

impl Audit {
    /// The violations: invariant, and the row with what is wrong with it.
    fn violations(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = self.report["violations"].as_array().unwrap().iter();
        list.map(|found| {
            let line = format!("{}: {}", text(&found["row"]), text(&found["message"]));
            (text(&found["invariant"]), line)
        })
        .collect()
    }

    /// Everything was checked and nothing was found.
    pub(crate) fn assert_clean(&self) {
        assert_eq!((self.code, &self.report["status"]), (0, &"clean".into()), "{self:#?}");
        assert_eq!(self.violations(), []);
    }
}
