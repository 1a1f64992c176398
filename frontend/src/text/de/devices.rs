//! German.

use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "Dieses Konto auf einem anderen Gerät nutzen",
    share_why: "Wer diesen Link öffnet, hat dein Guthaben, für immer. Zeig ihn niemandem. Er geht nur einmal.",
    scan: "Scanne ihn mit dem anderen Gerät oder öffne dort den Link.",
    picture: "QR-Code, der dieses Konto auf einem anderen Gerät öffnet",
    address: "Der Link",
    copy: "Kopieren",
    copied: "Kopiert",
    until: "Gilt bis",
    used: "Fertig: Das andere Gerät hat dieses Konto jetzt auch.",
    others: |others| match others {
        1 => "Dieses Guthaben gehört diesem Browser, und ein anderes Gerät hat es auch.".to_owned(),
        _ => format!(
            "Dieses Guthaben gehört diesem Browser, und {others} andere Geräte haben es auch."
        ),
    },
    borrowed: "Dieser Browser nutzt das Konto eines anderen Geräts: Beide haben dieses Guthaben und spielen als eine Person.",
    leave: "Hier nicht mehr nutzen",
    leave_sure: "Dieser Browser zeigt dieses Guthaben dann nicht mehr, sondern wieder sein eigenes. Um zurückzukommen, brauchst du einen neuen Link von einem Gerät mit diesem Konto.\n\nNicht mehr nutzen?",
    end_others: "Überall sonst abmelden",
    end_sure: "Alle anderen Geräte verlieren dieses Konto sofort, und ein Link, der noch wartet, gilt nicht mehr. Dieser Browser behält es.\n\nAbmelden?",
    end_sure_borrowed: "Alle anderen Geräte verlieren dieses Konto sofort, außer diesem und dem, auf dem es begonnen hat.\n\nAbmelden?",
    offered: "Das Konto des anderen Geräts hier nutzen?",
    offered_why: "Beide Geräte haben dann ein Guthaben und spielen als eine Person, die in jedem Regen ein Päckchen fängt. Was du ab dann hier fängst, gehört zu diesem Konto: Mach nur weiter, wenn das andere Gerät deins ist.",
    offered_own: "Was dieser Browser selbst gefangen hat, bleibt bei ihm. Du siehst es wieder, sobald du das andere Konto hier nicht mehr nutzt.",
    accept: "Hier nutzen",
    decline: "Nein, meins behalten",
};
