//! Chinese in simplified characters.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::PlayerWords;

use crate::state::seals::{Checked, short};

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    common: &crate::text::zh_hans::WORDS,
    tap_another: "红包还在下，再抢一个吧！",
    understood: "知道了",
    home_title: "加入游戏",
    pin_wrong: "PIN 码是六位数字。",
    your_name: "你的昵称",
    join: "加入",
    joining: "正在加入…",
    locked_why: "主持人暂时关闭了入口，重新开放后即可加入。",
    late_why: "游戏已经开始，不再接受新玩家。",
    spin: |left| match left {
        0 => "机会用完了".to_owned(),
        left => format!("换一个（还有 {left} 次）"),
    },
    your_team: "你的队伍",
    removed_why: "如果是误会，请与主持人联系。也可以在这里加入另一场游戏。",
    identity_note: "无需注册。座位和余额都保存在这个浏览器里。",
    elsewhere: "你正在另一个窗口里玩",
    elsewhere_why: "同一时间只能有一个窗口占用你的座位，分数不会丢。",
    use_it_here: "在这里继续",
    you_are_in: "你已加入！",
    see_your_name: "看看大屏幕上你的名字。",
    begin: "开始",
    begin_why: "不用着急：每道题显示出来后才开始计时。",
    next: "下一题",
    finish: "完成",
    all_done: "全部完成！",
    all_done_why: "所有题目都已作答。游戏结束时公布最终排名。",
    send: "提交答案",
    pick_all: "选出所有正确答案。",
    pick_any: "可以选多项。",
    type_answer: "输入你的答案。",
    type_word: "输入一个词。",
    type_words: "每格填一个词，只填一个也可以。",
    type_text: "写一句话。",
    type_number: "输入一个数字。",
    change_sign: "正负号",
    put_in_order: "拖动排序，或使用箭头。",
    put_pairs: "先后点右侧的两项，它们就会互换。",
    put_pin: "在图片上点出你认为的位置。",
    pin_label: "图片。用方向键移动图钉。",
    move_with_arrows: "用方向键移动",
    move_up: "上移",
    move_down: "下移",
    sound: "题目的声音",
    sound_words: "声音的文字说明",
    look_up: "请看大屏幕。",
    sending: "正在提交…",
    answer_in: "答案已收到，等等其他人…",
    right: "答对了！",
    partly_right: "答对一部分",
    wrong: "没答对",
    thanks_answer: "谢谢，已收到你的回答。",
    revive_cards: |n| format!("{n} 张复活卡"),
    card_earned: "你得到一张复活卡！",
    card_saved: "复活卡救了你！",
    you_are_out: "你出局了，不过还可以继续答题，就当玩玩。",
    out_earns_nothing: "你已出局，这题不计分。",
    no_answer: "没有作答",
    no_points_yet: "正确答案如下。",
    your_answer: "你的答案",
    score: "总分",
    rank: "名次",
    final_board: "最终排名",
    another_game: "加入另一场游戏",
    play_again: "再玩一场",
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
    back_to_game: "返回你的游戏",
    balance: "余额",
    see_balance: "查看余额",
    balance_empty: "还没有",
    balance_empty_why: "在红包雨里抢到的红包会出现在这里。",
    download: "下载明细 (CSV)",
    download_failed: "没能取到文件，请再试一次。",
    balance_incomplete: "有一台服务器没有回应。您刚抢到的红包可能要等它恢复后才会显示。",
    balance_note: "余额属于这个浏览器，其他设备上看不到。",
    receipt: "本局明细",
    receipt_later: "游戏结束、抢到的红包全部结清后，这里会列出明细。本页会自动更新。",
    receipt_none: "这个浏览器没有参加那场游戏，或者那场游戏的记录已经删除。",
    key_fixed: "主持人已更正",
    came_later: "当时你还没有加入。",
    still_in: "未出局",
    worth: |n| format!("最高 {n} 分"),
    too_long: |n| format!("最多 {n} 个字符。"),
    number_between: |low, high| ["请输入 ", low, " 到 ", high, " 之间的数字。"].concat(),
    too_precise: |decimals| match decimals {
        0 => "请输入整数。".to_owned(),
        n => format!("最多 {n} 位小数。"),
    },
    off_by: |far| ["相差 ", far].concat(),
    pin_at: |x, y| format!("图钉位置：距左边 {x}%，距上边 {y}%。"),
    in_a_row: |bonus, streak| format!("含连对 {streak} 题奖励 +{bonus}"),
    corrected: |points| format!("主持人更正：{points}"),
    arrived: |seconds, line| ["用时 ", seconds, " 秒，其中网络 ", line, " 秒"].concat(),
    too_few_points: |need, have| format!("这场红包雨需要 {need} 分，你有 {have} 分。"),
    last_was_wrong: "这场红包雨只给上一题答对的玩家。",
    place_too_low: |last, rank| {
        let who = if last == 1 { "第 1 名".to_owned() } else { format!("前 {last} 名") };
        format!("这场红包雨限{who}，你是第 {rank} 名。")
    },
    rank_too_low: |percent, rank| {
        format!("这场红包雨限排名前 {percent}% 的玩家，你是第 {rank} 名。")
    },
    packet_state: |state| match state {
        PacketState::Crediting => "已归你，正在入账",
        PacketState::Credited => "已入账",
        PacketState::Paying => "正在转入你的账户",
        PacketState::Paid => "已转入你的账户",
        PacketState::Refused => "你的账户没有接收，金额仍在余额里",
        PacketState::Held => "暂停处理，已通知主持人",
        PacketState::Void => "入账前丢失",
    },
    check: "公平吗？",
    checked,
    sealed_list: "封存清单",
    contributions: "各手机提供的随机数",
    claims: "已抢红包",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let whose =
                if *own { "包括你的" } else { "不包括你的，你在抽取之后才入座" };
            format!(
                "公平：第 {n} 个红包，共 {packets} 个。金额和顺序与开抢前封存的一致，并且按承诺由服务器的秘密和 {players} 部手机提供的随机数（{whose}）抽出。"
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "第 {n} 个红包（共 {packets} 个）在清单上，金额一致。这个浏览器在开抢前没有看到封存码，请与看到过的人核对：{seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "整场红包雨结清后即可查看清单。".to_owned(),
        Checked::Unreachable => "服务器没有回应，请重试。".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "这份清单与开抢前封存的不一致，请告诉主持人。",
        Breach::Rules => "封存的规则与当时显示的不一致，请告诉主持人。",
        Breach::Chain => "服务器抽取所用的秘密不是你入座前承诺的那个，请告诉主持人。",
        Breach::Entropy => "各手机随机数的清单与开抢前显示的不一致，请告诉主持人。",
        Breach::LeftOut => "抽取时漏掉了你的手机提供的随机数，请告诉主持人。",
        Breach::Draw => "金额不是应当抽出的结果，请告诉主持人。",
    }
}
