//! Names that a game makes for its players: an adjective, an animal or a thing, and a number where
//! two words are taken. Friendly, and safe to be shown in public in whatever pair.
//!
//! Players choose among a few of them, and the server takes no other ([`is_generated`]).

use crate::language::Language;

/// The numbers that tell players apart who have the same two words.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=99;

/// The words of a language.
struct Lists {
    /// In one text each: lists of texts would take several times the room.
    adjectives: &'static str,
    nouns: &'static str,
    /// What stands between the two; in neither of them.
    joint: char,
}

const ENGLISH: Lists = Lists {
    adjectives: "Brave Breezy Bright Calm Careful Cheery Clever Cosmic Cosy Curious Dapper Daring \
        Eager Elegant Famous Gentle Gifted Glad Happy Honest Humble Jolly Joyful Kind Lively Loyal \
        Lucky Merry Mighty Nimble Noble Patient Peppy Polite Quick Quiet Serene Shiny Smart Snappy \
        Steady Sunny Swift Tidy Trusty Upbeat Vivid Wise Witty Zesty",
    nouns: "Acorn Alpaca Badger Balloon Bee Butterfly Camel Cloud Clover Comet Compass Dolphin Dove \
        Dragonfly Eagle Falcon Finch Firefly Giraffe Hedgehog Heron Kangaroo Kite Koala Ladybird \
        Lantern Lark Lemon Leopard Lion Llama Lynx Mango Maple Marble Moon Moose Otter Owl Panda \
        Pebble Pelican Penguin Piano Pinecone Puffin Rabbit Rainbow Robin Rocket Sailboat Seal \
        Snowman Squirrel Starfish Swan Teapot Tiger Toucan Tulip Violin Zebra",
    joint: ' ',
};

const HANS: Lists = Lists {
    adjectives: "勇敢 快乐 聪明 活泼 机灵 善良 热情 开朗 沉着 自信 可靠 勤奋 幽默 灵巧 敏捷 优雅 温暖 闪亮 好奇 耐心 认真 真诚 友好 大方 \
        乐观 坚定 从容 稳重 细心 阳光 欢乐 自在 淡定 潇洒 俏皮 神奇 飞快 爽朗 博学 专注 谦虚 果断 踏实 豪爽 安静 温柔 灿烂 悠闲",
    nouns: "熊猫 考拉 企鹅 海豚 鲸鱼 松鼠 刺猬 长颈鹿 斑马 骆驼 袋鼠 海豹 水獭 孔雀 天鹅 燕子 喜鹊 翠鸟 海鸥 大雁 蜻蜓 蝴蝶 蜜蜂 萤火虫 \
        海星 锦鲤 小鹿 羚羊 骏马 大象 狮子 老虎 雪豹 北极熊 浣熊 兔子 白鸽 云雀 风筝 灯笼 火箭 彩虹 星星 月亮 云朵 雪人 帆船 热气球 \
        竹子 柠檬 枫叶 松果",
    joint: '的',
};

const HANT: Lists = Lists {
    adjectives: "勇敢 快樂 聰明 活潑 機靈 善良 熱情 開朗 沉著 自信 可靠 勤奮 幽默 靈巧 敏捷 優雅 溫暖 閃亮 好奇 耐心 認真 真誠 友善 大方 \
        樂觀 堅定 從容 穩重 細心 陽光 歡樂 自在 淡定 瀟灑 俏皮 神奇 飛快 爽朗 博學 專注 謙虛 果斷 踏實 豪爽 安靜 溫柔 燦爛 悠閒",
    nouns: "熊貓 無尾熊 企鵝 海豚 鯨魚 松鼠 刺蝟 長頸鹿 斑馬 駱駝 袋鼠 海豹 水獺 孔雀 天鵝 燕子 喜鵲 翠鳥 海鷗 大雁 蜻蜓 蝴蝶 蜜蜂 螢火蟲 \
        海星 錦鯉 小鹿 羚羊 駿馬 大象 獅子 老虎 雪豹 北極熊 浣熊 兔子 白鴿 雲雀 風箏 燈籠 火箭 彩虹 星星 月亮 雲朵 雪人 帆船 熱氣球 \
        竹子 檸檬 楓葉 松果",
    joint: '的',
};

