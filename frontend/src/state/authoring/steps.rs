//! What an author does to the questions and the planned rains, and taking it back.

use quizrain_shared::question::Question;
use quizrain_shared::quiz::{MAX_QUESTIONS, PlannedRain, Quiz};

use super::rains;

/// How many steps can be taken back.
const UNDO_STEPS: usize = 50;

/// A change of the lists of a quiz; positions from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Insert(usize, Box<Question>),
    Remove(usize),
    Move {
        from: usize,
        to: usize,
    },
    Replace(usize, Box<Question>),
    /// The planned rains, all of them: there are few.
    Rains(Vec<PlannedRain>),
}

/// What takes a step back.
#[derive(Clone, Debug)]
struct Back {
    step: Step,
    /// The rains that were planned before: with the questions, their places have moved as well.
    rains: Vec<PlannedRain>,
}

/// A quiz that is written, which of its questions is open, and what can be taken back.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) quiz: Quiz,
    open: usize,
    /// Counts changes after which the open question's fields say something else.
    generation: u64,
    undo: Vec<Back>,
    redo: Vec<Back>,
}

impl Written {
    pub(crate) fn new(quiz: Quiz) -> Self {
        Self { quiz, open: 0, generation: 0, undo: Vec::new(), redo: Vec::new() }
    }

