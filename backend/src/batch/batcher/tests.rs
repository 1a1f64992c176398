//! A batcher over calls that the test lets go when it likes.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::task::Poll;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::*;

/// Calls that are answered when the test says so: ten times what was asked.
struct Held(UnboundedSender<Call>);

struct Call {
    requests: Vec<u32>,
    answer: oneshot::Sender<bool>,
}

impl Operation for Held {
    type Request = u32;
    type Response = u32;
    const NAME: &'static str = "held";
    const LINGER: Duration = Duration::from_secs(60);

    fn at_once(&self) -> usize {
        1
    }

    async fn call(&self, requests: &[u32]) -> Result<Vec<u32>, StoreError> {
        let (answer, released) = oneshot::channel();
        let _ = self.0.send(Call { requests: requests.to_vec(), answer });
        if released.await.unwrap_or(false) {
            Ok(requests.iter().map(|request| 10 * request).collect())
        } else {
            Err(StoreError::Corrupt("the test".to_owned()))
        }
    }
}

/// An answer that is waited for. Dropping it is giving up.
type Answer = Pin<Box<dyn Future<Output = Result<u32, Overloaded>>>>;

struct Bench {
    batcher: Arc<Batcher<Held>>,
    calls: UnboundedReceiver<Call>,
    waiting: Vec<Answer>,
}

impl Bench {
    fn new(most: usize) -> Self {
        let (sender, calls) = unbounded_channel();
        Self { batcher: Arc::new(Batcher::new(Held(sender), most)), calls, waiting: Vec::new() }
    }

    /// Asks, and has asked when this returns.
    async fn submit(&self, requests: impl IntoIterator<Item = u32>) -> Vec<Answer> {
        let mut answers = Vec::new();
        for request in requests {
            let batcher = Arc::clone(&self.batcher);
            let mut answer: Answer = Box::pin(async move { batcher.submit(request).await });
            let asked = std::future::poll_fn(|cx| Poll::Ready(answer.as_mut().poll(cx)));
            answers.push(match asked.await {
                Poll::Pending => answer,
                Poll::Ready(answer) => Box::pin(std::future::ready(answer)),
            });
        }
        answers
    }

    async fn call(&mut self) -> Call {
        let call = tokio::time::timeout(Duration::from_secs(10), self.calls.recv()).await;
        call.unwrap().unwrap()
    }

    /// The calls that are on their way now.
    async fn under_way(&mut self) -> usize {
        settle().await;
        self.calls.len()
    }

    /// A call of one ask, so that all that is asked from now on waits.
    async fn fill(&mut self) -> Call {
        let answers = self.submit([1]).await;
        self.waiting.extend(answers);
        self.call().await
    }
}

/// Everything that can run, runs: this runtime has one thread.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

async fn all(answers: Vec<Answer>) -> Vec<Result<u32, Overloaded>> {
    let mut results = Vec::new();
    for answer in answers {
        results.push(answer.await);
    }
    results
}

fn tens(requests: impl IntoIterator<Item = u32>) -> Vec<Result<u32, Overloaded>> {
    requests.into_iter().map(|request| Ok(10 * request)).collect()
}

#[tokio::test]
async fn an_ask_alone_leaves_at_once_and_whoever_asks_meanwhile_goes_together_with_the_next_call() {
    let mut bench = Bench::new(1024);
    let first = bench.submit([1]).await;
    let one = bench.call().await;
    assert_eq!(one.requests, [1]);
    let others = bench.submit(2..40).await;
    assert_eq!(bench.under_way().await, 0, "a second call left");
    one.answer.send(true).unwrap();
    let two = bench.call().await;
    assert_eq!(two.requests, (2..40).collect::<Vec<_>>(), "in the order of asking");
    assert_eq!(all(first).await, tens([1]));
    two.answer.send(true).unwrap();
    assert_eq!(all(others).await, tens(2..40));
    assert_eq!(bench.under_way().await, 0);
}

