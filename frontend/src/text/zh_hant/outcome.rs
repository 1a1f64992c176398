//! Chinese in traditional characters.

use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "你的隊伍",
    right: "答對了！",
    partly_right: "答對一部分",
    wrong: "沒答對",
    thanks_answer: "謝謝，已收到你的回答。",
    revive_cards: |n| format!("{n} 張復活卡"),
    no_answer: "沒有作答",
    your_answer: "你的答案",
    score: "總分",
    rank: "名次",
    caught: "你搶到了",
    nothing_caught: "這次沒有搶到紅包。",
    balance: "餘額",
    see_balance: "查看餘額",
    receipt: "本局明細",
    in_a_row: |bonus, streak| format!("含連對 {streak} 題獎勵 +{bonus}"),
    corrected: |points| format!("主持人更正：{points}"),
    arrived: |seconds, line| ["用時 ", seconds, " 秒，其中網路 ", line, " 秒"].concat(),
};
