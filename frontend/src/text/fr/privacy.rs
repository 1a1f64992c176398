//! French.

use quizrain_shared::api::Privacy;

use super::many;
use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "Ce qui est gardé sur toi",
    lead: "Quizrain est un programme, et qui le fait tourner ici répond de ce qu’il garde. C’est le programme qui a écrit cette page ; ses chiffres sont ceux de ce serveur.",
    sections,
    whom_to_ask: "À qui s’adresser",
    ask_host: "Demande à l’animateur de ta partie.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => many(n, "minute", "minutes"),
        Span::Hours(n) => many(n, "heure", "heures"),
        Span::Days(n) => many(n, "jour", "jours"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new(
        "Qui tu es ici",
        [
            Some(
                "Dans une partie ouverte, tu n’as pas de compte à ton nom : ton navigateur tire un nombre au hasard, et le serveur en garde une empreinte. Ni adresse e-mail, ni publicité, ni pistage, ni cookie. Si tu donnes ce compte à un autre de tes appareils par un code, le serveur garde aussi l’empreinte de ces navigateurs.".to_owned(),
            ),
            said.sign_in_seconds.map(|seconds| {
                format!(
                    "Si tu te connectes : qui se porte garant de toi, comment il t’appelle, ton nom, et quels navigateurs sont les tiens. Tu es ainsi un seul joueur sur tous. Un navigateur reste connecté pendant {}, ou jusqu’à ce que tu te déconnectes. Pendant que tu es sur la page de connexion, ton navigateur a pour cela un cookie, dix minutes au plus.",
                    span(seconds)
                )
            }),
            Some(
                "Si tu viens avec une invitation : comment t’appelle la liste d’invités de l’animateur, ton nom s’il y figure, et quel navigateur est le tien. Un animateur qui supprime la liste l’y supprime aussi.".to_owned(),
            ),
            Some(
                "À partir de là, les parties que tu joues dans ce navigateur sont les tiennes, en tant que personne connectée, même celles qui sont ouvertes à tous.".to_owned(),
            ),
        ],
    )
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new(
        "Ce qui est gardé, pourquoi et combien de temps",
        [
            Some(format!("Ton pseudo, ton équipe, tes réponses et leur moment, tes points, tes rangs et les notes d’un animateur à leur sujet : pour jouer, et pour les résultats. {results} après la fin de la partie. Ce qui fait tourner la partie elle-même disparaît {game} après sa fin.")),
            Some(
                "Ce que tu as attrapé, quand, et ce que c’est devenu : pour que ton solde soit juste et que chacun puisse le vérifier. Pour toujours, sous un numéro et sans nom.".to_owned(),
            ),
            said.points_seconds.map(|seconds| {
                format!(
                    "Les parties où il n’a plu que des points sont supprimées {} après leur fin, avec tout le reste.",
                    span(seconds)
                )
            }),
            Some(
                "Des octets au hasard de ton téléphone : ils ont servi au tirage, que chacun peut vérifier avec eux. Aussi longtemps que la pluie, sans nom.".to_owned(),
            ),
            said.pays_out.then(|| {
                "Ce qui a été transmis pour t’être versé, et, s’il y a eu connexion ou invitation, qui tu es : pour que ce soit payé une seule fois. Pour toujours.".to_owned()
            }),
            Some(format!("D’où tu viens sur le réseau : l’adresse elle-même n’est que dans la mémoire du serveur, de quelques minutes à quelques heures, contre les afflux abusifs. La partie en a une empreinte à clé, pour qu’un animateur puisse tenir quelqu’un à l’écart, jusqu’à {game} après sa fin.")),
            Some(
                "Des copies de secours contiennent ce qu’il y avait ce jour-là, jusqu’à leur suppression.".to_owned(),
            ),
            Some(
                "Ce navigateur garde son nombre au hasard, ton pseudo et ton visage, le dernier code PIN, ta langue et ce qu’il a vu des pluies. Si tu effaces les données de ce site, tout cela disparaît, et avec tout cela un solde acquis sans connexion.".to_owned(),
            ),
        ],
    )
}

fn seen(said: &Privacy) -> Section {
    Section::new(
        "Qui le voit",
        [
            Some(
                "Les autres joueurs : ton pseudo, ton visage, et tes points et rangs au classement. Ce qui a été écrit est montré regroupé, sans noms.".to_owned(),
            ),
            Some(
                "L’animateur, et ceux qu’il laisse venir à son pupitre : tout de leur partie. Là où il faut une connexion ou une invitation, également qui tu es.".to_owned(),
            ),
            Some(
                "Qui a un lien vers les résultats : le podium et les graphiques, et les pseudos si l’animateur les montre.".to_owned(),
            ),
            said.pays_out.then(|| {
                "Qui verse ce qui est attrapé : ton numéro et les montants, et, s’il y a eu connexion ou invitation, qui tu es.".to_owned()
            }),
            Some(
                "Qui fait tourner ce serveur peut tout lire. Personne d’autre : les pages ne s’adressent qu’à ce serveur.".to_owned(),
            ),
        ],
    )
}

fn had() -> Section {
    Section::new(
        "Ce que tu peux obtenir",
        [
            Some(
                "Une copie : sur la page Solde, chaque partie terminée et tout ce que tu as attrapé, avec le navigateur qui a joué ; là aussi, tout ce qui est gardé sur toi, en un seul fichier.".to_owned(),
            ),
            Some(
                "L’effacement : sur la page Solde. Elle dit ce qui part et ce qui reste avant de faire quoi que ce soit.".to_owned(),
            ),
            Some(
                "Un autre pseudo, ou sortir d’une partie en cours : dis-le à l’animateur.".to_owned(),
            ),
        ],
    )
}
