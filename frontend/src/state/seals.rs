//! Rains that this browser was shown, with all that they promised, and what a list that a server shows
//! later is worth beside them. Called by `state::session`, which notes them, and by pages, which check.

use std::fmt::Display;

use quizrain_shared::api::OwnPacket;
use quizrain_shared::ids::Promise;
use quizrain_shared::sealed::{Held, Proof, Witness, prove};
use quizrain_shared::wire::{GameInfo, RainView, ServerFrame, Stage};

use super::{draws, stored};

/// More rains are not remembered.
const MOST: usize = 64;

/// What became of a wish to check a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    /// What the list says of it.
    Proof(Proof),
    /// The rain is not settled yet.
    NotYet,
    /// No answer.
    Unreachable,
}

fn list(text: Option<&str>) -> Vec<Witness> {
    text.and_then(stored::read).unwrap_or_default()
}

/// The rain that a frame shows, as long as packets may still be caught in it: what is shown later
/// promises nothing.
pub(crate) fn shown(frame: &ServerFrame) -> Option<&RainView> {
    let stage = match frame {
        ServerFrame::Stage(stage) => &stage.stage,
        ServerFrame::Welcome(welcome) => &welcome.stage.stage,
        _ => return None,
    };
    match stage {
        Stage::Rain(view) => Some(view),
        _ => None,
    }
}

/// The text to store in the place of another one once a rain was shown; `None` where all of it is
/// known. What was shown first counts. `seat` is that of this browser's player, if there is one by now,
/// and `entry` what is known of the game's draws.
pub(crate) fn note(
    text: Option<&str>,
    view: &RainView,
    game: &GameInfo,
    seat: Option<u32>,
    entry: Option<&draws::Entry>,
) -> Option<String> {
    let mut all = list(text);
    let own = seat.zip(entry.and_then(|entry| entry.contribution));
    match all.iter_mut().find(|seen| seen.rain.rain == view.rain) {
        // Another tab, which is no player, saw it first.
        Some(seen) if seen.own.is_none() && own.is_some() => seen.own = own,
        Some(_) => return None,
        None => {
            let promise: Promise = entry.map_or(game.promise, |entry| entry.promise);
            all.push(Witness { game: game.game, promise, rain: view.clone(), own });
        }
    }
    let newest = all.get(all.len().saturating_sub(MOST)..).unwrap_or_default();
    Some(stored::write(&newest))
}

/// Holds a packet against the lists that a server shows.
pub(crate) fn check(
    text: Option<&str>,
    list_text: &str,
    contributions: Option<&str>,
    packet: &OwnPacket,
) -> Checked {
    let seen = list(text).into_iter().find(|seen| seen.rain.rain == packet.rain);
    let held = Held { rain: packet.rain, packet: packet.packet, amount: packet.amount };
    Checked::Proof(prove(list_text, contributions, seen.as_ref(), held))
}

