//! Traditional Chinese: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => {
            (format!("此題的答案超過 {most} 個。"), "選項最多 8 個，可輸入的答案最多 20 個")
        }
        BrokenMoodle::NoPicture(why) => {
            (format!("題目不帶圖片匯入：{}", picture(why)), "PNG、JPEG 或 WebP")
        }
        BrokenMoodle::Fraction(said) => {
            (format!("「fraction」為「{said}」。"), "-100 到 100 的百分比")
        }
        BrokenMoodle::NoTruth => {
            ("true 和 false 之中沒有唯一的正確答案。".to_owned(), "其中一個的 fraction 為 100")
        }
        BrokenMoodle::Entity(name) => (format!("無法識別實體 &{name};。"), "直接寫這個字元"),
        BrokenMoodle::DocumentType => {
            ("檔案裡有文件類型（<!DOCTYPE）。".to_owned(), "沒有文件類型的 Moodle XML")
        }
        BrokenMoodle::NotXml(why) => (format!("XML 格式有誤：{why}"), ""),
        BrokenMoodle::Ends => ("XML 格式有誤：檔案在一個元素裡就結束了。".to_owned(), ""),
        BrokenMoodle::NoQuiz => ("檔案裡沒有 <quiz>。".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => (format!("元素巢狀超過 {most} 層。"), "Moodle XML"),
        BrokenMoodle::Begins(name) => (format!("檔案以 <{name}> 開頭。"), "<quiz>，裡面是題目"),
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "圖片不是 Base64 編碼。".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("圖片有 {bytes} 位元組，最多 1 MiB。"),
        InvalidMedia::UnknownKind => "應為 PNG、JPEG 或 WebP 圖片。".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!("圖片有 {width}×{height} 像素，每邊最多 {MAX_PICTURE_SIDE}。")
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
