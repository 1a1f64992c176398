//! Tests of texts: that they are there.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::*;

#[test]
fn numbers_are_in_the_texts() {
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
        let words = PlayerWords::of(language);
        assert!((words.too_few_points)(500, 120).contains("500"));
        assert!((words.only_top_share)(30).contains("30"));
        assert!((words.rank_too_low)(30, 17).contains("17"));
        assert!((words.rank_too_low)(30, 17).contains("30"));
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
        Refusal::TooLate,
        Refusal::SoldOut,
        Refusal::Unfunded,
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