impl Lists {
    const ALL: [&'static Self; 3] = [&ENGLISH, &HANS, &HANT];

    fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Hans => &HANS,
            Language::Hant => &HANT,
        }
    }

    fn has(&self, name: &str) -> bool {
        let has = |list: &str, word| list.split_whitespace().any(|it| it == word);
        name.split_once(self.joint).is_some_and(|(adjective, noun)| {
            has(self.adjectives, adjective) && has(self.nouns, noun)
        })
    }
}

/// A word of a list, and what is left of the random bits.
fn pick(list: &'static str, random: u32) -> (&'static str, u32) {
    let words = || list.split_whitespace();
    let count = words().count().max(1) as u32;
    (words().nth((random % count) as usize).unwrap_or_default(), random / count)
}

/// A name of two words, in a language.
#[must_use]
pub fn generate(language: Language, random: u32) -> String {
    let lists = Lists::of(language);
    let (adjective, rest) = pick(lists.adjectives, random);
    let (noun, _) = pick(lists.nouns, rest);
    [adjective, lists.joint.encode_utf8(&mut [0; 4]), noun].concat()
}

/// Its words, and its number where it has one.
fn split(name: &str) -> (&str, Option<&str>) {
    let parts = name.rsplit_once(' ');
    let numbered = parts.filter(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()));
    numbered.map_or((name, None), |(words, number)| (words, Some(number)))
}

/// The same words with a number, in the place of the one that they have.
#[must_use]
pub fn numbered(name: &str, random: u32) -> String {
    let count = NUMBERS.end() - NUMBERS.start() + 1;
    [split(name).0, " ", &(NUMBERS.start() + random % count).to_string()].concat()
}

/// Whether a name, cleaned, is one that [`generate`] or [`numbered`] makes, in whatever language.
#[must_use]
pub fn is_generated(name: &str) -> bool {
    let (words, number) = split(name);
    let may_be = |text: &str| {
        text.parse().is_ok_and(|number| NUMBERS.contains(&number) && number.to_string() == text)
    };
    number.is_none_or(may_be) && Lists::ALL.iter().any(|lists| lists.has(words))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::name;

    /// Every name of a language.
    fn all(language: Language) -> Vec<String> {
        let lists = Lists::of(language);
        let [adjectives, nouns] =
            [lists.adjectives, lists.nouns].map(|list| list.split_whitespace().count() as u32);
        assert!(adjectives >= 40 && nouns >= 40, "{adjectives} x {nouns}");
        (0..adjectives * nouns).map(|random| generate(language, random)).collect()
    }

    #[test]
    fn each_can_be_used_and_none_is_like_another() {
        for language in Language::ALL {
            let names = all(language);
            let folded: HashSet<String> = names.iter().map(|it| name::fold(it)).collect();
            assert_eq!(folded.len(), names.len(), "{language:?}");
            for made in names {
                assert!(is_generated(&made), "{made}");
                for random in [0, 97] {
                    let longer = numbered(&made, random);
                    assert_eq!(name::clean(&longer), Ok(longer.clone()), "{longer}");
                    assert!(is_generated(&longer), "{longer}");
                    assert_eq!(numbered(&longer, random), longer);
                }
            }
        }
    }

    #[test]
    fn numbers_go_from_2_to_99() {
        assert_eq!(numbered("Brave Panda", 0), "Brave Panda 2");
        assert_eq!(numbered("勇敢的熊猫 7", 97), "勇敢的熊猫 99");
        assert_eq!(numbered("Brave Panda", 98), "Brave Panda 2");
        assert!(is_generated(&numbered(&generate(Language::Hant, u32::MAX), u32::MAX)));
    }

    #[test]
    fn no_other_name_is_taken_for_one() {
        for name in [
            "",
            " ",
            "Anna",
            "Brave",
            "Brave ",
            "brave Panda",
            "Brave Panda 1",
            "Brave Panda 02",
            "Brave Panda 100",
            "Brave Panda +7",
            "Brave Panda x",
            "Brave Panda 7 8",
            "Panda Brave",
            "Brave 熊猫",
            "勇敢的",
            "的熊猫",
            "勇敢熊猫",
            "勇敢的Panda",
            "勇敢的熊猫7",
            "快乐的熊貓",
        ] {
            assert!(!is_generated(name), "{name}");
        }
    }
}
