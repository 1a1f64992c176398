//! Second factors: the codes of an authenticator app (TOTP, RFC 6238), in the form that every app reads: SHA-1, six
//! digits, steps of 30 s.

use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::store::random::random_bytes;

/// What apps call this server.
const ISSUER: &str = "Quizrain";

/// 160 bits, as RFC 4226, 4, recommends.
const SECRET_BYTES: usize = 20;

const DIGITS: u8 = 6;
const STEP_S: u64 = 30;

/// The code before the one that is shown now, and the one after it, count as well: phones' clocks differ (RFC 6238, 6).
const SKEW: u16 = 1;

/// Wrong codes in a row after which the next one has to wait.
pub(super) const WRONG: u64 = 10;

/// For how long at first; twice as long after each further one, until it is a day.
const WAIT_MS: u64 = 60 * 1000;
pub(super) const DAY_MS: u64 = 24 * 3600 * 1000;

/// Wrong codes in a row after which none counts any more (NIST SP 800-63B, 5.2.2), until the second factor ends.
const MOST_WRONG: u64 = 100;

/// From when on a code is looked at after so many wrong ones, of which this was the last; `None`: not any more.
pub(super) fn looked_at_from(wrong: u64, last_ms: u64) -> Option<u64> {
    if wrong >= MOST_WRONG {
        return None;
    }
    let wait_ms = match wrong.checked_sub(WRONG) {
        None => 0,
        Some(more) => DAY_MS.min(WAIT_MS << more.min(11)),
    };
    Some(last_ms.saturating_add(wait_ms))
}

/// What an app and this server share. It has no `Debug`, so that it cannot slip into a log.
pub(super) struct SecondFactor(Totp);

impl SecondFactor {
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::of(Secret::from(random_bytes::<SECRET_BYTES>()?.to_vec())))
    }

    /// Reads what [`Self::secret`] says; `None`: that is something else.
    pub(super) fn read(secret: &str) -> Option<Self> {
        let secret = Secret::try_from_base32(secret).ok()?;
        (secret.as_bytes().len() == SECRET_BYTES).then(|| Self::of(secret))
    }

    fn of(secret: Secret) -> Self {
        let totp = Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(STEP_S)
            .with_skew(SKEW)
            .with_secret(secret);
        Self(totp.build_noncompliant())
    }

    /// In Base32, as it is kept and typed.
    pub(super) fn secret(&self) -> String {
        self.0.secret().to_base32()
    }

    /// As apps read it. Login names have no character that an address could not have.
    pub(super) fn url(&self, login: &str) -> String {
        let secret = self.secret();
        format!("otpauth://totp/{ISSUER}:{login}?secret={secret}&issuer={ISSUER}")
    }

    /// The digits that were typed; `None`: no app shows such a code.
    pub(super) fn digits(typed: &str) -> Option<String> {
        let digits: String = typed.chars().filter(|c| !c.is_whitespace()).take(9).collect();
        let is_code =
            digits.len() == usize::from(DIGITS) && digits.bytes().all(|b| b.is_ascii_digit());
        is_code.then_some(digits)
    }

    /// The step whose code was typed; `None`: that of no step near to now.
    pub(super) fn step(&self, typed: &str, now_ms: u64) -> Option<u64> {
        self.0.check(&Self::digits(typed)?, now_ms / 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, for SHA-1: the last six of its eight digits.
    #[test]
    fn codes_are_those_of_the_rfc() {
        let factor = SecondFactor::of(Secret::from(b"12345678901234567890".to_vec()));
        for (time_s, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(factor.step(code, time_s * 1000), Some(time_s / 30), "{time_s}");
        }
    }

    #[test]
    fn a_code_is_good_for_its_step_and_those_beside_it() {
        let factor = SecondFactor::random().unwrap();
        let now_ms = 1_800_000_015_000;
        let code = factor.0.generate(now_ms / 1000).to_string();
        let step = now_ms / 30_000;
        for (later_s, found) in
            [(-60, None), (-30, Some(step)), (0, Some(step)), (30, Some(step)), (60, None)]
        {
            let at_ms = now_ms.saturating_add_signed(later_s * 1000);
            assert_eq!(factor.step(&code, at_ms), found, "{later_s}");
        }
        assert_eq!(factor.step(&format!(" {} {} ", &code[..3], &code[3..]), now_ms), Some(step));
        let wide: String =
            code.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap()).collect();
        for wrong in ["", &code[1..], &format!("{code}0"), &format!("-{}", &code[1..]), &wide, "１"]
        {
            assert_eq!(factor.step(wrong, now_ms), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_codes_wait_longer_and_longer_and_come_to_an_end() {
        let wait = |wrong| looked_at_from(wrong, 1000).map(|from_ms| (from_ms - 1000) / 60_000);
        for (wrong, minutes) in
            [(0, 0), (9, 0), (10, 1), (11, 2), (14, 16), (20, 1024), (21, 1440), (99, 1440)]
        {
            assert_eq!(wait(wrong), Some(minutes), "{wrong}");
        }
        assert_eq!((wait(100), wait(u64::MAX)), (None, None));
    }

    #[test]
    fn a_secret_has_one_form_and_one_length() {
        let factor = SecondFactor::random().unwrap();
        let secret = factor.secret();
        assert_eq!(secret.len(), 32);
        assert_eq!(SecondFactor::read(&secret).map(|it| it.secret()), Some(secret.clone()));
        let url =
            format!("otpauth://totp/Quizrain:anna@example.org?secret={secret}&issuer=Quizrain");
        assert_eq!(factor.url("anna@example.org"), url);
        for wrong in [
            "",
            "A",
            &secret[..24],
            &format!("{secret}AAAAAAAA"),
            &secret.replace(&secret[..1], "1"),
            "é",
        ] {
            assert!(SecondFactor::read(wrong).is_none(), "{wrong}");
        }
    }
}
