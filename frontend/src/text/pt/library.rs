//! Brazilian Portuguese.

use quizrain_shared::api::QuizSort;

use super::many;
use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "Biblioteca",
    to_host: "Conduzir um jogo",
    to_api: "Para programas: a API",
    to_studio: "Escrever, importar e encontrar quizzes",
    new_quiz: "Novo quiz",
    import: "Importar arquivos…",
    search: "Buscar em títulos, etiquetas e perguntas",
    sort: "Ordenar por",
    sorts: |sort| match sort {
        QuizSort::Title => "Título",
        QuizSort::Changed => "Última alteração",
        QuizSort::Played => "Último jogo",
        QuizSort::Created => "Mais novos",
    },
    places: "Onde",
    place: |place| match place {
        Place::Shelf => "Quizzes",
        Place::Archive => "Arquivados",
        Place::Bin => "Lixeira",
    },
    tags: "Etiquetas",
    all_tags: "Todas as etiquetas",
    listed: |n, more| match (n, more) {
        (n, false) => many(n as u64, "quiz", "quizzes"),
        (n, true) => format!("Os primeiros {n} quizzes"),
    },
    show_more: "Mostrar mais",
    nothing_found: "Nenhum quiz tem tudo isso.",
    show_all: "Mostrar todos os quizzes",
    empty: |place| match place {
        Place::Shelf => "Ainda não há nenhum quiz. Escreva um ou solte um arquivo aqui.",
        Place::Archive => {
            "Não há nada arquivado. O que se arquiva sai da lista de quizzes e ainda pode ser jogado."
        }
        Place::Bin => "A lixeira está vazia.",
    },
    untitled: "Quiz sem título",
    to_fix: |n| many(n.into(), "coisa a corrigir", "coisas a corrigir"),
    played: "Último jogo",
    never_played: "Nunca jogado",
    deleted_on: "Exclusão definitiva",
    more: "Ações…",
    more_of: |quiz| format!("Ações de {quiz}"),
    other_kind: "outro",
    owned: |owned| match owned {
        Owned::Mine => "Só meu",
        Owned::Others => "Só do anfitrião dele",
        Owned::Shared => "Compartilhado com a equipe",
    },
    share: "Compartilhar com a equipe",
    unshare: "Retirar da equipe",
    duplicate: "Duplicar",
    copy_of: |quiz| format!("{quiz} (cópia)"),
    archive: "Arquivar",
    unarchive: "Desarquivar",
    bin: "Mover para a lixeira",
    restore: "Restaurar",
    undo: "Desfazer",
    done: |done, quiz| match done {
        Done::Archived => format!("“{quiz}” foi arquivado."),
        Done::Unarchived => format!("“{quiz}” voltou à lista de quizzes."),
        Done::Binned => format!("“{quiz}” fica na lixeira por 30 dias."),
        Done::Restored => format!("“{quiz}” saiu da lixeira."),
        Done::Copied => format!("“{quiz}” foi criado."),
        Done::Tagged => format!("As etiquetas de “{quiz}” foram salvas."),
        Done::BroughtBack => format!("A versão anterior de “{quiz}” voltou."),
        Done::Shared => {
            format!("“{quiz}” está com a equipe: todos os anfitriões o veem e editam.")
        }
        Done::TakenBack => format!("“{quiz}” é de novo só do anfitrião dele."),
    },
    tags_how: "Separe as etiquetas com vírgulas.",
    save_tags: "Salvar etiquetas",
    too_many_tags: "Um quiz tem no máximo 20 etiquetas de 40 caracteres.",
    download: "Baixar",
    format: "Formato",
    download_button: "Baixar arquivo",
    says_all: "Neste formato cabe tudo o que há neste quiz.",
    says_not: |n| {
        if n < 2 {
            format!("{n} coisa não está no arquivo:")
        } else {
            format!("{n} coisas não estão no arquivo:")
        }
    },
    versions: "Versões anteriores",
    no_versions: "Não há versão anterior.",
    version: |n| format!("Versão {n}"),
    look: "Ver",
    bring_back: "Trazer de volta",
    close: "Fechar",
    import_title: "Importar quizzes",
    import_why: "Solte arquivos aqui ou escolha-os. Primeiro você vê o que há neles; nada é importado antes de você mandar.",
    choose_files: "Escolher arquivos",
    reading: "Lendo…",
    saving: "Importando…",
    too_large: |mib| format!("O arquivo é grande demais; o máximo é {mib} MiB."),
    nothing_usable: "Nada neste arquivo pode ser importado.",
    quiz_title: "Título",
    all_questions: "Todas as perguntas",
    choose_questions: |n, of| format!("{n} de {of} perguntas escolhidas"),
    expected: |what| format!("Esperado: {what}"),
    problems_csv: "Baixar os problemas em CSV",
    csv_head: ["Arquivo", "Lugar", "O que há lá", "Esperado", "Linha"],
    encoding: "Codificação do arquivo",
    encoding_why: "O texto não é Unicode, e o arquivo não diz o que é.",
    columns: "O que significam as colunas",
    columns_why: "A tabela não diz o que são suas colunas.",
    column: |column| match column {
        Column::Header => "Linha do cabeçalho; 0: não há",
        Column::Question => "Coluna da pergunta, como A",
        Column::Choices => "Colunas das alternativas, como B-E",
        Column::Correct => "Coluna da resposta certa",
        Column::Time => "Coluna dos segundos, se houver",
    },
    read_again: "Ler de novo",
    import_questions: |n| ["Importar ", &many(n as u64, "pergunta", "perguntas")].concat(),
    imported: "Importado:",
    leave_out: "Deixar este arquivo de fora",
    from_file: "Do arquivo",
    files_to_mend: "Arquivos com erros na pasta de quizzes do servidor",
    file_is_used: |part| match part {
        true => "O resto deste arquivo está na biblioteca.",
        false => "Não foi lido. Um quiz já feito deste arquivo continua como estava.",
    },
    more_to_mend: |n| format!("e mais {n}"),
    drop_here: "Solte aqui os arquivos de quiz",
};
