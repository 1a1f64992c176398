//! Accounts of hosts: who may make and run games with a name and a password of their own.

use serde::{Deserialize, Serialize};

use crate::ids::HostId;
use crate::question;

use super::words::words;

words! {
    /// What an account may. The server's table of routes says it for each request.
    pub enum HostRole: "role of a host" {
        /// All that the host key may.
        Owner = "owner",
        /// To make and run games, quizzes, guest lists and results.
        Host = "host",
        /// To run games that were given to them by a link.
        CoHost = "co-host",
        /// To read quizzes and results, and to watch games.
        Viewer = "viewer",
    }
}

/// How many accounts a server has at most.
pub const MAX_HOSTS: u32 = 1000;

/// How many browsers one account is signed in with at most; the one used least lately goes.
pub const MAX_HOST_SESSIONS: u32 = 20;

/// Most characters of a name.
pub const MAX_HOST_NAME_CHARS: usize = 60;

/// Characters of a login name.
pub const MIN_LOGIN_CHARS: usize = 3;
/// Most of them.
pub const MAX_LOGIN_CHARS: usize = 64;

/// Characters of a password.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// Most of them.
pub const MAX_PASSWORD_CHARS: usize = 128;

/// Different characters that a password has at least.
const MIN_DIFFERENT_CHARS: usize = 5;

/// How many recovery codes an account has.
pub const RECOVERY_CODES: usize = 10;

/// How long the code of a new account can be used, in milliseconds.
pub const HOST_CODE_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// What an account cannot be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidHost {
    /// Not of [`MIN_LOGIN_CHARS`] to [`MAX_LOGIN_CHARS`] characters that a login name may have.
    #[error(
        "a login name has {MIN_LOGIN_CHARS} to {MAX_LOGIN_CHARS} of these: letters a to z, digits, and . _ - + @"
    )]
    Login,
    /// Nothing can be seen of the name.
    #[error("an account needs a name")]
    Nameless,
    /// Of more than [`MAX_HOST_NAME_CHARS`] characters.
    #[error("a name has {MAX_HOST_NAME_CHARS} characters at most")]
    LongName,
    /// With characters that cannot be seen, or that turn others around.
    #[error("this name has characters that cannot be shown")]
    Unprintable,
    /// Of fewer than [`MIN_PASSWORD_CHARS`] characters.
    #[error("a password has {MIN_PASSWORD_CHARS} characters or more")]
    ShortPassword,
    /// Of more than [`MAX_PASSWORD_CHARS`] characters.
    #[error("a password has {MAX_PASSWORD_CHARS} characters at most")]
    LongPassword,
    /// Guessed first.
    #[error(
        "this password is guessed too easily: it has the login name in it, has few different characters, or is made of what is tried first"
    )]
    WeakPassword,
}

/// The only form of a login name.
///
/// # Errors
/// There can be none like this.
pub fn checked_login(text: &str) -> Result<String, InvalidHost> {
    let login = text.trim().to_ascii_lowercase();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-+@".contains(c);
    let long_enough = (MIN_LOGIN_CHARS..=MAX_LOGIN_CHARS).contains(&login.len());
    if long_enough && login.chars().all(fits) { Ok(login) } else { Err(InvalidHost::Login) }
}

/// Whether somebody with this login name may have this password.
///
/// # Errors
/// They may not.
pub fn check_password(password: &str, login: &str) -> Result<(), InvalidHost> {
    let length = password.chars().count();
    if length < MIN_PASSWORD_CHARS {
        return Err(InvalidHost::ShortPassword);
    }
    if length > MAX_PASSWORD_CHARS {
        return Err(InvalidHost::LongPassword);
    }
    let mut different: Vec<char> = password.chars().collect();
    different.sort_unstable();
    different.dedup();
    let has_login = !login.is_empty() && password.to_lowercase().contains(&login.to_lowercase());
    if different.len() < MIN_DIFFERENT_CHARS || has_login {
        return Err(InvalidHost::WeakPassword);
    }
    Ok(())
}

