//! German.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players: an adjective before a masculine noun.
pub static NAMES: Names = Names {
    first: "Agiler Aktiver Bester Braver Bunter Cooler Echter Edler Eifriger Emsiger Fairer Famoser Feiner \
        Fescher Fideler Findiger Fitter Flinker Flotter Frischer Froher Galanter Genauer Genialer Goldener \
        Großer Guter Gütiger Heiterer Heller Kecker Kluger Kühner Leiser Lieber Lockerer Loyaler Lustiger \
        Milder Munterer Mutiger Netter Nobler Offener Patenter Rascher Robuster Ruhiger Sanfter Schlauer \
        Schöner Smarter Solider Sonniger Stabiler Starker Stiller Stolzer Tapferer Toller Treuer Vitaler \
        Wacher Wackerer Weiser Wendiger Wilder Witziger Zarter Zügiger",
    second: "Adler Ahorn Anker Apfel Ballon Berg Biber Bumerang Bär Büffel Dachs Delfin Diamant Donut Drache \
        Elch Elefant Falke Fasan Fels Fink Flamingo Frosch Fuchs Frühling Gecko Gepard Globus Hamster Hase \
        Hecht Herbst Hirsch Igel Jaguar Kakadu Kaktus Keks Kiebitz Kiesel Klee Koala Kolibri Komet Kompass \
        Kranich Kristall Kürbis Lachs Leopard Löwe Luchs Magnet Marder Maulwurf Mond Muffin Opal Orca Otter \
        Ozean Panda Panther Papagei Pelikan Pfau Pfirsich Pinguin Planet Puma Rubin Saphir Satellit Schirm \
        Schwan Seehund Sommer Spatz Specht Stern Storch Tapir Tiger Topas Tukan Uhu Vulkan Waschbär",
    joint: ' ',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => {
            "Auf diesem Server kann sich niemand anmelden: Ihm fehlt der Schlüssel, um Anmeldungen zu prüfen. Sag dem Host Bescheid."
        }
        Why::TooLong => "Dein Link ist zu lang für eine Anmeldung. Sag dem Host Bescheid.",
        Why::Malformed => {
            "Dein Link ist unvollständig. Öffne ihn noch einmal dort, wo du ihn bekommen hast."
        }
        Why::Algorithm => {
            "Dein Link ist auf eine Art signiert, die dieser Server nicht annimmt. Sag dem Host Bescheid."
        }
        Why::UnknownKey => {
            "Dein Link ist mit einem Schlüssel signiert, den dieser Server nicht kennt. Sag dem Host Bescheid."
        }
        Why::Signature => {
            "Dein Link wurde verändert oder von jemand anderem signiert. Öffne ihn noch einmal dort, wo du ihn bekommen hast."
        }
        Why::Issuer => {
            "Dein Link kommt von einem System, dem dieser Server nicht vertraut. Sag dem Host Bescheid."
        }
        Why::Audience => "Dein Link ist für einen anderen Dienst gedacht. Sag dem Host Bescheid.",
        Why::Expired => {
            "Dein Link ist abgelaufen. Hol dir einen neuen dort, wo du ihn bekommen hast."
        }
        Why::NotYet => {
            "Dein Link gilt noch nicht. Versuch es später noch einmal oder sag dem Host Bescheid."
        }
        Why::Lifetime => {
            "In deinem Link steht nicht, wie lange er gilt, oder er gilt länger als eine Stunde. Sag dem Host Bescheid."
        }
        Why::Subject => "In deinem Link steht nicht, wer du bist. Sag dem Host Bescheid.",
        Why::Replayed => {
            "Dein Link wurde auf einem anderen Gerät benutzt. Hol dir für dieses Gerät einen neuen."
        }
        Why::HasPlayed => {
            "In diesem Browser wurde schon ohne Anmeldung gespielt. Trotzdem anmelden? Seine Plätze in laufenden Spielen bleiben zurück. Das lässt sich nicht rückgängig machen."
        }
        Why::SomebodyElse => {
            "In diesem Browser ist schon jemand anders angemeldet. Dich stattdessen anmelden?"
        }
        Why::TooManyBrowsers => {
            "Du bist in 20 Browsern angemeldet, mehr geht nicht. Melde dich in einem davon ab, auf der Seite „Guthaben“, oder bitte den Host, dich abzumelden."
        }
        Why::UnknownInvite => {
            "Mit diesem Code gibt es keine Einladung. Schau auf deine Karte und gib ihn noch einmal ein."
        }
        Why::UsedInvite => {
            "Diese Einladung wird auf einem anderen Gerät benutzt. Ist es nicht deins oder willst du auf diesem spielen, bitte den Host, sie freizugeben."
        }
        Why::NoProvider => {
            "Dieser Server hat keine Anmeldeseite. Nimm den Link, den du bekommen hast."
        }
        Why::ProviderDown => "Der Anmeldedienst antwortet nicht. Versuch es gleich noch einmal.",
        Why::Cancelled => {
            "Du hast dich nicht angemeldet. Du kannst es jederzeit noch einmal versuchen."
        }
        Why::ProviderRefused => {
            "Der Anmeldedienst hat abgelehnt. Versuch es noch einmal; klappt es wieder nicht, sag dem Host Bescheid."
        }
        Why::NotBegun => {
            "Diese Anmeldung wurde nicht in diesem Browser begonnen. Melde dich hier an."
        }
        Why::TooLate => {
            "Die Anmeldung hat länger als zehn Minuten gedauert. Melde dich noch einmal an."
        }
        Why::UsedCode => {
            "Diese Anmeldung wurde schon benutzt. Bist du nicht angemeldet, melde dich noch einmal an."
        }
        Why::Nonce => {
            "Der Anmeldedienst hat auf eine andere Anmeldung geantwortet. Melde dich noch einmal an."
        }
        Why::TokenAudience => {
            "Der Anmeldedienst hat für dich gebürgt, aber bei einem anderen Dienst. Sag dem Host Bescheid."
        }
        Why::TokenExpired => {
            "Was der Anmeldedienst über dich gesagt hat, ist abgelaufen. Melde dich noch einmal an."
        }
        Why::TokenInvalid => {
            "Was der Anmeldedienst gesagt hat, ist nicht glaubwürdig. Sag dem Host Bescheid."
        }
        Why::NoHost => {
            "Hier ist kein Host-Konto mit dieser Anmeldung verbunden. Melde dich mit deinem Passwort an und verbinde es unter „Konten“."
        }
        Why::OtherHost => "Diese Anmeldung ist schon mit dem Konto eines anderen Hosts verbunden.",
        Why::SharedAccount => {
            "Dieser Browser nutzt das Konto eines anderen Geräts. Beende das zuerst hier auf der Seite „Guthaben“ und melde dich dann an."
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => {
            "Dieser Link gilt nicht mehr: Jeder geht einmal und zehn Minuten lang. Mach auf dem anderen Gerät einen neuen."
        }
        Why::SignedIn => {
            "Du bist in diesem Browser angemeldet und hast dein Konto überall, wo du dich anmeldest. Um hier das Konto des anderen Geräts zu nutzen, melde dich zuerst auf der Seite „Guthaben“ ab und öffne den Link noch einmal."
        }
        Why::SameAccount => {
            "Dieser Browser hat dieses Konto schon. Öffne den Link auf dem anderen Gerät."
        }
        Why::OtherAccount => {
            "Dieser Browser nutzt schon das Konto eines anderen Geräts. Beende das zuerst hier auf der Seite „Guthaben“ und öffne den Link noch einmal."
        }
        Why::TooManyBrowsers => {
            "Dieses Konto ist in 20 Browsern, mehr geht nicht. Beende es in einem davon auf der Seite „Guthaben“."
        }
        Why::HandedOver => {
            "Was dieses Konto hatte, gehört jetzt der Person, die sich damit angemeldet hat. Melde dich auch auf dem anderen Gerät an: Dann siehst du dort dasselbe Guthaben."
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} {}", if n == 1 { "Punkt" } else { "Punkte" })
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let whose = who.map_or_else(|| "dein Konto".to_owned(), |who| format!("das Konto „{who}“"));
    format!(
        "Dieser Browser hat ohne Anmeldung {sums} gefangen. Anmelden und {sums} auf {whose} übertragen? \
         Seine Plätze in laufenden Spielen bleiben zurück. Das lässt sich nicht rückgängig machen."
    )
}
