//! Spanish.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::many;
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "Extracto",
    gist,
    concern,
    rain_number: |n| format!("Lluvia {n}"),
    verdict,
    amount_in: |unit| format!("Importe ({unit})"),
    funded: "Aportado",
    credited: "Acreditado",
    pending: "Acreditándose",
    left: "Sin atrapar",
    returned: "Devuelto",
    total: "Total",
    caught: "Atrapado en total",
    payouts: "Pagos",
    payout_pending: "En espera",
    payout_sent: "En camino",
    payout_confirmed: "Confirmados",
    payout_refused: "Rechazados",
    refused_by_host: "por ti u otro anfitrión; nunca se envió",
    payout_unknown: "Aún sin respuesta",
    payout_needs_human: "Te necesitan",
    payout_held: "Retenidos para ti",
    held: "Pagos que te esperan",
    held_ahead: "todo lo que atrape de ahora en adelante",
    hold: "Retener el pago",
    release: "Pagar",
    refuse: "No pagar",
    dead_letters: "Sobres atrapados sin acreditar",
    letter_state: |state| match state {
        DeadLetterState::Dead => "te necesita",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "se intenta de nuevo",
        DeadLetterState::Refuted => {
            "contradice la lista sellada; el sobre de nadie depende de ello"
        }
    },
    packet_number: |n| format!("sobre {n}"),
    tried: |n| many(n, "intento", "intentos"),
    and_more: |n| format!("y {n} más"),
    redriven,
    opened: "Apertura",
    closed: "Cierre",
    settled: "Liquidación",
    chain: |links| format!("Cadena de {}", many(links, "eslabón", "eslabones")),
    stale: "El servidor no responde. Estos números pueden ser viejos.",
};

fn redriven(again: Redriven) -> String {
    let claims = many(again.dead_letters, "sobre", "sobres");
    let payouts = many(again.payouts, "pago", "pagos");
    match (again.dead_letters, again.payouts) {
        (0, 0) => "No había nada que reintentar.".to_owned(),
        (_, 0) => format!("Reintentando {claims}."),
        (0, _) => format!("Reintentando {payouts}."),
        _ => format!("Reintentando {claims} y {payouts}."),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let rains = many(rains as u64, "lluvia", "lluvias");
    let said = format!("{rains}: atrapado {}", caught.join(", "));
    match waiting {
        0 => said,
        waiting => said + &format!(", {} en espera", many(waiting, "pago", "pagos")),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "Estos números no cuadran. Ejecuta quizrain audit.".to_owned(),
        Concern::Claims(n) => many(n, "sobre requiere tu atención", "sobres requieren tu atención"),
        Concern::Payouts(n) => many(n, "pago requiere tu atención", "pagos requieren tu atención"),
        Concern::Held(n) => many(n, "pago espera tu decisión", "pagos esperan tu decisión"),
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            let packets = many(rain.funded.packets, "sobre", "sobres");
            format!("Listo para caer: {funded} en {packets}")
        }
        Verdict::Raining => "Están cayendo sobres. Lo atrapado se acredita en segundos.".to_owned(),
        Verdict::Crediting { credited, caught } => {
            format!("Acreditando: {credited} de {}", many(caught, "sobre", "sobres"))
        }
        Verdict::Returning => {
            "Todo lo atrapado está acreditado. El resto se está devolviendo.".to_owned()
        }
        Verdict::Paying(n) => {
            format!("Todo está acreditado. {} en camino.", many(n, "pago", "pagos"))
        }
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "Todo está liquidado: {} de {funded} acreditados a {}",
                major(rain.credited.amount),
                many(rain.credited.packets, "jugador", "jugadores")
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} devueltos", major(rain.returned.amount));
            }
            said
        }
    }
}