fn checked_name(name: &str) -> Result<String, InvalidHost> {
    let name = name.trim();
    match () {
        () if name.is_empty() => Err(InvalidHost::Nameless),
        () if name.chars().count() > MAX_HOST_NAME_CHARS => Err(InvalidHost::LongName),
        () if name.chars().any(|c| c.is_control() || question::is_hostile(c)) => {
            Err(InvalidHost::Unprintable)
        }
        () => Ok(name.to_owned()),
    }
}

/// An account as lists have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostAccount {
    /// Names it.
    pub host: HostId,
    /// What its host types to sign in.
    pub login: String,
    /// What people call them.
    pub name: String,
    /// What they may.
    pub role: HostRole,
    /// When it was made, in ms of server time.
    pub created_ms: u64,
    /// Whether its host has chosen a password.
    pub has_password: bool,
    /// When they signed in last; `None`: never.
    pub signed_in_ms: Option<u64>,
    /// Since when it opens nothing; `None`: it does.
    pub disabled_ms: Option<u64>,
    /// Whether signing in takes a code of an authenticator app beside the password.
    pub second_factor: bool,
    /// Whether they may sign in at the OpenID provider in place of all that.
    pub provider: bool,
}

/// `POST /api/hosts`: asks for an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewHost {
    /// What its host types to sign in; capitals do not count.
    pub login: String,
    /// What people call them.
    pub name: String,
    /// What they may. The first account is an owner's.
    pub role: HostRole,
}

impl NewHost {
    /// The same in its only form.
    ///
    /// # Errors
    /// There can be no such account.
    pub fn checked(self) -> Result<Self, InvalidHost> {
        let login = checked_login(&self.login)?;
        Ok(Self { login, name: checked_name(&self.name)?, role: self.role })
    }
}

/// `PUT /api/hosts/{host}`: what an account is from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangeHost {
    /// What people call them.
    pub name: String,
    /// What they may. Where that changes, their rights to the desks of games end.
    pub role: HostRole,
    /// Whether it opens nothing. Its sessions, and its rights to the desks of games, end.
    pub disabled: bool,
}

impl ChangeHost {
    /// The same in its only form.
    ///
    /// # Errors
    /// There can be no such account.
    pub fn checked(self) -> Result<Self, InvalidHost> {
        Ok(Self { name: checked_name(&self.name)?, ..self })
    }
}

/// An account that waits for its host to choose a password. The code is told here and nowhere else.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostCode {
    /// The account.
    pub account: HostAccount,
    /// What its host types once, in place of a password, to choose one.
    pub code: String,
    /// The page to open; login name and code are its fragment, which no server is sent.
    pub url: String,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

impl std::fmt::Debug for HostCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostCode").field("account", &self.account).finish_non_exhaustive()
    }
}

/// `POST /api/session`: signs a browser in. The answer sets its cookie.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenSession {
    /// Whose account.
    pub login: String,
    /// Their password.
    pub password: String,
    /// Where the account has a second factor: the code that the authenticator app shows, or a recovery code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
}

/// `POST /api/session/recover`: chooses a password with a code, once. The answer sets a cookie.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoverHost {
    /// Whose account.
    pub login: String,
    /// That of a new account, or one of the recovery codes.
    pub code: String,
    /// The password from now on.
    pub password: String,
    /// Where the account has a second factor: the code that the authenticator app shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
}

/// What was sent was right, and the account has a second factor: the same is sent again with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NeedsSecondFactor {
    /// Always.
    pub needs_second_factor: bool,
}

/// `POST /api/session/second-factor`: a secret for an authenticator app. It counts once a code of the app has
/// come back with it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewSecondFactor {
    /// As people type it, in Base32 (RFC 4648).
    pub secret: String,
    /// As apps read it, `otpauth://totp/...`.
    pub url: String,
    /// The same as a QR code in SVG.
    pub qr: String,
}

/// `PUT /api/session/second-factor`: from now on it takes a code of the app to sign in. Every other session of the
/// account ends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddSecondFactor {
    /// The password, once more.
    pub password: String,
    /// What the app has.
    pub secret: String,
    /// What it shows.
    pub code: String,
}

/// `POST /api/session/second-factor/end`: from now on the password is enough.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndSecondFactor {
    /// The password, once more.
    pub password: String,
    /// What the app shows, or a recovery code.
    pub second_factor: String,
}

