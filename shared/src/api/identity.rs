//! Signing in: a browser shows what somebody's own system says of who uses it, or comes back from an OpenID
//! provider that does.

use serde::{Deserialize, Serialize};

use super::balance::Sum;
use crate::ids::{AccountId, GameId, Pin};
use crate::language::Language;

/// Bytes of a token at most.
pub const MAX_JWT_BYTES: usize = 4096;

/// Characters of an issuer and of a subject at most.
pub const MAX_SUBJECT_CHARS: usize = 200;

/// How long a token may be good for, in seconds.
pub const MAX_JWT_SECONDS: u64 = 3600;

/// Browsers in which a person is signed in at most.
pub const MAX_BROWSERS: u32 = 20;

/// `POST /api/identity`: the account of the token in the header is that person's from now on. By one of
/// the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The signed token (RFC 7519) of the host's own system.
    #[serde(default)]
    pub jwt: Option<String>,
    /// The code of an invite, as it stands on its card or as somebody has typed it.
    #[serde(default)]
    pub invite: Option<String>,
    /// Whether what the browser has caught as nobody's becomes the person's. Their player must have been asked:
    /// it cannot be undone.
    #[serde(default)]
    pub inherit: bool,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// `POST /api/oidc/start`: the browser with the token in the header goes to the page of the OpenID
/// provider, and is back within ten minutes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartSignIn {
    /// To which game it comes back.
    #[serde(default)]
    pub pin: Option<Pin>,
    /// Whether what the browser has caught as nobody's becomes the person's once it is back.
    #[serde(default)]
    pub inherit: bool,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// Where it goes. The answer sets a cookie, which it must bring back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInStarted {
    /// The address of the provider's page.
    pub url: String,
}

/// `POST /api/oidc/finish`: it is back, at `/sign-in`, with what the provider has put into the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FinishSignIn {
    /// The state, as it was sent along.
    pub state: String,
    /// What the provider vouches with.
    #[serde(default)]
    pub code: Option<String>,
    /// The word with which it does not.
    #[serde(default)]
    pub error: Option<String>,
    /// Who it says it is (RFC 9207).
    #[serde(default)]
    pub iss: Option<String>,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// What a browser is told that has signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedIn {
    /// What is proposed to the person as a nickname: what the token, the invite or the provider calls them, or as much of
    /// it as a nickname may have. Nothing where it is called nothing, or what can be no nickname.
    pub name: Option<String>,
    /// What it calls them, in full, for the person's own eyes; where it calls them nothing, the subject of the token or
    /// the label of the guest.
    pub who: String,
    /// The one live game for guests of the invite's list; nothing where there are several. After a sign-in at
    /// a provider, the game from which the browser came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// What the browser had caught as nobody's, and is the person's now; left out where that is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Sum>,
}

/// What a browser is told that has not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotSignedIn {
    /// Why, in English.
    pub error: String,
    /// The same for programs.
    pub reason: SignInRefusal,
    /// The same in the language that was asked for.
    pub words: String,
    /// With `has_played`: what the browser has caught as nobody's and the person would get; left out where that
    /// is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub has: Vec<Sum>,
}

/// Why somebody is not signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInRefusal {
    /// The server was given no key to check tokens with.
    Off,
    /// More bytes than a token may have.
    TooLong,
    /// Not three parts, not Base64, not JSON, or `jti` or `name` is no text.
    Malformed,
    /// Signed in a way that the key is not for, or not at all.
    Algorithm,
    /// Names a key that the server does not have.
    UnknownKey,
    /// Signed by somebody else, or changed since.
    Signature,
    /// Made by somebody else.
    Issuer,
    /// Made for somebody else.
    Audience,
    /// Its time is over.
    Expired,
    /// Its time has not come, or it says that it was made later than now.
    NotYet,
    /// It says not when it was made, from when and until when it is good, as whole numbers, or that is too long.
    Lifetime,
    /// It names nobody, or by something that is no text, or with too many characters or with some that cannot be seen.
    Subject,
    /// Another browser has used it.
    Replayed,
    /// This browser has a seat or a balance as somebody whom nobody knows, and it was not asked to hand it over.
    HasPlayed,
    /// This browser is somebody else's.
    SomebodyElse,
    /// The person is signed in in [`MAX_BROWSERS`] others.
    TooManyBrowsers,
    /// No invite has this code.
    UnknownInvite,
    /// Another browser came with this invite, and its host has not freed it.
    UsedInvite,
    /// The server knows no OpenID provider.
    NoProvider,
    /// The provider does not answer the server.
    ProviderDown,
    /// The person did not sign in at the provider.
    Cancelled,
    /// The provider sends the person or the server away for another reason.
    ProviderRefused,
    /// This browser has begun no such sign-in.
    NotBegun,
    /// It has begun it too long ago.
    TooLate,
    /// What the provider gave was used, or it does not know it.
    UsedCode,
    /// The provider's ID token was made for another sign-in.
    Nonce,
    /// It was made for another service.
    TokenAudience,
    /// Its time is over.
    TokenExpired,
    /// It is not the provider's, or says not what it must.
    TokenInvalid,
    /// No host's account is connected with it.
    NoHost,
    /// Another host's account is.
    OtherHost,
    /// This browser uses the account of another one, and would lose sight of it.
    SharedAccount,
}

