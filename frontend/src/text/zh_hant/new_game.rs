//! Chinese in traditional characters.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

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
    field_asked: "加入時多問一項",
    field_asked_why: "例如工號：您在玩家清單、結果和派發中能看到。沒有人核實其真假。",
    field_email: "電子郵件",
    field_number: "工號",
    field_name: "名稱",
    field_pattern: "格式（正規表示式，可留空）",
    field_example: "給玩家看的範例",
    identity_signed: "已登入的人",
    identity_signed_why: "由您自己的系統發出登入連結，或在此伺服器設定的 OpenID 服務處登入：同一個人在每台裝置上都是同一位玩家。",
    identity_invited: "受邀的來賓",
    identity_invited_why: "憑卡片上的邀請碼：一位來賓就是一位玩家，用第一台出示邀請碼的裝置。",
    choose_list: "選擇來賓名單",
    to_guests: "來賓名單",
    guest_list: |title, guests| format!("{title}（{guests}人）"),
    late_join: "允許中途加入",
    late_join_why: "第一題出現之後也可以加入。",
    draw: "隨機抽取的題數",
    all: |n| format!("全部 {n} 題"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "隊伍數量為 2 到 8 支。",
        Problem::Teams(InvalidTeams::Name(_)) => "隊名為 1 到 20 個字。",
        Problem::Teams(InvalidTeams::SameName) => "有兩支隊伍同名。",
        Problem::Field(InvalidField::Name) => "詢問的內容要有名稱，1到40個字。",
        Problem::Field(InvalidField::LongPattern) => "格式太長。",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "填了格式，就要有符合它的範例。"
        }
    },
};
