use std::time::{Duration, Instant};

use super::*;
use crate::flags::made::{Chance, Made, honest, sheet, windows};

/// Whom it finds among these, by place.
fn found(made: &[Made]) -> Vec<usize> {
    alike(&sheet(made)).into_keys().collect()
}

fn crowd(chance: &mut Chance, players: usize, rounds: usize, spread_ms: u64) -> Vec<Made> {
    (0..players).map(|_| honest(chance, 1, rounds, spread_ms)).collect()
}

#[test]
fn players_behind_one_address_who_play_for_themselves_are_not_alike() {
    for seed in 0..20 {
        let mut chance = Chance(seed);
        for rounds in [4, 8, 20] {
            let made = crowd(&mut chance, 200, rounds, 5000);
            assert_eq!(found(&made), [0; 0], "seed {seed}, {rounds} questions");
        }
    }
}

#[test]
fn a_crowd_that_is_right_in_the_same_second_is_not_alike() {
    for seed in 0..20 {
        let mut chance = Chance(seed);
        let mut made = crowd(&mut chance, 300, 10, 1000);
        for cell in made.iter_mut().flat_map(|it| &mut it.answers) {
            *cell = cell.map(|(_, ms, line)| (0, ms, line));
        }
        assert_eq!(found(&made), [0; 0], "seed {seed}");
    }
}

#[test]
fn ten_windows_of_one_script_are_alike_whoever_else_plays() {
    for (seed, others) in [(1, 0), (2, 2), (3, 40), (4, 200), (5, 2000)] {
        // From one address, and each through another one.
        for far in [false, true] {
            let mut chance = Chance(seed);
            let mut made = windows(&mut chance, 10, 9, 8);
            for (number, window) in made.iter_mut().enumerate().filter(|_| far) {
                window.origin = 100 + number as u8;
            }
            made.extend(crowd(&mut chance, others, 8, 5000));
            assert_eq!(found(&made), (0..10).collect::<Vec<_>>(), "{others} others, {far}");
            let of = alike(&sheet(&made));
            assert!(of.values().all(|it| (it.group, it.both) == (10, 8)), "{of:?}");
            assert!(of.values().all(|it| it.together == 8), "{of:?}");
        }
    }
}

#[test]
fn windows_that_now_and_then_answer_for_themselves_are_found_all_the_same() {
    let mut chance = Chance(7);
    let mut made = windows(&mut chance, 10, 9, 12);
    for (number, window) in made.iter_mut().enumerate() {
        let other = (window.answers[number].unwrap().0 + 1) % 4;
        window.answers[number] = Some((other, 2500, 3));
    }
    made.extend(crowd(&mut chance, 300, 12, 5000));
    assert_eq!(found(&made), (0..10).collect::<Vec<_>>());
}

#[test]
fn three_questions_are_no_evidence_and_two_who_watch_each_other_are_not_alike() {
    let mut chance = Chance(3);
    let mut made = windows(&mut chance, 10, 9, 3);
    made.extend(crowd(&mut chance, 20, 3, 5000));
    assert_eq!(found(&made), [0; 0]);
    // One presses what the other has pressed, a little later.
    let mut made = crowd(&mut chance, 30, 10, 5000);
    let copied = made[0].answers.iter().map(|it| it.map(|(it, ms, line)| (it, ms + 180, line)));
    made[1].answers = copied.collect();
    assert_eq!(found(&made), [0; 0]);
}

#[test]
fn ten_thousand_players_are_looked_at_in_a_moment() {
    let mut chance = Chance(11);
    let mut made = windows(&mut chance, 10, 9, 30);
    // All of them right, in two seconds: the fullest cells that there are.
    made.extend(crowd(&mut chance, 10_000, 30, 2000));
    for cell in made.iter_mut().skip(10).flat_map(|it| &mut it.answers) {
        *cell = cell.map(|(_, ms, line)| (0, ms, line));
    }
    let sheet = sheet(&made);
    let began = Instant::now();
    let of = alike(&sheet);
    // Without optimisation, on a machine that is busy; all pairs would take an hour.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(of.into_keys().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
}

#[test]
fn what_chance_brings_is_what_the_binomial_says() {
    let cell = Some((0, 1000, 0));
    let made = [(); 2].map(|()| Made { origin: 1, at_ms: 0, answers: vec![cell; 3] });
    let sheet = sheet(&made);
    let half = vec![vec![0.5, 0.5]; 3];
    for (least, expected) in [(1, 0.875), (2, 0.5), (3, 0.125)] {
        let chance = by_chance(&sheet, &half, (0, 1), least);
        assert!((chance - expected).abs() < 1e-9, "{least}: {chance}");
    }
}

proptest::proptest! {
    /// Whatever anybody answers: nobody is alike alone, and two are only with the numbers that are told.
    #[test]
    fn whoever_is_alike_is_so_by_the_numbers(seed: u64, players in 2..60usize, rounds in 0..9usize, wide in 1..4000u64) {
        let mut chance = Chance(seed);
        let mut made = crowd(&mut chance, players, rounds, wide);
        for it in made.iter_mut().flat_map(|it| &mut it.answers) {
            if chance.below(5) == 0 {
                *it = None;
            }
        }
        let sheet = sheet(&made);
        for (who, it) in alike(&sheet) {
            proptest::prop_assert_ne!(who, it.with);
            proptest::prop_assert!(it.group >= 2);
            proptest::prop_assert_eq!(compare(&sheet, who, it.with), Some((it.together, it.both)));
        }
    }
}
