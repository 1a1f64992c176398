//! The keys that sign-ins are checked with: given once, or fetched from whoever signs and kept.
//!
//! Fetched keys are read again every ten minutes, so that one which is taken back opens nothing after
//! that, and at once where a token names one that is not known, but not oftener than once a minute,
//! whoever shows tokens. Where they cannot be read, those that were read last go on.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::keys::Keys;
use crate::delivery::Fetcher;

/// How often keys are read again.
const EVERY: Duration = Duration::from_secs(600);

/// How often they are, until there are any.
const FIRST_EVERY: Duration = Duration::from_secs(10);

/// How often they are read because a token names another one.
const SELDOM: Duration = Duration::from_secs(60);

/// Where keys come from.
#[derive(Clone, Debug)]
pub enum KeySource {
    /// They were given when the server started.
    Given(Arc<Keys>),
    /// They are fetched.
    Fetched(Arc<FetchedKeys>),
}

impl KeySource {
    /// Those that are known now.
    pub(super) fn now(&self) -> Arc<Keys> {
        match self {
            Self::Given(keys) => Arc::clone(keys),
            Self::Fetched(fetched) => fetched.now(),
        }
    }

    /// Looks for a key that a token names and that is not known; whether there may be others now.
    pub(super) async fn look_again(&self) -> bool {
        match self {
            Self::Given(_) => false,
            Self::Fetched(fetched) => fetched.look_again().await,
        }
    }

    /// Reads keys again and again, where they are fetched.
    pub(super) async fn watch(&self, stop: CancellationToken) {
        let Self::Fetched(fetched) = self else { return };
        loop {
            fetched.read().await;
            let pause = if fetched.now().is_empty() { FIRST_EVERY } else { EVERY };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }
}

/// Keys that are fetched, as they were when that went well last.
#[derive(Debug)]
pub struct FetchedKeys {
    fetcher: Fetcher,
    /// The option that says where they are.
    option: &'static str,
    keys: RwLock<Arc<Keys>>,
    /// When they were read because of a token: one at a time does that.
    asked: Mutex<Option<Instant>>,
    seldom: Duration,
}

impl FetchedKeys {
    /// None yet; the log calls them those of this option.
    #[must_use]
    pub fn new(fetcher: Fetcher, option: &'static str) -> Self {
        Self::with(fetcher, option, SELDOM)
    }

    fn with(fetcher: Fetcher, option: &'static str, seldom: Duration) -> Self {
        Self { fetcher, option, keys: RwLock::default(), asked: Mutex::default(), seldom }
    }

    pub(super) fn now(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads them now. What goes wrong is said in the log, and changes nothing.
    pub(super) async fn read(&self) {
        let read = async {
            let bytes = self.fetcher.fetch().await?;
            let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
            Keys::read_set(&text).map_err(|why| why.to_string())
        };
        match read.await {
            Ok(keys) => {
                let keys = Arc::new(keys);
                *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
            }
            Err(error) if self.now().is_empty() => tracing::warn!(
                error,
                "failed to read the keys of {}, trying again; nobody can sign in by them until then",
                self.option
            ),
            Err(error) => tracing::warn!(
                error,
                "failed to read the keys of {}, trying again; those that were read last go on",
                self.option
            ),
        }
    }

    /// Looks for a key that is not known; there may be others afterwards.
    pub(super) async fn look_again(&self) -> bool {
        let mut asked = self.asked.lock().await;
        // Whoever waited here looks at what the one before has read.
        if asked.is_none_or(|at| at.elapsed() >= self.seldom) {
            self.read().await;
            *asked = Some(Instant::now());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::Router;
    use axum::extract::State;
    use axum::http::StatusCode;
    use axum::routing::get;

    use super::*;
    use crate::delivery::Target;

    /// Whoever signs: what lies at its address, and how often that was asked for.
    #[derive(Clone, Default)]
    struct Signer {
        says: Arc<std::sync::Mutex<(u16, String)>>,
        asked: Arc<AtomicUsize>,
    }

    impl Signer {
        fn say(&self, status: u16, text: &str) {
            *self.says.lock().unwrap() = (status, text.to_owned());
        }

        fn asked(&self) -> usize {
            self.asked.load(Ordering::Relaxed)
        }

        async fn keys(&self, seldom: Duration) -> FetchedKeys {
            let answer = async |State(signer): State<Self>| {
                signer.asked.fetch_add(1, Ordering::Relaxed);
                let (status, text) = signer.says.lock().unwrap().clone();
                (StatusCode::from_u16(status).unwrap(), text)
            };
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}/jwks.json", listener.local_addr().unwrap());
            let routes = Router::new().route("/jwks.json", get(answer)).with_state(self.clone());
            tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
            let target = Target::new(&url.parse().unwrap(), true).unwrap();
            let fetcher = Fetcher::new(target, Duration::from_secs(5)).unwrap();
            FetchedKeys::with(fetcher, "--identity-jwks-url", seldom)
        }
    }

    const JWKS: &str = include_str!("vectors/keys.json");

    fn ids(keys: &FetchedKeys) -> usize {
        keys.now().named(None).count()
    }

    #[tokio::test]
    async fn keys_that_were_read_last_go_on_while_nothing_good_comes() {
        let signer = Signer::default();
        let keys = signer.keys(Duration::ZERO).await;
        signer.say(503, "");
        keys.read().await;
        assert_eq!(ids(&keys), 0);
        signer.say(200, JWKS);
        keys.read().await;
        let good = ids(&keys);
        assert!(good > 0);
        let long = format!("{JWKS}{}", " ".repeat(70_000));
        let private = r#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"","d":"AA"}]}"#;
        for (status, text) in [
            (500, JWKS),
            (302, JWKS),
            (200, "{"),
            (200, r#"{"keys":[]}"#),
            (200, &long),
            (200, private),
        ] {
            signer.say(status, text);
            keys.read().await;
            assert_eq!(ids(&keys), good, "{status} {text:.20}");
        }
        // What nobody here can use is left out, and does not spoil the rest.
        let other = JWKS.replacen("[", r#"[{"kty":"EC","crv":"P-521","x":"AA","y":"AA"},"#, 1);
        signer.say(200, &other);
        keys.read().await;
        assert_eq!(ids(&keys), good);
    }

    #[tokio::test]
    async fn unknown_keys_are_looked_for_once_in_a_while_however_many_ask() {
        let signer = Signer::default();
        signer.say(200, JWKS);
        let keys = Arc::new(signer.keys(Duration::from_secs(3600)).await);
        let source = KeySource::Fetched(Arc::clone(&keys));
        let asking = (0..100).map(|_| source.look_again());
        assert!(futures_util::future::join_all(asking).await.into_iter().all(|may| may));
        assert_eq!(signer.asked(), 1);
        assert!(ids(&keys) > 0);
        let often = KeySource::Fetched(Arc::new(signer.keys(Duration::ZERO).await));
        assert!(often.look_again().await && often.look_again().await);
        assert_eq!(signer.asked(), 3);
    }
}
