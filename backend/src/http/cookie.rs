//! Cookies that no script sees and no other site sends; above all that of a host's session.

use axum::http::{HeaderMap, HeaderValue, header};

use super::error::ApiError;
use crate::hosts::SessionToken;

/// A cookie for all paths, by its names.
pub(super) struct Cookie {
    /// Where browsers come over TLS. They take it from this very server alone, for all its paths and over TLS
    /// alone (RFC 6265bis, 4.1.3.2): so it begins with `__Host-`.
    pub(super) over_tls: &'static str,
    /// And elsewhere, such as in a local network.
    pub(super) plain: &'static str,
}

/// A host's session.
const SESSION: Cookie = Cookie { over_tls: "__Host-quizrain", plain: "quizrain-host" };

impl Cookie {
    fn name(&self, https: bool) -> &'static str {
        if https { self.over_tls } else { self.plain }
    }

    /// What a request brings in it. Two of them are none: one may be another's, put there by somebody else.
    pub(super) fn read<'h>(&self, headers: &'h HeaderMap, https: bool) -> Option<&'h str> {
        let own = self.name(https);
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut ours = pairs.filter(|(name, _)| *name == own).map(|(_, value)| value);
        match (ours.next(), ours.next()) {
            (Some(value), None) => Some(value),
            _ => None,
        }
    }

    /// Has the browser bring this from now on, for so long; for no time, it is gone.
    pub(super) fn line(
        &self,
        value: &str,
        https: bool,
        seconds: u64,
    ) -> Result<HeaderValue, ApiError> {
        let name = self.name(https);
        let secure = if https { "; Secure" } else { "" };
        let line =
            format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        let mut line = HeaderValue::try_from(line).map_err(|_| ApiError::Internal)?;
        line.set_sensitive(true);
        Ok(line)
    }
}

/// The session that a request shows.
pub(super) fn session(headers: &HeaderMap, https: bool) -> Option<SessionToken> {
    SESSION.read(headers, https)?.parse().ok()
}

/// Has the browser show a session from now on, for so long.
pub(super) fn set(token: &SessionToken, https: bool, ms: u64) -> Result<HeaderValue, ApiError> {
    SESSION.line(&token.reveal(), https, ms / 1000)
}

/// Has it show none any more.
pub(super) fn clear(https: bool) -> Result<HeaderValue, ApiError> {
    SESSION.line("", https, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    fn read(cookies: &[&str], https: bool) -> Option<String> {
        let lines = cookies.iter().map(|it| (header::COOKIE, HeaderValue::from_str(it).unwrap()));
        session(&lines.collect(), https).map(|token| token.reveal())
    }

    #[test]
    fn a_session_is_read_where_there_is_exactly_one() {
        let ours = format!("quizrain-host={VALUE}");
        let over_tls = format!("__Host-quizrain={VALUE}");
        let own = Some(VALUE.to_owned());
        for (cookies, expected) in [
            (vec![&*ours], own.clone()),
            (vec!["a=b; ", &*format!("x=y; {ours}; z")], own),
            (vec![&*format!("{ours}; {ours}")], None),
            (vec![&*ours, &*ours], None),
            (vec!["quizrain-host="], None),
            (vec![&*over_tls], None),
            (vec![], None),
        ] {
            assert_eq!(read(&cookies, false), expected, "{cookies:?}");
        }
        // Over TLS, what another machine of the network may have set is none.
        assert_eq!(read(&[&ours], true), None);
        assert_eq!(read(&[&over_tls], true).as_deref(), Some(VALUE));
    }

    #[test]
    fn no_script_sees_it_and_no_other_site_sends_it() {
        let token: SessionToken = VALUE.parse().unwrap();
        let plain = set(&token, false, 60_000).unwrap();
        assert_eq!(
            plain.to_str().unwrap(),
            format!("quizrain-host={VALUE}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict")
        );
        let over_tls = set(&token, true, 60_000).unwrap();
        assert_eq!(
            over_tls.to_str().unwrap(),
            format!(
                "__Host-quizrain={VALUE}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure"
            )
        );
        assert!(over_tls.is_sensitive());
        assert!(clear(true).unwrap().to_str().unwrap().contains("=; Path=/; Max-Age=0;"));
    }
}
