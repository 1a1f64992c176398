//! French.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "Tester l’appareil",
    lead: "Téléphone, ordinateur et Wi-Fi se testent ici avant l’événement : à la place et à l’heure qui comptent. Rien n’est conservé.",
    measuring: "Mesure…",
    overall,
    verdict,
    say,
    again: "Mesurer de nouveau",
    minute: "Mesurer une minute",
    walk: "Pendant une minute, les 60 derniers allers-retours s’affichent : faire le tour de la salle, jusqu’au dernier rang et dans les coins, et observer.",
    bars: |shown, lost| format!("Derniers allers-retours : {shown}, dont sans réponse : {lost}"),
    tone: "Jouer un son",
    heard: "Ça s’entend ?",
    yes: "Oui",
    no: "Non",
    copy: "Copier le bilan pour l’animateur",
    copied: "Copié.",
    by_hand: "Sélectionner ce texte et le copier :",
    to_start: "Vers l’accueil",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "Tout va bien : on peut jouer ici.",
        Verdict::Limited => {
            "On peut jouer ici, mais quelque chose peut être lent ou manquer. Voir plus bas."
        }
        Verdict::Bad => "Quelque chose ne marche pas. Voir plus bas ce qu’il faut faire.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "Bon",
        (Some(Verdict::Limited), true) => "Peut être lent",
        (Some(Verdict::Limited), false) => "Avec des limites",
        (Some(Verdict::Bad), _) => "Ne marche pas",
        (None, _) => "Pas encore connu",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "Aller-retour",
            format!("{} ms d’ordinaire, {} ms au pire", whole(*median_ms), whole(*worst_ms)),
            "Se rapprocher de la borne, y mettre moins d’appareils, ou passer par les données mobiles. Une réponse compte selon son arrivée, moins le temps du réseau jusqu’à une limite.",
        ),
        Finding::Lost { lost: 0, of } => ("Pertes", format!("aucune sur {of}"), ""),
        Finding::Lost { lost, of } => (
            "Pertes",
            format!("{lost} sur {of} sans réponse en 2 s"),
            "Ici, le Wi-Fi est faible ou saturé : changer de place ou de borne, ou passer par les données mobiles.",
        ),
        Finding::Jitter(ms) => (
            "Régularité",
            format!("{} ms d’écart d’un aller-retour à l’autre", whole(*ms)),
            "Le Wi-Fi est chargé. Les gros téléchargements et les vidéos sur le même réseau aggravent les choses.",
        ),
        Finding::Clock(ahead_ms) => (
            "Horloge",
            format!(
                "{} s {}",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 {
                    "de retard sur le serveur"
                } else {
                    "d’avance sur le serveur"
                }
            ),
            "Mettre l’heure en automatique. La partie suit le serveur, mais certificats et connexions peuvent échouer.",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("en cours", ""),
        Reach::Open => ("ouverte, comme il faut pour une partie", ""),
        Reach::Full => (
            "le serveur est atteint, mais n’a plus de place pour une mesure",
            "Trop de mesures à la fois. Nouvel essai automatique ; dans une minute, il y aura de la place.",
        ),
        Reach::NoSocket => (
            "la page arrive, mais aucun WebSocket ne s’ouvre",
            "Un proxy, un pare-feu ou un filtre bloque les WebSockets : essayer un autre réseau ou les données mobiles, et le signaler à qui gère le réseau.",
        ),
        Reach::Portal => (
            "autre chose répond à la place du serveur",
            "Le Wi-Fi veut d’abord une connexion : ouvrir n’importe quelle page web, accepter ce qu’elle demande, et revenir ici.",
        ),
        Reach::Offline => (
            "le serveur n’est pas atteint",
            "L’appareil est-il sur le bon Wi-Fi ? Les réseaux invités isolent souvent les appareils. Nouvel essai automatique.",
        ),
    };
    ("Connexion", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => {
            ("Navigateur", "assez récent".to_owned(), "")
        }
        Finding::Browser(lacks) => (
            "Navigateur",
            format!("il lui manque : {}", lacks.join(", ")),
            "Mettre le navigateur à jour, ou en prendre un plus récent : Chrome, Edge, Firefox ou Safari de ces trois dernières années.",
        ),
        Finding::Storage(works) => (
            "Stockage",
            if *works { "le navigateur garde la place" } else { "le navigateur ne garde rien" }
                .to_owned(),
            "Quitter la navigation privée, ou permettre à ce site de stocker des données : sinon, une page fermée perd sa place.",
        ),
        Finding::Security(security) => (
            "Sécurité",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "depuis cette machine même, ce qui revient au même",
                Security::Plain => "HTTP simple",
            }
            .to_owned(),
            "Sans HTTPS, aucune page ne peut garder l’écran allumé ni copier par un bouton. L’animateur peut faire passer le serveur en HTTPS.",
        ),
        Finding::Screen { width, height } => (
            "Page",
            format!("{width} × {height} pixels"),
            "Petite : tenir le téléphone droit, fermer barres et écrans partagés, ou réduire la taille du texte.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("Écran toujours allumé", "essai en cours", ""),
        Finding::Awake(Tried::Works) => ("Écran toujours allumé", "oui", ""),
        Finding::Awake(Tried::Fails) => (
            "Écran toujours allumé",
            "non : il s’éteint quand personne n’y touche",
            "Régler une mise en veille plus longue, ou toucher l’écran de temps en temps. Rien n’est perdu quand il s’éteint. L’économie de batterie peut en être la cause.",
        ),
        Finding::Clipboard(true) => ("Copie par un bouton", "oui", ""),
        Finding::Clipboard(false) => {
            ("Copie par un bouton", "non ; on peut sélectionner les textes et les copier", "")
        }
        Finding::Vibration(true) => ("Vibrations", "oui", ""),
        Finding::Vibration(false) => ("Vibrations", "non ; aucune partie n’en a besoin", ""),
        Finding::Sound(Tried::NotYet) => {
            ("Son", "essayer le bouton ci-dessous ; cela compte pour le grand écran", "")
        }
        Finding::Sound(Tried::Works) => ("Son", "entendu", ""),
        Finding::Sound(Tried::Fails) => (
            "Son",
            "pas entendu",
            "Vérifier le volume, le mode silencieux, la sortie (HDMI ou haut-parleurs), et qu’aucun autre programme ne l’utilise.",
        ),
        Finding::CalmMotion(true) => (
            "Animations",
            "réduites, comme le demande cet appareil : les enveloppes tombent quand même",
            "",
        ),
        Finding::CalmMotion(false) => ("Animations", "comme prévu", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
