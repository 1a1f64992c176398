//! Simplified Chinese.

use quizrain_shared::api::Scope;

use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "程序密钥",
    to_studio: "题库",
    why: "密钥让你的程序代你完成这里的一部分操作，直到你将其吊销。请为每个程序单独创建一个。",
    new_key: "新建密钥",
    name: "用途",
    name_such_as: "例如：每晚导入",
    scopes: "允许的操作",
    scope: |scope| match scope {
        Scope::QuizzesRead => "查找和读取题集",
        Scope::QuizzesWrite => "编写和导入题集，上传图片",
        Scope::GamesRun => "创建和主持游戏",
        Scope::ResultsRead => "读取游戏结果",
    },
    expires: "到期时间",
    never_expires: "永不过期",
    for_days: |days| format!("{days} 天后"),
    make: "创建密钥",
    only_now: "请立即复制：密钥只显示这一次，不会保存在任何地方。",
    whole_key: "完整密钥",
    copy: "复制",
    copied: "已复制",
    keys: "你的密钥",
    none: "还没有密钥。",
    made: "创建于",
    made_by: |login| format!("创建者：{login}"),
    made_by_nobody: "创建者的账户已删除",
    used: "上次使用",
    never_used: "从未使用",
    expired: "已过期",
    revoke: "吊销",
    revoke_why: "使用它的程序将立即被拒绝。",
    keep: "保留",
};
