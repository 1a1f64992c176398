//! German.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::many;
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "Abrechnung",
    gist,
    concern,
    rain_number: |n| format!("Regen {n}"),
    verdict,
    amount_in: |unit| format!("Betrag ({unit})"),
    funded: "Eingezahlt",
    credited: "Gutgeschrieben",
    pending: "Wird gutgeschrieben",
    left: "Nicht gefangen",
    returned: "Zurückgegeben",
    total: "Summe",
    caught: "Insgesamt gefangen",
    payouts: "Auszahlungen",
    payout_pending: "Wartet",
    payout_sent: "Unterwegs",
    payout_confirmed: "Bestätigt",
    payout_refused: "Abgelehnt",
    refused_by_host: "von dir oder einem anderen Host; nie abgeschickt",
    payout_unknown: "Noch keine Antwort",
    payout_needs_human: "Braucht dich",
    payout_held: "Für dich angehalten",
    held: "Auszahlungen, die auf dich warten",
    held_ahead: "alles, was es noch fängt",
    hold: "Auszahlung anhalten",
    release: "Auszahlen",
    refuse: "Nicht auszahlen",
    dead_letters: "Nicht gutgeschriebene Päckchen",
    letter_state: |state| match state {
        DeadLetterState::Dead => "braucht dich",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "wird noch einmal versucht",
        DeadLetterState::Refuted => {
            "widerspricht der versiegelten Liste; niemandes Päckchen hängt daran"
        }
    },
    packet_number: |n| format!("Päckchen {n}"),
    tried: |n| if n == 1 { "einmal versucht".to_owned() } else { format!("{n}-mal versucht") },
    and_more: |n| format!("und {n} weitere"),
    redriven,
    opened: "Begonnen",
    closed: "Beendet",
    settled: "Abgerechnet",
    chain: |links| ["Kette mit ", &many(links, "Glied", "Gliedern")].concat(),
    stale: "Der Server antwortet nicht. Diese Zahlen sind vielleicht veraltet.",
};

fn redriven(again: Redriven) -> String {
    let claims = format!("{} Päckchen", again.dead_letters);
    let payouts = many(again.payouts, "Auszahlung", "Auszahlungen");
    match (again.dead_letters, again.payouts) {
        (0, 0) => "Es gab nichts noch einmal zu versuchen.".to_owned(),
        (_, 0) => format!("Neuer Versuch für {claims}."),
        (0, _) => format!("Neuer Versuch für {payouts}."),
        (_, _) => format!("Neuer Versuch für {claims} und {payouts}."),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let said = format!("{rains}\u{a0}× Regen: {} gefangen", caught.join(", "));
    match waiting {
        0 => said,
        1 => said + ", 1 Auszahlung wartet",
        waiting => said + &format!(", {waiting} Auszahlungen warten"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "Diese Zahlen gehen nicht auf. Führe quizrain audit aus.".to_owned(),
        Concern::Claims(1) => "1 Päckchen braucht dich".to_owned(),
        Concern::Claims(n) => format!("{n} Päckchen brauchen dich"),
        Concern::Payouts(1) => "1 Auszahlung braucht dich".to_owned(),
        Concern::Payouts(n) => format!("{n} Auszahlungen brauchen dich"),
        Concern::Held(1) => "1 Auszahlung wartet auf deine Entscheidung".to_owned(),
        Concern::Held(n) => format!("{n} Auszahlungen warten auf deine Entscheidung"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            format!("{funded} liegen in {} Päckchen bereit", rain.funded.packets)
        }
        Verdict::Raining => {
            "Päckchen fallen. Was gefangen wird, ist in Sekunden gutgeschrieben.".to_owned()
        }
        Verdict::Crediting { credited, caught } => {
            format!("Wird gutgeschrieben: {credited} von {caught} Päckchen fertig")
        }
        Verdict::Returning => {
            "Alles Gefangene ist gutgeschrieben. Der Rest wird zurückgegeben.".to_owned()
        }
        Verdict::Paying(n) => {
            let payouts = many(n, "Auszahlung ist", "Auszahlungen sind");
            format!("Alles ist gutgeschrieben. {payouts} unterwegs.")
        }
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "Alles ist abgerechnet: {} von {funded} an {} Spieler gutgeschrieben",
                major(rain.credited.amount),
                rain.credited.packets
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} zurückgegeben", major(rain.returned.amount));
            }
            said
        }
    }
}
