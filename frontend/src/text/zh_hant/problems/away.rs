//! Traditional Chinese: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => {
            format!("檔案 {name} 沒有一起上傳；請把題集和它的圖片、聲音放在一個 zip 檔案裡。")
        }
        NoFile::NotInZip(name) => format!("zip 檔案裡沒有 {name}。"),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("沒有檔案 {name}。"),
        NoFile::NoName(name) => format!("{name}：應為題集檔案旁邊的檔名。"),
        NoFile::Unreadable(path, why) => format!("無法讀取 {path}：{why}"),
        NoFile::Away(name, why) => format!("{name}：{}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("無法讀取：{why}"),
        FileAway::Link => "這是指向資料夾之外的連結。".to_owned(),
        FileAway::NoFile => "不是可以讀取的檔案。".to_owned(),
        FileAway::NameNotUtf8 => "檔名不是 UTF-8。".to_owned(),
        FileAway::HiddenName => "檔名裡有看不見的字元。".to_owned(),
        FileAway::Unread => "無法讀取這個檔案。".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("題庫未能收下：{why}"),
        FileAway::NotTaken => "題庫未能收下這個檔案。".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "另一個名稱",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => format!("無法讀取題集資料夾 {path}：{why}"),
        FolderAway::ManyFiles(n, read) => {
            format!("資料夾裡有 {n} 個題集檔案，只讀取 {read} 個。")
        }
    }
}
