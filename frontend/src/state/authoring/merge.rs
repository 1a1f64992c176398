//! One quiz out of two that were written at the same time, where nobody is overwritten.

use quizrain_shared::quiz::Quiz;

/// What has changed of three values, the first of which the others were made from; `None`: both have
/// changed, and not in the same way.
fn changed<T: Clone + PartialEq>(base: &T, mine: &T, theirs: &T) -> Option<T> {
    if mine == theirs || theirs == base {
        Some(mine.clone())
    } else if mine == base {
        Some(theirs.clone())
    } else {
        None
    }
}

/// Both changes of a quiz in one; `None`: somebody has to choose, as they touch the same question, or one
/// has questions added, removed or moved and the other has changed any.
pub(crate) fn merged(base: &Quiz, mine: &Quiz, theirs: &Quiz) -> Option<Quiz> {
    let same_count = base.questions.len() == mine.questions.len()
        && base.questions.len() == theirs.questions.len();
    let questions = if same_count {
        let others = mine.questions.iter().zip(&theirs.questions);
        let each = base.questions.iter().zip(others);
        each.map(|(base, (mine, theirs))| changed(base, mine, theirs)).collect::<Option<_>>()?
    } else {
        changed(&base.questions, &mine.questions, &theirs.questions)?
    };
    Some(Quiz {
        title: changed(&base.title, &mine.title, &theirs.title)?,
        language: changed(&base.language, &mine.language, &theirs.language)?,
        description: changed(&base.description, &mine.description, &theirs.description)?,
        scoring: changed(&base.scoring, &mine.scoring, &theirs.scoring)?,
        questions,
        rains: changed(&base.rains, &mine.rains, &theirs.rains)?,
        theme: changed(&base.theme, &mine.theme, &theirs.theme)?,
    })
}

#[cfg(test)]
mod tests {
    use quizrain_shared::question::Question;

    use super::super::Kind;
    use super::*;

    fn quiz(title: &str, texts: &[&str]) -> Quiz {
        let mut quiz = Quiz::blank("en".to_owned());
        quiz.title = title.to_owned();
        quiz.questions = texts
            .iter()
            .map(|text| Question::new((*text).to_owned(), Kind::Single.blank()))
            .collect();
        quiz
    }

    #[test]
    fn changes_of_different_parts_are_both_kept() {
        let base = quiz("t", &["a", "b"]);
        for (mine, theirs, both) in [
            (quiz("t", &["A", "b"]), quiz("t", &["a", "B"]), Some(quiz("t", &["A", "B"]))),
            (
                quiz("T", &["a", "b"]),
                quiz("t", &["a", "b", "c"]),
                Some(quiz("T", &["a", "b", "c"])),
            ),
            (quiz("t", &["A", "b"]), quiz("t", &["A", "b"]), Some(quiz("t", &["A", "b"]))),
            (quiz("t", &["A", "b"]), quiz("t", &["x", "b"]), None),
            (quiz("t", &["A", "b"]), quiz("t", &["b"]), None),
            (quiz("mine", &["a", "b"]), quiz("theirs", &["a", "b"]), None),
        ] {
            assert_eq!(merged(&base, &mine, &theirs), both);
            assert_eq!(merged(&base, &theirs, &mine), both);
        }
    }
}
