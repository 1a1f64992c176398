//! Traditional Chinese: files that are not at hand.

use quizrain_shared::api::{FileAway, NoFile};

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

pub(super) fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("無法讀取：{why}"),
        FileAway::Link => "這是指到資料夾之外的連結。".to_owned(),
        FileAway::NoFile => "不是可以讀取的檔案。".to_owned(),
    }
}
