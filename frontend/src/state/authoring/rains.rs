//! The rains that a quiz plans, as its author lists them.

use quizrain_shared::quiz::PlannedRain;

use super::steps::Step;

/// The question that was named has another number, or there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoSuchQuestion;

/// After which question of so many a rain falls, as it is typed: a number from 1, or nothing for the end.
///
/// # Errors
/// It is no number, or that of no question.
pub(crate) fn place(text: &str, questions: usize) -> Result<Option<u16>, NoSuchQuestion> {
    let text = quizrain_shared::typed::half_width(text);
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number: u16 = text.parse().map_err(|_| NoSuchQuestion)?;
    let there = (1..=questions).contains(&usize::from(number));
    if there { Ok(Some(number)) } else { Err(NoSuchQuestion) }
}

/// Puts rains in the order of their places; those of one place stay in theirs.
fn sorted(mut rains: Vec<PlannedRain>) -> Vec<PlannedRain> {
    rains.sort_by_key(|rain| rain.place(u16::MAX));
    rains
}

/// The rains with this one in the place of the one at a position, or beside them.
pub(crate) fn with(
    mut rains: Vec<PlannedRain>,
    position: Option<usize>,
    rain: PlannedRain,
) -> Vec<PlannedRain> {
    match position.and_then(|position| rains.get_mut(position)) {
        Some(place) => *place = rain,
        None => rains.push(rain),
    }
    sorted(rains)
}

/// The rains without the one at a position.
pub(crate) fn without(mut rains: Vec<PlannedRain>, position: usize) -> Vec<PlannedRain> {
    if position < rains.len() {
        rains.remove(position);
    }
    rains
}

/// The rains with one before the other of its place; `None` where it is the first there.
pub(crate) fn earlier(mut rains: Vec<PlannedRain>, position: usize) -> Option<Vec<PlannedRain>> {
    let before = position.checked_sub(1)?;
    if rains.get(before)?.after != rains.get(position)?.after {
        return None;
    }
    rains.swap(before, position);
    Some(rains)
}

/// The rains after a step: each stays with its question, and where that is gone with the one before it.
pub(super) fn following(mut rains: Vec<PlannedRain>, step: &Step) -> Vec<PlannedRain> {
    for rain in &mut rains {
        rain.after = rain.after.map(|after| {
            let question = usize::from(after).saturating_sub(1);
            let number = followed(question, step) + 1;
            u16::try_from(number).unwrap_or(after)
        });
    }
    sorted(rains)
}

/// Where a question is after a step.
fn followed(question: usize, step: &Step) -> usize {
    match *step {
        Step::Insert(at, _) if at <= question => question + 1,
        Step::Remove(at) if at <= question => question.saturating_sub(1),
        Step::Move { from, to } if from == question => to,
        Step::Move { from, to } if (from..=to).contains(&question) => question - 1,
        Step::Move { from, to } if (to..=from).contains(&question) => question + 1,
        _ => question,
    }
}

/// A rain for tests.
#[cfg(test)]
pub(super) fn planned_after(after: Option<u16>) -> PlannedRain {
    let plan = crate::state::draft::Draft::for_players(5).read().unwrap();
    PlannedRain { title: None, after, plan }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rain(title: &str, after: Option<u16>) -> PlannedRain {
        PlannedRain { title: Some(title.to_owned()), ..planned_after(after) }
    }

    fn titles(rains: &[PlannedRain]) -> String {
        rains.iter().filter_map(|it| it.title.as_deref()).collect()
    }

    #[test]
    fn rains_are_listed_in_the_order_of_their_places() {
        let mut rains = Vec::new();
        for (title, after) in [("d", None), ("b", Some(2)), ("a", Some(1)), ("c", Some(2))] {
            rains = with(rains, None, rain(title, after));
        }
        assert_eq!(titles(&rains), "abcd");
        assert_eq!(titles(&with(rains.clone(), Some(0), rain("A", None))), "bcAd");
        assert_eq!(titles(&without(rains.clone(), 1)), "acd");
        assert_eq!(without(rains.clone(), 4), rains);
        assert_eq!(earlier(rains.clone(), 2).map(|it| titles(&it)).as_deref(), Some("acbd"));
        for first in [0, 1, 3, 4] {
            assert_eq!(earlier(rains.clone(), first), None);
        }
    }

    #[test]
    fn a_place_is_the_number_of_a_question_or_the_end() {
        for (text, read) in [
            ("", Ok(None)),
            (" 2 ", Ok(Some(2))),
            ("２", Ok(Some(2))),
            ("0", Err(NoSuchQuestion)),
            ("3", Err(NoSuchQuestion)),
            ("-1", Err(NoSuchQuestion)),
            ("last", Err(NoSuchQuestion)),
            ("99999999", Err(NoSuchQuestion)),
        ] {
            assert_eq!(place(text, 2), read, "{text}");
        }
        assert_eq!(place("1", 0), Err(NoSuchQuestion));
    }
}
