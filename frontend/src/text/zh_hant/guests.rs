//! Traditional Chinese.

use quizrain_shared::api::{InvalidGuests, MAX_GUEST_NAME_CHARS, MAX_GUESTS};

use crate::text::guests::GuestsWords;

pub(in crate::text) static WORDS: GuestsWords = GuestsWords {
    title: "來賓名單",
    to_studio: "題庫",
    why: "每位來賓的卡片上有一個邀請碼。第一台出示它的裝置代表這位來賓，在這份名單的每局遊戲裡都有效；在您釋放之前，其他裝置不能使用。",
    new_list: "新名單",
    name: "用途",
    name_such_as: "例如：春節晚會",
    count: "來賓人數",
    table: "或姓名表（CSV）",
    table_why: "每位來賓一行：姓名，還可以有您自己的編號（如員工編號），結果和派發裡會帶上它。第一行可以寫欄名「姓名」和「編號」；其他欄須為空。",
    refused,
    make: "產生名單",
    lists: "您的名單",
    none: "還沒有名單。",
    come: |used, guests| format!("已到 {used} / {guests}"),
    open: "來賓",
    cards: "卡片",
    badges: "胸卡",
    download: "下載（CSV）",
    print: "列印",
    back: "返回名單",
    search: "尋找來賓",
    found: |found| format!("{found} 位來賓"),
    more: "更多",
    unused: "未使用",
    used: "到場",
    free: "釋放邀請",
    free_why: "正在使用它的裝置會立即退出，下一台出示邀請碼的裝置接著玩。",
    remove: "移除",
    remove_why: "卡片將作廢。如果此前有人用它玩過，搶到的紅包仍保留在帳上，但本人無法再回來查看。",
    delete: "刪除",
    delete_why: |used| match used {
        0 => "它的卡片將全部作廢。".to_owned(),
        used => format!(
            "名單中已有 {used} 位來賓到場。他們會立即登出，之後無法再查看自己的餘額。搶到的紅包連同姓名仍保留在帳上，卡片全部作廢。"
        ),
    },
    keep: "保留",
    on_card: "掃描 QR 碼，或在遊戲中輸入此邀請碼",
    guest: |number| format!("來賓 {number}"),
};

fn refused(why: &InvalidGuests) -> String {
    match why {
        InvalidGuests::Untitled => "請寫明名單的用途，以便日後辨認。".to_owned(),
        InvalidGuests::Text(0) => {
            format!("用途最多 {MAX_GUEST_NAME_CHARS} 個字元，且只能含可顯示的字元。")
        }
        InvalidGuests::Text(line) => {
            format!(
                "第 {line} 行：姓名和編號最多 {MAX_GUEST_NAME_CHARS} 個字元，且只能含可顯示的字元。"
            )
        }
        InvalidGuests::SameLabel(line) => format!("第 {line} 行：這個編號與另一位來賓相同。"),
        InvalidGuests::Columns { line, columns } => {
            let columns = columns.join("、");
            format!(
                "第 {line} 行：這個表格有以下各欄：{columns}。只讀取姓名和編號（如員工編號）各一欄：請在第一行寫上欄名「姓名」和「編號」，並刪去其他欄。"
            )
        }
        InvalidGuests::Count => {
            format!("一份名單有 1 到 {MAX_GUESTS} 位來賓：填寫人數，或者用表格，每人一行。")
        }
        InvalidGuests::Wide(line) => format!("第 {line} 行：儲存格超過 1000 個。"),
        InvalidGuests::Quote(line) => {
            format!(
                "第 {line} 行：這裡開始的引號沒有結束，或結束之後還有文字。屬於文字的引號請寫兩遍，或刪去。"
            )
        }
    }
}
