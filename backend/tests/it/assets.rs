//! The front end as it is sent: compressed for whoever takes that, and the same for everybody.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use quizrain_shared::pages::{Bundle, Route};

use crate::common::server::Server;

/// A file's content coding and bytes, for a client that says this of itself.
fn fetch(server: &Server, path: &str, accepts: &str) -> (Option<String>, Vec<u8>) {
    let agent = ureq::Agent::new_with_defaults();
    let request = agent.get(format!("http://{}{path}", server.address));
    let mut answer = request.header("Accept-Encoding", accepts).call().unwrap();
    let coding = answer.headers().get("content-encoding");
    let coding = coding.map(|coding| coding.to_str().unwrap().to_owned());
    assert_eq!(answer.headers()["vary"], "accept-encoding");
    let limit = answer.body_mut().with_config().limit(100 << 20);
    (coding, limit.read_to_vec().unwrap())
}

/// Over plain HTTP browsers offer gzip alone, and a phone on a LAN has nothing else.
#[test]
fn without_https_the_page_is_compressed_as_well() {
    let server = Server::start();
    let (status, page) = server.get("/", "");
    assert_eq!(status, 200, "scripts/run builds the front end: {page}");
    let start = page.find("_bg.wasm").unwrap();
    let name = page[..start].rsplit(['"', '\'']).next().unwrap();
    let path = format!("{name}_bg.wasm");
    let (coding, plain) = fetch(&server, &path, "identity");
    assert_eq!((coding, &plain[..4]), (None, &b"\0asm"[..]));
    let (coding, gzip) = fetch(&server, &path, "gzip, deflate");
    assert_eq!(coding.as_deref(), Some("gzip"));
    let mut unpacked = Vec::new();
    GzDecoder::new(&gzip[..]).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == plain, "another file");
    let (coding, brotli) = fetch(&server, &path, "gzip, deflate, br, zstd");
    assert_eq!(coding.as_deref(), Some("br"));
    let sizes = [brotli.len(), gzip.len(), plain.len()];
    assert!(sizes.is_sorted() && sizes[1] * 2 < sizes[2], "{sizes:?}");
}