/// The first 64 bits of a hash, to compare by eye.
pub(crate) fn short(hash: &impl Display) -> String {
    let hex = hash.to_string();
    let parts = (0..4).filter_map(|part| hex.get(part * 4..part * 4 + 4));
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::draw::{self, Draw};
    use quizrain_shared::identity::Identity;
    use quizrain_shared::ids::{Commitment, Contribution, GameId, Link, Pin, RainId};
    use quizrain_shared::mode::Mode;
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::name::NameRule;
    use quizrain_shared::rain::{Eligibility, RainPlan};
    use quizrain_shared::sealed::{self, Breach};

    use super::*;
    use quizrain_shared::wire::PacketState;

    const SECRET: Link = Link([7; 32]);
    const OWN: Contribution = Contribution([9; 16]);

    fn rain(number: u8) -> RainId {
        RainId([number; 8])
    }

    fn game() -> GameInfo {
        GameInfo {
            game: GameId([4; 8]),
            pin: Pin::new(123_456).unwrap(),
            title: String::new(),
            promise: draw::promise(&SECRET),
            mode: Mode::default(),
            names: NameRule::default(),
            identity: Identity::default(),
            field: None,
        }
    }

    fn contributions() -> String {
        draw::write_contributions(game().game, &[(1, OWN)])
    }

    /// The list of a rain that was drawn as it had to be, and what was shown of it.
    fn sealed_rain(number: u8) -> (String, RainView) {
        let bounds = Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) };
        let (currency, split) = (Currency::POINTS, Split::DoubleMean);
        let eligibility = Eligibility::Everyone;
        let plan = RainPlan { currency, bounds, split: split.clone(), seconds: 10, eligibility };
        let (link, entropy) = (draw::link(&SECRET, 1).unwrap(), draw::entropy_of(&contributions()));
        let nonce = link.reveal();
        let draw = Draw { game: game().game, number: 1, link, entropy };
        let list =
            sealed::write(rain(number), &nonce, &plan, &draw.amounts(&bounds, &split).unwrap());
        let view = RainView {
            rain: rain(number),
            number: 1,
            picture_seed: 1,
            currency,
            pot: bounds.pot,
            packets: bounds.packets,
            min: bounds.min,
            max: bounds.max,
            split,
            shards: 1,
            eligibility,
            entropy,
            commitment: sealed::commitment_of(&list),
        };
        (list, view)
    }

    fn packet(number: u8, list: &str) -> OwnPacket {
        OwnPacket {
            game: GameId([3; 8]),
            rain: rain(number),
            packet: 1,
            amount: Minor(list.lines().last().unwrap().parse().unwrap()),
            currency: Currency::POINTS,
            title: String::new(),
            state: PacketState::Credited,
            caught_at_ms: 0,
            credited_at_ms: None,
            changed_at_ms: 0,
        }
    }

    fn joined() -> Option<draws::Entry> {
        let stored = draws::contribute(None, &game(), OWN).1;
        draws::of(stored.as_deref(), game().game)
    }

    fn checked(stored: Option<&str>, list: &str) -> Checked {
        check(stored, list, Some(&contributions()), &packet(1, list))
    }

    #[test]
    fn what_was_shown_first_is_what_a_list_is_held_against() {
        let (list, view) = sealed_rain(1);
        let entry = joined();
        let stored = note(None, &view, &game(), Some(1), entry.as_ref()).unwrap();
        let other = RainView { commitment: Commitment([9; 32]), ..view.clone() };
        assert_eq!(note(Some(&stored), &other, &game(), Some(1), entry.as_ref()), None);
        let kept = Checked::Proof(Proof::Kept { packets: 2, players: 1, own: true });
        assert_eq!(checked(Some(&stored), &list), kept);
        let stored = note(None, &other, &game(), Some(1), entry.as_ref()).unwrap();
        let broken = Checked::Proof(Proof::Broken(Breach::List));
        assert_eq!(checked(Some(&stored), &list), broken);
        let unseen = Checked::Proof(Proof::Unseen { packets: 2, commitment: view.commitment });
        assert_eq!(checked(None, &list), unseen);
    }

    #[test]
    fn the_promise_that_was_shown_first_is_held_against_the_chain() {
        let (list, view) = sealed_rain(1);
        let other = GameInfo { promise: Promise([1; 32]), ..game() };
        let stored = draws::note(None, &other);
        let entry = draws::of(stored.as_deref(), game().game);
        let stored = note(None, &view, &game(), None, entry.as_ref()).unwrap();
        let broken = Checked::Proof(Proof::Broken(Breach::Chain));
        assert_eq!(checked(Some(&stored), &list), broken);
    }

    #[test]
    fn what_this_browser_added_is_looked_for_although_a_screen_saw_the_rain_first() {
        let (list, view) = sealed_rain(1);
        let stored = note(None, &view, &game(), None, None).unwrap();
        let without = Checked::Proof(Proof::Kept { packets: 2, players: 1, own: false });
        assert_eq!(checked(Some(&stored), &list), without);
        let stored = note(Some(&stored), &view, &game(), Some(1), joined().as_ref()).unwrap();
        let with = Checked::Proof(Proof::Kept { packets: 2, players: 1, own: true });
        assert_eq!(checked(Some(&stored), &list), with);
    }

    #[test]
    fn what_is_stored_may_be_anything_and_does_not_grow() {
        let view = |number| sealed_rain(number).1;
        for odd in [None, Some(""), Some("{"), Some("[{}]")] {
            assert!(note(odd, &view(1), &game(), None, None).is_some());
        }
        let mut stored = String::new();
        for number in 0..100 {
            stored = note(Some(&stored), &view(number), &game(), None, None).unwrap();
        }
        assert_eq!(list(Some(&stored)).len(), MOST);
        assert_eq!(list(Some(&stored)).last().map(|seen| seen.rain.rain), Some(rain(99)));
    }

    #[test]
    fn a_hash_is_short_enough_to_read_out() {
        assert_eq!(short(&Commitment([0xab; 32])), "abab abab abab abab");
    }
}
