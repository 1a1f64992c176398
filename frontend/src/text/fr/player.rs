//! French.

use super::many;
use crate::text::player::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &super::outcome::WORDS,
    names: &quizrain_shared::language::fr::NAMES,
    tap_another: "Il en tombe encore : touche une autre enveloppe.",
    understood: "OK",
    home_title: "Rejoindre une partie",
    pin_wrong: "Un code PIN a six chiffres.",
    your_name: "Ton pseudo",
    join: "Rejoindre",
    joining: "Un instant…",
    locked_why: "L’animateur a fermé l’entrée. Tu pourras rejoindre la partie quand elle rouvrira.",
    late_why: "La partie a commencé : plus personne ne peut entrer.",
    spin: |left| match left {
        0 => "Plus d’autre pseudo".to_owned(),
        _ => format!("Autre pseudo (encore {left})"),
    },
    removed_why: "Si c’est une erreur, parles-en à l’animateur. Ici, tu peux rejoindre une autre partie.",
    field_note: "Seul l’animateur le voit.",
    identity_note: "Pas besoin de compte. Ce navigateur garde ta place et ton solde.",
    signed_note: "Il faut se connecter. Ta place et ton solde te suivent sur tous tes appareils.",
    invited_note: "Sur invitation. Ta place et ton solde te suivent dans toutes les parties de cette liste.",
    playing_as: "Tu es",
    not_you: "Ce n’est pas toi ? Déconnexion",
    invite_code: "Le code de ton invitation",
    sign_in_failed: "Connexion impossible. Ouvre de nouveau ton lien.",
    elsewhere: "Tu joues dans une autre fenêtre",
    elsewhere_why: "Une seule fenêtre à la fois peut occuper ta place. Rien n’est perdu.",
    use_it_here: "Jouer ici",
    vibration: "Vibrations",
    you_are_in: "C’est bon, tu y es !",
    glory: |rank| match rank {
        1 => "Tu as gagné !",
        2 => "Deuxième place !",
        _ => "Troisième place !",
    },
    tap_face: "Touche pour changer de tête",
    see_your_name: "Regarde ton pseudo sur le grand écran.",
    react: "Réagis sur le grand écran",
    reactions: ["Applaudissements", "Cœur", "Rire", "Surprise", "Fête"],
    begin: "Commencer",
    begin_why: "Prends ton temps : le chrono d’une question démarre quand elle s’affiche.",
    next: "Suivant",
    finish: "Terminer",
    all_done: "Bravo, tu as fini !",
    all_done_why: "Tu as répondu à toutes les questions. Le classement final arrive à la fin de la partie.",
    send: "Envoyer",
    pick_all: "Choisis toutes les bonnes réponses.",
    pick_any: "Choisis-en autant que tu veux.",
    type_answer: "Écris ta réponse.",
    type_word: "Écris un mot.",
    type_words: "Écris un mot par case ; un seul suffit.",
    type_text: "Écris une phrase.",
    type_number: "Écris un nombre.",
    change_sign: "Plus ou moins",
    put_in_order: "Fais glisser les éléments dans l’ordre, ou sers-toi des flèches.",
    put_pairs: "Touche deux éléments à droite pour les échanger.",
    put_pin: "Touche l’image là où c’est, à ton avis.",
    pin_label: "L’image. Les flèches du clavier déplacent ton repère.",
    move_with_arrows: "Déplacer avec les flèches du clavier",
    move_up: "Monter",
    move_down: "Descendre",
    sound: "Le son de la question",
    sound_words: "Ce qu’on entend, par écrit",
    look_up: "Regarde le grand écran.",
    sending: "Envoi…",
    answer_in: "Réponse reçue. Un instant…",
    card_earned: "Tu gagnes un joker.",
    card_saved: "Un joker t’a sauvé la mise.",
    you_are_out: "Tu es hors jeu. Tu peux continuer à répondre, juste pour le plaisir.",
    out_earns_nothing: "Tu es hors jeu : ceci ne rapporte rien.",
    no_points_yet: "Voici la bonne réponse.",
    final_board: "Classement final",
    another_game: "Rejoindre une autre partie",
    play_again: "Rejouer",
    tap_one: "Touche une enveloppe !",
    tap_keys: "ou appuie sur Espace",
    packets_left: |left| ["Plus que ", &left.to_string(), " !"].concat(),
    grabbing: "Ouverture…",
    crediting: "Attrapée ! En route vers ton solde…",
    crediting_long: "Attrapée. Le crédit prend plus de temps que d’habitude ; cette page te tiendra au courant.",
    credited: "Crédité sur ton solde",
    lost: "Cette enveloppe est perdue",
    lost_why: "Un serveur est tombé en panne avant de la créditer : l’enveloppe n’est pas à toi. Ton solde n’a pas changé. Toutes nos excuses.",
    next_time: "Plus de chance à la prochaine pluie !",
    worth: |n| format!("jusqu’à {}", many(n.into(), "point", "points")),
    too_long: |n| format!("{} au maximum.", many(n as u64, "caractère", "caractères")),
    number_between: |low, high| ["Écris un nombre entre ", low, " et ", high, "."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Écris un nombre entier.".to_owned(),
        n => format!("{} au maximum.", many(n.into(), "décimale", "décimales")),
    },
    off_by: |far| [far, " d’écart"].concat(),
    pin_at: |x, y| format!("Ton repère : {x} % depuis la gauche, {y} % depuis le haut."),
    too_few_points: |need, have| {
        let need = many(need, "point", "points");
        format!("Pour cette pluie, il faut au moins {need}. Tu en as {have}.")
    },
    join_wait: |seconds| {
        let wait = many(seconds.into(), "seconde", "secondes");
        format!(
            "Beaucoup de monde arrive depuis ton réseau. Garde cette page ouverte : nouvel essai dans {wait}, ou un peu plus."
        )
    },
    came_too_late: "Cette pluie est réservée aux joueurs qui étaient là avant elle. Tu pourras être de la prochaine.",
    last_was_wrong: "Cette pluie est réservée aux joueurs dont la dernière réponse était juste.",
    place_too_low: |last, rank| {
        let who = match last {
            1 => "au premier du classement".to_owned(),
            _ => format!("aux {last} premiers"),
        };
        format!("Cette pluie est réservée {who}. Ton rang : {rank}.")
    },
    rank_too_low: |percent, rank| {
        format!("Cette pluie est réservée aux {percent} % de meilleurs joueurs. Ton rang : {rank}.")
    },
};
