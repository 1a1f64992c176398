//! Chinese in simplified characters.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players.
pub static NAMES: Names = Names {
    first: "勇敢 快乐 聪明 活泼 机灵 善良 热情 开朗 沉着 自信 可靠 勤奋 幽默 灵巧 敏捷 优雅 温暖 闪亮 好奇 耐心 认真 真诚 友好 大方 \
        乐观 坚定 从容 稳重 细心 阳光 欢乐 自在 淡定 潇洒 俏皮 神奇 飞快 爽朗 博学 专注 谦虚 果断 踏实 豪爽 安静 温柔 灿烂 悠闲",
    second: "熊猫 考拉 企鹅 海豚 鲸鱼 松鼠 刺猬 长颈鹿 斑马 骆驼 袋鼠 海豹 水獭 孔雀 天鹅 燕子 喜鹊 翠鸟 海鸥 大雁 蜻蜓 蝴蝶 蜜蜂 萤火虫 \
        海星 锦鲤 小鹿 羚羊 骏马 大象 狮子 老虎 雪豹 北极熊 浣熊 兔子 白鸽 云雀 风筝 灯笼 火箭 彩虹 星星 月亮 云朵 雪人 帆船 热气球 \
        竹子 柠檬 枫叶 松果",
    joint: '的',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => "此服务器没有用来检查登录的密钥，无法登录。请告诉主持人。",
        Why::TooLong => "您的链接过长，不是有效的登录链接。请告诉主持人。",
        Why::Malformed => "您的链接不完整。请从原处重新打开。",
        Why::Algorithm => "您的链接的签名方式不被此服务器接受。请告诉主持人。",
        Why::UnknownKey => "您的链接由此服务器不认识的密钥签名。请告诉主持人。",
        Why::Signature => "您的链接被改动过，或由他人签名。请从原处重新打开。",
        Why::Issuer => "您的链接来自此服务器不信任的系统。请告诉主持人。",
        Why::Audience => "您的链接是为另一个服务生成的。请告诉主持人。",
        Why::Expired => "您的链接已过期。请从原处获取新的链接。",
        Why::NotYet => "您的链接尚未生效。请稍后再试，或告诉主持人。",
        Why::Lifetime => "您的链接没有注明有效期，或有效期超过一小时。请告诉主持人。",
        Why::Subject => "您的链接没有说明您是谁。请告诉主持人。",
        Why::Replayed => "您的链接已在另一台设备上使用。请为此设备获取新的链接。",
        Why::HasPlayed => {
            "此浏览器曾在未登录时参与游戏。仍要登录吗？它在未结束的游戏中的座位不会保留。此操作无法撤销。"
        }
        Why::SomebodyElse => "此浏览器中已登录了其他人。要改由您登录吗？",
        Why::TooManyBrowsers => {
            "您已在 20 个浏览器中登录，已达上限。请在其中一个的“余额”页退出登录，或请主持人让您退出登录。"
        }
        Why::UnknownInvite => "没有这个邀请码。请对照您的卡片重新输入。",
        Why::UsedInvite => {
            "此邀请码已在另一台设备上使用。如果那不是您的设备，或您想改用这一台，请主持人释放它。"
        }
        Why::NoProvider => "此服务器没有登录页面。请使用您收到的链接。",
        Why::ProviderDown => "登录服务没有回应。请稍后再试。",
        Why::Cancelled => "您没有完成登录。您可以随时再试。",
        Why::ProviderRefused => "登录服务拒绝了请求。请再试一次；如仍不行，请告诉主持人。",
        Why::NotBegun => "此登录不是在这个浏览器中开始的。请在这里登录。",
        Why::TooLate => "登录用时超过十分钟。请重新登录。",
        Why::UsedCode => "此次登录已被使用过。如果您尚未登录，请重新登录。",
        Why::Nonce => "登录服务回应的是另一次登录。请重新登录。",
        Why::TokenAudience => "登录服务的证明是给另一个服务的。请告诉主持人。",
        Why::TokenExpired => "登录服务的证明已过期。请重新登录。",
        Why::TokenInvalid => "登录服务的回应不可信。请告诉主持人。",
        Why::NoHost => "这里没有主持人账户与此登录关联。请用密码登录，然后在“账户”中关联。",
        Why::OtherHost => "此登录已与另一位主持人的账户关联。",
        Why::SharedAccount => {
            "此浏览器正在使用另一台设备的账户。请先在“余额”页停止使用，然后再登录。"
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => "此链接已失效：每个链接只能用一次，十分钟内有效。请在另一台设备上重新生成。",
        Why::SignedIn => {
            "您已在此浏览器中登录；在任何地方登录都会看到您的账户。要在此使用另一台设备的账户，请先在“余额”页退出登录，再打开链接。"
        }
        Why::SameAccount => "此浏览器已经在使用这个账户。请在另一台设备上打开链接。",
        Why::OtherAccount => {
            "此浏览器已在使用另一台设备的账户。请先在“余额”页停止使用，再打开链接。"
        }
        Why::TooManyBrowsers => {
            "此账户已在 20 个浏览器中使用，已达上限。请在其中一个的“余额”页停止使用。"
        }
        Why::HandedOver => {
            "此账户原有的一切已归登录的那个人所有。请在另一台设备上也登录，即可看到同一余额。"
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} 分")
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let who = who.unwrap_or("您的账户");
    format!(
        "此浏览器在未登录时抢到了 {sums}。要登录并将其全部转给“{who}”吗？\
         它在未结束的游戏中的座位不会保留。此操作无法撤销。"
    )
}
