//! How browsers are signed in, and what proves that they may be: a password, a code that chooses one, and where an
//! account has a second factor, that as well.

use quizrain_shared::api::{HostAccount, InvalidHost, RECOVERY_CODES};

use crate::error::Error;
use crate::hosts::second_factor::{self, DAY_MS, SecondFactor};
use crate::hosts::secret::Code;
use crate::hosts::sql::{First, Kept, NewSession, Proof, Proved};
use crate::hosts::{Hosts, SessionToken, Signed, browser};
use crate::store::random::random_bytes;

/// A session that was opened.
pub struct Opened {
    /// What the browser shows from now on.
    pub token: SessionToken,
    /// Whose it is.
    pub account: HostAccount,
}

/// Why nothing came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSigned {
    /// The login name, the password, or the code that chooses one is wrong, or the account was disabled.
    Wrong,
    /// All of that is right, and the second factor of the account is needed.
    NeedsSecondFactor,
    /// The second factor is wrong, or was used.
    WrongSecondFactor,
    /// It has the form of a recovery code, and is wrong, or was used.
    WrongRecoveryCode,
    /// Codes of the app were wrong too often in a row; in how many seconds one is looked at again. Recovery codes are.
    CodesWait(u64),
    /// The account has a second factor already.
    HasSecondFactor,
    /// Nobody may have this password.
    Password(InvalidHost),
}

pub(super) type Tried<T> = Result<Result<T, NotSigned>, Error>;

/// What a browser says of itself when it is signed in.
pub struct FromBrowser<'a> {
    /// What it calls itself.
    pub user_agent: &'a str,
    /// The session that it showed before, which ends.
    pub before: Option<&'a SessionToken>,
}

impl Hosts {
    pub(super) fn new_session(
        &self,
        token: &SessionToken,
        user_agent: &str,
    ) -> Result<NewSession, Error> {
        Ok(NewSession {
            session: hex::encode(random_bytes::<8>()?),
            hash: token.hash(),
            browser: browser::named(user_agent),
            now_ms: self.clock.now_ms(),
            ends: self.ends,
        })
    }

