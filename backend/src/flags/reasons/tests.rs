use super::*;
use crate::flags::made::{Cell, Chance, Made, honest, sheet, windows};

fn seats(made: &[Made]) -> Vec<u32> {
    flags(&sheet(made)).flagged.iter().map(|it| it.seat).collect()
}

fn venue(chance: &mut Chance, players: usize, rounds: usize) -> Vec<Made> {
    let mut made: Vec<Made> = (0..players).map(|_| honest(chance, 1, rounds, 5000)).collect();
    for (number, it) in made.iter_mut().enumerate() {
        // The pin is shown, and all come within half a minute.
        it.at_ms = 5_000_000 + number as u64 * 150;
    }
    made
}

fn idle(origin: u8, at_ms: u64, rounds: usize) -> Made {
    Made { origin, at_ms, answers: vec![None; rounds] }
}

#[test]
fn a_venue_behind_one_address_is_not_flagged_also_where_some_only_watch() {
    let mut chance = Chance(1);
    let mut made = venue(&mut chance, 200, 8);
    assert_eq!(seats(&made), [0; 0]);
    for watcher in made.iter_mut().step_by(4) {
        watcher.answers = vec![None; 8];
    }
    assert_eq!(seats(&made), [0; 0]);
}

#[test]
fn windows_of_one_script_are_flagged_with_plain_numbers() {
    let mut chance = Chance(2);
    let mut made = venue(&mut chance, 50, 8);
    made.extend(windows(&mut chance, 10, 9, 8));
    let found = flags(&sheet(&made));
    assert_eq!((found.players, found.questions, found.found), (60, 8, 10));
    let first = &found.flagged[0];
    assert_eq!((first.seat, first.nickname.as_str()), (51, "p50"));
    let [same, address] = first.reasons[..] else { panic!("{:?}", first.reasons) };
    assert!(
        matches!(same, FlagReason::SameAnswers { questions: 8, of: 8, alike: 10, seat } if (52..=60).contains(&seat)),
        "{same:?}"
    );
    assert_eq!(address, FlagReason::SameAddress { seats: 10 });
}

#[test]
fn windows_that_only_wait_for_the_rain_are_flagged_and_those_who_come_one_by_one_are_not() {
    let mut chance = Chance(3);
    let mut made = venue(&mut chance, 50, 8);
    made.extend((0..6).map(|number| idle(9, 4_000_000 + number * 5000, 8)));
    assert_eq!(seats(&made), (51..=56).collect::<Vec<_>>());
    let reasons = &flags(&sheet(&made)).flagged[0].reasons;
    let few = FlagReason::FewAnswers { answered: 0, of: 8 };
    assert_eq!(reasons[..], [FlagReason::SameAddress { seats: 6 }, few]);
    // Three may be a family; four may come within an hour.
    made.truncate(53);
    assert_eq!(seats(&made), [0; 0]);
    made.extend((0..4).map(|number| idle(8, 4_000_000 + number * 61_000, 8)));
    assert_eq!(seats(&made), [0; 0]);
}

#[test]
fn seats_that_were_taken_once_the_rain_had_opened_count_like_those_that_wait() {
    let mut chance = Chance(4);
    let mut made = venue(&mut chance, 20, 0);
    made.extend((0..5).map(|number| idle(9, 9_000_000 + number * 100, 0)));
    let mut sheet = sheet(&made);
    assert_eq!(flags(&sheet).found, 0);
    sheet.rain_ms = Some(9_000_000);
    let found = flags(&sheet);
    assert_eq!(found.flagged.iter().map(|it| it.seat).collect::<Vec<_>>(), [21, 22, 23, 24, 25]);
    let reasons = &found.flagged[0].reasons;
    assert_eq!(reasons[..], [FlagReason::SameAddress { seats: 5 }, FlagReason::LateSeat]);
}

#[test]
fn who_answers_before_anybody_can_read_is_flagged_and_a_lucky_guess_is_not() {
    let mut chance = Chance(5);
    let mut made = venue(&mut chance, 30, 8);
    let at = |ms: u64, line: u16| -> Cell { Some((0, ms, line)) };
    // What else they answer, each at another time.
    let slow = |player: u64, number: u64| (0..number).map(move |n| at(3000 + 400 * player + n, 40));
    let fast = [at(140, 20), at(90, 0), at(149, 0)];
    made[3].answers = fast.into_iter().chain(slow(3, 3)).collect();
    // The line took what is beyond.
    made[4].answers = (0..4).map(|n| at(210 + n * 20, 160)).collect();
    made[5].answers = fast.into_iter().take(2).chain(slow(5, 6)).collect();
    made[6].answers = fast.into_iter().chain(slow(6, 5)).collect();
    let found = flags(&sheet(&made));
    let of = |questions, of| FlagReason::FastAnswers { questions, of };
    let got: Vec<_> = found.flagged.iter().map(|it| (it.seat, it.reasons[0])).collect();
    assert_eq!(got, [(4, of(3, 6)), (5, of(4, 4))]);
}

#[test]
fn who_came_late_is_asked_only_what_was_revealed_since() {
    let made: Vec<Made> = (0..4).map(|_| honest(&mut Chance(6), 1, 8, 5000)).collect();
    let mut sheet = sheet(&made);
    sheet.scored_for = vec![4, 4, 3, 3, 3, 1, 0, 0];
    let of = |player| asked(&sheet, &sheet.players[player]);
    assert_eq!([0, 1, 2, 3].map(of), [6, 5, 5, 2]);
    assert_eq!(few_answers(&sheet, 3, 2), None);
}

proptest::proptest! {
    #[test]
    fn windows_of_an_address_are_counted_as_by_hand(
        seats in proptest::collection::vec((0..3u8, 0..300u64, proptest::bool::ANY), 0..40)
    ) {
        let made: Vec<Made> =
            seats.iter().map(|(origin, s, _)| idle(*origin, s * 1000, 0)).collect();
        let sheet = sheet(&made);
        let together = seated_together(&sheet.players, |place| seats[place].2);
        for (place, (origin, from, is_idle)) in seats.iter().enumerate() {
            let mut expected = (1, false);
            for (_, first, _) in seats.iter().filter(|it| it.0 == *origin) {
                let within = |it: &&(u8, u64, bool)| it.0 == *origin && (*first..=first + 60).contains(&it.1);
                if !(*first..=first + 60).contains(from) {
                    continue;
                }
                let number = seats.iter().filter(within).count();
                expected.0 = expected.0.max(number);
            }
            proptest::prop_assert_eq!(together[place].0, expected.0);
            proptest::prop_assert!(!together[place].1 || (*is_idle && expected.0 >= LEAST_TOGETHER));
        }
    }
}
