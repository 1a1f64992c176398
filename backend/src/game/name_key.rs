//! By what a name is taken: names that look like each other are one.

use quizrain_shared::name::fold;
use unicode_security::skeleton;

/// What names of one game must differ in: how their letters look (the skeleton of Unicode's UTS 39),
/// whatever script they are of and whether they are small or capital.
pub(super) fn taken_as(nickname: &str) -> String {
    // Letters that are like each other as capitals alone are not when small.
    fold(&skeleton(&fold(nickname)).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_each_other_are_one() {
        for (name, like) in [
            ("Anna", "\u{410}nna"),
            ("Anna", "ANN\u{430}"),
            ("Paolo", "\u{440}\u{430}olo"),
            ("Zoë", "ZOË"),
            ("Team 0", "team O"),
            ("❤", "❤\u{fe0f}"),
        ] {
            assert_eq!(taken_as(name), taken_as(like), "{name} and {like}");
        }
        for (name, other) in [("Anna", "Hanna"), ("Zoe", "Zoë"), ("李雷", "李蕾"), ("🎉", "🎈")]
        {
            assert_ne!(taken_as(name), taken_as(other), "{name} and {other}");
        }
    }
}
