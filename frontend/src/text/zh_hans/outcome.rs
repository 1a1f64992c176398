//! Chinese in simplified characters.

use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "你的队伍",
    right: "答对了！",
    partly_right: "答对一部分",
    wrong: "没答对",
    thanks_answer: "谢谢，已收到你的回答。",
    revive_cards: |n| format!("{n} 张复活卡"),
    no_answer: "没有作答",
    your_answer: "你的答案",
    score: "总分",
    rank: "名次",
    caught: "你抢到了",
    nothing_caught: "这次没有抢到红包。",
    balance: "余额",
    see_balance: "查看余额",
    receipt: "本局明细",
    in_a_row: |bonus, streak| format!("含连对 {streak} 题奖励 +{bonus}"),
    corrected: |points| format!("主持人更正：{points}"),
    arrived: |seconds, line| ["用时 ", seconds, " 秒，其中网络 ", line, " 秒"].concat(),
};
