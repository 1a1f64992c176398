//! Traditional Chinese.

use quizrain_shared::api::Scope;

use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "程式金鑰",
    to_studio: "題庫",
    why: "金鑰讓你的程式代你完成這裡的一部分操作，直到你將其撤銷。請為每個程式單獨建立一個。",
    new_key: "新增金鑰",
    name: "用途",
    name_such_as: "例如：每晚匯入",
    scopes: "允許的操作",
    scope: |scope| match scope {
        Scope::QuizzesRead => "尋找和讀取題集",
        Scope::QuizzesWrite => "編寫和匯入題集，上傳圖片",
        Scope::GamesRun => "建立和主持遊戲",
        Scope::ResultsRead => "讀取遊戲結果",
    },
    expires: "到期時間",
    never_expires: "永不過期",
    for_days: |days| format!("{days} 天後"),
    make: "建立金鑰",
    only_now: "請立即複製：金鑰只顯示這一次，不會儲存在任何地方。",
    whole_key: "完整金鑰",
    copy: "複製",
    copied: "已複製",
    keys: "你的金鑰",
    none: "還沒有金鑰。",
    made: "建立於",
    made_by: |login| format!("建立者：{login}"),
    made_by_nobody: "建立者的帳戶已刪除",
    used: "上次使用",
    never_used: "從未使用",
    expired: "已過期",
    revoke: "撤銷",
    revoke_why: "使用它的程式將立即被拒絕。",
    keep: "保留",
};
