//! French.

use quizrain_shared::api::{FlagReason, HUMAN_MS, TOGETHER_MS};
use quizrain_shared::wire::Incident;

use super::many;
use crate::text::desk::DeskWords;

pub(in crate::text) static WORDS: DeskWords = DeskWords {
    all_fine: "Tout fonctionne",
    amiss: |incident| match incident {
        Incident::RedisAway => "Redis ne répond pas",
        Incident::DatabaseAway => "La base de données ne répond pas",
        Incident::RolledBack => "Les derniers instants sont perdus",
    },
    payouts_wait: "Des versements vous attendent : voir le relevé",
    books_missing: "Le grand livre ne répond pas",
    play_along: "Jouer aussi",
    running_for: |minutes| match (minutes / 60, minutes % 60) {
        (0, 0) => "à l’instant".to_owned(),
        (0, minutes) => format!("depuis {minutes} min"),
        (hours @ 1..48, minutes) => format!("depuis {hours} h {minutes} min"),
        (hours, _) => format!("depuis {} jours", hours / 24),
    },
    goes_on_in: |n| format!("Suite dans {n} s"),
    stay: "Rester ici",
    add_time: "+10 s",
    add_minutes: "+5 min",
    questions: "Questions",
    for_you: "Rien que pour vous",
    now: "Maintenant",
    next: "Ensuite",
    no_next: "Plus aucune question.",
    skip: "La passer",
    make_next: "En faire la suivante",
    ask_now: "La poser maintenant",
    ask_again: "La reposer",
    ask_again_sure: "Reposer cette question ?",
    ask_again_why: "Les points qu’elle a rapportés sont repris, et elle compte de nouveau.",
    asked: "Posée",
    answer: "Réponse",
    no_answer: "Ici, rien n’est juste ni faux.",
    region_side: ["Depuis la gauche (%)", "Depuis le haut (%)", "Largeur (%)", "Hauteur (%)"],
    fix: "Corriger la réponse",
    fix_why: "Scores et rangs sont recalculés. L’argent déjà crédité reste acquis.",
    right_choices: "Ce qui est juste",
    accepted: "Réponses acceptées, une par ligne",
    right_number: "Bon nombre",
    tolerance: "Juste aussi, à cet écart au plus",
    place: |n| format!("Position {n}"),
    save: "Enregistrer et recalculer",
    unfit: "Cela ne peut pas être la bonne réponse à cette question.",
    players: "Joueurs",
    search: "Chercher un nom",
    nobody: "Personne de ce nom.",
    offline: "hors ligne",
    cards: super::outcome::WORDS.revive_cards,
    range: |from, to, of| format!("{from}–{to} sur {of}"),
    back: "Précédents",
    more: "Suivants",
    name: "Pseudo",
    rename: "Renommer",
    points: "Points à ajouter (−50 en retire 50)",
    note: "Pourquoi ; le joueur le lit",
    correct_points: "Corriger les points",
    points_wrong: "Écrivez un nombre entier autre que 0, comme 100 ou −50.",
    revive: "Donner un joker",
    revive_all: "Repêcher tous les éliminés",
    revive_all_sure: "Repêcher tous les éliminés ?",
    revive_all_why: "Tous reviennent en jeu, avec les points qu’ils ont.",
    remove: "Exclure de la partie",
    remove_why: "Le joueur perd sa place et ses points. Les enveloppes attrapées restent à lui.",
    sign_out: "Déconnecter",
    sign_out_why: "Tous les navigateurs de cette personne sont déconnectés d’un coup, dans toutes les parties. Avec un de ses liens encore valables ou sa carte d’invité, on peut se reconnecter ; place, points et enveloppes attendent.",
    signed_out: "C’est déconnecté.",
    ban_no: "Peut revenir",
    ban: "Ne peut pas revenir",
    ban_address: "Ne peut pas revenir, ni personne de nouveau depuis la même connexion",
    ban_address_why: "Plus personne ne peut entrer depuis la même connexion, par exemple le même Wi-Fi. Ceux qui sont déjà là restent.",
    same_address: |n| match n {
        0 => "Aucun autre joueur n’est venu de là.".to_owned(),
        1 => "Un autre joueur est venu de là.".to_owned(),
        _ => format!("{n} autres joueurs sont venus de là."),
    },
    flags: "À regarder",
    flags_why: "Plusieurs fenêtres d’une même personne, ou un programme, ressemblent à cela. Rien n’est retiré à personne : tous jouent et attrapent.",
    flag: |reason| match reason {
        FlagReason::SameAnswers { questions, of, seat, alike } => {
            let questions = many(questions.into(), "question", "questions");
            format!(
                "Même choix que la place {seat}, à {TOGETHER_MS} ms près : {questions} sur {of}. {alike} places le font ensemble."
            )
        }
        FlagReason::FastAnswers { questions, of } => {
            let questions = many(questions.into(), "question", "questions");
            format!("Réponse en moins de {HUMAN_MS} ms : {questions} sur {of}.")
        }
        FlagReason::SameAddress { seats } => {
            format!("Une des {seats} places venues d’une même connexion en moins d’une minute.")
        }
        FlagReason::FewAnswers { answered, of } => {
            let answered = many(answered.into(), "question", "questions");
            format!("A répondu à {answered} sur {of}.")
        }
        FlagReason::LateSeat => "A pris sa place une fois la pluie ouverte.".to_owned(),
    },
    seat: |number| format!("Place {number}"),
    close: "Fermer",
    settings: "Réglages",
    locked: "L’entrée est fermée : plus personne ne peut rejoindre",
    late_join: "On peut entrer après la première question",
    board: "Classement",
    board_every: |n| match n {
        0 => "seulement à la fin".to_owned(),
        1 => "après chaque question".to_owned(),
        _ => format!("toutes les {n} questions"),
    },
    live_results: "Montrer les résultats pendant qu’une question est ouverte",
    live_results_why: "Pour les sondages, échelles, nuages de mots et textes libres : ce qui n’a pas de bonne réponse.",
    reactions: "Les joueurs peuvent réagir",
    reactions_why: "Au salon et au podium : applaudissements, cœurs et rires montent sur le grand écran.",
    auto: "Continuer tout seul",
    auto_why: "Après les réponses, les diapos et le classement. Vous pouvez continuer plus tôt, ou rester, à tout moment.",
    auto_reveal: "Secondes pour les réponses et les diapos",
    auto_board: "Secondes pour le classement",
    auto_wrong: |from, to| format!("De {from} à {to} secondes."),
    links: "Liens",
    link_host: "Téléphone ou co-animateur",
    link_host_why: "Mène la partie comme vous : depuis votre propre téléphone, ou par quelqu’un qui vous aide.",
    link_viewer: "Observateur",
    link_viewer_why: "Voit cette page avec toutes les questions et réponses, et ne peut toucher à rien.",
    links_full: |n| format!("Une partie n’a pas plus de {n} liens. Coupez-en quelques-uns."),
    link_alt: "Code QR du lien",
    link_address: "Scannez le code, ou envoyez cette adresse à une seule personne",
    copy: "Copier",
    copied: "Copié",
    link_until: "S’ouvre une seule fois ; expire :",
    link_used: "Le lien a été ouvert.",
    link_over: "Le lien n’est plus utilisable.",
    link_waits: "attend d’être ouvert",
    link_in_use: "utilisé",
    end_link: "Couper",
    end_links: "Couper tous les liens",
    end_links_sure: "Couper tous les liens ?",
    end_links_why: "Tous ceux qui sont venus par un lien perdent aussitôt cette page. La vôtre reste.",
    link_held: "Ce navigateur est déjà au pupitre de cette partie. Utiliser le lien quand même ?",
    link_use: "Utiliser le lien",
    link_keep: "Continuer comme avant",
    link_gone: "Ce lien a déjà servi ou est trop ancien",
    link_gone_why: "Demandez-en un nouveau à l’animateur.",
    right_ended: "Votre lien vers cette partie a été coupé",
    watching: "Vous observez",
};
