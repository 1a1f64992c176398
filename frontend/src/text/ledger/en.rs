//! English.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::Verdict;
use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::LedgerWords;
use crate::state::seals::{Checked, short};

pub(in crate::text) const WORDS: LedgerWords = LedgerWords {
    statement: "Statement",
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
    payout_unknown: "No answer yet",
    payout_needs_human: "Needs you",
    dead_letters: "Claims that were not credited",
    letter_state: |state| match state {
        DeadLetterState::Dead => "needs you",
        DeadLetterState::Suspect | DeadLetterState::Redrive => "is tried again",
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
    packet_state: |state| match state {
        PacketState::Crediting => "Yours; being credited",
        PacketState::Credited => "Credited",
        PacketState::Paying => "On its way to your account",
        PacketState::Paid => "Paid into your account",
        PacketState::Refused => "Refused by your account; it stays in this balance",
        PacketState::Held => "Held; the host has been told",
        PacketState::Void => "Lost before it was credited",
    },
    check: "Was it fair?",
    checked,
    sealed_list: "The sealed list",
    contributions: "What phones added",
    claims: "What was caught",
    seal: |commitment| format!("Seal {}", short(commitment)),
    entropy: |entropy| format!("Players’ code {}", short(entropy)),
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "phone", "phones");
            let whose = if *own {
                "yours among them"
            } else {
                "not yours: you took your seat after the draw"
            };
            format!(
                "Fair: packet {n} of {packets}. Amounts and their order are those that were sealed before the rain, and they were drawn as promised, from the server’s secret and from what {phones} added, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "Packet {n} of {packets} is on the list with this amount. This browser did not see the seal before the rain; compare it with one that did: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "The list is shown as soon as the whole rain is settled.".to_owned(),
        Checked::Unreachable => "The server does not answer. Try again.".to_owned(),
    }
}

fn many(n: u64, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "This is not the list that was sealed before the rain. Tell the host.",
        Breach::Rules => {
            "The rain was sealed with other rules than those that were shown. Tell the host."
        }
        Breach::Chain => {
            "The server drew from another secret than the one it promised before you joined. Tell the host."
        }
        Breach::Entropy => {
            "This is not the list of what phones added that was shown before the rain. Tell the host."
        }
        Breach::LeftOut => "What your phone added was left out of the draw. Tell the host.",
        Breach::Draw => "The amounts are not those that had to be drawn. Tell the host.",
    }
}

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

fn verdict(verdict: Verdict, rain: &RainStatement, unit: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    let funded = major(rain.funded.amount);
    match verdict {
        Verdict::Wrong => "These numbers do not add up. Run quizrain audit.".to_owned(),
        Verdict::Claims(1) => "1 claim needs your attention".to_owned(),
        Verdict::Claims(n) => format!("{n} claims need your attention"),
        Verdict::Payouts(1) => "1 payout needs your attention".to_owned(),
        Verdict::Payouts(n) => format!("{n} payouts need your attention"),
        Verdict::Funded => {
            format!(
                "{funded} {unit} are ready in {}",
                many(rain.funded.packets, "packet", "packets")
            )
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
        Verdict::Settled => {
            let mut said = format!(
                "Everything is settled: {} of {funded} {unit} credited to {}",
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
