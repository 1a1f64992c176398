//! Chinese in traditional characters.

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::name::InvalidName;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::ledger;
use super::words::Words;
use crate::state::draft::DraftProblem;

pub(super) static WORDS: Words = Words {
    language: "語言",
    loading: "載入中…",
    connecting: "正在連線…",
    too_many_tries: "這個網路裡試了太多錯誤的數字。稍後會自動再試你的數字。",
    reconnecting: "正在重新連線……你的座位還在。",
    still_trying: "伺服器暫時沒有回應。請檢查網路；不用重新整理，頁面會自動重試。",
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis 沒有回應。在它恢復之前，沒有人能加入、答題或搶紅包，遊戲也不會繼續。"
        }
        Incident::DatabaseAway => {
            "資料庫沒有回應。答題照常進行，搶到的紅包稍後入帳。新建遊戲、新的紅包雨和紅包雨的收尾要等它恢復。"
        }
        Incident::RolledBack => {
            "伺服器遺失了剛才的片刻，已恢復到螢幕顯示過的狀態。繼續之前，請先看一眼畫面。"
        }
    },
    unreachable: "連不上伺服器。",
    try_again: "重試",
    to_start: "回到首頁",
    no_such_page: "沒有這個頁面",
    tap_another: "紅包還在掉，再搶一個吧！",
    understood: "知道了",
    cancel: "取消",
    enter: "進入",
    points_unit: "分",
    home_title: "加入遊戲",
    home_lead: "輸入大螢幕上的六位數字。",
    game_pin: "遊戲 PIN 碼",
    pin_wrong: "PIN 碼是六位數字。",
    host_a_game: "主持遊戲",
    your_name: "你的暱稱",
    join: "加入",
    joining: "正在加入…",
    locked: "已鎖定",
    locked_why: "主持人暫時關閉了入口，重新開放後即可加入。",
    identity_note: "無需註冊。座位和餘額都保存在這個瀏覽器裡。",
    no_such_game: "沒有這場遊戲",
    no_such_game_why: "請核對大螢幕上的數字，再試一次。",
    elsewhere: "你正在另一個視窗裡玩",
    elsewhere_why: "同一時間只能有一個視窗使用你的座位，分數不會遺失。",
    use_it_here: "在這裡繼續",
    you_are_in: "你已加入！",
    see_your_name: "看看大螢幕上你的名字。",
    join_at: "開啟網址加入",
    qr_alt: "開啟這場遊戲的 QR 碼",
    time_left: "剩餘秒數",
    seconds_left: |n| format!("還剩 {n} 秒"),
    answered: "人已作答",
    send: "送出答案",
    pick_all: "選出所有正確答案。",
    sending: "正在送出…",
    answer_in: "答案已收到，等等其他人…",
    counting: "時間到，正在統計…",
    time_up: "時間到",
    true_: "對",
    false_: "錯",
    right: "答對了！",
    partly_right: "答對一部分",
    wrong: "沒答對",
    no_answer: "沒有作答",
    no_points_yet: "正確答案如下。",
    right_answer: "正確答案",
    your_answer: "你的答案",
    score: "總分",
    rank: "名次",
    board: "排行榜",
    final_board: "最終排名",
    podium: "獲勝者揭曉",
    game_over: "遊戲結束",
    thanks: "謝謝參與！",
    another_game: "加入另一場遊戲",
    play_again: "再玩一場",
    next_game_soon: "下一場馬上開始",
    rain_comes: "紅包雨即將開始",
    rain_label: "正在落下的紅包。按空白鍵或 Enter 鍵搶一個。",
    rain_label_watch: "正在落下的紅包",
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
    rain_over: "紅包雨結束",
    packets_caught: "個紅包被搶到",
    of_pot: "共",
    largest_catches: "手氣最佳",
    back_to_game: "返回你的遊戲",
    balance: "餘額",
    see_balance: "查看餘額",
    balance_empty: "還沒有",
    balance_empty_why: "在紅包雨裡搶到的紅包會出現在這裡。",
    download: "下載明細 (CSV)",
    download_failed: "沒能取得檔案，請再試一次。",
    balance_incomplete: "有一台伺服器沒有回應。您剛搶到的紅包可能要等它恢復後才會顯示。",
    balance_note: "餘額屬於這個瀏覽器，其他裝置上看不到。",
    key_title: "主持遊戲",
    key_why: "請開啟 Quizrain 在終端機裡顯示的連結，或把其中的金鑰貼到這裡。沒有終端機時，請詢問伺服器的管理員。",
    host_key: "主持人金鑰",
    key_wrong: "金鑰是 32 位字元（0–9、a–f）。",
    key_not_accepted: "伺服器不接受目前的金鑰，正確的金鑰顯示在終端機裡，也可以詢問伺服器的管理員。",
    other_key: "輸入其他金鑰",
    library: "選擇題庫",
    library_empty: "還沒有題庫。用 quizrain import 新增題庫。",
    running_games: "進行中的遊戲",
    go_on: "繼續",
    start_game: "開放大廳",
    draw_questions: "隨機抽取的題數",
    to_library: "題庫",
    players: "玩家",
    lock: "鎖定入口",
    unlock: "開放入口",
    open_screen: "開啟大螢幕",
    controls: "控制台",
    space_hint: "空白鍵、Enter 鍵、→ 或簡報遙控器都會按下紅色按鈕。",
    state_lobby: "玩家正在加入",
    state_asking: "正在作答",
    state_revealed: "答案已公布",
    state_rain: "紅包雨進行中，會自動結束。",
    first_question: "開始第一題",
    reveal_now: "立即公布答案",
    show_board: "顯示排行榜",
    open_rain: "紅包雨",
    show_podium: "公布獲勝者",
    end_game: "結束遊戲",
    end_sure: "現在結束遊戲？",
    end_why: "結束後不能再答題或搶紅包，已入帳的紅包不受影響。",
    take_over_title: "這場遊戲正由另一個瀏覽器主持",
    take_over_why: "你可以用主持人金鑰接管。另一個瀏覽器會停止控制，玩家不受影響。",
    take_over: "接管遊戲",
    pot: "總金額",
    currency: "幣別",
    packets: "紅包個數",
    seconds: "持續秒數",
    smallest: "最小紅包",
    largest: "最大紅包",
    split: "分配方式",
    split_lucky: "拼手氣",
    split_lucky_why: "金額隨機，機會均等。",
    split_equal: "平均",
    split_equal_why: "每個紅包金額相同。",
    who_may: "誰可以搶",
    everyone: "所有人",
    score_at_least: "總分不低於",
    top_share: "名次在前百分之",
    let_it_rain: "開始紅包雨",
    question_of: |n, of| format!("第 {n} 題 / 共 {of} 題"),
    next_question: |n, of| format!("第 {n} 題（共 {of} 題）"),
    worth: |n| format!("最高 {n} 分"),
    players_joined: |n| {
        if n == 0 { "還沒有人加入".to_owned() } else { format!("{n} 人已加入") }
    },
    of_players: |n| format!("共 {n} 人"),
    questions: |n| format!("{n} 道題"),
    in_packets: |n| format!("共 {n} 個紅包"),
    only_from_score: |n| format!("總分達到 {n} 分的玩家可搶"),
    too_few_points: |need, have| format!("這場紅包雨需要 {need} 分，你有 {have} 分。"),
    only_top_share: |percent| format!("排名前 {percent}% 的玩家可搶"),
    rank_too_low: |percent, rank| match rank {
        Some(rank) => format!("這場紅包雨限排名前 {percent}% 的玩家，你是第 {rank} 名。"),
        None => format!("這場紅包雨限目前排名前 {percent}% 的玩家。"),
    },
    packets_for: |packets, players| {
        let so =
            if packets < players { "手慢的搶不到。" } else { "沒人搶的會退回。" };
        format!("{packets} 個紅包，{players} 名玩家：{so}")
    },
    packet_for_each: "每人一個",
    draft_problem,
    refusal,
    ledger: ledger::zh_hant::WORDS,
};

