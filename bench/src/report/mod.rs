//! `quizrain-bench report`: the figures of `measure` and of the pages, as a page with tables and charts.

mod chart;
mod page;
mod pages;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::measure::read_run;

/// What `report` can be told.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The file that `measure` wrote.
    #[arg(long, env = "QUIZRAIN_BENCH_OUT", default_value = "docs/benchmarks.json")]
    from: PathBuf,

    /// The file that `scripts/bench --pages` wrote; there may be none.
    #[arg(long, env = "QUIZRAIN_BENCH_PAGES", default_value = "docs/pages.json")]
    pages: PathBuf,

    /// The page to write.
    #[arg(long, env = "QUIZRAIN_BENCH_PAGE", default_value = "docs/BENCHMARKS.md")]
    page: PathBuf,

    /// The folder for its charts.
    #[arg(long, env = "QUIZRAIN_BENCH_IMAGES", default_value = "docs/images")]
    images: PathBuf,
}

/// Writes the page and its charts.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let run = read_run(&options.from)?;
    let pages = options.pages.exists().then(|| read_run(&options.pages)).transpose()?;
    std::fs::create_dir_all(&options.images)
        .with_context(|| format!("cannot make {}", options.images.display()))?;
    let charts = page::charts(&run);
    for chart in &charts {
        write(&options.images.join(chart.file), &chart.svg)?;
    }
    let mut text = page::write(&run, &charts, &options.images, &options.page);
    if let Some(pages) = &pages {
        text.push_str(&pages::section(pages));
    }
    write(&options.page, &text)?;
    println!("{} and {} charts written", options.page.display(), charts.len());
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
