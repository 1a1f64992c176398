//! Spanish.

use quizrain_shared::api::{FlagReason, HUMAN_MS, TOGETHER_MS};
use quizrain_shared::wire::Incident;

use super::many;
use crate::text::desk::DeskWords;

pub(in crate::text) static WORDS: DeskWords = DeskWords {
    all_fine: "Todo funciona",
    amiss: |incident| match incident {
        Incident::RedisAway => "Redis no responde",
        Incident::DatabaseAway => "La base de datos no responde",
        Incident::RolledBack => "Se perdieron los últimos momentos",
    },
    payouts_wait: "Hay pagos que te esperan: mira el extracto",
    books_missing: "El libro de cuentas no responde",
    play_along: "Jugar también",
    running_for: |minutes| match (minutes / 60, minutes % 60) {
        (0, 0) => "ahora mismo".to_owned(),
        (0, minutes) => format!("desde hace {minutes} min"),
        (hours @ 1..48, minutes) => format!("desde hace {hours} h {minutes} min"),
        (hours, _) => format!("desde hace {} días", hours / 24),
    },
    goes_on_in: |n| format!("Sigue en {n} s"),
    stay: "Quedarse aquí",
    add_time: "+10 s",
    add_minutes: "+5 min",
    questions: "Preguntas",
    for_you: "Solo para ti",
    now: "Ahora",
    next: "Después",
    no_next: "No quedan preguntas.",
    skip: "Saltarla",
    make_next: "Ponerla después",
    ask_now: "Hacerla ahora",
    ask_again: "Repetirla",
    ask_again_sure: "¿Repetir esta pregunta?",
    ask_again_why: "Se quitan los puntos que dio, y cuenta de nuevo.",
    asked: "Hecha",
    answer: "Respuesta",
    no_answer: "Aquí nada es correcto ni incorrecto.",
    region_side: ["Desde la izquierda (%)", "Desde arriba (%)", "Ancho (%)", "Alto (%)"],
    fix: "Corregir la respuesta",
    fix_why: "Puntuaciones y puestos se calculan de nuevo. El dinero ya acreditado se queda.",
    right_choices: "Lo que es correcto",
    accepted: "Respuestas aceptadas, una por línea",
    right_number: "Número correcto",
    tolerance: "También correcto, con esta diferencia como máximo",
    place: |n| format!("Posición {n}"),
    save: "Guardar y recalcular",
    unfit: "Esta no puede ser la respuesta correcta a esta pregunta.",
    players: "Jugadores",
    search: "Buscar por nombre",
    nobody: "Nadie con este nombre.",
    offline: "sin conexión",
    cards: super::outcome::WORDS.revive_cards,
    range: |from, to, of| format!("{from}–{to} de {of}"),
    back: "Anteriores",
    more: "Siguientes",
    name: "Apodo",
    rename: "Renombrar",
    points: "Puntos que sumar (−50 quita 50)",
    note: "Por qué; el jugador lo lee",
    correct_points: "Corregir los puntos",
    points_wrong: "Escribe un número entero distinto de 0, como 100 o −50.",
    revive: "Dar una vida extra",
    revive_all: "Revivir a todos",
    revive_all_sure: "¿Revivir a todos los que están fuera?",
    revive_all_why: "Todos vuelven a jugar, con los puntos que tienen.",
    remove: "Sacar de la partida",
    remove_why: "El jugador pierde su plaza y sus puntos. Los sobres que atrapó siguen siendo suyos.",
    sign_out: "Cerrar su sesión",
    sign_out_why: "Se cierra la sesión de esta persona en todos sus navegadores a la vez, en todas las partidas. Con un enlace suyo que aún sirva, o con la tarjeta de invitado, se puede volver a entrar; plaza, puntos y sobres la esperan.",
    signed_out: "Sesión cerrada.",
    ban_no: "Puede volver a entrar",
    ban: "No puede volver",
    ban_address: "No puede volver, ni nadie nuevo desde la misma conexión",
    ban_address_why: "Nadie más puede entrar desde la misma conexión, como el mismo wifi. Quienes están dentro se quedan.",
    same_address: |n| match n {
        0 => "Ningún otro jugador llegó desde ahí.".to_owned(),
        1 => "Otro jugador llegó desde ahí.".to_owned(),
        _ => format!("{n} jugadores más llegaron desde ahí."),
    },
    flags: "Por revisar",
    flags_why: "Varias ventanas de una misma persona, o un programa, se ven así. No se le quita nada a nadie: todos juegan y atrapan.",
    flag: |reason| match reason {
        FlagReason::SameAnswers { questions, of, seat, alike } => {
            let questions = many(questions.into(), "pregunta", "preguntas");
            format!(
                "Misma opción que la plaza {seat}, con menos de {TOGETHER_MS} ms de diferencia: {questions} de {of}. {alike} plazas lo hacen juntas."
            )
        }
        FlagReason::FastAnswers { questions, of } => {
            let questions = many(questions.into(), "pregunta", "preguntas");
            format!("Respondió en menos de {HUMAN_MS} ms: {questions} de {of}.")
        }
        FlagReason::SameAddress { seats } => {
            format!("Una de {seats} plazas que llegaron desde una misma conexión en un minuto.")
        }
        FlagReason::FewAnswers { answered, of } => {
            let answered = many(answered.into(), "pregunta", "preguntas");
            format!("Respondió {answered} de {of}.")
        }
        FlagReason::LateSeat => "Ocupó la plaza cuando la lluvia ya se había abierto.".to_owned(),
    },
    seat: |number| format!("Plaza {number}"),
    close: "Cerrar",
    settings: "Ajustes",
    locked: "La entrada está cerrada: nadie más puede unirse",
    late_join: "Se puede entrar después de la primera pregunta",
    board: "Clasificación",
    board_every: |n| match n {
        0 => "solo al final".to_owned(),
        1 => "después de cada pregunta".to_owned(),
        _ => format!("cada {n} preguntas"),
    },
    live_results: "Mostrar resultados mientras una pregunta está abierta",
    live_results_why: "De encuestas, escalas, nubes de palabras y textos abiertos: lo que no tiene respuesta correcta.",
    reactions: "Los jugadores pueden reaccionar",
    reactions_why: "En la sala y en el podio: aplausos, corazones y risas suben por la pantalla grande.",
    auto: "Avanzar solo",
    auto_why: "Después de respuestas, diapositivas y clasificación. Puedes avanzar antes, o quedarte, en cualquier momento.",
    auto_reveal: "Segundos para respuestas y diapositivas",
    auto_board: "Segundos para la clasificación",
    auto_wrong: |from, to| format!("De {from} a {to} segundos."),
    links: "Enlaces",
    link_host: "Teléfono o coanfitrión",
    link_host_why: "Dirige la partida igual que tú: desde tu propio teléfono, o con alguien que te ayuda.",
    link_viewer: "Observador",
    link_viewer_why: "Ve esta página con todas las preguntas y respuestas, y no puede tocar nada.",
    links_full: |n| format!("Una partida tiene {n} enlaces como máximo. Anula alguno."),
    link_alt: "Código QR del enlace",
    link_address: "Escanea el código, o envía esta dirección a una sola persona",
    copy: "Copiar",
    copied: "Copiado",
    link_until: "Se abre una sola vez, hasta:",
    link_used: "El enlace se abrió.",
    link_over: "El enlace ya no se puede usar.",
    link_waits: "sin abrir",
    link_in_use: "en uso",
    end_link: "Anular",
    end_links: "Anular todos",
    end_links_sure: "¿Anular todos los enlaces?",
    end_links_why: "Todos los que llegaron con un enlace pierden esta página de inmediato. La tuya se queda.",
    link_held: "Este navegador ya está en el panel de esta partida. ¿Usar el enlace de todos modos?",
    link_use: "Usar el enlace",
    link_keep: "Seguir como antes",
    link_gone: "Este enlace ya se usó o es demasiado viejo",
    link_gone_why: "Pide uno nuevo al anfitrión.",
    right_ended: "Tu enlace a esta partida se anuló",
    watching: "Estás observando",
};
