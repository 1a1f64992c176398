//! Brazilian Portuguese: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "um arquivo antigo do Office (.xls ou .doc); salve como .xlsx ou CSV"
        }
        Stranger::Pdf => "um PDF",
        Stranger::Picture => "uma imagem",
        Stranger::Sound => "um som",
        Stranger::Gzip => "um arquivo gzip; descompacte-o primeiro",
    };
    format!("Isto não é um arquivo de quiz, é {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("O arquivo tem {bytes} bytes; o máximo é {} MiB.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("O byte {place} da linha (0x{byte:02x}) não é UTF-8."),
            "UTF-8, ou que você indique a codificação, como windows-1252",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("Há mais de {n} problemas; os seguintes não são listados."), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("Não dá para ler este arquivo zip: {why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("O arquivo zip tem mais de {most} arquivos."), "um quiz e suas imagens")
        }
        BrokenZip::Files(n, most) => {
            (format!("O arquivo zip tem {n} arquivos; o máximo é {most}."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("Não dá para descompactar o arquivo {n} do zip: {why}"), "")
        }
        BrokenZip::Unpacked(mib) => {
            (format!("Descompactado, o arquivo zip passa de {mib} MiB."), "")
        }
        BrokenZip::Path(path) => {
            (format!("O arquivo zip tem o caminho “{path}”."), "nomes que não saiam do arquivo zip")
        }
        BrokenZip::NoQuiz => (
            "Não há nenhum quiz no arquivo zip.".to_owned(),
            "um só arquivo de quiz, como quiz.toml, com suas imagens e sons; ou uma pasta de trabalho .xlsx",
        ),
        BrokenZip::Quizzes(n) => (format!("O arquivo zip tem {n} arquivos de quiz."), "um só"),
        BrokenZip::Workbook(why) => (format!("Não dá para ler esta pasta de trabalho: {why}"), ""),
        BrokenZip::WorkbookNumbers => (
            "Não dá para ler esta pasta de trabalho: ela tem números que nenhuma tem.".to_owned(),
            "",
        ),
        BrokenZip::WorkbookTexts => (
            "Não dá para ler esta pasta de trabalho: xl/sharedStrings.xml está danificado."
                .to_owned(),
            "",
        ),
        BrokenZip::WorkbookParts(n, most) => {
            (format!("A pasta de trabalho é feita de {n} arquivos; o máximo é {most}."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("Descompactadas, as planilhas da pasta de trabalho passam de {mib} MiB."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("Descompactados, os textos da pasta de trabalho passam de {mib} MiB."), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("A pasta de trabalho tem {n} planilhas; o máximo é {most}."), "")
        }
    }
}
