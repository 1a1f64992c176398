//! Passwords: hashed with Argon2id, aside and few at a time, so that people who sign in hold up no verdict.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use quizrain_shared::api::{HostAccount, InvalidHost, check_password};
use quizrain_shared::wire::Refusal;
use tokio::sync::Semaphore;

use crate::batch::aside;
use crate::error::Error;
use crate::metrics::METRICS;
use crate::store::random::random_bytes;

/// 19 MiB, two passes, one lane: the least that OWASP's Password Storage Cheat Sheet asks of Argon2id
/// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id>). It is
/// in each hash, so that more can be asked for later.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Bytes of a salt (RFC 9106, 3.1).
const SALT_BYTES: usize = 16;

/// How many are hashed at a time.
const AT_A_TIME: usize = 2;

/// How many more may wait for that: some two seconds.
const MAX_WAITING: usize = 64;

/// What hashes them.
pub(super) struct Passwords {
    turns: Arc<Semaphore>,
    waiting: Semaphore,
    /// Of nobody's password: what is compared where there is no account, in the same time.
    nobodys: String,
}

fn argon2() -> Result<Argon2<'static>, argon2::Error> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hashed(password: &[u8], salt: &[u8]) -> Option<String> {
    let hash: PasswordHash = argon2().ok()?.hash_password_with_salt(password, salt).ok()?;
    Some(hash.to_string())
}

fn is_right(password: &[u8], hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    argon2().is_ok_and(|argon2| argon2.verify_password(password, &hash).is_ok())
}

/// Whether whoever has these names may have this password: what lists of common passwords, words, dates, keyboards
/// and the names lead to within a million guesses is none (zxcvbn, <https://dropbox.tech/security/zxcvbn-realistic-password-strength-estimation>).
fn check(password: &str, names: &[String; 2]) -> Result<(), InvalidHost> {
    let [login, name] = names;
    check_password(password, login)?;
    let guessed = zxcvbn::zxcvbn(password, &[login, name, "quizrain"]);
    if guessed.score() < zxcvbn::Score::Two { Err(InvalidHost::WeakPassword) } else { Ok(()) }
}