    /// Signs in with a password, for somebody who has proved nothing. [`NotSigned::Wrong`] takes the same time
    /// whatever is wrong.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn sign_in(
        &self,
        (login, password): (&str, &str),
        second_factor: Option<&str>,
        from: FromBrowser<'_>,
    ) -> Tried<Opened> {
        let found = async { Ok(self.sql.host_of_login(login).await?) };
        let found = self.gate.read("login", found).await?;
        let hash = found.as_ref().and_then(|found| found.password.as_deref());
        let is_right = self.passwords.is_right(password, hash).await?;
        let found = found.filter(|it| is_right && it.account.disabled_ms.is_none());
        let Some(found) = found else { return Ok(Err(NotSigned::Wrong)) };
        let proof = match self.prove(&found, second_factor, Also::RecoveryCodes).await? {
            Ok(proof) => proof,
            Err(why) => return Ok(Err(why)),
        };
        let token = SessionToken::random()?;
        let new = self.new_session(&token, from.user_agent)?;
        let replaced = from.before.map(SessionToken::hash);
        let host = found.account.host;
        if !self
            .sql
            .open_session(host, &found.proved(proof.as_ref()), &new, replaced.as_deref())
            .await?
        {
            return Ok(Err(not_taken(proof.as_ref())));
        }
        tracing::info!(%host, "a host signed in");
        let account = HostAccount { signed_in_ms: Some(new.now_ms), ..found.account };
        Ok(Ok(Opened { token, account }))
    }

    /// Chooses a password with a code, and signs in. All sessions of the account end, and its account at the provider
    /// opens nothing any more; it has other recovery codes, told here and nowhere else.
    ///
    /// # Errors
    /// The database failed, or too many sign in: the code may have been used.
    pub async fn recover(
        &self,
        (login, code): (&str, &str),
        new_password: &str,
        second_factor: Option<&str>,
        from: FromBrowser<'_>,
    ) -> Tried<(Opened, Vec<String>)> {
        let Ok(code) = code.parse::<Code>() else { return Ok(Err(NotSigned::Wrong)) };
        let code = code.hash();
        let now_ms = self.clock.now_ms();
        let found = async { Ok(self.sql.host_of_code(login, &code, now_ms).await?) };
        let Some(kept) = self.gate.read("code", found).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        // Whoever found a sheet of recovery codes has not found the phone.
        let proof = match self.prove(&kept, second_factor, Also::Nothing).await? {
            Ok(proof) => proof,
            Err(why) => return Ok(Err(why)),
        };
        let Kept { account, totp, .. } = kept;
        let hash = match self.passwords.hash(new_password, &account).await? {
            Ok(hash) => hash,
            Err(why) => return Ok(Err(NotSigned::Password(why))),
        };
        let token = SessionToken::random()?;
        let new = self.new_session(&token, from.user_agent)?;
        let (told, hashes) = recovery_codes()?;
        let replaced = from.before.map(SessionToken::hash);
        let (first, host) = (First::Code, account.host);
        let proved = Proved { first, totp: totp.as_deref(), proof: proof.as_ref() };
        let (chosen, replaced) = ((&*hash, &*hashes), replaced.as_deref());
        if !self.sql.use_code(host, &code, &proved, chosen, &new, replaced).await? {
            return Ok(Err(not_taken(proof.as_ref())));
        }
        tracing::info!(%host, "a host chose a password with a code");
        let signed_in_ms = Some(new.now_ms);
        let account = HostAccount { signed_in_ms, has_password: true, provider: false, ..account };
        Ok(Ok((Opened { token, account }, told)))
    }

    /// Gives whoever is signed in another password. All their sessions end, and another one opens; their account at
    /// the provider opens nothing any more.
    ///
    /// # Errors
    /// The database failed, or too many sign in: the password may be the new one.
    pub async fn change_password(
        &self,
        signed: &Signed,
        (before, after): (&str, &str),
        second_factor: Option<&str>,
        user_agent: &str,
    ) -> Tried<Opened> {
        let (kept, proof) = match self.confirm_both(signed, before, second_factor).await? {
            Ok(confirmed) => confirmed,
            Err(why) => return Ok(Err(why)),
        };
        let hash = match self.passwords.hash(after, &signed.account).await? {
            Ok(hash) => hash,
            Err(why) => return Ok(Err(NotSigned::Password(why))),
        };
        let token = SessionToken::random()?;
        let new = self.new_session(&token, user_agent)?;
        let (host, proved) = (signed.account.host, kept.proved(proof.as_ref()));
        if !self.sql.change_password(host, (&proved, &hash), &new).await? {
            return Ok(Err(not_taken(proof.as_ref())));
        }
        tracing::info!(%host, "a host changed their password");
        Ok(Ok(Opened { token, account: HostAccount { provider: false, ..kept.account } }))
    }

    /// Gives whoever is signed in other recovery codes.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn renew_codes(
        &self,
        signed: &Signed,
        password: &str,
        second_factor: Option<&str>,
    ) -> Tried<Vec<String>> {
        let (kept, proof) = match self.confirm_both(signed, password, second_factor).await? {
            Ok(confirmed) => confirmed,
            Err(why) => return Ok(Err(why)),
        };
        let (told, hashes) = recovery_codes()?;
        let (host, proved) = (signed.account.host, kept.proved(proof.as_ref()));
        if !self.sql.put_recovery_codes(host, &proved, &hashes).await? {
            return Ok(Err(not_taken(proof.as_ref())));
        }
        Ok(Ok(told))
    }

    /// A secret for an authenticator app, in Base32, and as apps read it. Nothing is kept of it until
    /// [`Self::add_second_factor`].
    ///
    /// # Errors
    /// The operating system gives no randomness.
    pub fn new_second_factor(&self, signed: &Signed) -> Result<(String, String), Error> {
        let factor = SecondFactor::random()?;
        Ok((factor.secret(), factor.url(&signed.account.login)))
    }

    /// Has an account need a code of an authenticator app from now on, for whoever has shown that their app has
    /// the secret. Every other session of theirs ends: it was opened without.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn add_second_factor(
        &self,
        signed: &Signed,
        password: &str,
        (secret, code): (&str, &str),
    ) -> Tried<HostAccount> {
        let Some(kept) = self.confirm(signed, password).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        if kept.totp.is_some() {
            return Ok(Err(NotSigned::HasSecondFactor));
        }
        let now_ms = self.clock.now_ms();
        let shown = SecondFactor::read(secret)
            .and_then(|factor| Some((factor.secret(), factor.step(code, now_ms)?)));
        let Some((secret, step)) = shown else { return Ok(Err(NotSigned::WrongSecondFactor)) };
        if !self.sql.put_second_factor(signed, &kept.proved(None), (&secret, step)).await? {
            return Ok(Err(NotSigned::Wrong));
        }
        tracing::info!(host = %signed.account.host, "a host has a second factor now");
        Ok(Ok(HostAccount { second_factor: true, ..kept.account }))
    }

    /// Has the password be enough again.
    ///
    /// # Errors
    /// The database failed, or too many sign in.
    pub async fn end_second_factor(
        &self,
        signed: &Signed,
        password: &str,
        second_factor: &str,
    ) -> Tried<HostAccount> {
        let Some(kept) = self.confirm(signed, password).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        let shown = Some(second_factor);
        let proof = match self.prove(&kept, shown, Also::RecoveryCodes).await? {
            Ok(proof) => proof,
            Err(why) => return Ok(Err(why)),
        };
        let proved = kept.proved(proof.as_ref());
        if !self.sql.end_second_factor(signed.account.host, &proved).await? {
            return Ok(Err(not_taken(proof.as_ref())));
        }
        tracing::info!(host = %signed.account.host, "a host has no second factor any more");
        Ok(Ok(HostAccount { second_factor: false, ..kept.account }))
    }

    /// What is kept of somebody who is signed in, if this is their password.
    pub(super) async fn confirm(
        &self,
        signed: &Signed,
        password: &str,
    ) -> Result<Option<Kept>, Error> {
        let found = self.sql.host_of_login(&signed.account.login).await?;
        let hash = found.as_ref().and_then(|found| found.password.as_deref());
        let is_right = self.passwords.is_right(password, hash).await?;
        Ok(found.filter(|_| is_right))
    }

    /// The same, with what was shown of the second factor, if there is one: whoever found a browser that is signed in
    /// and the password has not found the phone, and a recovery code would do away with it.
    pub(super) async fn confirm_both(
        &self,
        signed: &Signed,
        password: &str,
        second_factor: Option<&str>,
    ) -> Tried<(Kept, Option<Proof>)> {
        let Some(kept) = self.confirm(signed, password).await? else {
            return Ok(Err(NotSigned::Wrong));
        };
        let proof = self.prove(&kept, second_factor, Also::Nothing).await?;
        Ok(proof.map(|proof| (kept, proof)))
    }

    /// Reads what was shown of a second factor, where an account has one. Whether it was used before, the
    /// database knows.
    async fn prove(&self, kept: &Kept, shown: Option<&str>, also: Also) -> Tried<Option<Proof>> {
        let Some(totp) = kept.totp.as_deref() else { return Ok(Ok(None)) };
        let Some(shown) = shown else { return Ok(Err(NotSigned::NeedsSecondFactor)) };
        // Nobody guesses one of these: so they count also while codes of the app have to wait, and whoever knows the
        // password cannot keep its host out.
        if let Also::RecoveryCodes = also
            && let Ok(code) = shown.parse::<Code>()
        {
            return Ok(Ok(Some(Proof::Code(code.hash()))));
        }
        let Some(digits) = SecondFactor::digits(shown) else {
            return Ok(Err(NotSigned::WrongSecondFactor));
        };
        let (host, now_ms) = (kept.account.host, self.clock.now_ms());
        match self.sql.try_code(host, now_ms).await? {
            Ok(wrong) if wrong == second_factor::WRONG => tracing::warn!(
                %host,
                wrong,
                "somebody who has a host's password shows wrong codes; the next have to wait"
            ),
            Ok(_) => {}
            Err(from_ms) => {
                let wait_ms = from_ms.map_or(DAY_MS, |from_ms| from_ms.saturating_sub(now_ms));
                return Ok(Err(NotSigned::CodesWait(wait_ms.div_ceil(1000))));
            }
        }
        let step = SecondFactor::read(totp).and_then(|factor| factor.step(&digits, now_ms));
        Ok(step.map(|step| Some(Proof::Step(step))).ok_or(NotSigned::WrongSecondFactor))
    }
}

/// What stands in for the code of an authenticator app.
#[derive(Clone, Copy)]
enum Also {
    RecoveryCodes,
    Nothing,
}

/// Why the database did not take what was right a moment ago.
pub(super) fn not_taken(proof: Option<&Proof>) -> NotSigned {
    match proof {
        None => NotSigned::Wrong,
        Some(Proof::Step(_)) => NotSigned::WrongSecondFactor,
        Some(Proof::Code(_)) => NotSigned::WrongRecoveryCode,
    }
}

/// Recovery codes, and their hashes.
fn recovery_codes() -> Result<(Vec<String>, Vec<String>), getrandom::Error> {
    let codes = (0..RECOVERY_CODES).map(|_| Code::random()).collect::<Result<Vec<_>, _>>()?;
    Ok(codes.iter().map(|code| (code.reveal(), code.hash())).unzip())
}
