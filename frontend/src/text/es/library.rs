//! Spanish.

use quizrain_shared::api::QuizSort;

use super::many;
use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "Biblioteca",
    to_host: "Organizar partida",
    to_api: "Para programas: la API",
    to_studio: "Escribir, importar y buscar quizzes",
    new_quiz: "Quiz nuevo",
    import: "Importar archivos…",
    search: "Buscar títulos, etiquetas y preguntas",
    sort: "Ordenar por",
    sorts: |sort| match sort {
        QuizSort::Title => "Título",
        QuizSort::Changed => "Último cambio",
        QuizSort::Played => "Última partida",
        QuizSort::Created => "Más nuevos",
    },
    places: "Dónde",
    place: |place| match place {
        Place::Shelf => "Quizzes",
        Place::Archive => "Archivo",
        Place::Bin => "Papelera",
    },
    tags: "Etiquetas",
    all_tags: "Todas las etiquetas",
    listed: |n, more| match (n, more) {
        (n, false) => many(n as u64, "quiz", "quizzes"),
        (n, true) => format!("Los primeros {n} quizzes"),
    },
    show_more: "Mostrar más",
    nothing_found: "Ningún quiz tiene todo esto.",
    show_all: "Mostrar todos los quizzes",
    empty: |place| match place {
        Place::Shelf => "Todavía no hay quizzes. Escribe uno, o suelta un archivo aquí.",
        Place::Archive => {
            "El archivo está vacío. Lo que hay en él no aparece entre los quizzes, pero se puede seguir jugando."
        }
        Place::Bin => "La papelera está vacía.",
    },
    untitled: "Quiz sin título",
    to_fix: |n| many(n.into(), "cosa por corregir", "cosas por corregir"),
    played: "Última partida",
    never_played: "Nunca se jugó",
    deleted_on: "Eliminación definitiva",
    more: "Acciones…",
    more_of: |quiz| format!("Acciones para {quiz}"),
    other_kind: "otro",
    owned: |owned| match owned {
        Owned::Mine => "Solo mío",
        Owned::Others => "Solo de su anfitrión",
        Owned::Shared => "Compartido con el equipo",
    },
    share: "Compartir con el equipo",
    unshare: "Dejar de compartir",
    duplicate: "Duplicar",
    copy_of: |quiz| format!("{quiz} (copia)"),
    archive: "Archivar",
    unarchive: "Sacar del archivo",
    bin: "Mover a la papelera",
    restore: "Restaurar",
    undo: "Deshacer",
    done: |done, quiz| match done {
        Done::Archived => format!("“{quiz}” está en el archivo."),
        Done::Unarchived => format!("“{quiz}” está otra vez entre los quizzes."),
        Done::Binned => format!("“{quiz}” está en la papelera por 30 días."),
        Done::Restored => format!("“{quiz}” salió de la papelera."),
        Done::Copied => format!("Se creó “{quiz}”."),
        Done::Tagged => format!("Se guardaron las etiquetas de “{quiz}”."),
        Done::BroughtBack => format!("Se recuperó la versión anterior de “{quiz}”."),
        Done::Shared => {
            format!(
                "“{quiz}” está compartido con el equipo: todos los anfitriones lo ven y lo editan."
            )
        }
        Done::TakenBack => format!("“{quiz}” vuelve a ser solo de su anfitrión."),
    },
    tags_how: "Separa las etiquetas con comas.",
    save_tags: "Guardar etiquetas",
    too_many_tags: "Un quiz tiene como máximo 20 etiquetas de 40 caracteres.",
    download: "Descargar",
    format: "Formato",
    download_button: "Descargar archivo",
    says_all: "En este formato cabe todo lo de este quiz.",
    says_not: |n| match n {
        1 => "1 cosa no está en el archivo:".to_owned(),
        _ => format!("{n} cosas no están en el archivo:"),
    },
    versions: "Versiones anteriores",
    no_versions: "No hay ninguna versión anterior.",
    version: |n| format!("Versión {n}"),
    look: "Ver",
    bring_back: "Recuperar",
    close: "Cerrar",
    import_title: "Importar quizzes",
    import_why: "Suelta archivos aquí o elígelos. Primero se muestra lo que contienen; nada se importa hasta que tú lo digas.",
    choose_files: "Elegir archivos",
    reading: "Leyendo…",
    saving: "Importando…",
    too_large: |mib| format!("El archivo es demasiado grande; {mib} MiB como máximo."),
    nothing_usable: "Nada de este archivo se puede importar.",
    quiz_title: "Título",
    all_questions: "Todas las preguntas",
    choose_questions: |n, of| format!("Preguntas elegidas: {n} de {of}"),
    expected: |what| format!("Se esperaba: {what}"),
    problems_csv: "Descargar los problemas (CSV)",
    csv_head: ["Archivo", "Lugar", "Lo que hay", "Se esperaba", "Línea"],
    encoding: "La codificación del archivo",
    encoding_why: "El texto no es Unicode, y el archivo no dice qué es.",
    columns: "Qué significan las columnas",
    columns_why: "La tabla no dice qué son sus columnas.",
    column: |column| match column {
        Column::Header => "Fila del encabezado; 0: no hay",
        Column::Question => "Columna de la pregunta, como A",
        Column::Choices => "Columnas de las opciones, como B-E",
        Column::Correct => "Columna de la respuesta correcta",
        Column::Time => "Columna de los segundos, si la hay",
    },
    read_again: "Leer de nuevo",
    import_questions: |n| format!("Importar {}", many(n as u64, "pregunta", "preguntas")),
    imported: "Importado:",
    leave_out: "Dejar fuera este archivo",
    from_file: "Del archivo",
    files_to_mend: "Archivos con errores en la carpeta de quizzes del servidor",
    file_is_used: |part| match part {
        true => "El resto de este archivo está en la biblioteca.",
        false => "Sin leer. Un quiz creado antes con este archivo se queda como estaba.",
    },
    more_to_mend: |n| format!("y {n} más"),
    drop_here: "Suelta aquí archivos de quiz",
};
