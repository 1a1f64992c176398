//! Chinese in simplified characters.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::Verdict;
use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::LedgerWords;
use crate::state::seals::{Checked, short};

pub(in crate::text) const WORDS: LedgerWords = LedgerWords {
    statement: "对账单",
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
    payout_unknown: "未答复",
    payout_needs_human: "需要你处理",
    dead_letters: "未能入账的领取",
    letter_state: |state| match state {
        DeadLetterState::Dead => "需要你处理",
        DeadLetterState::Suspect | DeadLetterState::Redrive => "正在重试",
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
    packet_state: |state| match state {
        PacketState::Crediting => "已归你，正在入账",
        PacketState::Credited => "已入账",
        PacketState::Paying => "正在转入你的账户",
        PacketState::Paid => "已转入你的账户",
        PacketState::Refused => "你的账户没有接收，金额仍在余额里",
        PacketState::Held => "暂停处理，已通知主持人",
        PacketState::Void => "入账前丢失",
    },
    check: "公平吗？",
    checked,
    sealed_list: "封存清单",
    contributions: "各手机提供的随机数",
    claims: "已抢红包",
    seal: |commitment| format!("封存码 {}", short(commitment)),
    entropy: |entropy| format!("玩家码 {}", short(entropy)),
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose =
                if *own { "包括你的" } else { "不包括你的，你在抽取之后才入座" };
            format!(
                "公平：第 {n} 个红包，共 {packets} 个。金额和顺序与开抢前封存的一致，并且按承诺由服务器的秘密和 {players} 部手机提供的随机数（{whose}）抽出。"
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "第 {n} 个红包（共 {packets} 个）在清单上，金额一致。这个浏览器在开抢前没有看到封存码，请与看到过的人核对：{seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "整场红包雨结清后即可查看清单。".to_owned(),
        Checked::Unreachable => "服务器没有回应，请重试。".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "这份清单与开抢前封存的不一致，请告诉主持人。",
        Breach::Rules => "封存的规则与当时显示的不一致，请告诉主持人。",
        Breach::Chain => "服务器抽取所用的秘密不是你入座前承诺的那个，请告诉主持人。",
        Breach::Entropy => "各手机随机数的清单与开抢前显示的不一致，请告诉主持人。",
        Breach::LeftOut => "抽取时漏掉了你的手机提供的随机数，请告诉主持人。",
        Breach::Draw => "金额不是应当抽出的结果，请告诉主持人。",
    }
}

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "没有需要重试的。".to_owned(),
        (claims, 0) => format!("正在重试 {claims} 笔领取。"),
        (0, payouts) => format!("正在重试 {payouts} 笔付款。"),
        (claims, payouts) => format!("正在重试 {claims} 笔领取和 {payouts} 笔付款。"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, unit: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    let funded = major(rain.funded.amount);
    match verdict {
        Verdict::Wrong => "数字对不上，请运行 quizrain audit。".to_owned(),
        Verdict::Claims(n) => format!("有 {n} 笔领取需要处理"),
        Verdict::Payouts(n) => format!("有 {n} 笔付款需要处理"),
        Verdict::Funded => format!("已备好 {funded} {unit}，共 {} 个红包", rain.funded.packets),
        Verdict::Raining => "红包雨进行中，抢到的会在几秒内入账。".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("正在入账：{caught} 个红包中已完成 {credited} 个")
        }
        Verdict::Returning => "抢到的已全部入账，其余正在退回。".to_owned(),
        Verdict::Paying(n) => format!("已全部入账，还有 {n} 笔付款在途。"),
        Verdict::Settled => {
            let mut said = format!(
                "已全部结清：共 {funded} {unit}，其中 {} 已入账给 {} 位玩家",
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
