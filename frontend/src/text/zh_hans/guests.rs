//! Simplified Chinese.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "来宾名单",
    to_studio: "题库",
    why: "每位来宾的卡片上有一个邀请码。第一台出示它的设备代表这位来宾，在这份名单的每局游戏里都有效；在您释放之前，其他设备不能使用。",
    new_list: "新名单",
    name: "用途",
    name_such_as: "例如：春节晚会",
    count: "来宾人数",
    table: "或姓名表（CSV）",
    table_why: "每位来宾一行：姓名，还可以有您自己的编号（如工号），结果和派发里会带上它。第一行可以写列名“姓名”和“编号”；其他列须为空。",
    refused,
    make: "生成名单",
    lists: "您的名单",
    none: "还没有名单。",
    come: |used, guests| format!("已到 {used} / {guests}"),
    open: "来宾",
    cards: "卡片",
    badges: "胸卡",
    download: "下载（CSV）",
    print: "打印",
    back: "返回名单",
    search: "查找来宾",
    found: |found| format!("{found} 位来宾"),
    more: "更多",
    unused: "未使用",
    used: "到场",
    free: "释放邀请",
    free_why: "正在使用它的设备会立即退出，下一台出示邀请码的设备接着玩。",
    remove: "移除",
    remove_why: "卡片将作废。如果此前有人用它玩过，抢到的红包仍保留在账上，但本人无法再回来查看。",
    delete: "删除",
    delete_why: |used| match used {
        0 => "它的卡片将全部作废。".to_owned(),
        used => format!(
            "名单中已有 {used} 位来宾到场。他们会立即退出登录，之后无法再查看自己的余额。抢到的红包连同姓名仍保留在账上，卡片全部作废。"
        ),
    },
    keep: "保留",
    on_card: "扫描二维码，或在游戏中输入此邀请码",
    guest: |number| format!("来宾 {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => "请写明名单的用途，以便日后辨认。".to_owned(),
        InvalidGuests::Text(0) => {
            format!("用途最多 {MAX_GUEST_NAME_CHARS} 个字符，且只能含可显示的字符。")
        }
        InvalidGuests::Text(line) => {
            format!(
                "第 {line} 行：姓名和编号最多 {MAX_GUEST_NAME_CHARS} 个字符，且只能含可显示的字符。"
            )
        }
        InvalidGuests::SameLabel(line) => format!("第 {line} 行：这个编号与另一位来宾相同。"),
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join("、");
            format!(
                "第 {line} 行：这个表格有以下各列：{columns}。只读取姓名和编号（如工号）各一列：请在第一行写上列名“姓名”和“编号”，并删去其他列。"
            )
        }
        InvalidGuests::Count => {
            format!("一份名单有 1 到 {MAX_GUESTS} 位来宾：填写人数，或者用表格，每人一行。")
        }
        InvalidGuests::Wide(line) => format!("第 {line} 行：单元格超过 1000 个。"),
        InvalidGuests::Quote(line) => {
            format!(
                "第 {line} 行：这里开始的引号没有结束，或结束之后还有文字。属于文字的引号请写两遍，或删去。"
            )
        }
    }
}
