//! What a use case can answer besides doing what was asked.

use quizrain_shared::quiz::QuizProblem;
use quizrain_shared::wire::Refusal;

use crate::store::{StoreError, away};

/// Not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be done, and the asker is told why. Not an error.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// No such thing.
    #[error("not found")]
    NotFound,
    /// A picture of a game's look is not here, or is none. Not an error.
    #[error("a picture of the look is not here")]
    NoLook,
    /// No game is made of a quiz that breaks rules; the first of them. Not an error.
    #[error("this quiz is not finished: {0}")]
    Unfinished(QuizProblem),
    /// A store failed; whether it was done is unknown.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gives no randomness.
    #[error("no randomness: {0}")]
    Random(#[from] getrandom::Error),
}

impl Error {
    /// What a client is told. Failures of ours are logged here and not shown.
    #[must_use]
    pub fn into_refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::NotFound | Self::NoLook | Self::Unfinished(_) => Refusal::NotNow,
            Self::Store(error) if error.is_away() => {
                away::note(&error);
                Refusal::Unavailable
            }
            Self::Store(_) | Self::Random(_) => {
                tracing::warn!(error = %self, "failed to carry out a request; the client is asked to retry");
                Refusal::Unavailable
            }
        }
    }
}
