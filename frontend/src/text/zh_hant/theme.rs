//! Chinese in traditional characters.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "主題",
    look: |look| match look {
        Look::RedPackets => "紅包",
        Look::GiftBoxes => "禮盒",
        Look::Balloons => "氣球",
        Look::Snow => "雪花",
    },
    own_look: "這個題集自己的主題",
    own_look_why: "新遊戲以它開始，每場遊戲都可以另選。",
    own_colour: "自訂主色",
    own_colour_why: "用於按鈕和選取的內容，手機和大螢幕都一樣。",
    logo: "大螢幕和手機上的標誌",
    falls: "自選的飄落圖片",
    remove: "移除",
    adjusted: |wished, taken| format!("{wished} 在有些頁面上看不清，遊戲改用 {taken}。"),
};
