//! Arabic.

pub(super) mod account;
pub(super) mod check;
pub(super) mod desk;
pub(super) mod devices;
pub(super) mod editor;
pub(super) mod guests;
pub(super) mod hosts;
pub(super) mod keys;
pub(super) mod ledger;
pub(super) mod library;
pub(super) mod new_game;
pub(super) mod outcome;
pub(super) mod player;
pub(super) mod privacy;
pub(super) mod problems;
pub(super) mod results;
pub(super) mod stage;
pub(super) mod theme;
pub(super) mod why;
pub(super) mod words;

/// What is counted, beside none, one, two, few, many and other numbers of it. The first three say the number themselves.
type Forms = [&'static str; 6];

// By themselves, or as a subject.
const PLAYERS: Forms = ["لا لاعبين", "لاعب واحد", "لاعبان", "لاعبين", "لاعبًا", "لاعب"];
const PACKETS: Forms = ["لا مظاريف", "مظروف واحد", "مظروفان", "مظاريف", "مظروفًا", "مظروف"];
const QUESTIONS: Forms = ["لا أسئلة", "سؤال واحد", "سؤالان", "أسئلة", "سؤالًا", "سؤال"];
const TO_FIX: Forms = [
    "لا شيء للتصحيح",
    "أمر واحد للتصحيح",
    "أمران للتصحيح",
    "أمور للتصحيح",
    "أمرًا للتصحيح",
    "أمر للتصحيح",
];
// As an object, or behind a preposition.
const POINTS: Forms = ["0 نقطة", "نقطة واحدة", "نقطتين", "نقاط", "نقطة", "نقطة"];
const IN_PACKETS: Forms = ["0 مظروف", "مظروف واحد", "مظروفين", "مظاريف", "مظروفًا", "مظروف"];
const MINUTES: Forms = ["0 دقيقة", "دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة", "دقيقة"];
const DAYS: Forms = ["0 يوم", "يوم واحد", "يومين", "أيام", "يومًا", "يوم"];
const RIGHT_IN_A_ROW: Forms = [
    "0 إجابة صحيحة",
    "إجابة صحيحة واحدة",
    "إجابتين صحيحتين متتاليتين",
    "إجابات صحيحة متتالية",
    "إجابة صحيحة متتالية",
    "إجابة صحيحة متتالية",
];

/// So many of something.
fn many(n: u64, [zero, one, two, few, many, other]: Forms) -> String {
    match n {
        0 => zero.to_owned(),
        1 => one.to_owned(),
        2 => two.to_owned(),
        _ => format!("{n} {}", behind(n, [few, many, other])),
    }
}

/// What stands behind a number in figures, whatever it is: few, many, or others, of which each is a noun alone.
fn behind(n: u64, [few, many, other]: [&'static str; 3]) -> &'static str {
    match n % 100 {
        3..=10 => few,
        11.. => many,
        _ => other,
    }
}

/// So many characters are the most.
fn too_long(most: usize) -> String {
    let most = many(most as u64, ["0 حرف", "حرف واحد", "حرفان", "أحرف", "حرفًا", "حرف"]);
    format!("الحد الأقصى {most}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_number() {
        for (n, said) in [
            (0, "لا لاعبين"),
            (1, "لاعب واحد"),
            (2, "لاعبان"),
            (3, "3 لاعبين"),
            (10, "10 لاعبين"),
            (11, "11 لاعبًا"),
            (99, "99 لاعبًا"),
            (100, "100 لاعب"),
            (102, "102 لاعب"),
            (103, "103 لاعبين"),
            (1_000_011, "1000011 لاعبًا"),
        ] {
            assert_eq!(many(n, PLAYERS), said);
        }
    }

    #[test]
    fn nouns_behind_figures_follow_them_too() {
        let said = [0, 1, 2, 3, 10, 11, 99, 100, 103].map(|n| behind(n, ["few", "many", "other"]));
        let other = "other";
        assert_eq!(said, [other, other, other, "few", "few", "many", "many", other, "few"]);
    }
}
