//! What a host marks among the texts that players typed: some are not shown, some are shown alone.
//!
//! A mark is for a text as [`fold`] compares it, so that it stays where other players write the same
//! in another way.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::cloud::words;
use super::text::{self, fold};
use super::{Question, Tally};

/// Most texts of a question that a host can pick for the big screen.
pub const MAX_PICKED: usize = 12;
/// Most texts of a question that a host can hide.
pub const MAX_HIDDEN: usize = 100;

/// How a text is shown that players typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mark {
    /// Among the others.
    Listed,
    /// Not at all.
    Hidden,
    /// Large, and the others not at all.
    Picked,
}

/// The texts of a question that a host has marked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    hidden: Vec<String>,
    /// In the order in which they were picked.
    picked: Vec<String>,
}

/// No more texts can be hidden or picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MAX_PICKED} texts can be picked and {MAX_HIDDEN} hidden")]
pub struct TooManyMarks;

impl Marks {
    /// Marks a text. One that is picked already keeps its place.
    ///
    /// # Errors
    /// There are as many such marks as there may be.
    pub fn mark(&mut self, text: &str, mark: Mark) -> Result<(), TooManyMarks> {
        let form = fold(text);
        let (all, most) = match mark {
            Mark::Listed => (None, 0),
            Mark::Hidden => (Some(&mut self.hidden), MAX_HIDDEN),
            Mark::Picked => (Some(&mut self.picked), MAX_PICKED),
        };
        if let Some(all) = all
            && !all.iter().any(|known| fold(known) == form)
        {
            if all.len() == most {
                return Err(TooManyMarks);
            }
            all.push(text.to_owned());
        }
        if mark != Mark::Hidden {
            self.hidden.retain(|known| fold(known) != form);
        }
        if mark != Mark::Picked {
            self.picked.retain(|known| fold(known) != form);
        }
        Ok(())
    }

    /// Whether a text has a mark.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        let form = fold(text);
        self.hidden.iter().chain(&self.picked).any(|known| fold(known) == form)
    }

    /// Counts answers for the reveal.
    #[must_use]
    pub fn tally<'a>(
        &self,
        question: &Question,
        answers: impl Iterator<Item = &'a Answer>,
    ) -> Tally {
        self.counted(question, answers, |shown| question.tally(shown))
    }

    /// Counts answers for a screen while the question is open, the newest ones first; `None` where
    /// something is right or wrong: that is not shown before the reveal.
    #[must_use]
    pub fn live_tally<'a>(
        &self,
        question: &Question,
        newest_first: impl Iterator<Item = &'a Answer>,
    ) -> Option<Tally> {
        let live = question.has_live_results();
        live.then(|| self.counted(question, newest_first, |shown| question.newest_tally(shown)))
    }

    fn counted<'a>(
        &self,
        question: &Question,
        answers: impl Iterator<Item = &'a Answer>,
        count: impl FnOnce(&mut dyn Iterator<Item = &Answer>) -> Tally,
    ) -> Tally {
        if !question.is_typed() || *self == Self::default() {
            let mut answers = answers;
            return count(&mut answers);
        }
        let hidden: HashSet<String> = self.hidden.iter().map(|text| fold(text)).collect();
        let shown: Vec<_> = answers.filter_map(|answer| without(&hidden, answer)).collect();
        let mut tally = count(&mut shown.iter().map(AsRef::as_ref));
        if let Tally::Texts { picked, .. } = &mut tally {
            let places: HashMap<String, usize> =
                self.picked.iter().map(|it| fold(it)).zip(0..).collect();
            *picked = text::among(shown.iter().flat_map(|answer| words(answer)), &places);
        }
        tally
    }
}

