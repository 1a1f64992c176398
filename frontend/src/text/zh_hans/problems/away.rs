//! Simplified Chinese: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => {
            format!("文件 {name} 没有一起上传；请把题集和它的图片、声音放在一个 zip 文件里。")
        }
        NoFile::NotInZip(name) => format!("zip 文件里没有 {name}。"),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("没有文件 {name}。"),
        NoFile::NoName(name) => format!("{name}：应为题集文件旁边的文件名。"),
        NoFile::Unreadable(path, why) => format!("无法读取 {path}：{why}"),
        NoFile::Away(name, why) => format!("{name}：{}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("无法读取：{why}"),
        FileAway::Link => "这是指向文件夹之外的链接。".to_owned(),
        FileAway::NoFile => "不是可以读取的文件。".to_owned(),
        FileAway::NameNotUtf8 => "文件名不是 UTF-8。".to_owned(),
        FileAway::HiddenName => "文件名里有看不见的字符。".to_owned(),
        FileAway::Unread => "无法读取这个文件。".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("题库未能收下：{why}"),
        FileAway::NotTaken => "题库未能收下这个文件。".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "另一个名称",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => format!("无法读取题集文件夹 {path}：{why}"),
        FolderAway::ManyFiles(n, read) => {
            format!("文件夹里有 {n} 个题集文件，只读取 {read} 个。")
        }
    }
}
