//! French: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "Un repère demande son image, qui n’est exportée que dans un fichier zip.".to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("Une ligne de tableau n’a pas de place pour le type « {} ».", name(kind))
        }
        NotWritten::Kind(kind) => {
            format!("Ce format ne peut pas contenir cette question (type : {}).", name(kind))
        }
        NotWritten::Signs => {
            "Ses textes ont des signes qui seraient lus autrement ; elle n’est pas exportée."
                .to_owned()
        }
        NotWritten::NothingRight => {
            "Ce tableau n’a de place que pour les questions qui ont un choix juste.".to_owned()
        }
        NotWritten::ManyChoices => {
            "Elle a plus de quatre choix, et ce tableau n’a de place que pour quatre.".to_owned()
        }
    }
}

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "le thème n’est pas écrit",
        Lost::LookInZip => "les images du thème ne sont que dans un fichier zip",
        Lost::Feedback => "Le feedback propre à une réponse n’est pas importé",
        Lost::Weights => {
            "Les pondérations ne sont pas importées : la réponse qui vaut le plus est la bonne ; s’il y en a plusieurs, chacune rapporte autant, et chaque erreur coûte autant"
        }
        Lost::SeveralRight => {
            "Plusieurs réponses sont marquées comme justes là où on n’en choisit qu’une ; la question devient à choix multiple, et une partie des réponses donne une partie des points"
        }
        Lost::Wildcards => {
            "Les réponses avec le caractère générique * ne sont pas importées ; écrivez-les en entier"
        }
        Lost::Text => "La question n’a pas de texte ; son nom est utilisé à la place",
        Lost::ExplanationEnd => "L’explication dépasse 500 caractères ; elle est coupée",
        Lost::PictureElsewhere => "L’image n’est pas dans le fichier ; elle n’est pas importée",
        Lost::Alt => "L’image n’a pas de description ; le texte de la question en tient lieu",
        Lost::MoreMedia => {
            "Une question a une seule image ; les autres, celles des réponses et des explications, les sons et les vidéos ne sont pas importés"
        }
        Lost::Distractors => "Les réponses qui ne vont avec rien ne sont pas importées",
        Lost::Categories => "Les catégories ne sont pas importées",
        Lost::Tags => "Les étiquettes ne sont pas importées",
        Lost::Hints => "Les indices ne sont pas importés",
        Lost::OverallFeedback => {
            "Le feedback pour réponse juste, en partie juste ou fausse n’est pas importé"
        }
        Lost::Case => "Les majuscules comptaient dans la réponse ; ici, elles ne comptent pas",
        Lost::Units => "Au-delà d’une, les unités ne sont pas importées",
        Lost::Grade => {
            "Une note qui n’est pas de 0 à 10 n’est pas importée ; la question vaut 1000 points"
        }
        Lost::Numbering => "La numérotation des choix n’est pas importée",
        Lost::AnswerPictures => "Les images des réponses ne sont pas téléchargées",
        Lost::EndLabels => "Les noms des deux extrémités ne sont pas importés",
        Lost::BlankInBraces => {
            "Il y a une ligne vide entre les accolades, et une ligne vide termine la question"
        }
        Lost::NoBlankBetween => "Il manque une ligne vide entre deux questions",
        Lost::Colon => "La question commence par deux-points ; un titre s’écrit ::titre::",
        Lost::Picture => "L’image n’est pas exportée",
        Lost::Sound => "Le son n’est pas exporté",
        Lost::PictureInZip => "L’image n’est exportée que dans un fichier zip",
        Lost::SoundInZip => "Le son n’est exporté que dans un fichier zip",
        Lost::Time => "Le temps pour répondre n’est pas exporté",
        Lost::NearestTime => "Kahoot n’a pas ce temps ; le plus proche est utilisé",
        Lost::Kind => "Le type n’est pas exporté ; il se déduit des choix",
        Lost::NumberLine => {
            "D’un nombre, seuls la bonne réponse, l’écart et les décimales sont exportés"
        }
        Lost::QuestionEnd => "Kahoot prend 120 caractères au maximum pour une question",
        Lost::AnswerEnd => "Kahoot prend 75 caractères au maximum pour une réponse",
        Lost::ReadTime => "Le temps de lecture n’est pas exporté",
        Lost::Points => "Les points ne sont pas exportés",
        Lost::Explanation => "L’explication n’est pas exportée",
        Lost::Shuffled => "Le mélange des choix n’est pas exporté",
        Lost::Description => "La description n’est pas exportée",
        Lost::Language => "La langue n’est pas exportée",
        Lost::Scoring => "La façon de compter les points n’est pas exportée",
        Lost::Rains => "Les pluies ne sont pas exportées",
    }
}
