//! Chinese in traditional characters.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "返回你的遊戲",
    balance_empty: "還沒有",
    balance_empty_why: "在紅包雨裡搶到的紅包會出現在這裡。",
    download: "下載明細 (CSV)",
    download_failed: "沒能取得檔案，請再試一次。",
    balance_incomplete: "有一台伺服器沒有回應。您剛搶到的紅包可能要等它恢復後才會顯示。",
    sign_out: "在此裝置上登出",
    sign_in: "登入",
    signing_in: "正在登入…",
    no_sign_in: "此伺服器沒有登入頁面。請使用您收到的連結。",
    signed_in_note: "您已登入：餘額屬於您，再次登入後即可看到。",
    balance_note: "餘額屬於這個瀏覽器，其他裝置上看不到。",
    privacy: "儲存了你的哪些資訊",
    take_data: "下載關於我的全部資訊 (JSON)",
    erase: "刪除我的資訊",
    erase_person: "此操作無法復原。\n\n永久刪除：你在這裡的身分、所有裝置上的登入、你的邀請；已結束的遊戲裡你的暱稱、你輸入的文字，以及主持人對你的備註。\n\n保留：你搶到的紅包、得分、名次和選擇，只記編號，不記名字。知道你登入名稱的人可以據此找到它。已經送出的付款資訊留在收到的一方。\n\n要刪除嗎？",
    erase_browser: "此操作無法復原。\n\n永久刪除：已結束的遊戲裡這個瀏覽器用過的暱稱、輸入的文字，以及主持人對你的備註。\n\n保留：你搶到的紅包、得分、名次和選擇，只記編號，不記名字。餘額仍在這個瀏覽器裡。\n\n要刪除嗎？",
    erased: "已刪除。備份裡的內容在備份到期時消失。",
    erased_later: "已刪除，只剩你的身分：等全部付款完成後立即刪除。",
    erase_not_yet: "現在不行：你參加過的一場遊戲還沒結束，或者搶到的紅包還在入帳。請稍後再試。",
    receipt_later: "遊戲結束、搶到的紅包全部結清後，這裡會列出明細。本頁會自動更新。",
    receipt_none: "這個瀏覽器沒有參加那場遊戲，或者那場遊戲的紀錄已經刪除。",
    key_fixed: "主持人已更正",
    came_later: "當時你還沒有加入。",
    still_in: "未出局",
    packet_state: |state| match state {
        PacketState::Crediting => "已歸你，正在入帳",
        PacketState::Credited => "已入帳",
        PacketState::Paying => "正在轉入你的帳戶",
        PacketState::Paid => "已轉入你的帳戶",
        PacketState::Refused => "未能付出，金額仍在餘額裡",
        PacketState::Held => "主持人正在核對",
        PacketState::Void => "入帳前遺失",
    },
    check: "公平嗎？",
    checked,
    sealed_list: "封存清單",
    contributions: "各手機提供的亂數",
    claims: "已搶紅包",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose =
                if *own { "包括你的" } else { "不包括你的，你在抽取之後才入座" };
            format!(
                "公平：第 {n} 個紅包，共 {packets} 個。金額和順序與開搶前封存的一致，並且按承諾由伺服器的祕密和 {players} 支手機提供的亂數（{whose}）抽出。"
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "第 {n} 個紅包（共 {packets} 個）在清單上，金額一致。這個瀏覽器在開搶前沒有看到封存碼，請與看到過的人核對：{seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "整場紅包雨結清後即可查看清單。".to_owned(),
        Checked::Unreachable => "伺服器沒有回應，請再試一次。".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "這份清單與開搶前封存的不一致，請告訴主持人。",
        Breach::Rules => "封存的規則與當時顯示的不一致，請告訴主持人。",
        Breach::Chain => "伺服器抽取所用的祕密不是你入座前承諾的那個，請告訴主持人。",
        Breach::Entropy => "各手機亂數的清單與開搶前顯示的不一致，請告訴主持人。",
        Breach::LeftOut => "抽取時漏掉了你的手機提供的亂數，請告訴主持人。",
        Breach::Draw => "金額不是應當抽出的結果，請告訴主持人。",
    }
}
