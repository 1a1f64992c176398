//! Files under `docs/schema` that are made from the types.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(name)
}

/// The file is what the types make of it. With `QUIZRAIN_WRITE_SCHEMA` set it is written instead.
pub(crate) fn compare(name: &str, now: &str) {
    if env::var_os("QUIZRAIN_WRITE_SCHEMA").is_some() {
        return fs::write(path(name), now).unwrap();
    }
    let stored = fs::read_to_string(path(name)).unwrap();
    for (number, (now, stored)) in now.lines().zip(stored.lines()).enumerate() {
        assert_eq!(now, stored, "line {} of docs/schema/{name}: {HOW}", number + 1);
    }
    assert!(now == stored, "docs/schema/{name} has other lines: {HOW}");
}

const HOW: &str =
    "`QUIZRAIN_WRITE_SCHEMA=1 cargo test -p quizrain-shared --test it` writes it anew";
