//! Chinese in traditional characters.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::PlayerWords;

use crate::state::seals::{Checked, short};

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    common: &crate::text::zh_hant::WORDS,
    tap_another: "紅包還在掉，再搶一個吧！",
    understood: "知道了",
    home_title: "加入遊戲",
    pin_wrong: "PIN 碼是六位數字。",
    your_name: "你的暱稱",
    join: "加入",
    joining: "正在加入…",
    locked_why: "主持人暫時關閉了入口，重新開放後即可加入。",
    late_why: "遊戲已經開始，不再接受新玩家。",
    spin: |left| match left {
        0 => "機會用完了".to_owned(),
        left => format!("換一個（還有 {left} 次）"),
    },
    your_team: "你的隊伍",
    removed_why: "如果是誤會，請與主持人聯絡。也可以在這裡加入另一場遊戲。",
    identity_note: "無需註冊。座位和餘額都保存在這個瀏覽器裡。",
    elsewhere: "你正在另一個視窗裡玩",
    elsewhere_why: "同一時間只能有一個視窗使用你的座位，分數不會遺失。",
    use_it_here: "在這裡繼續",
    you_are_in: "你已加入！",
    see_your_name: "看看大螢幕上你的名字。",
    begin: "開始",
    begin_why: "不用著急：每道題顯示出來後才開始計時。",
    next: "下一題",
    finish: "完成",
    all_done: "全部完成！",
    all_done_why: "所有題目都已作答。遊戲結束時公布最終排名。",
    send: "送出答案",
    pick_all: "選出所有正確答案。",
    pick_any: "可以選多項。",
    type_answer: "輸入你的答案。",
    type_word: "輸入一個詞。",
    type_words: "每格填一個詞，只填一個也可以。",
    type_text: "寫一句話。",
    type_number: "輸入一個數字。",
    change_sign: "正負號",
    put_in_order: "拖曳排序，或使用箭頭。",
    put_pairs: "先後點右側的兩項，它們就會互換。",
    put_pin: "在圖片上點出你認為的位置。",
    pin_label: "圖片。用方向鍵移動圖釘。",
    move_with_arrows: "用方向鍵移動",
    move_up: "上移",
    move_down: "下移",
    sound: "題目的聲音",
    sound_words: "聲音的文字說明",
    look_up: "請看大螢幕。",
    sending: "正在送出…",
    answer_in: "答案已收到，等等其他人…",
    right: "答對了！",
    partly_right: "答對一部分",
    wrong: "沒答對",
    thanks_answer: "謝謝，已收到你的回答。",
    revive_cards: |n| format!("{n} 張復活卡"),
    card_earned: "你得到一張復活卡！",
    card_saved: "復活卡救了你！",
    you_are_out: "你出局了，不過還可以繼續答題，就當玩玩。",
    out_earns_nothing: "你已出局，這題不計分。",
    no_answer: "沒有作答",
    no_points_yet: "正確答案如下。",
    your_answer: "你的答案",
    score: "總分",
    rank: "名次",
    final_board: "最終排名",
    another_game: "加入另一場遊戲",
    play_again: "再玩一場",
    tap_one: "點一個紅包！",
    tap_keys: "或按空白鍵",
    grabbing: "正在拆…",
    caught: "你搶到了",
    crediting: "已搶到，正在入帳…",
    crediting_long: "已搶到，入帳比平常慢一些，有結果會立刻通知你。",
    credited: "已存入餘額",
    lost: "這個紅包遺失了",
    lost_why: "入帳前伺服器發生故障，這個紅包沒能入帳，你的餘額沒有變動。非常抱歉！",
    next_time: "下一場紅包雨再來！",
    nothing_caught: "這次沒有搶到紅包。",
    back_to_game: "返回你的遊戲",
    balance: "餘額",
    see_balance: "查看餘額",
    balance_empty: "還沒有",
    balance_empty_why: "在紅包雨裡搶到的紅包會出現在這裡。",
    download: "下載明細 (CSV)",
    download_failed: "沒能取得檔案，請再試一次。",
    balance_incomplete: "有一台伺服器沒有回應。您剛搶到的紅包可能要等它恢復後才會顯示。",
    balance_note: "餘額屬於這個瀏覽器，其他裝置上看不到。",
    receipt: "本局明細",
    receipt_later: "遊戲結束、搶到的紅包全部結清後，這裡會列出明細。本頁會自動更新。",
    receipt_none: "這個瀏覽器沒有參加那場遊戲，或者那場遊戲的紀錄已經刪除。",
    key_fixed: "主持人已更正",
    came_later: "當時你還沒有加入。",
    still_in: "未出局",
    worth: |n| format!("最高 {n} 分"),
    too_long: |n| format!("最多 {n} 個字元。"),
    number_between: |low, high| ["請輸入 ", low, " 到 ", high, " 之間的數字。"].concat(),
    too_precise: |decimals| match decimals {
        0 => "請輸入整數。".to_owned(),
        n => format!("最多 {n} 位小數。"),
    },
    off_by: |far| ["相差 ", far].concat(),
    pin_at: |x, y| format!("圖釘位置：距左邊 {x}%，距上邊 {y}%。"),
    in_a_row: |bonus, streak| format!("含連對 {streak} 題獎勵 +{bonus}"),
    corrected: |points| format!("主持人更正：{points}"),
    arrived: |seconds, line| ["用時 ", seconds, " 秒，其中網路 ", line, " 秒"].concat(),
    too_few_points: |need, have| format!("這場紅包雨需要 {need} 分，你有 {have} 分。"),
    last_was_wrong: "這場紅包雨只給上一題答對的玩家。",
    place_too_low: |last, rank| {
        let who = if last == 1 { "第 1 名".to_owned() } else { format!("前 {last} 名") };
        format!("這場紅包雨限{who}，你是第 {rank} 名。")
    },
    rank_too_low: |percent, rank| {
        format!("這場紅包雨限排名前 {percent}% 的玩家，你是第 {rank} 名。")
    },
    packet_state: |state| match state {
        PacketState::Crediting => "已歸你，正在入帳",
        PacketState::Credited => "已入帳",
        PacketState::Paying => "正在轉入你的帳戶",
        PacketState::Paid => "已轉入你的帳戶",
        PacketState::Refused => "你的帳戶沒有接收，金額仍在餘額裡",
        PacketState::Held => "暫停處理，已通知主持人",
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
