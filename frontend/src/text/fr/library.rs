//! French.

use quizrain_shared::api::QuizSort;

use super::many;
use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "Bibliothèque",
    to_host: "Animer une partie",
    to_api: "Pour programmes : l’API",
    to_studio: "Écrire, importer et trouver des quiz",
    new_quiz: "Nouveau quiz",
    import: "Importer des fichiers…",
    search: "Chercher titres, étiquettes et questions",
    sort: "Trier par",
    sorts: |sort| match sort {
        QuizSort::Title => "Titre",
        QuizSort::Changed => "Dernière modification",
        QuizSort::Played => "Dernière partie",
        QuizSort::Created => "Plus récents",
    },
    places: "Où",
    place: |place| match place {
        Place::Shelf => "Quiz",
        Place::Archive => "Archives",
        Place::Bin => "Corbeille",
    },
    tags: "Étiquettes",
    all_tags: "Toutes les étiquettes",
    listed: |n, more| match (n, more) {
        (n, false) => format!("{n} quiz"),
        (n, true) => format!("Les {n} premiers quiz"),
    },
    show_more: "En voir plus",
    nothing_found: "Aucun quiz n’a tout cela.",
    show_all: "Voir tous les quiz",
    empty: |place| match place {
        Place::Shelf => "Il n’y a pas encore de quiz. Écrivez-en un, ou déposez un fichier ici.",
        Place::Archive => {
            "Les archives sont vides. Ce qu’on y met n’est plus listé parmi les quiz, mais se joue toujours."
        }
        Place::Bin => "La corbeille est vide.",
    },
    untitled: "Quiz sans titre",
    to_fix: |n| many(n.into(), "point à corriger", "points à corriger"),
    played: "Dernière partie",
    never_played: "Jamais joué",
    deleted_on: "Suppression définitive",
    more: "Actions…",
    more_of: |quiz| format!("Actions sur {quiz}"),
    other_kind: "autre",
    owned: |owned| match owned {
        Owned::Mine => "À moi seul",
        Owned::Others => "À son seul animateur",
        Owned::Shared => "Partagé avec l’équipe",
    },
    share: "Partager avec l’équipe",
    unshare: "Reprendre à l’équipe",
    duplicate: "Dupliquer",
    copy_of: |quiz| format!("{quiz} (copie)"),
    archive: "Archiver",
    unarchive: "Sortir des archives",
    bin: "Mettre à la corbeille",
    restore: "Restaurer",
    undo: "Annuler",
    done: |done, quiz| match done {
        Done::Archived => format!("« {quiz} » est aux archives."),
        Done::Unarchived => format!("« {quiz} » est de retour parmi les quiz."),
        Done::Binned => format!("« {quiz} » est à la corbeille pour 30 jours."),
        Done::Restored => format!("« {quiz} » est sorti de la corbeille."),
        Done::Copied => format!("« {quiz} » est créé."),
        Done::Tagged => format!("Les étiquettes de « {quiz} » sont enregistrées."),
        Done::BroughtBack => format!("L’ancienne version de « {quiz} » est de retour."),
        Done::Shared => {
            format!(
                "« {quiz} » est partagé avec l’équipe : tous les animateurs le voient et le modifient."
            )
        }
        Done::TakenBack => format!("« {quiz} » est de nouveau à son seul animateur."),
    },
    tags_how: "Séparez les étiquettes par des virgules.",
    save_tags: "Enregistrer",
    too_many_tags: "Un quiz a au maximum 20 étiquettes de 40 caractères.",
    download: "Télécharger",
    format: "Format",
    download_button: "Télécharger le fichier",
    says_all: "Ce format a de la place pour tout ce quiz.",
    says_not: |n| match n {
        0 | 1 => format!("{n} chose n’est pas dans le fichier :"),
        _ => format!("{n} choses ne sont pas dans le fichier :"),
    },
    versions: "Anciennes versions",
    no_versions: "Aucune ancienne version.",
    version: |n| format!("Version {n}"),
    look: "Voir",
    bring_back: "Rétablir",
    close: "Fermer",
    import_title: "Importer des quiz",
    import_why: "Déposez des fichiers ici ou choisissez-les. Leur contenu s’affiche d’abord ; rien n’est importé sans votre accord.",
    choose_files: "Choisir des fichiers",
    reading: "Lecture…",
    saving: "Import…",
    too_large: |mib| format!("Le fichier est trop gros ; {mib} MiB au maximum."),
    nothing_usable: "Rien dans ce fichier ne peut être importé.",
    quiz_title: "Titre",
    all_questions: "Toutes les questions",
    choose_questions: |n, of| format!("Questions choisies : {n} sur {of}"),
    expected: |what| format!("Attendu : {what}"),
    problems_csv: "Télécharger les problèmes (CSV)",
    csv_head: ["Fichier", "Endroit", "Ce qu’il y a", "Attendu", "Ligne"],
    encoding: "L’encodage du fichier",
    encoding_why: "Le texte n’est pas en Unicode, et le fichier ne dit pas ce que c’est.",
    columns: "Ce que contiennent les colonnes",
    columns_why: "Le tableau ne dit pas ce que sont ses colonnes.",
    column: |column| match column {
        Column::Header => "Ligne d’en-tête ; 0 : il n’y en a pas",
        Column::Question => "Colonne de la question, comme A",
        Column::Choices => "Colonnes des choix, comme B-E",
        Column::Correct => "Colonne de la bonne réponse",
        Column::Time => "Colonne des secondes, s’il y en a une",
    },
    read_again: "Relire",
    import_questions: |n| format!("Importer {}", many(n as u64, "question", "questions")),
    imported: "Importé :",
    leave_out: "Laisser ce fichier de côté",
    from_file: "Du fichier",
    files_to_mend: "Fichiers avec des erreurs dans le dossier de quiz du serveur",
    file_is_used: |part| match part {
        true => "Le reste de ce fichier est dans la bibliothèque.",
        false => "Pas lu. Un quiz déjà créé à partir de ce fichier reste comme il était.",
    },
    more_to_mend: |n| format!("et {n} de plus"),
    drop_here: "Déposez les fichiers de quiz ici",
};
