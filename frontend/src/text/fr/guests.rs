//! French.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use super::many;
use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "Listes d’invités",
    to_studio: "Bibliothèque",
    why: "Chaque invité a un code sur une carte. Le premier appareil qui le présente joue pour cet invité, dans toutes les parties de la liste, et aucun autre ne le peut tant que vous n’avez pas libéré l’invitation.",
    new_list: "Nouvelle liste",
    name: "À quoi elle sert",
    name_such_as: "Par exemple : gala de printemps",
    count: "Nombre d’invités",
    table: "Ou un tableau de noms (CSV)",
    table_why: "Une ligne par invité : son nom et, si vous voulez, un identifiant à vous, comme un matricule, que les résultats et les versements reprendront. La première ligne peut nommer les colonnes « nom » et « identifiant » ; retirez toutes les autres.",
    refused,
    make: "Créer la liste",
    lists: "Vos listes",
    none: "Aucune liste.",
    come: |used, guests| format!("Venus : {used} sur {guests}"),
    open: "Invités",
    cards: "Cartes",
    badges: "Badges",
    download: "Télécharger (CSV)",
    print: "Imprimer",
    back: "Retour aux listes",
    search: "Chercher un invité",
    found: |found| many(found.into(), "invité", "invités"),
    more: "Plus",
    unused: "pas utilisée",
    used: "Arrivée :",
    free: "Libérer l’invitation",
    free_why: "L’appareil qui joue avec sort aussitôt, et le prochain qui présente le code continue à sa place.",
    remove: "Retirer",
    remove_why: "La carte ne vaut alors plus rien. Qui a joué avec garde à son compte ce qu’il a attrapé, mais ne peut plus y revenir.",
    delete: "Supprimer",
    delete_why: |used| match used {
        0 => "Ses cartes ne valent alors plus rien.".to_owned(),
        used => format!(
            "Invités déjà venus : {used}. Ils sont déconnectés aussitôt, et aucun ne pourra plus voir son solde. Ce qu’ils ont attrapé reste consigné, avec leurs noms, et leurs cartes ne valent plus rien."
        ),
    },
    keep: "La garder",
    on_card: "Scanne-moi, ou saisis ce code dans la partie",
    guest: |number| format!("Invité {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => {
            "Dites à quoi sert la liste, pour la reconnaître plus tard.".to_owned()
        }
        InvalidGuests::Text(0) => {
            format!(
                "À quoi sert la liste : {MAX_GUEST_NAME_CHARS} caractères au maximum, et seulement de ceux qui s’affichent."
            )
        }
        InvalidGuests::Text(line) => {
            format!(
                "Ligne {line} : noms et identifiants ont {MAX_GUEST_NAME_CHARS} caractères au maximum, et seulement de ceux qui s’affichent."
            )
        }
        InvalidGuests::SameLabel(line) => {
            format!("Ligne {line} : un autre invité a déjà cet identifiant.")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join(", ");
            format!(
                "Ligne {line} : ce tableau a les colonnes {columns}. Une seule de noms est lue, et une seule d’identifiants, comme un matricule : nommez-les « nom » et « identifiant » dans la première ligne, et retirez toutes les autres."
            )
        }
        InvalidGuests::Count => {
            format!(
                "Une liste a de 1 à {MAX_GUESTS} invités : indiquez leur nombre, ou donnez un tableau avec une ligne pour chacun."
            )
        }
        InvalidGuests::Wide(line) => format!("Ligne {line} : plus de 1000 cellules."),
        InvalidGuests::Quote(line) => {
            format!(
                "Ligne {line} : un guillemet s’ouvre ici sans se fermer, ou du texte suit sa fermeture. Doublez les guillemets qui font partie du texte, ou retirez-les."
            )
        }
    }
}