    /// Which question is open, from 0.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// Changes whenever the fields of the open question have to be made anew.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// The open question, where there is any.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.quiz.questions.get(self.open)
    }

    /// The open question, to type in.
    pub(crate) fn question_mut(&mut self) -> Option<&mut Question> {
        self.quiz.questions.get_mut(self.open)
    }

    /// Opens a question.
    pub(crate) fn show(&mut self, question: usize) {
        if question < self.quiz.questions.len() && question != self.open {
            self.open = question;
            self.generation += 1;
        }
    }

    /// Takes another quiz in the place of this one: nothing can be taken back.
    pub(crate) fn take(&mut self, quiz: Quiz) {
        let open = self.open.min(quiz.questions.len().saturating_sub(1));
        *self = Self { open, generation: self.generation + 1, ..Self::new(quiz) };
    }

    /// Does a step that can be taken back.
    pub(crate) fn make(&mut self, step: Step) {
        if let Some(back) = self.act(step) {
            if self.undo.len() == UNDO_STEPS {
                self.undo.remove(0);
            }
            self.undo.push(back);
            self.redo.clear();
        }
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Takes the last step back.
    pub(crate) fn undo(&mut self) {
        if let Some(back) = self.undo.pop().and_then(|back| self.take_back(back)) {
            self.redo.push(back);
        }
    }

    /// Does the step again that was taken back last.
    pub(crate) fn redo(&mut self) {
        if let Some(back) = self.redo.pop().and_then(|back| self.take_back(back)) {
            self.undo.push(back);
        }
    }

    fn take_back(&mut self, back: Back) -> Option<Back> {
        let forth = self.act(back.step)?;
        self.quiz.rains = back.rains;
        Some(forth)
    }

    /// Does a step; planned rains stay with the questions that they come after.
    fn act(&mut self, step: Step) -> Option<Back> {
        let before = self.quiz.rains.clone();
        let followed = rains::following(before.clone(), &step);
        let step = self.apply(step)?;
        if !matches!(step, Step::Rains(_)) {
            self.quiz.rains = followed;
        }
        Some(Back { step, rains: before })
    }

    /// Does a step and opens the question that it is about; the step that takes it back, or `None` where
    /// it cannot be done.
    fn apply(&mut self, step: Step) -> Option<Step> {
        if let Step::Rains(rains) = step {
            return Some(Step::Rains(std::mem::replace(&mut self.quiz.rains, rains)));
        }
        let questions = &mut self.quiz.questions;
        let count = questions.len();
        let (open, back) = match step {
            Step::Insert(at, question) if at <= count && count < MAX_QUESTIONS => {
                questions.insert(at, *question);
                (at, Step::Remove(at))
            }
            Step::Remove(at) if at < count => {
                let removed = questions.remove(at);
                (at.min(count.saturating_sub(2)), Step::Insert(at, Box::new(removed)))
            }
            Step::Move { from, to } if from < count && to < count && from != to => {
                let moved = questions.remove(from);
                questions.insert(to, moved);
                (to, Step::Move { from: to, to: from })
            }
            Step::Replace(at, question) if at < count => {
                let before = std::mem::replace(questions.get_mut(at)?, *question);
                (at, Step::Replace(at, Box::new(before)))
            }
            _ => return None,
        };
        self.open = open;
        self.generation += 1;
        Some(back)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    fn question(text: &str) -> Box<Question> {
        Box::new(Question::new(text.to_owned(), Kind::Single.blank()))
    }

    fn written(texts: &[&str]) -> Written {
        let mut quiz = Quiz::blank("en".to_owned());
        quiz.questions = texts.iter().map(|text| *question(text)).collect();
        Written::new(quiz)
    }

    fn texts(written: &Written) -> Vec<&str> {
        written.quiz.questions.iter().map(|it| it.text.as_str()).collect()
    }

    #[test]
    fn every_step_can_be_taken_back_and_done_again() {
        let steps: [(Step, &[&str], usize); 5] = [
            (Step::Insert(1, question("x")), &["a", "x", "b", "c"], 1),
            (Step::Remove(0), &["b", "c"], 0),
            (Step::Remove(2), &["a", "b"], 1),
            (Step::Move { from: 0, to: 2 }, &["b", "c", "a"], 2),
            (Step::Replace(1, question("x")), &["a", "x", "c"], 1),
        ];
        for (step, after, open) in steps {
            let mut it = written(&["a", "b", "c"]);
            let before = it.generation();
            it.make(step);
            assert_eq!((texts(&it), it.open()), (after.to_vec(), open));
            assert!(it.generation() > before && it.can_undo() && !it.can_redo());
            it.undo();
            assert_eq!(texts(&it), ["a", "b", "c"]);
            assert!(!it.can_undo() && it.can_redo());
            it.redo();
            assert_eq!(texts(&it), after);
        }
    }

    #[test]
    fn rains_stay_with_their_questions_and_come_back() {
        let places = |it: &Written| it.quiz.rains.iter().map(|it| it.after).collect::<Vec<_>>();
        let planned = [Some(1), Some(3), None].map(rains::planned_after);
        let steps: [(Step, [Option<u16>; 3]); 6] = [
            (Step::Insert(0, question("x")), [Some(2), Some(4), None]),
            // Right behind its question: the rain falls between the two.
            (Step::Insert(1, question("x")), [Some(1), Some(4), None]),
            (Step::Remove(1), [Some(1), Some(2), None]),
            // Its own: it falls after the one before, or after the first.
            (Step::Remove(2), [Some(1), Some(2), None]),
            (Step::Remove(0), [Some(1), Some(2), None]),
            (Step::Move { from: 0, to: 2 }, [Some(2), Some(3), None]),
        ];
        for (step, after) in steps {
            let mut it = written(&["a", "b", "c"]);
            it.make(Step::Rains(planned.to_vec()));
            it.make(step.clone());
            assert_eq!(places(&it), after, "{step:?}");
            it.undo();
            assert_eq!((it.quiz.rains.as_slice(), it.quiz.questions.len()), (&planned[..], 3));
            it.redo();
            assert_eq!(places(&it), after, "{step:?}");
            it.undo();
            it.undo();
            assert_eq!((places(&it), it.can_undo()), (Vec::new(), false));
            it.redo();
            assert_eq!(it.quiz.rains, planned);
        }
    }

    #[test]
    fn what_cannot_be_done_changes_nothing() {
        let mut it = written(&["a", "b"]);
        for step in [
            Step::Insert(3, question("x")),
            Step::Remove(2),
            Step::Move { from: 0, to: 2 },
            Step::Move { from: 1, to: 1 },
            Step::Replace(2, question("x")),
        ] {
            it.make(step);
        }
        it.undo();
        it.redo();
        it.show(2);
        assert_eq!((texts(&it), it.open(), it.can_undo()), (vec!["a", "b"], 0, false));
    }

    #[test]
    fn the_last_question_can_go_and_come_back() {
        let mut it = written(&["a"]);
        it.make(Step::Remove(0));
        assert_eq!((it.question(), it.open()), (None, 0));
        it.undo();
        assert_eq!(it.question().map(|it| it.text.as_str()), Some("a"));
    }

    #[test]
    fn a_new_step_forgets_what_was_taken_back_and_old_ones_are_forgotten() {
        let mut it = written(&["a", "b"]);
        it.make(Step::Remove(0));
        it.undo();
        it.make(Step::Remove(1));
        assert!(!it.can_redo());
        for _ in 0..2 * UNDO_STEPS {
            it.make(Step::Insert(0, question("x")));
        }
        let count = it.quiz.questions.len();
        for _ in 0..2 * UNDO_STEPS {
            it.undo();
        }
        assert_eq!(it.quiz.questions.len(), count - UNDO_STEPS);
    }
}
