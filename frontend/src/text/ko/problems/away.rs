//! Korean: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "‘{name}’ 파일이 함께 오지 않았어요. 퀴즈와 그 그림과 소리를 zip 파일 하나에 담으세요."
        ),
        NoFile::NotInZip(name) => format!("zip 파일에 ‘{name}’ 파일이 없어요."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("‘{name}’ 파일이 없어요."),
        NoFile::NoName(name) => {
            format!("‘{name}’ 대신 퀴즈 파일과 같은 곳에 있는 파일의 이름을 쓰세요.")
        }
        NoFile::Unreadable(path, why) => format!("‘{path}’ 파일을 읽을 수 없어요: {why}"),
        NoFile::Away(name, why) => format!("{name}: {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("읽을 수 없어요: {why}"),
        FileAway::Link => "폴더 밖을 가리키는 링크예요.".to_owned(),
        FileAway::NoFile => "읽을 수 있는 파일이 아니에요.".to_owned(),
        FileAway::NameNotUtf8 => "파일 이름이 UTF-8이 아니에요.".to_owned(),
        FileAway::HiddenName => "파일 이름에 보이지 않는 문자가 있어요.".to_owned(),
        FileAway::Unread => "이 파일을 읽을 수 없어요.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("라이브러리에 저장하지 못했어요: {why}"),
        FileAway::NotTaken => "이 파일을 라이브러리에 저장하지 못했어요.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "다른 이름",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("퀴즈 폴더 ‘{path}’ 경로를 읽을 수 없어요: {why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("폴더에 퀴즈 파일이 {n}개 있는데, {read}개만 읽어요.")
        }
    }
}
