//! Whether a request comes from a page of this server, as its browser says.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// What browsers say of the page that asks (Fetch Metadata); over HTTPS and on this machine alone.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

fn text(value: &HeaderValue) -> Option<String> {
    value.to_str().ok().map(str::to_ascii_lowercase)
}

/// Where our own pages are.
#[derive(Clone, Debug, Default)]
pub struct OwnPages {
    /// Whether browsers come over TLS: what stands at the same address without it somebody on the way has written.
    pub https: bool,
    /// The host part of the public URL, which a browser may name as its origin.
    pub public_host: Option<String>,
}

impl OwnPages {
    /// Whether a browser that names this origin is showing our own page. Who names none is no browser, or reads only.
    pub fn is_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else {
            return true;
        };
        let Some(origin) = text(origin) else {
            return false;
        };
        let Some((scheme, authority)) = origin.split_once("://") else {
            return false;
        };
        let is_safe = !self.https || scheme == "https";
        if self.public_host.as_deref() == Some(authority) {
            return is_safe;
        }
        // Beside a public URL a server may be asked in its own network, as it is there.
        let host = headers.get(header::HOST).and_then(text);
        host.as_deref() == Some(authority) && (is_safe || self.public_host.is_some())
    }

    /// Whether a request that shows a cookie was made by a page of ours: a browser adds the cookie to what other
    /// pages make as well. One that changes something must say so; browsers name the origin of each.
    pub fn is_page(&self, headers: &HeaderMap, changes: bool) -> bool {
        let site = headers.get(FETCH_SITE).map(|site| site.to_str().unwrap_or_default());
        let says_so = match site {
            Some("same-origin") => true,
            // A person has typed the address, or followed a bookmark.
            Some("none") => !changes,
            Some(_) => return false,
            None => !changes || headers.contains_key(header::ORIGIN),
        };
        says_so && self.is_origin(headers)
    }

    /// Whether a request says anything of the page that makes it, as browsers do wherever one is to change something.
    pub fn is_of_a_page(headers: &HeaderMap) -> bool {
        headers.contains_key(header::ORIGIN) || headers.contains_key(FETCH_SITE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_our_own_pages_name_our_origin() {
        let own = OwnPages { https: true, public_host: Some("quiz.example.org".to_owned()) };
        for (origin, host, expected) in [
            (None, "192.168.1.5:8080", true),
            (Some("http://192.168.1.5:8080"), "192.168.1.5:8080", true),
            (Some("http://LOCALHOST:8080"), "localhost:8080", true),
            (Some("https://quiz.example.org"), "10.0.0.1:8080", true),
            (Some("https://evil.example"), "192.168.1.5:8080", false),
            (Some("http://192.168.1.5:8081"), "192.168.1.5:8080", false),
            (Some("http://192.168.1.5:8080.evil.example"), "192.168.1.5:8080", false),
            (Some("https://quiz.example.org.evil.example"), "10.0.0.1:8080", false),
            (Some("https://evil.example/quiz.example.org"), "10.0.0.1:8080", false),
            (Some("http://quiz.example.org"), "10.0.0.1:8080", false),
            (Some("http://quiz.example.org"), "quiz.example.org", false),
            (Some("null"), "192.168.1.5:8080", false),
            (Some(""), "192.168.1.5:8080", false),
        ] {
            assert_eq!(own.is_origin(&named(origin, host)), expected, "{origin:?} {host}");
        }
        // What a server says by itself over TLS, it says nowhere without.
        for (https, origin, expected) in [
            (true, "https://quiz.example.org:8443", true),
            (true, "http://quiz.example.org:8443", false),
            (false, "http://quiz.example.org:8443", true),
            (false, "https://quiz.example.org:8443", true),
        ] {
            let own = OwnPages { https, public_host: None };
            let named = named(Some(origin), "quiz.example.org:8443");
            assert_eq!(own.is_origin(&named), expected, "{https} {origin}");
        }
    }

    fn named(origin: Option<&'static str>, host: &'static str) -> HeaderMap {
        let mut named = headers(&[("host", host)]);
        if let Some(origin) = origin {
            named.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        named
    }

    #[test]
    fn a_cookie_counts_with_requests_of_our_own_pages() {
        const OWN: (&str, &str) = ("origin", "https://quiz.example.org");
        const FOREIGN: (&str, &str) = ("origin", "https://evil.example");
        const SITE: &str = "sec-fetch-site";
        // What was said, whether something may be changed, whether something may be read.
        for (said, changes, reads) in [
            (vec![], false, true),
            (vec![OWN], true, true),
            (vec![FOREIGN], false, false),
            (vec![("origin", "null")], false, false),
            (vec![(SITE, "same-origin")], true, true),
            (vec![(SITE, "same-origin"), OWN], true, true),
            (vec![(SITE, "same-origin"), FOREIGN], false, false),
            (vec![(SITE, "none")], false, true),
            (vec![(SITE, "same-site")], false, false),
            (vec![(SITE, "same-site"), OWN], false, false),
            (vec![(SITE, "cross-site")], false, false),
            (vec![(SITE, "cross-site"), OWN], false, false),
            (vec![(SITE, "Same-Origin")], false, false),
        ] {
            let said = [vec![("host", "quiz.example.org")], said].concat();
            let named = headers(&said);
            let own = OwnPages::default();
            assert_eq!(own.is_page(&named, true), changes, "{said:?}");
            assert_eq!(own.is_page(&named, false), reads, "{said:?}");
            assert_eq!(OwnPages::is_of_a_page(&named), said.len() > 1, "{said:?}");
        }
    }
}