fn refusal(why: &Refusal) -> String {
    match why {
        Refusal::UnknownPin => "沒有使用這個 PIN 碼的遊戲",
        Refusal::GameFull => "人數已滿",
        Refusal::GameLocked => "主持人已關閉入口",
        Refusal::GameEnded => "這場遊戲已經結束",
        Refusal::NicknameTaken => "這個暱稱已經有人用了，換一個吧。",
        Refusal::Nickname(InvalidName::Empty) => "請輸入暱稱。",
        Refusal::Nickname(InvalidName::TooLong) => "暱稱最多 20 個字。",
        Refusal::Nickname(InvalidName::Unprintable) => "暱稱裡有無法顯示的字元。",
        Refusal::NotSeated => "請先加入遊戲",
        Refusal::NotOpen => "這道題沒有開放",
        Refusal::TooLate => "來不及了，這道題已經結束。",
        Refusal::NoSuchChoice => "這道題沒有這個選項",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "那個紅包已經不見了",
        Refusal::TooEarly => "早了一點點",
        Refusal::RainOver => "紅包雨已經結束",
        Refusal::NotEligible => "你不在這場紅包雨的參與範圍內",
        Refusal::SoldOut => "你這邊的紅包已經搶完",
        Refusal::Unfunded => "贊助方的餘額不夠這場紅包雨",
        Refusal::NotNow => "現在不能這樣做。",
        Refusal::NoQuestionLeft => "題目已經出完。",
        Refusal::NoRainLeft => "這局遊戲的紅包雨次數已用完，請另開一局。",
        Refusal::Stale => "遊戲已經進入下一步。",
        Refusal::Plan(why) => return draft_problem(DraftProblem::Plan(*why)),
        Refusal::NotAllowed => "這個瀏覽器沒有權限。",
        Refusal::TooFast => "太快了，請稍候。",
        Refusal::Malformed => "伺服器沒有看懂，請重新整理頁面。",
        Refusal::Unavailable => "伺服器忙碌中，正在自動重試。",
    }
    .to_owned()
}

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => "金額請寫成 12.21 的形式。".to_owned(),
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => "這個幣別沒有小數。".to_owned(),
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("這個幣別最多 {decimals} 位小數。")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "金額太大。".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "請選擇幣別。".to_owned(),
        DraftProblem::Number => "請填寫整數。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("紅包雨持續 {} 到 {} 秒。", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "百分比為 1 到 100。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::PacketCount => format!("紅包個數為 1 到 {MAX_PACKETS}。"),
            Impossible::MinTooSmall => "最小紅包不能是零。".to_owned(),
            Impossible::MaxBelowMin => "最大紅包小於最小紅包。".to_owned(),
            Impossible::PotTooSmall => "總金額不夠分成這麼多紅包。".to_owned(),
            Impossible::PotTooLarge => "總金額太大，請調高最大紅包或減少總金額。".to_owned(),
        },
    }
}
