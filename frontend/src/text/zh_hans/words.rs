//! Chinese in simplified characters.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "语言",
    loading: "加载中…",
    connecting: "正在连接…",
    too_many_tries: "这个网络里试了太多错误的数字。稍后会自动再试你的数字。",
    reconnecting: "正在重新连接……你的座位还在。",
    no_network: "没有网络。你的座位还在。",
    still_trying: "服务器暂时没有回应。请检查网络；不用刷新，页面会自动重试。",
    unreachable: "连接不上服务器。",
    try_again: "重试",
    sign_in_with: |name| ["用 ", name, " 登录"].concat(),
    to_start: "返回首页",
    no_such_page: "没有这个页面",
    enter: "进入",
    points_unit: |_| " 分",
    game_pin: "游戏 PIN 码",
    host_a_game: "主持游戏",
    no_such_game_why: "请核对大屏幕上的数字，再试一次。",
    time_left: "剩余秒数",
    seconds_left: |n| format!("还剩 {n} 秒"),
    counting: "时间到，正在统计…",
    time_up: "时间到",
    get_ready: "准备好，马上开始作答！",
    paused: "已暂停，稍后继续。",
    true_: "对",
    false_: "错",
    right_answer: "正确答案",
    place: |[left, top]| format!("距左边 {left} %，距上边 {top} %"),
    region: |[left, top, width, height]| {
        format!("距左边 {left} %，距上边 {top} %，宽 {width} %，高 {height} %")
    },
    out: "出局",
    own_pace: |minutes| format!("各自按自己的节奏作答，开放 {minutes} 分钟。"),
    survival_rule: "生存赛：答错或不作答就出局。",
    card_rule: |n| format!("连对 {n} 题可得一张复活卡。"),
    survivors: |left, of| format!("{of} 人中还剩 {left} 人"),
    members: |n| format!("{n} 人"),
    best_players: "个人排行",
    board: "排行榜",
    podium: "获胜者揭晓",
    game_over: "游戏结束",
    thanks: "谢谢参与！",
    rain_comes: "红包雨即将开始",
    rain_label: "正在落下的红包。按空格键或回车键抢一个。",
    rain_label_watch: "正在落下的红包",
    rain_over: "红包雨结束",
    rain_stopped: "主持人中止了这场红包雨。已抢到的红包有效，其余退回。",
    packets_caught: |_| " 个红包被抢到",
    largest_catches: "手气最佳",
    question_of: |n, of| format!("第 {n} 题 / 共 {of} 题"),
    players_joined: |n| {
        if n == 0 { "还没有人加入".to_owned() } else { format!("{n} 人已加入") }
    },
    in_packets: |n| format!("共 {n} 个红包"),
    only_from_score: |n| format!("总分达到 {n} 分的玩家可抢"),
    only_last_right: "上一题答对的玩家可抢",
    only_survivors: "没有出局的玩家可抢",
    only_best_team: "第一名的队伍可抢",
    only_starters: "开场前就在的玩家可抢",
    only_seated: "这场红包雨开始前已加入的玩家可抢",
    only_top_share: |percent| format!("排名前 {percent}% 的玩家可抢"),
    only_top_rank: |last| {
        if last == 1 { "仅限第 1 名".to_owned() } else { format!("前 {last} 名可抢") }
    },
    prizes: "名次奖",
    prize_of: |place| format!("第 {place} 名奖"),
    refusal,
    seal: |commitment| format!("封存码 {}", short(commitment)),
    entropy: |entropy| format!("玩家码 {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "没有使用这个 PIN 码的游戏",
        Refusal::GameFull => "人数已满",
        Refusal::GameLocked => "主持人已关闭入口",
        Refusal::GameEnded => "这场游戏已经结束",
        Refusal::NicknameTaken => "这个昵称已经有人用了，换一个吧。",
        Refusal::Nickname(InvalidName::Empty) => "请输入昵称。",
        Refusal::Nickname(InvalidName::TooLong) => "昵称最多 20 个字。",
        Refusal::Nickname(InvalidName::Unprintable) => "昵称里有无法显示的字符。",
        Refusal::Nickname(InvalidName::Blocked) => "昵称中有这里不显示的词语，请换一个。",
        Refusal::Nickname(InvalidName::NotGenerated) => "这场游戏的昵称由系统生成，请从中选一个。",
        Refusal::Removed => "主持人已将你移出这场游戏",
        Refusal::NoSuchTeam => "请选择队伍。",
        Refusal::NotSeated => "请先加入游戏",
        Refusal::NotOpen => "这道题没有开放",
        Refusal::TooLate => "来不及了，这道题已经结束。",
        Refusal::NoSuchAnswer => "这个答案无法提交",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "那个红包已经不见了",
        Refusal::TooEarly => "早了一点点",
        Refusal::RainOver => "红包雨已经结束",
        Refusal::NotEligible => "你不在这场红包雨的参与范围内",
        Refusal::SoldOut => "你这边的红包已经抢完",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "现在不能这样做。",
        Refusal::TooManyJoins { .. } => "你的网络里正有很多人加入，稍后会自动重试。",
        Refusal::Field => "请按示例填写主持人要求的内容。",
        Refusal::SignInNeeded => "这局游戏仅限已登录的人。请用您收到的链接打开。",
        Refusal::Stale => "游戏已经进入下一步。",
        Refusal::NotAllowed => "这个浏览器没有权限。",
        Refusal::TooFast => "太快了，请稍等。",
        Refusal::Malformed => "服务器没有看懂，请刷新页面。",
        Refusal::Unavailable => "服务器繁忙，正在自动重试。",
    }
}
