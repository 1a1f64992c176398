//! Korean.

use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "우리 팀",
    right: "정답!",
    partly_right: "부분 정답",
    wrong: "아쉬워요!",
    thanks_answer: "고마워요. 답변을 받았어요.",
    revive_cards: |n| format!("부활 카드 {n}장"),
    no_answer: "무응답",
    your_answer: "내 답",
    score: "점수",
    rank: "순위",
    caught: "받은 금액",
    nothing_caught: "이번에는 봉투를 못 잡았어요.",
    balance: "잔액",
    see_balance: "내 잔액 보기",
    receipt: "내 게임 기록",
    in_a_row: |bonus, streak| format!("{streak}문제 연속 정답 보너스 +{bonus} 포함"),
    corrected: |points| format!("진행자 수정: {points}"),
    arrived: |seconds, line| ["답하는 데 ", seconds, "초 (그중 통신 ", line, "초)"].concat(),
};
