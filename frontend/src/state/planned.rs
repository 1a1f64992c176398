//! Which of the rains that a quiz plans comes next. Pure; used by the host's buttons and rain dialog.

use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::quiz::PlannedRain;

/// The rains of a quiz's plan, and which of them have fallen, by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) rains: Vec<PlannedRain>,
    fallen: Vec<u16>,
}

impl Planned {
    /// The rains, without those that are known to have fallen: what a server knows, and what this
    /// browser has written down.
    pub(crate) fn new(rains: Vec<PlannedRain>, told: Vec<u16>, noted: Option<&str>) -> Self {
        let mut fallen = told;
        fallen.extend(
            noted
                .into_iter()
                .flat_map(|text| text.split(','))
                .filter_map(|it| it.parse::<u16>().ok()),
        );
        Self { rains, fallen }
    }

    /// Notes that one has fallen; what to write down.
    pub(crate) fn note(&mut self, position: u16) -> String {
        self.fallen.push(position);
        self.fallen.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    /// Whether one has fallen.
    pub(crate) fn has_fallen(&self, position: u16) -> bool {
        self.fallen.contains(&position)
    }

    /// The one at a position.
    pub(crate) fn get(&self, position: u16) -> Option<&PlannedRain> {
        self.rains.get(usize::from(position))
    }

    fn to_come(&self) -> impl Iterator<Item = (u16, &PlannedRain)> {
        (0..).zip(&self.rains).filter(|(position, _)| !self.has_fallen(*position))
    }

    /// The one whose place is where the game stands: as soon as the answer to its question is shown,
    /// or after the last board.
    fn here(&self, phase: &Phase) -> Option<u16> {
        let named = matches!(phase.kind, Kind::Revealed);
        let (position, _) = self.to_come().find(|(_, rain)| {
            let place = rain.place(phase.questions);
            place == shown(phase) && (!named || rain.after == Some(shown(phase)))
        })?;
        is_between(phase.kind).then_some(position)
    }

    /// The one that is offered first: the next by its place, or one that was passed over.
    pub(crate) fn next(&self, phase: &Phase) -> Option<u16> {
        let ahead = |rain: &PlannedRain| rain.place(phase.questions) >= shown(phase);
        let next = self.to_come().find(|(_, rain)| ahead(rain)).or_else(|| self.to_come().next());
        next.map(|(position, _)| position)
    }

    /// Whether a rain is the likely next step. A quiz that plans none has one at the end.
    pub(crate) fn is_due(&self, phase: &Phase, rained: bool) -> bool {
        if self.rains.is_empty() {
            let between = is_between(phase.kind) && phase.kind != Kind::Revealed;
            return between && phase.next_question().is_none() && !rained;
        }
        self.here(phase).is_some()
    }
}

/// The number of the question that was shown last, from 1; 0 before the first one.
fn shown(phase: &Phase) -> u16 {
    phase.question().map_or(0, |question| question + 1)
}

/// Whether it is after one question and before the next.
fn is_between(kind: Kind) -> bool {
    matches!(kind, Kind::Slide | Kind::Revealed | Kind::Board | Kind::RainDone)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::played::Played;

    use crate::state::draft::Draft;

    use super::*;

    fn planned(places: &[Option<u16>]) -> Planned {
        let plan = Draft::for_players(5).read().unwrap();
        let rain =
            |after: &Option<u16>| PlannedRain { title: None, after: *after, plan: plan.clone() };
        Planned::new(places.iter().map(rain).collect(), Vec::new(), None)
    }

    fn at(kind: Kind, asked: u16) -> Phase {
        Phase { kind, played: Played::in_order(asked), questions: 4 }
    }

    #[test]
    fn a_rain_is_due_once_the_answer_to_its_question_is_shown() {
        let mut planned = planned(&[Some(2), Some(2), None]);
        let due = |planned: &Planned, kind, asked| planned.is_due(&at(kind, asked), true);
        for (kind, asked) in [
            (Kind::Revealed, 1),
            (Kind::Asking, 2),
            (Kind::Closing, 2),
            (Kind::Rain, 2),
            (Kind::Board, 3),
        ] {
            assert!(!due(&planned, kind, asked), "{kind:?} {asked}");
        }
        assert!(due(&planned, Kind::Revealed, 2) && due(&planned, Kind::Board, 2));
        assert_eq!(planned.next(&at(Kind::Board, 2)), Some(0));
        assert_eq!(planned.note(0), "0");
        assert!(due(&planned, Kind::RainDone, 2), "its second tier");
        assert_eq!(planned.note(1), "0,1");
        assert!(!due(&planned, Kind::RainDone, 2));
        assert!(!due(&planned, Kind::Revealed, 4) && due(&planned, Kind::Board, 4));
        planned.note(2);
        assert!(!due(&planned, Kind::Board, 4));
        assert_eq!(planned.next(&at(Kind::Board, 4)), None);
    }

    #[test]
    fn the_next_one_is_ahead_or_was_passed_over() {
        let mut planned = planned(&[Some(1), Some(3), None]);
        assert_eq!(planned.next(&at(Kind::Lobby, 0)), Some(0));
        assert_eq!(planned.next(&at(Kind::Asking, 2)), Some(1));
        assert_eq!(planned.next(&at(Kind::Board, 4)), Some(2));
        planned.note(2);
        assert_eq!(planned.next(&at(Kind::Board, 4)), Some(0));
    }

    #[test]
    fn a_place_beyond_the_last_question_is_the_end() {
        let planned = planned(&[Some(9)]);
        assert!(planned.is_due(&at(Kind::Board, 4), false));
        assert!(!planned.is_due(&at(Kind::Board, 3), false));
    }

    #[test]
    fn what_has_fallen_is_told_or_was_written_down() {
        let rains = planned(&[None, None, None]).rains;
        let planned = Planned::new(rains, vec![1], Some("2,x,"));
        assert_eq!([0, 1, 2].map(|position| planned.has_fallen(position)), [false, true, true]);
    }

    #[test]
    fn a_quiz_without_rains_has_one_at_the_end() {
        let none = planned(&[]);
        assert!(none.is_due(&at(Kind::Board, 4), false) && none.is_due(&at(Kind::Slide, 4), false));
        assert!(
            !none.is_due(&at(Kind::Board, 4), true) && !none.is_due(&at(Kind::Board, 3), false)
        );
        assert_eq!(none.next(&at(Kind::Board, 4)), None);
    }
}
