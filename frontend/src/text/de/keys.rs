//! German.

use quizrain_shared::api::Scope;

use super::many;
use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "Schlüssel für Programme",
    to_studio: "Bibliothek",
    why: "Mit einem Schlüssel kann ein Programm von dir einen Teil von dem tun, was du hier tun kannst, bis du ihn sperrst. Gib jedem Programm einen eigenen.",
    new_key: "Neuer Schlüssel",
    name: "Wofür er ist",
    name_such_as: "Etwa: nächtlicher Import",
    scopes: "Was er darf",
    scope: |scope| match scope {
        Scope::QuizzesRead => "Quizze finden und lesen",
        Scope::QuizzesWrite => "Quizze schreiben und importieren, Bilder hochladen",
        Scope::GamesRun => "Spiele anlegen und leiten",
        Scope::ResultsRead => "Ergebnisse von Spielen lesen",
    },
    expires: "Läuft ab",
    never_expires: "nie",
    for_days: |days| ["in ", &many(days.into(), "Tag", "Tagen")].concat(),
    make: "Schlüssel anlegen",
    only_now: "Kopiere ihn jetzt: Er wird nur dieses eine Mal gezeigt und nirgends gespeichert.",
    whole_key: "Der ganze Schlüssel",
    copy: "Kopieren",
    copied: "Kopiert",
    keys: "Deine Schlüssel",
    none: "Es gibt keinen Schlüssel.",
    made: "Angelegt",
    made_by: |login| format!("von {login}"),
    made_by_nobody: "von einem gelöschten Konto",
    used: "Zuletzt benutzt",
    never_used: "nie",
    expired: "Abgelaufen",
    revoke: "Sperren",
    revoke_why: "Programme, die ihn benutzen, werden sofort abgewiesen.",
    keep: "Behalten",
};
