//! Korean: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("JSON으로 읽을 수 없어요: {why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("JSON에 알아볼 수 있는 문제가 없어요. 전체가 {}.", kind(*what)),
            "[{\"question\": …, \"options\": […], \"answer\": …}] 같은 목록, 또는 Open Trivia DB, the-trivia-api, Rahoot, Quizrain의 파일",
        ),
        BrokenList::Choice(what) => (format!("보기 하나가 {}.", kind(*what)), "텍스트"),
        BrokenList::Value(key, what) => (format!("‘{key}’ 항목이 {}.", kind(*what)), "텍스트"),
        BrokenList::Missing(key) => (format!("이 문제에 ‘{key}’ 항목이 없어요."), ""),
        BrokenList::Encoding(key) => (format!("‘{key}’ 항목의 인코딩이 다른 문제와 달라요."), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB에서 문제를 주지 않았어요: {}.", refusal(*why)),
            "response_code가 0인 파일",
        ),
        BrokenList::BothEnds => (
            "번호를 0부터 세는지 1부터 세는지 알 수 없어요. 0과 보기 개수가 둘 다 나와요."
                .to_owned(),
            "보기의 내용으로 적은 정답",
        ),
        BrokenList::NeitherEnd => (
            "번호를 0부터 세는지 1부터 세는지 알 수 없어요. 0도 마지막 번호도 나오지 않아요."
                .to_owned(),
            "보기의 내용으로 적은 정답",
        ),
        BrokenList::Nothing => ("이 문제에는 보기도 정답도 없어요.".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("정답 {said}에 해당하는 보기가 이 문제에 없어요."), "")
        }
        BrokenList::Disagree => ("정답의 번호와 내용이 서로 달라요.".to_owned(), ""),
        BrokenList::NoAnswers => ("이 문제에 답이 없어요.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "정답 번호 {said}에 해당하는 답이 이 문제에 없어요. 0에서 {}까지 쓸 수 있어요.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "알 수 없는 종류의 슬라이드예요.".to_owned(),
            "MultipleChoice, Order, TypeAnswer 중 하나",
        ),
        BrokenList::AnswerNotText => ("답 하나가 텍스트가 아니에요.".to_owned(), "텍스트"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("값 대신 {taken} 값을 써요"),
                None => "값은 가져오지 않아요".to_owned(),
            };
            let said = format!("‘{key}’의 {found} {so}. {least}에서 {most}까지 쓸 수 있어요.");
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "이 문제의 그림은 다운로드하지 않고, 그림 없이 가져와요.".to_owned(),
            "퀴즈와 그림을 함께 담은 zip 파일",
        ),
    }
}

/// With the verb that its last sound asks for.
pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "빈 값이에요",
        ValueKind::TrueFalse => "참·거짓 값이에요",
        ValueKind::Number => "숫자예요",
        ValueKind::Text => "텍스트예요",
        ValueKind::List => "목록이에요",
        ValueKind::Named => "객체예요",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "문제가 모자라요(코드 1)",
        TriviaRefusal::NoSuchThing => "요청한 내용이 없어요(코드 2)",
        TriviaRefusal::UnknownSession => "알 수 없는 세션이에요(코드 3)",
        TriviaRefusal::AllSeen => "세션이 모든 문제를 이미 받았어요(코드 4)",
        TriviaRefusal::TooOften => "요청이 너무 잦아요(코드 5)",
        TriviaRefusal::Unknown => "알 수 없는 코드예요",
    }
}
