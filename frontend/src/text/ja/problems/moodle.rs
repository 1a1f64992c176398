//! Japanese: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("この問題の答えが{most}個を超えています。"),
            "選択肢は8個まで、入力する答えは20個まで",
        ),
        BrokenMoodle::NoPicture(why) => {
            (format!("画像なしで取り込みます：{}", picture(why)), "PNG、JPEG、WebPのいずれか")
        }
        BrokenMoodle::Fraction(said) => {
            (format!("「fraction」が「{said}」です。"), "-100〜100のパーセント値")
        }
        BrokenMoodle::NoTruth => (
            "true と false のうち、正解が1つになっていません。".to_owned(),
            "どちらか一方だけ fraction が100",
        ),
        BrokenMoodle::Entity(name) => (format!("実体参照 &{name}; は不明です。"), "その文字自体"),
        BrokenMoodle::DocumentType => (
            "ファイルに文書型宣言（<!DOCTYPE）があります。".to_owned(),
            "文書型宣言のないMoodle XML",
        ),
        BrokenMoodle::NotXml(why) => (format!("正しいXMLではありません：{why}"), ""),
        BrokenMoodle::Ends => {
            ("正しいXMLではありません：要素の途中でファイルが終わっています。".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => ("ファイルに <quiz> がありません。".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => {
            (format!("要素の入れ子が{most}段を超えています。"), "Moodle XML")
        }
        BrokenMoodle::Begins(name) => {
            (format!("ファイルが <{name}> で始まっています。"), "<quiz> とその中の問題")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "画像がBase64ではありません。".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("画像は{bytes}バイトです。1 MiBまでです。"),
        InvalidMedia::UnknownKind => "PNG、JPEG、WebPの画像ではありません。".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!("画像は{width}×{height}ピクセルです。1辺{MAX_PICTURE_SIDE}までです。")
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
