//! French.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

use super::many;
use crate::text::ledger::LedgerWords;

pub(in crate::text) static WORDS: LedgerWords = LedgerWords {
    statement: "Relevé",
    gist,
    concern,
    rain_number: |n| format!("Pluie {n}"),
    verdict,
    amount_in: |unit| format!("Montant ({unit})"),
    funded: "Financé",
    credited: "Crédité",
    pending: "En cours de crédit",
    left: "Non attrapé",
    returned: "Rendu",
    total: "Total",
    caught: "Attrapé en tout",
    payouts: "Versements",
    payout_pending: "En attente",
    payout_sent: "En route",
    payout_confirmed: "Confirmés",
    payout_refused: "Refusés",
    refused_by_host: "par vous ou un autre animateur ; jamais envoyé",
    payout_unknown: "Pas encore de réponse",
    payout_needs_human: "À traiter",
    payout_held: "Retenus pour vous",
    held: "Versements qui vous attendent",
    held_ahead: "tout ce qui sera attrapé ensuite",
    hold: "Retenir le versement",
    release: "Verser",
    refuse: "Ne pas verser",
    dead_letters: "Enveloppes attrapées, mais non créditées",
    letter_state: |state| match state {
        DeadLetterState::Dead => "à traiter",
        DeadLetterState::Quarantined | DeadLetterState::Redrive => "nouvel essai en cours",
        DeadLetterState::Refuted => {
            "contredit la liste scellée ; l’enveloppe de personne n’en dépend"
        }
    },
    packet_number: |n| format!("enveloppe {n}"),
    tried: |n| format!("essais : {n}"),
    and_more: |n| format!("et {n} de plus"),
    redriven,
    opened: "Ouverture",
    closed: "Fermeture",
    settled: "Règlement",
    chain: |links| format!("Chaîne de {}", many(links, "maillon", "maillons")),
    stale: "Le serveur ne répond pas. Ces chiffres peuvent être anciens.",
};

fn redriven(again: Redriven) -> String {
    let claims = many(again.dead_letters, "enveloppe", "enveloppes");
    let payouts = many(again.payouts, "versement", "versements");
    match (again.dead_letters, again.payouts) {
        (0, 0) => "Il n’y avait rien à réessayer.".to_owned(),
        (_, 0) => format!("Nouvel essai pour {claims}."),
        (0, _) => format!("Nouvel essai pour {payouts}."),
        _ => format!("Nouvel essai pour {claims} et {payouts}."),
    }
}

fn gist(rains: usize, caught: &[String], waiting: u64) -> String {
    let rains = many(rains as u64, "pluie", "pluies");
    let said = format!("{rains} : {} attrapés", caught.join(", "));
    match waiting {
        0 => said,
        waiting => said + &format!(", {} en attente", many(waiting, "versement", "versements")),
    }
}

fn concern(concern: Concern) -> String {
    match concern {
        Concern::Wrong => "Ces chiffres ne concordent pas. Lancez quizrain audit.".to_owned(),
        Concern::Claims(n) => many(n, "enveloppe est à traiter", "enveloppes sont à traiter"),
        Concern::Payouts(n) => many(n, "versement est à traiter", "versements sont à traiter"),
        Concern::Held(n) => {
            many(n, "versement attend votre décision", "versements attendent votre décision")
        }
    }
}

fn verdict(verdict: Verdict, rain: &RainStatement, funded: &str) -> String {
    let major = |amount| rain.currency.format_major(amount);
    match verdict {
        Verdict::Wrong => concern(Concern::Wrong),
        Verdict::Claims(n) => concern(Concern::Claims(n)),
        Verdict::Payouts(n) => concern(Concern::Payouts(n)),
        Verdict::Funded => {
            let packets = many(rain.funded.packets, "enveloppe", "enveloppes");
            format!("Prêt à tomber : {funded} en {packets}")
        }
        Verdict::Raining => {
            "Les enveloppes tombent. Ce qui est attrapé est crédité en quelques secondes."
                .to_owned()
        }
        Verdict::Crediting { credited, caught } => {
            format!("Crédit en cours : {credited} sur {}", many(caught, "enveloppe", "enveloppes"))
        }
        Verdict::Returning => {
            "Tout ce qui a été attrapé est crédité. Le reste est en train d’être rendu.".to_owned()
        }
        Verdict::Paying(n) => {
            format!("Tout est crédité. {} en route.", many(n, "versement", "versements"))
        }
        Verdict::Held(n) => concern(Concern::Held(n)),
        Verdict::Settled => {
            let mut said = format!(
                "Tout est réglé : {} sur {funded}, crédités à {}",
                major(rain.credited.amount),
                many(rain.credited.packets, "joueur", "joueurs")
            );
            if rain.returned.packets > 0 {
                said += &format!(", {} rendus", major(rain.returned.amount));
            }
            said
        }
    }
}
