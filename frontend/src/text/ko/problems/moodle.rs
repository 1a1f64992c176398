//! Korean: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("이 문제의 답이 {most}개를 넘어요."),
            "보기는 최대 8개, 입력하는 답은 최대 20개",
        ),
        BrokenMoodle::NoPicture(why) => {
            (format!("그림 없이 가져와요: {}", picture(why)), "PNG, JPEG 또는 WebP")
        }
        BrokenMoodle::Fraction(said) => {
            (format!("‘fraction’에 ‘{said}’ 값이 적혀 있어요."), "-100에서 100까지의 백분율")
        }
        BrokenMoodle::NoTruth => {
            ("true와 false 중 정답이 하나가 아니에요.".to_owned(), "둘 중 하나만 fraction이 100")
        }
        BrokenMoodle::Entity(name) => (format!("알 수 없는 엔티티예요: &{name};"), "그 문자 자체"),
        BrokenMoodle::DocumentType => (
            "파일에 문서 형식 선언(<!DOCTYPE)이 있어요.".to_owned(),
            "문서 형식 선언이 없는 Moodle XML",
        ),
        BrokenMoodle::NotXml(why) => (format!("올바른 XML이 아니에요: {why}"), ""),
        BrokenMoodle::Ends => {
            ("올바른 XML이 아니에요: 요소가 닫히기 전에 파일이 끝나요.".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => ("파일에 <quiz> 요소가 없어요.".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => (format!("요소가 {most}단계 넘게 겹쳐 있어요."), "Moodle XML"),
        BrokenMoodle::Begins(name) => {
            (format!("파일이 <{name}> 요소로 시작해요."), "<quiz> 요소와 그 안의 문제")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "그림이 Base64가 아니에요.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("그림이 {bytes}바이트예요. 최대 1 MiB예요."),
        InvalidMedia::UnknownKind => "PNG, JPEG, WebP 그림이 아니에요.".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!(
                "그림이 {width}×{height} 픽셀이에요. 한 변은 최대 {MAX_PICTURE_SIDE} 픽셀이에요."
            )
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
