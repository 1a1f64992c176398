//! Chinese in simplified characters.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "主题",
    look: |look| match look {
        Look::RedPackets => "红包",
        Look::GiftBoxes => "礼盒",
        Look::Balloons => "气球",
        Look::Snow => "雪花",
    },
    own_look: "这个题集自己的主题",
    own_look_why: "新游戏以它开始，每场游戏都可以另选。",
    own_colour: "自定主色",
    own_colour_why: "用于按钮和选中的内容，手机和大屏幕都一样。",
    logo: "大屏幕和手机上的标志",
    falls: "自选的飘落图片",
    remove: "移除",
    adjusted: |wished, taken| format!("{wished} 在有些页面上看不清，游戏改用 {taken}。"),
};
