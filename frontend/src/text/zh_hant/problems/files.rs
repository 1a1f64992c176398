//! Traditional Chinese: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => "舊版 Office 檔案（.xls 或 .doc），請另存為 .xlsx 或 CSV",
        Stranger::Pdf => "PDF 檔案",
        Stranger::Picture => "圖片",
        Stranger::Sound => "聲音",
        Stranger::Gzip => "gzip 壓縮檔，請先解壓縮",
    };
    format!("不是題集檔案，而是{what}。")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("檔案有 {bytes} 位元組，最多 {} MiB。", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("此行第 {place} 個位元組（0x{byte:02x}）不是 UTF-8。"),
            "UTF-8，或指定檔案的編碼，如 Big5、GB18030",
        ),
        BrokenFile::ManyProblems(n) => (format!("問題超過 {n} 個，之後的不再列出。"), ""),
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("無法讀取這個 zip 檔案：{why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("zip 檔案裡的檔案超過 {most} 個。"), "一個題集和它的圖片")
        }
        BrokenZip::Files(n, most) => (format!("zip 檔案裡有 {n} 個檔案，最多 {most} 個。"), ""),
        BrokenZip::Packed(n, why) => (format!("zip 檔案裡的第 {n} 個檔案無法解壓縮：{why}"), ""),
        BrokenZip::Unpacked(mib) => (format!("zip 檔案解壓縮後超過 {mib} MiB。"), ""),
        BrokenZip::Path(path) => {
            (format!("zip 檔案裡有路徑「{path}」。"), "不會指向 zip 檔案之外的名稱")
        }
        BrokenZip::NoQuiz => (
            "zip 檔案裡沒有題集。".to_owned(),
            "一個題集檔案（如 quiz.toml）和它的圖片、聲音；或 .xlsx 活頁簿",
        ),
        BrokenZip::Quizzes(n) => (format!("zip 檔案裡有 {n} 個題集檔案。"), "只有一個"),
        BrokenZip::Workbook(why) => (format!("無法讀取這個活頁簿：{why}"), ""),
        BrokenZip::WorkbookNumbers => {
            ("無法讀取這個活頁簿：其中有活頁簿不會有的數字。".to_owned(), "")
        }
        BrokenZip::WorkbookTexts => {
            ("無法讀取這個活頁簿：xl/sharedStrings.xml 已損壞。".to_owned(), "")
        }
        BrokenZip::WorkbookParts(n, most) => {
            (format!("活頁簿由 {n} 個檔案組成，最多 {most} 個。"), "")
        }
        BrokenZip::LargeSheets(mib) => (format!("各工作表解壓縮後超過 {mib} MiB。"), ""),
        BrokenZip::LargeTexts(mib) => (format!("活頁簿的文字解壓縮後超過 {mib} MiB。"), ""),
        BrokenZip::Sheets(n, most) => (format!("活頁簿有 {n} 個工作表，最多 {most} 個。"), ""),
    }
}
