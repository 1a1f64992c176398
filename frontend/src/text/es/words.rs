//! Spanish.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::many;
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "Idioma",
    loading: "Cargando…",
    connecting: "Conectando…",
    too_many_tries: "Se probaron demasiados PIN equivocados desde esta red. El tuyo se prueba otra vez en un momento.",
    reconnecting: "Reconectando… tu plaza sigue ahí.",
    no_network: "Sin red. Tu plaza sigue ahí.",
    still_trying: "El servidor aún no responde. Revisa tu red. No hace falta recargar: esta página sigue intentándolo.",
    unreachable: "No se puede conectar con el servidor.",
    try_again: "Reintentar",
    sign_in_with: |name| ["Iniciar sesión con ", name].concat(),
    to_start: "Ir al inicio",
    no_such_page: "Esta página no existe",
    enter: "Entrar",
    points_unit: |n| if n == 1 { " punto" } else { " puntos" },
    game_pin: "PIN del juego",
    host_a_game: "Organizar partida",
    no_such_game_why: "Revisa las cifras en la pantalla grande e inténtalo otra vez.",
    time_left: "Segundos restantes",
    seconds_left: |n| many(n, "segundo restante", "segundos restantes"),
    counting: "Se acabó el tiempo. Contando respuestas…",
    time_up: "Se acabó el tiempo",
    get_ready: "Atención: en un momento se abren las respuestas.",
    paused: "En pausa. Sigue en un momento.",
    true_: "Verdadero",
    false_: "Falso",
    right_answer: "respuesta correcta",
    place: |[left, top]| format!("{left} % desde la izquierda, {top} % desde arriba"),
    region: |[left, top, width, height]| {
        format!(
            "{left} % desde la izquierda, {top} % desde arriba, {width} % de ancho, {height} % de alto"
        )
    },
    out: "fuera",
    own_pace: |minutes| {
        let open = many(minutes.into(), "minuto", "minutos");
        format!("Cada quien juega a su ritmo. La partida está abierta {open}.")
    },
    survival_rule: "Supervivencia: quien falla o no responde queda fuera.",
    card_rule: |n| {
        let right = many(n.into(), "respuesta correcta", "respuestas correctas");
        format!("Una vida extra por {right} sin fallar.")
    },
    survivors: |left, of| {
        let remain = if left == 1 { "Queda" } else { "Quedan" };
        format!("{remain} {left} de {of} en juego")
    },
    members: |n| many(n.into(), "jugador", "jugadores"),
    best_players: "Mejores jugadores",
    board: "Clasificación",
    podium: "Y los ganadores son…",
    game_over: "¡Eso es todo!",
    thanks: "Gracias por jugar.",
    rain_comes: "Están por caer sobres rojos",
    rain_label: "Lluvia de sobres rojos. Pulsa Espacio o Intro para atrapar uno.",
    rain_label_watch: "Lluvia de sobres rojos",
    rain_over: "Terminó la lluvia",
    rain_stopped: "El anfitrión detuvo esta lluvia. Lo atrapado queda atrapado; el resto se devolvió.",
    packets_caught: |n| if n == 1 { " sobre atrapado" } else { " sobres atrapados" },
    largest_catches: "Los sobres más grandes",
    question_of: |n, of| format!("Pregunta {n} de {of}"),
    players_joined: |n| match n {
        0 => "Todavía no hay nadie".to_owned(),
        n => many(n.into(), "jugador", "jugadores"),
    },
    in_packets: |n| format!("en {}", many(n.into(), "sobre", "sobres")),
    only_from_score: |n| format!("Para quienes tienen al menos {}", many(n, "punto", "puntos")),
    only_last_right: "Para quienes acertaron la última respuesta",
    only_survivors: "Para quienes siguen en juego",
    only_best_team: "Para el mejor equipo",
    only_starters: "Para quienes están desde el principio",
    only_seated: "Para quienes estaban antes de esta lluvia",
    only_top_share: |percent| format!("Para el mejor {percent} % de los jugadores"),
    only_top_rank: |last| match last {
        1 => "Solo para quien va en cabeza".to_owned(),
        _ => format!("Para los {last} mejores"),
    },
    prizes: "Premios para los mejores",
    prize_of: |place| match place {
        1 => "1.er premio".to_owned(),
        2 => "2.º premio".to_owned(),
        3 => "3.er premio".to_owned(),
        place => format!("Premio {place}"),
    },
    refusal,
    seal: |commitment| format!("Sello {}", short(commitment)),
    entropy: |entropy| format!("Código de jugadores {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "Ninguna partida tiene este PIN",
        Refusal::GameFull => "La partida está llena",
        Refusal::GameLocked => "El anfitrión cerró la entrada",
        Refusal::GameEnded => "Esta partida ya terminó",
        Refusal::NicknameTaken => "Alguien ya tiene este apodo. Elige otro.",
        Refusal::Nickname(InvalidName::Empty) => "Escribe un apodo.",
        Refusal::Nickname(InvalidName::TooLong) => "Un apodo tiene 20 caracteres como máximo.",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "Este apodo tiene caracteres que no se pueden mostrar."
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "En esta partida los apodos se sortean. Elige uno de ellos."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "Este apodo tiene una palabra que aquí no se muestra. Elige otro."
        }
        Refusal::Removed => "El anfitrión te sacó de esta partida",
        Refusal::NoSuchTeam => "Elige un equipo.",
        Refusal::NotSeated => "Primero únete a la partida",
        Refusal::NotOpen => "Esta pregunta no está abierta",
        Refusal::TooLate => "Demasiado tarde: la pregunta ya estaba cerrada.",
        Refusal::NoSuchAnswer => "Esta respuesta no se puede aceptar",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "Ese sobre ya no estaba",
        Refusal::TooEarly => "Un poco demasiado pronto",
        Refusal::RainOver => "La lluvia ya había terminado",
        Refusal::NotEligible => "No estabas entre quienes pueden atrapar",
        Refusal::SoldOut => "No queda ningún sobre para ti",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "Ahora no se puede.",
        Refusal::TooManyJoins { .. } => {
            "Hay mucha gente entrando desde tu red. Se intentará otra vez."
        }
        Refusal::Field => "Rellena lo que pide el anfitrión, como en el ejemplo.",
        Refusal::SignInNeeded => {
            "Esta partida es para quienes inician sesión. Ábrela con el enlace que recibiste."
        }
        Refusal::Stale => "La partida ya había avanzado.",
        Refusal::NotAllowed => "Este navegador no tiene permiso para eso.",
        Refusal::TooFast => "Demasiado rápido. Espera un momento.",
        Refusal::Malformed => "El servidor no entendió. Recarga la página.",
        Refusal::Unavailable => "El servidor está ocupado. Se intentará otra vez.",
    }
}
