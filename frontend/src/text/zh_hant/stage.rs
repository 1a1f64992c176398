//! Chinese in traditional characters.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
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
    try_device: "檢測裝置和 Wi-Fi",
    cancel: "取消",
    locked: "已鎖定",
    no_such_game: "沒有這場遊戲",
    join_at: "開啟網址加入",
    qr_alt: "開啟這場遊戲的 QR 碼",
    answered: |_| " 人已作答",
    points: "積分",
    sound: "這道題有聲音",
    sound_again: "重新播放聲音",
    sound_stop: "停止聲音",
    sound_click: "點按播放聲音",
    sound_fails: "此瀏覽器無法播放該聲音。",
    mute: "靜音",
    mute_why: "這個大螢幕播放的一切：音樂、提示音、題目的聲音。按 + 和 − 調整音量。",
    volume: "音量",
    full_screen: "全螢幕",
    next_game_soon: "下一場馬上開始",
    all_gone: "全部搶光啦！",
    of_pot: "共",
    key_title: "主持遊戲",
    key_why: "請開啟 Quizrain 在終端機裡顯示的連結，或把其中的金鑰貼到這裡。沒有終端機時，請詢問伺服器的管理員。",
    host_key: "主持人金鑰",
    key_wrong: "金鑰是 32 位字元（0–9、a–f）。",
    key_not_accepted: "伺服器拒絕了這項操作：金鑰不正確、你已登出，或帳戶沒有權限。請詢問伺服器的擁有者。",
    other_key: "重新登入或輸入其他金鑰",
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
    state_reading: "正在讀題",
    state_paused: "已暫停，暫時無法作答",
    state_slide: "正在展示投影片",
    state_asking: "正在作答",
    state_paced: "各自按自己的節奏作答",
    begin: "開始",
    close_game: "結束作答",
    closes_in: |left| format!("剩餘時間 {left}"),
    own_paces: |begun, done| format!("已開始 {begun} 人 · 已完成 {done} 人"),
    state_revealed: "答案已公布",
    state_rain: "紅包雨進行中，會自動結束。",
    first_question: "開始第一題",
    open_question: "開始作答",
    reveal_now: "立即公布答案",
    pause: "暫停",
    resume: "繼續",
    show_board: "顯示排行榜",
    open_rain: "紅包雨",
    show_podium: "公布獲勝者",
    typed_texts: "玩家輸入的內容",
    hide_text: "隱藏",
    pick_text: "選上螢幕",
    picked_text: |n| format!("已選，第 {n} 則"),
    pick_why: |n| format!("選出後，大螢幕只顯示所選的內容，最多 {n} 則。"),
    stop_rain: "中止紅包雨",
    stop_sure: "現在中止紅包雨？",
    stop_why: "已搶到的紅包有效，其餘金額退回；所有人都會看到是你中止的。",
    end_game: "結束遊戲",
    end_sure: "現在結束遊戲？",
    end_why: "結束後不能再答題或搶紅包，已入帳的紅包不受影響。",
    take_over_title: "這場遊戲正由另一個瀏覽器主持",
    take_over_why: "你可以用主持人金鑰接管。另一個瀏覽器會停止控制，玩家不受影響。",
    take_over: "接管遊戲",
    which_rain: "哪一場",
    another_rain: "新的一場",
    after_question: |n| format!("第 {n} 題之後"),
    at_the_end: "最後",
    has_fallen: "已下過",
    pot: "總金額",
    currency: "幣別",
    packets: "紅包個數",
    seconds: "持續秒數",
    smallest: "最小紅包",
    largest: "最大紅包",
    split: "分配方式",
    split_lucky: "拼手氣",
    split_lucky_why: "金額隨機，機會均等。",
    split_line: "小包多，大包少",
    split_line_why: "像剪繩子一樣隨機剪開，金額懸殊。",
    split_equal: "平均",
    split_equal_why: "每個紅包金額相同。",
    split_shares: "人人有份",
    split_shares_why: "開始時可搶的每位玩家平分總金額，一人一份。",
    prizes_why: "前三名各有一個固定紅包，名次並列的平分。",
    first_prize: "第一名",
    second_prize: "第二名",
    third_prize: "第三名",
    who_may: "誰可以搶",
    everyone: "所有人",
    score_at_least: "總分不低於",
    last_right: "上一題答對的玩家",
    top_share: "名次在前百分之",
    top_rank: "名次不低於",
    let_it_rain: "開始紅包雨",
    money_sure: "確定發放真實金額？",
    money_credited: |amount| format!("{amount} 將入帳給搶到紅包的玩家。"),
    packets_of: |n| format!("{n} 個紅包"),
    for_everybody: "所有人可搶",
    next_question: |n, of| format!("第 {n} 題（共 {of} 題）"),
    others: |n| format!("還有 {n} 個其他回答"),
    average: |mean| ["平均 ", mean].concat(),
    climbed_most: |n| format!("上升最多（{n} 名）："),
    up: |n| format!("上升 {n} 名"),
    down: |n| format!("下降 {n} 名"),
    new_on_board: "新上榜",
    of_players: |n| format!("共 {n} 人"),
    questions: |n| format!("{n} 道題"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, without) => format!("{without} 人空手而歸。"),
            (Ordering::Equal, _) => "正好每人一個。".to_owned(),
            (Ordering::Greater, over) => format!("多出 {over} 個，沒人搶的會退回。"),
        };
        format!("{packets} 個紅包，{players} 名玩家：{so}")
    },
    packets_for_some: |packets, players| {
        format!("{packets} 個紅包，{players} 名玩家在場，並非人人可搶，開始時才知道有誰。")
    },
    packets_at_least: |n| format!("至少要 {n} 個紅包，再少就裝不下總金額。"),
    pot_rises: |from, to| format!("每人一個時，總金額會從 {from} 提高到 {to}。"),
    pot_raised: |from, to| format!("總金額已從 {from} 提高到 {to}。"),
    packet_for_each: "每人一個",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "金額請寫成 1234.50 的形式，不加千分位符號。".to_owned()
        }
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
        DraftProblem::Plan(InvalidPlan::Rank) => "名次從 1 開始。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => "沒有玩家可搶，無法平分。".to_owned(),
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => "總金額不夠每人一份。".to_owned(),
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => "名次獎只給前幾名。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => "每個獎都要大於零，且不能高於前一名的獎。".to_owned(),
            Impossible::PacketCount => format!("紅包個數為 1 到 {MAX_PACKETS}。"),
            Impossible::MinTooSmall => "最小紅包不能是零。".to_owned(),
            Impossible::MaxBelowMin => "最大紅包小於最小紅包。".to_owned(),
            Impossible::PotTooSmall => "總金額不夠分成這麼多紅包。".to_owned(),
            Impossible::PotTooLarge => "總金額太大，請調高最大紅包或減少總金額。".to_owned(),
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "贊助方的餘額不夠這場紅包雨",
        Refusal::NoQuestionLeft => "題目已經出完。",
        Refusal::NoSuchPlayer => "這位玩家已經不在遊戲裡。",
        Refusal::Invalid => "這樣設定不行。",
        Refusal::NoRainLeft => "這局遊戲的紅包雨次數已用完，請另開一局。",
        Refusal::OnlyWatching => "該連結只能旁觀，不能操作。",
        Refusal::IdentityNeeded => {
            "現金只發給已登入的人。請另開一局要求登入的遊戲，或在開局時允許發給任何人。"
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
