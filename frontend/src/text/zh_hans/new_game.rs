//! Chinese in simplified characters.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "选项…",
    mode: "玩法",
    classic: "经典",
    classic_why: "每个人各自得分。",
    survival: "生存赛",
    survival_why: "答错或不作答就出局。",
    teams: "团队赛",
    teams_why: "队伍得分为队员的平均分。",
    self_paced: "自定进度",
    self_paced_why: "各自按自己的节奏作答，答完立即公布答案，适合练习。",
    open_minutes: "开放时间（分钟）",
    revive_card: "复活卡",
    no_card: "没有",
    card_after: |n| format!("连对 {n} 题得一张"),
    team: |n| format!("第 {n} 队"),
    team_names: ["雨滴队", "星星队", "月亮队", "树叶队", "闪电队", "云朵队", "高山队", "雨伞队"],
    add_team: "增加一队",
    remove_team: "减少一队",
    team_chosen: "玩家自己选队伍",
    team_dealt: "按加入顺序轮流分队",
    names: "昵称",
    names_free: "玩家自己输入",
    names_generated: "由系统生成",
    names_generated_why: "例如“勇敢的熊猫”，玩家不用打字。",
    identity: "玩家身份",
    identity_open: "任何人",
    identity_open_why: "每个浏览器算一位玩家：同一个人可能有多个座位、抢到多个红包。",
    pays_anybody: "允许把现金发给任何人",
    pays_anybody_why: "不勾选时，如果开启了派发，开放的游戏只下积分雨。",
    field_asked: "加入时多问一项",
    field_asked_why: "例如工号：您在玩家列表、结果和派发中能看到。没有人核实其真假。",
    field_email: "邮箱",
    field_number: "工号",
    field_name: "名称",
    field_pattern: "格式（正则表达式，可留空）",
    field_example: "给玩家看的示例",
    identity_signed: "已登录的人",
    identity_signed_why: "由您自己的系统发出登录链接，或在此服务器配置的 OpenID 服务处登录：同一个人在每台设备上都是同一位玩家。",
    identity_invited: "受邀的来宾",
    identity_invited_why: "凭卡片上的邀请码：一位来宾就是一位玩家，用第一台出示邀请码的设备。",
    choose_list: "选择来宾名单",
    to_guests: "来宾名单",
    guest_list: |title, guests| format!("{title}（{guests}人）"),
    late_join: "允许中途加入",
    late_join_why: "第一题出现之后也可以加入。",
    draw: "随机抽取的题数",
    all: |n| format!("全部 {n} 题"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "队伍数量为 2 到 8 支。",
        Problem::Teams(InvalidTeams::Name(_)) => "队名为 1 到 20 个字。",
        Problem::Teams(InvalidTeams::SameName) => "有两支队伍同名。",
        Problem::Field(InvalidField::Name) => "询问的内容要有名称，1到40个字。",
        Problem::Field(InvalidField::LongPattern) => "格式太长。",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "填了格式，就要有符合它的示例。"
        }
    },
};
