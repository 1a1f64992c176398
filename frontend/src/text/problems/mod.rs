//! What is wrong in a file that is brought, in the words of the page.

use quizrain_shared::api::{FilePlace, FolderAway, ImportProblem, ProblemKind};

/// The texts of problems.
pub(crate) struct ProblemWords {
    /// Where it is.
    pub(crate) place: fn(&FilePlace) -> String,
    /// What is there, and what was expected; `None`: the server's English words say it.
    pub(crate) said: fn(&ProblemKind) -> Option<(String, &'static str)>,
    /// Why the folder that the server watches is not read; `None`: the server's English words say it.
    pub(crate) folder: fn(&FolderAway) -> Option<String>,
    /// Heading of so many things that the host can mend.
    pub(crate) to_mend: fn(usize) -> String,
    /// Heading of so many things that have no place here.
    pub(crate) no_place: fn(usize) -> String,
    /// Why there is nothing to do about them.
    pub(crate) no_place_why: &'static str,
}

/// A problem as it is shown.
pub(crate) struct Shown {
    /// Where it is.
    pub(crate) place: String,
    /// What is there.
    pub(crate) what: String,
    /// What was expected; empty where that says it all.
    pub(crate) expected: String,
    /// Whether these are the server's words, which are English.
    pub(crate) is_english: bool,
}

impl ProblemWords {
    /// A problem in these words, as far as they have it.
    pub(crate) fn show(&self, problem: &ImportProblem) -> Shown {
        let place = (self.place)(&problem.at);
        match problem.kind.as_ref().and_then(self.said) {
            Some((what, expected)) => {
                Shown { place, what, expected: expected.to_owned(), is_english: false }
            }
            None => Shown {
                place,
                what: problem.what.clone(),
                expected: problem.expected.clone(),
                is_english: true,
            },
        }
    }
}

#[cfg(test)]
mod tests;
