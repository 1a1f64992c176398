//! English.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::many;
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "Statement",
    gist,
    concern,
    rain_number: |n| format!("Rain {n}"),
    verdict,
    amount_in: |unit| format!("Amount ({unit})"),
    funded: "Funded",
    credited: "Credited",
    pending: "Being credited",
    left: "Not caught",
    returned: "Returned",
    total: "Total",
    caught: "Caught in all",
    payouts: "Payouts",
    payout_pending: "Waiting",
    payout_sent: "On their way",
    payout_confirmed: "Confirmed",
    payout_refused: "Refused",
    refused_by_host: "by you or another host; never sent",
    payout_unknown: "No answer yet",
    payout_needs_human: "Needs you",
    payout_held: "Held for you",
    held: "Payouts that wait for you",
    held_ahead: "everything it catches from now on",
    hold: "Hold the payout",
    release: "Pay out",
    refuse: "Do not pay out",
    dead_letters: "Claims that were not credited",
    letter_state: |state| match state {
        DeadLetterState::Dead => "needs you",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "is tried again",
        DeadLetterState::Refuted => "contradicts the sealed list; nobody’s packet hangs on it",
    },
    packet_number: |n| format!("packet {n}"),
    tried: |n| if n == 1 { "tried once".to_owned() } else { format!("tried {n} times") },
    and_more: |n| format!("and {n} more"),
    redriven,
    opened: "Opened",
    closed: "Closed",
    settled: "Settled",
    chain: |links| format!("Chain of {}", many(links, "link", "links")),
    stale: "The server does not answer. These numbers may be old.",
};

fn redriven(again: Redriven) -> String {
    match (again.dead_letters, again.payouts) {
        (0, 0) => "There was nothing to try again.".to_owned(),
        (claims, 0) => format!("Trying {} again.", many(claims, "claim", "claims")),
        (0, payouts) => format!("Trying {} again.", many(payouts, "payout", "payouts")),
        (claims, payouts) => format!(
            "Trying {} and {} again.",
            many(claims, "claim", "claims"),
            many(payouts, "payout", "payouts")
        ),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let rains = many(rains as u64, "rain", "rains");
    let said = format!("{rains}: {} caught", caught.join(", "));
    match waiting {
        0 => said,
        1 => said + ", 1 payout waits",
        waiting => said + &format!(", {waiting} payouts wait"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "These numbers do not add up. Run quizrain audit.".to_owned(),
        Concern::Claims(1) => "1 claim needs your attention".to_owned(),
        Concern::Claims(n) => format!("{n} claims need your attention"),
        Concern::Payouts(1) => "1 payout needs your attention".to_owned(),
        Concern::Payouts(n) => format!("{n} payouts need your attention"),
        Concern::Held(1) => "1 payout waits for you to decide".to_owned(),
        Concern::Held(n) => format!("{n} payouts wait for you to decide"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            format!("{funded} are ready in {}", many(rain.funded.packets, "packet", "packets"))
        }
        Verdict::Raining => {
            "Packets are falling. What is caught is credited within seconds.".to_owned()
        }
        Verdict::Crediting { credited, caught } => {
            format!("Crediting: {credited} of {} done", many(caught, "packet", "packets"))
        }
        Verdict::Returning => {
            "Everything caught is credited. The rest is being returned.".to_owned()
        }
        Verdict::Paying(n) => {
            format!("Everything is credited. {} on the way.", many(n, "payout is", "payouts are"))
        }
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "Everything is settled: {} of {funded} credited to {}",
                major(rain.credited.amount),
                many(rain.credited.packets, "player", "players")
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} returned", major(rain.returned.amount));
            }
            said
        }
    }
}