#[tokio::test]
async fn where_many_ask_a_call_waits_for_those_who_are_coming_and_no_longer() {
    let mut bench = Bench::new(1024);
    let one = bench.fill().await;
    let some = bench.submit(10..20).await;
    one.answer.send(true).unwrap();
    // It carried one: the next leaves with whoever waits.
    let two = bench.call().await;
    assert_eq!(two.requests, (10..20).collect::<Vec<_>>());
    let before = bench.submit(20..22).await;
    two.answer.send(true).unwrap();
    // Each turn brings one more, until they are company enough.
    let mut next = 22;
    let mut coming = Vec::new();
    while bench.calls.is_empty() && next < 200 {
        coming.extend(bench.submit([next]).await);
        next += 1;
        tokio::task::yield_now().await;
    }
    let three = bench.call().await;
    assert!(three.requests.len() >= COMPANY, "{:?}", three.requests);
    // Whoever came too late for it goes with the next, for which nobody else comes.
    let late = bench.submit([next]).await;
    three.answer.send(true).unwrap();
    let four = bench.call().await;
    assert_eq!(four.requests.last(), Some(&next));
    four.answer.send(true).unwrap();
    assert_eq!(all(late).await, tens([next]));
    assert_eq!(all(some).await, tens(10..20));
    assert_eq!(all(before).await, tens(20..22));
    assert_eq!(all(coming).await, tens(22..next));
}

#[tokio::test]
async fn what_is_asked_at_the_same_time_goes_together() {
    let mut bench = Bench::new(1024);
    let answers = bench.submit(0..100).await;
    let call = bench.call().await;
    assert_eq!(call.requests.len(), 100);
    call.answer.send(true).unwrap();
    assert_eq!(all(answers).await, tens(0..100));
}

/// The same, dear, with an interval that a test can wait for.
struct Dear(Held);

impl Operation for Dear {
    type Request = u32;
    type Response = u32;
    const NAME: &'static str = "dear";
    const INTERVAL: Duration = Duration::from_millis(400);

    async fn call(&self, requests: &[u32]) -> Result<Vec<u32>, StoreError> {
        self.0.call(requests).await
    }
}

#[tokio::test]
async fn a_dear_call_leaves_at_once_and_the_next_after_its_interval_with_all_who_have_come() {
    let (sender, mut calls) = unbounded_channel();
    let batcher = Batcher::new(Dear(Held(sender)), 1024);
    let mut next = async || {
        let call = tokio::time::timeout(Duration::from_secs(10), calls.recv()).await;
        call.unwrap().unwrap()
    };
    let first = Instant::now();
    let (one, ()) = tokio::join!(batcher.submit(1), async {
        next().await.answer.send(true).unwrap();
    });
    assert_eq!(one, Ok(10));
    let (two, three, ()) = tokio::join!(batcher.submit(2), batcher.submit(3), async {
        let call = next().await;
        assert!(first.elapsed() >= Dear::INTERVAL, "{:?}", first.elapsed());
        assert_eq!(call.requests, [2, 3]);
        call.answer.send(true).unwrap();
    });
    assert_eq!((two, three), (Ok(20), Ok(30)));
}

#[tokio::test]
async fn with_one_in_a_call_nobody_waits_for_another() {
    let mut bench = Bench::new(1);
    let answers = bench.submit(0..50).await;
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(bench.call().await);
    }
    let requests: BTreeSet<u32> = calls.iter().flat_map(|call| call.requests.clone()).collect();
    assert!(calls.iter().all(|call| call.requests.len() == 1) && requests.into_iter().eq(0..50));
    calls.into_iter().rev().for_each(|call| call.answer.send(true).unwrap());
    assert_eq!(all(answers).await, tens(0..50));
}

