//! The front end, embedded and compressed at build time.
//!
//! Files have a hash in their names and may be kept for ever. The page itself is put together for each
//! request, because its scripts carry a nonce that the content security policy names.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use quick_xml::escape::escape;
use quizrain_shared::ids::Pin;
use quizrain_shared::language::Language;
use quizrain_shared::pages::{Bundle, Page, Route};
use serde::Deserialize;

use super::Web;

struct Asset {
    name: &'static str,
    content: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

impl Asset {
    /// The smallest form that a client takes, and the name of its content coding (RFC 9110, 8.4.1).
    fn coded(&self, accepted: Option<&str>) -> (Option<&'static str>, &'static [u8]) {
        let forms = [("br", self.brotli), ("gzip", self.gzip)];
        forms
            .into_iter()
            .filter_map(|(coding, content)| Some((coding, content?)))
            .find(|(coding, _)| accepted.is_some_and(|accepted| accepts(accepted, coding)))
            .map_or((None, self.content), |(coding, content)| (Some(coding), content))
    }
}

/// Whether an `Accept-Encoding` takes a coding: named or meant by `*`, and not with a weight of
/// zero (RFC 9110, 12.5.3).
fn accepts(accepted: &str, coding: &str) -> bool {
    let weight = |name: &str| {
        accepted.split(',').find_map(|element| {
            let (its, parameters) = element.split_once(';').unwrap_or((element, ""));
            let q = parameters.trim().strip_prefix("q=").unwrap_or("1");
            its.trim().eq_ignore_ascii_case(name).then(|| q.trim().parse().unwrap_or(0.0))
        })
    };
    weight(coding).or_else(|| weight("*")).is_some_and(|weight: f32| weight > 0.0)
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What Trunk writes where the nonce belongs.
const NONCE: &str = "{{__TRUNK_NONCE__}}";

/// What Trunk writes where the request's language belongs.
const ROOT: &str = r#"<html lang="en">"#;

/// Between these the players' file has what the first page shows, and what the others show, until
/// the program is there.
const PARTS: [&str; 3] = ["<!-- home -->", "<!-- other -->", "<!-- end -->"];

/// The bundle of a page that is for engineers alone.
const STYLE_PAGE: &str = "styleguide";

/// Every page of the app. The first page's form works before its program is there, and then leads
/// to `/play`.
pub(super) fn router() -> Router<Web> {
    let pages = Route::ALL.into_iter().fold(Router::new(), |router, route| {
        router.route(
            route.pattern(),
            get(async move |State(web): State<Web>, headers: HeaderMap| {
                page(&web, Some(route), &headers)
            }),
        )
    });
    with_style_page(pages.route("/play", get(enter))).fallback(file)
}

/// The page on which engineers see every component, where its bundle is embedded: a release has none, and there it is no
/// page (see `build.rs`).
fn with_style_page(pages: Router<Web>) -> Router<Web> {
    match html(STYLE_PAGE, false) {
        Some(_) => pages.route("/styleguide", get(style_page)),
        None => pages,
    }
}

async fn style_page(State(web): State<Web>, headers: HeaderMap) -> Response {
    document(&web, STYLE_PAGE, false, &headers)
}

#[derive(Deserialize)]
struct Entered {
    #[serde(default)]
    pin: String,
}

/// The game with the pin of the first page's form; the form again, where that is no pin.
async fn enter(entered: Result<Query<Entered>, QueryRejection>) -> Redirect {
    let pin = entered.ok().and_then(|Query(entered)| entered.pin.parse().ok());
    let page = pin.map_or(Page::Home, Page::Play);
    Redirect::to(&page.path())
}

fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The HTML of a bundle, with what the first page shows at first, or any other.
fn html(bundle: &str, first: bool) -> Option<String> {
    let file = find(&format!("{bundle}.html"))?;
    let text = std::str::from_utf8(file.content).ok()?;
    let [home, other, end] = PARTS.map(|mark| text.find(mark));
    let (Some(home), Some(other), Some(end)) = (home, other, end) else {
        return Some(text.to_owned());
    };
    let shown = if first { home..other } else { other..end };
    Some([&text[..home], &text[shown], &text[end..]].concat())
}

/// A page that says in this language alone what is wrong where its program does not come: `start.html` has a line
/// for each.
fn in_language(html: &str, language: Language) -> String {
    let is_of_another = |line: &str| {
        let key = line.split_once(": [").map(|(key, _)| key.trim().trim_matches('"'));
        Language::ALL.into_iter().any(|it| it != language && key == Some(it.tag()))
    };
    html.lines().filter(|line| !is_of_another(line)).flat_map(|line| [line, "\n"]).collect()
}

/// A page in one language, cut where each answer has something of its own.
struct Document {
    /// Until the end of its root's attributes.
    root: String,
    /// From there on, between the places of the nonce.
    rest: Vec<String>,
}

impl Document {
    fn new(html: &str, language: Language) -> Option<Self> {
        let html = in_language(html, language);
        let (before, rest) = html.split_once(ROOT)?;
        let (lang, dir) = (language.tag(), language.dir());
        Some(Self {
            root: format!(r#"{before}<html lang="{lang}" dir="{dir}""#),
            rest: rest.split(NONCE).map(str::to_owned).collect(),
        })
    }

    /// The whole of it, with more attributes of its root.
    fn with(&self, attributes: &str, nonce: &str) -> String {
        [self.root.as_str(), attributes, ">", &self.rest.join(nonce)].concat()
    }
}

/// The pages of each bundle, the first and the others, in the order of [`Language::ALL`].
static DOCUMENTS: LazyLock<HashMap<(&str, bool), Vec<Document>>> = LazyLock::new(|| {
    let bundles = ASSETS.iter().filter_map(|asset| asset.name.strip_suffix(".html"));
    let pages = bundles.flat_map(|bundle| [true, false].map(|first| (bundle, first)));
    let in_each_language = |(bundle, first)| {
        let html = html(bundle, first)?;
        let documents = Language::ALL.into_iter().map(|language| Document::new(&html, language));
        Some(((bundle, first), documents.collect::<Option<Vec<_>>>()?))
    };
    pages.filter_map(in_each_language).collect()
});

/// The page of a route; what has none is a page of players.
fn page(web: &Web, route: Option<Route>, headers: &HeaderMap) -> Response {
    let bundle = route.map_or(Bundle::Player, Route::bundle);
    document(web, bundle.name(), route == Some(Route::Home), headers)
}

/// A page of a bundle, the first or any other, its plain HTML in the language of the request. Pages that have a way to the
/// provider where people sign in know by an attribute what it is called.
fn document(web: &Web, bundle: &'static str, first: bool, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = Language::accepted(accepted.unwrap_or_default());
    let documents = DOCUMENTS.get(&(bundle, first));
    let Some(document) = documents.and_then(|it| it.get(language as usize)) else {
        let text = "The front end is not part of this build. scripts/run builds everything.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let nonce = hex::encode(random);
    let form = if first { "'self'" } else { "'none'" };
    // 'wasm-unsafe-eval' lets WebAssembly be compiled and nothing else.
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; font-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action {form}; frame-ancestors 'none'"
    );
    let provider = web.oidc.as_ref().map(|it| format!(r#" data-oidc="{}""#, escape(it.name())));
    let html = document.with(&provider.unwrap_or_default(), &nonce);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::VARY, "accept-language".to_owned()),
    ];
    (headers, html).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A pin as an address leads into its game. Whoever opens anything else reads that it is no page,
/// in their language; what asks for a file gets no page in its place.
fn no_file(web: &Web, path: &str, headers: &HeaderMap) -> Response {
    if let Ok(pin) = path.trim_start_matches('/').parse::<Pin>() {
        return Redirect::temporary(&Page::Play(pin).path()).into_response();
    }
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let reads_pages = accepts.is_some_and(|value| value.contains("text/html"));
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file && !reads_pages {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    }
    let mut page = page(web, Route::of(path), headers);
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

async fn file(State(web): State<Web>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    let Some(asset) = find(name).filter(|asset| !asset.name.ends_with(".html")) else {
        return no_file(&web, uri.path(), &headers);
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response();
    }
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let common = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::VARY, "accept-encoding"),
    ];
    match asset.coded(accepted) {
        (Some(coding), content) => {
            (common, [(header::CONTENT_ENCODING, coding)], content).into_response()
        }
        (None, content) => (common, content).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// On a line that a hall shares: what a phone has to load before somebody can join, and with what it loads while
    /// they type their name. What else it may want is another bundle's.
    #[test]
    fn a_phone_joins_with_120_000_bytes_and_plays_with_176_000() {
        let page = find("player.html").expect("scripts/run builds the front end");
        let html = std::str::from_utf8(page.content).unwrap();
        let size = |asset: &'static Asset| (asset.name, asset.coded(Some("br")).1.len());
        let named = ASSETS.iter().filter(|asset| html.contains(asset.name));
        let first: Vec<_> = named.chain([page]).map(size).collect();
        for ending in [".svg", ".css", ".js", ".wasm", ".html"] {
            let found = first.iter().filter(|(name, _)| name.ends_with(ending)).count();
            assert_eq!(found, 1, "{ending} of {first:#?}");
        }
        let later: Vec<_> =
            ASSETS.iter().filter(|it| it.name.starts_with("player-seat-")).map(size).collect();
        let sum = |sizes: &[(&str, usize)]| sizes.iter().map(|(_, size)| size).sum::<usize>();
        println!("{} and {} bytes: {first:#?} {later:#?}", sum(&first), sum(&later));
        for ending in [".css", ".wasm"] {
            let found = later.iter().filter(|(name, _)| name.ends_with(ending)).count();
            assert_eq!(found, 1, "{ending} of {later:#?}");
        }
        assert!(sum(&first) <= 120_000, "{first:#?}");
        assert!(sum(&first) + sum(&later) <= 176_000, "{later:#?}");
    }

    #[test]
    fn a_page_says_what_is_wrong_in_one_language() {
        for route in [Route::Home, Route::Play, Route::Balance, Route::Host] {
            let whole = html(route.bundle().name(), route == Route::Home)
                .expect("scripts/run builds the front end");
            let said = |page: &str| page.matches("Firefox 121").count();
            assert_eq!(said(&whole), Language::ALL.len());
            let pages = Language::ALL.map(|language| in_language(&whole, language));
            assert!(pages.iter().all(|page| said(page) == 1), "{pages:#?}");
            assert!(pages[0].contains("Try again") && !pages[1].contains("Try again"));
        }
    }

    #[test]
    fn a_page_has_the_language_the_provider_and_the_nonce_of_its_answer() {
        for route in [Route::Home, Route::Play, Route::Balance, Route::Host] {
            let (bundle, first) = (route.bundle().name(), route == Route::Home);
            let whole = html(bundle, first).expect("scripts/run builds the front end");
            let documents = &DOCUMENTS[&(bundle, first)];
            assert_eq!(documents.len(), Language::ALL.len());
            for (language, document) in Language::ALL.into_iter().zip(documents) {
                let (lang, dir) = (language.tag(), language.dir());
                let root = format!(r#"<html lang="{lang}" dir="{dir}" data-oidc="Us">"#);
                let expected = in_language(&whole, language).replacen(ROOT, &root, 1);
                assert!(expected.contains(&root) && expected.contains(NONCE));
                let page = document.with(r#" data-oidc="Us""#, "once");
                assert_eq!(page, expected.replace(NONCE, "once"));
            }
        }
    }

    /// Whoever reads English loads none of them, and nobody two.
    #[test]
    fn what_a_program_says_in_a_language_is_one_file() {
        for (bundle, most) in
            [(Bundle::Player, 7_000), (Bundle::Account, 12_000), (Bundle::Stage, 40_000)]
        {
            for language in Language::ALL.into_iter().filter(|it| *it != Language::English) {
                let part = language.tag().to_lowercase().replace('-', "_");
                let start = format!("{}-{part}-", bundle.name());
                let found: Vec<_> =
                    ASSETS.iter().filter(|it| it.name.starts_with(&start)).collect();
                let [file] = found[..] else { panic!("{start}: {} files", found.len()) };
                let size = file.coded(Some("br")).1.len();
                println!("{}: {size} bytes", file.name);
                assert!(size <= most, "{}: {size} bytes", file.name);
                let hash = file.name.trim_start_matches(&start).trim_end_matches(".wasm");
                let page = find(&format!("{}.html", bundle.name())).unwrap();
                assert!(std::str::from_utf8(page.content).unwrap().contains(hash), "{hash}");
            }
        }
    }

    /// A projector loads one, and a phone none.
    #[test]
    fn a_font_is_named_for_what_is_in_it_and_small() {
        let fonts = ASSETS.iter().filter(|asset| asset.name.ends_with(".woff2"));
        let named: Vec<&str> = fonts
            .map(|Asset { name, content, .. }| {
                let hash = hex::encode(Sha256::digest(content));
                assert!(name.ends_with(&format!("-{}.woff2", &hash[..16])), "{name} {hash}");
                assert!(content.len() < 25_000, "{name}: {} bytes", content.len());
                *name
            })
            .collect();
        let loads = |page: &str, name: &str| {
            let page = find(page).expect("scripts/run builds the front end");
            std::str::from_utf8(page.content).unwrap().contains(name)
        };
        assert_eq!(named.len(), 1, "{named:?}");
        assert!(loads("stage.html", named[0]) && !loads("player.html", ".woff2"));
    }

    #[test]
    fn the_smallest_accepted_form_is_sent() {
        let asset =
            Asset { name: "a.js", content: b"plain", brotli: Some(b"br"), gzip: Some(b"gz") };
        for (accepted, coding) in [
            (None, None),
            (Some(""), None),
            (Some("gzip, deflate"), Some("gzip")),
            (Some("gzip, deflate, br, zstd"), Some("br")),
            (Some("br;q=0, gzip"), Some("gzip")),
            (Some("br;q=0.000 , GZIP;q=0.5"), Some("gzip")),
            (Some("*"), Some("br")),
            (Some("*;q=0"), None),
            (Some("br;q=0, *;q=0.1"), Some("gzip")),
            (Some("gzip;q=nonsense"), None),
            (Some("identity"), None),
        ] {
            assert_eq!(asset.coded(accepted).0, coding, "{accepted:?}");
        }
        let picture = Asset { name: "a.png", content: b"plain", brotli: None, gzip: None };
        assert_eq!(picture.coded(Some("br, gzip")), (None, &b"plain"[..]));
    }
}
