//! Brazilian Portuguese: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "O arquivo {name} não veio com o quiz; ponha o quiz, suas imagens e seus sons num mesmo arquivo zip."
        ),
        NoFile::NotInZip(name) => format!("O arquivo {name} não está no arquivo zip."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("O arquivo {name} não existe."),
        NoFile::NoName(name) => {
            format!("{name}: tem de ser o nome de um arquivo que esteja ao lado do quiz.")
        }
        NoFile::Unreadable(path, why) => format!("Não dá para ler {path}: {why}"),
        NoFile::Away(name, why) => format!("{name}: {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("Não dá para ler: {why}"),
        FileAway::Link => "É um link que leva para fora da pasta.".to_owned(),
        FileAway::NoFile => "Não é um arquivo que se possa ler.".to_owned(),
        FileAway::NameNotUtf8 => "O nome do arquivo não está em UTF-8.".to_owned(),
        FileAway::HiddenName => "O nome do arquivo tem caracteres invisíveis.".to_owned(),
        FileAway::Unread => "A leitura do arquivo falhou.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("A biblioteca não conseguiu salvá-lo: {why}"),
        FileAway::NotTaken => "A biblioteca não conseguiu aceitar este arquivo.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "outro nome",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("Não dá para ler a pasta de quizzes {path}: {why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("A pasta tem {n} arquivos de quiz; só {read} são lidos.")
        }
    }
}
