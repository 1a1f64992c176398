//! Tests of what pages say before a program is there, or without one: each has a table of languages of its own.

use super::*;

const PLAYER: &str = include_str!("../../../player.html");

const START: &str = include_str!("../../../start.html");

const WORKER: &str = include_str!("../../../../backend/src/http/install/sw.js");

/// What stands behind the name of each language in the table of a page, in the order of the table.
fn table(page: &'static str, begins: char) -> Vec<(Language, &'static str)> {
    let rows = page.lines().filter_map(|line| {
        let (tag, texts) = line.trim().split_once(": ")?;
        let tag = tag.trim_matches('"');
        let language = Language::ALL.into_iter().find(|language| language.tag() == tag)?;
        Some((language, texts.strip_prefix(begins)?))
    });
    rows.collect()
}

/// What stands between two marks, of which the first is there once.
fn between(page: &'static str, before: &str, after: &str) -> &'static str {
    let (_, rest) = page.split_once(before).unwrap();
    assert!(!rest.contains(before), "{before}");
    rest.split_once(after).unwrap().0
}

#[test]
fn each_page_has_every_language_in_the_order_of_the_switcher() {
    for (page, begins) in [(PLAYER, '"'), (START, '['), (WORKER, '[')] {
        let languages: Vec<Language> = table(page, begins).into_iter().map(|it| it.0).collect();
        assert_eq!(languages, Language::ALL);
    }
}

#[test]
fn no_language_of_a_page_has_more_or_fewer_texts_than_another() {
    for (page, count) in [(START, 5), (WORKER, 3)] {
        for (language, texts) in table(page, '[') {
            let texts = texts.trim_end_matches(',').strip_suffix("\"]").unwrap();
            let texts: Vec<&str> = texts.trim_start_matches('"').split("\", \"").collect();
            assert_eq!(texts.len(), count, "{language:?}");
            assert!(texts.iter().all(|text| !text.is_empty()), "{language:?}");
        }
    }
}

#[test]
fn each_page_knows_which_languages_are_read_from_right_to_left() {
    for page in [PLAYER, START, WORKER] {
        let lines: Vec<&str> = page.lines().filter(|line| line.contains("\"rtl\"")).collect();
        let [line] = lines[..] else { panic!("{lines:?}") };
        for language in Language::ALL {
            let named = line.contains(&["lang === \"", language.tag(), "\""].concat());
            assert_eq!(named, language.dir() == "rtl", "{language:?}: {line}");
        }
    }
}

#[test]
fn without_a_network_a_tag_means_the_same_chinese() {
    let list = between(WORKER, "!more.includes(\"hans\") && more.some((part) => [", "]");
    let traditional: Vec<&str> = list.split(", ").map(|part| part.trim_matches('"')).collect();
    let letters = 'a'..='z';
    let countries =
        letters.clone().flat_map(|one| letters.clone().map(move |two| format!("{one}{two}")));
    let scripts = ["hans", "hant", "latn"].map(str::to_owned);
    for part in countries.chain(scripts) {
        let is_traditional = traditional.contains(&part.as_str());
        let meant = if is_traditional { Language::Hant } else { Language::Hans };
        assert_eq!(Language::of_tag(&format!("zh-{part}")), Some(meant), "{part}");
        let simplified = Language::of_tag(&format!("zh-hans-{part}"));
        assert_eq!(simplified, Some(Language::Hans), "{part}");
    }
    assert!(WORKER.contains(") ? \"zh-Hant\" : \"zh-Hans\";"));
}

#[test]
fn the_first_page_says_by_itself_what_the_lists_say() {
    // Where English stands; of each other language there is one text for each place.
    let home = between(PLAYER, "<!-- home -->", "<script");
    let (_, nav) = home.split_once("<nav ").unwrap();
    assert!(PLAYER.contains("querySelectorAll(\"h1, .home-lead, label, .button, nav a\")"));
    let places =
        ["<h1 ", "\"home-lead\"", "<label ", "class=\"button "].map(|it| home.matches(it).count());
    let places = places.into_iter().sum::<usize>() + nav.matches("<a ").count();
    for (language, row) in table(PLAYER, '"') {
        let (player, account) = (PlayerWords::of(language), AccountWords::of(language));
        let [title, pin, enter] = [player.home_title, player.game_pin, player.enter];
        let listed = [title, pin, enter, account.back_to_game, player.balance, player.host_a_game];
        let word = Words::of(language).language;
        // English stands in the page, and what others say in its table.
        if language == Language::English {
            assert!(row.starts_with(&[language.name(), "|", word, "|\" +"].concat()), "{row}");
            let stands = |text: &str| home.contains(&[">", text, "<"].concat());
            assert!(listed.into_iter().all(stands), "{listed:?}");
            continue;
        }
        let row: Vec<&str> = row.strip_suffix("\",").unwrap().split('|').collect();
        assert_eq!(row.len(), 2 + places, "{row:?}");
        assert!(row.iter().all(|text| !text.is_empty()), "{row:?}");
        assert_eq!(row[..2], [language.name(), word]);
        // Between them are what to type, and where to read about privacy.
        assert_eq!([row[2], row[4], row[5], row[6], row[7], row[9]], listed);
    }
}
