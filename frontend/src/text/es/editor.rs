//! Spanish.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use super::many;
use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "Editor de quiz",
    saved: "Guardado",
    unsaved: "Guardando…",
    offline: "Sin conexión. Lo que escribes queda en este navegador y se guarda en cuanto vuelva el servidor.",
    conflict: "Este quiz se cambió en otra ventana en el mismo lugar. No se pierde nada: elige cuál se queda. El otro se guarda entre las versiones anteriores.",
    keep_mine: "Quedarme con lo mío",
    take_theirs: "Tomar el otro",
    restored: "Lo que escribiste aquí la última vez no había llegado al servidor; aquí está de vuelta.",
    in_bin: "Este quiz está en la papelera. Restáuralo en la biblioteca para escribir en él.",
    from_file: |file| {
        format!(
            "Este quiz viene del archivo \u{2068}{file}\u{2069} de la carpeta de quizzes del servidor. Cuando ese archivo se vuelva a guardar, reemplazará lo que escribas aquí, que quedará entre las versiones anteriores."
        )
    },
    no_such_quiz: "Este quiz no existe",
    to_library: "Biblioteca",
    play: "Empezar una partida",
    settings: "Sobre el quiz",
    quiz_title: "Título",
    description: "Una línea sobre él",
    language: "Idioma",
    curve: "Cómo cuenta el tiempo",
    curve_speed: "La rapidez cuenta: hasta la mitad de los puntos",
    curve_linear: "La rapidez cuenta: hasta cero",
    curve_accuracy: "La rapidez no cuenta",
    wrong_percent: "Lo que cuesta un fallo, en % de los puntos",
    streak_bonus: "Un extra por respuestas correctas seguidas",
    questions: "Preguntas",
    no_question: "Todavía no hay preguntas. Añade la primera.",
    add: "Añadir una pregunta",
    bank: "De otros quizzes…",
    bank_search: "Buscar en todas las preguntas",
    bank_none: "Ninguna pregunta tiene estas palabras.",
    bank_take: "Añadir",
    close: "Cerrar",
    up: "Subir",
    down: "Bajar",
    duplicate: "Duplicar",
    delete: "Eliminar",
    undo: "Deshacer",
    redo: "Rehacer",
    list_keys: "Arrastra para ordenar. Teclas: Alt con flechas mueve, Supr elimina, Ctrl+Z deshace.",
    no_rain: "No hay ninguna lluvia prevista. Puedes hacer caer una en cualquier momento.",
    add_rain: "Prever una lluvia",
    rain_title: "Cómo la llamas; puede quedar vacío",
    rain_after: "Después de qué pregunta; vacío: al final",
    no_such_question: "No existe esa pregunta.",
    rain_done: "Listo",
    kind: "Tipo",
    text: "Pregunta",
    picture: "Imagen",
    add_picture: "Elegir una imagen…",
    picture_how: "o suelta o pega una aquí",
    uploading: "Subiendo…",
    remove_picture: "Quitar la imagen",
    alt: "Qué muestra, en palabras",
    alt_why: "Para quienes no la ven. No des la respuesta.",
    sound: "Sonido",
    add_sound: "Elegir un sonido…",
    sound_how: "o suelta o pega uno aquí: MP3, OGG o WAV, 30 segundos y 2 MiB como máximo",
    remove_sound: "Quitar el sonido",
    sound_words: "Qué se oye, en palabras",
    sound_words_why: "Los jugadores pueden abrir estas palabras en su teléfono. No des la respuesta.",
    sound_wordless: "Quien no oye el sonido no puede jugar esta pregunta: di en palabras qué se oye.",
    time: "Tiempo y puntos",
    seconds: "Segundos para responder (0: sin límite)",
    read_seconds: "Segundos para leer antes",
    points: "Puntos",
    explanation: "Se muestra con la respuesta",
    choices: "Opciones",
    right_marks: "Marca lo que es correcto.",
    add_choice: "Añadir una opción",
    shuffled: "Cada jugador ve las opciones en otro orden",
    several: "Los jugadores pueden elegir varias",
    statement: "La afirmación es",
    accepted: "Respuestas aceptadas, una por línea",
    accepted_why: "Mayúsculas, acentos, ancho y espacios no cuentan. Se muestra la primera.",
    right_number: "El número correcto",
    tolerance: "Igual de correcto: con esta diferencia",
    credit_within: "Cada vez menos hasta esta diferencia (0: nada)",
    smallest: "El menor",
    largest: "El mayor",
    step: "Paso del deslizador",
    decimals: "Decimales",
    unit: "Unidad",
    not_a_number: "Esto no es un número con esos decimales.",
    items: "Elementos, en su orden correcto",
    pairs: "Qué va con qué",
    add_item: "Añadir un elemento",
    region: "Dónde es correcto",
    region_how: "Dibuja en la imagen, o escribe dónde está, en porcentaje.",
    region_needs: "Añade primero una imagen.",
    from_left: "Desde la izquierda (%)",
    from_top: "Desde arriba (%)",
    width: "Ancho (%)",
    height: "Alto (%)",
    round: "Redondo",
    scale_from: "De",
    scale_to: "A",
    scale_from_label: "Qué significa el primero",
    scale_to_label: "Qué significa el último",
    words: "Palabras por jugador",
    nothing_right: "Aquí nada es correcto ni incorrecto; nadie gana puntos.",
    slide_why: "Una diapositiva se muestra y no se responde.",
    preview: "Vista previa",
    on_screen: "Pantalla grande",
    on_phone: "Teléfono",
    ready: "Listo para jugar",
    choice: |n| format!("Opción {n}"),
    right: |n| format!("La opción {n} es correcta"),
    item: |n| format!("Elemento {n}"),
    left: |n| format!("Izquierda {n}"),
    belongs: |n| format!("Va con izquierda {n}"),
    remove: |n| format!("Quitar el número {n}"),
    move_up: |n| format!("Subir el número {n}"),
    to_fix: |n| many(n as u64, "cosa por corregir", "cosas por corregir"),
    question: |n| format!("Pregunta {n}"),
    kinds: |kind| match kind {
        Kind::Single => "Una opción",
        Kind::Multiple => "Varias opciones",
        Kind::TrueFalse => "Verdadero o falso",
        Kind::Typed => "Respuesta escrita",
        Kind::Number => "Número",
        Kind::Order => "Ordenar",
        Kind::Matching => "Emparejar",
        Kind::Hotspot => "Marca en una imagen",
        Kind::Poll => "Encuesta",
        Kind::Scale => "Escala",
        Kind::Cloud => "Nube de palabras",
        Kind::OpenText => "Respuesta abierta",
        Kind::Slide => "Diapositiva",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "El quiz no tiene título.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "El título es demasiado largo.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("El título o la descripción tiene el carácter oculto U+{:04X}.", u32::from(*c))
        }
        InvalidQuiz::Language => "El idioma no se conoce.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "La línea sobre él es demasiado larga.".to_owned(),
        InvalidQuiz::Scoring(_) => "Un fallo cuesta de 0 a 100 por ciento.".to_owned(),
        InvalidQuiz::NoQuestion => "El quiz no tiene preguntas.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "El quiz tiene demasiadas preguntas.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "El quiz prevé demasiadas lluvias.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "Una lluvia prevista no puede caer así.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "El color principal del tema no se ve bien. Elige otro.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "La pregunta no tiene texto.".to_owned(),
        InvalidQuestion::TextTooLong(n) => {
            format!("La pregunta tiene {n} caracteres; 500 como máximo.")
        }
        InvalidQuestion::Seconds(_) => {
            "De 5 a 240 segundos para responder, o 0 para no limitar.".to_owned()
        }
        InvalidQuestion::ReadSeconds(_) => "30 segundos para leer como máximo.".to_owned(),
        InvalidQuestion::Points(_) => "10 000 puntos como máximo.".to_owned(),
        InvalidQuestion::Choices(why) => choices_problem(why),
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "De 1 a 20 respuestas aceptadas.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("La respuesta aceptada {n} no se puede escribir: 1 a 60 caracteres visibles.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("Las respuestas aceptadas {a} y {b} son iguales.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "Una escala empieza en 0 o 1 y termina entre 2 y 10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "Las palabras de un extremo de la escala son demasiado largas.".to_owned()
        }
        InvalidQuestion::Words(_) => "De 1 a 5 palabras por jugador.".to_owned(),
        InvalidQuestion::Pairs(..) => {
            "Cada elemento de la izquierda necesita uno a la derecha.".to_owned()
        }
        InvalidQuestion::Region => "El lugar correcto debe estar en la imagen.".to_owned(),
        InvalidQuestion::NoPicture => "Este tipo necesita una imagen.".to_owned(),
        InvalidQuestion::Alt(_) => {
            "La imagen necesita palabras, 200 caracteres como máximo.".to_owned()
        }
        InvalidQuestion::SoundWords(n) => {
            format!("Las palabras del sonido tienen {n} caracteres; 500 como máximo.")
        }
        InvalidQuestion::PointsForNothing => {
            "Aquí nada es correcto ni incorrecto: 0 puntos.".to_owned()
        }
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("Lo que se muestra con la respuesta tiene {n} caracteres; 500 como máximo.")
        }
        InvalidQuestion::Hidden(c) => {
            format!(
                "Un texto tiene el carácter oculto U+{:04X}; escríbelo de nuevo.",
                u32::from(*c)
            )
        }
        InvalidQuestion::TooMuchText => "Tiene demasiado texto.".to_owned(),
    }
}

fn choices_problem(why: &InvalidChoices) -> String {
    match why {
        InvalidChoices::Count(_) => "De 2 a 8 opciones.".to_owned(),
        InvalidChoices::Empty(n) => format!("El número {n} no tiene texto."),
        InvalidChoices::TooLong(n) => format!("El número {n} tiene más de 200 caracteres."),
        InvalidChoices::Same(a, b) => format!("Los números {a} y {b} son iguales."),
        InvalidChoices::NoKey => "Nada está marcado como correcto.".to_owned(),
        InvalidChoices::ManyKeys => "Aquí solo una opción puede ser correcta.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "6 decimales como máximo.",
        InvalidNumber::Ends => "El número menor debe ser inferior al mayor.",
        InvalidNumber::Step => "El paso debe ser mayor que 0 y caber entre los números.",
        InvalidNumber::Key => "El número correcto no está entre el menor y el mayor.",
        InvalidNumber::Tolerance => {
            "La diferencia que aún es correcta debe ser 0 o más y caber entre los números."
        }
        InvalidNumber::UnitTooLong(_) => "La unidad es demasiado larga.",
    };
    told.to_owned()
}