impl SignInRefusal {
    /// Each of them.
    pub const ALL: [Self; 32] = [
        Self::Off,
        Self::TooLong,
        Self::Malformed,
        Self::Algorithm,
        Self::UnknownKey,
        Self::Signature,
        Self::Issuer,
        Self::Audience,
        Self::Expired,
        Self::NotYet,
        Self::Lifetime,
        Self::Subject,
        Self::Replayed,
        Self::HasPlayed,
        Self::SomebodyElse,
        Self::TooManyBrowsers,
        Self::UnknownInvite,
        Self::UsedInvite,
        Self::NoProvider,
        Self::ProviderDown,
        Self::Cancelled,
        Self::ProviderRefused,
        Self::NotBegun,
        Self::TooLate,
        Self::UsedCode,
        Self::Nonce,
        Self::TokenAudience,
        Self::TokenExpired,
        Self::TokenInvalid,
        Self::NoHost,
        Self::OtherHost,
        Self::SharedAccount,
    ];

    /// Its name in JSON and in metrics.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::TooLong => "too_long",
            Self::Malformed => "malformed",
            Self::Algorithm => "algorithm",
            Self::UnknownKey => "unknown_key",
            Self::Signature => "signature",
            Self::Issuer => "issuer",
            Self::Audience => "audience",
            Self::Expired => "expired",
            Self::NotYet => "not_yet",
            Self::Lifetime => "lifetime",
            Self::Subject => "subject",
            Self::Replayed => "replayed",
            Self::HasPlayed => "has_played",
            Self::SomebodyElse => "somebody_else",
            Self::TooManyBrowsers => "too_many_browsers",
            Self::UnknownInvite => "unknown_invite",
            Self::UsedInvite => "used_invite",
            Self::NoProvider => "no_provider",
            Self::ProviderDown => "provider_down",
            Self::Cancelled => "cancelled",
            Self::ProviderRefused => "provider_refused",
            Self::NotBegun => "not_begun",
            Self::TooLate => "too_late",
            Self::UsedCode => "used_code",
            Self::Nonce => "nonce",
            Self::TokenAudience => "token_audience",
            Self::TokenExpired => "token_expired",
            Self::TokenInvalid => "token_invalid",
            Self::NoHost => "no_host",
            Self::OtherHost => "other_host",
            Self::SharedAccount => "shared_account",
        }
    }

    /// Why, and what to do, for whoever opened a link. The server says it: phones need not load what
    /// nearly none of them ever shows.
    #[must_use]
    #[expect(
        clippy::too_many_lines,
        reason = "Long, because it is a table: what is said of each, in every language"
    )]
    pub fn words(self, language: Language) -> &'static str {
        let [english, hans, hant] = match self {
            Self::Off => [
                "This server signs nobody in: it has no key to check sign-ins with. Tell the host.",
                "此服务器没有用来检查登录的密钥，无法登录。请告诉主持人。",
                "此伺服器沒有用來檢查登入的金鑰，無法登入。請告訴主持人。",
            ],
            Self::TooLong => [
                "Your link is too long to be a sign-in. Tell the host.",
                "您的链接过长，不是有效的登录链接。请告诉主持人。",
                "您的連結過長，不是有效的登入連結。請告訴主持人。",
            ],
            Self::Malformed => [
                "Your link is not whole. Open it again from where you got it.",
                "您的链接不完整。请从原处重新打开。",
                "您的連結不完整。請從原處重新開啟。",
            ],
            Self::Algorithm => [
                "Your link is not signed in the way that this server accepts. Tell the host.",
                "您的链接的签名方式不被此服务器接受。请告诉主持人。",
                "您的連結的簽章方式不被此伺服器接受。請告訴主持人。",
            ],
            Self::UnknownKey => [
                "Your link is signed with a key that this server does not know. Tell the host.",
                "您的链接由此服务器不认识的密钥签名。请告诉主持人。",
                "您的連結由此伺服器不認識的金鑰簽章。請告訴主持人。",
            ],
            Self::Signature => [
                "Your link was changed, or somebody else signed it. Open it again from where you got it.",
                "您的链接被改动过，或由他人签名。请从原处重新打开。",
                "您的連結被改動過，或由他人簽章。請從原處重新開啟。",
            ],
            Self::Issuer => [
                "Your link was made by a system that this server does not trust. Tell the host.",
                "您的链接来自此服务器不信任的系统。请告诉主持人。",
                "您的連結來自此伺服器不信任的系統。請告訴主持人。",
            ],
            Self::Audience => [
                "Your link was made for another service. Tell the host.",
                "您的链接是为另一个服务生成的。请告诉主持人。",
                "您的連結是為另一個服務產生的。請告訴主持人。",
            ],
            Self::Expired => [
                "Your link has expired. Get a new one from where you got it.",
                "您的链接已过期。请从原处获取新的链接。",
                "您的連結已過期。請從原處取得新的連結。",
            ],
            Self::NotYet => [
                "Your link is not good yet. Try again later, or tell the host.",
                "您的链接尚未生效。请稍后再试，或告诉主持人。",
                "您的連結尚未生效。請稍後再試，或告訴主持人。",
            ],
            Self::Lifetime => [
                "Your link does not say for how long it is good, or is good for more than an hour. Tell the host.",
                "您的链接没有注明有效期，或有效期超过一小时。请告诉主持人。",
                "您的連結沒有註明有效期，或有效期超過一小時。請告訴主持人。",
            ],
            Self::Subject => [
                "Your link does not say who you are. Tell the host.",
                "您的链接没有说明您是谁。请告诉主持人。",
                "您的連結沒有說明您是誰。請告訴主持人。",
            ],
            Self::Replayed => [
                "Your link was used on another device. Get a new one for this one.",
                "您的链接已在另一台设备上使用。请为此设备获取新的链接。",
                "您的連結已在另一台裝置上使用。請為此裝置取得新的連結。",
            ],
            Self::HasPlayed => [
                "This browser has played without signing in. Sign in all the same? Its seats in games that are not over stay behind. This cannot be undone.",
                "此浏览器曾在未登录时参与游戏。仍要登录吗？它在未结束的游戏中的座位不会保留。此操作无法撤销。",
                "此瀏覽器曾在未登入時參與遊戲。仍要登入嗎？它在未結束的遊戲中的座位不會保留。此操作無法復原。",
            ],
            Self::SomebodyElse => [
                "Somebody else is signed in in this browser. Sign in in their place?",
                "此浏览器中已登录了其他人。要改由您登录吗？",
                "此瀏覽器中已登入了其他人。要改由您登入嗎？",
            ],
            Self::TooManyBrowsers => [
                "You are signed in in 20 browsers, which is as many as there may be. Sign out in one of them, on its page Balance, or ask the host to sign you out.",
                "您已在 20 个浏览器中登录，已达上限。请在其中一个的“余额”页退出登录，或请主持人让您退出登录。",
                "您已在 20 個瀏覽器中登入，已達上限。請在其中一個的「餘額」頁登出，或請主持人讓您登出。",
            ],
            Self::UnknownInvite => [
                "There is no invite with this code. Look at your card and type it again.",
                "没有这个邀请码。请对照您的卡片重新输入。",
                "沒有這個邀請碼。請對照您的卡片重新輸入。",
            ],
            Self::UsedInvite => [
                "This invite is used on another device. If that is not yours, or you want to play on this one, ask the host to free it.",
                "此邀请码已在另一台设备上使用。如果那不是您的设备，或您想改用这一台，请主持人释放它。",
                "此邀請碼已在另一台裝置上使用。如果那不是您的裝置，或您想改用這一台，請主持人釋放它。",
            ],
            Self::NoProvider => [
                "This server has no page to sign in at. Use the link that you were given.",
                "此服务器没有登录页面。请使用您收到的链接。",
                "此伺服器沒有登入頁面。請使用您收到的連結。",
            ],
            Self::ProviderDown => [
                "The sign-in service does not answer. Try again in a moment.",
                "登录服务没有回应。请稍后再试。",
                "登入服務沒有回應。請稍後再試。",
            ],
            Self::Cancelled => [
                "You did not sign in. You can try again at any time.",
                "您没有完成登录。您可以随时再试。",
                "您沒有完成登入。您可以隨時再試。",
            ],
            Self::ProviderRefused => [
                "The sign-in service refused. Try again; if it goes on, tell the host.",
                "登录服务拒绝了请求。请再试一次；如仍不行，请告诉主持人。",
                "登入服務拒絕了請求。請再試一次；如仍不行，請告訴主持人。",
            ],
            Self::NotBegun => [
                "This sign-in was not begun in this browser. Sign in here.",
                "此登录不是在这个浏览器中开始的。请在这里登录。",
                "此登入不是在這個瀏覽器中開始的。請在這裡登入。",
            ],
            Self::TooLate => [
                "The sign-in took more than ten minutes. Sign in again.",
                "登录用时超过十分钟。请重新登录。",
                "登入用時超過十分鐘。請重新登入。",
            ],
            Self::UsedCode => [
                "This sign-in was used before. If you are not signed in, sign in again.",
                "此次登录已被使用过。如果您尚未登录，请重新登录。",
                "此次登入已被使用過。如果您尚未登入，請重新登入。",
            ],
            Self::Nonce => [
                "The sign-in service answered to another sign-in. Sign in again.",
                "登录服务回应的是另一次登录。请重新登录。",
                "登入服務回應的是另一次登入。請重新登入。",
            ],
            Self::TokenAudience => [
                "The sign-in service vouched for you to another service. Tell the host.",
                "登录服务的证明是给另一个服务的。请告诉主持人。",
                "登入服務的證明是給另一個服務的。請告訴主持人。",
            ],
            Self::TokenExpired => [
                "What the sign-in service said of you has expired. Sign in again.",
                "登录服务的证明已过期。请重新登录。",
                "登入服務的證明已過期。請重新登入。",
            ],
            Self::TokenInvalid => [
                "What the sign-in service said cannot be believed. Tell the host.",
                "登录服务的回应不可信。请告诉主持人。",
                "登入服務的回應不可信。請告訴主持人。",
            ],
            Self::NoHost => [
                "No host's account here is connected with this sign-in. Sign in with your password and connect it under Accounts.",
                "这里没有主持人账户与此登录关联。请用密码登录，然后在“账户”中关联。",
                "這裡沒有主持人帳戶與此登入連結。請用密碼登入，然後在「帳戶」中連結。",
            ],
            Self::OtherHost => [
                "Another host's account is connected with this sign-in already.",
                "此登录已与另一位主持人的账户关联。",
                "此登入已與另一位主持人的帳戶連結。",
            ],
            Self::SharedAccount => [
                "This browser uses the account of another device. Stop using that here first, on the page Balance; then sign in.",
                "此浏览器正在使用另一台设备的账户。请先在“余额”页停止使用，然后再登录。",
                "此瀏覽器正在使用另一台裝置的帳戶。請先在「餘額」頁停止使用，然後再登入。",
            ],
        };
        match language {
            Language::English => english,
            Language::Hans => hans,
            Language::Hant => hant,
        }
    }
}

