//! Spanish.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "Prueba tu dispositivo",
    lead: "Prueba aquí teléfono, portátil y wifi antes del evento: en el asiento y a la hora que cuentan. No se guarda nada.",
    measuring: "Midiendo…",
    overall,
    verdict,
    say,
    again: "Medir otra vez",
    minute: "Medir un minuto",
    walk: "Durante un minuto se muestran las últimas 60 idas y vueltas: recorre la sala, hasta la última fila y las esquinas, y observa.",
    bars: |shown, lost| format!("Últimas idas y vueltas: {shown}; sin respuesta: {lost}"),
    tone: "Reproducir un tono",
    heard: "¿Se oyó?",
    yes: "Sí",
    no: "No",
    copy: "Copiar el resultado para el anfitrión",
    copied: "Copiado.",
    by_hand: "Selecciona este texto y cópialo:",
    to_start: "Ir al inicio",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "Todo bien: aquí se puede jugar.",
        Verdict::Limited => "Aquí se puede jugar, aunque algo puede ir lento o faltar. Mira abajo.",
        Verdict::Bad => "Algo no funciona. Mira abajo qué hacer.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "Bien",
        (Some(Verdict::Limited), true) => "Puede ir lento",
        (Some(Verdict::Limited), false) => "Con límites",
        (Some(Verdict::Bad), _) => "No funciona",
        (None, _) => "Aún no se sabe",
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
            "Ida y vuelta",
            format!("{} ms lo normal, {} ms lo peor", whole(*median_ms), whole(*worst_ms)),
            "Más cerca del punto de acceso, menos dispositivos en él, o datos móviles. Las respuestas cuentan según cuándo llegan, menos lo que tarda la red, hasta un límite.",
        ),
        Finding::Lost { lost: 0, of } => ("Pérdidas", format!("ninguna de {of}"), ""),
        Finding::Lost { lost, of } => (
            "Pérdidas",
            format!("{lost} de {of} sin respuesta en 2 s"),
            "Aquí el wifi es débil o está lleno: otro asiento, otro punto de acceso, o datos móviles.",
        ),
        Finding::Jitter(ms) => (
            "Regularidad",
            format!("varía {} ms de una a la siguiente", whole(*ms)),
            "El wifi está cargado. Las descargas grandes y los videos en la misma red lo empeoran.",
        ),
        Finding::Clock(ahead_ms) => (
            "Reloj",
            format!(
                "{} s {} respecto al servidor",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "de atraso" } else { "de adelanto" }
            ),
            "Pon la hora en automático. La partida sigue al servidor, pero los certificados y los inicios de sesión pueden fallar.",
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
        Reach::Opening => ("conectando", ""),
        Reach::Open => ("abierta, como la necesita una partida", ""),
        Reach::Full => (
            "se llega al servidor, pero no tiene sitio para otra medición",
            "Demasiadas mediciones a la vez. Se reintenta solo; en un minuto habrá sitio.",
        ),
        Reach::NoSocket => (
            "la página llega, pero no se abre ningún WebSocket",
            "Un proxy, un cortafuegos o un filtro no deja pasar WebSockets: prueba otra red o datos móviles, y avisa a quien administra la red.",
        ),
        Reach::Portal => (
            "responde otra cosa en lugar del servidor",
            "El wifi pide primero registrarse: abre cualquier página web, acepta lo que pida y vuelve aquí.",
        ),
        Reach::Offline => (
            "no se llega al servidor",
            "¿El dispositivo está en el wifi correcto? Las redes de invitados suelen aislar los dispositivos. Se reintenta solo.",
        ),
    };
    ("Conexión", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => {
            ("Navegador", "lo bastante nuevo".to_owned(), "")
        }
        Finding::Browser(lacks) => (
            "Navegador",
            format!("le falta: {}", lacks.join(", ")),
            "Actualiza el navegador, o usa uno más nuevo: Chrome, Edge, Firefox o Safari de los últimos tres años.",
        ),
        Finding::Storage(works) => (
            "Almacenamiento",
            if *works { "el navegador guarda tu plaza" } else { "el navegador no guarda nada" }
                .to_owned(),
            "Sal de la navegación privada o permite que este sitio guarde datos: si no, una página cerrada pierde su plaza.",
        ),
        Finding::Security(security) => (
            "Seguridad",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "desde este mismo equipo, que es igual de bueno",
                Security::Plain => "HTTP simple",
            }
            .to_owned(),
            "Sin HTTPS ninguna página mantiene la pantalla encendida ni copia con un botón. El anfitrión puede hacer que el servidor use HTTPS.",
        ),
        Finding::Screen { width, height } => (
            "Página",
            format!("{width} × {height} píxeles"),
            "Pequeña: pon el teléfono en vertical, cierra barras y pantallas divididas, o reduce el tamaño de la letra.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("Pantalla encendida", "probando", ""),
        Finding::Awake(Tried::Works) => ("Pantalla encendida", "sí", ""),
        Finding::Awake(Tried::Fails) => (
            "Pantalla encendida",
            "no: se apaga cuando nadie la toca",
            "Configura la pantalla para que tarde más en apagarse, o tócala de vez en cuando. No se pierde nada cuando se apaga. El ahorro de batería puede ser la causa.",
        ),
        Finding::Clipboard(true) => ("Copiar con un botón", "sí", ""),
        Finding::Clipboard(false) => {
            ("Copiar con un botón", "no; los textos se pueden seleccionar y copiar", "")
        }
        Finding::Vibration(true) => ("Vibración", "sí", ""),
        Finding::Vibration(false) => ("Vibración", "no; ninguna partida la necesita", ""),
        Finding::Sound(Tried::NotYet) => {
            ("Sonido", "pulsa el botón de abajo; importa para la pantalla grande", "")
        }
        Finding::Sound(Tried::Works) => ("Sonido", "se oyó", ""),
        Finding::Sound(Tried::Fails) => (
            "Sonido",
            "no se oyó",
            "Revisa el volumen, el modo silencio, la salida (HDMI o altavoces) y que ningún otro programa lo use.",
        ),
        Finding::CalmMotion(true) => {
            ("Movimiento", "menos, como pide este dispositivo: los sobres caen igual", "")
        }
        Finding::CalmMotion(false) => ("Movimiento", "completo", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
