//! Chinese in simplified characters.

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::name::InvalidName;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::ledger;
use super::words::Words;
use crate::state::draft::DraftProblem;

pub(super) static WORDS: Words = Words {
    language: "语言",
    loading: "加载中…",
    connecting: "正在连接…",
    too_many_tries: "这个网络里试了太多错误的数字。稍后会自动再试你的数字。",
    reconnecting: "正在重新连接……你的座位还在。",
    still_trying: "服务器暂时没有回应。请检查网络；不用刷新，页面会自动重试。",
    incident: |incident| match incident {
        Incident::RedisAway => {
            "Redis 没有回应。在它恢复之前，没有人能加入、答题或抢红包，游戏也不会继续。"
        }
        Incident::DatabaseAway => {
            "数据库没有回应。答题照常进行，抢到的红包稍后入账。新建游戏、新的红包雨和红包雨的收尾要等它恢复。"
        }
        Incident::RolledBack => {
            "服务器丢失了刚才的片刻，已恢复到屏幕显示过的状态。继续之前，请先看一眼画面。"
        }
    },
    unreachable: "连接不上服务器。",
    try_again: "重试",
    to_start: "返回首页",
    no_such_page: "没有这个页面",
    tap_another: "红包还在下，再抢一个吧！",
    understood: "知道了",
    cancel: "取消",
    enter: "进入",
    points_unit: "分",
    home_title: "加入游戏",
    home_lead: "输入大屏幕上的六位数字。",
    game_pin: "游戏 PIN 码",
    pin_wrong: "PIN 码是六位数字。",
    host_a_game: "主持游戏",
    your_name: "你的昵称",
    join: "加入",
    joining: "正在加入…",
    locked: "已锁定",
    locked_why: "主持人暂时关闭了入口，重新开放后即可加入。",
    identity_note: "无需注册。座位和余额都保存在这个浏览器里。",
    no_such_game: "没有这场游戏",
    no_such_game_why: "请核对大屏幕上的数字，再试一次。",
    elsewhere: "你正在另一个窗口里玩",
    elsewhere_why: "同一时间只能有一个窗口占用你的座位，分数不会丢。",
    use_it_here: "在这里继续",
    you_are_in: "你已加入！",
    see_your_name: "看看大屏幕上你的名字。",
    join_at: "打开网址加入",
    qr_alt: "打开这场游戏的二维码",
    time_left: "剩余秒数",
    seconds_left: |n| format!("还剩 {n} 秒"),
    answered: "人已作答",
    send: "提交答案",
    pick_all: "选出所有正确答案。",
    sending: "正在提交…",
    answer_in: "答案已收到，等等其他人…",
    counting: "时间到，正在统计…",
    time_up: "时间到",
    true_: "对",
    false_: "错",
    right: "答对了！",
    partly_right: "答对一部分",
    wrong: "没答对",
    no_answer: "没有作答",
    no_points_yet: "正确答案如下。",
    right_answer: "正确答案",
    your_answer: "你的答案",
    score: "总分",
    rank: "名次",
    board: "排行榜",
    final_board: "最终排名",
    podium: "获胜者揭晓",
    game_over: "游戏结束",
    thanks: "谢谢参与！",
    another_game: "加入另一场游戏",
    play_again: "再玩一场",
    next_game_soon: "下一场马上开始",
    rain_comes: "红包雨即将开始",
    rain_label: "正在落下的红包。按空格键或回车键抢一个。",
    rain_label_watch: "正在落下的红包",
    tap_one: "点一个红包！",
    tap_keys: "或按空格键",
    grabbing: "正在拆…",
    caught: "你抢到了",
    crediting: "已抢到，正在入账…",
    crediting_long: "已抢到，入账比平时慢一些，有结果会马上告诉你。",
    credited: "已存入余额",
    lost: "这个红包丢失了",
    lost_why: "入账前服务器出了故障，这个红包没能到账，你的余额没有变化。非常抱歉！",
    next_time: "下一场红包雨再来！",
    nothing_caught: "这次没有抢到红包。",
    rain_over: "红包雨结束",
    packets_caught: "个红包被抢到",
    of_pot: "共",
    largest_catches: "手气最佳",
    back_to_game: "返回你的游戏",
    balance: "余额",
    see_balance: "查看余额",
    balance_empty: "还没有",
    balance_empty_why: "在红包雨里抢到的红包会出现在这里。",
    download: "下载明细 (CSV)",
    download_failed: "没能取到文件，请再试一次。",
    balance_incomplete: "有一台服务器没有回应。您刚抢到的红包可能要等它恢复后才会显示。",
    balance_note: "余额属于这个浏览器，其他设备上看不到。",
    key_title: "主持游戏",
    key_why: "请打开 Quizrain 在终端里显示的链接，或把其中的密钥粘贴到这里。没有终端时，请询问服务器的管理员。",
    host_key: "主持人密钥",
    key_wrong: "密钥是 32 位字符（0–9、a–f）。",
    key_not_accepted: "服务器不接受当前的密钥，正确的密钥显示在终端里，也可以询问服务器的管理员。",
    other_key: "输入其他密钥",
    library: "选择题库",
    library_empty: "还没有题库。用 quizrain import 添加题库。",
    running_games: "进行中的游戏",
    go_on: "继续",
    start_game: "开放大厅",
    draw_questions: "随机抽取的题数",
    to_library: "题库",
    players: "玩家",
    lock: "锁定入口",
    unlock: "开放入口",
    open_screen: "打开大屏幕",
    controls: "控制台",
    space_hint: "空格键、回车键、→ 或翻页器都会按下红色按钮。",
    state_lobby: "玩家正在加入",
    state_asking: "正在作答",
    state_revealed: "答案已公布",
    state_rain: "红包雨进行中，会自动结束。",
    first_question: "开始第一题",
    reveal_now: "立即公布答案",
    show_board: "显示排行榜",
    open_rain: "红包雨",
    show_podium: "公布获胜者",
    end_game: "结束游戏",
    end_sure: "现在结束游戏？",
    end_why: "结束后不能再答题或抢红包，已入账的红包不受影响。",
    take_over_title: "这场游戏正由另一个浏览器主持",
    take_over_why: "你可以用主持人密钥接管。另一个浏览器会停止控制，玩家不受影响。",
    take_over: "接管游戏",
    pot: "总金额",
    currency: "币种",
    packets: "红包个数",
    seconds: "持续秒数",
    smallest: "最小红包",
    largest: "最大红包",
    split: "分配方式",
    split_lucky: "拼手气",
    split_lucky_why: "金额随机，机会均等。",
    split_equal: "平均",
    split_equal_why: "每个红包金额相同。",
    who_may: "谁可以抢",
    everyone: "所有人",
    score_at_least: "总分不低于",
    top_share: "名次在前百分之",
    let_it_rain: "开始红包雨",
    question_of: |n, of| format!("第 {n} 题 / 共 {of} 题"),
    next_question: |n, of| format!("第 {n} 题（共 {of} 题）"),
    worth: |n| format!("最高 {n} 分"),
    players_joined: |n| {
        if n == 0 { "还没有人加入".to_owned() } else { format!("{n} 人已加入") }
    },
    of_players: |n| format!("共 {n} 人"),
    questions: |n| format!("{n} 道题"),
    in_packets: |n| format!("共 {n} 个红包"),
    only_from_score: |n| format!("总分达到 {n} 分的玩家可抢"),
    too_few_points: |need, have| format!("这场红包雨需要 {need} 分，你有 {have} 分。"),
    only_top_share: |percent| format!("排名前 {percent}% 的玩家可抢"),
    rank_too_low: |percent, rank| match rank {
        Some(rank) => format!("这场红包雨限排名前 {percent}% 的玩家，你是第 {rank} 名。"),
        None => format!("这场红包雨限目前排名前 {percent}% 的玩家。"),
    },
    packets_for: |packets, players| {
        let so =
            if packets < players { "手慢的抢不到。" } else { "没人抢的会退回。" };
        format!("{packets} 个红包，{players} 名玩家：{so}")
    },
    packet_for_each: "每人一个",
    draft_problem,
    refusal,
    ledger: ledger::zh_hans::WORDS,
};