/// What is asked before a browser hands over what it has caught as nobody's, to whoever is called so.
#[must_use]
pub fn inherit_words(language: Language, has: &[Sum], who: Option<&str>) -> String {
    let sum = |it: &Sum| format!("{} {}", it.currency.format_major(it.amount), it.currency);
    let sums = has.iter().map(sum).collect::<Vec<_>>().join(" + ");
    match language {
        Language::English => {
            let who = who.unwrap_or("your account");
            format!(
                "This browser has caught {sums} without signing in. Sign in, and move {sums} to {who}? \
                 Its seats in games that are not over stay behind. This cannot be undone."
            )
        }
        Language::Hans => {
            let who = who.unwrap_or("您的账户");
            format!(
                "此浏览器在未登录时抢到了 {sums}。要登录并将 {sums} 转给“{who}”吗？\
                 它在未结束的游戏中的座位不会保留。此操作无法撤销。"
            )
        }
        Language::Hant => {
            let who = who.unwrap_or("您的帳戶");
            format!(
                "此瀏覽器在未登入時搶到了 {sums}。要登入並將 {sums} 轉給「{who}」嗎？\
                 它在未結束的遊戲中的座位不會保留。此操作無法復原。"
            )
        }
    }
}

impl std::fmt::Display for SignInRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words(Language::English))
    }
}

/// `POST /api/sign-outs`: whose browsers are nobody's from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SignOut {
    /// Those of the person with this account, as payouts name it. A guest's invite is free then.
    Account(AccountId),
    /// Those of the person whom results and payouts name so.
    Person {
        /// Who vouches for them.
        issuer: String,
        /// For whom.
        subject: String,
    },
    /// Those of the player who has this seat in a live game, if they have signed in.
    Player {
        /// The game.
        game: GameId,
        /// The number of the seat.
        seat: u32,
    },
    /// Those of everybody who signed in by a token before this moment, in ms since 1970. Guests stay.
    BeforeMs(u64),
}

/// What became of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedOut {
    /// In how many browsers somebody was signed in until now.
    pub browsers: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_own_words_in_every_language() {
        for language in Language::ALL {
            let mut words = SignInRefusal::ALL.map(|why| why.words(language)).to_vec();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), SignInRefusal::ALL.len(), "{}", language.tag());
        }
        for why in SignInRefusal::ALL {
            assert_eq!(serde_json::to_value(why).unwrap(), why.word());
        }
        assert!(SignInRefusal::TooManyBrowsers.to_string().contains(&MAX_BROWSERS.to_string()));
    }
}
