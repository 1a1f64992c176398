//! French.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players.
pub static NAMES: Names = Names {
    first: "Aigle Alpaga Ananas Ballon Bambou Bateau Bolide Bonbon Cactus Castor Cerf Chamois Chaton Cheval Citron Colibri \
        Condor Corail Cristal Cygne Dauphin Diamant Dragon Écureuil Éléphant Érable Faucon Fennec Flamant Flocon Galet \
        Goéland Grillon Guépard Hamster Hérisson Héron Hibou Jaguar Kayak Kiwi Koala Lama Lapin Léopard Lézard Lion Lionceau \
        Lotus Lutin Lynx Macareux Mammouth Muguet Mustang Nuage Ocelot Ours Panda Papillon Pélican Phare Phénix Piano Pinson \
        Poney Poulain Puma Renard Rubis Sapin Saphir Soleil Suricate Tambour Tamarin Tigre Toucan Trèfle Violon Voilier \
        Volcan Wapiti Zèbre Zéphyr",
    second: "agile aimable alerte amical attentif brillant calme chanceux charmant content courtois créatif curieux décidé \
        dévoué digne discret doué doux drôle élégant épatant fameux fidèle fier franc futé gai généreux génial gentil \
        gracieux habile hardi heureux honnête inspiré inventif jovial joyeux juste léger loyal lucide magique modeste motivé \
        noble paisible patient pimpant poli posé prudent radieux rapide rêveur rieur sage serein sincère sociable soigneux \
        solide souriant sportif subtil sympa tenace tonique unique vaillant vif vigilant zen",
    joint: ' ',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => {
            "Ce serveur ne connecte personne : il n’a pas de clé pour vérifier les connexions. Préviens l’animateur."
        }
        Why::TooLong => {
            "Ton lien est trop long pour être un lien de connexion. Préviens l’animateur."
        }
        Why::Malformed => "Ton lien est incomplet. Ouvre-le de nouveau là où tu l’as reçu.",
        Why::Algorithm => {
            "Ton lien n’est pas signé de la façon que ce serveur accepte. Préviens l’animateur."
        }
        Why::UnknownKey => {
            "Ton lien est signé avec une clé que ce serveur ne connaît pas. Préviens l’animateur."
        }
        Why::Signature => {
            "Ton lien a été modifié, ou quelqu’un d’autre l’a signé. Ouvre-le de nouveau là où tu l’as reçu."
        }
        Why::Issuer => {
            "La connexion vient d’un système auquel ce serveur ne fait pas confiance. Préviens l’animateur."
        }
        Why::Audience => "Ton lien a été créé pour un autre service. Préviens l’animateur.",
        Why::Expired => "Ton lien a expiré. Demandes-en un nouveau là où tu l’as reçu.",
        Why::NotYet => {
            "Ton lien n’est pas encore valable. Réessaie plus tard, ou préviens l’animateur."
        }
        Why::Lifetime => {
            "Ton lien ne dit pas combien de temps il est valable, ou l’est plus d’une heure. Préviens l’animateur."
        }
        Why::Subject => "Ton lien ne dit pas qui tu es. Préviens l’animateur.",
        Why::Replayed => {
            "Ton lien a servi sur un autre appareil. Demandes-en un nouveau pour celui-ci."
        }
        Why::HasPlayed => {
            "Ce navigateur a joué sans connexion. Se connecter quand même ? Ses places dans les parties en cours sont abandonnées. C’est irréversible."
        }
        Why::SomebodyElse => {
            "Quelqu’un d’autre est connecté dans ce navigateur. Se connecter à sa place ?"
        }
        Why::TooManyBrowsers => {
            "Tu as déjà une session dans 20 navigateurs, c’est le maximum. Déconnecte-toi dans l’un d’eux, sur sa page Solde, ou demande à l’animateur de te déconnecter."
        }
        Why::UnknownInvite => {
            "Aucune invitation n’a ce code. Regarde ta carte et saisis-le de nouveau."
        }
        Why::UsedInvite => {
            "Cette invitation sert déjà sur un autre appareil. Si ce n’est pas le tien, ou si tu veux jouer sur celui-ci, demande à l’animateur de la libérer."
        }
        Why::NoProvider => {
            "Ce serveur n’a pas de page de connexion. Passer par le lien qui a été donné."
        }
        Why::ProviderDown => {
            "Le service de connexion ne répond pas. Nouvel essai possible dans un instant."
        }
        Why::Cancelled => "La connexion a été abandonnée. On peut réessayer à tout moment.",
        Why::ProviderRefused => {
            "Le service de connexion a refusé. Réessayer ; si cela continue, prévenir l’animateur."
        }
        Why::NotBegun => "Cette connexion n’a pas commencé dans ce navigateur. Se connecter ici.",
        Why::TooLate => "La connexion a pris plus de dix minutes. Se connecter de nouveau.",
        Why::UsedCode => {
            "Cette connexion a déjà servi. Si elle n’a pas abouti, se connecter de nouveau."
        }
        Why::Nonce => {
            "Le service de connexion a répondu à une autre demande. Se connecter de nouveau."
        }
        Why::TokenAudience => {
            "Le service de connexion s’est porté garant auprès d’un autre service. Prévenir l’animateur."
        }
        Why::TokenExpired => {
            "L’attestation du service de connexion a expiré. Se connecter de nouveau."
        }
        Why::TokenInvalid => {
            "L’attestation du service de connexion n’est pas crédible. Prévenir l’animateur."
        }
        Why::NoHost => {
            "Aucun compte d’animateur n’est associé ici à cette connexion. Connectez-vous avec votre mot de passe, puis associez-la dans Comptes."
        }
        Why::OtherHost => "Le compte d’un autre animateur est déjà associé à cette connexion.",
        Why::SharedAccount => {
            "Ce navigateur utilise le compte d’un autre appareil. Cesse d’abord de l’utiliser ici, sur la page Solde, puis connecte-toi."
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => {
            "Ce lien n’est plus valable : chacun sert une fois, pendant dix minutes. Crées-en un nouveau sur l’autre appareil."
        }
        Why::SignedIn => {
            "Ta session est ouverte dans ce navigateur, et tu retrouves ton compte partout où tu te connectes. Pour utiliser ici le compte de l’autre appareil, déconnecte-toi d’abord, sur la page Solde, puis ouvre de nouveau le lien."
        }
        Why::SameAccount => "Ce navigateur a déjà ce compte. Ouvre le lien sur l’autre appareil.",
        Why::OtherAccount => {
            "Ce navigateur utilise déjà le compte d’un autre appareil. Cesse d’abord de l’utiliser ici, sur la page Solde, puis ouvre de nouveau le lien."
        }
        Why::TooManyBrowsers => {
            "Ce compte est déjà dans 20 navigateurs, c’est le maximum. Cesse de l’utiliser dans l’un d’eux, sur sa page Solde."
        }
        Why::HandedOver => {
            "Ce qu’avait ce compte appartient à la personne qui s’est connectée avec lui. Connecte-toi aussi sur l’autre appareil : tu y verras le même solde."
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} {}", if n < 2 { "point" } else { "points" })
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let who = who.unwrap_or("ton compte");
    format!(
        "Ce navigateur a attrapé {sums} sans connexion. Se connecter et transférer {sums} à {who} ? \
         Ses places dans les parties en cours sont abandonnées. C’est irréversible."
    )
}
