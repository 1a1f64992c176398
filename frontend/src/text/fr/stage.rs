//! French.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::many;
use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis ne répond pas. Tant qu’il n’est pas revenu, personne ne peut entrer, répondre ni attraper d’enveloppe, et rien n’avance."
        }
        Incident::DatabaseAway => {
            "La base de données ne répond pas. Le quiz continue, et les enveloppes attrapées sont créditées plus tard. Nouvelles parties, nouvelles pluies et fin d’une pluie attendent son retour."
        }
        Incident::RolledBack => {
            "Les serveurs ont perdu les derniers instants et remis ce que les écrans avaient montré. Regardez l’image avant de continuer."
        }
    },
    try_device: "Tester les appareils et le Wi-Fi",
    cancel: "Annuler",
    locked: "fermée",
    no_such_game: "Cette partie n’existe pas",
    join_at: "Rendez-vous sur",
    qr_alt: "Code QR qui ouvre cette partie",
    answered: |n| if n < 2 { " réponse" } else { " réponses" },
    points: "points",
    sound: "Cette question a un son",
    sound_again: "Rejouer le son",
    sound_stop: "Arrêter le son",
    sound_click: "Cliquer pour jouer le son",
    sound_fails: "Ce navigateur ne peut pas jouer le son.",
    mute: "Muet",
    mute_why: "Tout ce que joue cet écran : musique, signaux, sons des questions. + et − montent et baissent le volume.",
    volume: "Volume",
    full_screen: "Plein écran",
    next_game_soon: "La prochaine partie commence bientôt",
    all_gone: "Tout est parti !",
    of_pot: "sur",
    key_title: "Animer une partie",
    key_why: "Ouvrez le lien que Quizrain a affiché dans son terminal, ou collez ici la clé qui s’y trouve. Sans terminal, demandez à qui gère le serveur.",
    host_key: "Clé d’animateur",
    key_wrong: "Une clé a 32 caractères, 0–9 et a–f.",
    key_not_accepted: "Le serveur n’accepte pas : la clé est fausse, votre session est fermée, ou votre compte n’en a pas le droit. Un propriétaire du serveur peut vous aider.",
    other_key: "Se connecter, ou saisir une autre clé",
    library: "Choisissez un quiz",
    library_empty: "Il n’y a pas encore de quiz. Ajoutez-en un avec quizrain import.",
    running_games: "Parties en cours",
    go_on: "Continuer",
    start_game: "Ouvrir le salon",
    draw_questions: "Questions, tirées au sort",
    to_library: "Bibliothèque",
    players: "Joueurs",
    lock: "Fermer l’entrée",
    unlock: "Ouvrir l’entrée",
    open_screen: "Ouvrir le grand écran",
    controls: "Commandes",
    space_hint: "Espace, Entrée, → ou une télécommande appuient sur le bouton rouge.",
    state_lobby: "Les joueurs arrivent",
    state_reading: "Lecture de la question",
    state_paused: "Pause : personne ne peut répondre",
    state_slide: "Une diapo est affichée",
    state_asking: "La question est ouverte",
    state_paced: "Chacun joue à son rythme",
    begin: "Commencer",
    close_game: "Fermer la partie",
    closes_in: |left| format!("Fermeture dans {left}"),
    own_paces: |begun, done| format!("Commencé : {begun} · Fini : {done}"),
    state_revealed: "La réponse est affichée",
    state_rain: "Les enveloppes tombent. La pluie finit toute seule.",
    first_question: "Lancer la première question",
    open_question: "Ouvrir la question",
    reveal_now: "Révéler maintenant",
    pause: "Pause",
    resume: "Reprendre",
    show_board: "Afficher le classement",
    open_rain: "Pluie d’enveloppes",
    show_podium: "Montrer les gagnants",
    typed_texts: "Ce que les joueurs ont écrit",
    hide_text: "Masquer",
    pick_text: "Choisir",
    picked_text: |n| format!("Choisi, n° {n}"),
    pick_why: |n| {
        format!(
            "Le grand écran montre ceux que vous choisissez, {n} au maximum, et plus les autres."
        )
    },
    stop_rain: "Arrêter la pluie",
    stop_sure: "Arrêter la pluie maintenant ?",
    stop_why: "Ce qui est attrapé reste acquis. Le reste de la cagnotte est rendu, et tout le monde voit que c’est vous qui arrêtez.",
    end_game: "Terminer la partie",
    end_sure: "Terminer la partie maintenant ?",
    end_why: "Ensuite, plus personne ne peut répondre ni attraper. Les enveloppes créditées restent.",
    take_over_title: "Cette partie est menée depuis un autre navigateur",
    take_over_why: "Vous pouvez la reprendre avec votre clé d’animateur. L’autre navigateur cesse alors de la mener ; les joueurs ne remarquent rien.",
    take_over: "Reprendre la partie",
    which_rain: "Quelle pluie",
    another_rain: "Une nouvelle pluie",
    after_question: |n| format!("Après la question {n}"),
    at_the_end: "À la fin",
    has_fallen: "Déjà tombée",
    pot: "Cagnotte",
    currency: "Devise",
    packets: "Enveloppes",
    seconds: "Secondes",
    smallest: "Plus petite enveloppe",
    largest: "Plus grosse enveloppe",
    split: "Partage de la cagnotte",
    split_lucky: "Au hasard",
    split_lucky_why: "Des montants au hasard ; tous ont les mêmes chances.",
    split_line: "Au hasard, avec gros lots",
    split_line_why: "Coupée à des points au hasard : beaucoup de petites enveloppes, quelques grosses.",
    split_equal: "Égal",
    split_equal_why: "Toutes les enveloppes contiennent autant.",
    split_shares: "Une part pour chacun",
    split_shares_why: "Tous ceux qui peuvent attraper quand la pluie s’ouvre se partagent la cagnotte à parts égales.",
    prizes_why: "Une enveloppe fixe pour chacun des trois premiers ; en cas d’égalité, on partage.",
    first_prize: "Premier prix",
    second_prize: "Deuxième prix",
    third_prize: "Troisième prix",
    who_may: "Qui peut attraper",
    everyone: "Tout le monde",
    score_at_least: "Joueurs avec un score d’au moins",
    last_right: "Qui a bien répondu à la dernière question",
    top_share: "Les meilleurs joueurs, en pour cent",
    top_rank: "Les meilleurs, jusqu’au rang",
    let_it_rain: "Faire pleuvoir",
    money_sure: "Faire tomber de l’argent réel ?",
    money_credited: |amount| format!("{amount} : ce sera crédité à ceux qui l’attrapent."),
    packets_of: |n| many(n.into(), "enveloppe", "enveloppes"),
    for_everybody: "Pour tout le monde",
    next_question: |n, of| format!("Question {n} sur {of}"),
    others: |n| many(n.into(), "autre réponse", "autres réponses"),
    average: |mean| ["Moyenne ", mean].concat(),
    climbed_most: |n| format!("Plus belle remontée, {} :", many(n.into(), "place", "places")),
    up: |n| format!("gagne {}", many(n.into(), "place", "places")),
    down: |n| format!("perd {}", many(n.into(), "place", "places")),
    new_on_board: "nouveau",
    of_players: |n| many(n.into(), "joueur", "joueurs"),
    questions: |n| many(n.into(), "question", "questions"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, 1) => "1 joueur repart les mains vides.".to_owned(),
            (Ordering::Less, without) => format!("{without} repartent les mains vides."),
            (Ordering::Equal, _) => "une pour chacun.".to_owned(),
            (Ordering::Greater, over) => {
                format!("{over} de plus ; ce que personne n’attrape est rendu.")
            }
        };
        let packets = many(packets.into(), "enveloppe", "enveloppes");
        format!("{packets} pour {} : {so}", many(players.into(), "joueur", "joueurs"))
    },
    packets_for_some: |packets, players| {
        let packets = many(packets.into(), "enveloppe", "enveloppes");
        let players = many(players.into(), "joueur", "joueurs");
        format!(
            "{packets}. {players} ici, mais tous ne peuvent pas attraper : on saura qui quand la pluie tombera."
        )
    },
    packets_at_least: |n| {
        format!(
            "{} au moins : la cagnotte ne tient pas dans moins.",
            many(n.into(), "enveloppe", "enveloppes")
        )
    },
    pot_rises: |from, to| format!("Une pour chacun fait passer la cagnotte de {from} à {to}."),
    pot_raised: |from, to| format!("La cagnotte est passée de {from} à {to}."),
    packet_for_each: "Une par joueur",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => { "Écrivez les montants comme 1234,50, sans séparer les milliers.".to_owned() }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "Cette devise n’a pas de décimales.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            let decimals = many(decimals.into(), "décimale", "décimales");
            format!("Cette devise a {decimals} au maximum.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "Le montant est trop élevé.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "Choisissez une devise.".to_owned(),
        DraftProblem::Number => "Écrivez un nombre entier.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("Une pluie dure de {} à {} secondes.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "De 1 à 100 pour cent.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "Le premier rang est 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "Personne ne peut attraper, donc personne ne peut partager la cagnotte.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "La cagnotte est trop petite pour donner une part à chacun.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => {
            "Les prix sont pour les premiers rangs.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => {
                "Chaque prix vaut quelque chose, et aucun ne dépasse le précédent.".to_owned()
            }
            Impossible::PacketCount => format!("Une pluie a de 1 à {MAX_PACKETS} enveloppes."),
            Impossible::MinTooSmall => {
                "La plus petite enveloppe doit contenir quelque chose.".to_owned()
            }
            Impossible::MaxBelowMin => {
                "La plus grosse enveloppe est inférieure à la plus petite.".to_owned()
            }
            Impossible::PotTooSmall => {
                "La cagnotte est trop petite pour autant d’enveloppes.".to_owned()
            }
            Impossible::PotTooLarge => {
                "La cagnotte est trop grosse : augmentez la plus grosse enveloppe, ou faites pleuvoir moins.".to_owned()
            }
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "Le sponsor n’a pas versé assez pour cette cagnotte",
        Refusal::NoQuestionLeft => "Il ne reste plus de question.",
        Refusal::NoSuchPlayer => "Ce joueur n’est plus dans la partie.",
        Refusal::Invalid => "Ce n’est pas utilisable.",
        Refusal::NoRainLeft => "Cette partie a eu toutes ses pluies. Créez-en une autre.",
        Refusal::OnlyWatching => "Ce lien permet d’observer, sans toucher à rien.",
        Refusal::IdentityNeeded => {
            "L’argent est versé à des personnes connectées. Créez une partie pour elles, ou une partie qui dit payer n’importe qui."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
