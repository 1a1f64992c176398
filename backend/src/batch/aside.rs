//! Long work beside the threads that carry games. Called by whoever decodes, reads and writes files, a few at
//! a time.

use tokio::sync::oneshot;

/// By how much such a thread is nicer than others (`nice(2)`): where processors are short, it has about a
/// tenth of what they have.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Does work on a thread of its own, which gives way to those that carry games; `None`: it panicked, or
/// there is no thread for it.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, waits) = oneshot::channel();
    let run = move || {
        give_way();
        // Nobody may wait for it any more.
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("aside".to_owned()).spawn(run).ok()?;
    waits.await.ok()
}

/// The thread ends with its work, so that nobody has to take this back. Elsewhere than on Linux it would
/// be the whole process that gives way.
#[cfg(target_os = "linux")]
fn give_way() {
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "failed to lower the priority of a thread");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_elsewhere_and_a_panic_stays_there() {
        let here = std::thread::current().id();
        let there = aside(|| std::thread::current().id()).await.unwrap();
        assert_ne!(here, there);
        assert_eq!(aside(|| -> u8 { panic!("as meant") }).await, None);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_the_thread_of_the_work_gives_way() {
        let niceness = || rustix::process::nice(0).unwrap();
        let before = niceness();
        assert_eq!(aside(niceness).await, Some((before + NICENESS).min(19)));
        assert_eq!(niceness(), before);
    }
}
