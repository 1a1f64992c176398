//! Signing in: a browser shows what somebody's own system says of who uses it, or comes back from an OpenID
//! provider that does.

use serde::{Deserialize, Serialize};

use super::balance::Sum;
use crate::ids::{AccountId, GameId, Pin};

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
    fn words_of_refusals_are_those_of_the_wire() {
        for why in SignInRefusal::ALL {
            assert_eq!(serde_json::to_value(why).unwrap(), why.word());
        }
    }
}
