//! Spanish.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::many;
use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis no responde. Hasta que vuelva, nadie puede entrar, responder ni atrapar un sobre, y nada avanza."
        }
        Incident::DatabaseAway => {
            "La base de datos no responde. El quiz sigue, y los sobres atrapados se acreditan más tarde. Las partidas nuevas, las lluvias nuevas y el final de una lluvia esperan a que vuelva."
        }
        Incident::RolledBack => {
            "Los servidores perdieron los últimos momentos y repusieron lo que habían mostrado las pantallas. Mira la imagen antes de seguir."
        }
    },
    try_device: "Probar dispositivos y wifi",
    cancel: "Cancelar",
    locked: "cerrada",
    no_such_game: "Esta partida no existe",
    join_at: "Entra en",
    qr_alt: "Código QR que abre esta partida",
    answered: |n| if n == 1 { " respuesta" } else { " respuestas" },
    points: "puntos",
    sound: "Esta pregunta tiene un sonido",
    sound_again: "Repetir el sonido",
    sound_stop: "Parar el sonido",
    sound_click: "Haz clic para oír el sonido",
    sound_fails: "Este navegador no puede reproducir el sonido.",
    mute: "Silencio",
    mute_why: "Todo lo que suena en esta pantalla: música, señales, sonidos de preguntas. + y − suben y bajan el volumen.",
    volume: "Volumen",
    full_screen: "Pantalla completa",
    next_game_soon: "La próxima partida empieza pronto",
    all_gone: "¡Se acabaron!",
    of_pot: "de",
    key_title: "Organizar partida",
    key_why: "Abre el enlace que Quizrain mostró en su terminal, o pega la clave de ahí. Sin terminal, pregunta a quien administra el servidor.",
    host_key: "Clave de anfitrión",
    key_wrong: "Una clave tiene 32 caracteres, 0–9 y a–f.",
    key_not_accepted: "El servidor no lo acepta: la clave no es correcta, tu sesión está cerrada o tu cuenta no tiene permiso. Un propietario del servidor puede ayudar.",
    other_key: "Iniciar sesión o usar otra clave",
    library: "Elige un quiz",
    library_empty: "Todavía no hay quizzes. Añade uno con quizrain import.",
    running_games: "Partidas en curso",
    go_on: "Seguir",
    start_game: "Abrir la sala",
    draw_questions: "Preguntas, sorteadas",
    to_library: "Biblioteca",
    players: "Jugadores",
    lock: "Cerrar la entrada",
    unlock: "Abrir la entrada",
    open_screen: "Abrir la pantalla grande",
    controls: "Controles",
    space_hint: "Espacio, Intro, → o un mando pulsan el botón rojo.",
    state_lobby: "Están entrando jugadores",
    state_reading: "Se está leyendo la pregunta",
    state_paused: "En pausa: nadie puede responder",
    state_slide: "Se muestra una diapositiva",
    state_asking: "La pregunta está abierta",
    state_paced: "Cada quien juega a su ritmo",
    begin: "Empezar",
    close_game: "Cerrar la partida",
    closes_in: |left| format!("Se cierra en {left}"),
    own_paces: |begun, done| format!("Empezaron: {begun} · Terminaron: {done}"),
    state_revealed: "Se muestra la respuesta",
    state_rain: "Están cayendo sobres. La lluvia termina sola.",
    first_question: "Empezar la primera pregunta",
    open_question: "Abrir la pregunta",
    reveal_now: "Revelar ya",
    pause: "Pausa",
    resume: "Seguir",
    show_board: "Mostrar la clasificación",
    open_rain: "Lluvia de sobres",
    show_podium: "Mostrar a los ganadores",
    typed_texts: "Lo que escribieron los jugadores",
    hide_text: "Ocultar",
    pick_text: "Elegir",
    picked_text: |n| format!("Elegido, n.º {n}"),
    pick_why: |n| {
        format!("La pantalla grande muestra los que elijas, {n} como máximo, y ya no los demás.")
    },
    stop_rain: "Detener la lluvia",
    stop_sure: "¿Detener la lluvia ahora?",
    stop_why: "Lo atrapado queda atrapado. El resto de la bolsa se devuelve, y todos ven que la detuviste tú.",
    end_game: "Terminar la partida",
    end_sure: "¿Terminar la partida ahora?",
    end_why: "Después nadie puede responder ni atrapar nada. Los sobres acreditados se quedan.",
    take_over_title: "Esta partida se dirige desde otro navegador",
    take_over_why: "Puedes tomar el control con tu clave de anfitrión. El otro navegador deja entonces de dirigirla; los jugadores no notan nada.",
    take_over: "Tomar el control",
    which_rain: "Qué lluvia",
    another_rain: "Una lluvia nueva",
    after_question: |n| format!("Después de la pregunta {n}"),
    at_the_end: "Al final",
    has_fallen: "Ya cayó",
    pot: "Bolsa",
    currency: "Moneda",
    packets: "Sobres",
    seconds: "Segundos",
    smallest: "Sobre más pequeño",
    largest: "Sobre más grande",
    split: "Cómo se reparte la bolsa",
    split_lucky: "Al azar",
    split_lucky_why: "Importes al azar; todos tienen las mismas posibilidades.",
    split_line: "Al azar, con premios gordos",
    split_line_why: "Se corta en puntos al azar: muchos sobres pequeños y unos pocos grandes.",
    split_equal: "Iguales",
    split_equal_why: "Todos los sobres tienen lo mismo.",
    split_shares: "Una parte para cada uno",
    split_shares_why: "Todos los que pueden atrapar cuando se abre la lluvia se reparten la bolsa por igual.",
    prizes_why: "Un sobre fijo para cada uno de los tres primeros; quienes empatan lo comparten.",
    first_prize: "Primer premio",
    second_prize: "Segundo premio",
    third_prize: "Tercer premio",
    who_may: "Quién puede atrapar",
    everyone: "Todos",
    score_at_least: "Jugadores con una puntuación mínima de",
    last_right: "Quien acertó la última pregunta",
    top_share: "Los mejores jugadores, en porcentaje",
    top_rank: "Los mejores, hasta el puesto",
    let_it_rain: "¡Que llueva!",
    money_sure: "¿Hacer caer dinero de verdad?",
    money_credited: |amount| format!("{amount}: se acreditará a quienes lo atrapen."),
    packets_of: |n| many(n.into(), "sobre", "sobres"),
    for_everybody: "Para todos",
    next_question: |n, of| format!("Pregunta {n} de {of}"),
    others: |n| many(n.into(), "respuesta más", "respuestas más"),
    average: |mean| ["Media ", mean].concat(),
    climbed_most: |n| format!("Mayor subida, {}:", many(n.into(), "puesto", "puestos")),
    up: |n| format!("sube {n}"),
    down: |n| format!("baja {n}"),
    new_on_board: "nuevo",
    of_players: |n| many(n.into(), "jugador", "jugadores"),
    questions: |n| many(n.into(), "pregunta", "preguntas"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, 1) => "1 se va con las manos vacías.".to_owned(),
            (Ordering::Less, without) => format!("{without} se van con las manos vacías."),
            (Ordering::Equal, _) => "uno para cada uno.".to_owned(),
            (Ordering::Greater, over) => {
                format!("{over} de más; lo que nadie atrapa se devuelve.")
            }
        };
        let packets = many(packets.into(), "sobre", "sobres");
        format!("{packets} para {}: {so}", many(players.into(), "jugador", "jugadores"))
    },
    packets_for_some: |packets, players| {
        let packets = many(packets.into(), "sobre", "sobres");
        let players = many(players.into(), "jugador", "jugadores");
        format!(
            "{packets}. {players} aquí, pero no todos pueden atrapar: al caer se sabrá quiénes."
        )
    },
    packets_at_least: |n| {
        format!("{} como mínimo: en menos no cabe la bolsa.", many(n.into(), "sobre", "sobres"))
    },
    pot_rises: |from, to| format!("Uno para cada uno sube la bolsa de {from} a {to}."),
    pot_raised: |from, to| format!("La bolsa subió de {from} a {to}."),
    packet_for_each: "Uno por jugador",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "Escribe los importes así: 1234,50, sin separar los miles.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "Esta moneda no tiene decimales.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            let decimals = many(decimals.into(), "decimal", "decimales");
            format!("Esta moneda tiene {decimals} como máximo.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "El importe es demasiado alto.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "Elige una moneda.".to_owned(),
        DraftProblem::Number => "Escribe un número entero.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("Una lluvia dura de {} a {} segundos.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "Del 1 al 100 por ciento.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "El primer puesto es 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "Nadie puede atrapar, así que nadie puede repartirse la bolsa.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "La bolsa es demasiado pequeña para dar una parte a cada uno.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => {
            "Los premios son para los primeros puestos.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => {
                "Cada premio vale algo, y ninguno vale más que el anterior.".to_owned()
            }
            Impossible::PacketCount => format!("Una lluvia tiene de 1 a {MAX_PACKETS} sobres."),
            Impossible::MinTooSmall => "El sobre más pequeño debe tener algo.".to_owned(),
            Impossible::MaxBelowMin => {
                "El sobre más grande es menor que el más pequeño.".to_owned()
            }
            Impossible::PotTooSmall => {
                "La bolsa es demasiado pequeña para tantos sobres.".to_owned()
            }
            Impossible::PotTooLarge => {
                "La bolsa es demasiado grande: sube el sobre más grande o haz llover menos."
                    .to_owned()
            }
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "El patrocinador no aportó lo suficiente para esta bolsa",
        Refusal::NoQuestionLeft => "No quedan preguntas.",
        Refusal::NoSuchPlayer => "Este jugador ya no está en la partida.",
        Refusal::Invalid => "Esto no se puede usar.",
        Refusal::NoRainLeft => "Esta partida ya tuvo todas sus lluvias. Crea otra partida.",
        Refusal::OnlyWatching => "Este enlace te deja observar, sin tocar nada.",
        Refusal::IdentityNeeded => {
            "El dinero se paga a personas con sesión iniciada. Crea una partida para ellas, o una que diga que paga a cualquiera."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
