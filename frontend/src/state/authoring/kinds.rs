//! Kinds of questions as their author picks them, and what of a question stays under another kind.

use quizrain_shared::question::{
    ChoiceSet, Cloud, Hotspot, KindView, Matching, Multiple, Number, NumberView, OpenText, Order,
    Poll, Question, QuestionKind, Region, Scale, Single, Slide, TrueFalse, Typed, WHOLE,
};

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Single,
    Multiple,
    TrueFalse,
    Typed,
    Number,
    Order,
    Matching,
    Hotspot,
    Poll,
    Scale,
    Cloud,
    OpenText,
    Slide,
}

impl Kind {
    /// All of them, in the order in which they are offered.
    pub(crate) const ALL: [Self; 13] = [
        Self::Single,
        Self::Multiple,
        Self::TrueFalse,
        Self::Typed,
        Self::Number,
        Self::Order,
        Self::Matching,
        Self::Hotspot,
        Self::Poll,
        Self::Scale,
        Self::Cloud,
        Self::OpenText,
        Self::Slide,
    ];

    /// Which one it is.
    pub(crate) fn of(kind: &QuestionKind) -> Self {
        match kind {
            QuestionKind::Single(_) => Self::Single,
            QuestionKind::Multiple(_) => Self::Multiple,
            QuestionKind::TrueFalse(_) => Self::TrueFalse,
            QuestionKind::Typed(_) => Self::Typed,
            QuestionKind::Number(_) => Self::Number,
            QuestionKind::Order(_) => Self::Order,
            QuestionKind::Matching(_) => Self::Matching,
            QuestionKind::Hotspot(_) => Self::Hotspot,
            QuestionKind::Poll(_) => Self::Poll,
            QuestionKind::Scale(_) => Self::Scale,
            QuestionKind::Cloud(_) => Self::Cloud,
            QuestionKind::OpenText(_) => Self::OpenText,
            QuestionKind::Slide(_) => Self::Slide,
        }
    }

    /// Which one players are shown.
    pub(crate) fn shown(kind: &KindView) -> Self {
        match kind {
            KindView::Single(_) => Self::Single,
            KindView::Multiple(_) => Self::Multiple,
            KindView::TrueFalse => Self::TrueFalse,
            KindView::Typed => Self::Typed,
            KindView::Number(_) => Self::Number,
            KindView::Order(_) => Self::Order,
            KindView::Matching(_) => Self::Matching,
            KindView::Hotspot => Self::Hotspot,
            KindView::Poll(_) => Self::Poll,
            KindView::Scale(_) => Self::Scale,
            KindView::Cloud(_) => Self::Cloud,
            KindView::OpenText => Self::OpenText,
            KindView::Slide => Self::Slide,
        }
    }

    /// Which one is called so in files and reports.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.blank().name() == name)
    }

    /// A question of this kind of which nothing is written yet.
    pub(crate) fn blank(self) -> QuestionKind {
        let texts = |count| vec![String::new(); count];
        match self {
            Self::Single => QuestionKind::Single(Single {
                choices: texts(4),
                correct: ChoiceSet::EMPTY,
                shuffled: false,
            }),
            Self::Multiple => QuestionKind::Multiple(Multiple {
                choices: texts(4),
                correct: ChoiceSet::EMPTY,
                shuffled: false,
            }),
            Self::TrueFalse => QuestionKind::TrueFalse(TrueFalse { correct: true }),
            Self::Typed => QuestionKind::Typed(Typed { accepted: Vec::new() }),
            Self::Number => QuestionKind::Number(Number {
                field: NumberView { min: 0, max: 100, step: 1, decimals: 0, unit: String::new() },
                correct: 50,
                tolerance: 0,
                credit_within: 0,
            }),
            Self::Order => QuestionKind::Order(Order { items: texts(4) }),
            Self::Matching => QuestionKind::Matching(Matching { left: texts(3), right: texts(3) }),
            Self::Hotspot => {
                let (middle, size) = (WHOLE * 3 / 8, WHOLE / 4);
                let region =
                    Region { x: middle, y: middle, width: size, height: size, round: true };
                QuestionKind::Hotspot(Hotspot { region })
            }
            Self::Poll => QuestionKind::Poll(Poll { choices: texts(4), several: false }),
            Self::Scale => QuestionKind::Scale(Scale {
                from: 1,
                to: 5,
                from_label: String::new(),
                to_label: String::new(),
            }),
            Self::Cloud => QuestionKind::Cloud(Cloud { words: 1 }),
            Self::OpenText => QuestionKind::OpenText(OpenText {}),
            Self::Slide => QuestionKind::Slide(Slide {}),
        }
    }
}

