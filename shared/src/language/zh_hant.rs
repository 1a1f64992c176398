//! Chinese in traditional characters.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players.
pub static NAMES: Names = Names {
    first: "勇敢 快樂 聰明 活潑 機靈 善良 熱情 開朗 沉著 自信 可靠 勤奮 幽默 靈巧 敏捷 優雅 溫暖 閃亮 好奇 耐心 認真 真誠 友善 大方 \
        樂觀 堅定 從容 穩重 細心 陽光 歡樂 自在 淡定 瀟灑 俏皮 神奇 飛快 爽朗 博學 專注 謙虛 果斷 踏實 豪爽 安靜 溫柔 燦爛 悠閒",
    second: "熊貓 無尾熊 企鵝 海豚 鯨魚 松鼠 刺蝟 長頸鹿 斑馬 駱駝 袋鼠 海豹 水獺 孔雀 天鵝 燕子 喜鵲 翠鳥 海鷗 大雁 蜻蜓 蝴蝶 蜜蜂 螢火蟲 \
        海星 錦鯉 小鹿 羚羊 駿馬 大象 獅子 老虎 雪豹 北極熊 浣熊 兔子 白鴿 雲雀 風箏 燈籠 火箭 彩虹 星星 月亮 雲朵 雪人 帆船 熱氣球 \
        竹子 檸檬 楓葉 松果",
    joint: '的',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => "此伺服器沒有用來檢查登入的金鑰，無法登入。請告訴主持人。",
        Why::TooLong => "您的連結過長，不是有效的登入連結。請告訴主持人。",
        Why::Malformed => "您的連結不完整。請從原處重新開啟。",
        Why::Algorithm => "您的連結的簽章方式不被此伺服器接受。請告訴主持人。",
        Why::UnknownKey => "您的連結由此伺服器不認識的金鑰簽章。請告訴主持人。",
        Why::Signature => "您的連結被改動過，或由他人簽章。請從原處重新開啟。",
        Why::Issuer => "您的連結來自此伺服器不信任的系統。請告訴主持人。",
        Why::Audience => "您的連結是為另一個服務產生的。請告訴主持人。",
        Why::Expired => "您的連結已過期。請從原處取得新的連結。",
        Why::NotYet => "您的連結尚未生效。請稍後再試，或告訴主持人。",
        Why::Lifetime => "您的連結沒有註明有效期，或有效期超過一小時。請告訴主持人。",
        Why::Subject => "您的連結沒有說明您是誰。請告訴主持人。",
        Why::Replayed => "您的連結已在另一台裝置上使用。請為此裝置取得新的連結。",
        Why::HasPlayed => {
            "此瀏覽器曾在未登入時參與遊戲。仍要登入嗎？它在未結束的遊戲中的座位不會保留。此操作無法復原。"
        }
        Why::SomebodyElse => "此瀏覽器中已登入了其他人。要改由您登入嗎？",
        Why::TooManyBrowsers => {
            "您已在 20 個瀏覽器中登入，已達上限。請在其中一個的「餘額」頁登出，或請主持人讓您登出。"
        }
        Why::UnknownInvite => "沒有這個邀請碼。請對照您的卡片重新輸入。",
        Why::UsedInvite => {
            "此邀請碼已在另一台裝置上使用。如果那不是您的裝置，或您想改用這一台，請主持人釋放它。"
        }
        Why::NoProvider => "此伺服器沒有登入頁面。請使用您收到的連結。",
        Why::ProviderDown => "登入服務沒有回應。請稍後再試。",
        Why::Cancelled => "您沒有完成登入。您可以隨時再試。",
        Why::ProviderRefused => "登入服務拒絕了請求。請再試一次；如仍不行，請告訴主持人。",
        Why::NotBegun => "此登入不是在這個瀏覽器中開始的。請在這裡登入。",
        Why::TooLate => "登入用時超過十分鐘。請重新登入。",
        Why::UsedCode => "此次登入已被使用過。如果您尚未登入，請重新登入。",
        Why::Nonce => "登入服務回應的是另一次登入。請重新登入。",
        Why::TokenAudience => "登入服務的證明是給另一個服務的。請告訴主持人。",
        Why::TokenExpired => "登入服務的證明已過期。請重新登入。",
        Why::TokenInvalid => "登入服務的回應不可信。請告訴主持人。",
        Why::NoHost => "這裡沒有主持人帳戶與此登入連結。請用密碼登入，然後在「帳戶」中連結。",
        Why::OtherHost => "此登入已與另一位主持人的帳戶連結。",
        Why::SharedAccount => {
            "此瀏覽器正在使用另一台裝置的帳戶。請先在「餘額」頁停止使用，然後再登入。"
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => "此連結已失效：每個連結只能用一次，十分鐘內有效。請在另一台裝置上重新產生。",
        Why::SignedIn => {
            "您已在此瀏覽器中登入；在任何地方登入都會看到您的帳戶。要在此使用另一台裝置的帳戶，請先在「餘額」頁登出，再開啟連結。"
        }
        Why::SameAccount => "此瀏覽器已經在使用這個帳戶。請在另一台裝置上開啟連結。",
        Why::OtherAccount => {
            "此瀏覽器已在使用另一台裝置的帳戶。請先在「餘額」頁停止使用，再開啟連結。"
        }
        Why::TooManyBrowsers => {
            "此帳戶已在 20 個瀏覽器中使用，已達上限。請在其中一個的「餘額」頁停止使用。"
        }
        Why::HandedOver => {
            "此帳戶原有的一切已歸登入的那個人所有。請在另一台裝置上也登入，即可看到同一餘額。"
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} 分")
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let who = who.unwrap_or("您的帳戶");
    format!(
        "此瀏覽器在未登入時搶到了 {sums}。要登入並將其全部轉給「{who}」嗎？\
         它在未結束的遊戲中的座位不會保留。此操作無法復原。"
    )
}
