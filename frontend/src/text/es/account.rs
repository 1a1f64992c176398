//! Spanish.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "Volver a tu partida",
    balance_empty: "Todavía nada",
    balance_empty_why: "Los sobres que atrapes en una lluvia aparecen aquí.",
    download: "Descargar (CSV)",
    download_failed: "No se pudo descargar el archivo. Inténtalo otra vez.",
    balance_incomplete: "Un servidor no responde. Hasta que lo haga, pueden faltar aquí sobres que acabas de atrapar.",
    sign_out: "Cerrar sesión en este dispositivo",
    sign_in: "Iniciar sesión",
    signing_in: "Iniciando sesión…",
    no_sign_in: "Este servidor no tiene página para iniciar sesión. Usa el enlace que recibiste.",
    signed_in_note: "Tienes la sesión iniciada: este saldo es tuyo y lo verás donde vuelvas a iniciarla.",
    balance_note: "Este saldo es de este navegador. Otros dispositivos no lo ven.",
    privacy: "Qué se guarda sobre ti",
    take_data: "Todo lo que se guarda sobre mí (JSON)",
    erase: "Borrar mis datos",
    erase_person: "Esto no se puede deshacer.\n\nSe borra para siempre: quién eres aquí, tus sesiones en todos los dispositivos, tu invitación; en partidas terminadas, tus apodos, lo que escribiste y las notas de los anfitriones sobre ti.\n\nSe queda: lo que atrapaste, tus puntos, puestos y elecciones, bajo un número sin nombre. Quien sepa cómo te llama el servicio donde inicias sesión puede encontrarlo así. Los pagos ya enviados se quedan con quien los recibió.\n\n¿Borrar?",
    erase_browser: "Esto no se puede deshacer.\n\nSe borra para siempre: en partidas terminadas, los apodos de este navegador, lo que se escribió en él y las notas de los anfitriones sobre ti.\n\nSe queda: lo que atrapaste, tus puntos, puestos y elecciones, bajo un número sin nombre. El saldo sigue en este navegador.\n\n¿Borrar?",
    erased: "Borrado. Las copias de seguridad lo pierden cuando caducan.",
    erased_later: "Borrado, salvo quién eres: eso se borra en cuanto se te haya pagado todo.",
    erase_not_yet: "Ahora no: una partida en la que estás o estuviste no ha terminado, o algo que atrapaste aún se está acreditando. Inténtalo un poco más tarde.",
    receipt_later: "El detalle llega cuando la partida termina y todo lo atrapado en ella está liquidado. Esta página se actualiza sola.",
    receipt_none: "Este navegador no jugó en esa partida, o la partida ya no se guarda.",
    key_fixed: "corregida por el anfitrión",
    came_later: "Todavía no estabas.",
    still_in: "en juego",
    packet_state: |state| match state {
        PacketState::Crediting => "Tuyo; se está acreditando",
        PacketState::Credited => "Acreditado",
        PacketState::Paying => "En camino a tu cuenta",
        PacketState::Paid => "Pagado en tu cuenta",
        PacketState::Refused => "Pago rechazado; sigue en este saldo",
        PacketState::Held => "En revisión; el anfitrión ya lo sabe",
        PacketState::Void => "Perdido antes de acreditarse",
    },
    check: "¿Fue justo?",
    checked,
    sealed_list: "La lista sellada",
    contributions: "Lo que aportaron los teléfonos",
    claims: "Lo que se atrapó",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "teléfono", "teléfonos");
            let whose = if *own {
                "incluido el tuyo"
            } else {
                "sin el tuyo: ocupaste tu plaza después del sorteo"
            };
            format!(
                "Justo: sobre {n} de {packets}. Los importes y su orden son los que se sellaron antes de la lluvia, y se sortearon como se prometió, con el secreto del servidor y lo aportado por {phones}, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "El sobre {n} de {packets} está en la lista con este importe. Este navegador no vio el sello antes de la lluvia; compáralo con uno que sí lo vio: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => {
            "La lista se muestra en cuanto toda la lluvia esté liquidada.".to_owned()
        }
        Checked::Unreachable => "El servidor no responde. Inténtalo otra vez.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "Esta no es la lista que se selló antes de la lluvia. Avisa al anfitrión.",
        Breach::Rules => {
            "La lluvia se selló con reglas distintas de las que se mostraron. Avisa al anfitrión."
        }
        Breach::Chain => {
            "El servidor sorteó con un secreto distinto del que prometió antes de que entraras. Avisa al anfitrión."
        }
        Breach::Entropy => {
            "La lista de lo que aportaron los teléfonos no es la que se mostró antes de la lluvia. Avisa al anfitrión."
        }
        Breach::LeftOut => "Lo que aportó tu teléfono no entró en el sorteo. Avisa al anfitrión.",
        Breach::Draw => "Los importes no son los que debían salir. Avisa al anfitrión.",
    }
}
