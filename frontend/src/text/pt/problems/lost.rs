//! Brazilian Portuguese: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "Um ponto na imagem precisa da imagem, que só é exportada num arquivo zip.".to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("Numa linha da tabela não cabem perguntas do tipo “{}”.", name(kind))
        }
        NotWritten::Kind(kind) => {
            format!("Neste formato não cabe esta pergunta (tipo: {}).", name(kind))
        }
        NotWritten::Signs => {
            "Os textos dela têm sinais que seriam lidos de outro jeito; ela não é exportada."
                .to_owned()
        }
        NotWritten::NothingRight => {
            "Nesta tabela só cabem perguntas que tenham uma alternativa certa.".to_owned()
        }
        NotWritten::ManyChoices => {
            "Ela tem mais de quatro alternativas, e nesta tabela só cabem quatro.".to_owned()
        }
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "o tema não é gravado",
        Lost::LookInZip => "as imagens do tema só vão em um arquivo zip",
        Lost::Feedback => "O feedback de cada resposta não é importado",
        Lost::Weights => {
            "Os pesos não são importados: a resposta que vale mais é a certa; se há várias, cada uma soma o mesmo, e cada erro desconta o mesmo"
        }
        Lost::SeveralRight => {
            "Há várias respostas marcadas como certas onde só se marca uma; a pergunta passa a ser de várias escolhas, e acertar uma parte dá uma parte dos pontos"
        }
        Lost::Wildcards => {
            "As respostas com o curinga * não são importadas; escreva-as por inteiro"
        }
        Lost::Text => "A pergunta não tem texto; o nome dela é usado no lugar",
        Lost::ExplanationEnd => "A explicação passa de 500 caracteres; ela é cortada",
        Lost::PictureElsewhere => "A imagem não está no arquivo; a pergunta é importada sem ela",
        Lost::Alt => "A imagem não tem descrição; o texto da pergunta é usado no lugar",
        Lost::MoreMedia => {
            "Uma pergunta tem uma só imagem; as outras, as de respostas e explicações, os sons e os vídeos não são importados"
        }
        Lost::Distractors => "As respostas que não combinam com nada não são importadas",
        Lost::Categories => "As categorias não são importadas",
        Lost::Tags => "As etiquetas não são importadas",
        Lost::Hints => "As dicas não são importadas",
        Lost::OverallFeedback => {
            "O feedback de respostas certas, parcialmente certas e erradas não é importado"
        }
        Lost::Case => "Na resposta contavam as maiúsculas; aqui elas não contam",
        Lost::Units => "As unidades, a partir da segunda, não são importadas",
        Lost::Grade => "Uma nota que não é de 0 a 10 não é importada; a pergunta vale 1000 pontos",
        Lost::Numbering => "A numeração das alternativas não é importada",
        Lost::AnswerPictures => "As imagens das respostas não são baixadas",
        Lost::EndLabels => "Os nomes das duas pontas não são importados",
        Lost::BlankInBraces => {
            "Há uma linha em branco entre as chaves, e uma linha em branco termina a pergunta"
        }
        Lost::NoBlankBetween => "Falta uma linha em branco entre duas perguntas",
        Lost::Colon => "A pergunta começa com dois-pontos; um título se escreve ::título::",
        Lost::Picture => "A imagem não é exportada",
        Lost::Sound => "O som não é exportado",
        Lost::PictureInZip => "A imagem só é exportada num arquivo zip",
        Lost::SoundInZip => "O som só é exportado num arquivo zip",
        Lost::Time => "O tempo para responder não é exportado",
        Lost::NearestTime => "O Kahoot não tem esse tempo; o mais próximo é usado",
        Lost::Kind => "O tipo não é exportado; ele se deduz das alternativas",
        Lost::NumberLine => {
            "De um número só são exportadas a resposta certa, a tolerância e as casas decimais"
        }
        Lost::QuestionEnd => "O Kahoot aceita perguntas de no máximo 120 caracteres",
        Lost::AnswerEnd => "O Kahoot aceita respostas de no máximo 75 caracteres",
        Lost::ReadTime => "O tempo para ler não é exportado",
        Lost::Points => "Os pontos não são exportados",
        Lost::Explanation => "A explicação não é exportada",
        Lost::Shuffled => "O embaralhamento das alternativas não é exportado",
        Lost::Description => "A descrição não é exportada",
        Lost::Language => "O idioma não é exportado",
        Lost::Scoring => "A forma de pontuar não é exportada",
        Lost::Rains => "As chuvas não são exportadas",
    }
}
