//! French.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::many;
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "Langue",
    loading: "Chargement…",
    connecting: "Connexion…",
    too_many_tries: "Trop de codes PIN faux ont été essayés depuis ce réseau. Nouvel essai dans un instant.",
    reconnecting: "Reconnexion… rien n’est perdu.",
    no_network: "Pas de réseau. Rien n’est perdu.",
    still_trying: "Le serveur ne répond pas encore. Vérifier le réseau ; inutile de recharger, cette page continue d’essayer.",
    unreachable: "Le serveur est injoignable.",
    try_again: "Réessayer",
    sign_in_with: |name| ["Se connecter avec ", name].concat(),
    to_start: "Retour à l’accueil",
    no_such_page: "Cette page n’existe pas",
    enter: "Entrer",
    points_unit: |n| if n < 2 { " point" } else { " points" },
    game_pin: "Code PIN",
    host_a_game: "Animer une partie",
    no_such_game_why: "Vérifie les chiffres sur le grand écran et réessaie.",
    time_left: "Secondes restantes",
    seconds_left: |n| many(n, "seconde restante", "secondes restantes"),
    counting: "Temps écoulé. On compte les réponses…",
    time_up: "Temps écoulé",
    get_ready: "À vos marques : réponses dans un instant.",
    paused: "Pause. Ça reprend dans un instant.",
    true_: "Vrai",
    false_: "Faux",
    right_answer: "bonne réponse",
    place: |[left, top]| format!("{left} % depuis la gauche, {top} % depuis le haut"),
    region: |[left, top, width, height]| {
        format!(
            "{left} % depuis la gauche, {top} % depuis le haut, {width} % de large, {height} % de haut"
        )
    },
    out: "hors jeu",
    own_pace: |minutes| {
        let open = many(minutes.into(), "minute", "minutes");
        format!("Chacun joue à son rythme. La partie est ouverte pendant {open}.")
    },
    survival_rule: "Survie : une erreur ou un silence, et c’est fini.",
    card_rule: |n| {
        let right = many(n.into(), "bonne réponse", "bonnes réponses");
        format!("{right} d’affilée : un joker gagné.")
    },
    survivors: |left, of| format!("{left} sur {of} encore en jeu"),
    members: |n| many(n.into(), "joueur", "joueurs"),
    best_players: "Meilleurs joueurs",
    board: "Classement",
    podium: "Et les gagnants sont…",
    game_over: "C’est fini !",
    thanks: "Merci d’avoir joué.",
    rain_comes: "Les enveloppes rouges vont tomber",
    rain_label: "Pluie d’enveloppes rouges. Espace ou Entrée pour en attraper une.",
    rain_label_watch: "Pluie d’enveloppes rouges",
    rain_over: "La pluie est finie",
    rain_stopped: "L’animateur a arrêté cette pluie. Ce qui est attrapé reste acquis ; le reste est rendu.",
    packets_caught: |n| if n < 2 { " enveloppe attrapée" } else { " enveloppes attrapées" },
    largest_catches: "Plus grosses enveloppes",
    question_of: |n, of| format!("Question {n} sur {of}"),
    players_joined: |n| match n {
        0 => "Personne pour l’instant".to_owned(),
        n => many(n.into(), "joueur", "joueurs"),
    },
    in_packets: |n| format!("en {}", many(n.into(), "enveloppe", "enveloppes")),
    only_from_score: |n| format!("Pour les joueurs à {} ou plus", many(n, "point", "points")),
    only_last_right: "Pour tous ceux dont la dernière réponse était juste",
    only_survivors: "Pour tous ceux qui sont encore en jeu",
    only_best_team: "Pour la meilleure équipe",
    only_starters: "Pour tous ceux qui sont là depuis le début",
    only_seated: "Pour tous ceux qui étaient là avant cette pluie",
    only_top_share: |percent| format!("Pour les {percent} % de meilleurs joueurs"),
    only_top_rank: |last| match last {
        1 => "Pour le premier du classement".to_owned(),
        _ => format!("Pour les {last} premiers"),
    },
    prizes: "Prix pour les meilleurs",
    prize_of: |place| match place {
        1 => "1er prix".to_owned(),
        place => format!("{place}e prix"),
    },
    refusal,
    seal: |commitment| format!("Sceau {}", short(commitment)),
    entropy: |entropy| format!("Code des joueurs {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "Aucune partie n’a ce code PIN",
        Refusal::GameFull => "La partie est complète",
        Refusal::GameLocked => "L’animateur a fermé l’entrée",
        Refusal::GameEnded => "Cette partie est terminée",
        Refusal::NicknameTaken => "Ce pseudo est déjà pris : il en faut un autre.",
        Refusal::Nickname(InvalidName::Empty) => "Il faut un pseudo.",
        Refusal::Nickname(InvalidName::TooLong) => "Un pseudo a 20 caractères au maximum.",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "Ce pseudo contient des caractères impossibles à afficher."
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "Dans cette partie, les pseudos sont tirés au sort. Choisis l’un d’eux."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "Ce pseudo contient un mot qui n’est pas affiché ici : il en faut un autre."
        }
        Refusal::Removed => "L’animateur t’a fait sortir de cette partie",
        Refusal::NoSuchTeam => "Choisis une équipe.",
        Refusal::NotSeated => "Rejoins d’abord la partie",
        Refusal::NotOpen => "Cette question n’est pas ouverte",
        Refusal::TooLate => "Trop tard : la question était fermée.",
        Refusal::NoSuchAnswer => "Cette réponse n’est pas acceptée",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "Cette enveloppe était déjà partie",
        Refusal::TooEarly => "Un peu trop tôt",
        Refusal::RainOver => "La pluie était finie",
        Refusal::NotEligible => "Tu n’étais pas de ceux qui peuvent attraper",
        Refusal::SoldOut => "Il ne reste plus d’enveloppe pour toi",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "Impossible pour le moment.",
        Refusal::TooManyJoins { .. } => {
            "Beaucoup de monde arrive depuis ton réseau. Nouvel essai bientôt."
        }
        Refusal::Field => "Remplis ce que demande l’animateur, comme dans l’exemple.",
        Refusal::SignInNeeded => {
            "Pour cette partie, il faut se connecter. Ouvre-la par le lien que tu as reçu."
        }
        Refusal::Stale => "La partie avait déjà avancé.",
        Refusal::NotAllowed => "Ce navigateur n’en a pas le droit.",
        Refusal::TooFast => "Trop vite. Un instant.",
        Refusal::Malformed => "Le serveur n’a pas compris. Recharger la page.",
        Refusal::Unavailable => "Le serveur est occupé. Nouvel essai bientôt.",
    }
}