/// An answer without the texts that are hidden; `None`: nothing is left.
fn without<'a>(hidden: &HashSet<String>, answer: &'a Answer) -> Option<Cow<'a, Answer>> {
    let is_shown = |text: &&str| hidden.is_empty() || !hidden.contains(&fold(text));
    if words(answer).all(|text| is_shown(&text)) {
        return Some(Cow::Borrowed(answer));
    }
    let left = words(answer).filter(is_shown).collect::<Vec<_>>().join("\n");
    Answer::try_from(left.as_bytes()).ok().filter(|_| !left.is_empty()).map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::wire::{Encoding, LiveTally, ServerFrame};

    use super::super::{
        ChoiceSet, Cloud, CloudView, OpenText, Poll, QuestionKind, TextCount, TrueFalse,
    };
    use super::*;

    fn question(kind: QuestionKind) -> Question {
        Question::new("What?".into(), kind)
    }

    fn open_text() -> Question {
        question(QuestionKind::OpenText(OpenText {}))
    }

    fn texts(texts: &[&str]) -> Vec<Answer> {
        texts.iter().map(|text| Answer::try_from(text.as_bytes()).unwrap()).collect()
    }

    /// Texts, and how often each was typed.
    type Pairs<'t> = Vec<(&'t str, u32)>;

    /// What is listed, how many others there are, and what is picked.
    fn told(tally: &Tally) -> (Pairs<'_>, u32, Pairs<'_>) {
        let Tally::Texts { top, others, picked } = tally else { panic!("{tally:?}") };
        (pairs(top), *others, pairs(picked))
    }

    fn pairs(texts: &[TextCount]) -> Pairs<'_> {
        texts.iter().map(|it| (it.text.as_str(), it.count)).collect()
    }

    #[test]
    fn what_is_hidden_is_not_counted_and_what_is_picked_comes_in_its_order() {
        let answers = texts(&["One", "two", "TWO", "three", "one.", "two"]);
        let mut marks = Marks::default();
        for (text, mark) in [
            ("three", Mark::Picked),
            ("one", Mark::Picked),
            ("Three!", Mark::Picked),
            ("ONE", Mark::Hidden),
            ("two", Mark::Picked),
            ("nobody typed this", Mark::Picked),
        ] {
            marks.mark(text, mark).unwrap();
        }
        let tally = marks.tally(&open_text(), answers.iter());
        let (top, picked) = (vec![("two", 3), ("three", 1)], vec![("three", 1), ("two", 3)]);
        assert_eq!(told(&tally), (top, 0, picked));
        assert!(marks.has("One") && marks.has("two") && !marks.has("four"));
        for text in ["one", "two", "three", "nobody typed this"] {
            marks.mark(text, Mark::Listed).unwrap();
        }
        assert_eq!(marks, Marks::default());
        assert_eq!(marks.tally(&open_text(), answers.iter()), open_text().tally(answers.iter()));
    }

    #[test]
    fn a_word_of_a_cloud_is_hidden_and_the_others_of_its_player_are_not() {
        let cloud = question(QuestionKind::Cloud(Cloud { words: 2 }));
        let answer = |words: &[&str]| CloudView { words: 2 }.answer(words.iter().copied()).unwrap();
        let answers = [answer(&["Fun", "Darn"]), answer(&["darn"]), answer(&["fun", "tea"])];
        let mut marks = Marks::default();
        marks.mark("DARN", Mark::Hidden).unwrap();
        for tally in
            [marks.tally(&cloud, answers.iter()), marks.live_tally(&cloud, answers.iter()).unwrap()]
        {
            let (top, others, picked) = told(&tally);
            assert_eq!((top[0].1, top[1], top.len()), (2, ("tea", 1), 2));
            assert_eq!((others, picked.len()), (0, 0));
        }
    }

    #[test]
    fn marks_are_bounded() {
        let mut marks = Marks::default();
        for (mark, most) in [(Mark::Picked, MAX_PICKED), (Mark::Hidden, MAX_HIDDEN)] {
            let text = |number: usize| format!("{mark:?} {number}");
            for number in 0..most {
                marks.mark(&text(number), mark).unwrap();
            }
            assert_eq!(marks.mark(&text(0), mark), Ok(()));
            assert_eq!(marks.mark("one more", mark), Err(TooManyMarks));
        }
        assert_eq!(marks.mark("Picked 3", Mark::Hidden), Err(TooManyMarks));
        marks.mark("Hidden 3", Mark::Listed).unwrap();
        marks.mark("Picked 3", Mark::Hidden).unwrap();
        assert_eq!((marks.picked.len(), marks.hidden.len()), (MAX_PICKED - 1, MAX_HIDDEN));
    }

    #[test]
    fn what_is_told_of_the_longest_texts_is_bounded() {
        let long = |number: usize| format!("{number:0>3}{}", "𠮷".repeat(137));
        let typed: Vec<String> = (0..90).map(long).collect();
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let mut marks = Marks::default();
        for text in &typed[60..60 + MAX_PICKED] {
            marks.mark(text, Mark::Picked).unwrap();
        }
        let tally = marks.live_tally(&open_text(), texts(&typed).iter()).unwrap();
        assert_eq!((told(&tally).0.len(), told(&tally).2.len()), (30, MAX_PICKED));
        let frame = ServerFrame::LiveTally(LiveTally { round: 0, answered: 90, tally });
        let bytes = Encoding::Postcard.encode(&frame).len();
        assert!((20_000..24_000).contains(&bytes), "{bytes}");
    }

    #[test]
    fn open_texts_come_as_they_are_typed_and_what_is_graded_does_not() {
        let many: Vec<String> = (0..50).rev().map(|number| format!("text {number}")).collect();
        let many: Vec<&str> =
            std::iter::once("TEXT 7").chain(many.iter().map(String::as_str)).collect();
        let tally = Marks::default().live_tally(&open_text(), texts(&many).iter()).unwrap();
        let (top, others, _) = told(&tally);
        assert_eq!((top[0].1, top[1].0, top[29].0), (2, "text 49", "text 21"));
        assert_eq!((top.len(), others), (30, 20));

        let live = |kind, answer: Answer| {
            Marks::default().live_tally(&question(kind), std::iter::once(&answer))
        };
        let choice = || Answer::from(ChoiceSet(1));
        let poll = Poll { choices: vec!["a".into(), "b".into()], several: false };
        assert_eq!(live(QuestionKind::Poll(poll), choice()), Some(Tally::Choices(vec![1, 0])));
        let graded = QuestionKind::TrueFalse(TrueFalse { correct: true });
        assert_eq!(live(graded, choice()), None);
    }

    proptest! {
        /// Whatever is marked, each text is listed, counted among the others or hidden.
        #[test]
        fn nothing_is_lost_but_what_is_hidden(
            typed in proptest::collection::vec(0_u8..60, 0..200),
            marked in proptest::collection::vec((0_u8..60, 0_u8..3), 0..40),
        ) {
            let name = |number: &u8| format!("t{number}");
            let typed: Vec<String> = typed.iter().map(name).collect();
            let answers = texts(&typed.iter().map(String::as_str).collect::<Vec<_>>());
            let (mut marks, mut last) = (Marks::default(), HashMap::new());
            for (number, mark) in marked {
                let mark = [Mark::Listed, Mark::Hidden, Mark::Picked][usize::from(mark)];
                if marks.mark(&name(&number), mark).is_ok() {
                    last.insert(name(&number), mark);
                }
            }
            let live = marks.live_tally(&open_text(), answers.iter()).unwrap();
            for tally in [marks.tally(&open_text(), answers.iter()), live] {
                let (top, others, picked) = told(&tally);
                let is = |text: &str, mark| last.get(text) == Some(&mark);
                let shown = typed.iter().filter(|text| !is(text, Mark::Hidden)).count();
                let sum: u32 = top.iter().map(|(_, count)| count).sum();
                prop_assert_eq!((sum + others) as usize, shown);
                prop_assert!(top.iter().chain(&picked).all(|(text, _)| !is(text, Mark::Hidden)));
                prop_assert!(picked.iter().all(|(text, _)| is(text, Mark::Picked)));
                prop_assert!(picked.len() <= MAX_PICKED && top.len() <= 30);
            }
        }
    }
}
