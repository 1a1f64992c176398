//! Korean.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "언어",
    loading: "불러오는 중…",
    connecting: "연결하는 중…",
    too_many_tries: "이 네트워크에서 틀린 PIN을 너무 많이 입력했어요. 잠시 뒤에 자동으로 다시 확인할게요.",
    reconnecting: "다시 연결하는 중… 자리는 그대로예요.",
    no_network: "네트워크가 끊겼어요. 자리는 그대로예요.",
    still_trying: "서버가 아직 응답하지 않아요. 네트워크를 확인해 주세요. 새로고침하지 않아도 자동으로 계속 시도해요.",
    unreachable: "서버에 연결할 수 없어요.",
    try_again: "다시 시도",
    sign_in_with: |name| [name, " 계정으로 로그인"].concat(),
    to_start: "첫 페이지로",
    no_such_page: "없는 페이지예요",
    enter: "입장",
    points_unit: |_| "점",
    game_pin: "게임 PIN",
    host_a_game: "게임 진행하기",
    no_such_game_why: "큰 화면의 숫자를 확인하고 다시 입력해 주세요.",
    time_left: "남은 시간(초)",
    seconds_left: |n| format!("{n}초 남음"),
    counting: "시간 끝! 답을 모으는 중…",
    time_up: "시간 초과",
    get_ready: "준비하세요. 곧 답할 수 있어요.",
    paused: "잠시 멈췄어요. 곧 계속해요.",
    true_: "맞다",
    false_: "틀리다",
    right_answer: "정답",
    place: |[left, top]| format!("왼쪽에서 {left}%, 위에서 {top}%"),
    region: |[left, top, width, height]| {
        format!("왼쪽에서 {left}%, 위에서 {top}%, 너비 {width}%, 높이 {height}%")
    },
    out: "탈락",
    own_pace: |minutes| format!("각자 자기 속도로 풀어요. {minutes}분 동안 열려 있어요."),
    survival_rule: "서바이벌: 틀리거나 답하지 않으면 탈락!",
    card_rule: |n| format!("{n}문제를 연속으로 맞히면 부활 카드를 얻어요."),
    survivors: |left, of| format!("{of}명 중 {left}명 생존"),
    members: |n| format!("{n}명"),
    best_players: "개인 순위",
    board: "순위표",
    podium: "우승자는…",
    game_over: "게임 끝!",
    thanks: "함께해 주셔서 고마워요.",
    rain_comes: "곧 행운 봉투 소나기가 쏟아져요",
    rain_label: "떨어지는 행운 봉투. 스페이스 키나 엔터 키로 잡으세요.",
    rain_label_watch: "떨어지는 행운 봉투",
    rain_over: "소나기가 그쳤어요",
    rain_stopped: "진행자가 소나기를 멈췄어요. 잡은 봉투는 그대로 가져가고, 나머지는 돌아갔어요.",
    packets_caught: |_| "개 잡음",
    largest_catches: "가장 큰 봉투",
    question_of: |n, of| format!("{of}문제 중 {n}번"),
    players_joined: |n| {
        if n == 0 { "아직 아무도 없어요".to_owned() } else { format!("{n}명 참가") }
    },
    in_packets: |n| format!("봉투 {n}개"),
    only_from_score: |n| format!("{n}점 이상만 참여"),
    only_last_right: "마지막 문제를 맞힌 사람만 참여",
    only_survivors: "살아남은 사람만 참여",
    only_best_team: "1등 팀만 참여",
    only_starters: "처음부터 함께한 사람만 참여",
    only_seated: "소나기 전에 들어온 사람만 참여",
    only_top_share: |percent| format!("상위 {percent}%만 참여"),
    only_top_rank: |last| {
        if last == 1 { "1등만 참여".to_owned() } else { format!("{last}등까지 참여") }
    },
    prizes: "순위 상금",
    prize_of: |place| format!("{place}등 상금"),
    refusal,
    seal: |commitment| format!("봉인 코드 {}", short(commitment)),
    entropy: |entropy| format!("참가자 코드 {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "이 PIN의 게임이 없어요",
        Refusal::GameFull => "자리가 다 찼어요",
        Refusal::GameLocked => "진행자가 입장을 막았어요",
        Refusal::GameEnded => "끝난 게임이에요",
        Refusal::NicknameTaken => "이미 누가 쓰고 있는 닉네임이에요. 다른 닉네임을 골라 주세요.",
        Refusal::Nickname(InvalidName::Empty) => "닉네임을 입력하세요.",
        Refusal::Nickname(InvalidName::TooLong) => "닉네임은 20자까지 쓸 수 있어요.",
        Refusal::Nickname(InvalidName::Unprintable) => "닉네임에 표시할 수 없는 글자가 있어요.",
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "이 게임은 닉네임을 만들어 줘요. 그중에서 골라 주세요."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "닉네임에 여기서 쓸 수 없는 말이 있어요. 다른 닉네임을 골라 주세요."
        }
        Refusal::Removed => "진행자가 이 게임에서 내보냈어요",
        Refusal::NoSuchTeam => "팀을 골라 주세요.",
        Refusal::NotSeated => "먼저 게임에 참가하세요",
        Refusal::NotOpen => "지금은 답할 수 없는 문제예요",
        Refusal::TooLate => "늦었어요. 이미 마감된 문제예요.",
        Refusal::NoSuchAnswer => "받을 수 없는 답이에요",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "그 봉투는 이미 사라졌어요",
        Refusal::TooEarly => "조금 일렀어요",
        Refusal::RainOver => "소나기가 이미 그쳤어요",
        Refusal::NotEligible => "이번 소나기의 참여 대상이 아니었어요",
        Refusal::SoldOut => "남은 봉투가 없어요",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "지금은 할 수 없어요.",
        Refusal::TooManyJoins { .. } => {
            "같은 네트워크에서 많은 사람이 참가하고 있어요. 자동으로 다시 시도할게요."
        }
        Refusal::Field => "진행자가 요청한 내용을 예시처럼 입력해 주세요.",
        Refusal::SignInNeeded => {
            "로그인한 사람만 참가할 수 있는 게임이에요. 받은 링크로 열어 주세요."
        }
        Refusal::Stale => "게임이 이미 다음으로 넘어갔어요.",
        Refusal::NotAllowed => "이 브라우저에서는 할 수 없어요.",
        Refusal::TooFast => "너무 빨라요. 잠시 기다려 주세요.",
        Refusal::Malformed => "서버가 이해하지 못했어요. 페이지를 새로고침해 주세요.",
        Refusal::Unavailable => "서버가 바빠요. 자동으로 다시 시도할게요.",
    }
}
