//! Korean.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis가 응답하지 않아요. 복구될 때까지 참가, 답변, 봉투 잡기를 할 수 없고 게임도 진행되지 않아요."
        }
        Incident::DatabaseAway => {
            "데이터베이스가 응답하지 않아요. 퀴즈는 계속되고, 잡은 봉투는 나중에 적립돼요. 새 게임, 새 소나기, 소나기 마무리는 복구될 때까지 기다려야 해요."
        }
        Incident::RolledBack => {
            "서버가 마지막 순간을 잃고, 화면에 보였던 상태로 되돌렸어요. 계속하기 전에 화면을 확인하세요."
        }
    },
    try_device: "기기와 Wi-Fi 점검",
    cancel: "취소",
    locked: "입장 마감",
    no_such_game: "없는 게임이에요",
    join_at: "참가 주소",
    qr_alt: "이 게임을 여는 QR 코드",
    answered: |_| "명 답변",
    points: "점수",
    sound: "이 문제에는 소리가 있어요",
    sound_again: "소리 다시 재생",
    sound_stop: "소리 멈추기",
    sound_click: "클릭해서 소리 재생",
    sound_fails: "이 브라우저에서는 이 소리를 재생할 수 없어요.",
    mute: "음소거",
    mute_why: "이 화면에서 나는 모든 소리예요: 음악, 신호음, 문제의 소리. +와 − 키로 음량을 조절해요.",
    volume: "음량",
    full_screen: "전체 화면",
    next_game_soon: "다음 게임이 곧 시작돼요",
    all_gone: "모두 잡았어요!",
    of_pot: "총액",
    key_title: "게임 진행하기",
    key_why: "Quizrain이 터미널에 표시한 링크를 열거나, 거기 있는 키를 붙여 넣으세요. 터미널이 없다면 서버 관리자에게 문의하세요.",
    host_key: "진행자 키",
    key_wrong: "키는 0–9와 a–f로 된 32자예요.",
    key_not_accepted: "서버가 받아들이지 않았어요. 키가 틀렸거나, 로그아웃되었거나, 계정에 권한이 없어요. 서버 소유자에게 문의하세요.",
    other_key: "로그인하거나 다른 키 입력",
    library: "퀴즈 선택",
    library_empty: "아직 퀴즈가 없어요. quizrain import 명령으로 추가하세요.",
    running_games: "진행 중인 게임",
    go_on: "계속하기",
    start_game: "대기실 열기",
    draw_questions: "무작위로 뽑을 문제 수",
    to_library: "라이브러리",
    players: "참가자",
    lock: "입장 막기",
    unlock: "입장 열기",
    open_screen: "큰 화면 열기",
    controls: "조작",
    space_hint: "스페이스, 엔터, → 키나 프레젠터로 빨간 버튼을 눌러요.",
    state_lobby: "참가자 입장 중",
    state_reading: "문제 읽는 중",
    state_paused: "일시 정지: 답할 수 없음",
    state_slide: "슬라이드 표시 중",
    state_asking: "답변 받는 중",
    state_paced: "각자 자기 속도로 푸는 중",
    begin: "시작",
    close_game: "게임 마감",
    closes_in: |left| format!("마감까지 {left}"),
    own_paces: |begun, done| format!("{begun}명 시작 · {done}명 완료"),
    state_revealed: "정답 공개 중",
    state_rain: "소나기가 내리는 중이에요. 저절로 그쳐요.",
    first_question: "첫 문제 시작",
    open_question: "답변 받기",
    reveal_now: "바로 정답 공개",
    pause: "일시 정지",
    resume: "계속하기",
    show_board: "순위표 보기",
    open_rain: "행운 봉투 소나기",
    show_podium: "우승자 공개",
    typed_texts: "참가자가 쓴 글",
    hide_text: "숨기기",
    pick_text: "고르기",
    picked_text: |n| format!("골랐음, {n}번"),
    pick_why: |n| {
        format!("고른 글(최대 {n}개)만 큰 화면에 나오고, 다른 글은 더 이상 나오지 않아요.")
    },
    stop_rain: "소나기 멈추기",
    stop_sure: "소나기를 지금 멈출까요?",
    stop_why: "잡은 봉투는 그대로예요. 남은 금액은 돌아가고, 멈췄다는 사실이 모두에게 보여요.",
    end_game: "게임 끝내기",
    end_sure: "게임을 지금 끝낼까요?",
    end_why: "끝낸 뒤에는 답하거나 봉투를 잡을 수 없어요. 적립된 봉투는 그대로예요.",
    take_over_title: "다른 브라우저에서 진행 중인 게임이에요",
    take_over_why: "진행자 키로 넘겨받을 수 있어요. 그러면 다른 브라우저에서는 진행할 수 없게 되고, 참가자는 아무것도 느끼지 못해요.",
    take_over: "게임 넘겨받기",
    which_rain: "어떤 소나기",
    another_rain: "새로운 소나기",
    after_question: |n| format!("{n}번 문제 뒤"),
    at_the_end: "마지막",
    has_fallen: "이미 내림",
    pot: "총액",
    currency: "통화",
    packets: "봉투 수",
    seconds: "초",
    smallest: "가장 작은 봉투",
    largest: "가장 큰 봉투",
    split: "총액 나누기",
    split_lucky: "운에 따라",
    split_lucky_why: "금액은 무작위이고, 기회는 모두 같아요.",
    split_line: "운에 따라, 대박 포함",
    split_line_why: "아무 데서나 잘라요. 작은 봉투가 많고 큰 봉투가 몇 개 있어요.",
    split_equal: "똑같이",
    split_equal_why: "모든 봉투의 금액이 같아요.",
    split_shares: "모두에게 하나씩",
    split_shares_why: "소나기가 시작될 때 잡을 수 있는 모든 사람이 총액을 똑같이 나눠요.",
    prizes_why: "1~3등에게 정해진 금액의 봉투를 하나씩 줘요. 동점이면 나눠 가져요.",
    first_prize: "1등 상금",
    second_prize: "2등 상금",
    third_prize: "3등 상금",
    who_may: "잡을 수 있는 사람",
    everyone: "모두",
    score_at_least: "다음 점수 이상인 참가자",
    last_right: "마지막 문제를 맞힌 사람",
    top_share: "상위 참가자 (%)",
    top_rank: "다음 순위까지",
    let_it_rain: "소나기 내리기",
    money_sure: "진짜 돈을 내릴까요?",
    money_credited: |amount| format!("{amount} 전액이 잡은 사람에게 적립돼요."),
    packets_of: |n| format!("봉투 {n}개"),
    for_everybody: "모두 참여",
    next_question: |n, of| format!("{of}문제 중 {n}번"),
    others: |n| format!("다른 답 {n}개"),
    average: |mean| ["평균 ", mean].concat(),
    climbed_most: |n| format!("최다 상승 ({n}계단):"),
    up: |n| format!("{n}계단 상승"),
    down: |n| format!("{n}계단 하락"),
    new_on_board: "NEW",
    of_players: |n| format!("참가자 {n}명"),
    questions: |n| format!("{n}문제"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, without) => format!("{without}명은 빈손이에요."),
            (Ordering::Equal, _) => "한 명에 하나씩이에요.".to_owned(),
            (Ordering::Greater, over) => {
                format!("{over}개가 남아요. 아무도 잡지 않은 봉투는 돌아가요.")
            }
        };
        format!("봉투 {packets}개, 참가자 {players}명: {so}")
    },
    packets_for_some: |packets, players| {
        format!(
            "봉투 {packets}개. 참가자 {players}명이 모두 잡을 수 있는 것은 아니에요. 누가 잡을 수 있는지는 시작할 때 정해져요."
        )
    },
    packets_at_least: |n| format!("봉투가 {n}개 이상이어야 총액을 다 담을 수 있어요."),
    pot_rises: |from, to| format!("한 명에 하나씩이면 총액이 {from}에서 {to}까지 올라요."),
    pot_raised: |from, to| format!("총액이 {from}에서 {to}까지 올랐어요."),
    packet_for_each: "한 명에 하나씩",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "금액은 1234.50처럼 자릿수 구분 없이 입력하세요.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "이 통화에는 소수를 쓸 수 없어요.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("이 통화는 소수점 아래 {decimals}자리까지 쓸 수 있어요.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "금액이 너무 커요.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "통화를 고르세요.".to_owned(),
        DraftProblem::Number => "정수를 입력하세요.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("소나기는 {}초에서 {}초까지예요.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "비율은 1~100%예요.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "순위는 1등부터예요.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "잡을 수 있는 사람이 없어서 총액을 나눌 수 없어요.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "총액이 너무 적어서 모두에게 나눠 줄 수 없어요.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => {
            "순위 상금은 상위 순위에만 줄 수 있어요.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => {
                "상금은 모두 0보다 커야 하고, 바로 위 순위의 상금보다 많을 수 없어요.".to_owned()
            }
            Impossible::PacketCount => format!("봉투는 1개에서 {MAX_PACKETS}개까지예요."),
            Impossible::MinTooSmall => "가장 작은 봉투도 비어 있을 수 없어요.".to_owned(),
            Impossible::MaxBelowMin => "가장 큰 봉투가 가장 작은 봉투보다 작아요.".to_owned(),
            Impossible::PotTooSmall => "봉투 수에 비해 총액이 너무 적어요.".to_owned(),
            Impossible::PotTooLarge => {
                "총액이 너무 커요. 가장 큰 봉투를 키우거나 총액을 줄이세요.".to_owned()
            }
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "후원자가 넣은 금액이 이 총액에 모자라요",
        Refusal::NoQuestionLeft => "남은 문제가 없어요.",
        Refusal::NoSuchPlayer => "이 참가자는 이제 게임에 없어요.",
        Refusal::Invalid => "이대로는 쓸 수 없어요.",
        Refusal::NoRainLeft => "이 게임의 소나기를 모두 썼어요. 새 게임을 만드세요.",
        Refusal::OnlyWatching => "이 링크로는 보기만 할 수 있어요.",
        Refusal::IdentityNeeded => {
            "돈은 로그인한 사람에게만 지급돼요. 로그인이 필요한 게임이나, 누구에게나 지급하는 게임을 만드세요."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
