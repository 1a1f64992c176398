//! Simplified Chinese: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => "旧版 Office 文件（.xls 或 .doc），请另存为 .xlsx 或 CSV",
        Stranger::Pdf => "PDF 文件",
        Stranger::Picture => "图片",
        Stranger::Sound => "声音",
        Stranger::Gzip => "gzip 压缩文件，请先解压",
    };
    format!("不是题集文件，而是{what}。")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("文件有 {bytes} 字节，最多 {} MiB。", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("此行第 {place} 个字节（0x{byte:02x}）不是 UTF-8。"),
            "UTF-8，或指定文件的编码，如 GB18030、Big5",
        ),
        BrokenFile::ManyProblems(n) => (format!("问题超过 {n} 个，之后的不再列出。"), ""),
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("无法读取这个 zip 文件：{why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("zip 文件里的文件超过 {most} 个。"), "一个题集和它的图片")
        }
        BrokenZip::Files(n, most) => (format!("zip 文件里有 {n} 个文件，最多 {most} 个。"), ""),
        BrokenZip::Packed(n, why) => (format!("zip 文件里的第 {n} 个文件无法解压：{why}"), ""),
        BrokenZip::Unpacked(mib) => (format!("zip 文件解压后超过 {mib} MiB。"), ""),
        BrokenZip::Path(path) => {
            (format!("zip 文件里有路径“{path}”。"), "不会指向 zip 文件之外的名称")
        }
        BrokenZip::NoQuiz => (
            "zip 文件里没有题集。".to_owned(),
            "一个题集文件（如 quiz.toml）和它的图片、声音；或 .xlsx 工作簿",
        ),
        BrokenZip::Quizzes(n) => (format!("zip 文件里有 {n} 个题集文件。"), "只有一个"),
        BrokenZip::Workbook(why) => (format!("无法读取这个工作簿：{why}"), ""),
        BrokenZip::WorkbookNumbers => {
            ("无法读取这个工作簿：其中有工作簿不会有的数字。".to_owned(), "")
        }
        BrokenZip::WorkbookTexts => {
            ("无法读取这个工作簿：xl/sharedStrings.xml 已损坏。".to_owned(), "")
        }
        BrokenZip::WorkbookParts(n, most) => {
            (format!("工作簿由 {n} 个文件组成，最多 {most} 个。"), "")
        }
        BrokenZip::LargeSheets(mib) => (format!("各工作表解压后超过 {mib} MiB。"), ""),
        BrokenZip::LargeTexts(mib) => (format!("工作簿的文字解压后超过 {mib} MiB。"), ""),
        BrokenZip::Sheets(n, most) => (format!("工作簿有 {n} 个工作表，最多 {most} 个。"), ""),
    }
}
