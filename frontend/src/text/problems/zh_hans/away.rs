//! Simplified Chinese: files that are not at hand.

use quizrain_shared::api::{FileAway, NoFile};

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

pub(super) fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("无法读取：{why}"),
        FileAway::Link => "这是指到文件夹之外的链接。".to_owned(),
        FileAway::NoFile => "不是可以读取的文件。".to_owned(),
    }
}
