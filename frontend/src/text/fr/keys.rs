//! French.

use quizrain_shared::api::Scope;

use super::many;
use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "Clés pour programmes",
    to_studio: "Bibliothèque",
    why: "Une clé permet à l’un de vos programmes de faire une partie de ce que vous pouvez faire ici, jusqu’à ce que vous la révoquiez. Donnez à chaque programme la sienne.",
    new_key: "Nouvelle clé",
    name: "À quoi elle sert",
    name_such_as: "Par exemple : import de nuit",
    scopes: "Ce qu’elle permet",
    scope: |scope| match scope {
        Scope::QuizzesRead => "Trouver et lire des quiz",
        Scope::QuizzesWrite => "Écrire et importer des quiz, envoyer des images",
        Scope::GamesRun => "Créer et mener des parties",
        Scope::ResultsRead => "Lire les résultats des parties",
    },
    expires: "Expiration :",
    never_expires: "jamais",
    for_days: |days| format!("dans {}", many(days.into(), "jour", "jours")),
    make: "Créer la clé",
    only_now: "Copiez-la maintenant : elle ne s’affiche que cette fois et n’est conservée nulle part.",
    whole_key: "La clé entière",
    copy: "Copier",
    copied: "Copié",
    keys: "Vos clés",
    none: "Aucune clé.",
    made: "Création :",
    made_by: |login| format!("par {login}"),
    made_by_nobody: "par un compte supprimé",
    used: "Dernier usage :",
    never_used: "jamais",
    expired: "Expirée :",
    revoke: "Révoquer",
    revoke_why: "Les programmes qui l’utilisent sont aussitôt refusés.",
    keep: "La garder",
};
