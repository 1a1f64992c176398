//! An account that is nobody's, in more than one browser: a browser of it makes a code, and another one uses it.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::language::Language;

/// How long a code can be used, in milliseconds.
pub const DEVICE_CODE_MS: u64 = 10 * 60 * 1000;

/// `POST /api/devices`: asks for a code by which another browser comes to the account of the token in the header. The
/// code before is good for nothing from then on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShareAccount {
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// A link that gives one browser the account. Its code is told here and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLink {
    /// The page to open; the code is its fragment, which no server is sent.
    pub url: String,
    /// The same as a QR code, in SVG.
    pub qr: String,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

/// `POST /api/devices/use`: the token in the header stands for the account of a code from then on. Its player must
/// have been asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UseAccount {
    /// The code, as it stands behind `#device=` in the address.
    pub code: String,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// `GET /api/devices`, and what a browser is told that has used a code: in how many browsers its account is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnDevices {
    /// Whether another browser may have the account: nobody has signed in with it, nor handed over what it has.
    pub open: bool,
    /// Whether it is this browser's own; else it is another browser's, which this one uses.
    pub own: bool,
    /// How many other browsers have it, with the one whose own it is.
    pub others: u32,
}

/// What a browser is told that got no code, or whose code did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotShared {
    /// Why, in English.
    pub error: String,
    /// The same for programs.
    pub reason: DeviceRefusal,
    /// The same in the language that was asked for.
    pub words: String,
}

words! {
    /// Why an account stays where it is.
    pub enum DeviceRefusal: "reason why an account stays where it is" {
        /// Nobody made this code, or it was used, replaced, or is too old. Nobody is told which.
        NoCode = "no_code",
        /// Somebody has signed in in this browser: they have their account by that.
        SignedIn = "signed_in",
        /// This browser has the account already.
        SameAccount = "same_account",
        /// This browser uses the account of a third one.
        OtherAccount = "other_account",
        /// The account is in as many browsers as it may be.
        TooManyBrowsers = "too_many_browsers",
        /// What the account had was handed over to a person who has signed in.
        HandedOver = "handed_over",
    }
}

impl DeviceRefusal {
    /// Why, and what to do, for whoever opened a link or asked for one.
    #[must_use]
    pub fn words(self, language: Language) -> &'static str {
        let [english, hans, hant] = match self {
            Self::NoCode => [
                "This link is no longer good: each works once, for ten minutes. Make a new one on the other device.",
                "此链接已失效：每个链接只能用一次，十分钟内有效。请在另一台设备上重新生成。",
                "此連結已失效：每個連結只能用一次，十分鐘內有效。請在另一台裝置上重新產生。",
            ],
            Self::SignedIn => [
                "You are signed in in this browser, and have your account wherever you sign in. To use the account of the other device here, sign out first, on the page Balance, and open the link again.",
                "您已在此浏览器中登录；在任何地方登录都会看到您的账户。要在此使用另一台设备的账户，请先在“余额”页退出登录，再打开链接。",
                "您已在此瀏覽器中登入；在任何地方登入都會看到您的帳戶。要在此使用另一台裝置的帳戶，請先在「餘額」頁登出，再開啟連結。",
            ],
            Self::SameAccount => [
                "This browser has this account already. Open the link on the other device.",
                "此浏览器已经在使用这个账户。请在另一台设备上打开链接。",
                "此瀏覽器已經在使用這個帳戶。請在另一台裝置上開啟連結。",
            ],
            Self::OtherAccount => [
                "This browser already uses the account of another device. Stop using that here first, on the page Balance, and open the link again.",
                "此浏览器已在使用另一台设备的账户。请先在“余额”页停止使用，再打开链接。",
                "此瀏覽器已在使用另一台裝置的帳戶。請先在「餘額」頁停止使用，再開啟連結。",
            ],
            Self::TooManyBrowsers => [
                "This account is in 20 browsers, which is as many as there may be. Stop using it in one of them, on its page Balance.",
                "此账户已在 20 个浏览器中使用，已达上限。请在其中一个的“余额”页停止使用。",
                "此帳戶已在 20 個瀏覽器中使用，已達上限。請在其中一個的「餘額」頁停止使用。",
            ],
            Self::HandedOver => [
                "What this account had belongs to the person who signed in with it. Sign in on the other device as well: that shows the same balance there.",
                "此账户原有的一切已归登录的那个人所有。请在另一台设备上也登录，即可看到同一余额。",
                "此帳戶原有的一切已歸登入的那個人所有。請在另一台裝置上也登入，即可看到同一餘額。",
            ],
        };
        match language {
            Language::English => english,
            Language::Hans => hans,
            Language::Hant => hant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::MAX_BROWSERS;

    #[test]
    fn each_refusal_has_its_own_words_in_every_language() {
        for language in Language::ALL {
            let words = DeviceRefusal::ALL.iter().map(|why| why.words(language));
            let mut words: Vec<_> = words.collect();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), DeviceRefusal::ALL.len(), "{}", language.tag());
            let many = DeviceRefusal::TooManyBrowsers.words(language);
            assert!(many.contains(&MAX_BROWSERS.to_string()), "{many}");
        }
    }
}
