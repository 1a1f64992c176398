//! What this browser was promised of the draws of games, and what it added to them. Called by
//! `state::session`.

use quizrain_shared::ids::{Contribution, GameId, Promise};
use quizrain_shared::wire::GameInfo;
use serde::{Deserialize, Serialize};

use super::stored;

/// More games are not remembered.
const MOST: usize = 64;

/// What is known of the draws of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    game: GameId,
    /// The promise that was shown first.
    pub(crate) promise: Promise,
    /// What was sent with a wish for a seat.
    pub(crate) contribution: Option<Contribution>,
}

fn list(text: Option<&str>) -> Vec<Entry> {
    text.and_then(stored::read).unwrap_or_default()
}

fn write(all: &[Entry]) -> Option<String> {
    let newest = all.get(all.len().saturating_sub(MOST)..).unwrap_or_default();
    Some(stored::write(&newest))
}

/// What is known of a game's draws.
pub(crate) fn of(text: Option<&str>, game: GameId) -> Option<Entry> {
    list(text).into_iter().find(|entry| entry.game == game)
}

/// The text to store in the place of another one once a game was shown; `None` where it is known.
/// The promise that was shown first counts.
pub(crate) fn note(text: Option<&str>, game: &GameInfo) -> Option<String> {
    let mut all = list(text);
    if all.iter().any(|entry| entry.game == game.game) {
        return None;
    }
    all.push(Entry { game: game.game, promise: game.promise, contribution: None });
    write(&all)
}

/// What this browser adds to the draws of a game: what it added before, or else this; and the text to
/// store.
pub(crate) fn contribute(
    text: Option<&str>,
    game: &GameInfo,
    fresh: Contribution,
) -> (Contribution, Option<String>) {
    let noted = note(text, game);
    let mut all = list(noted.as_deref().or(text));
    let Some(entry) = all.iter_mut().find(|entry| entry.game == game.game) else {
        return (fresh, None);
    };
    let contribution = *entry.contribution.get_or_insert(fresh);
    (contribution, write(&all))
}

#[cfg(test)]
mod tests {
    use quizrain_shared::identity::Identity;
    use quizrain_shared::ids::Pin;
    use quizrain_shared::mode::Mode;
    use quizrain_shared::name::NameRule;

    use super::*;

    fn game(number: u8, promise: u8) -> GameInfo {
        GameInfo {
            game: GameId([number; 8]),
            pin: Pin::new(123_456).unwrap(),
            title: String::new(),
            promise: Promise([promise; 32]),
            mode: Mode::default(),
            names: NameRule::default(),
            identity: Identity::default(),
            field: None,
        }
    }

    #[test]
    fn the_first_promise_and_the_first_contribution_count() {
        let stored = note(None, &game(1, 7)).unwrap();
        assert_eq!(note(Some(&stored), &game(1, 8)), None);
        let (one, two) = (Contribution([1; 16]), Contribution([2; 16]));
        let (said, stored) = contribute(Some(&stored), &game(1, 8), one);
        assert_eq!(said, one);
        let (said, stored) = contribute(stored.as_deref(), &game(1, 7), two);
        assert_eq!(said, one);
        let entry = of(stored.as_deref(), GameId([1; 8])).unwrap();
        assert_eq!((entry.promise, entry.contribution), (Promise([7; 32]), Some(one)));
        // Another game has another.
        let (said, stored) = contribute(stored.as_deref(), &game(2, 7), two);
        assert_eq!(said, two);
        assert_eq!(of(stored.as_deref(), GameId([1; 8])), Some(entry));
        assert_eq!(of(stored.as_deref(), GameId([3; 8])), None);
    }

    #[test]
    fn what_is_stored_may_be_anything_and_does_not_grow() {
        for odd in [None, Some(""), Some("{"), Some("[{}]")] {
            assert!(note(odd, &game(1, 7)).is_some());
        }
        let mut stored = None;
        for number in 0..100 {
            stored = contribute(stored.as_deref(), &game(number, 7), Contribution([9; 16])).1;
        }
        assert_eq!(list(stored.as_deref()).len(), MOST);
        assert!(of(stored.as_deref(), GameId([99; 8])).is_some());
    }
}
