//! Nicknames that people could have chosen, each once in a crowd.

/// First names of several languages, short enough for a phone.
const FIRST: [&str; 96] = [
    "Anna",
    "李雷",
    "Ben",
    "小雨",
    "Chloé",
    "韩梅梅",
    "David",
    "阿杰",
    "Emma",
    "佳怡",
    "Farid",
    "晓明",
    "Grace",
    "子涵",
    "Hugo",
    "雅婷",
    "Ines",
    "志明",
    "Jonas",
    "春娇",
    "Kofi",
    "豆豆",
    "Lena",
    "欣怡",
    "Mateo",
    "大伟",
    "Nora",
    "美玲",
    "Oscar",
    "俊傑",
    "Priya",
    "思琪",
    "Quentin",
    "淑芬",
    "Rosa",
    "家豪",
    "Sam",
    "宇轩",
    "Tara",
    "怡君",
    "Uma",
    "浩然",
    "Viktor",
    "梓萱",
    "Wanda",
    "建国",
    "Xenia",
    "小美",
    "Yusuf",
    "阿强",
    "Zoë",
    "秀英",
    "Amir",
    "文博",
    "Bea",
    "天佑",
    "Carlos",
    "若曦",
    "Dunja",
    "明轩",
    "Elif",
    "诗涵",
    "Finn",
    "承恩",
    "Gül",
    "雨桐",
    "Hana",
    "冠宇",
    "Ivo",
    "詠晴",
    "Jade",
    "柏翰",
    "Kai",
    "品妍",
    "Luca",
    "宥廷",
    "Mia",
    "苡晨",
    "Nils",
    "老王",
    "Olga",
    "阿珠",
    "Paul",
    "小胖",
    "Rania",
    "大熊",
    "Sofia",
    "静香",
    "Tom",
    "木木",
    "Vera",
    "可乐",
    "Will",
    "橙子",
    "Yara",
    "团子",
];

/// Behind the first name, once every name has been given.
const INITIALS: &str = "ABCDEFGHJKLMNPRSTVWYZ";

/// The nickname of a bot. Two bots of one crowd never share one; `attempt` gives others for a
/// player who finds the name taken.
pub(super) fn nickname(number: u32, attempt: u32) -> String {
    let count = FIRST.len() as u32;
    let (first, round) = (FIRST[(number % count) as usize], number / count);
    let initials = INITIALS.len() as u32;
    let mut name = match round {
        0 => first.to_owned(),
        round if round <= initials => {
            let letter = INITIALS.chars().nth((round - 1) as usize).unwrap_or('Z');
            format!("{first} {letter}.")
        }
        round => format!("{first} {}", round - initials + 1),
    };
    if attempt > 0 {
        name.push_str(&format!("_{attempt}"));
    }
    name
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quizrain_shared::name::{clean, fold};

    use super::*;

    #[test]
    fn twenty_thousand_bots_have_good_names_of_their_own() {
        let mut seen = HashSet::new();
        for number in 0..20_000 {
            let name = nickname(number, 0);
            assert_eq!(clean(&name).as_ref(), Ok(&name));
            assert!(seen.insert(fold(&name)), "{name} twice");
        }
        assert_ne!(nickname(5, 0), nickname(5, 1));
        assert!(clean(&nickname(1_000_000, 99)).is_ok());
    }
}
