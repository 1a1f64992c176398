//! Korean.

use quizrain_shared::question::{
    InvalidAccepted, InvalidChoices, InvalidNumber, InvalidQuestion, InvalidScale,
};
use quizrain_shared::quiz::InvalidQuiz;

use crate::state::authoring::Kind;
use crate::text::editor::EditorWords;

pub(in crate::text) static WORDS: EditorWords = EditorWords {
    title: "퀴즈 편집",
    saved: "저장됨",
    unsaved: "저장하는 중…",
    offline: "연결되지 않았어요. 쓴 내용은 이 브라우저에 보관하고, 서버에 연결되면 바로 저장해요.",
    conflict: "다른 창에서 이 퀴즈의 같은 곳을 바꿨어요. 사라진 것은 없어요. 어느 쪽을 남길지 고르세요. 다른 쪽은 이전 버전에 보관돼요.",
    keep_mine: "내가 쓴 것 남기기",
    take_theirs: "다른 것 쓰기",
    restored: "지난번에 여기에서 쓴 내용이 서버에 저장되지 않아서 되살렸어요.",
    in_bin: "이 퀴즈는 휴지통에 있어요. 라이브러리에서 복원하면 편집할 수 있어요.",
    from_file: |file| {
        format!(
            "이 퀴즈는 서버의 퀴즈 폴더에 있는 \u{2068}{file}\u{2069} 파일에서 왔어요. 그 파일이 다시 저장되면 여기에서 쓴 내용을 대신하고, 쓴 내용은 이전 버전에 보관돼요."
        )
    },
    no_such_quiz: "없는 퀴즈예요",
    to_library: "라이브러리",
    play: "게임 시작",
    settings: "퀴즈 정보",
    quiz_title: "제목",
    description: "한 줄 소개",
    language: "언어",
    curve: "시간 계산",
    curve_speed: "빠를수록 높은 점수, 최저 절반",
    curve_linear: "빠를수록 높은 점수, 최저 0점",
    curve_accuracy: "속도는 상관없음",
    wrong_percent: "틀리면 감점, 배점의 %",
    streak_bonus: "연속 정답 보너스",
    questions: "문제",
    no_question: "아직 문제가 없어요. 첫 문제를 추가하세요.",
    add: "문제 추가",
    bank: "다른 퀴즈에서…",
    bank_search: "모든 문제에서 찾기",
    bank_none: "이 말이 들어 있는 문제가 없어요.",
    bank_take: "추가",
    close: "닫기",
    up: "위로",
    down: "아래로",
    duplicate: "복제",
    delete: "삭제",
    undo: "실행 취소",
    redo: "다시 실행",
    list_keys: "끌어서 순서를 바꿔요. 키: Alt+화살표로 이동, Delete로 삭제, Ctrl+Z로 실행 취소.",
    no_rain: "예정된 소나기가 없어요. 언제든지 내릴 수 있어요.",
    add_rain: "소나기 예약",
    rain_title: "이름 (비워도 됨)",
    rain_after: "몇 번 문제 뒤 (비우면 마지막)",
    no_such_question: "없는 문제예요.",
    rain_done: "완료",
    kind: "유형",
    text: "문제",
    picture: "그림",
    add_picture: "그림 선택…",
    picture_how: "또는 여기에 놓거나 붙여 넣으세요",
    uploading: "올리는 중…",
    remove_picture: "그림 삭제",
    alt: "그림 설명",
    alt_why: "그림을 볼 수 없는 사람을 위한 설명이에요. 정답은 알려 주지 마세요.",
    sound: "소리",
    add_sound: "소리 선택…",
    sound_how: "또는 여기에 놓거나 붙여 넣으세요: MP3, OGG, WAV, 최대 30초, 2 MiB",
    remove_sound: "소리 삭제",
    sound_words: "소리 설명",
    sound_words_why: "참가자가 휴대폰에서 이 설명을 열어 볼 수 있어요. 정답은 알려 주지 마세요.",
    sound_wordless: "소리를 듣지 못하는 사람은 이 문제를 풀 수 없어요. 무엇이 들리는지 글로 써 주세요.",
    time: "시간과 점수",
    seconds: "답하는 시간(초, 0은 제한 없음)",
    read_seconds: "먼저 읽는 시간(초)",
    points: "점수",
    explanation: "정답과 함께 보여 줄 설명",
    choices: "보기",
    right_marks: "정답에 표시하세요.",
    add_choice: "보기 추가",
    shuffled: "참가자마다 보기 순서 섞기",
    several: "여러 개 고르기 허용",
    statement: "이 문장은",
    accepted: "정답으로 인정할 답, 한 줄에 하나씩",
    accepted_why: "대소문자, 악센트, 전각·반각, 띄어쓰기는 따지지 않아요. 첫 번째 답이 화면에 나와요.",
    right_number: "정답 숫자",
    tolerance: "만점으로 인정할 오차",
    credit_within: "부분 점수를 줄 오차 (0은 없음)",
    smallest: "최솟값",
    largest: "최댓값",
    step: "슬라이더 간격",
    decimals: "소수 자릿수",
    unit: "단위",
    not_a_number: "이 소수 자릿수에 맞는 숫자가 아니에요.",
    items: "항목, 올바른 순서로",
    pairs: "서로 맞는 짝",
    add_item: "항목 추가",
    region: "정답 위치",
    region_how: "그림 위에 그리거나, 위치를 %로 입력하세요.",
    region_needs: "먼저 그림을 추가하세요.",
    from_left: "왼쪽에서 (%)",
    from_top: "위에서 (%)",
    width: "너비 (%)",
    height: "높이 (%)",
    round: "둥글게",
    scale_from: "시작",
    scale_to: "끝",
    scale_from_label: "시작의 뜻",
    scale_to_label: "끝의 뜻",
    words: "한 사람이 쓸 단어 수",
    nothing_right: "정답도 오답도 없고, 점수도 없어요.",
    slide_why: "슬라이드는 보여 주기만 하고 답은 받지 않아요.",
    preview: "미리 보기",
    on_screen: "큰 화면",
    on_phone: "휴대폰",
    ready: "준비 완료",
    choice: |n| format!("보기 {n}"),
    right: |n| format!("보기 {n} 정답"),
    item: |n| format!("항목 {n}"),
    left: |n| format!("왼쪽 {n}"),
    belongs: |n| format!("왼쪽 {n}의 짝"),
    remove: |n| format!("{n}번 삭제"),
    move_up: |n| format!("{n}번 위로"),
    to_fix: |n| format!("고칠 곳 {n}개"),
    question: |n| format!("{n}번 문제"),
    kinds: |kind| match kind {
        Kind::Single => "하나 고르기",
        Kind::Multiple => "여러 개 고르기",
        Kind::TrueFalse => "참·거짓",
        Kind::Typed => "주관식",
        Kind::Number => "숫자",
        Kind::Order => "순서 맞추기",
        Kind::Matching => "짝 맞추기",
        Kind::Hotspot => "그림에 핀",
        Kind::Poll => "설문",
        Kind::Scale => "척도",
        Kind::Cloud => "워드 클라우드",
        Kind::OpenText => "자유 답변",
        Kind::Slide => "슬라이드",
    },
    problem,
    quiz_problem: |why| match why {
        InvalidQuiz::NoTitle => "퀴즈에 제목이 없어요.".to_owned(),
        InvalidQuiz::TitleTooLong(_) => "제목이 너무 길어요.".to_owned(),
        InvalidQuiz::Hidden(c) => {
            format!("제목이나 소개에 보이지 않는 문자(U+{:04X})가 있어요.", u32::from(*c))
        }
        InvalidQuiz::Language => "알 수 없는 언어예요.".to_owned(),
        InvalidQuiz::DescriptionTooLong(_) => "소개가 너무 길어요.".to_owned(),
        InvalidQuiz::Scoring(_) => "틀리면 감점은 0~100%예요.".to_owned(),
        InvalidQuiz::NoQuestion => "퀴즈에 문제가 없어요.".to_owned(),
        InvalidQuiz::TooManyQuestions(_) => "문제가 너무 많아요.".to_owned(),
        InvalidQuiz::Question(why) => problem(why),
        InvalidQuiz::TooManyRains(_) => "예약한 소나기가 너무 많아요.".to_owned(),
        InvalidQuiz::RainTitle(..) | InvalidQuiz::Rain(..) => {
            "예약한 소나기를 이대로는 내릴 수 없어요.".to_owned()
        }
        InvalidQuiz::Colours(_) => {
            "테마의 대표색이 잘 보이지 않아요. 다른 색을 고르세요.".to_owned()
        }
    },
};

