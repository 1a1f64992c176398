//! Brazilian Portuguese.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use super::many;
use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "Editor de quiz",
    saved: "Salvo",
    unsaved: "Salvando…",
    offline: "Sem conexão. O que você escreve fica neste navegador e é salvo assim que o servidor voltar.",
    conflict: "Este quiz foi alterado em outra janela no mesmo ponto. Nada se perdeu: escolha qual fica. O outro vai para as versões anteriores.",
    keep_mine: "Ficar com o que escrevi",
    take_theirs: "Ficar com o outro",
    restored: "O que você escreveu aqui da última vez não tinha chegado ao servidor; está de volta.",
    in_bin: "Este quiz está na lixeira. Restaure-o na biblioteca para escrever nele.",
    from_file: |file| {
        format!(
            "Este quiz vem do arquivo \u{2068}{file}\u{2069}, na pasta de quizzes do servidor. Quando o arquivo for salvo de novo, ele substitui o que você escreve aqui, que fica nas versões anteriores."
        )
    },
    no_such_quiz: "Este quiz não existe",
    to_library: "Biblioteca",
    play: "Começar um jogo",
    settings: "Sobre o quiz",
    quiz_title: "Título",
    description: "Uma linha sobre ele",
    language: "Idioma",
    curve: "Como o tempo conta",
    curve_speed: "A rapidez conta: até cair à metade dos pontos",
    curve_linear: "A rapidez conta: até cair a zero",
    curve_accuracy: "A rapidez não conta",
    wrong_percent: "Quanto custa errar, em porcentagem dos pontos",
    streak_bonus: "Bônus por acertos seguidos",
    questions: "Perguntas",
    no_question: "Nenhuma pergunta ainda. Adicione a primeira.",
    add: "Adicionar pergunta",
    bank: "De outros quizzes…",
    bank_search: "Buscar em todas as perguntas",
    bank_none: "Nenhuma pergunta tem estas palavras.",
    bank_take: "Adicionar",
    close: "Fechar",
    up: "Para cima",
    down: "Para baixo",
    duplicate: "Duplicar",
    delete: "Excluir",
    undo: "Desfazer",
    redo: "Refazer",
    list_keys: "Arraste para reordenar. Teclas: Alt com setas move, Delete exclui, Ctrl+Z desfaz.",
    no_rain: "Nenhuma chuva planejada. Você pode fazer chover quando quiser.",
    add_rain: "Planejar uma chuva",
    rain_title: "Como você a chama; pode ficar vazio",
    rain_after: "Depois de qual pergunta; vazio: no fim",
    no_such_question: "Esta pergunta não existe.",
    rain_done: "Pronto",
    kind: "Tipo",
    text: "Pergunta",
    picture: "Imagem",
    add_picture: "Escolher imagem…",
    picture_how: "ou solte ou cole uma aqui",
    uploading: "Enviando…",
    remove_picture: "Remover a imagem",
    alt: "O que ela mostra, em palavras",
    alt_why: "Para quem não a vê. Não entregue a resposta.",
    sound: "Som",
    add_sound: "Escolher som…",
    sound_how: "ou solte ou cole um aqui: MP3, OGG ou WAV, no máximo 30 segundos e 2 MiB",
    remove_sound: "Remover o som",
    sound_words: "O que se ouve, em palavras",
    sound_words_why: "Os jogadores podem abrir este texto no celular. Não entregue a resposta.",
    sound_wordless: "Quem não ouve o som não consegue jogar esta pergunta: diga em palavras o que se ouve.",
    time: "Tempo e pontos",
    seconds: "Segundos para responder (0: sem limite)",
    read_seconds: "Segundos para ler antes",
    points: "Pontos",
    explanation: "Mostrado com a resposta",
    choices: "Alternativas",
    right_marks: "Marque o que está certo.",
    add_choice: "Adicionar alternativa",
    shuffled: "Cada jogador vê as alternativas em outra ordem",
    several: "Os jogadores podem marcar várias",
    statement: "A afirmação é",
    accepted: "Respostas aceitas, uma por linha",
    accepted_why: "Maiúsculas, acentos, largura das letras e espaços não contam. A primeira é a que aparece.",
    right_number: "O número certo",
    tolerance: "Também certo: errar até",
    credit_within: "Cada vez menos até errar por (0: nada)",
    smallest: "Menor",
    largest: "Maior",
    step: "Passo do controle",
    decimals: "Casas decimais",
    unit: "Unidade",
    not_a_number: "Isto não é um número com essas casas decimais.",
    items: "Itens, na ordem certa",
    pairs: "O que combina com o quê",
    add_item: "Adicionar item",
    region: "Onde está certo",
    region_how: "Desenhe na imagem ou digite onde fica, em porcentagem.",
    region_needs: "Adicione uma imagem primeiro.",
    from_left: "Da esquerda, %",
    from_top: "Do topo, %",
    width: "Largura, %",
    height: "Altura, %",
    round: "Redondo",
    scale_from: "De",
    scale_to: "Até",
    scale_from_label: "O que significa o primeiro",
    scale_to_label: "O que significa o último",
    words: "Palavras por jogador",
    nothing_right: "Aqui não há certo nem errado; ninguém ganha pontos.",
    slide_why: "Um slide é mostrado, não respondido.",
    preview: "Prévia",
    on_screen: "Telão",
    on_phone: "Celular",
    ready: "Pronto para jogar",
    choice: |n| format!("Alternativa {n}"),
    right: |n| format!("A alternativa {n} está certa"),
    item: |n| format!("Item {n}"),
    left: |n| format!("Esquerda {n}"),
    belongs: |n| format!("Combina com a esquerda {n}"),
    remove: |n| format!("Remover o número {n}"),
    move_up: |n| format!("Mover o número {n} para cima"),
    to_fix: |n| many(n as u64, "coisa a corrigir", "coisas a corrigir"),
    question: |n| format!("Pergunta {n}"),
    kinds: |kind| match kind {
        Kind::Single => "Uma escolha",
        Kind::Multiple => "Várias escolhas",
        Kind::TrueFalse => "Verdadeiro ou falso",
        Kind::Typed => "Resposta digitada",
        Kind::Number => "Número",
        Kind::Order => "Pôr em ordem",
        Kind::Matching => "Formar pares",
        Kind::Hotspot => "Ponto na imagem",
        Kind::Poll => "Enquete",
        Kind::Scale => "Escala",
        Kind::Cloud => "Nuvem de palavras",
        Kind::OpenText => "Resposta aberta",
        Kind::Slide => "Slide",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "O quiz não tem título.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "O título é longo demais.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("O título ou a descrição tem o caractere oculto U+{:04X}.", u32::from(*c))
        }
        InvalidQuiz::Language => "Este idioma não é conhecido.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "A linha sobre ele é longa demais.".to_owned(),
        InvalidQuiz::Scoring(_) => "Errar custa de 0 a 100 por cento.".to_owned(),
        InvalidQuiz::NoQuestion => "O quiz não tem nenhuma pergunta.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "O quiz tem perguntas demais.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "O quiz planeja chuvas demais.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "Uma chuva planejada não pode cair assim.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "A cor principal do tema é difícil de ver. Escolha outra.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "A pergunta não tem texto.".to_owned(),
        InvalidQuestion::TextTooLong(n) => {
            format!("A pergunta tem {n} caracteres; o máximo é 500.")
        }
        InvalidQuestion::Seconds(_) => {
            "De 5 a 240 segundos para responder, ou 0: sem limite.".to_owned()
        }
        InvalidQuestion::ReadSeconds(_) => "No máximo 30 segundos para ler.".to_owned(),
        InvalidQuestion::Points(_) => "No máximo 10.000 pontos.".to_owned(),
        InvalidQuestion::Choices(why) => choices_problem(why),
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "De 1 a 20 respostas aceitas.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("Não dá para digitar a resposta aceita {n}: de 1 a 60 caracteres visíveis.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("As respostas aceitas {a} e {b} são iguais.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "Uma escala começa em 0 ou 1 e termina entre 2 e 10.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "O texto de uma ponta da escala é longo demais.".to_owned()
        }
        InvalidQuestion::Words(_) => "De 1 a 5 palavras por jogador.".to_owned(),
        InvalidQuestion::Pairs(..) => "Cada item da esquerda precisa de um da direita.".to_owned(),
        InvalidQuestion::Region => "O lugar certo tem de ficar dentro da imagem.".to_owned(),
        InvalidQuestion::NoPicture => "Este tipo precisa de uma imagem.".to_owned(),
        InvalidQuestion::Alt(_) => {
            "A imagem precisa de um texto de no máximo 200 caracteres.".to_owned()
        }
        InvalidQuestion::SoundWords(n) => {
            format!("O texto do som tem {n} caracteres; o máximo é 500.")
        }
        InvalidQuestion::PointsForNothing => "Aqui não há certo nem errado: 0 pontos.".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("O que é mostrado com a resposta tem {n} caracteres; o máximo é 500.")
        }
        InvalidQuestion::Hidden(c) => {
            format!("Um texto tem o caractere oculto U+{:04X}; escreva de novo.", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "Há texto demais nela.".to_owned(),
    }
}

fn choices_problem(why: &InvalidChoices) -> String {
    match why {
        InvalidChoices::Count(_) => "De 2 a 8 alternativas.".to_owned(),
        InvalidChoices::Empty(n) => format!("O número {n} não tem texto."),
        InvalidChoices::TooLong(n) => format!("O número {n} tem mais de 200 caracteres."),
        InvalidChoices::Same(a, b) => format!("Os números {a} e {b} são iguais."),
        InvalidChoices::NoKey => "Nada está marcado como certo.".to_owned(),
        InvalidChoices::ManyKeys => "Aqui só uma alternativa pode estar certa.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "No máximo 6 casas decimais.",
        InvalidNumber::Ends => "O menor número tem de ficar abaixo do maior.",
        InvalidNumber::Step => "O passo tem de ser maior que 0 e caber entre os números.",
        InvalidNumber::Key => "O número certo não está entre o menor e o maior.",
        InvalidNumber::Tolerance => {
            "O quanto se pode errar tem de ser 0 ou mais e caber entre os números."
        }
        InvalidNumber::UnitTooLong(_) => "A unidade é longa demais.",
    };
    told.to_owned()
}
