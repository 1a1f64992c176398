//! Brazilian Portuguese.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::many;
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "Extrato",
    gist,
    concern,
    rain_number: |n| format!("Chuva {n}"),
    verdict,
    amount_in: |unit| format!("Valor ({unit})"),
    funded: "Depositado",
    credited: "Creditado",
    pending: "Sendo creditado",
    left: "Não foi pego",
    returned: "Devolvido",
    total: "Total",
    caught: "Pego no total",
    payouts: "Pagamentos",
    payout_pending: "Esperando",
    payout_sent: "A caminho",
    payout_confirmed: "Confirmado",
    payout_refused: "Recusado",
    refused_by_host: "por você ou outro anfitrião; nunca enviado",
    payout_unknown: "Ainda sem resposta",
    payout_needs_human: "Precisa de você",
    payout_held: "Retido para você",
    held: "Pagamentos que esperam por você",
    held_ahead: "tudo o que pegar daqui em diante",
    hold: "Reter o pagamento",
    release: "Pagar",
    refuse: "Não pagar",
    dead_letters: "Envelopes que não foram creditados",
    letter_state: |state| match state {
        DeadLetterState::Dead => "precisa de você",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "nova tentativa em curso",
        DeadLetterState::Refuted => {
            "contradiz a lista lacrada; o envelope de ninguém depende disso"
        }
    },
    packet_number: |n| format!("envelope {n}"),
    tried: |n| many(n, "tentativa", "tentativas"),
    and_more: |n| format!("e mais {n}"),
    redriven,
    opened: "Começou",
    closed: "Terminou",
    settled: "Acertada",
    chain: |links| ["Corrente de ", &many(links, "elo", "elos")].concat(),
    stale: "O servidor não responde. Estes números podem ser antigos.",
};

fn redriven(again: Redriven) -> String {
    let claims = many(again.dead_letters, "envelope", "envelopes");
    let payouts = many(again.payouts, "pagamento", "pagamentos");
    match (again.dead_letters, again.payouts) {
        (0, 0) => "Não havia nada para tentar de novo.".to_owned(),
        (_, 0) => format!("Tentando {claims} de novo."),
        (0, _) => format!("Tentando {payouts} de novo."),
        (_, _) => format!("Tentando {claims} e {payouts} de novo."),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let rains = many(rains as u64, "chuva", "chuvas");
    let said = format!("{rains}: {} pegos", caught.join(", "));
    match waiting {
        0 => said,
        1 => said + ", 1 pagamento espera",
        waiting => said + &format!(", {waiting} pagamentos esperam"),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "Estes números não fecham. Rode quizrain audit.".to_owned(),
        Concern::Claims(1) => "1 envelope precisa de você".to_owned(),
        Concern::Claims(n) => format!("{n} envelopes precisam de você"),
        Concern::Payouts(1) => "1 pagamento precisa de você".to_owned(),
        Concern::Payouts(n) => format!("{n} pagamentos precisam de você"),
        Concern::Held(1) => "1 pagamento espera a sua decisão".to_owned(),
        Concern::Held(n) => format!("{n} pagamentos esperam a sua decisão"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            let packets = many(rain.funded.packets, "envelope", "envelopes");
            format!("{funded} já estão em {packets}")
        }
        Verdict::Raining => {
            "Envelopes estão caindo. O que for pego é creditado em segundos.".to_owned()
        }
        Verdict::Crediting { credited, caught } => {
            format!("Creditando: {credited} de {}", many(caught, "envelope", "envelopes"))
        }
        Verdict::Returning => {
            "Tudo o que foi pego está creditado. O resto está sendo devolvido.".to_owned()
        }
        Verdict::Paying(n) => {
            format!("Tudo está creditado. {} a caminho.", many(n, "pagamento", "pagamentos"))
        }
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "Tudo acertado: {} de {funded} creditados a {}",
                major(rain.credited.amount),
                many(rain.credited.packets, "jogador", "jogadores")
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} devolvidos", major(rain.returned.amount));
            }
            said
        }
    }
}
