//! Chinese in simplified characters.

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
            "Redis 没有回应。在它恢复之前，没有人能加入、答题或抢红包，游戏也不会继续。"
        }
        Incident::DatabaseAway => {
            "数据库没有回应。答题照常进行，抢到的红包稍后入账。新建游戏、新的红包雨和红包雨的收尾要等它恢复。"
        }
        Incident::RolledBack => {
            "服务器丢失了刚才的片刻，已恢复到屏幕显示过的状态。继续之前，请先看一眼画面。"
        }
    },
    try_device: "检测设备和 Wi-Fi",
    cancel: "取消",
    locked: "已锁定",
    no_such_game: "没有这场游戏",
    join_at: "打开网址加入",
    qr_alt: "打开这场游戏的二维码",
    answered: |_| " 人已作答",
    points: "积分",
    sound: "这道题有声音",
    sound_again: "重新播放声音",
    sound_stop: "停止声音",
    sound_click: "点击播放声音",
    sound_fails: "此浏览器无法播放该声音。",
    mute: "静音",
    mute_why: "这个大屏幕播放的一切：音乐、提示音、题目的声音。按 + 和 − 调节音量。",
    volume: "音量",
    full_screen: "全屏",
    next_game_soon: "下一场马上开始",
    all_gone: "全部抢光啦！",
    of_pot: "共",
    key_title: "主持游戏",
    key_why: "请打开 Quizrain 在终端里显示的链接，或把其中的密钥粘贴到这里。没有终端时，请询问服务器的管理员。",
    host_key: "主持人密钥",
    key_wrong: "密钥是 32 位字符（0–9、a–f）。",
    key_not_accepted: "服务器拒绝了这一操作：密钥不正确、你已退出登录，或账户没有权限。请询问服务器的所有者。",
    other_key: "重新登录或输入其他密钥",
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
    state_reading: "正在读题",
    state_paused: "已暂停，暂时不能作答",
    state_slide: "正在展示幻灯片",
    state_asking: "正在作答",
    state_paced: "各自按自己的节奏作答",
    begin: "开始",
    close_game: "结束作答",
    closes_in: |left| format!("剩余时间 {left}"),
    own_paces: |begun, done| format!("已开始 {begun} 人 · 已完成 {done} 人"),
    state_revealed: "答案已公布",
    state_rain: "红包雨进行中，会自动结束。",
    first_question: "开始第一题",
    open_question: "开始作答",
    reveal_now: "立即公布答案",
    pause: "暂停",
    resume: "继续",
    show_board: "显示排行榜",
    open_rain: "红包雨",
    show_podium: "公布获胜者",
    typed_texts: "玩家输入的内容",
    hide_text: "隐藏",
    pick_text: "选上屏",
    picked_text: |n| format!("已选，第 {n} 条"),
    pick_why: |n| format!("选出后，大屏幕只显示所选的内容，最多 {n} 条。"),
    stop_rain: "中止红包雨",
    stop_sure: "现在中止红包雨？",
    stop_why: "已抢到的红包有效，其余金额退回；所有人都会看到是你中止的。",
    end_game: "结束游戏",
    end_sure: "现在结束游戏？",
    end_why: "结束后不能再答题或抢红包，已入账的红包不受影响。",
    take_over_title: "这场游戏正由另一个浏览器主持",
    take_over_why: "你可以用主持人密钥接管。另一个浏览器会停止控制，玩家不受影响。",
    take_over: "接管游戏",
    which_rain: "哪一场",
    another_rain: "新的一场",
    after_question: |n| format!("第 {n} 题之后"),
    at_the_end: "最后",
    has_fallen: "已下过",
    pot: "总金额",
    currency: "币种",
    packets: "红包个数",
    seconds: "持续秒数",
    smallest: "最小红包",
    largest: "最大红包",
    split: "分配方式",
    split_lucky: "拼手气",
    split_lucky_why: "金额随机，机会均等。",
    split_line: "小包多，大包少",
    split_line_why: "像剪绳子一样随机剪开，金额悬殊。",
    split_equal: "平均",
    split_equal_why: "每个红包金额相同。",
    split_shares: "人人有份",
    split_shares_why: "开始时可抢的每位玩家平分总金额，一人一份。",
    prizes_why: "前三名各有一个固定红包，名次并列的平分。",
    first_prize: "第一名",
    second_prize: "第二名",
    third_prize: "第三名",
    who_may: "谁可以抢",
    everyone: "所有人",
    score_at_least: "总分不低于",
    last_right: "上一题答对的玩家",
    top_share: "名次在前百分之",
    top_rank: "名次不低于",
    let_it_rain: "开始红包雨",
    money_sure: "确定发放真实金额？",
    money_credited: |amount| format!("{amount} 将入账给抢到红包的玩家。"),
    packets_of: |n| format!("{n} 个红包"),
    for_everybody: "所有人可抢",
    next_question: |n, of| format!("第 {n} 题（共 {of} 题）"),
    others: |n| format!("还有 {n} 个其他回答"),
    average: |mean| ["平均 ", mean].concat(),
    climbed_most: |n| format!("上升最多（{n} 名）："),
    up: |n| format!("上升 {n} 名"),
    down: |n| format!("下降 {n} 名"),
    new_on_board: "新上榜",
    of_players: |n| format!("共 {n} 人"),
    questions: |n| format!("{n} 道题"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, without) => format!("{without} 人空手而归。"),
            (Ordering::Equal, _) => "正好每人一个。".to_owned(),
            (Ordering::Greater, over) => format!("多出 {over} 个，没人抢的会退回。"),
        };
        format!("{packets} 个红包，{players} 名玩家：{so}")
    },
    packets_for_some: |packets, players| {
        format!("{packets} 个红包，{players} 名玩家在场，并非人人可抢，开始时才知道有谁。")
    },
    packets_at_least: |n| format!("至少要 {n} 个红包，再少就装不下总金额。"),
    pot_rises: |from, to| format!("每人一个时，总金额会从 {from} 提高到 {to}。"),
    pot_raised: |from, to| format!("总金额已从 {from} 提高到 {to}。"),
    packet_for_each: "每人一个",
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
            "金额请写成 1234.50 的形式，不加千位分隔符。".to_owned()
        }
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
        DraftProblem::Plan(InvalidPlan::Rank) => "名次从 1 开始。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => "没有玩家可抢，无法平分。".to_owned(),
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => "总金额不够每人一份。".to_owned(),
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => "名次奖只给前几名。".to_owned(),
        DraftProblem::Plan(InvalidPlan::Pot(why)) => match why {
            Impossible::Prizes => "每个奖都要大于零，且不能高于前一名的奖。".to_owned(),
            Impossible::PacketCount => format!("红包个数为 1 到 {MAX_PACKETS}。"),
            Impossible::MinTooSmall => "最小红包不能是零。".to_owned(),
            Impossible::MaxBelowMin => "最大红包小于最小红包。".to_owned(),
            Impossible::PotTooSmall => "总金额不够分成这么多红包。".to_owned(),
            Impossible::PotTooLarge => "总金额太大，请调高最大红包或减少总金额。".to_owned(),
        },
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "赞助方的余额不够这场红包雨",
        Refusal::NoQuestionLeft => "题目已经出完。",
        Refusal::NoSuchPlayer => "这位玩家已经不在游戏里。",
        Refusal::Invalid => "这样设置不行。",
        Refusal::NoRainLeft => "这局游戏的红包雨次数已用完，请另开一局。",
        Refusal::OnlyWatching => "该链接只能旁观，不能操作。",
        Refusal::IdentityNeeded => {
            "现金只发给已登录的人。请另开一局要求登录的游戏，或在开局时允许发给任何人。"
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