fn problem(why: &InvalidQuestion) -> String {
    match why {
        InvalidQuestion::NoText => "문제에 글이 없어요.".to_owned(),
        InvalidQuestion::TextTooLong(n) => format!("문제가 {n}자예요. 최대 500자예요."),
        InvalidQuestion::Seconds(_) => "답하는 시간은 5~240초 또는 0(제한 없음)이에요.".to_owned(),
        InvalidQuestion::ReadSeconds(_) => "읽는 시간은 최대 30초예요.".to_owned(),
        InvalidQuestion::Points(_) => "점수는 최대 10000점이에요.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Count(_)) => "보기는 2~8개예요.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::Empty(n)) => format!("{n}번에 글이 없어요."),
        InvalidQuestion::Choices(InvalidChoices::TooLong(n)) => {
            format!("{n}번이 200자를 넘어요.")
        }
        InvalidQuestion::Choices(InvalidChoices::Same(a, b)) => {
            format!("{a}번과 {b}번이 같아요.")
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey) => "정답 표시가 없어요.".to_owned(),
        InvalidQuestion::Choices(InvalidChoices::ManyKeys) => {
            "이 유형은 정답이 하나뿐이어야 해요.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => {
            "정답으로 인정할 답은 1~20개예요.".to_owned()
        }
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(n)) => {
            format!("{n}번째 답은 입력할 수 없어요. 보이는 글자로 1~60자여야 해요.")
        }
        InvalidQuestion::Accepted(InvalidAccepted::Same(a, b)) => {
            format!("{a}번째와 {b}번째 답이 같아요.")
        }
        InvalidQuestion::Number(why) => number_problem(why),
        InvalidQuestion::Scale(InvalidScale::Ends(..)) => {
            "척도는 0이나 1에서 시작해 2~10에서 끝나요.".to_owned()
        }
        InvalidQuestion::Scale(InvalidScale::LabelTooLong(_)) => {
            "척도 끝의 설명이 너무 길어요.".to_owned()
        }
        InvalidQuestion::Words(_) => "단어는 한 사람당 1~5개예요.".to_owned(),
        InvalidQuestion::Pairs(..) => "왼쪽 항목마다 오른쪽 짝이 있어야 해요.".to_owned(),
        InvalidQuestion::Region => "정답 위치는 그림 안에 있어야 해요.".to_owned(),
        InvalidQuestion::NoPicture => "이 유형에는 그림이 필요해요.".to_owned(),
        InvalidQuestion::Alt(_) => "그림 설명이 필요해요. 최대 200자예요.".to_owned(),
        InvalidQuestion::SoundWords(n) => format!("소리 설명이 {n}자예요. 최대 500자예요."),
        InvalidQuestion::PointsForNothing => "정답도 오답도 없는 문제는 0점이어야 해요.".to_owned(),
        InvalidQuestion::ExplanationTooLong(n) => {
            format!("정답과 함께 보여 줄 설명이 {n}자예요. 최대 500자예요.")
        }
        InvalidQuestion::Hidden(c) => {
            format!("보이지 않는 문자(U+{:04X})가 있어요. 다시 입력하세요.", u32::from(*c))
        }
        InvalidQuestion::TooMuchText => "글이 너무 많아요.".to_owned(),
    }
}

fn number_problem(why: &InvalidNumber) -> String {
    let told = match why {
        InvalidNumber::Decimals(_) => "소수 자릿수는 최대 6자리예요.",
        InvalidNumber::Ends => "최솟값은 최댓값보다 작아야 해요.",
        InvalidNumber::Step => "간격은 0보다 크고 범위 안에 있어야 해요.",
        InvalidNumber::Key => "정답 숫자가 최솟값과 최댓값 사이에 없어요.",
        InvalidNumber::Tolerance => "오차는 0 이상이고 범위 안에 있어야 해요.",
        InvalidNumber::UnitTooLong(_) => "단위가 너무 길어요.",
    };
    told.to_owned()
}
