//! French.

use super::many;
use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "Utiliser ce compte sur un autre appareil",
    share_why: "Qui ouvre ce lien a ton solde, pour toujours. Ne le montre à personne. Il sert une seule fois.",
    scan: "Scanne-le avec l’autre appareil, ou ouvres-y le lien.",
    picture: "Code QR qui ouvre ce compte sur un autre appareil",
    address: "Le lien",
    copy: "Copier",
    copied: "Copié",
    until: "Expire :",
    used: "C’est fait : l’autre appareil a maintenant ce compte.",
    others: |others| {
        format!(
            "Ce solde appartient à ce navigateur, et aussi à {}.",
            many(others.into(), "autre appareil", "autres appareils")
        )
    },
    borrowed: "Ce navigateur utilise le compte d’un autre appareil : les deux ont ce solde et jouent comme un seul joueur.",
    leave: "Ne plus l’utiliser ici",
    leave_sure: "Ce navigateur ne montre plus ce solde, mais de nouveau le sien. Pour revenir, il te faudra un nouveau lien, créé sur un appareil qui a ce compte.\n\nNe plus l’utiliser ?",
    end_others: "Déconnecter tous les autres",
    end_sure: "Tous les autres appareils perdent aussitôt ce compte, et le lien en attente ne vaut plus rien. Ce navigateur le garde.\n\nLes déconnecter ?",
    end_sure_borrowed: "Tous les autres appareils perdent aussitôt ce compte, sauf celui-ci et celui où il est né.\n\nLes déconnecter ?",
    offered: "Utiliser ici le compte de l’autre appareil ?",
    offered_why: "Les deux appareils ont alors un seul solde et jouent comme un seul joueur, qui attrape une seule enveloppe par pluie. Tout ce que tu attrapes ici ensuite appartient à ce compte : ne continue que si l’autre appareil est à toi.",
    offered_own: "Ce que ce navigateur a lui-même attrapé lui reste. Tu le revois dès que tu cesses d’utiliser l’autre compte ici.",
    accept: "L’utiliser ici",
    decline: "Non, garder le mien",
};
