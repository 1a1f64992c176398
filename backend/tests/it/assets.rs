//! The front end as it is sent: compressed for whoever takes that, and the same for everybody.

use std::io::Read;

use flate2::read::GzDecoder;

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
