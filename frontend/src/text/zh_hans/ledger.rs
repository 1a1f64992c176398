//! Chinese in simplified characters.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "对账单",
    gist,
    concern,
    rain_number: |n| format!("第 {n} 场红包雨"),
    verdict,
    amount_in: |unit| format!("金额（{unit}）"),
    funded: "投入",
    credited: "已入账",
    pending: "入账中",
    left: "未抢到",
    returned: "已退回",
    total: "合计",
    caught: "抢到合计",
    payouts: "付款",
    payout_pending: "等待中",
    payout_sent: "付款途中",
    payout_confirmed: "已确认",
    payout_refused: "被拒",
    refused_by_host: "由主持人拒绝，从未发出",
    payout_unknown: "未答复",
    payout_needs_human: "需要你处理",
    payout_held: "等你核对",
    held: "等你核对的付款",
    held_ahead: "此后抢到的所有红包",
    hold: "暂缓付款",
    release: "付款",
    refuse: "不付款",
    dead_letters: "未能入账的领取",
    letter_state: |state| match state {
        DeadLetterState::Dead => "需要你处理",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "正在重试",
        DeadLetterState::Refuted => "与封存清单不符，不涉及任何人的红包",
    },
    packet_number: |n| format!("红包 {n}"),
    tried: |n| format!("已试 {n} 次"),
    and_more: |n| format!("另有 {n} 笔"),
    redriven,
    opened: "开始",
    closed: "结束",
    settled: "结清",
    chain: |links| format!("账链共 {links} 环"),
    stale: "服务器没有回应，这些数字可能不是最新的。",
};

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "没有需要重试的。".to_owned(),
        (claims, 0) => format!("正在重试 {claims} 笔领取。"),
        (0, payouts) => format!("正在重试 {payouts} 笔付款。"),
        (claims, payouts) => format!("正在重试 {claims} 笔领取和 {payouts} 笔付款。"),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("{rains} 场红包雨：抢到 {}", caught.join("、"));
    match waiting {
        0 => said,
        waiting => said + &format!("，{waiting} 笔付款未完成"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "数字对不上，请运行 quizrain audit。".to_owned(),
        Concern::Claims(n) => format!("有 {n} 笔领取需要处理"),
        Concern::Payouts(n) => format!("有 {n} 笔付款需要处理"),
        Concern::Held(n) => format!("有 {n} 笔付款等你核对"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => format!("已备好 {funded}，共 {} 个红包", rain.funded.packets),
        Verdict::Raining => "红包雨进行中，抢到的会在几秒内入账。".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("正在入账：{caught} 个红包中已完成 {credited} 个")
        }
        Verdict::Returning => "抢到的已全部入账，其余正在退回。".to_owned(),
        Verdict::Paying(n) => format!("已全部入账，还有 {n} 笔付款在途。"),
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "已全部结清：共 {funded}，其中 {} 已入账给 {} 位玩家",
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