/// Every page loads the program that shows it; what is no page is a page of players, and says so.
#[test]
fn every_page_comes_with_its_own_program() {
    let server = Server::start();
    let program = |path: &str, status: u16| {
        let (answered, page) = server.get(path, "");
        assert_eq!(answered, status, "{path}: {page}");
        let loads = |bundle: &Bundle| page.contains(&format!("/{}-", bundle.name()));
        let bundles: Vec<Bundle> = Bundle::ALL.into_iter().filter(loads).collect();
        assert_eq!(page.contains(r#"id="pin""#), path == "/", "{path}");
        <[Bundle; 1]>::try_from(bundles).unwrap()[0]
    };
    for route in Route::ALL {
        let path = route.pattern().replace("{pin}", "123456").replace("{game}", "00000000000000ff");
        assert_eq!(program(&path, 200), route.bundle(), "{path}");
    }
    assert_eq!(program("/no/such/page", 404), Bundle::Player);
    assert_eq!(program("/receipt/x", 200), Bundle::Account);
    assert_eq!(program("/host/", 404), Bundle::Stage);
    assert_eq!(server.get("/player.html", "").0, 404);
}

/// A debug build has the page of all components; for a release it is an address like any other that leads nowhere.
#[test]
fn engineers_alone_see_every_component() {
    let server = Server::start();
    let (status, page) = server.get("/styleguide", "");
    let (expected, program) =
        if cfg!(debug_assertions) { (200, "/styleguide-") } else { (404, "/player-") };
    assert_eq!(status, expected, "scripts/test builds it: {page}");
    assert!(page.contains(program), "{page}");
    assert_eq!(server.get("/styleguide.html", "").0, 404);
}

/// Without a script the form of the first page leads on; with one it speaks the language of the request.
#[test]
fn the_first_page_works_without_its_program() {
    let server = Server::start();
    let agent: ureq::Agent =
        ureq::Agent::config_builder().max_redirects(0).http_status_as_error(false).build().into();
    let ask = |path: &str, language: &str| {
        let request = agent.get(format!("http://{}{path}", server.address));
        let mut answer = request.header("Accept-Language", language).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), answer.headers().clone(), text)
    };
    for (typed, leads) in
        [("123456", "/play/123456"), ("123+456", "/play/123456"), ("12", "/"), ("", "/")]
    {
        let (status, headers, _) = ask(&format!("/play?pin={typed}"), "en");
        assert_eq!((status, headers["location"].to_str().unwrap()), (303, leads), "{typed}");
    }
    for (language, tag, dir) in [
        ("zh-TW,zh;q=0.9", "zh-Hant", "ltr"),
        ("zh-CN", "zh-Hans", "ltr"),
        ("ar-EG", "ar", "rtl"),
        ("nl", "en", "ltr"),
    ] {
        let root = format!(r#"<html lang="{tag}" dir="{dir}">"#);
        assert!(ask("/", language).2.contains(&root), "{language}");
    }
    let policy = |path| ask(path, "en").1["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy("/").contains("form-action 'self'"));
    assert!(policy("/balance").contains("form-action 'none'"));
}

/// A phone that keeps the page on its home screen finds all that the page and the manifest name.
#[test]
fn a_phone_can_put_the_page_on_its_home_screen() {
    let server = Server::start();
    let answer = |path: &str| {
        let agent = ureq::Agent::new_with_defaults();
        let mut answer = agent.get(format!("http://{}{path}", server.address)).call().unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        (kind, answer.body_mut().read_to_vec().unwrap())
    };
    let page = server.get("/", "").1;
    let named = |path: &str| page.contains(&format!(r#"href="{path}""#));
    assert!(named("/manifest.webmanifest") && named("/apple-touch-icon.png"), "{page}");
    assert!(page.contains(r#"register("/sw.js")"#), "{page}");
    let (kind, manifest) = answer("/manifest.webmanifest");
    assert_eq!(kind, "application/manifest+json");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["start_url"], "/");
    assert_eq!(manifest["display"], "standalone");
    let icons = manifest["icons"].as_array().unwrap();
    let icons = icons.iter().map(|it| (it["src"].as_str().unwrap(), it["sizes"].as_str().unwrap()));
    for (path, size) in icons.chain([("/apple-touch-icon.png", "180x180")]) {
        let (kind, png) = answer(path);
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((kind.as_str(), &png[1..4]), ("image/png", &b"PNG"[..]), "{path}");
        assert_eq!(format!("{}x{}", side(16), side(20)), size, "{path}");
        assert!(png.len() < 10_000, "{path}: {}", png.len());
    }
}

/// A sheet has what its rules name, whichever parts it is made of.
#[test]
fn every_animation_and_value_of_a_style_sheet_is_in_it() {
    let styles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/styles");
    // Phones have rules of the big screen for what both show, and no big screen. What a game needs comes behind the first.
    let sheets: [(&[&str], &[&str]); 5] = [
        (&["player.txt"], &[]),
        (&["player.txt", "seat.txt"], &["--least", "--u"]),
        (&["account.txt"], &[]),
        (&["stage.txt"], &[]),
        (&["styleguide.txt"], &[]),
    ];
    for (list, elsewhere) in sheets {
        let read = |name: &str| fs::read_to_string(styles.join(name)).unwrap();
        let parts: String = list.iter().map(|list| read(list)).collect();
        let sheet: String = parts.lines().map(read).collect();
        let behind = |word: &str| -> BTreeSet<&str> {
            let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '-');
            let names = sheet.split(word).skip(1).map(|rest| &rest[..end(rest).unwrap()]);
            names.collect()
        };
        let animations: BTreeSet<&str> = &behind("animation: ") - &BTreeSet::from(["none"]);
        assert!(!animations.is_empty());
        assert_eq!(&animations - &behind("@keyframes "), BTreeSet::new(), "{list:?}");
        let defined: BTreeSet<&str> =
            sheet.lines().filter_map(|line| Some(line.trim().split_once(':')?.0)).collect();
        let mut missing = &behind("var(") - &defined;
        // The program sets some, which have a value until then.
        missing.retain(|name| sheet.contains(&format!("var({name})")));
        assert_eq!(missing, elsewhere.iter().copied().collect(), "{list:?}");
    }
}
