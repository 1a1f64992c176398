//! Tests of texts: that they are there.

mod pages;

use std::fmt::Display;
use std::ops::RangeInclusive;

use quizrain_shared::api::{FlagReason, InvalidGuests};
use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::*;

/// Every language but English, in which the server says most things itself.
pub(super) fn translated() -> Vec<Language> {
    Language::ALL.into_iter().filter(|it| *it != Language::English).collect()
}

/// The letters of a language that does not write in Latin ones.
fn letters(language: Language) -> Option<RangeInclusive<char>> {
    match language {
        Language::English
        | Language::German
        | Language::Spanish
        | Language::French
        | Language::Portuguese => None,
        Language::Hans | Language::Hant => Some('\u{4e00}'..='\u{9fff}'),
        Language::Arabic => Some('\u{621}'..='\u{64a}'),
        Language::Japanese => Some('\u{3041}'..='\u{30ff}'),
        Language::Korean => Some('\u{ac00}'..='\u{d7a3}'),
    }
}

/// Checks what languages say of things that the server says in English: that parts of each are in it; that it is in letters of
/// their own, or else in words that neither English nor another language has; and that they say no two things alike.
pub(super) fn check_own_words<T: Display>(
    languages: &[Language],
    things: &[(T, &[&str])],
    say: impl Fn(Language, &T) -> Option<(String, &'static str)>,
) {
    let mut latin: Vec<String> = things.iter().map(|(thing, _)| thing.to_string()).collect();
    for language in languages {
        let letters = letters(*language);
        let mut known = Vec::new();
        for (thing, parts) in things {
            let (said, expected) = say(*language, thing).unwrap();
            assert!(parts.iter().all(|part| said.contains(part)), "{said}: {parts:?}");
            match &letters {
                Some(letters) => assert!(said.chars().any(|c| letters.contains(&c)), "{said}"),
                None => assert!(!latin.contains(&said), "{said}"),
            }
            assert!(!known.contains(&(said.clone(), expected)), "{said}");
            known.push((said, expected));
        }
        if letters.is_none() {
            latin.extend(known.into_iter().map(|(said, _)| said));
        }
    }
}

#[test]
fn times_are_written_as_clocks_show_them() {
    assert_eq!([0, 65, 3600, 604_800].map(span), ["0:00", "1:05", "1:00:00", "168:00:00"]);
}

#[test]
fn numbers_are_in_the_texts_of_the_stage() {
    for language in Language::ALL {
        let words = StageWords::of(language);
        assert!((words.question_of)(3, 8).contains('3') && (words.question_of)(3, 8).contains('8'));
        assert!((words.players_joined)(12).contains("12"));
        assert!((words.in_packets)(20).contains("20"));
        assert!((words.seconds_left)(10).contains("10"));
        let few = (words.packets_for)(18, 71);
        assert!(few.contains("18") && few.contains("71"));
        assert_ne!(few.replace("18", "99"), (words.packets_for)(99, 71));
        assert!((words.next_question)(4, 9).contains('4'));
        assert!((words.others)(12).contains("12") && (words.average)("3.70").contains("3.70"));
        let left = (words.survivors)(12, 340);
        assert!(left.contains("12") && left.contains("340"));
        assert!((words.members)(7).contains('7') && (words.card_rule)(5).contains('5'));
        assert!((words.new_game.team)(3).contains('3') && (words.new_game.all)(88).contains("88"));
        assert!((words.new_game.card_after)(5).contains('5'));
        let adjusted = (words.themes.adjusted)("#ffe600", "#968700");
        assert!(adjusted.contains("#ffe600") && adjusted.contains("#968700"));
        let library = words.library_words;
        assert!((library.listed)(48, true) != (library.listed)(48, false));
        assert!((library.listed)(48, true).contains("48") && (library.to_fix)(3).contains('3'));
        assert!((library.says_not)(7).contains('7'));
        let problems = words.problem_words;
        assert!((problems.to_mend)(7).contains('7') && (problems.no_place)(7).contains('7'));
        let chosen = (library.choose_questions)(12, 340);
        assert!(chosen.contains("12") && chosen.contains("340"));
        assert!((library.import_questions)(12).contains("12"));
        assert!((library.too_large)(32).contains("32") && (library.version)(9).contains('9'));
        assert!((KeysWords::of(language).for_days)(90).contains("90"));
        assert!((AccountWords::of(language).devices.others)(17).contains("17"));
        assert!((HostsWords::of(language).codes_left)(7).contains('7'));
        let columns = ["name".to_owned(), "HR".to_owned()].to_vec();
        let why = InvalidGuests::Columns { line: 7, columns };
        let why = (GuestsWords::of(language).refused)(&why);
        assert!(["7", "name", "HR"].iter().all(|it| why.contains(it)), "{why}");
        let same = FlagReason::SameAnswers { questions: 6, of: 8, seat: 17, alike: 12 };
        let told = (words.desk.flag)(same);
        assert!(["6", "8", "17", "12", "30"].iter().all(|it| told.contains(it)), "{told}");
        let fast = (words.desk.flag)(FlagReason::FastAnswers { questions: 4, of: 9 });
        assert!(["4", "9", "150"].iter().all(|it| fast.contains(it)), "{fast}");
        let few = (words.desk.flag)(FlagReason::FewAnswers { answered: 1, of: 7 });
        assert!(few.contains('1') && few.contains('7'));
        assert!((words.desk.flag)(FlagReason::SameAddress { seats: 23 }).contains("23"));
        assert!((words.desk.seat)(23).contains("23"));
        let sides = ["11", "22", "33", "44"].map(str::to_owned);
        let region = (words.region)(&sides);
        assert!(sides.iter().all(|side| region.contains(side)), "{region}");
        let place = (words.place)(&["7.5".to_owned(), "8.2".to_owned()]);
        assert!(place.contains("7.5") && place.contains("8.2"), "{place}");
        let paces = (words.own_paces)(12, 7);
        assert!(
            paces.contains("12")
                && paces.contains('7')
                && (words.closes_in)("4:05").contains("4:05")
        );
    }
}

#[test]
fn numbers_are_in_the_texts_of_a_board_that_moves() {
    for language in Language::ALL {
        let words = StageWords::of(language);
        assert!((words.climbed_most)(1).contains('1') && (words.climbed_most)(7).contains('7'));
        assert!((words.up)(3).contains('3') && (words.down)(3).contains('3'));
        assert_ne!((words.up)(3), (words.down)(3));
    }
}

#[test]
fn numbers_are_in_the_texts_of_players() {
    for language in Language::ALL {
        let words = PlayerWords::of(language);
        assert!((words.own_pace)(30).contains("30"));
        assert!((words.spin)(2).contains('2') && (words.spin)(0) != (words.spin)(1));
        assert!((words.revive_cards)(4).contains('4') && (words.packets_left)(3).contains('3'));
        assert!((words.too_few_points)(500, 120).contains("500"));
        assert!((words.only_top_share)(30).contains("30"));
        assert!((words.rank_too_low)(30, 17).contains("17"));
        assert!((words.rank_too_low)(30, 17).contains("30"));
        assert!((words.only_top_rank)(10).contains("10"));
        for (last, rank) in [(10, "17"), (1, "2")] {
            let said = (words.place_too_low)(last, rank.parse().unwrap());
            assert!(said.contains(&last.to_string()) || last == 1);
            assert!(said.contains(rank), "{said}");
        }
        for (said, numbers) in [
            ((words.too_long)(140), ["140", ""]),
            ((words.number_between)("-5", "70 km"), ["-5", "70 km"]),
            ((words.too_precise)(2), ["2", ""]),
            ((words.off_by)("7 km"), ["7 km", ""]),
            ((words.pin_at)(78, 22), ["78", "22"]),
            ((words.in_a_row)(300, 4), ["+300", "4"]),
            ((words.arrived)("3.214", "0.040"), ["3.214", "0.040"]),
        ] {
            assert!(numbers.iter().all(|number| said.contains(number)), "{said}");
        }
        assert_ne!((words.too_precise)(0), (words.too_precise)(2));
    }
}

#[test]
fn numbers_are_in_the_texts_of_the_desk() {
    for language in Language::ALL {
        let desk = StageWords::of(language).desk;
        for (said, numbers) in [
            ((desk.goes_on_in)(7), &["7"][..]),
            ((desk.range)(51, 100, 340), &["51", "100", "340"]),
            ((desk.place)(4), &["4"]),
            ((desk.cards)(3), &["3"]),
            ((desk.board_every)(5), &["5"]),
            ((desk.auto_wrong)(2, 120), &["2", "120"]),
            ((desk.links_full)(20), &["20"]),
        ] {
            assert!(numbers.iter().all(|number| said.contains(number)), "{said}");
        }
        let boards = [0, 1, 2].map(desk.board_every);
        assert!(boards[0] != boards[1] && boards[1] != boards[2] && boards[0] != boards[2]);
    }
}

#[test]
fn refusals_have_words_of_their_own() {
    let refusals = [
        Refusal::UnknownPin,
        Refusal::GameFull,
        Refusal::GameLocked,
        Refusal::GameEnded,
        Refusal::NicknameTaken,
        Refusal::Nickname(InvalidName::Empty),
        Refusal::Nickname(InvalidName::TooLong),
        Refusal::Nickname(InvalidName::Unprintable),
        Refusal::Nickname(InvalidName::NotGenerated),
        Refusal::Nickname(InvalidName::Blocked),
        Refusal::Removed,
        Refusal::NoSuchTeam,
        Refusal::TooLate,
        Refusal::SoldOut,
        Refusal::Field,
        Refusal::NotEligible,
        Refusal::RainOver,
        Refusal::Unavailable,
    ];
    for words in Language::ALL.map(Words::of) {
        let said: Vec<&str> = refusals.iter().map(|why| (words.refusal)(why)).collect();
        for (i, one) in said.iter().enumerate() {
            assert!(!one.is_empty());
            assert!(!said[..i].contains(one), "{one}");
        }
    }
}
