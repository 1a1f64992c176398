//! French.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use super::many;
use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "Options…",
    mode: "Mode",
    classic: "Classique",
    classic_why: "Chacun joue pour des points.",
    survival: "Survie",
    survival_why: "Qui se trompe ou se tait est éliminé.",
    teams: "Équipes",
    teams_why: "Le score d’une équipe est la moyenne de ses membres.",
    self_paced: "À son rythme",
    self_paced_why: "Chaque joueur avance à son rythme et apprend aussitôt ce qui est juste : pour s’entraîner.",
    open_minutes: "Durée d’ouverture, en minutes",
    revive_card: "Joker contre l’élimination",
    no_card: "Aucun",
    card_after: |n| {
        format!("Après {} d’affilée", many(n.into(), "bonne réponse", "bonnes réponses"))
    },
    team: |n| format!("Équipe {n}"),
    team_names: [
        "Gouttes",
        "Étoiles",
        "Lunes",
        "Feuilles",
        "Éclairs",
        "Nuages",
        "Sommets",
        "Parapluies",
    ],
    add_team: "Ajouter une équipe",
    remove_team: "Retirer la dernière équipe",
    team_chosen: "Les joueurs choisissent leur équipe",
    team_dealt: "Les joueurs sont répartis à tour de rôle",
    names: "Pseudos",
    names_free: "Les joueurs écrivent le leur",
    names_generated: "Les pseudos sont tirés au sort",
    names_generated_why: "Des noms sympathiques comme Panda joyeux : personne n’écrit rien.",
    identity: "Joueurs",
    identity_open: "Tout le monde",
    identity_open_why: "Chaque navigateur est un joueur : une personne peut avoir plusieurs places et attraper plusieurs enveloppes.",
    pays_anybody: "L’argent peut être versé à n’importe qui",
    pays_anybody_why: "Sinon, là où les versements sont activés, il ne pleut que des points dans une partie ouverte.",
    field_asked: "Demander une chose de plus à chacun",
    field_asked_why: "Comme un matricule : vous le voyez dans la liste des joueurs, les résultats et les versements. Personne ne vérifie que c’est vrai.",
    field_email: "Adresse e-mail",
    field_number: "Matricule",
    field_name: "Comment cela s’appelle",
    field_pattern: "Modèle (une expression régulière ; peut rester vide)",
    field_example: "Un exemple que les joueurs voient",
    identity_signed: "Personnes connectées",
    identity_signed_why: "Par un lien de votre propre système, ou chez le fournisseur OpenID indiqué à ce serveur : une personne est un seul joueur sur tous ses appareils.",
    identity_invited: "Invités",
    identity_invited_why: "Par des codes sur des cartes : un invité est un seul joueur, sur le premier appareil qui présente le code.",
    choose_list: "Choisir une liste d’invités",
    to_guests: "Listes d’invités",
    guest_list: |title, guests| format!("{title} ({guests})"),
    late_join: "On peut entrer en retard",
    late_join_why: "Même une fois la première question affichée.",
    draw: "Questions tirées au sort",
    all: |n| format!("toutes ({n})"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "Une partie a de 2 à 8 équipes.",
        Problem::Teams(InvalidTeams::Name(_)) => "Le nom d’une équipe a de 1 à 20 caractères.",
        Problem::Teams(InvalidTeams::SameName) => "Deux équipes ont le même nom.",
        Problem::Field(InvalidField::Name) => {
            "Ce qui est demandé aux joueurs a un nom de 1 à 40 caractères."
        }
        Problem::Field(InvalidField::LongPattern) => "Le modèle est trop long.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "À côté d’un modèle, il faut un exemple qui lui correspond."
        }
    },
};
