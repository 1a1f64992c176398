//! Korean.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "정산 내역",
    gist,
    concern,
    rain_number: |n| format!("소나기 {n}"),
    verdict,
    amount_in: |unit| format!("금액 ({unit})"),
    funded: "넣은 돈",
    credited: "적립됨",
    pending: "적립 중",
    left: "안 잡음",
    returned: "돌려줌",
    total: "합계",
    caught: "잡은 돈 합계",
    payouts: "지급",
    payout_pending: "대기 중",
    payout_sent: "지급 중",
    payout_confirmed: "확인됨",
    payout_refused: "거절됨",
    refused_by_host: "진행자가 거절함, 보내지 않음",
    payout_unknown: "응답 없음",
    payout_needs_human: "조치 필요",
    payout_held: "보류 중",
    held: "결정을 기다리는 지급",
    held_ahead: "앞으로 잡는 모든 것",
    hold: "지급 보류",
    release: "지급하기",
    refuse: "지급 안 함",
    dead_letters: "적립되지 않은 봉투",
    letter_state: |state| match state {
        DeadLetterState::Dead => "조치 필요",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "다시 시도 중",
        DeadLetterState::Refuted => "봉인 목록과 다름 (누구의 봉투에도 영향 없음)",
    },
    packet_number: |n| format!("봉투 {n}"),
    tried: |n| format!("{n}번 시도"),
    and_more: |n| format!("외 {n}개"),
    redriven,
    opened: "시작",
    closed: "종료",
    settled: "정산 완료",
    chain: |links| format!("체인 (고리 {links}개)"),
    stale: "서버가 응답하지 않아요. 오래된 숫자일 수 있어요.",
};

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "다시 시도할 것이 없었어요.".to_owned(),
        (claims, 0) => format!("봉투 {claims}개를 다시 시도하고 있어요."),
        (0, payouts) => format!("지급 {payouts}건을 다시 시도하고 있어요."),
        (claims, payouts) => {
            format!("봉투 {claims}개와 지급 {payouts}건을 다시 시도하고 있어요.")
        }
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("소나기 {rains}번: {} 잡음", caught.join(", "));
    match waiting {
        0 => said,
        waiting => said + &format!(", 지급 대기 {waiting}건"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "숫자가 맞지 않아요. quizrain audit 명령을 실행하세요.".to_owned(),
        Concern::Claims(n) => format!("봉투 {n}개에 조치가 필요해요"),
        Concern::Payouts(n) => format!("지급 {n}건에 조치가 필요해요"),
        Concern::Held(n) => format!("지급 {n}건이 결정을 기다려요"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            format!("봉투 {}개에 {funded} 준비됨", rain.funded.packets)
        }
        Verdict::Raining => "소나기가 내리는 중이에요. 잡은 것은 몇 초 안에 적립돼요.".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("적립 중: 봉투 {caught}개 중 {credited}개 완료")
        }
        Verdict::Returning => "잡은 것은 모두 적립됐어요. 나머지를 돌려주는 중이에요.".to_owned(),
        Verdict::Paying(n) => format!("모두 적립됐어요. 지급 {n}건이 진행 중이에요."),
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "정산 완료: {funded} 중 {} 적립 ({}명)",
                major(rain.credited.amount),
                rain.credited.packets
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} 돌려줌", major(rain.returned.amount));
            }
            said
        }
    }
}
