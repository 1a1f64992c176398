//! Japanese.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "収支明細",
    gist,
    concern,
    rain_number: |n| format!("シャワー{n}"),
    verdict,
    amount_in: |unit| format!("金額（{unit}）"),
    funded: "入金",
    credited: "加算済み",
    pending: "加算中",
    left: "未獲得",
    returned: "返還済み",
    total: "合計",
    caught: "獲得合計",
    payouts: "支払い",
    payout_pending: "待機中",
    payout_sent: "送金中",
    payout_confirmed: "確認済み",
    payout_refused: "拒否",
    refused_by_host: "ホストが拒否（送金していません）",
    payout_unknown: "応答なし",
    payout_needs_human: "要対応",
    payout_held: "保留中",
    held: "確認待ちの支払い",
    held_ahead: "今後の獲得分すべて",
    hold: "支払いを保留",
    release: "支払う",
    refuse: "支払わない",
    dead_letters: "加算できなかった獲得",
    letter_state: |state| match state {
        DeadLetterState::Dead => "要対応",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "再試行中",
        DeadLetterState::Refuted => "封印リストと不一致（誰のポチ袋にも影響なし）",
    },
    packet_number: |n| format!("ポチ袋{n}"),
    tried: |n| format!("{n}回試行"),
    and_more: |n| format!("ほか{n}件"),
    redriven,
    opened: "開始",
    closed: "終了",
    settled: "精算完了",
    chain: |links| format!("チェーン（{links}件）"),
    stale: "サーバーが応答しません。数字が古い可能性があります。",
};

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "再試行するものはありませんでした。".to_owned(),
        (claims, 0) => format!("獲得{claims}件を再試行しています。"),
        (0, payouts) => format!("支払い{payouts}件を再試行しています。"),
        (claims, payouts) => {
            format!("獲得{claims}件と支払い{payouts}件を再試行しています。")
        }
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("シャワー{rains}回：獲得 {}", caught.join("、"));
    match waiting {
        0 => said,
        waiting => said + &format!("、支払い待ち{waiting}件"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "数字の合計が合いません。quizrain audit を実行してください。".to_owned(),
        Concern::Claims(n) => format!("獲得{n}件に対応が必要です"),
        Concern::Payouts(n) => format!("支払い{n}件に対応が必要です"),
        Concern::Held(n) => format!("支払い{n}件があなたの判断を待っています"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            format!("{funded}をポチ袋{}個に用意しました", rain.funded.packets)
        }
        Verdict::Raining => "シャワー中です。獲得分は数秒で加算されます。".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("加算中：{caught}個のうち{credited}個が完了")
        }
        Verdict::Returning => "獲得分はすべて加算済みです。残りを返還しています。".to_owned(),
        Verdict::Paying(n) => format!("すべて加算済みです。支払い{n}件を送金中です。"),
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "精算完了：{funded}のうち{}を{}人に加算",
                major(rain.credited.amount),
                rain.credited.packets
            );
            if rain.returned.packets > 0 {
                said += &format!("、{}を返還", major(rain.returned.amount));
            }
            said
        }
    }
}
