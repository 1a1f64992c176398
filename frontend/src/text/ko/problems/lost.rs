//! Korean: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "‘그림에 핀’ 문제에는 그림이 필요한데, 그림은 zip 파일에만 담겨요.".to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("‘{}’ 문제는 표의 한 행에 담을 수 없어요.", name(kind))
        }
        NotWritten::Kind(kind) => {
            format!("유형이 ‘{}’인 이 문제는 이 형식으로 저장할 수 없어요.", name(kind))
        }
        NotWritten::Signs => "글에 다르게 읽힐 기호가 있어서 담지 않아요.".to_owned(),
        NotWritten::NothingRight => "이 표에는 정답 보기가 있는 문제만 담을 수 있어요.".to_owned(),
        NotWritten::ManyChoices => {
            "보기가 4개를 넘어요. 이 표에는 4개까지만 담을 수 있어요.".to_owned()
        }
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "테마는 담지 않아요",
        Lost::LookInZip => "테마의 그림은 zip 파일에만 담겨요",
        Lost::Feedback => "답마다 달린 피드백은 가져오지 않아요",
        Lost::Weights => {
            "답의 배점 비율은 가져오지 않아요. 비율이 가장 높은 답이 정답이 돼요. 정답 보기가 여러 개면 맞힐 때마다 같은 점수를 얻고, 틀릴 때마다 같은 점수를 잃어요"
        }
        Lost::SeveralRight => {
            "하나만 고르는 문제에 정답이 여러 개라서 여러 개 고르기로 바꿔요. 일부만 맞히면 부분 점수를 받아요"
        }
        Lost::Wildcards => {
            "와일드카드 *가 들어간 답은 가져오지 않아요. 답을 줄이지 말고 모두 쓰세요"
        }
        Lost::Text => "문제에 글이 없어서 문제의 이름을 대신 써요",
        Lost::ExplanationEnd => "설명이 500자를 넘어서 뒷부분을 잘라요",
        Lost::PictureElsewhere => "문제의 그림이 파일에 없어서 그림 없이 가져와요",
        Lost::Alt => "그림 설명이 없어서 문제의 글을 대신 써요",
        Lost::MoreMedia => {
            "그림은 문제마다 하나예요. 나머지 그림, 답과 설명의 그림, 소리, 동영상은 가져오지 않아요"
        }
        Lost::Distractors => "짝이 없는 답은 가져오지 않아요",
        Lost::Categories => "카테고리는 가져오지 않아요",
        Lost::Tags => "태그는 가져오지 않아요",
        Lost::Hints => "힌트는 가져오지 않아요",
        Lost::OverallFeedback => "정답, 부분 정답, 오답에 대한 피드백은 가져오지 않아요",
        Lost::Case => "원래 문제는 대소문자를 구분하지만, 여기에서는 구분하지 않아요",
        Lost::Units => "단위는 하나만 가져와요",
        Lost::Grade => "0~10을 벗어난 배점은 가져오지 않아요. 이 문제는 1000점이 돼요",
        Lost::Numbering => "보기에 번호를 붙이는 방식은 가져오지 않아요",
        Lost::AnswerPictures => "답의 그림은 다운로드하지 않아요",
        Lost::EndLabels => "양 끝의 설명은 가져오지 않아요",
        Lost::BlankInBraces => "중괄호 안에 빈 줄이 있어요. 빈 줄은 문제의 끝을 뜻해요",
        Lost::NoBlankBetween => "두 문제 사이에 빈 줄이 없어요",
        Lost::Colon => "문제가 콜론으로 시작해요. 제목은 ::제목::처럼 쓰세요",
        Lost::Picture => "그림은 담지 않아요",
        Lost::Sound => "소리는 담지 않아요",
        Lost::PictureInZip => "그림은 zip 파일에만 담겨요",
        Lost::SoundInZip => "소리는 zip 파일에만 담겨요",
        Lost::Time => "답하는 시간은 담지 않아요",
        Lost::NearestTime => "Kahoot에 없는 시간이라서 가장 가까운 시간으로 바꿔요",
        Lost::Kind => "문제 유형은 담지 않아요. 보기에 따라 정해져요",
        Lost::NumberLine => "숫자 문제는 정답, 오차, 소수 자릿수만 담아요",
        Lost::QuestionEnd => "Kahoot의 문제는 최대 120자예요",
        Lost::AnswerEnd => "Kahoot의 답은 최대 75자예요",
        Lost::ReadTime => "먼저 읽는 시간은 담지 않아요",
        Lost::Points => "점수는 담지 않아요",
        Lost::Explanation => "설명은 담지 않아요",
        Lost::Shuffled => "보기 순서 섞기는 담지 않아요",
        Lost::Description => "한 줄 소개는 담지 않아요",
        Lost::Language => "언어는 담지 않아요",
        Lost::Scoring => "점수 계산 방식은 담지 않아요",
        Lost::Rains => "예약한 소나기는 담지 않아요",
    }
}
