//! Korean.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "테마",
    look: |look| match look {
        Look::RedPackets => "빨간 봉투",
        Look::GiftBoxes => "선물 상자",
        Look::Balloons => "풍선",
        Look::Snow => "눈",
    },
    own_look: "이 퀴즈만의 테마",
    own_look_why: "새 게임은 이 테마로 시작해요. 게임마다 다른 테마를 고를 수 있어요.",
    own_colour: "직접 정한 대표색",
    own_colour_why: "휴대폰과 큰 화면에서 버튼과 선택한 항목에 쓰는 색이에요.",
    logo: "큰 화면과 휴대폰의 로고",
    falls: "떨어뜨릴 그림",
    remove: "삭제",
    adjusted: |wished, taken| {
        format!("{wished} 색은 잘 보이지 않는 화면이 있어서, 게임에서는 {taken} 색을 써요.")
    },
};
