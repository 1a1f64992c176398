//! French.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "Retour à ta partie",
    balance_empty: "Rien pour l’instant",
    balance_empty_why: "Les enveloppes que tu attrapes pendant une pluie apparaissent ici.",
    download: "Télécharger (CSV)",
    download_failed: "Le fichier n’est pas arrivé. Réessaie.",
    balance_incomplete: "Un serveur ne répond pas. En attendant, des enveloppes que tu viens d’attraper peuvent manquer ici.",
    sign_out: "Se déconnecter sur cet appareil",
    sign_in: "Se connecter",
    signing_in: "Connexion…",
    no_sign_in: "Ce serveur n’a pas de page de connexion. Utilise le lien que tu as reçu.",
    signed_in_note: "Ta session est ouverte : ce solde est à toi, et tu le retrouves partout où tu te connectes.",
    balance_note: "Ce solde appartient à ce navigateur. Les autres appareils ne le voient pas.",
    privacy: "Ce qui est gardé sur toi",
    take_data: "Tout ce qui est gardé sur moi (JSON)",
    erase: "Effacer mes données",
    erase_person: "C’est irréversible.\n\nEffacé pour toujours : qui tu es ici, tes connexions sur tous les appareils, ton invitation ; dans les parties terminées, tes pseudos, ce que tu as écrit et les notes des animateurs sur toi.\n\nConservé : ce que tu as attrapé, tes points, tes rangs et tes choix, sous un numéro sans nom. Qui connaît le nom que te donne le service de connexion peut les retrouver par lui. Les versements déjà transmis restent chez leur destinataire.\n\nEffacer ?",
    erase_browser: "C’est irréversible.\n\nEffacé pour toujours : dans les parties terminées, les pseudos de ce navigateur, ce qui y a été écrit et les notes des animateurs sur toi.\n\nConservé : ce que tu as attrapé, tes points, tes rangs et tes choix, sous un numéro sans nom. Le solde reste dans ce navigateur.\n\nEffacer ?",
    erased: "Effacé. Les sauvegardes l’oublieront à leur échéance.",
    erased_later: "Effacé, sauf ton identité : elle disparaît dès que tout t’aura été versé.",
    erase_not_yet: "Pas maintenant : une partie où tu es ou étais n’est pas terminée, ou une de tes enveloppes est encore en cours de crédit. Réessaie un peu plus tard.",
    receipt_later: "Le détail apparaît quand la partie est terminée et que tout ce qui y a été attrapé est réglé. Cette page se met à jour toute seule.",
    receipt_none: "Ce navigateur n’a pas joué dans cette partie, ou elle n’est plus conservée.",
    key_fixed: "corrigée par l’animateur",
    came_later: "Tu n’étais pas encore là.",
    still_in: "encore en jeu",
    packet_state: |state| match state {
        PacketState::Crediting => "À toi ; crédit en cours",
        PacketState::Credited => "Créditée",
        PacketState::Paying => "En route vers ton compte",
        PacketState::Paid => "Versée sur ton compte",
        PacketState::Refused => "Versement refusé ; elle reste dans ce solde",
        PacketState::Held => "En vérification ; l’animateur est prévenu",
        PacketState::Void => "Perdue avant d’être créditée",
    },
    check: "Était-ce équitable ?",
    checked,
    sealed_list: "La liste scellée",
    contributions: "L’apport des téléphones",
    claims: "Ce qui a été attrapé",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "téléphone", "téléphones");
            let whose = if *own {
                "dont le tien"
            } else {
                "sans le tien : tu as pris ta place après le tirage"
            };
            format!(
                "Équitable : enveloppe {n} sur {packets}. Les montants et leur ordre sont ceux qui ont été scellés avant la pluie, et ils ont été tirés comme promis, à partir du secret du serveur et de l’apport de {phones}, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "L’enveloppe {n} sur {packets} est sur la liste avec ce montant. Ce navigateur n’a pas vu le sceau avant la pluie ; compare-le avec un navigateur qui l’a vu : {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "La liste s’affiche dès que toute la pluie est réglée.".to_owned(),
        Checked::Unreachable => "Le serveur ne répond pas. Réessaie.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => {
            "Ce n’est pas la liste qui a été scellée avant la pluie. Préviens l’animateur."
        }
        Breach::Rules => {
            "La pluie a été scellée avec d’autres règles que celles qui étaient affichées. Préviens l’animateur."
        }
        Breach::Chain => {
            "Le serveur a tiré avec un autre secret que celui qu’il avait promis avant ton arrivée. Préviens l’animateur."
        }
        Breach::Entropy => {
            "La liste de l’apport des téléphones n’est pas celle qui était affichée avant la pluie. Préviens l’animateur."
        }
        Breach::LeftOut => {
            "L’apport de ton téléphone a été laissé de côté au tirage. Préviens l’animateur."
        }
        Breach::Draw => {
            "Les montants ne sont pas ceux qui devaient être tirés. Préviens l’animateur."
        }
    }
}
