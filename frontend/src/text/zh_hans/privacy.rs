//! Chinese in simplified characters.

use quizrain_shared::api::Privacy;

use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "这里保存了你的哪些信息",
    lead: "Quizrain 是一个程序，由运行它的人对所保存的信息负责。本页由程序写成，其中的数字就是这台服务器的设置。",
    sections,
    whom_to_ask: "可以找谁",
    ask_host: "请找你那场游戏的主持人。",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => format!("{n} 分钟"),
        Span::Hours(n) => format!("{n} 小时"),
        Span::Days(n) => format!("{n} 天"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("你在这里是谁", [
        Some("在公开的游戏里不需要注册：浏览器会生成一个随机数，服务器只保存它的指纹。没有电子邮箱，没有广告，没有跟踪，没有 Cookie。如果你用一次性代码把账户交给自己的另一台设备，服务器也会保存那些浏览器的指纹。".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("如果你登录：会保存由谁证明你的身份、他们怎样称呼你、你的名字，以及哪些浏览器是你的，这样你在所有设备上都是同一位玩家。浏览器会保持登录 {}，或者直到你退出。在登录页面期间，浏览器有一个仅用于登录的 Cookie，最多十分钟。", span(seconds))),
        Some("如果你凭邀请参加：会保存主持人的名单怎样称呼你、名单上的名字（如果有），以及哪个浏览器是你的。主持人删除名单时，名单里的这些信息也会删除。".to_owned()),
        Some("从那时起，你在那个浏览器上玩的游戏都算在你本人名下，公开的游戏也一样。".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("保存什么、为什么、多久", [
        Some(format!("你的昵称、队伍、回答及其时间、得分、名次，以及主持人的备注：用于游戏和结果。游戏结束后保存 {results}。游戏运行时的数据在结束 {game} 后删除。")),
        Some("你抢到了什么、什么时候、后来怎样：使你的余额准确，并且人人可以核对。永久保存，只记编号，不记名字。".to_owned()),
        said.points_seconds.map(|seconds| format!("只下过积分雨的游戏，在结束 {} 后连同全部内容删除。", span(seconds))),
        Some("你的手机提供的随机数：它参与了抽取，人人可以据此核对。与红包雨一同保存，不记名字。".to_owned()),
        said.pays_out.then(|| "发送了哪些付款给你；如果你已登录或受邀，还有你是谁：使每笔只付一次。永久保存。".to_owned()),
        Some(format!("你的网络地址：地址本身只在服务器内存里，几分钟到几小时，用来防止滥用。游戏里有一个加密的指纹，使主持人可以把人拒之门外，保存到游戏结束 {game} 后。")),
        Some("备份里有备份当天的内容，直到备份被删除。".to_owned()),
        Some("这个浏览器保存它的随机数、你的昵称和头像、上次的 PIN 码、语言，以及它看到的红包雨记录。清除本站数据后这些都会消失，没有登录时的余额也会随之消失。".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("谁能看到", [
        Some("其他玩家：你的昵称和头像，以及排行榜上的得分和名次。输入的文字合并显示，不带名字。".to_owned()),
        Some("主持人，以及他们允许使用控制台的人：他们那场游戏的全部内容。如果必须登录或受邀才能参加，还有你是谁。".to_owned()),
        Some("有结果链接的人：领奖台和图表；如果主持人允许，还有昵称。".to_owned()),
        said.pays_out.then(|| "负责付款的一方：你的编号和金额；如果你已登录或受邀，还有你是谁。".to_owned()),
        Some("运行这台服务器的人可以看到全部内容。除此之外没有别人：页面只与这台服务器通信。".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("你可以得到什么", [
        Some("副本：在“余额”页，用当时玩的浏览器可以看到每一场已结束的游戏，以及你抢到的全部红包；还可以把关于你的全部信息下载成一个文件。".to_owned()),
        Some("删除你的信息：在“余额”页。删除之前会说明哪些会删除、哪些会保留。".to_owned()),
        Some("换一个昵称，或者退出正在进行的游戏：请告诉主持人。".to_owned()),
    ])
}
