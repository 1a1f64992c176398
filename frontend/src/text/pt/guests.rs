//! Brazilian Portuguese.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use super::many;
use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "Listas de convidados",
    to_studio: "Biblioteca",
    why: "Cada convidado tem um código em um cartão. O primeiro aparelho que o mostrar joga como esse convidado, em todos os jogos da lista, e nenhum outro, até você liberar o convite.",
    new_list: "Nova lista",
    name: "Para que é",
    name_such_as: "Por exemplo: festa de fim de ano",
    count: "Quantos convidados",
    table: "Ou uma tabela de nomes (CSV)",
    table_why: "Uma linha por convidado: o nome e, se quiser, uma identificação sua, como a matrícula, que também aparece nos resultados e pagamentos. A primeira linha pode chamar as colunas de “nome” e “identificação”; deixe as outras de fora.",
    refused,
    make: "Criar lista",
    lists: "Suas listas",
    none: "Não há nenhuma lista.",
    come: |used, guests| {
        let came = if used < 2 { "chegou" } else { "chegaram" };
        format!("{used} de {guests} já {came}")
    },
    open: "Convidados",
    cards: "Cartões",
    badges: "Crachás",
    download: "Baixar (CSV)",
    print: "Imprimir",
    back: "Voltar às listas",
    search: "Procurar convidado",
    found: |found| many(found.into(), "convidado", "convidados"),
    more: "Mais",
    unused: "sem uso",
    used: "Chegou",
    free: "Liberar o convite",
    free_why: "O aparelho que joga com ele sai na hora, e o próximo que mostrar o código continua no lugar dele.",
    remove: "Remover",
    remove_why: "O cartão deixa de valer. O que já foi pego com ele continua registrado, mas quem jogou com ele não consegue mais voltar a isso.",
    delete: "Excluir",
    delete_why: |used| {
        match used {
        0 => "Os cartões dela deixam de valer.".to_owned(),
        1 => "1 convidado já chegou. O login dele é encerrado na hora, e ele não vê mais o saldo. O que ele pegou continua registrado com o nome dele, e os cartões deixam de valer.".to_owned(),
        used => format!(
            "{used} convidados já chegaram. O login deles é encerrado na hora, e nenhum deles vê mais o saldo. O que eles pegaram continua registrado com seus nomes, e os cartões deixam de valer."
        ),
    }
    },
    keep: "Manter",
    on_card: "Escaneie ou digite este código no jogo",
    guest: |number| format!("Convidado {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => {
            "Escreva para que é a lista, para reconhecê-la depois.".to_owned()
        }
        InvalidGuests::Text(0) => format!(
            "Diga para que é a lista em até {MAX_GUEST_NAME_CHARS} caracteres que possam ser mostrados."
        ),
        InvalidGuests::Text(line) => format!(
            "Linha {line}: nomes e identificações têm no máximo {MAX_GUEST_NAME_CHARS} caracteres, que possam ser mostrados."
        ),
        InvalidGuests::SameLabel(line) => {
            format!("Linha {line}: outro convidado já tem esta identificação.")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join(", ");
            format!(
                "Linha {line}: esta tabela tem as colunas {columns}. São lidas uma de nomes e uma de identificações, como a matrícula: chame-as de “nome” e “identificação” na primeira linha e tire as outras."
            )
        }
        InvalidGuests::Count => format!(
            "Uma lista tem de 1 a {MAX_GUESTS} convidados: informe quantos são ou traga uma tabela com uma linha para cada um."
        ),
        InvalidGuests::Wide(line) => format!("Linha {line}: esta linha tem mais de 1000 células."),
        InvalidGuests::Quote(line) => format!(
            "Linha {line}: aqui abre uma aspa que não fecha, ou o texto continua depois dela. Duplique as aspas que fazem parte de um texto ou tire-as."
        ),
    }
}
