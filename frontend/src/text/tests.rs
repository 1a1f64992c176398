//! Tests of texts: that they are there, and that languages are found.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::*;

#[test]
fn browsers_get_their_language() {
    let cases = [
        ("en-GB", Some(Language::English)),
        ("zh", Some(Language::Hans)),
        ("zh-CN", Some(Language::Hans)),
        ("zh-Hans-HK", Some(Language::Hans)),
        ("zh-TW", Some(Language::Hant)),
        ("zh_HK", Some(Language::Hant)),
        ("zh-Hant-MO", Some(Language::Hant)),
        ("de", None),
        ("", None),
    ];
    for (tag, expected) in cases {
        assert_eq!(Language::of_tag(tag), expected, "{tag}");
    }
    for language in Language::ALL {
        assert_eq!(Language::of_tag(language.tag()), Some(language));
    }
}

#[test]
fn dates_are_those_of_the_first_country_with_the_language() {
    let wished = || ["de-AT", "zh-TW", "en-GB", "en-US", "zh-CN"].map(str::to_owned);
    assert_eq!(Language::English.locale(wished()), "en-GB");
    assert_eq!(Language::Hans.locale(wished()), "zh-CN");
    assert_eq!(Language::Hant.locale(wished()), "zh-TW");
    assert_eq!(Language::Hant.locale(["en-GB".to_owned()]), "zh-Hant");
}

#[test]
fn numbers_are_in_the_texts() {
    for words in Language::ALL.map(Language::words) {
        assert!((words.question_of)(3, 8).contains('3') && (words.question_of)(3, 8).contains('8'));
        assert!((words.players_joined)(12).contains("12"));
        assert!((words.in_packets)(20).contains("20"));
        assert!((words.seconds_left)(10).contains("10"));
        let few = (words.packets_for)(18, 71);
        assert!(few.contains("18") && few.contains("71"));
        assert_ne!(few.replace("18", "99"), (words.packets_for)(99, 71));
        assert!((words.next_question)(4, 9).contains('4'));
        assert!((words.too_few_points)(500, 120).contains("500"));
        assert!((words.only_top_share)(30).contains("30"));
        assert!((words.rank_too_low)(30, Some(17)).contains("17"));
        assert!((words.rank_too_low)(30, None).contains("30"));
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
    for words in Language::ALL.map(Language::words) {
        let said: Vec<String> = refusals.iter().map(|why| (words.refusal)(why)).collect();
        for (i, one) in said.iter().enumerate() {
            assert!(!one.is_empty());
            assert!(!said[..i].contains(one), "{one}");
        }
    }
}
