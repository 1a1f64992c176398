//! Spanish.

use super::many;
use crate::text::player::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &super::outcome::WORDS,
    names: &quizrain_shared::language::es::NAMES,
    tap_another: "Siguen cayendo sobres: toca otro.",
    understood: "OK",
    home_title: "Únete a una partida",
    pin_wrong: "Un PIN tiene seis cifras.",
    your_name: "Tu apodo",
    join: "Entrar",
    joining: "Entrando…",
    locked_why: "El anfitrión cerró la entrada. Podrás unirte cuando vuelva a abrirla.",
    late_why: "La partida ya empezó y no entra nadie más.",
    spin: |left| match left {
        0 => "No quedan más apodos".to_owned(),
        1 => "Otro apodo (queda 1)".to_owned(),
        _ => format!("Otro apodo (quedan {left})"),
    },
    removed_why: "Si fue un error, habla con el anfitrión. Aquí puedes unirte a otra partida.",
    field_note: "Solo lo ve el anfitrión.",
    identity_note: "No hace falta cuenta. Este navegador guarda tu plaza y tu saldo.",
    signed_note: "Hay que iniciar sesión. Tu plaza y tu saldo te siguen a todos tus dispositivos.",
    invited_note: "Con invitación. Tu plaza y tu saldo te siguen a todas las partidas de esta lista.",
    playing_as: "Juegas como",
    not_you: "¿No eres tú? Cerrar sesión",
    invite_code: "El código de tu invitación",
    sign_in_failed: "No se pudo iniciar sesión. Vuelve a abrir tu enlace.",
    elsewhere: "Estás jugando en otra ventana",
    elsewhere_why: "Solo una ventana a la vez puede ocupar tu plaza. No se pierde nada.",
    use_it_here: "Jugar aquí",
    vibration: "Vibración",
    you_are_in: "¡Ya estás dentro!",
    glory: |rank| match rank {
        1 => "¡Ganaste!",
        2 => "¡Segundo puesto!",
        _ => "¡Tercer puesto!",
    },
    tap_face: "Toca para cambiar de cara",
    see_your_name: "Mira tu apodo en la pantalla grande.",
    react: "Reacciona en la pantalla grande",
    reactions: ["Aplausos", "Corazón", "Risa", "Sorpresa", "Fiesta"],
    begin: "Empezar",
    begin_why: "Sin prisa: el tiempo de cada pregunta empieza cuando la ves.",
    next: "Siguiente",
    finish: "Terminar",
    all_done: "¡Listo, terminaste!",
    all_done_why: "Respondiste todas las preguntas. La clasificación final llega al cerrar la partida.",
    send: "Enviar respuesta",
    pick_all: "Elige todas las respuestas correctas.",
    pick_any: "Elige todas las que quieras.",
    type_answer: "Escribe tu respuesta.",
    type_word: "Escribe una palabra.",
    type_words: "Escribe una palabra en cada campo; con una basta.",
    type_text: "Escribe una frase.",
    type_number: "Escribe un número.",
    change_sign: "Más o menos",
    put_in_order: "Arrastra los elementos para ordenarlos, o usa las flechas.",
    put_pairs: "Toca dos de la derecha y cambiarán de lugar.",
    put_pin: "Toca la imagen donde creas que está.",
    pin_label: "La imagen. Las flechas del teclado mueven tu marca.",
    move_with_arrows: "Mover con las flechas del teclado",
    move_up: "Subir",
    move_down: "Bajar",
    sound: "El sonido de la pregunta",
    sound_words: "Lo que se oye, por escrito",
    look_up: "Mira la pantalla grande.",
    sending: "Enviando…",
    answer_in: "Respuesta recibida. Un momento…",
    card_earned: "Ganas una vida extra.",
    card_saved: "Una vida extra te salvó.",
    you_are_out: "Estás fuera. Puedes seguir respondiendo, solo por diversión.",
    out_earns_nothing: "Estás fuera: esto no da puntos.",
    no_points_yet: "Esta es la respuesta correcta.",
    final_board: "Clasificación final",
    another_game: "Unirse a otra partida",
    play_again: "Jugar otra vez",
    tap_one: "¡Toca un sobre rojo!",
    tap_keys: "o pulsa Espacio",
    packets_left: |left| {
        if left == 1 {
            "¡Solo queda 1!".to_owned()
        } else {
            ["¡Solo quedan ", &left.to_string(), "!"].concat()
        }
    },
    grabbing: "Abriendo…",
    crediting: "¡Atrapado! En camino a tu saldo…",
    crediting_long: "Atrapado. Acreditarlo tarda más de lo normal; esta página te avisará.",
    credited: "Acreditado en tu saldo",
    lost: "Este sobre se perdió",
    lost_why: "Un servidor falló antes de acreditarlo, y el sobre no es tuyo. Tu saldo no ha cambiado. Lo sentimos.",
    next_time: "¡Más suerte en la próxima lluvia!",
    worth: |n| format!("hasta {}", many(n.into(), "punto", "puntos")),
    too_long: |n| format!("{} como máximo.", many(n as u64, "carácter", "caracteres")),
    number_between: |low, high| ["Escribe un número entre ", low, " y ", high, "."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Escribe un número entero.".to_owned(),
        n => format!("{} como máximo.", many(n.into(), "decimal", "decimales")),
    },
    off_by: |far| [far, " de diferencia"].concat(),
    pin_at: |x, y| format!("Tu marca: {x} % desde la izquierda, {y} % desde arriba."),
    too_few_points: |need, have| {
        let need = many(need, "punto", "puntos");
        format!("Esta lluvia es para quienes tienen al menos {need}. Tú tienes {have}.")
    },
    join_wait: |seconds| {
        let wait = many(seconds.into(), "segundo", "segundos");
        format!(
            "Hay muchísima gente entrando desde tu red. Deja esta página abierta: lo intenta otra vez en {wait} o un poco más."
        )
    },
    came_too_late: "Esta lluvia es para quienes ya estaban en la partida. Podrás participar en la próxima.",
    last_was_wrong: "Esta lluvia es para quienes acertaron la última respuesta.",
    place_too_low: |last, rank| {
        let who = match last {
            1 => "quien va en cabeza".to_owned(),
            _ => format!("los {last} mejores"),
        };
        format!("Esta lluvia es para {who}. Tu puesto: {rank}.")
    },
    rank_too_low: |percent, rank| {
        format!("Esta lluvia es para el mejor {percent} % de los jugadores. Tu puesto: {rank}.")
    },
};
