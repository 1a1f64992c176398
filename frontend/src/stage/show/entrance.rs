//! How a question comes into the picture: what is asked first, then its choices one after the other, all within
//! the time in which nobody has read it yet. What the room has read already stays where it is.

use std::time::Duration;

use leptos::prelude::set_timeout;
use quizrain_shared::phase::{Kind, Phase};
use web_sys::Element;

/// After this, nothing is out of sight whatever happens; `big_question.css` is done within it.
const ENTERS: Duration = Duration::from_millis(700);

/// What of a question comes into the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enters {
    /// The question, and its choices.
    All,
    /// The choices of a question that was read.
    Choices,
    /// All of it was there.
    Nothing,
}

impl Enters {
    /// By what this page showed before, if anything.
    pub(super) fn of(before: Option<&Phase>, now: &Phase) -> Self {
        let same_round = before.filter(|before| before.played == now.played);
        match (now.kind, same_round.map(|before| before.kind)) {
            (Kind::Asking, Some(Kind::Reading)) => Self::Choices,
            (Kind::Asking, Some(Kind::Asking | Kind::Paused)) => Self::Nothing,
            (Kind::Reading | Kind::Slide | Kind::Asking, _) => Self::All,
            _ => Self::Nothing,
        }
    }

    fn class(self) -> Option<&'static str> {
        match self {
            Self::All => Some("all-enters"),
            Self::Choices => Some("choices-enter"),
            Self::Nothing => None,
        }
    }
}

/// Directive: what is in a box comes into the picture. The class that moves it does not stay: parts that are shown
/// in turns, or again when players have answered, would come each time.
pub(super) fn entering(place: Element, enters: Enters) {
    let Some(class) = enters.class() else { return };
    let _ = place.class_list().toggle_with_force(class, true);
    let end = move || {
        let _ = place.class_list().toggle_with_force(class, false);
    };
    set_timeout(end, ENTERS);
}

#[cfg(test)]
mod tests {
    use quizrain_shared::played::Played;

    use super::*;

    #[test]
    fn what_was_read_does_not_come_again() {
        let at = |kind, rounds| Phase { kind, played: Played::in_order(rounds), questions: 9 };
        let asking = at(Kind::Asking, 2);
        for (before, enters) in [
            (None, Enters::All),
            (Some(at(Kind::Lobby, 0)), Enters::All),
            (Some(at(Kind::Revealed, 1)), Enters::All),
            (Some(at(Kind::Reading, 1)), Enters::All),
            (Some(at(Kind::Reading, 2)), Enters::Choices),
            (Some(at(Kind::Paused, 2)), Enters::Nothing),
            (Some(at(Kind::Asking, 2)), Enters::Nothing),
        ] {
            assert_eq!(Enters::of(before.as_ref(), &asking), enters, "{before:?}");
        }
        for (kind, enters) in [
            (Kind::Reading, Enters::All),
            (Kind::Slide, Enters::All),
            (Kind::Paused, Enters::Nothing),
            (Kind::Closing, Enters::Nothing),
        ] {
            assert_eq!(Enters::of(Some(&at(Kind::Revealed, 1)), &at(kind, 2)), enters, "{kind:?}");
        }
    }
}
