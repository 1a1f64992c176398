//! Brazilian Portuguese.

use quizrain_shared::api::Scope;

use super::many;
use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "Chaves para programas",
    to_studio: "Biblioteca",
    why: "Com uma chave, um programa seu faz parte do que você faz aqui, até você revogá-la. Dê a cada programa a sua.",
    new_key: "Nova chave",
    name: "Para que serve",
    name_such_as: "Por exemplo: importação noturna",
    scopes: "O que ela pode fazer",
    scope: |scope| match scope {
        Scope::QuizzesRead => "Encontrar e ler quizzes",
        Scope::QuizzesWrite => "Escrever e importar quizzes, enviar imagens",
        Scope::GamesRun => "Criar e conduzir jogos",
        Scope::ResultsRead => "Ler os resultados dos jogos",
    },
    expires: "Expira",
    never_expires: "nunca",
    for_days: |days| ["em ", &many(days.into(), "dia", "dias")].concat(),
    make: "Criar chave",
    only_now: "Copie agora: ela aparece só desta vez e não fica guardada em lugar nenhum.",
    whole_key: "A chave inteira",
    copy: "Copiar",
    copied: "Copiado",
    keys: "Suas chaves",
    none: "Não há nenhuma chave.",
    made: "Criada",
    made_by: |login| format!("por {login}"),
    made_by_nobody: "por uma conta excluída",
    used: "Último uso",
    never_used: "nunca",
    expired: "Expirou",
    revoke: "Revogar",
    revoke_why: "Os programas que a usam são recusados na hora.",
    keep: "Manter",
};
