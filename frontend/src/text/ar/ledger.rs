//! Arabic.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::{IN_PACKETS, many};
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "كشف الحساب",
    gist,
    concern,
    rain_number: |n| format!("المطر {n}"),
    verdict,
    amount_in: |unit| format!("المبلغ (\u{2068}{unit}\u{2069})"),
    funded: "المموَّل",
    credited: "المضاف",
    pending: "قيد الإضافة",
    left: "لم يُلتقط",
    returned: "المُعاد",
    total: "المجموع",
    caught: "مجموع الملتقَط",
    payouts: "الدفعات",
    payout_pending: "منتظرة",
    payout_sent: "في الطريق",
    payout_confirmed: "مؤكدة",
    payout_refused: "مرفوضة",
    refused_by_host: "رفضها مضيف، ولم تُرسل قط",
    payout_unknown: "بلا رد حتى الآن",
    payout_needs_human: "تحتاج إليك",
    payout_held: "تنتظر قرارك",
    held: "دفعات تنتظر قرارك",
    held_ahead: "كل ما يلتقطه لاحقًا",
    hold: "حجز الدفعة",
    release: "دفع",
    refuse: "عدم الدفع",
    dead_letters: "عمليات التقاط لم تُضف",
    letter_state: |state| match state {
        DeadLetterState::Dead => "تحتاج إليك",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "تُعاد محاولتها",
        DeadLetterState::Refuted => "تخالف القائمة المختومة؛ ولا يتأثر بها مظروف أحد",
    },
    packet_number: |n| format!("المظروف {n}"),
    tried: |n| {
        let times = many(n, ["0 مرة", "مرة واحدة", "مرتين", "مرات", "مرة", "مرة"]);
        format!("جُرّبت {times}")
    },
    and_more: |n| format!("و{n} أخرى"),
    redriven,
    opened: "بدأ",
    closed: "أُغلق",
    settled: "سُوّي",
    chain: |links| {
        let links = many(links, ["0 حلقة", "حلقة واحدة", "حلقتين", "حلقات", "حلقة", "حلقة"]);
        format!("سلسلة من {links}")
    },
    stale: "الخادم لا يستجيب. قد تكون هذه الأرقام قديمة.",
};

fn redriven(again: Redriven) -> String {
    let claims = many(
        again.dead_letters,
        [
            "",
            "عملية التقاط واحدة",
            "عمليتي التقاط",
            "عمليات التقاط",
            "عملية التقاط",
            "عملية التقاط",
        ],
    );
    let payouts = many(again.payouts, ["", "دفعة واحدة", "دفعتين", "دفعات", "دفعة", "دفعة"]);
    match (again.dead_letters, again.payouts) {
        (0, 0) => "لا شيء لتُعاد محاولته.".to_owned(),
        (_, 0) => format!("تُعاد محاولة {claims}."),
        (0, _) => format!("تُعاد محاولة {payouts}."),
        _ => format!("تُعاد محاولة {claims} و{payouts}."),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("الأمطار: {rains} · الملتقَط: {}", caught.join("، "));
    match waiting {
        0 => said,
        waiting => said + &format!(" · دفعات منتظرة: {waiting}"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "هذه الأرقام غير متطابقة. شغّل \u{2068}quizrain audit\u{2069}.".to_owned(),
        Concern::Claims(n) => format!("عمليات التقاط تحتاج إلى انتباهك: {n}"),
        Concern::Payouts(n) => format!("دفعات تحتاج إلى انتباهك: {n}"),
        Concern::Held(n) => format!("دفعات تنتظر قرارك: {n}"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            let packets = many(rain.funded.packets, IN_PACKETS);
            format!("المبلغ \u{2068}{funded}\u{2069} جاهز في {packets}")
        }
        Verdict::Raining => "المظاريف تتساقط. يُضاف ما يُلتقط خلال ثوانٍ.".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("تجري الإضافة: أُضيف {credited} من أصل {caught}")
        }
        Verdict::Returning => "أُضيف كل ما التُقط. ويُعاد الباقي الآن.".to_owned(),
        Verdict::Paying(n) => format!("أُضيف كل شيء. دفعات في الطريق: {n}."),
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let credited = major(rain.credited.amount);
            let players = many(
                rain.credited.packets,
                ["0 لاعب", "لاعب واحد", "لاعبين اثنين", "لاعبين", "لاعبًا", "لاعب"],
            );
            let mut said =
                format!("سُوّي كل شيء: أُضيف {credited} من \u{2068}{funded}\u{2069} إلى {players}");
            if rain.returned.packets > 0 {
                said += &format!("، وأُعيد {}", major(rain.returned.amount));
            }
            said
        }
    }
}
