//! Simplified Chinese: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => {
            (format!("此题的答案超过 {most} 个。"), "选项最多 8 个，可输入的答案最多 20 个")
        }
        BrokenMoodle::NoPicture(why) => {
            (format!("题目不带图片导入：{}", picture(why)), "PNG、JPEG 或 WebP")
        }
        BrokenMoodle::Fraction(said) => (format!("“fraction”为“{said}”。"), "-100 到 100 的百分比"),
        BrokenMoodle::NoTruth => {
            ("true 和 false 之中没有唯一的正确答案。".to_owned(), "其中一个的 fraction 为 100")
        }
        BrokenMoodle::Entity(name) => (format!("无法识别实体 &{name};。"), "直接写这个字符"),
        BrokenMoodle::DocumentType => {
            ("文件里有文档类型（<!DOCTYPE）。".to_owned(), "没有文档类型的 Moodle XML")
        }
        BrokenMoodle::NotXml(why) => (format!("XML 格式有误：{why}"), ""),
        BrokenMoodle::Ends => ("XML 格式有误：文件在一个元素里就结束了。".to_owned(), ""),
        BrokenMoodle::NoQuiz => ("文件里没有 <quiz>。".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => (format!("元素嵌套超过 {most} 层。"), "Moodle XML"),
        BrokenMoodle::Begins(name) => (format!("文件以 <{name}> 开头。"), "<quiz>，里面是题目"),
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "图片不是 Base64 编码。".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("图片有 {bytes} 字节，最多 1 MiB。"),
        InvalidMedia::UnknownKind => "应为 PNG、JPEG 或 WebP 图片。".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!("图片有 {width}×{height} 像素，每边最多 {MAX_PICTURE_SIDE}。")
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
