//! Webhooks, from what happens in a game to a receiver that misbehaves.

mod play;
mod queue;
mod sent;

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use quizrain::delivery::{Secret, sign};
use quizrain_shared::api::Webhook;
use tokio::sync::oneshot;

use crate::common::receiver::SECRET;
use crate::common::server::DEADLINE;

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

/// What a receiver answers to one that it was sent so many times before; 0: nothing at all.
type Manners = fn(&Webhook, usize) -> u16;

/// A receiver of webhooks that trusts nobody.
#[derive(Clone)]
struct Catcher {
    manners: Manners,
    /// Ids and bodies in the order in which they came, and what was answered.
    came: Arc<Mutex<Vec<(Webhook, String, u16)>>>,
}

async fn take(State(catcher): State<Catcher>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = |name| headers.get(name).unwrap().to_str().unwrap();
    let secret = Secret::new(SECRET).unwrap();
    let signed = sign::verify(&secret, header(sign::HEADER), &body, now_ms() / 1000);
    if signed.is_err() {
        return StatusCode::UNAUTHORIZED;
    }
    let webhook: Webhook = serde_json::from_slice(&body).unwrap();
    assert_eq!(header("idempotency-key"), webhook.id);
    assert_eq!(header("content-type"), "application/json");
    let status = {
        let mut came = catcher.came.lock().unwrap();
        let before = came.iter().filter(|(other, ..)| other.id == webhook.id).count();
        let status = (catcher.manners)(&webhook, before);
        came.push((webhook, String::from_utf8(body.to_vec()).unwrap(), status));
        status
    };
    if status == 0 {
        std::future::pending::<()>().await;
    }
    StatusCode::from_u16(status).unwrap()
}

/// A running receiver; ends when dropped.
struct Catching {
    url: String,
    catcher: Catcher,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Catching {
    fn start(manners: Manners) -> Self {
        let catcher = Catcher { manners, came: Arc::default() };
        let (stop, stopped) = oneshot::channel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let router = Router::new().route("/hooks", post(take)).with_state(catcher.clone());
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                tokio::select! {
                    result = axum::serve(listener, router) => result.unwrap(),
                    _ = stopped => {}
                }
            });
        });
        let url = format!("http://{}/hooks", receiver.recv().unwrap());
        Self { url, catcher, stop: Some(stop), thread: Some(thread) }
    }

    /// What came until now, in order, with what was answered.
    fn came(&self) -> Vec<(Webhook, u16)> {
        let came = self.catcher.came.lock().unwrap();
        // However often it comes, it is the same.
        for (webhook, body, _) in came.iter() {
            assert!(came.iter().all(|(other, text, _)| other.id != webhook.id || text == body));
        }
        came.iter().map(|(webhook, _, status)| (webhook.clone(), *status)).collect()
    }

    /// Waits until so many have come and were taken.
    async fn taken(&self, count: usize) -> Vec<Webhook> {
        let since = Instant::now();
        loop {
            let taken: Vec<Webhook> =
                self.came().into_iter().filter(|came| came.1 == 200).map(|came| came.0).collect();
            if taken.len() >= count {
                return taken;
            }
            assert!(since.elapsed() < DEADLINE, "{:?}", self.came());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
}

impl Drop for Catching {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
