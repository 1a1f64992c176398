//! Japanese: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "ファイル「{name}」が一緒に届いていません。クイズとその画像・音声を、1つのzipファイルに入れてください。"
        ),
        NoFile::NotInZip(name) => format!("zipファイルに「{name}」がありません。"),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("ファイル「{name}」がありません。"),
        NoFile::NoName(name) => format!(
            "「{name}」は使えません。クイズファイルと同じ場所にあるファイルの名前にしてください。"
        ),
        NoFile::Unreadable(path, why) => format!("「{path}」を読み込めません：{why}"),
        NoFile::Away(name, why) => format!("{name}：{}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("読み込めません：{why}"),
        FileAway::Link => "フォルダーの外を指すリンクです。".to_owned(),
        FileAway::NoFile => "読み込めるファイルではありません。".to_owned(),
        FileAway::NameNotUtf8 => "ファイル名がUTF-8ではありません。".to_owned(),
        FileAway::HiddenName => "ファイル名に見えない文字があります。".to_owned(),
        FileAway::Unread => "このファイルを読み込めません。".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("ライブラリに保存できませんでした：{why}"),
        FileAway::NotTaken => "このファイルをライブラリに保存できませんでした。".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "別の名前",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("クイズフォルダー「{path}」を読み込めません：{why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("フォルダーにクイズファイルが{n}個あります。読み込むのは{read}個だけです。")
        }
    }
}
