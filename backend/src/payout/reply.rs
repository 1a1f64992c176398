//! What a receiver's reply means. Called by the client.
//!
//! Confirmed and refused are final, so both must be said with the payout's own key, in a body that
//! can be read, under the one status that goes with it. A bare status says nothing: it may come
//! from a proxy, a load balancer or somebody else's server.

use serde::Deserialize;

/// The longest text that is kept of what a receiver says, in characters.
const LONGEST_TEXT: usize = 200;

/// What a receiver said about a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Paid, for ever.
    Confirmed,
    /// It will never be paid under this key, and why.
    Refused(String),
    /// No final answer, and why. It may have been paid.
    Unknown(String),
}

/// What became of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The receiver knows the key.
    Answered(Answer),
    /// The receiver does not know the key: send it again, under the same key.
    NotFound,
    /// The receiver takes no queries.
    NotOffered,
}

#[derive(Deserialize)]
struct Body {
    key: String,
    state: String,
    reason: Option<String>,
}

/// Reads the reply to a payout.
pub(super) fn read(key: &str, status: u16, body: &[u8]) -> Answer {
    if !matches!(status, 200 | 202) {
        return unknown(&format!("status {status}"));
    }
    let Ok(body) = serde_json::from_slice::<Body>(body) else {
        return unknown(&format!("status {status} with a body that is not an answer"));
    };
    if body.key != key {
        return unknown("an answer about another key");
    }
    match (status, body.state.as_str(), body.reason) {
        (200, "confirmed", None) => Answer::Confirmed,
        (200, "refused", Some(reason)) => Answer::Refused(clean(&reason)),
        (202, "pending", None) => unknown("pending at the receiver"),
        (_, state, _) => unknown(&format!("status {status} with the state {state:?}")),
    }
}

/// Reads the reply to a query.
pub(super) fn read_query(key: &str, status: u16, body: &[u8]) -> Asked {
    match status {
        404 => Asked::NotFound,
        405 | 501 => Asked::NotOffered,
        _ => Asked::Answered(read(key, status, body)),
    }
}

/// No final answer, and why.
pub(super) fn unknown(why: &str) -> Answer {
    Answer::Unknown(clean(why))
}

/// A stranger's text, fit for a line of a log and a row of a table.
fn clean(text: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST_TEXT).map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "qr1-0011223344556677-3";

    #[test]
    fn final_answers_are_explicit() {
        let confirmed = format!("{{\"key\":\"{KEY}\",\"state\":\"confirmed\",\"paid_at\":7}}");
        assert_eq!(read(KEY, 200, confirmed.as_bytes()), Answer::Confirmed);
        let refused =
            format!("{{\"key\":\"{KEY}\",\"state\":\"refused\",\"reason\":\"clo\\nsed\"}}");
        assert_eq!(read(KEY, 200, refused.as_bytes()), Answer::Refused("clo sed".to_owned()));
    }

    #[test]
    fn everything_else_is_unknown() {
        let with = |state: &str| format!("{{\"key\":\"{KEY}\",\"state\":{state}}}");
        let cases = [
            (200, String::new()),
            (200, "<html>".to_owned()),
            (200, "null".to_owned()),
            (200, with("\"paid\"")),
            (200, with("\"pending\"")),
            (200, with("null")),
            (200, with("\"refused\"")),
            (200, with("\"refused\",\"reason\":5")),
            (200, with("\"confirmed\",\"reason\":\"no\"")),
            (200, with("\"confirmed\",\"state\":\"refused\"")),
            (200, with("\"confirmed\"") + "x"),
            (200, with("\"confirmed\"").replace("-3", "-4")),
            (200, "{\"state\":\"confirmed\"}".to_owned()),
            (202, with("\"pending\"")),
            (202, with("\"confirmed\"")),
            (201, with("\"confirmed\"")),
        ];
        for (status, body) in cases {
            let answer = read(KEY, status, body.as_bytes());
            assert!(matches!(answer, Answer::Unknown(_)), "{status} {body}: {answer:?}");
        }
        let confirmed = with("\"confirmed\"");
        for status in (100..1000).filter(|status| *status != 200) {
            assert!(matches!(read(KEY, status, confirmed.as_bytes()), Answer::Unknown(_)));
        }
        let Answer::Unknown(why) =
            read(KEY, 200, with(&format!("{:?}", "x".repeat(9000))).as_bytes())
        else {
            panic!("a long state");
        };
        assert!(why.len() <= LONGEST_TEXT);
    }

    #[test]
    fn not_found_is_not_failure() {
        assert_eq!(read_query(KEY, 404, b""), Asked::NotFound);
        assert_eq!(read_query(KEY, 405, b""), Asked::NotOffered);
        assert!(matches!(read_query(KEY, 500, b""), Asked::Answered(Answer::Unknown(_))));
        assert!(matches!(read(KEY, 404, b""), Answer::Unknown(_)));
    }

    proptest::proptest! {
        #[test]
        fn a_broken_answer_is_not_final(at: proptest::sample::Index, bit in 0..8u8, status in 100..600u16) {
            let mut body = format!("{{\"key\":\"{KEY}\",\"state\":\"confirmed\"}}").into_bytes();
            let at = at.index(body.len());
            body[at] ^= 1 << bit;
            let answer = read(KEY, status, &body);
            proptest::prop_assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        }
    }
}
