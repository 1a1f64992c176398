//! Korean.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "내 게임으로 돌아가기",
    balance_empty: "아직 없어요",
    balance_empty_why: "소나기에서 잡은 봉투가 여기에 나타나요.",
    download: "다운로드 (CSV)",
    download_failed: "파일을 가져오지 못했어요. 다시 시도해 주세요.",
    balance_incomplete: "응답하지 않는 서버가 있어요. 그동안에는 방금 잡은 봉투가 보이지 않을 수 있어요.",
    sign_out: "이 기기에서 로그아웃",
    sign_in: "로그인",
    signing_in: "로그인하는 중…",
    no_sign_in: "이 서버에는 로그인 페이지가 없어요. 받은 링크로 들어와 주세요.",
    signed_in_note: "로그인했어요. 이 잔액은 내 것이고, 어디서든 다시 로그인하면 보여요.",
    balance_note: "이 잔액은 이 브라우저의 것이에요. 다른 기기에서는 보이지 않아요.",
    privacy: "보관하는 내 정보",
    take_data: "내 정보 모두 받기 (JSON)",
    erase: "내 정보 지우기",
    erase_person: "이 작업은 되돌릴 수 없어요.\n\n완전히 지워지는 것: 여기에서의 내 신원, 모든 기기의 로그인, 초대, 끝난 게임에서 쓴 닉네임과 글, 나에 관한 진행자의 메모.\n\n남는 것: 받은 것, 점수, 순위, 고른 답. 이름 없이 번호로만 남아요. 로그인하는 곳에서 쓰는 내 이름을 아는 사람은 그것으로 찾을 수 있어요. 이미 보낸 지급 정보는 받은 쪽에 남아요.\n\n지울까요?",
    erase_browser: "이 작업은 되돌릴 수 없어요.\n\n완전히 지워지는 것: 끝난 게임에서 이 브라우저로 쓴 닉네임과 글, 나에 관한 진행자의 메모.\n\n남는 것: 받은 것, 점수, 순위, 고른 답. 이름 없이 번호로만 남아요. 잔액은 이 브라우저에 남아요.\n\n지울까요?",
    erased: "지웠어요. 백업에 있는 내용은 백업 기간이 끝나면 사라져요.",
    erased_later: "신원만 빼고 지웠어요. 신원은 지급이 모두 끝나는 대로 지워져요.",
    erase_not_yet: "지금은 안 돼요. 참가한 게임이 아직 끝나지 않았거나, 잡은 것을 적립하는 중이에요. 잠시 후 다시 시도해 주세요.",
    receipt_later: "게임이 끝나고 잡은 것이 모두 정산되면 볼 수 있어요. 이 페이지가 자동으로 다시 확인해요.",
    receipt_none: "이 브라우저로 참가하지 않은 게임이거나, 더 이상 보관하지 않는 게임이에요.",
    key_fixed: "진행자가 수정",
    came_later: "아직 들어오기 전이었어요.",
    still_in: "생존",
    packet_state: |state| match state {
        PacketState::Crediting => "내 것, 적립 중",
        PacketState::Credited => "적립됨",
        PacketState::Paying => "내 계좌로 지급 중",
        PacketState::Paid => "내 계좌로 지급됨",
        PacketState::Refused => "지급이 거절되어 이 잔액에 남아 있어요",
        PacketState::Held => "진행자가 확인 중",
        PacketState::Void => "적립 전에 사라짐",
    },
    check: "공정했나요?",
    checked,
    sealed_list: "봉인 목록",
    contributions: "휴대폰이 더한 값",
    claims: "잡은 봉투",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose = if *own {
                "내 것 포함"
            } else {
                "추첨 뒤에 들어와서 내 것은 없음"
            };
            format!(
                "공정해요. 봉투 {packets}개 중 {n}번이에요. 금액과 순서가 소나기 전에 봉인한 것과 같고, 약속대로 서버의 비밀값과 휴대폰 {players}대가 더한 값({whose})으로 추첨했어요."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "봉투 {packets}개 중 {n}번이 이 금액으로 목록에 있어요. 이 브라우저는 소나기 전에 봉인 코드를 보지 못했어요. 코드를 본 브라우저와 비교해 보세요: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "소나기 전체가 정산되면 바로 목록을 볼 수 있어요.".to_owned(),
        Checked::Unreachable => "서버가 응답하지 않아요. 다시 시도해 주세요.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "소나기 전에 봉인한 목록이 아니에요. 진행자에게 알려 주세요.",
        Breach::Rules => "화면에 보인 것과 다른 규칙으로 봉인했어요. 진행자에게 알려 주세요.",
        Breach::Chain => {
            "참가하기 전에 약속한 것과 다른 비밀값으로 추첨했어요. 진행자에게 알려 주세요."
        }
        Breach::Entropy => {
            "휴대폰이 더한 값의 목록이 소나기 전에 보인 것과 달라요. 진행자에게 알려 주세요."
        }
        Breach::LeftOut => "내 휴대폰이 더한 값이 추첨에서 빠졌어요. 진행자에게 알려 주세요.",
        Breach::Draw => "금액이 추첨으로 나와야 할 것과 달라요. 진행자에게 알려 주세요.",
    }
}
