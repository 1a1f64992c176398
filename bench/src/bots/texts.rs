//! What bots type: in several scripts, as people do, and nothing that anybody would mind on a big
//! screen.

use quizrain_shared::question::QuestionView;

use super::random::Random;

const WORDS: [&str; 40] = [
    "fun",
    "curious",
    "fast",
    "friends",
    "coffee",
    "Rust",
    "music",
    "sleep",
    "hope",
    "pizza",
    "sunshine",
    "Monday",
    "laughter",
    "tea",
    "code",
    "holiday",
    "quiet",
    "surprise",
    "luck",
    "breakfast",
    "快乐",
    "朋友",
    "好奇",
    "咖啡",
    "红包",
    "加油",
    "热闹",
    "幸运",
    "早餐",
    "音樂",
    "驚喜",
    "陽光",
    "été",
    "Freude",
    "música",
    "שלום",
    "سلام",
    "мир",
    "楽しい",
    "재미",
];

const SENTENCES: [&str; 16] = [
    "More of this, please!",
    "Could we have the slides afterwards?",
    "What happens when two of us tap at the same moment?",
    "I came for the talk and stayed for the red packets.",
    "Best session of the day.",
    "A little slower next time, my phone is old.",
    "How do you test for that?",
    "Greetings from the last row.",
    "题目很有意思，再来一轮！",
    "能不能多一点历史题？",
    "抢红包的时候手抖了……",
    "最後一題太難了。",
    "謝謝主辦單位！",
    "¿Habrá otra ronda?",
    "שאלה מצוינת",
    "سؤال جميل جدا",
];

/// A word for a cloud; some are on everybody's mind.
pub(super) fn word(random: &mut Random) -> &'static str {
    let least = random.below(WORDS.len()).min(random.below(WORDS.len()));
    WORDS[least]
}

/// A sentence of one's own.
pub(super) fn sentence(random: &mut Random) -> &'static str {
    SENTENCES[random.below(SENTENCES.len())]
}

/// A guess at a typed question: nobody here knows the answer, but many have the same idea.
pub(super) fn guess(random: &mut Random, question: &QuestionView) -> &'static str {
    let popular = question.text.bytes().map(usize::from).sum::<usize>();
    if random.chance(0.5) { WORDS[popular % WORDS.len()] } else { word(random) }
}
