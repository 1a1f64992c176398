//! Chinese in traditional characters.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "語言",
    loading: "載入中…",
    connecting: "正在連線…",
    too_many_tries: "這個網路裡試了太多錯誤的數字。稍後會自動再試你的數字。",
    reconnecting: "正在重新連線……你的座位還在。",
    no_network: "沒有網路。你的座位還在。",
    still_trying: "伺服器暫時沒有回應。請檢查網路；不用重新整理，頁面會自動重試。",
    unreachable: "連不上伺服器。",
    try_again: "重試",
    sign_in_with: |name| ["用 ", name, " 登入"].concat(),
    to_start: "回到首頁",
    no_such_page: "沒有這個頁面",
    enter: "進入",
    points_unit: |_| " 分",
    game_pin: "遊戲 PIN 碼",
    host_a_game: "主持遊戲",
    no_such_game_why: "請核對大螢幕上的數字，再試一次。",
    time_left: "剩餘秒數",
    seconds_left: |n| format!("還剩 {n} 秒"),
    counting: "時間到，正在統計…",
    time_up: "時間到",
    get_ready: "準備好，馬上開始作答！",
    paused: "已暫停，稍後繼續。",
    true_: "對",
    false_: "錯",
    right_answer: "正確答案",
    place: |[left, top]| format!("距左邊 {left} %，距上邊 {top} %"),
    region: |[left, top, width, height]| {
        format!("距左邊 {left} %，距上邊 {top} %，寬 {width} %，高 {height} %")
    },
    out: "出局",
    own_pace: |minutes| format!("各自按自己的節奏作答，開放 {minutes} 分鐘。"),
    survival_rule: "生存賽：答錯或不作答就出局。",
    card_rule: |n| format!("連對 {n} 題可得一張復活卡。"),
    survivors: |left, of| format!("{of} 人中還剩 {left} 人"),
    members: |n| format!("{n} 人"),
    best_players: "個人排行",
    board: "排行榜",
    podium: "獲勝者揭曉",
    game_over: "遊戲結束",
    thanks: "謝謝參與！",
    rain_comes: "紅包雨即將開始",
    rain_label: "正在落下的紅包。按空白鍵或 Enter 鍵搶一個。",
    rain_label_watch: "正在落下的紅包",
    rain_over: "紅包雨結束",
    rain_stopped: "主持人中止了這場紅包雨。已搶到的紅包有效，其餘退回。",
    packets_caught: |_| " 個紅包被搶到",
    largest_catches: "手氣最佳",
    question_of: |n, of| format!("第 {n} 題 / 共 {of} 題"),
    players_joined: |n| {
        if n == 0 { "還沒有人加入".to_owned() } else { format!("{n} 人已加入") }
    },
    in_packets: |n| format!("共 {n} 個紅包"),
    only_from_score: |n| format!("總分達到 {n} 分的玩家可搶"),
    only_last_right: "上一題答對的玩家可搶",
    only_survivors: "沒有出局的玩家可搶",
    only_best_team: "第一名的隊伍可搶",
    only_starters: "開場前就在的玩家可搶",
    only_seated: "這場紅包雨開始前已加入的玩家可搶",
    only_top_share: |percent| format!("排名前 {percent}% 的玩家可搶"),
    only_top_rank: |last| {
        if last == 1 { "僅限第 1 名".to_owned() } else { format!("前 {last} 名可搶") }
    },
    prizes: "名次獎",
    prize_of: |place| format!("第 {place} 名獎"),
    refusal,
    seal: |commitment| format!("封存碼 {}", short(commitment)),
    entropy: |entropy| format!("玩家碼 {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "沒有使用這個 PIN 碼的遊戲",
        Refusal::GameFull => "人數已滿",
        Refusal::GameLocked => "主持人已關閉入口",
        Refusal::GameEnded => "這場遊戲已經結束",
        Refusal::NicknameTaken => "這個暱稱已經有人用了，換一個吧。",
        Refusal::Nickname(InvalidName::Empty) => "請輸入暱稱。",
        Refusal::Nickname(InvalidName::TooLong) => "暱稱最多 20 個字。",
        Refusal::Nickname(InvalidName::Unprintable) => "暱稱裡有無法顯示的字元。",
        Refusal::Nickname(InvalidName::Blocked) => "暱稱中有這裡不顯示的詞語，請換一個。",
        Refusal::Nickname(InvalidName::NotGenerated) => "這場遊戲的暱稱由系統產生，請從中選一個。",
        Refusal::Removed => "主持人已將你移出這場遊戲",
        Refusal::NoSuchTeam => "請選擇隊伍。",
        Refusal::NotSeated => "請先加入遊戲",
        Refusal::NotOpen => "這道題沒有開放",
        Refusal::TooLate => "來不及了，這道題已經結束。",
        Refusal::NoSuchAnswer => "這個答案無法提交",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "那個紅包已經不見了",
        Refusal::TooEarly => "早了一點點",
        Refusal::RainOver => "紅包雨已經結束",
        Refusal::NotEligible => "你不在這場紅包雨的參與範圍內",
        Refusal::SoldOut => "你這邊的紅包已經搶完",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "現在不能這樣做。",
        Refusal::TooManyJoins { .. } => "你的網路裡正有很多人加入，稍後會自動重試。",
        Refusal::Field => "請按範例填寫主持人要求的內容。",
        Refusal::SignInNeeded => "這局遊戲僅限已登入的人。請用您收到的連結開啟。",
        Refusal::Stale => "遊戲已經進入下一步。",
        Refusal::NotAllowed => "這個瀏覽器沒有權限。",
        Refusal::TooFast => "太快了，請稍候。",
        Refusal::Malformed => "伺服器沒有看懂，請重新整理頁面。",
        Refusal::Unavailable => "伺服器忙碌中，正在自動重試。",
    }
}