/// `POST /api/session/provider/start`: a host is about to sign in at the OpenID provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartHostSignIn {
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// `PUT /api/session/provider`: whoever is signed in here is about to show who they are at the provider, and may sign
/// in as that from then on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConnectProvider {
    /// The password, once more.
    pub password: String,
    /// Where the account has a second factor: the code that the authenticator app shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// `POST /api/session/provider/end`: from now on the provider opens nothing here.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndProvider {
    /// The password, once more.
    pub password: String,
}

/// A host is back from the provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostReturned {
    /// Whose account it is.
    pub account: HostAccount,
    /// Whether they may sign in so from now on; else they have.
    pub connected: bool,
}

/// `PUT /api/session/password`: another password. Every session of the account ends, and the OpenID provider opens
/// nothing here any more; the answer sets the cookie of a new session.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangePassword {
    /// The password until now.
    pub password: String,
    /// From now on.
    pub new_password: String,
    /// Where the account has a second factor: the code that the authenticator app shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
}

/// `POST /api/session/codes`: asks for recovery codes in place of those there are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewCodes {
    /// The password, once more.
    pub password: String,
    /// Where the account has a second factor: the code that the authenticator app shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
}

/// Recovery codes, each good for one new password. They are told here and nowhere else.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveryCodes {
    /// The account.
    pub account: HostAccount,
    /// The codes.
    pub codes: Vec<String>,
}

impl std::fmt::Debug for RecoveryCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoveryCodes").field("account", &self.account).finish_non_exhaustive()
    }
}

/// Who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedInHost {
    /// The account.
    pub account: HostAccount,
    /// How many recovery codes it has left.
    pub codes_left: u32,
}

/// A browser that is signed in: `GET /api/sessions` lists an account's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostSession {
    /// Names it.
    pub session: String,
    /// Which browser on which system, as it said itself; empty where it said nothing known.
    pub browser: String,
    /// When it signed in, in ms of server time.
    pub created_ms: u64,
    /// When it was used last, to a minute.
    pub used_ms: u64,
    /// When it ends, however much it is used.
    pub until_ms: u64,
    /// Whether it is the one that asks.
    pub own: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_name_has_one_form() {
        assert_eq!(checked_login(" Anna.Lee@Example.org "), Ok("anna.lee@example.org".to_owned()));
        let long = "x".repeat(MAX_LOGIN_CHARS + 1);
        for wrong in ["", "ab", "anna lee", "аnna", "анна", "a\0b", "王小明", "a/b", long.as_str()]
        {
            assert_eq!(checked_login(wrong), Err(InvalidHost::Login), "{wrong}");
        }
    }

    #[test]
    fn passwords_that_are_guessed_first_are_refused() {
        for (password, why) in [
            ("short", InvalidHost::ShortPassword),
            ("elevenchars", InvalidHost::ShortPassword),
            ("aaaaaaaaaaaaaaaa", InvalidHost::WeakPassword),
            ("abababababababab", InvalidHost::WeakPassword),
            ("my name is ANNA!", InvalidHost::WeakPassword),
        ] {
            assert_eq!(check_password(password, "anna"), Err(why), "{password}");
        }
        assert_eq!(
            check_password(&"pass word ".repeat(13), "anna"),
            Err(InvalidHost::LongPassword)
        );
        for password in ["correct horse", "一二三四五六七八九十百千", "tr0ub4dor&3zzz"]
        {
            assert_eq!(check_password(password, "anna"), Ok(()), "{password}");
        }
    }

    #[test]
    fn an_account_has_one_form() {
        let wish = |login: &str, name: &str| NewHost {
            login: login.to_owned(),
            name: name.to_owned(),
            role: HostRole::Host,
        };
        assert_eq!(wish("ANNA", " Anna ").checked(), Ok(wish("anna", "Anna")));
        for (name, why) in [
            (" ", InvalidHost::Nameless),
            ("a\u{202e}b", InvalidHost::Unprintable),
            (&*"x".repeat(MAX_HOST_NAME_CHARS + 1), InvalidHost::LongName),
        ] {
            assert_eq!(wish("anna", name).checked(), Err(why), "{name}");
        }
    }
}
