//! Spanish.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use super::many;
use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "Listas de invitados",
    to_studio: "Biblioteca",
    why: "Cada invitado tiene un código en una tarjeta. El primer dispositivo que lo muestra juega como este invitado, en todas las partidas de la lista, y ningún otro puede hasta que liberes la invitación.",
    new_list: "Lista nueva",
    name: "Para qué es",
    name_such_as: "Por ejemplo: gala de primavera",
    count: "Cuántos invitados",
    table: "O una tabla de nombres (CSV)",
    table_why: "Una línea por invitado: su nombre y, si quieres, un identificador tuyo, como un número de empleado, que aparecerá en resultados y pagos. La primera línea puede llamar a las columnas «nombre» e «identificador»; deja fuera todas las demás.",
    refused,
    make: "Crear lista",
    lists: "Tus listas",
    none: "No hay ninguna lista.",
    come: |used, guests| format!("Llegaron {used} de {guests}"),
    open: "Invitados",
    cards: "Tarjetas",
    badges: "Credenciales",
    download: "Descargar (CSV)",
    print: "Imprimir",
    back: "Volver a las listas",
    search: "Buscar un invitado",
    found: |found| many(found.into(), "invitado", "invitados"),
    more: "Más",
    unused: "sin usar",
    used: "Llegada:",
    free: "Liberar la invitación",
    free_why: "El dispositivo que juega con ella queda fuera de inmediato, y el próximo que muestre el código sigue en su lugar.",
    remove: "Quitar",
    remove_why: "La tarjeta ya no sirve. Quien jugó con ella conserva lo que atrapó en las cuentas, pero no puede volver a verlo.",
    delete: "Eliminar",
    delete_why: |used| match used {
        0 => "Sus tarjetas ya no sirven.".to_owned(),
        used => format!(
            "Invitados que ya llegaron: {used}. Su sesión se cierra de inmediato y no podrán volver a ver su saldo. Lo que atraparon queda en las cuentas, con sus nombres, y sus tarjetas ya no sirven."
        ),
    },
    keep: "Dejarla",
    on_card: "Escanéame, o escribe este código en el juego",
    guest: |number| format!("Invitado {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => {
            "Escribe para qué es la lista, para reconocerla después.".to_owned()
        }
        InvalidGuests::Text(0) => {
            format!(
                "Para qué es la lista: {MAX_GUEST_NAME_CHARS} caracteres como máximo, y solo de los que se pueden mostrar."
            )
        }
        InvalidGuests::Text(line) => {
            format!(
                "Línea {line}: nombres e identificadores tienen {MAX_GUEST_NAME_CHARS} caracteres como máximo, y solo de los que se pueden mostrar."
            )
        }
        InvalidGuests::SameLabel(line) => {
            format!("Línea {line}: otro invitado ya tiene este identificador.")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join(", ");
            format!(
                "Línea {line}: esta tabla tiene las columnas {columns}. Se lee una de nombres y una de identificadores, como un número de empleado: llámalas «nombre» e «identificador» en la primera línea, y quita todas las demás."
            )
        }
        InvalidGuests::Count => {
            format!(
                "Una lista tiene de 1 a {MAX_GUESTS} invitados: escribe cuántos, o da una tabla con una línea para cada uno."
            )
        }
        InvalidGuests::Wide(line) => format!("Línea {line}: más de 1000 celdas."),
        InvalidGuests::Quote(line) => {
            format!(
                "Línea {line}: aquí se abren comillas que no se cierran, o el texto sigue detrás de ellas. Escribe dos veces las comillas que sean parte del texto, o quítalas."
            )
        }
    }
}