fn refusal(why: &Refusal) -> String {
    match why {
        Refusal::UnknownPin => "没有使用这个 PIN 码的游戏",
        Refusal::GameFull => "人数已满",
        Refusal::GameLocked => "主持人已关闭入口",
        Refusal::GameEnded => "这场游戏已经结束",
        Refusal::NicknameTaken => "这个昵称已经有人用了，换一个吧。",
        Refusal::Nickname(InvalidName::Empty) => "请输入昵称。",
        Refusal::Nickname(InvalidName::TooLong) => "昵称最多 20 个字。",
        Refusal::Nickname(InvalidName::Unprintable) => "昵称里有无法显示的字符。",
        Refusal::NotSeated => "请先加入游戏",
        Refusal::NotOpen => "这道题没有开放",
        Refusal::TooLate => "来不及了，这道题已经结束。",
        Refusal::NoSuchChoice => "这道题没有这个选项",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "那个红包已经不见了",
        Refusal::TooEarly => "早了一点点",
        Refusal::RainOver => "红包雨已经结束",
        Refusal::NotEligible => "你不在这场红包雨的参与范围内",
        Refusal::SoldOut => "你这边的红包已经抢完",
        Refusal::Unfunded => "赞助方的余额不够这场红包雨",
        Refusal::NotNow => "现在不能这样做。",
        Refusal::NoQuestionLeft => "题目已经出完。",
        Refusal::NoRainLeft => "这局游戏的红包雨次数已用完，请另开一局。",
        Refusal::Stale => "游戏已经进入下一步。",
        Refusal::Plan(why) => return draft_problem(DraftProblem::Plan(*why)),
        Refusal::NotAllowed => "这个浏览器没有权限。",
        Refusal::TooFast => "太快了，请稍等。",
        Refusal::Malformed => "服务器没有看懂，请刷新页面。",
        Refusal::Unavailable => "服务器繁忙，正在自动重试。",
    }
    .to_owned()
}

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => "金额请写成 12.21 的形式。".to_owned(),
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => "这个币种没有小数。".to_owned(),
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            format!("这个币种最多 {decimals} 位小数。")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "金额太大。".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "请选择币种。".to_owned(),
        DraftProblem::Number => "请填写整数。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("红包雨持续 {} 到 {} 秒。", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "百分比为 1 到 100。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::PacketCount => format!("红包个数为 1 到 {MAX_PACKETS}。"),
            Impossible::MinTooSmall => "最小红包不能是零。".to_owned(),
            Impossible::MaxBelowMin => "最大红包小于最小红包。".to_owned(),
            Impossible::PotTooSmall => "总金额不够分成这么多红包。".to_owned(),
            Impossible::PotTooLarge => "总金额太大，请调高最大红包或减少总金额。".to_owned(),
        },
    }
}