impl Passwords {
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        let (password, salt) = (random_bytes::<SALT_BYTES>()?, random_bytes::<SALT_BYTES>()?);
        Ok(Self {
            turns: Arc::new(Semaphore::new(AT_A_TIME)),
            waiting: Semaphore::new(AT_A_TIME + MAX_WAITING),
            nobodys: hashed(&password, &salt).unwrap_or_default(),
        })
    }

    /// Does it when it is its turn, which ends with the work: whoever hangs up before does not have the next one
    /// begin.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let Ok(_waiting) = self.waiting.try_acquire() else {
            METRICS.rejected("passwords");
            return Err(Refusal::Unavailable.into());
        };
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let done = aside(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.ok_or_else(|| Refusal::Unavailable.into())
    }

    /// What is kept of a password, if this account may have it.
    pub(super) async fn hash(
        &self,
        password: &str,
        account: &HostAccount,
    ) -> Result<Result<String, InvalidHost>, Error> {
        let (password, salt) = (password.to_owned(), random_bytes::<SALT_BYTES>()?);
        let names = [account.login.clone(), account.name.clone()];
        let work = move || {
            check(&password, &names)?;
            Ok(hashed(password.as_bytes(), &salt))
        };
        match self.in_turn(work).await? {
            Ok(hash) => Ok(Ok(hash.ok_or(Refusal::Unavailable)?)),
            Err(why) => Ok(Err(why)),
        }
    }

    /// Whether this is the password that is kept; where none is, it takes as long to say no.
    pub(super) async fn is_right(&self, password: &str, kept: Option<&str>) -> Result<bool, Error> {
        let password = password.to_owned();
        let hash = kept.unwrap_or(&self.nobodys).to_owned();
        let is_somebodys = kept.is_some();
        Ok(self.in_turn(move || is_right(password.as_bytes(), &hash)).await? && is_somebodys)
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::api::HostRole;
    use quizrain_shared::ids::HostId;

    use super::*;

    fn account() -> HostAccount {
        HostAccount {
            host: HostId([0; 8]),
            login: "annabelle".to_owned(),
            name: "Annabelle Winterbottom".to_owned(),
            role: HostRole::Host,
            created_ms: 0,
            has_password: false,
            signed_in_ms: None,
            disabled_ms: None,
            second_factor: false,
            provider: false,
        }
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::new().unwrap();
        let [kept, again] = [
            passwords.hash("correct horse", &account()).await.unwrap().unwrap(),
            passwords.hash("correct horse", &account()).await.unwrap().unwrap(),
        ];
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_ne!(kept, again);
        assert!(passwords.is_right("correct horse", Some(&kept)).await.unwrap());
        for wrong in ["", "correct horsf", "Correct horse", "correct horse "] {
            assert!(!passwords.is_right(wrong, Some(&kept)).await.unwrap(), "{wrong}");
        }
        assert!(!passwords.is_right("correct horse", None).await.unwrap());
        assert!(!passwords.is_right("", Some("nonsense")).await.unwrap());
        assert!(PasswordHash::new(&passwords.nobodys).is_ok());
    }

    /// Those of twelve characters and more that lists of leaked passwords begin with, and what people make of names.
    #[tokio::test]
    async fn nobody_has_a_password_that_is_tried_first() {
        let passwords = Passwords::new().unwrap();
        for password in [
            "123456789012",
            "passwordpassword",
            "Password1234",
            "qwertyuiop123",
            "1q2w3e4r5t6y",
            "abcdefghijkl",
            "winterbottom",
            "Winterbottom1",
            "quizrainquizrain",
        ] {
            let kept = passwords.hash(password, &account()).await.unwrap();
            assert_eq!(kept, Err(InvalidHost::WeakPassword), "{password}");
        }
        let kept = passwords.hash("short", &account()).await.unwrap();
        assert_eq!(kept, Err(InvalidHost::ShortPassword));
        for password in ["一二三四五六七八九十百千", "tr0ub4dor&3zzz", "another horse battery"]
        {
            assert!(passwords.hash(password, &account()).await.unwrap().is_ok(), "{password}");
        }
    }

    #[tokio::test]
    async fn a_login_name_that_is_nobodys_costs_the_same_work() {
        let passwords = Passwords::new().unwrap();
        let held = passwords.turns.acquire_many(AT_A_TIME.try_into().unwrap()).await.unwrap();
        let mut asked = std::pin::pin!(passwords.is_right("correct horse", None));
        assert!(futures_util::poll!(&mut asked).is_pending(), "nothing is hashed");
        drop(held);
        assert!(!asked.await.unwrap());
    }

    #[tokio::test]
    async fn whoever_hangs_up_keeps_the_turn_until_the_work_is_done() {
        let passwords = Passwords::new().unwrap();
        let (go_on, held) = std::sync::mpsc::channel::<()>();
        let mut asked = Box::pin(passwords.in_turn(move || held.recv().is_ok()));
        assert!(futures_util::poll!(&mut asked).is_pending());
        drop(asked);
        assert_eq!(passwords.turns.available_permits(), AT_A_TIME - 1);
        drop(go_on);
        let all = passwords.turns.acquire_many(AT_A_TIME.try_into().unwrap());
        assert!(tokio::time::timeout(std::time::Duration::from_secs(30), all).await.is_ok());
    }

    #[tokio::test]
    async fn a_storm_of_them_is_turned_away_and_does_not_pile_up() {
        let passwords = Passwords::new().unwrap();
        let _held = passwords.turns.acquire_many(AT_A_TIME.try_into().unwrap()).await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..AT_A_TIME + MAX_WAITING {
            waiting.push(passwords.waiting.try_acquire().unwrap());
        }
        let refused = passwords.is_right("correct horse", None).await;
        assert!(matches!(refused, Err(Error::Refused(Refusal::Unavailable))));
    }
}
