//! Korean.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "초대 명단",
    to_studio: "라이브러리",
    why: "게스트마다 카드에 코드가 있어요. 코드를 처음 쓴 기기가 이 명단의 모든 게임에서 그 게스트로 참가해요. 초대를 해제할 때까지 다른 기기에서는 쓸 수 없어요.",
    new_list: "새 명단",
    name: "용도",
    name_such_as: "예: 봄 축제",
    count: "게스트 수",
    table: "또는 이름 표 (CSV)",
    table_why: "한 줄에 게스트 한 명씩 쓰세요. 이름과, 원하면 사번 같은 고유 번호를 적을 수 있어요. 번호는 결과와 지급 내역에 나와요. 첫 줄에 열 이름 ‘이름’, ‘번호’를 쓸 수 있고, 다른 열은 지우세요.",
    refused,
    make: "명단 만들기",
    lists: "내 명단",
    none: "명단이 없어요.",
    come: |used, guests| format!("{guests}명 중 {used}명 참가"),
    open: "게스트",
    cards: "카드",
    badges: "이름표",
    download: "다운로드 (CSV)",
    print: "인쇄",
    back: "명단 목록으로",
    search: "게스트 찾기",
    found: |found| format!("게스트 {found}명"),
    more: "더 보기",
    unused: "사용 전",
    used: "참가",
    free: "초대 해제",
    free_why: "지금 쓰고 있는 기기는 바로 나가고, 다음에 코드를 쓰는 기기가 이어서 참가해요.",
    remove: "삭제",
    remove_why: "카드를 쓸 수 없게 돼요. 이미 참가한 사람이 받은 것은 기록에 남지만, 본인은 다시 들어와 볼 수 없어요.",
    delete: "삭제",
    delete_why: |used| match used {
        0 => "이 명단의 카드를 쓸 수 없게 돼요.".to_owned(),
        used => format!(
            "이 명단의 게스트 {used}명이 이미 참가했어요. 모두 바로 로그아웃되고, 자기 잔액을 다시 볼 수 없어요. 받은 것은 이름과 함께 기록에 남고, 카드는 쓸 수 없게 돼요."
        ),
    },
    keep: "그대로 두기",
    on_card: "스캔하거나 게임에서 이 코드를 입력하세요",
    guest: |number| format!("게스트 {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => "나중에 알아볼 수 있게 명단의 용도를 입력하세요.".to_owned(),
        InvalidGuests::Text(0) => {
            format!("용도는 표시할 수 있는 글자로 {MAX_GUEST_NAME_CHARS}자까지 쓸 수 있어요.")
        }
        InvalidGuests::Text(line) => {
            format!(
                "{line}번째 줄: 이름과 번호는 표시할 수 있는 글자로 {MAX_GUEST_NAME_CHARS}자까지 쓸 수 있어요."
            )
        }
        InvalidGuests::SameLabel(line) => {
            format!("{line}번째 줄: 다른 게스트와 번호가 같아요.")
        }
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join(", ");
            format!(
                "{line}번째 줄: 이 표에는 다음 열이 있어요: {columns}. 이름 열 하나와 번호(예: 사번) 열 하나만 읽어요. 첫 줄에서 열 이름을 ‘이름’, ‘번호’로 쓰고 다른 열은 지우세요."
            )
        }
        InvalidGuests::Count => {
            format!(
                "명단의 게스트는 1명에서 {MAX_GUESTS}명까지예요. 게스트 수를 입력하거나, 한 줄에 한 명씩 적은 표를 쓰세요."
            )
        }
        InvalidGuests::Wide(line) => format!("{line}번째 줄: 칸이 1000개를 넘어요."),
        InvalidGuests::Quote(line) => {
            format!(
                "{line}번째 줄: 여기서 시작한 따옴표가 닫히지 않았거나, 닫힌 뒤에 글자가 이어져요. 글에 속한 따옴표는 두 번 쓰거나 지우세요."
            )
        }
    }
}
