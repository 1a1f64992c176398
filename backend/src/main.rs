//! The `quizrain` program. What it does is in its library, in `cli`.

use std::process::ExitCode;

/// Verdicts, frames and rows are many small pieces that one thread makes and another drops.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    quizrain::cli::main()
}
