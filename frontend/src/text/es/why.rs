//! Spanish.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::{desk, editor, hosts, library, many, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "No se encontró; quizá ya se eliminó.".to_owned(),
        Why::TooMany => "Demasiadas peticiones desde esta red. Inténtalo en un momento.".to_owned(),
        Why::Busy => "El servidor está ocupado. Inténtalo en un momento.".to_owned(),
        Why::Incomplete => {
            "Ahora no se puede leer todo. Inténtalo de nuevo en un momento.".to_owned()
        }
        Why::TooSlow => "Tardó demasiado. Inténtalo otra vez.".to_owned(),
        Why::TooLarge(bytes) => format!("Es demasiado grande; {} como máximo.", size(*bytes)),
        Why::Internal => "Algo falló en el servidor. Inténtalo otra vez.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "Este quiz está en la papelera. Restáuralo primero.".to_owned(),
        Why::Stale(_) => "Alguien acaba de guardar este quiz. Ábrelo de nuevo.".to_owned(),
        Why::Taken => "Otro quiz ya tiene este identificador. Inténtalo otra vez.".to_owned(),
        Why::Teams => "Este quiz es del equipo. Para tener uno tuyo, duplícalo.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("El quiz no está terminado. {}", quiz(problem)),
        Why::NoMedia(question) => {
            format!("La imagen o el sonido de la pregunta {question} no está en el servidor. Súbelo de nuevo.")
        }
        Why::NoLook => "Una imagen del tema no está en el servidor. Súbela de nuevo.".to_owned(),
        Why::Columns => {
            "Las columnas no se entienden. Escribe sus letras, como A, B-E o B+D.".to_owned()
        }
        Why::NothingChosen => "No hay ninguna pregunta elegida.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("Una búsqueda tiene {most} caracteres como máximo."),
        Why::Pattern => "El patrón está mal escrito y no se entiende.".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => {
            "En este servidor los jugadores no pueden iniciar sesión: arráncalo con --identity-key, --identity-jwks-url o --oidc-issuer (docs/HOSTING.md).".to_owned()
        }
        Why::NoGuestList => "Esta lista de invitados no existe.".to_owned(),
        Why::TooManySignIns => "Demasiados intentos. Espera un minuto.".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("Demasiados códigos equivocados. Usa un código de recuperación, o inténtalo en {wait}.")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => {
            "Esta cuenta ya tiene un segundo factor. Desactívalo primero.".to_owned()
        }
        Why::LoginTaken => "Otra cuenta ya tiene este nombre de usuario.".to_owned(),
        Why::FirstIsOwner => "La primera cuenta de un servidor es de un propietario.".to_owned(),
        Why::OwnAccount => {
            "Es tu propia cuenta: no puedes desactivarla, eliminarla ni bajarle el rol.".to_owned()
        }
        Why::OwnPassword => {
            "Es tu propia cuenta: cambia su contraseña, o usa uno de sus códigos de recuperación.".to_owned()
        }
        Why::OwnSecondFactor => {
            "Es tu propia cuenta: desactiva su segundo factor con un código de ella.".to_owned()
        }
        Why::OwnProvider => {
            "Es tu propia cuenta: desconéctala del proveedor con su contraseña.".to_owned()
        }
        Why::TooManyHosts => {
            format!("Este servidor ya tiene {MAX_HOSTS} cuentas, que es el máximo.")
        }
        Why::Key(why) => key(*why),
        Why::TooManyKeys => {
            format!("Este servidor ya tiene {MAX_KEYS} claves, que es el máximo. Revoca alguna.")
        }
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => {
            format!("Este servidor ya tiene {MAX_GUEST_LISTS} listas de invitados, que es el máximo.")
        }
        Why::GuestsPlay => "Una partida en curso usa esta lista. Termínala primero.".to_owned(),
        Why::GuestsUsed(used) => {
            let used = many(u64::from(*used), "invitado ya llegó", "invitados ya llegaron");
            format!("La lista no se eliminó: {used}. Para eliminarla de todos modos, pulsa otra vez.")
        }
        Why::InviteUsed => {
            "Esta invitación se está usando: libérala primero, o borra a la persona que vino con ella.".to_owned()
        }
        Why::PayoutTooLate(state) => format!("Demasiado tarde: el pago {}.", payout(*state)),
        Why::NothingHeld => "Ningún pago de esta cuenta espera tu decisión.".to_owned(),
        Why::NothingCredited => {
            "Todavía no hay nada acreditado en esta cuenta. Lo que se acredite quedará retenido, y entonces se podrá rechazar.".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => {
            "Escribe para qué es la clave, para reconocerla después.".to_owned()
        }
        InvalidKey::LongName => {
            format!("Para qué es la clave: {MAX_KEY_NAME_CHARS} caracteres como máximo.")
        }
        InvalidKey::Unprintable => {
            "Para qué es la clave: hay caracteres que no se pueden mostrar.".to_owned()
        }
        InvalidKey::NoScope => "Permite al menos una cosa a la clave.".to_owned(),
        InvalidKey::Past => "La fecha en que expira ya pasó.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "espera su turno",
        PayoutState::Sent => "ya se envió",
        PayoutState::Confirmed => "ya está confirmado",
        PayoutState::Refused => "ya está rechazado",
        PayoutState::Unknown => "ya se envió, todavía sin respuesta",
        PayoutState::NeedsHuman => "requiere tu atención",
        PayoutState::Held => "espera tu decisión",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("Pregunta {}: {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "No es una imagen que se pueda mostrar. Usa un archivo PNG, JPEG, WebP o GIF."
                .to_owned()
        }
        InvalidPicture::Size(width, height) => {
            format!(
                "La imagen tiene {width} × {height} píxeles; {MAX_UPLOADED_SIDE} por lado y 40 millones en total como máximo."
            )
        }
        InvalidPicture::Memory => {
            "Abrir esta imagen ocupa demasiada memoria. Guárdala con 8 bits por color.".to_owned()
        }
        InvalidPicture::Damaged => {
            "El archivo de la imagen está dañado y no se puede leer.".to_owned()
        }
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "No es un sonido que se pueda reproducir. Usa un archivo MP3, OGG (Vorbis u Opus) o WAV.".to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "un archivo WAV con una codificación poco común",
                UnusualSound::WavChannels => "un archivo WAV con canales o frecuencia poco comunes",
                UnusualSound::OggCoding => "un archivo OGG sin Vorbis ni Opus",
                UnusualSound::OggHeaders => "un archivo OGG con cabeceras poco comunes",
            };
            format!("Es {how}, que no todos los navegadores reproducen. Guárdalo como MP3.")
        }
        InvalidSound::Damaged => "El archivo del sonido está dañado y no se puede leer.".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("El sonido tiene {bytes} bytes; 2 MiB como máximo. Guárdalo como MP3 u OGG.")
        }
        InvalidSound::TooLong(ms) => {
            format!(
                "El sonido dura {} segundos; {} como máximo.",
                ms.div_ceil(1000),
                MAX_SOUND_MS / 1000
            )
        }
    }
}
