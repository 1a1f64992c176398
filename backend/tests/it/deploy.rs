//! What `deploy/` sets is what the program knows. That nginx serves two nodes with that very
//! configuration is shown in `nodes::nginx`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::server::program;

/// Every name like `QUIZRAIN_…` in a text.
fn variables(text: &str) -> BTreeSet<&str> {
    let of_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let names = text.split(|c: char| !of_name(c));
    names.filter(|name| name.starts_with("QUIZRAIN_")).collect()
}

#[test]
fn every_variable_that_is_set_is_an_option() {
    let help = program().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let known = variables(&help);
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    for name in ["Containerfile", "compose.yaml", "example.env"] {
        let text = fs::read_to_string(deploy.join(name)).unwrap();
        let used = variables(&text);
        assert!(!used.is_empty(), "{name} sets nothing");
        let unknown: Vec<_> = used.difference(&known).collect();
        assert!(unknown.is_empty(), "{name} sets {unknown:?}, which quizrain does not know");
    }
}