/// The texts of a kind that is a list of them, and which are right.
fn listed(kind: &QuestionKind) -> Option<(Vec<String>, ChoiceSet, bool)> {
    Some(match kind {
        QuestionKind::Single(it) => (it.choices.clone(), it.correct, it.shuffled),
        QuestionKind::Multiple(it) => (it.choices.clone(), it.correct, it.shuffled),
        QuestionKind::Poll(it) => (it.choices.clone(), ChoiceSet::EMPTY, false),
        QuestionKind::Order(it) => (it.items.clone(), ChoiceSet::EMPTY, false),
        QuestionKind::Typed(it) => {
            let texts = it.accepted.iter().filter(|text| !text.trim().is_empty());
            (texts.cloned().collect(), ChoiceSet::one(0), false)
        }
        _ => return None,
    })
}

/// The one right choice of a set, where there is one.
fn only(set: ChoiceSet) -> ChoiceSet {
    (0..8).find(|index| set.contains(*index)).map_or(ChoiceSet::EMPTY, ChoiceSet::one)
}

/// The question as another kind, with what fits of its choices.
pub(crate) fn converted(question: &Question, to: Kind) -> Question {
    let mut kind = to.blank();
    if let Some((texts, right, mixed)) = listed(&question.kind).filter(|it| !it.0.is_empty()) {
        match &mut kind {
            QuestionKind::Single(it) => {
                (it.choices, it.correct, it.shuffled) = (texts, only(right), mixed);
            }
            QuestionKind::Multiple(it) => {
                (it.choices, it.correct, it.shuffled) = (texts, right, mixed);
            }
            QuestionKind::Poll(it) => it.choices = texts,
            QuestionKind::Order(it) => it.items = texts,
            QuestionKind::Typed(it) => {
                let right = texts.into_iter().enumerate().filter(|(i, _)| right.contains(*i));
                it.accepted = right.map(|(_, text)| text).collect();
            }
            _ => {}
        }
    }
    let mut converted = Question { kind, ..question.clone() };
    // What brings points follows from the kind, unless its author said otherwise.
    if question.points == question.default_points() || !converted.is_graded() {
        converted.points = converted.default_points();
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn every_kind_is_offered_and_begins_as_itself() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of(&kind.blank()), kind);
            assert_eq!(Kind::named(kind.blank().name()), Some(kind));
            let question = Question::new(String::new(), kind.blank());
            assert_eq!(question.too_large(), None);
            assert!(!question.problems().is_empty(), "it has no text");
        }
    }

    #[test]
    fn choices_stay_under_another_kind() {
        let kind = QuestionKind::Multiple(Multiple {
            choices: texts(&["a", "b", "c"]),
            correct: ChoiceSet(0b110),
            shuffled: true,
        });
        let question = Question::new("Which?".to_owned(), kind);
        let single = converted(&question, Kind::Single);
        let expected = QuestionKind::Single(Single {
            choices: texts(&["a", "b", "c"]),
            correct: ChoiceSet::one(1),
            shuffled: true,
        });
        assert_eq!((&single.kind, single.points), (&expected, 1000));
        let poll = converted(&single, Kind::Poll);
        assert_eq!((poll.kind.texts(), poll.points), (vec!["a", "b", "c"], 0));
        assert_eq!(converted(&poll, Kind::Single).points, 1000);
        let typed = converted(&question, Kind::Typed);
        assert_eq!(typed.kind.texts(), ["b", "c"]);
        assert_eq!(converted(&typed, Kind::Order).kind.texts(), ["b", "c"]);
        assert_eq!(converted(&question, Kind::Scale).kind, Kind::Scale.blank());
        // Nothing written: the usual empty choices, not none.
        let empty = Question::new(String::new(), Kind::Typed.blank());
        assert_eq!(converted(&empty, Kind::Single).kind, Kind::Single.blank());
    }

    #[test]
    fn points_that_were_chosen_stay() {
        let mut question = Question::new("?".to_owned(), Kind::Single.blank());
        question.points = 2000;
        assert_eq!(converted(&question, Kind::Multiple).points, 2000);
        assert_eq!(converted(&question, Kind::Slide).points, 0);
    }
}
