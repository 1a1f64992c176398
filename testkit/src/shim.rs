//! Libraries that change what a program sees of its machine, for `LD_PRELOAD`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

/// The source of one.
#[derive(Clone, Copy, Debug)]
pub enum Shim {
    /// Makes `fdatasync` take longer, and counts it.
    SlowFdatasync,
    /// Moves the clock.
    Clock,
}

impl Shim {
    /// Compiles it into a folder; the path of the library.
    pub fn compile(self, dir: &Path) -> anyhow::Result<PathBuf> {
        let (name, source) = match self {
            Self::SlowFdatasync => ("slow_fdatasync", include_str!("../shim/slow_fdatasync.c")),
            Self::Clock => ("clock", include_str!("../shim/clock.c")),
        };
        let (file, library) =
            (dir.join(name).with_extension("c"), dir.join(name).with_extension("so"));
        std::fs::write(&file, source)?;
        let compiled = Command::new("cc")
            .args(["-O2", "-shared", "-fPIC", "-o"])
            .args([&library, &file])
            .arg("-ldl")
            .status()
            .context("cannot run cc, which compiles the shim; install a C compiler")?;
        ensure!(compiled.success(), "cc did not compile {}", file.display());
        Ok(library)
    }
}
