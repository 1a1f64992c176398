//! Chinese in traditional characters.

use quizrain_shared::mode::InvalidTeams;

use super::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "選項…",
    mode: "玩法",
    classic: "經典",
    classic_why: "每個人各自得分。",
    survival: "生存賽",
    survival_why: "答錯或不作答就出局。",
    teams: "團隊賽",
    teams_why: "隊伍得分為隊員的平均分數。",
    self_paced: "自訂進度",
    self_paced_why: "各自按自己的節奏作答，答完立即公布答案，適合練習。",
    open_minutes: "開放時間（分鐘）",
    revive_card: "復活卡",
    no_card: "沒有",
    card_after: |n| format!("連對 {n} 題得一張"),
    team: |n| format!("第 {n} 隊"),
    team_names: ["雨滴隊", "星星隊", "月亮隊", "樹葉隊", "閃電隊", "雲朵隊", "高山隊", "雨傘隊"],
    add_team: "增加一隊",
    remove_team: "減少一隊",
    team_chosen: "玩家自己選隊伍",
    team_dealt: "按加入順序輪流分隊",
    names: "暱稱",
    names_free: "玩家自己輸入",
    names_generated: "由系統產生",
    names_generated_why: "例如「勇敢的熊貓」，玩家不用打字。",
    identity: "玩家身分",
    identity_open: "任何人",
    identity_open_why: "每個瀏覽器算一位玩家：同一個人可能有多個座位、搶到多個紅包。",
    pays_anybody: "允許把現金發給任何人",
    pays_anybody_why: "不勾選時，如果開啟了派發，開放的遊戲只下積分雨。",
    identity_signed: "已登入的人",
    identity_signed_why: "由您自己的系統發出登入連結：同一個人在每台裝置上都是同一位玩家。",
    late_join: "允許中途加入",
    late_join_why: "第一題出現之後也可以加入。",
    draw: "隨機抽取的題數",
    all: |n| format!("全部 {n} 題"),
    problem: |why| match why {
        InvalidTeams::Count(_) => "隊伍數量為 2 到 8 支。",
        InvalidTeams::Name(_) => "隊名為 1 到 20 個字。",
        InvalidTeams::SameName => "有兩支隊伍同名。",
    },
};
