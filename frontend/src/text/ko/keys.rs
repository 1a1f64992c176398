//! Korean.

use quizrain_shared::api::Scope;

use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "프로그램용 키",
    to_studio: "라이브러리",
    why: "키를 주면, 폐기할 때까지 프로그램이 여기에서 할 수 있는 일의 일부를 대신할 수 있어요. 프로그램마다 따로 만드세요.",
    new_key: "새 키",
    name: "용도",
    name_such_as: "예: 매일 밤 가져오기",
    scopes: "할 수 있는 일",
    scope: |scope| match scope {
        Scope::QuizzesRead => "퀴즈 찾기와 읽기",
        Scope::QuizzesWrite => "퀴즈 작성과 가져오기, 그림 올리기",
        Scope::GamesRun => "게임 만들기와 진행",
        Scope::ResultsRead => "게임 결과 읽기",
    },
    expires: "만료",
    never_expires: "없음",
    for_days: |days| format!("{days}일 후"),
    make: "키 만들기",
    only_now: "지금 복사하세요. 이번 한 번만 보여 드리고, 어디에도 저장하지 않아요.",
    whole_key: "전체 키",
    copy: "복사",
    copied: "복사했어요",
    keys: "내 키",
    none: "키가 없어요.",
    made: "만든 날",
    made_by: |login| format!("만든 계정: {login}"),
    made_by_nobody: "만든 계정이 삭제됨",
    used: "마지막 사용",
    never_used: "없음",
    expired: "만료됨",
    revoke: "폐기",
    revoke_why: "이 키를 쓰는 프로그램은 바로 거부돼요.",
    keep: "그대로 두기",
};
