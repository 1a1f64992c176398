//! The bank of questions: those of all quizzes, found by their texts.

use quizrain_shared::api::{FoundQuestion, ListQuestions, QuestionPage};

use super::LibraryError;
use super::cursor::Cursor;
use super::search::Terms;
use super::shelf::{Library, aside, check_search, page_limit};
use super::sql::Candidate;
use crate::hosts::Sees;

/// The list of questions, in its cursors.
const QUESTIONS: &str = "questions";
/// Quizzes that are read at once for a page of questions.
const CANDIDATES: usize = 8;
/// How much of the library a page of questions looks through at most, in bytes.
const LOOKED_THROUGH: usize = 4 * 1024 * 1024;

impl Library {
    /// A page of the questions of all quizzes that somebody sees.
    ///
    /// # Errors
    /// The wish is none, or the database failed.
    pub async fn questions(
        &self,
        wish: &ListQuestions,
        sees: Sees,
    ) -> Result<QuestionPage, LibraryError> {
        check_search(&wish.search)?;
        let after = wish.after.as_deref();
        let mut after = after.map(|after| Cursor::read(after, QUESTIONS)).transpose()?;
        let (terms, limit) = (Terms::of(&wish.search), page_limit(wish.limit));
        // One after the other: the quizzes that are looked through can have a hundred megabytes.
        let _searching = self.searching.acquire().await;
        let (mut questions, mut looked_through) = (Vec::new(), 0);
        loop {
            let found = self.sql.candidates((&terms, sees), after.as_ref(), CANDIDATES).await?;
            // The quiz of the cursor is there again, as far as it was not read to its end.
            let is_last = found.len() < CANDIDATES;
            looked_through += found.iter().map(Candidate::len).sum::<usize>();
            let (terms, from, room) = (terms.clone(), after.take(), limit - questions.len());
            let work = move || look_through(&found, &terms, from.as_ref(), room);
            let (more, end) = aside(&self.turn, work).await?;
            questions.extend(more);
            let full = questions.len() == limit;
            if is_last && !full {
                return Ok(QuestionPage { questions, next: None });
            }
            if full || looked_through > LOOKED_THROUGH {
                let next = end.map(|end| end.write(QUESTIONS));
                return Ok(QuestionPage { questions, next });
            }
            after = end;
        }
    }
}

/// The next questions that have all terms, at most so many, and the last place that was looked at.
fn look_through(
    quizzes: &[Candidate],
    terms: &Terms,
    from: Option<&Cursor>,
    room: usize,
) -> (Vec<FoundQuestion>, Option<Cursor>) {
    let (mut found, mut end) = (Vec::new(), from.cloned());
    for candidate in quizzes {
        let seen =
            from.filter(|from| from.quiz == candidate.id && from.key == candidate.sort_title);
        let first = seen.map_or(0, |from| usize::from(from.position) + 1);
        let at = |position| {
            let (key, quiz) = (candidate.sort_title.clone(), candidate.id.clone());
            Some(Cursor { key, quiz, position })
        };
        let Ok(quiz) = candidate.read() else {
            tracing::error!(
                quiz = candidate.id,
                "failed to read a quiz; its questions are not found"
            );
            end = at(u16::MAX);
            continue;
        };
        for (position, question) in (0..).zip(quiz.questions).skip(first) {
            if found.len() == room {
                return (found, end);
            }
            end = at(position);
            if terms.find(&question) {
                let (quiz, title) = (candidate.id.clone(), quiz.title.clone());
                found.push(FoundQuestion { quiz, title, position, question });
            }
        }
        if found.len() < room {
            end = at(u16::MAX);
        }
    }
    (found, end)
}
