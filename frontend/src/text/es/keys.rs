//! Spanish.

use quizrain_shared::api::Scope;

use super::many;
use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "Claves para programas",
    to_studio: "Biblioteca",
    why: "Con una clave, un programa tuyo puede hacer una parte de lo que tú puedes hacer aquí, hasta que la revoques. Da a cada programa la suya.",
    new_key: "Clave nueva",
    name: "Para qué es",
    name_such_as: "Por ejemplo: importación nocturna",
    scopes: "Qué puede hacer",
    scope: |scope| match scope {
        Scope::QuizzesRead => "Buscar y leer quizzes",
        Scope::QuizzesWrite => "Escribir e importar quizzes, subir imágenes",
        Scope::GamesRun => "Crear y dirigir partidas",
        Scope::ResultsRead => "Leer los resultados de las partidas",
    },
    expires: "Expira:",
    never_expires: "nunca",
    for_days: |days| format!("en {}", many(days.into(), "día", "días")),
    make: "Crear clave",
    only_now: "Cópiala ahora: se muestra solo esta vez y no se guarda en ningún sitio.",
    whole_key: "La clave completa",
    copy: "Copiar",
    copied: "Copiado",
    keys: "Tus claves",
    none: "No hay ninguna clave.",
    made: "Creada:",
    made_by: |login| format!("por {login}"),
    made_by_nobody: "por una cuenta eliminada",
    used: "Último uso:",
    never_used: "nunca",
    expired: "Expiró:",
    revoke: "Revocar",
    revoke_why: "Los programas que la usan se rechazan de inmediato.",
    keep: "Conservarla",
};
