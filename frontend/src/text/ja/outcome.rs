//! Japanese.

use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "あなたのチーム",
    right: "正解！",
    partly_right: "一部正解",
    wrong: "残念！",
    thanks_answer: "ありがとうございます。回答を受け付けました。",
    revive_cards: |n| format!("復活カード {n}枚"),
    no_answer: "無回答",
    your_answer: "あなたの回答",
    score: "得点",
    rank: "順位",
    caught: "獲得",
    nothing_caught: "今回はキャッチできませんでした。",
    balance: "残高",
    see_balance: "残高を見る",
    receipt: "ゲームの記録",
    in_a_row: |bonus, streak| format!("うち{streak}問連続正解ボーナス +{bonus}"),
    corrected: |points| format!("ホストによる修正：{points}"),
    arrived: |seconds, line| ["回答まで", seconds, "秒（うち通信", line, "秒）"].concat(),
};
