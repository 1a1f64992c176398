//! Long work beside the threads that carry games. Called by whoever decodes, reads and writes files, a few at
//! a time, by whoever hashes passwords, and by who measures the server.

use tokio::sync::oneshot;

/// By how much a thread is nicer than others (`nice(2)`) whose work somebody waits for: where processors are
/// short, it has about a tenth of what they have.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Does work on a thread of its own, which gives way to those that carry games; `None`: it panicked, or
/// there is no thread for it.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    on_a_thread(give_way, work).await
}

/// Does work on a thread of its own, which runs while nobody else wants the processor: for the library and for files
/// of results, which may take longer while a game needs everything. `None` as above.
pub(crate) async fn idle<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    on_a_thread(stand_back, work).await
}

async fn on_a_thread<T: Send + 'static>(
    first: fn(),
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, waits) = oneshot::channel();
    let run = move || {
        first();
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

/// Has the thread run while nobody else wants the processor, until it ends: by `SCHED_IDLE` (`sched(7)`), which
/// whatever else wants to run interrupts at once. Where it may not, it gives way.
#[cfg(target_os = "linux")]
pub fn stand_back() {
    use thread_priority::unix::{
        NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let lowest = thread_priority::ThreadPriority::Min;
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), lowest, idle) {
        tracing::debug!(?error, "failed to have a thread run while others do not");
        give_way();
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

/// Elsewhere than on Linux it would be the whole process that stands back: nothing is done.
#[cfg(not(target_os = "linux"))]
pub fn stand_back() {}

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
        use thread_priority::unix::{
            NormalThreadSchedulePolicy, ThreadSchedulePolicy, thread_schedule_policy,
        };
        let niceness = || rustix::process::nice(0).unwrap();
        let before = niceness();
        assert_eq!(aside(niceness).await, Some((before + NICENESS).min(19)));
        assert_eq!(niceness(), before);

        let normal = |policy| ThreadSchedulePolicy::Normal(policy);
        let policy = idle(|| thread_schedule_policy().unwrap()).await.unwrap();
        assert_eq!(policy, normal(NormalThreadSchedulePolicy::Idle));
        let here = thread_schedule_policy().unwrap();
        assert_ne!(here, normal(NormalThreadSchedulePolicy::Idle));
    }
}
