//! Whose a quiz is: the host's who made it, until they share it with the team, or the team's from the start.

use quizrain_shared::api::QuizSummary;
use quizrain_shared::ids::HostId;

use super::{Library, LibraryError, is_id};
use crate::hosts::Sees;
use crate::store::StoreError;

/// The condition on rows of `quizzes` that somebody sees; `None`: they see all. Ids are hex digits alone.
pub(super) fn seen(sees: Sees) -> Option<String> {
    match sees {
        Sees::All => None,
        Sees::Teams => Some("shared = 1".to_owned()),
        Sees::Own(host) => Some(format!("(shared = 1 OR host = '{host}')")),
        Sees::Given(_) => Some("1 = 0".to_owned()),
    }
}

impl Library {
    /// Whether somebody sees a quiz, wherever it is; none that is not there.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_seen(&self, id: &str, sees: Sees) -> Result<bool, StoreError> {
        Ok(is_id(id) && self.sql.is_quiz_seen(id, sees).await?)
    }

    /// Shares a quiz with the team, or takes it back: whoever made it may, and whoever sees everything.
    ///
    /// # Errors
    /// There is no such quiz, it is no account's or another's, or the database failed; doing it again is harmless.
    pub async fn share(
        &self,
        id: &str,
        shared: bool,
        sees: Sees,
    ) -> Result<QuizSummary, LibraryError> {
        self.known(id)?;
        let quiz = self.summary(id).await?;
        let is_theirs = match (quiz.host, sees) {
            _ if quiz.shared == shared => return Ok(quiz),
            (None, _) => return Err(LibraryError::Teams),
            (Some(_), Sees::All) => true,
            (Some(host), sees) => sees == Sees::Own(host),
        };
        if !is_theirs {
            return Err(LibraryError::NotMaker);
        }
        self.sql.share_quiz(id, shared).await?;
        self.summary(id).await
    }

    /// Leaves to the team what was an account's that is no more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn leave_to_team(&self, host: HostId) -> Result<(), StoreError> {
        self.sql.leave_quizzes_to_team(host).await
    }
}
