//! French.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use super::many;
use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "Éditeur de quiz",
    saved: "Enregistré",
    unsaved: "Enregistrement…",
    offline: "Pas de connexion. Ce que vous écrivez est gardé dans ce navigateur et enregistré dès que le serveur revient.",
    conflict: "Ce quiz a été modifié au même endroit dans une autre fenêtre. Rien n’est perdu : choisissez ce qui reste. L’autre est gardé parmi les anciennes versions.",
    keep_mine: "Garder ce que j’ai écrit",
    take_theirs: "Prendre l’autre",
    restored: "Ce que vous aviez écrit ici la dernière fois n’était pas arrivé au serveur ; le voici de retour.",
    in_bin: "Ce quiz est dans la corbeille. Restaurez-le dans la bibliothèque pour y écrire.",
    from_file: |file| {
        format!(
            "Ce quiz vient du fichier \u{2068}{file}\u{2069} du dossier de quiz du serveur. Quand ce fichier est de nouveau enregistré, il remplace ce que vous écrivez ici, qui reste alors parmi les anciennes versions."
        )
    },
    no_such_quiz: "Ce quiz n’existe pas",
    to_library: "Bibliothèque",
    play: "Lancer une partie",
    settings: "À propos du quiz",
    quiz_title: "Titre",
    description: "Une ligne sur le quiz",
    language: "Langue",
    curve: "Comment le temps compte",
    curve_speed: "La vitesse compte : jusqu’à la moitié des points",
    curve_linear: "La vitesse compte : jusqu’à zéro",
    curve_accuracy: "La vitesse ne compte pas",
    wrong_percent: "Une mauvaise réponse coûte, en pour cent des points",
    streak_bonus: "Un bonus pour les bonnes réponses d’affilée",
    questions: "Questions",
    no_question: "Pas encore de question. Ajoutez la première.",
    add: "Ajouter une question",
    bank: "D’autres quiz…",
    bank_search: "Chercher dans toutes les questions",
    bank_none: "Aucune question ne contient ces mots.",
    bank_take: "Ajouter",
    close: "Fermer",
    up: "Monter",
    down: "Descendre",
    duplicate: "Dupliquer",
    delete: "Supprimer",
    undo: "Annuler",
    redo: "Rétablir",
    list_keys: "Glisser pour réordonner. Clavier : Alt et les flèches déplacent, Suppr supprime, Ctrl+Z annule.",
    no_rain: "Aucune pluie n’est prévue. Vous pouvez en faire tomber une à tout moment.",
    add_rain: "Prévoir une pluie",
    rain_title: "Son nom ; peut rester vide",
    rain_after: "Après quelle question ; vide : à la fin",
    no_such_question: "Cette question n’existe pas.",
    rain_done: "Terminé",
    kind: "Type",
    text: "Question",
    picture: "Image",
    add_picture: "Choisir une image…",
    picture_how: "ou déposez-en, collez-en une ici",
    uploading: "Envoi…",
    remove_picture: "Retirer l’image",
    alt: "Ce qu’elle montre, en mots",
    alt_why: "Pour ceux qui ne la voient pas. Ne trahissez pas la réponse.",
    sound: "Son",
    add_sound: "Choisir un son…",
    sound_how: "ou déposez-en, collez-en un ici : MP3, OGG ou WAV, 30 secondes et 2 MiB au maximum",
    remove_sound: "Retirer le son",
    sound_words: "Ce qu’on entend, en mots",
    sound_words_why: "Les joueurs peuvent afficher ces mots sur leur téléphone. Ne trahissez pas la réponse.",
    sound_wordless: "Qui n’entend pas le son ne peut pas jouer cette question : dites en mots ce qu’on entend.",
    time: "Temps et points",
    seconds: "Secondes pour répondre (0 : sans limite)",
    read_seconds: "Secondes pour lire d’abord",
    points: "Points",
    explanation: "Affiché avec la réponse",
    choices: "Choix",
    right_marks: "Cochez ce qui est juste.",
    add_choice: "Ajouter un choix",
    shuffled: "Chaque joueur voit les choix dans un autre ordre",
    several: "Les joueurs peuvent en choisir plusieurs",
    statement: "L’affirmation est",
    accepted: "Réponses acceptées, une par ligne",
    accepted_why: "Majuscules, accents, largeur et espaces ne comptent pas. La première est affichée.",
    right_number: "Le bon nombre",
    tolerance: "Compte comme juste : à cet écart",
    credit_within: "De moins en moins jusqu’à cet écart (0 : rien)",
    smallest: "Le plus petit",
    largest: "Le plus grand",
    step: "Pas du curseur",
    decimals: "Décimales",
    unit: "Unité",
    not_a_number: "Ce n’est pas un nombre avec autant de décimales.",
    items: "Éléments, dans le bon ordre",
    pairs: "Ce qui va ensemble",
    add_item: "Ajouter un élément",
    region: "Où c’est juste",
    region_how: "Dessinez sur l’image, ou indiquez l’endroit en pour cent.",
    region_needs: "Ajoutez d’abord une image.",
    from_left: "Depuis la gauche (%)",
    from_top: "Depuis le haut (%)",
    width: "Largeur (%)",
    height: "Hauteur (%)",
    round: "Rond",
    scale_from: "De",
    scale_to: "À",
    scale_from_label: "Ce que veut dire le premier",
    scale_to_label: "Ce que veut dire le dernier",
    words: "Mots par joueur",
    nothing_right: "Ici, rien n’est juste ni faux ; personne ne gagne de points.",
    slide_why: "Une diapo se regarde, sans réponse.",
    preview: "Aperçu",
    on_screen: "Grand écran",
    on_phone: "Téléphone",
    ready: "Prêt à jouer",
    choice: |n| format!("Choix {n}"),
    right: |n| format!("Le choix {n} est juste"),
    item: |n| format!("Élément {n}"),
    left: |n| format!("Gauche {n}"),
    belongs: |n| format!("Va avec gauche {n}"),
    remove: |n| format!("Retirer le numéro {n}"),
    move_up: |n| format!("Monter le numéro {n}"),
    to_fix: |n| many(n as u64, "point à corriger", "points à corriger"),
    question: |n| format!("Question {n}"),
    kinds: |kind| match kind {
        Kind::Single => "Choix unique",
        Kind::Multiple => "Choix multiple",
        Kind::TrueFalse => "Vrai ou faux",
        Kind::Typed => "Réponse écrite",
        Kind::Number => "Nombre",
        Kind::Order => "Mise en ordre",
        Kind::Matching => "Paires",
        Kind::Hotspot => "Repère sur une image",
        Kind::Poll => "Sondage",
        Kind::Scale => "Échelle",
        Kind::Cloud => "Nuage de mots",
        Kind::OpenText => "Réponse libre",
        Kind::Slide => "Diapo",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "Le quiz n’a pas de titre.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "Le titre est trop long.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!(
                "Le titre ou la description contient le caractère caché U+{:04X}.",
                u32::from(*c)
            )
        }
        InvalidQuiz::Language => "La langue n’est pas connue.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "La ligne sur le quiz est trop longue.".to_owned(),
        InvalidQuiz::Scoring(_) => "Une mauvaise réponse coûte de 0 à 100 pour cent.".to_owned(),
        InvalidQuiz::NoQuestion => "Le quiz n’a pas de question.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "Le quiz a trop de questions.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "Le quiz prévoit trop de pluies.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "Une pluie prévue ne peut pas tomber ainsi.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "La couleur principale du thème se voit mal. Choisissez-en une autre.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "La question n’a pas de texte.".to_owned(),
        InvalidQuestion::TextTooLong(n) => {
            format!("La question a {n} caractères ; 500 au maximum.")
        }
        InvalidQuestion::Seconds(_) => {
            "De 5 à 240 secondes pour répondre, ou 0 pour ne pas limiter.".to_owned()
        }
        InvalidQuestion::ReadSeconds(_) => "30 secondes de lecture au maximum.".to_owned(),
        InvalidQuestion::Points(_) => "10 000 points au maximum.".to_owned(),
        InvalidQuestion::Choices(why) => choices_problem(why),
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "De 1 à 20 réponses acceptées.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("La réponse acceptée {n} ne peut pas s’écrire : 1 à 60 caractères visibles.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("Les réponses acceptées {a} et {b} sont identiques.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "Une échelle commence à 0 ou 1 et finit entre 2 et 10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "Les mots d’une extrémité de l’échelle sont trop longs.".to_owned()
        }
        InvalidQuestion::Words(_) => "De 1 à 5 mots par joueur.".to_owned(),
        InvalidQuestion::Pairs(..) => "Chaque élément de gauche en demande un à droite.".to_owned(),
        InvalidQuestion::Region => "L’endroit juste doit être sur l’image.".to_owned(),
        InvalidQuestion::NoPicture => "Ce type demande une image.".to_owned(),
        InvalidQuestion::Alt(_) => {
            "L’image demande une description, 200 caractères au maximum.".to_owned()
        }
        InvalidQuestion::SoundWords(n) => {
            format!("La description du son a {n} caractères ; 500 au maximum.")
        }
        InvalidQuestion::PointsForNothing => "Ici, rien n’est juste ni faux : 0 point.".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("Le texte affiché avec la réponse a {n} caractères ; 500 au maximum.")
        }
        InvalidQuestion::Hidden(c) => {
            format!(
                "Un texte contient le caractère caché U+{:04X} ; écrivez-le de nouveau.",
                u32::from(*c)
            )
        }
        InvalidQuestion::TooMuchText => "Il y a trop de texte.".to_owned(),
    }
}

fn choices_problem(why: &InvalidChoices) -> String {
    match why {
        InvalidChoices::Count(_) => "De 2 à 8 choix.".to_owned(),
        InvalidChoices::Empty(n) => {
            format!("Le numéro {n} n’a pas de texte.")
        }
        InvalidChoices::TooLong(n) => {
            format!("Le numéro {n} a plus de 200 caractères.")
        }
        InvalidChoices::Same(a, b) => {
            format!("Les numéros {a} et {b} sont identiques.")
        }
        InvalidChoices::NoKey => "Rien n’est coché comme juste.".to_owned(),
        InvalidChoices::ManyKeys => "Ici, un seul choix peut être juste.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "6 décimales au maximum.",
        InvalidNumber::Ends => "Le plus petit nombre doit être inférieur au plus grand.",
        InvalidNumber::Step => "Le pas doit être supérieur à 0, et dans l’intervalle.",
        InvalidNumber::Key => "Le bon nombre n’est pas entre le plus petit et le plus grand.",
        InvalidNumber::Tolerance => {
            "L’écart compté comme juste doit être de 0 ou plus, et dans l’intervalle."
        }
        InvalidNumber::UnitTooLong(_) => "L’unité est trop longue.",
    };
    told.to_owned()
}
