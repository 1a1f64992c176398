//! A store that is away is told once a second, however many requests fail of it. Called wherever a request is refused
//! because of that: by `error` and `http` for whoever asked, by `batch` and `rain` where somebody waited for too long.

use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::wire::Refusal;

use super::StoreError;
use super::sql;

/// How often a store is told of at most.
const EVERY: Duration = Duration::from_secs(1);

static REDIS: Told = Told::new();
static DATABASE: Told = Told::new();

/// When a store was told of last, and how often not since.
struct Told(Mutex<(Option<Instant>, u64)>);

impl Told {
    const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// Whether it is time to tell of it again; how often it was not told before.
    fn turn(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, untold) = &mut *told;
        if last.is_some_and(|last| now.saturating_duration_since(last) < EVERY) {
            *untold += 1;
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(untold))
    }
}

/// A call took longer than it may.
#[derive(Debug, thiserror::Error)]
#[error("no answer within {0:?}")]
struct Late(Duration);

/// That Redis did not answer within this time.
pub(crate) fn late(limit: Duration) -> redis::RedisError {
    io::Error::new(io::ErrorKind::TimedOut, Late(limit)).into()
}

/// How long it was waited for, where that is what failed.
fn limit(error: &StoreError) -> Option<Duration> {
    match error {
        StoreError::Slow(limit) => Some(*limit),
        StoreError::Sql(sqlx::Error::PoolTimedOut) => Some(sql::CALL_TIMEOUT),
        StoreError::Redis(error) => {
            let within = error.source()?.downcast_ref::<Arc<dyn Error + Send + Sync>>()?;
            let late = within.downcast_ref::<io::Error>()?.get_ref()?;
            Some(late.downcast_ref::<Late>()?.0)
        }
        _ => None,
    }
}

/// What somebody is told for whom the database took longer than this.
pub(crate) fn slow(limit: Duration) -> Refusal {
    note(&StoreError::Slow(limit));
    Refusal::Unavailable
}

/// Which store it is, if one is away; else two of ours were at the same thing.
fn store(error: &StoreError) -> Option<(&'static str, &'static Told)> {
    match error {
        StoreError::Redis(_) => Some(("redis", &REDIS)),
        StoreError::LinkTaken | StoreError::LogTaken | StoreError::Changed => None,
        error => error.is_away().then_some(("database", &DATABASE)),
    }
}

/// Says that a request was not carried out as a store is away, and whoever asked has to ask again.
pub(crate) fn note(error: &StoreError) {
    tracing::debug!(%error, "failed to carry out a request; the client is asked to retry");
    let Some((store, told)) = store(error) else { return };
    if let Some(untold) = told.turn(Instant::now()) {
        let limit_ms = limit(error).and_then(|limit| u64::try_from(limit.as_millis()).ok());
        tracing::warn!(store, limit_ms, untold, %error,
            "failed to ask a store; its clients are told to ask again");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_told_of_once_a_second_with_how_often_it_was_not() {
        let (told, start) = (Told::new(), Instant::now());
        assert_eq!(told.turn(start), Some(0));
        assert!((0..10_000).all(|_| told.turn(start + EVERY / 2).is_none()));
        assert_eq!(told.turn(start + EVERY), Some(10_000));
        assert_eq!(told.turn(start + EVERY), None);
        assert_eq!(told.turn(start + 100 * EVERY), Some(1));
    }

    #[test]
    fn what_was_waited_for_is_known_of_either_store() {
        let ms = Duration::from_millis;
        let redis = late(ms(500));
        assert!(
            redis.is_timeout() && redis.to_string().contains("no answer within 500ms"),
            "{redis}"
        );
        let broken = redis::RedisError::from(io::Error::from(io::ErrorKind::BrokenPipe));
        let pool = StoreError::from(sqlx::Error::PoolTimedOut);
        for (error, name, waited) in [
            (StoreError::from(redis), "redis", Some(ms(500))),
            (StoreError::from(broken), "redis", None),
            (StoreError::Slow(ms(5000)), "database", Some(ms(5000))),
            (pool, "database", Some(sql::CALL_TIMEOUT)),
        ] {
            assert_eq!((store(&error).unwrap().0, limit(&error)), (name, waited), "{error}");
        }
        // The store is there: somebody else was faster, or what was asked is wrong.
        for error in [StoreError::LinkTaken, StoreError::Superseded, StoreError::Sum(String::new())]
        {
            assert!(store(&error).is_none(), "{error}");
        }
    }
}
