//! German.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "Zurück zu deinem Spiel",
    balance_empty: "Noch nichts",
    balance_empty_why: "Ein Päckchen, das du im Regen fängst, erscheint hier.",
    download: "Herunterladen (CSV)",
    download_failed: "Die Datei ließ sich nicht holen. Versuch es noch einmal.",
    balance_incomplete: "Ein Server antwortet nicht. Bis er wieder da ist, fehlen hier vielleicht Päckchen, die du gerade gefangen hast.",
    sign_out: "Auf diesem Gerät abmelden",
    sign_in: "Anmelden",
    signing_in: "Du wirst angemeldet\u{a0}…",
    no_sign_in: "Dieser Server hat keine Anmeldeseite. Nimm den Link, den du bekommen hast.",
    signed_in_note: "Du bist angemeldet: Dieses Guthaben gehört dir und ist überall da, wo du dich wieder anmeldest.",
    balance_note: "Dieses Guthaben gehört diesem Browser. Andere Geräte sehen es nicht.",
    privacy: "Was über dich gespeichert wird",
    take_data: "Alles, was über mich gespeichert ist (JSON)",
    erase: "Mich löschen",
    erase_person: "Das lässt sich nicht rückgängig machen.\n\nEndgültig weg: wer du hier bist, deine Anmeldungen auf allen Geräten, deine Einladung; in beendeten Spielen deine Spitznamen, was du eingetippt hast, und Notizen von Hosts über dich.\n\nEs bleibt: was du gefangen hast, deine Punkte, Plätze und gewählten Antworten, unter einer Nummer ohne Namen. Wer weiß, wie du dort heißt, wo du dich anmeldest, kann es darüber finden. Abgeschickte Auszahlungen bleiben bei denen, die sie bekommen haben.\n\nLöschen?",
    erase_browser: "Das lässt sich nicht rückgängig machen.\n\nEndgültig weg: in beendeten Spielen die Spitznamen dieses Browsers, was er eingetippt hat, und Notizen von Hosts über dich.\n\nEs bleibt: was du gefangen hast, deine Punkte, Plätze und gewählten Antworten, unter einer Nummer ohne Namen. Das Guthaben bleibt in diesem Browser.\n\nLöschen?",
    erased: "Gelöscht. Aus Sicherungskopien verschwindet es, wenn sie ablaufen.",
    erased_later: "Gelöscht, bis auf die Angabe, wer du bist: Sie verschwindet, sobald dir alles ausgezahlt ist.",
    erase_not_yet: "Gerade nicht: Ein Spiel, in dem du bist oder warst, ist noch nicht vorbei, oder etwas, das du gefangen hast, wird noch gutgeschrieben. Versuch es etwas später noch einmal.",
    receipt_later: "Die Details kommen, sobald das Spiel vorbei und alles abgerechnet ist, was darin gefangen wurde. Diese Seite fragt von selbst noch einmal.",
    receipt_none: "Dieser Browser hat in dem Spiel nicht mitgespielt, oder das Spiel ist nicht mehr gespeichert.",
    key_fixed: "vom Host korrigiert",
    came_later: "Da warst du noch nicht da.",
    still_in: "noch dabei",
    packet_state: |state| match state {
        PacketState::Crediting => "Deins; wird gutgeschrieben",
        PacketState::Credited => "Gutgeschrieben",
        PacketState::Paying => "Unterwegs auf dein Konto",
        PacketState::Paid => "Auf dein Konto ausgezahlt",
        PacketState::Refused => "Abgelehnt; bleibt in diesem Guthaben",
        PacketState::Held => "Wird geprüft; der Host weiß Bescheid",
        PacketState::Void => "Vor der Gutschrift verloren",
    },
    check: "War das fair?",
    checked,
    sealed_list: "Die versiegelte Liste",
    contributions: "Was Handys beigetragen haben",
    claims: "Was gefangen wurde",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "Handy", "Handys");
            let whose = if *own {
                "deins war dabei"
            } else {
                "deins nicht: Du kamst erst nach der Ziehung ins Spiel"
            };
            format!(
                "Fair: Päckchen {n} von {packets}. Beträge und Reihenfolge sind die, die vor dem Regen versiegelt wurden. Gezogen wurden sie wie versprochen: aus dem Geheimnis des Servers und den Beiträgen von {phones}; {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "Päckchen {n} von {packets} steht mit diesem Betrag auf der Liste. Dieser Browser hat das Siegel vor dem Regen nicht gesehen; vergleiche es mit einem, der es gesehen hat: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => {
            "Die Liste ist zu sehen, sobald der ganze Regen abgerechnet ist.".to_owned()
        }
        Checked::Unreachable => "Der Server antwortet nicht. Versuch es noch einmal.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => {
            "Das ist nicht die Liste, die vor dem Regen versiegelt wurde. Sag dem Host Bescheid."
        }
        Breach::Rules => {
            "Der Regen wurde mit anderen Regeln versiegelt als denen, die zu sehen waren. Sag dem Host Bescheid."
        }
        Breach::Chain => {
            "Der Server hat aus einem anderen Geheimnis gezogen als dem, das er versprochen hatte, bevor du kamst. Sag dem Host Bescheid."
        }
        Breach::Entropy => {
            "Das ist nicht die Liste der Beiträge von Handys, die vor dem Regen zu sehen war. Sag dem Host Bescheid."
        }
        Breach::LeftOut => {
            "Was dein Handy beigetragen hat, fehlt in der Ziehung. Sag dem Host Bescheid."
        }
        Breach::Draw => {
            "Die Beträge sind nicht die, die gezogen werden mussten. Sag dem Host Bescheid."
        }
    }
}
