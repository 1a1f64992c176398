//! Chinese in traditional characters.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::Verdict;
use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::LedgerWords;
use crate::state::seals::{Checked, short};

pub(in crate::text) const WORDS: LedgerWords = LedgerWords {
    statement: "對帳單",
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
    payout_unknown: "未答覆",
    payout_needs_human: "需要你處理",
    dead_letters: "未能入帳的領取",
    letter_state: |state| match state {
        DeadLetterState::Dead => "需要你處理",
        DeadLetterState::Suspect | DeadLetterState::Redrive => "正在重試",
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
    packet_state: |state| match state {
        PacketState::Crediting => "已歸你，正在入帳",
        PacketState::Credited => "已入帳",
        PacketState::Paying => "正在轉入你的帳戶",
        PacketState::Paid => "已轉入你的帳戶",
        PacketState::Refused => "你的帳戶沒有接收，金額仍在餘額裡",
        PacketState::Held => "暫停處理，已通知主持人",
        PacketState::Void => "入帳前遺失",
    },
    check: "公平嗎？",
    checked,
    sealed_list: "封存清單",
    contributions: "各手機提供的亂數",
    claims: "已搶紅包",
    seal: |commitment| format!("封存碼 {}", short(commitment)),
    entropy: |entropy| format!("玩家碼 {}", short(entropy)),
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose =
                if *own { "包括你的" } else { "不包括你的，你在抽取之後才入座" };
            format!(
                "公平：第 {n} 個紅包，共 {packets} 個。金額和順序與開搶前封存的一致，並且按承諾由伺服器的祕密和 {players} 支手機提供的亂數（{whose}）抽出。"
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "第 {n} 個紅包（共 {packets} 個）在清單上，金額一致。這個瀏覽器在開搶前沒有看到封存碼，請與看到過的人核對：{seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "整場紅包雨結清後即可查看清單。".to_owned(),
        Checked::Unreachable => "伺服器沒有回應，請再試一次。".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "這份清單與開搶前封存的不一致，請告訴主持人。",
        Breach::Rules => "封存的規則與當時顯示的不一致，請告訴主持人。",
        Breach::Chain => "伺服器抽取所用的祕密不是你入座前承諾的那個，請告訴主持人。",
        Breach::Entropy => "各手機亂數的清單與開搶前顯示的不一致，請告訴主持人。",
        Breach::LeftOut => "抽取時漏掉了你的手機提供的亂數，請告訴主持人。",
        Breach::Draw => "金額不是應當抽出的結果，請告訴主持人。",
    }
}

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "沒有需要重試的。".to_owned(),
        (claims, 0) => format!("正在重試 {claims} 筆領取。"),
        (0, payouts) => format!("正在重試 {payouts} 筆付款。"),
        (claims, payouts) => format!("正在重試 {claims} 筆領取和 {payouts} 筆付款。"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, unit: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    let funded = major(rain.funded.amount);
    match verdict {
        Verdict::Wrong => "數字對不上，請執行 quizrain audit。".to_owned(),
        Verdict::Claims(n) => format!("有 {n} 筆領取需要處理"),
        Verdict::Payouts(n) => format!("有 {n} 筆付款需要處理"),
        Verdict::Funded => format!("已備妥 {funded} {unit}，共 {} 個紅包", rain.funded.packets),
        Verdict::Raining => "紅包雨進行中，搶到的會在幾秒內入帳。".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("正在入帳：{caught} 個紅包中已完成 {credited} 個")
        }
        Verdict::Returning => "搶到的已全部入帳，其餘正在退回。".to_owned(),
        Verdict::Paying(n) => format!("已全部入帳，還有 {n} 筆付款在途。"),
        Verdict::Settled => {
            let mut said = format!(
                "已全部結清：共 {funded} {unit}，其中 {} 已入帳給 {} 位玩家",
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
