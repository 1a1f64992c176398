//! Spanish.

use quizrain_shared::api::Privacy;

use super::many;
use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "Qué se guarda sobre ti",
    lead: "Quizrain es un programa, y quien lo tiene en marcha aquí responde de lo que guarda. El programa escribió esta página; sus números son los de este servidor.",
    sections,
    whom_to_ask: "A quién preguntar",
    ask_host: "Pregunta al anfitrión de tu partida.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => many(n, "minuto", "minutos"),
        Span::Hours(n) => many(n, "hora", "horas"),
        Span::Days(n) => many(n, "día", "días"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new(
        "Quién eres aquí",
        [
            Some(
                "En una partida abierta no tienes una cuenta a tu nombre: tu navegador crea un número al azar y el servidor guarda una huella de él. Sin correo electrónico, sin publicidad, sin rastreo, sin cookies. Si pasas esa cuenta a otro de tus dispositivos con un código, el servidor guarda también huellas de esos navegadores.".to_owned(),
            ),
            said.sign_in_seconds.map(|seconds| {
                format!(
                    "Si inicias sesión: quién responde por ti, cómo te llama, tu nombre y qué navegadores son tuyos. Así eres un solo jugador en todos. Un navegador mantiene la sesión {}, o hasta que la cierres. Mientras estás en la página de inicio de sesión, tu navegador tiene una cookie para eso, diez minutos como máximo.",
                    span(seconds)
                )
            }),
            Some(
                "Si vienes con una invitación: cómo te llama la lista de invitados del anfitrión, tu nombre si lo tiene y qué navegador es el tuyo. Si el anfitrión borra la lista, también se borra de ahí.".to_owned(),
            ),
            Some(
                "Desde entonces, las partidas que juegas en ese navegador son tuyas como la persona que inició sesión, también las abiertas.".to_owned(),
            ),
        ],
    )
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new(
        "Qué se guarda, para qué y cuánto tiempo",
        [
            Some(format!("Tu apodo, tu equipo, qué respondiste y cuándo, puntos, puestos y las notas de un anfitrión sobre ellos: para jugar y para los resultados. Hasta {results} después del final de la partida. Lo que necesita la partida para funcionar se borra {game} después de su final.")),
            Some(
                "Qué atrapaste, cuándo y qué fue de ello: para que tu saldo esté bien y cualquiera pueda comprobarlo. Para siempre, bajo un número y sin nombre.".to_owned(),
            ),
            said.points_seconds.map(|seconds| {
                format!(
                    "Las partidas en las que solo llovieron puntos se borran {} después de su final, con todo.",
                    span(seconds)
                )
            }),
            Some(
                "Bytes al azar de tu teléfono: fueron parte del sorteo, que cualquiera puede comprobar con ellos. Tanto como la lluvia, sin nombre.".to_owned(),
            ),
            said.pays_out.then(|| {
                "Qué se envió para pagarte, y quién eres, si iniciaste sesión o viniste con invitación: para que se pague una sola vez. Para siempre.".to_owned()
            }),
            Some(format!("Desde dónde vienes en la red: la dirección misma está solo en la memoria del servidor, de minutos a unas horas, contra avalanchas. La partida tiene una huella de ella hecha con una clave, para que un anfitrión pueda dejar fuera a alguien, hasta {game} después de su final.")),
            Some(
                "Las copias para emergencias contienen lo que había ese día, hasta que se borran.".to_owned(),
            ),
            Some(
                "Este navegador guarda su número al azar, tu apodo y tu cara, el último PIN, tu idioma y lo que vio de las lluvias. Si borras los datos de este sitio, todo eso se pierde, y con ello un saldo que tuvieras sin iniciar sesión.".to_owned(),
            ),
        ],
    )
}

fn seen(said: &Privacy) -> Section {
    Section::new(
        "Quién lo ve",
        [
            Some(
                "Los demás jugadores: tu apodo, tu cara, y tus puntos y puestos en la clasificación. Lo que se escribió se muestra agrupado, sin nombres.".to_owned(),
            ),
            Some(
                "El anfitrión, y a quienes deje entrar en su panel: todo lo de su partida. Donde había que iniciar sesión o tener invitación, también quién eres.".to_owned(),
            ),
            Some(
                "Quien tenga un enlace a los resultados: el podio y los gráficos, y los apodos si el anfitrión los muestra.".to_owned(),
            ),
            said.pays_out.then(|| {
                "Quien paga lo atrapado: tu número y los importes, y quién eres, si iniciaste sesión o viniste con invitación.".to_owned()
            }),
            Some(
                "Quien tiene en marcha este servidor puede leerlo todo. Nadie más: las páginas solo hablan con este servidor.".to_owned(),
            ),
        ],
    )
}

fn had() -> Section {
    Section::new(
        "Qué puedes pedir",
        [
            Some(
                "Una copia: en Saldo, cada partida terminada y todo lo que atrapaste, con el navegador con el que jugaste; ahí también, todo lo que se guarda sobre ti en un solo archivo.".to_owned(),
            ),
            Some(
                "Que se borre: en Saldo. Te dice qué se va y qué se queda antes de hacer nada.".to_owned(),
            ),
            Some("Otro apodo, o salir de una partida en curso: díselo al anfitrión.".to_owned()),
        ],
    )
}
