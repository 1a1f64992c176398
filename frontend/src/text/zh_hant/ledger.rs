//! Chinese in traditional characters.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "對帳單",
    gist,
    concern,
    rain_number: |n| format!("第 {n} 場紅包雨"),
    verdict,
    amount_in: |unit| format!("金額（{unit}）"),
    funded: "投入",
    credited: "已入帳",
    pending: "入帳中",
    left: "未搶到",
    returned: "已退回",
    total: "合計",
    caught: "搶到合計",
    payouts: "付款",
    payout_pending: "等待中",
    payout_sent: "付款途中",
    payout_confirmed: "已確認",
    payout_refused: "遭拒",
    refused_by_host: "由主持人拒絕，從未發出",
    payout_unknown: "未答覆",
    payout_needs_human: "需要你處理",
    payout_held: "等你核對",
    held: "等你核對的付款",
    held_ahead: "此後搶到的所有紅包",
    hold: "暫緩付款",
    release: "付款",
    refuse: "不付款",
    dead_letters: "未能入帳的領取",
    letter_state: |state| match state {
        DeadLetterState::Dead => "需要你處理",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "正在重試",
        DeadLetterState::Refuted => "與封存清單不符，不涉及任何人的紅包",
    },
    packet_number: |n| format!("紅包 {n}"),
    tried: |n| format!("已試 {n} 次"),
    and_more: |n| format!("另有 {n} 筆"),
    redriven,
    opened: "開始",
    closed: "結束",
    settled: "結清",
    chain: |links| format!("帳鏈共 {links} 環"),
    stale: "伺服器沒有回應，這些數字可能不是最新的。",
};

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "沒有需要重試的。".to_owned(),
        (claims, 0) => format!("正在重試 {claims} 筆領取。"),
        (0, payouts) => format!("正在重試 {payouts} 筆付款。"),
        (claims, payouts) => format!("正在重試 {claims} 筆領取和 {payouts} 筆付款。"),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("{rains} 場紅包雨：搶到 {}", caught.join("、"));
    match waiting {
        0 => said,
        waiting => said + &format!("，{waiting} 筆付款未完成"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "數字對不上，請執行 quizrain audit。".to_owned(),
        Concern::Claims(n) => format!("有 {n} 筆領取需要處理"),
        Concern::Payouts(n) => format!("有 {n} 筆付款需要處理"),
        Concern::Held(n) => format!("有 {n} 筆付款等你核對"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => format!("已備妥 {funded}，共 {} 個紅包", rain.funded.packets),
        Verdict::Raining => "紅包雨進行中，搶到的會在幾秒內入帳。".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("正在入帳：{caught} 個紅包中已完成 {credited} 個")
        }
        Verdict::Returning => "搶到的已全部入帳，其餘正在退回。".to_owned(),
        Verdict::Paying(n) => format!("已全部入帳，還有 {n} 筆付款在途。"),
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "已全部結清：共 {funded}，其中 {} 已入帳給 {} 位玩家",
                major(rain.credited.amount),
                rain.credited.packets
            );
            if rain.returned.packets > 0 {
                said += &format!("，{} 已退回", major(rain.returned.amount));
            }
            said
        }
    }
}