#[tokio::test]
async fn full_calls_double_the_cap_and_a_failed_one_halves_it() {
    let mut bench = Bench::new(500);
    let one = bench.fill().await;
    let answers = bench.submit(1000..3000).await;
    one.answer.send(true).unwrap();
    let mut sizes = Vec::new();
    for _ in 0..3 {
        let call = bench.call().await;
        sizes.push(call.requests.len());
        call.answer.send(true).unwrap();
    }
    assert_eq!(sizes, [FIRST_CAP, 256, 500], "up to the most that is allowed");
    // Who waits when a call fails is told so at once, and what left is in no doubt.
    let call = bench.call().await;
    let requests = call.requests.clone();
    call.answer.send(false).unwrap();
    let answers = all(answers).await;
    let granted = u32::try_from(sizes.iter().sum::<usize>()).unwrap();
    assert_eq!(answers[..granted as usize], tens(1000..1000 + granted));
    assert_eq!(requests[0], 1000 + granted);
    assert!(answers[granted as usize..].iter().all(|answer| *answer == Err(Overloaded)));

    for cap in [250, 125, 62, 31, MIN_CAP, MIN_CAP] {
        let answers = bench.submit(0..600).await;
        let call = bench.call().await;
        assert_eq!(call.requests.len(), cap);
        call.answer.send(false).unwrap();
        assert!(all(answers).await.iter().all(|answer| *answer == Err(Overloaded)));
    }
}

#[tokio::test]
async fn so_many_wait_and_no_more_and_all_of_them_are_answered() {
    let mut bench = Bench::new(1024);
    let one = bench.fill().await;
    let most = u32::try_from(MAX_WAITING).unwrap();
    let answers = bench.submit(0..most).await;
    assert_eq!(bench.batcher.0.state().waiting.len(), MAX_WAITING);
    assert_eq!(all(bench.submit([7, 8]).await).await, [Err(Overloaded), Err(Overloaded)]);
    assert_eq!(bench.batcher.0.state().waiting.len(), MAX_WAITING);
    one.answer.send(true).unwrap();
    let mut asked = 0;
    while asked < MAX_WAITING {
        let call = bench.call().await;
        asked += call.requests.len();
        call.answer.send(true).unwrap();
    }
    assert_eq!(all(answers).await, tens(0..most));
    assert_eq!(bench.batcher.0.state().calls_in_flight, 0);
}

#[tokio::test]
async fn who_gives_up_takes_nothing_away_from_others() {
    let mut bench = Bench::new(1024);
    let one = bench.fill().await;
    let mut answers = bench.submit([10, 11, 12, 13]).await;
    // One gives up while waiting, and is not asked for; one while the call is on its way.
    drop(answers.remove(1));
    one.answer.send(true).unwrap();
    let call = bench.call().await;
    assert_eq!(call.requests, [10, 12, 13]);
    drop(answers.remove(1));
    call.answer.send(true).unwrap();
    assert_eq!(all(answers).await, tens([10, 13]));
    let last = bench.submit([14]).await;
    bench.call().await.answer.send(true).unwrap();
    assert_eq!(all(last).await, tens([14]));
}

#[tokio::test]
async fn a_call_that_is_never_answered_makes_nobody_wait_for_long() {
    let mut bench = Bench::new(1024);
    let first = bench.submit([1]).await;
    let _never = bench.call().await;
    let started = Instant::now();
    let others = bench.submit(2..100).await;
    for answers in [first, others] {
        assert!(all(answers).await.iter().all(|answer| *answer == Err(Overloaded)));
    }
    assert!(started.elapsed() < OPERATION_TIMEOUT + WAIT_TIMEOUT + Duration::from_secs(2));
    // The batcher is as good as new.
    let answers = bench.submit([4]).await;
    bench.call().await.answer.send(true).unwrap();
    assert_eq!(all(answers).await, tens([4]));
}

/// Panics at its first call.
struct Panics(std::sync::atomic::AtomicBool);

impl Operation for Panics {
    type Request = u32;
    type Response = u32;
    const NAME: &'static str = "panics";

    fn at_once(&self) -> usize {
        1
    }

    async fn call(&self, requests: &[u32]) -> Result<Vec<u32>, StoreError> {
        assert!(self.0.swap(true, std::sync::atomic::Ordering::Relaxed), "as meant");
        Ok(requests.to_vec())
    }
}

#[tokio::test]
async fn a_call_that_panics_is_one_that_failed() {
    let batcher = Batcher::new(Panics(false.into()), 1024);
    assert_eq!(batcher.submit(1).await, Err(Overloaded));
    assert_eq!(batcher.submit(2).await, Ok(2));
}
