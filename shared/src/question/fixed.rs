//! A question whose key was wrong, with another one.

use super::{Answer, ChoiceSet, Key, Question, QuestionKind, arrangement};

impl Question {
    /// The same question with another key; `None`: it does not fit the question. Of a single choice
    /// several can be right then, and each is.
    #[must_use]
    pub fn with_key(&self, key: &Key) -> Option<Self> {
        let mut fixed = self.clone();
        match (&mut fixed.kind, key) {
            (QuestionKind::Single(it), Key::Choices(right)) => {
                it.correct = *right;
                let fits = !right.is_empty() && right.fits(it.choices.len());
                return fits.then_some(fixed);
            }
            (QuestionKind::Multiple(it), Key::Choices(right)) => it.correct = *right,
            (QuestionKind::TrueFalse(it), Key::Choices(right)) => {
                it.correct = *right == ChoiceSet::one(0);
            }
            (QuestionKind::Typed(it), Key::Texts(accepted)) => it.accepted.clone_from(accepted),
            (QuestionKind::Number(it), Key::Number { correct, tolerance }) => {
                (it.correct, it.tolerance) = (*correct, *tolerance);
            }
            (QuestionKind::Order(it), Key::Arrangement(places)) => {
                it.items = in_places(&it.items, places)?;
            }
            (QuestionKind::Matching(it), Key::Arrangement(places)) => {
                it.right = in_places(&it.right, places)?;
            }
            (QuestionKind::Hotspot(it), Key::Region(region)) => it.region = *region,
            _ => return None,
        }
        (fixed.check().is_ok() && fixed.key().as_ref() == Some(key)).then_some(fixed)
    }
}

/// The items as these places have them, which name them as players see them.
fn in_places(items: &[String], places: &[u8]) -> Option<Vec<String>> {
    let shown = arrangement::sorted(items).0;
    let answer = Answer::try_from(places).ok()?;
    let placed = arrangement::placed(&answer, shown.len())?;
    placed.iter().map(|item| shown.get(usize::from(*item)).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::*;

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&it| it.into()).collect()
    }

    fn question(kind: QuestionKind) -> Question {
        Question::new("Which?".into(), kind)
    }

    fn single() -> Question {
        let choices = list(&["a", "b", "c"]);
        question(QuestionKind::Single(Single {
            choices,
            correct: ChoiceSet::one(0),
            shuffled: false,
        }))
    }

    #[test]
    fn each_kind_takes_its_own_key_and_shows_what_it_showed() {
        let order = Order { items: list(&["one", "two", "three"]) };
        let matching = Matching { left: list(&["a", "b"]), right: list(&["y", "x"]) };
        let typed = Typed { accepted: list(&["Paris"]) };
        for (kind, key) in [
            (QuestionKind::TrueFalse(TrueFalse { correct: true }), Key::Choices(ChoiceSet(2))),
            (QuestionKind::Typed(typed), Key::Texts(list(&["Lyon", "Paris"]))),
            (QuestionKind::Order(order), Key::Arrangement(vec![2, 1, 0])),
            (QuestionKind::Matching(matching), Key::Arrangement(vec![0, 1])),
        ] {
            let question = question(kind);
            let fixed = question.with_key(&key).unwrap();
            assert_eq!(fixed.key(), Some(key));
            assert_eq!(fixed.view(), question.view());
            assert!(question.with_key(&Key::Number { correct: 1, tolerance: 0 }).is_none());
        }
    }

    #[test]
    fn several_choices_of_one_can_be_right() {
        let fixed = single().with_key(&Key::Choices(ChoiceSet(3))).unwrap();
        let grader = fixed.grader();
        let share = |choice| grader(&ChoiceSet::one(choice).into()).unwrap();
        assert!(share(0).is_whole() && share(1).is_whole() && !share(2).is_whole());
        assert_eq!(fixed.key(), Some(Key::Choices(ChoiceSet(3))));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for key in [
            Key::Choices(ChoiceSet(0)),
            Key::Choices(ChoiceSet(8)),
            Key::Texts(list(&["a"])),
            Key::Arrangement(vec![0, 1, 2]),
        ] {
            assert!(single().with_key(&key).is_none(), "{key:?}");
        }
        let truth = question(QuestionKind::TrueFalse(TrueFalse { correct: true }));
        assert!(truth.with_key(&Key::Choices(ChoiceSet(3))).is_none(), "not both");
        let order = question(QuestionKind::Order(Order { items: list(&["b", "a"]) }));
        for places in [vec![], vec![0], vec![0, 0], vec![0, 2]] {
            assert!(order.with_key(&Key::Arrangement(places)).is_none());
        }
        assert!(question(QuestionKind::Slide(Slide {})).with_key(&Key::Texts(vec![])).is_none());
    }
}
