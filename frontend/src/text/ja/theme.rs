//! Japanese.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "テーマ",
    look: |look| match look {
        Look::RedPackets => "赤いポチ袋",
        Look::GiftBoxes => "ギフトボックス",
        Look::Balloons => "風船",
        Look::Snow => "雪",
    },
    own_look: "このクイズ専用のテーマ",
    own_look_why: "新しいゲームはこのテーマで始まります。ゲームごとに変更できます。",
    own_colour: "好きなメインカラー",
    own_colour_why: "スマホと大画面で、ボタンや選択中のものに使う色です。",
    logo: "大画面とスマホのロゴ",
    falls: "降らせたい画像",
    remove: "削除",
    adjusted: |wished, taken| {
        format!("{wished} では見えにくい画面があるため、ゲームでは {taken} を使います。")
    },
};
