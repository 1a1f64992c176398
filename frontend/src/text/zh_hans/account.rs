//! Chinese in simplified characters.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "返回你的游戏",
    balance_empty: "还没有",
    balance_empty_why: "在红包雨里抢到的红包会出现在这里。",
    download: "下载明细 (CSV)",
    download_failed: "没能取到文件，请再试一次。",
    balance_incomplete: "有一台服务器没有回应。您刚抢到的红包可能要等它恢复后才会显示。",
    sign_out: "在此设备上退出登录",
    sign_in: "登录",
    signing_in: "正在登录…",
    no_sign_in: "此服务器没有登录页面。请使用您收到的链接。",
    signed_in_note: "您已登录：余额属于您，再次登录后即可看到。",
    balance_note: "余额属于这个浏览器，其他设备上看不到。",
    privacy: "保存了你的哪些信息",
    take_data: "下载关于我的全部信息 (JSON)",
    erase: "删除我的信息",
    erase_person: "此操作无法撤销。\n\n永久删除：你在这里的身份、所有设备上的登录、你的邀请；已结束的游戏里你的昵称、你输入的文字，以及主持人对你的备注。\n\n保留：你抢到的红包、得分、名次和选择，只记编号，不记名字。知道你登录名称的人可以据此找到它。已经发出的付款信息留在收到的一方。\n\n要删除吗？",
    erase_browser: "此操作无法撤销。\n\n永久删除：已结束的游戏里这个浏览器用过的昵称、输入的文字，以及主持人对你的备注。\n\n保留：你抢到的红包、得分、名次和选择，只记编号，不记名字。余额仍在这个浏览器里。\n\n要删除吗？",
    erased: "已删除。备份里的内容在备份到期时消失。",
    erased_later: "已删除，只剩你的身份：等全部付款完成后立即删除。",
    erase_not_yet: "现在不行：你参加过的一场游戏还没结束，或者抢到的红包还在入账。请稍后再试。",
    receipt_later: "游戏结束、抢到的红包全部结清后，这里会列出明细。本页会自动更新。",
    receipt_none: "这个浏览器没有参加那场游戏，或者那场游戏的记录已经删除。",
    key_fixed: "主持人已更正",
    came_later: "当时你还没有加入。",
    still_in: "未出局",
    packet_state: |state| match state {
        PacketState::Crediting => "已归你，正在入账",
        PacketState::Credited => "已入账",
        PacketState::Paying => "正在转入你的账户",
        PacketState::Paid => "已转入你的账户",
        PacketState::Refused => "未能付出，金额仍在余额里",
        PacketState::Held => "主持人正在核对",
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
