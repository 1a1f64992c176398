//! German.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::many;
use super::{desk, editor, hosts, library, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "Das gibt es hier nicht oder nicht mehr.".to_owned(),
        Why::TooMany => "Aus diesem Netz kommt gerade zu viel. Versuch es gleich noch einmal.".to_owned(),
        Why::Busy => "Gerade fragen zu viele. Versuch es gleich noch einmal.".to_owned(),
        Why::Incomplete => {
            "Gerade lässt sich nicht alles lesen. Versuch es gleich noch einmal.".to_owned()
        }
        Why::TooSlow => "Das hat zu lange gedauert. Versuch es noch einmal.".to_owned(),
        Why::TooLarge(bytes) => format!("Das ist zu groß; höchstens {}.", size(*bytes)),
        Why::Internal => "Im Server ging etwas schief. Versuch es noch einmal.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "Dieses Quiz ist im Papierkorb. Stelle es zuerst wieder her.".to_owned(),
        Why::Stale(_) => {
            "Jemand anders hat dieses Quiz gerade gespeichert. Öffne es noch einmal.".to_owned()
        }
        Why::Taken => "Ein anderes Quiz hat diese ID. Versuch es noch einmal.".to_owned(),
        Why::Teams => "Dieses Quiz gehört dem Team. Mach eine Kopie, wenn du ein eigenes willst.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("Dieses Quiz ist noch nicht fertig: {}", quiz(problem)),
        Why::NoMedia(question) => {
            format!("Bild oder Ton von Frage {question} fehlt auf dem Server. Lade es noch einmal hoch.")
        }
        Why::NoLook => "Ein Bild des Designs fehlt auf dem Server. Lade es noch einmal hoch.".to_owned(),
        Why::Columns => {
            "Die Spalten sind nicht zu verstehen. Nenne ihre Buchstaben, etwa A, B-E oder B+D.".to_owned()
        }
        Why::NothingChosen => "Es ist keine Frage ausgewählt.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("Eine Suche hat höchstens {most} Zeichen."),
        Why::Pattern => "Das Muster ist nicht zu verstehen.".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "Auf diesem Server kann sich niemand anmelden: Starte ihn mit --identity-key, --identity-jwks-url oder --oidc-issuer (siehe docs/HOSTING.md).".to_owned(),
        Why::NoGuestList => "Diese Gästeliste gibt es nicht.".to_owned(),
        Why::TooManySignIns => "Zu viele Versuche. Warte eine Minute.".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("Zu viele falsche Codes der App. Nimm einen Wiederherstellungscode oder warte {wait}.")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => {
            "Dieses Konto hat schon einen zweiten Faktor. Schalte ihn zuerst aus.".to_owned()
        }
        Why::LoginTaken => "Ein anderes Konto hat diesen Anmeldenamen.".to_owned(),
        Why::FirstIsOwner => "Das erste Konto eines Servers gehört einem Inhaber.".to_owned(),
        Why::OwnAccount => "Das ist dein eigenes Konto: Du kannst es nicht deaktivieren, löschen oder zurückstufen.".to_owned(),
        Why::OwnPassword => "Das ist dein eigenes Konto: Ändere sein Passwort oder nimm einen Wiederherstellungscode.".to_owned(),
        Why::OwnSecondFactor => {
            "Das ist dein eigenes Konto: Schalte den zweiten Faktor mit einem seiner Codes aus.".to_owned()
        }
        Why::OwnProvider => {
            "Das ist dein eigenes Konto: Trenne es mit seinem Passwort vom Anbieter.".to_owned()
        }
        Why::TooManyHosts => format!("Der Server hat {MAX_HOSTS} Konten; mehr geht nicht."),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("Der Server hat {MAX_KEYS} Schlüssel; mehr geht nicht. Sperre ein paar davon."),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => {
            format!("Der Server hat {MAX_GUEST_LISTS} Gästelisten; mehr geht nicht.")
        }
        Why::GuestsPlay => "Ein laufendes Spiel ist für diese Gästeliste. Beende es zuerst.".to_owned(),
        Why::GuestsUsed(used) => {
            let guests = many((*used).into(), "Gast ist", "Gäste sind");
            format!("Nicht gelöscht: {guests} schon gekommen. Drücke noch einmal, um trotzdem zu löschen.")
        }
        Why::InviteUsed => "Diese Einladung ist benutzt. Gib sie zuerst frei oder lösche die Person, die damit kam.".to_owned(),
        Why::PayoutTooLate(state) => format!("Zu spät: Diese Auszahlung {}.", payout(*state)),
        Why::NothingHeld => "Für dieses Konto ist nichts angehalten.".to_owned(),
        Why::NothingCredited => "Diesem Konto ist noch nichts gutgeschrieben. Was kommt, wird angehalten und kann dann abgelehnt werden.".to_owned(),
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => {
            "Schreib dazu, wofür der Schlüssel ist, damit du ihn wiedererkennst.".to_owned()
        }
        InvalidKey::LongName => {
            format!("Wofür er ist, sagst du mit höchstens {MAX_KEY_NAME_CHARS} Zeichen.")
        }
        InvalidKey::Unprintable => {
            "Der Name des Schlüssels hat Zeichen, die sich nicht anzeigen lassen.".to_owned()
        }
        InvalidKey::NoScope => "Ein Schlüssel muss mindestens eines dürfen.".to_owned(),
        InvalidKey::Past => "Ein Schlüssel kann nicht schon abgelaufen sein.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "ist noch nicht abgeschickt",
        PayoutState::Sent => "ist unterwegs",
        PayoutState::Confirmed => "ist bestätigt",
        PayoutState::Refused => "ist abgelehnt",
        PayoutState::Unknown => "ist abgeschickt, eine Antwort fehlt noch",
        PayoutState::NeedsHuman => "braucht dich",
        PayoutState::Held => "ist für dich angehalten",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("Frage {}: {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "Das ist kein Bild, das sich zeigen lässt. Nimm eine Datei in PNG, JPEG, WebP oder GIF."
                .to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "Dieses Bild hat {width} mal {height} Pixel; höchstens {MAX_UPLOADED_SIDE} pro Seite und insgesamt 40 Millionen."
        ),
        InvalidPicture::Memory => {
            "Dieses Bild braucht zum Öffnen zu viel Speicher. Speichere es mit 8 Bit pro Farbe."
                .to_owned()
        }
        InvalidPicture::Damaged => {
            "Dieses Bild lässt sich nicht lesen: Seine Datei ist beschädigt.".to_owned()
        }
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "Das ist kein Ton, der sich abspielen lässt. Nimm eine Datei in MP3, OGG (Vorbis oder Opus) oder WAV."
                .to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "eine ungewöhnlich kodierte WAV-Datei",
                UnusualSound::WavChannels => {
                    "eine WAV-Datei mit ungewöhnlichen Kanälen oder ungewöhnlicher Rate"
                }
                UnusualSound::OggCoding => "eine OGG-Datei ohne Vorbis und Opus",
                UnusualSound::OggHeaders => "eine OGG-Datei mit ungewöhnlichem Kopf",
            };
            format!("Das ist {how}, die nicht jeder Browser abspielt. Speichere den Ton als MP3.")
        }
        InvalidSound::Damaged => {
            "Dieser Ton lässt sich nicht lesen: Seine Datei ist beschädigt.".to_owned()
        }
        InvalidSound::TooLarge(bytes) => {
            format!("Dieser Ton hat {bytes} Bytes; höchstens 2 MiB. Speichere ihn als MP3 oder OGG.")
        }
        InvalidSound::TooLong(ms) => format!(
            "Dieser Ton dauert {} Sekunden; höchstens {}.",
            ms.div_ceil(1000),
            MAX_SOUND_MS / 1000
        ),
    }
}
