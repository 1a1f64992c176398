//! Korean.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "옵션…",
    mode: "모드",
    classic: "클래식",
    classic_why: "모두 각자 점수를 겨뤄요.",
    survival: "서바이벌",
    survival_why: "틀리거나 답하지 않으면 탈락해요.",
    teams: "팀전",
    teams_why: "팀원의 평균이 팀 점수예요.",
    self_paced: "자율 진행",
    self_paced_why: "각자 자기 속도로 풀고 정답도 바로 알 수 있어요. 연습에 좋아요.",
    open_minutes: "열어 두는 시간(분)",
    revive_card: "부활 카드",
    no_card: "없음",
    card_after: |n| format!("{n}문제 연속 정답 시"),
    team: |n| format!("{n}팀"),
    team_names: ["물방울", "별", "달", "나뭇잎", "번개", "구름", "산", "우산"],
    add_team: "팀 추가",
    remove_team: "마지막 팀 삭제",
    team_chosen: "참가자가 팀 선택",
    team_dealt: "들어온 순서대로 팀 배정",
    names: "닉네임",
    names_free: "참가자가 직접 입력",
    names_generated: "자동으로 만들기",
    names_generated_why: "‘용감한 판다’ 같은 친근한 이름이에요. 아무것도 입력하지 않아도 돼요.",
    identity: "참가 자격",
    identity_open: "누구나",
    identity_open_why: "브라우저 하나가 참가자 한 명이에요. 한 사람이 여러 자리에서 봉투를 여러 개 잡을 수도 있어요.",
    pays_anybody: "누구에게나 돈 지급",
    pays_anybody_why: "꺼 두면, 지급이 켜진 서버의 누구나 참가하는 게임에는 점수만 내려요.",
    field_asked: "참가할 때 한 가지 더 묻기",
    field_asked_why: "예를 들어 사번이요. 참가자 목록, 결과, 지급 내역에서 볼 수 있어요. 사실인지는 확인하지 않아요.",
    field_email: "이메일 주소",
    field_number: "사번",
    field_name: "항목 이름",
    field_pattern: "형식 (정규식, 비워도 됨)",
    field_example: "참가자에게 보여 줄 예시",
    identity_signed: "로그인한 사람",
    identity_signed_why: "내 시스템의 링크나 이 서버에 설정된 OpenID 서비스로 로그인해요. 어느 기기에서든 한 사람은 한 명의 참가자예요.",
    identity_invited: "초대받은 게스트",
    identity_invited_why: "카드의 코드로 참가해요. 게스트 한 명은 참가자 한 명이고, 코드를 처음 쓴 기기로 참가해요.",
    choose_list: "초대 명단 선택",
    to_guests: "초대 명단",
    guest_list: |title, guests| format!("{title} ({guests}명)"),
    late_join: "늦게 참가 허용",
    late_join_why: "첫 문제가 나온 뒤에도 참가할 수 있어요.",
    draw: "무작위로 뽑을 문제 수",
    all: |n| format!("전체 {n}문제"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "팀은 2~8개여야 해요.",
        Problem::Teams(InvalidTeams::Name(_)) => "팀 이름은 1~20자여야 해요.",
        Problem::Teams(InvalidTeams::SameName) => "이름이 같은 팀이 있어요.",
        Problem::Field(InvalidField::Name) => "항목 이름은 1~40자여야 해요.",
        Problem::Field(InvalidField::LongPattern) => "형식이 너무 길어요.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "형식을 정하면 그에 맞는 예시도 있어야 해요."
        }
    },
};
