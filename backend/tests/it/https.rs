//! The server's own TLS: a game over it, handshakes that do not end, files that change or are wrong.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_testkit::http;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::common::authority::Authority;
use crate::common::client::Client;
use crate::common::plan;
use crate::common::server::{DEADLINE, Server, get_at, run};

/// A certificate of an authority, in two files, for a server that is named by its address.
fn write_pair(authority: &Authority, dir: &Path) -> CertificateDer<'static> {
    let (certificate, key) = authority.certify(&["localhost", "127.0.0.1"]);
    std::fs::write(dir.join("key.pem"), key.serialize_pem()).unwrap();
    std::fs::write(dir.join("cert.pem"), certificate.pem()).unwrap();
    certificate.der().clone()
}

/// A client that trusts one authority.
fn connector(authority: &Authority) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(authority.path()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

async fn encrypted(tls: &TlsConnector, address: &str) -> TlsStream<TcpStream> {
    let stream = TcpStream::connect(address).await.unwrap();
    tls.connect(ServerName::try_from("127.0.0.1").unwrap(), stream).await.unwrap()
}

/// Encrypts what clients say that know no TLS; its address.
async fn relay(tls: TlsConnector, server: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut plain, _)) = listener.accept().await {
            let (tls, server) = (tls.clone(), server.clone());
            tokio::spawn(async move {
                let mut secret = encrypted(&tls, &server).await;
                let _ = tokio::io::copy_bidirectional(&mut plain, &mut secret).await;
            });
        }
    });
    address
}

/// What a server answers to bytes until it closes.
fn answer(address: &str, said: &[u8]) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    // It may have closed already.
    let _ = stream.write_all(said);
    rest(stream)
}

/// What comes until the server closes.
fn rest(mut stream: std::net::TcpStream) -> String {
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    let mut text = Vec::new();
    match stream.read_to_end(&mut text) {
        Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => {
            panic!("it stays open: {error}")
        }
        _ => String::from_utf8_lossy(&text).into_owned(),
    }
}

/// A connection from another address of this machine.
fn from_elsewhere(address: &str) -> std::net::TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, 7], 0)).into()).unwrap();
    socket.connect(&address.parse::<SocketAddr>().unwrap().into()).unwrap();
    socket.into()
}

/// Whether browsers are told to use TLS alone for a host from now on.
fn binds_to(server: &Server, host: &str) -> bool {
    let asked = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let said = answer(&server.address, asked.as_bytes()).to_ascii_lowercase();
    assert!(said.starts_with("http/1.1 200"), "{said}");
    said.contains("\r\nstrict-transport-security: max-age=31536000\r\n")
}

/// Whoever watches it has an address without TLS, and nobody is told numbers elsewhere.
fn has_numbers_elsewhere(server: &Server) {
    let probes = server.log().lines().find_map(|line| {
        let address = line.split("address=").nth(1).filter(|_| line.contains("of their own"))?;
        Some(address.trim().to_owned())
    });
    let probes = probes.unwrap_or_else(|| panic!("{}", server.log()));
    let numbers = http::send("GET", &probes, "/metrics", "", None).unwrap();
    let number = |name: &str| {
        let line = numbers.text.lines().find(|line| line.split(' ').next() == Some(name));
        line.and_then(|line| line.split(' ').nth(1)?.parse::<f64>().ok()).unwrap_or(-1.0)
    };
    assert!(number("quizrain_tls_handshakes_failed_total") >= 4.0, "{}", numbers.text);
    assert!(number("quizrain_rejected_total{kind=\"connections\"}") >= 1.0, "{}", numbers.text);
    assert!(number("quizrain_tls_certificate_expiry_seconds") > 1.7e9, "{}", numbers.text);
    for (path, status) in [("/healthz", 200), ("/readyz", 200), ("/", 404), ("/api/info", 404)] {
        assert_eq!(get_at(&probes, path), status, "{path}");
    }
    assert_eq!((server.get("/metrics", "").0, server.get("/readyz", "").0), (404, 200));
}

/// A certificate without its key is not taken; with it, it is.
async fn takes_a_new_certificate(
    server: &Server,
    authority: &Authority,
    dir: &Path,
    address: &str,
    first: &CertificateDer<'static>,
) {
    let tls = connector(authority);
    let days = Some(Duration::from_secs(5 * 24 * 3600));
    let (second, new_key) = authority.certify_for(&["localhost", "127.0.0.1"], days);
    std::fs::write(dir.join("cert.pem"), second.pem()).unwrap();
    let since = Instant::now();
    while !server.log().contains("keeping the certificate that is there") {
        assert!(since.elapsed() < DEADLINE, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let shown = async || {
        let stream = encrypted(&tls, address).await;
        stream.get_ref().1.peer_certificates().unwrap()[0].clone()
    };
    assert_eq!(shown().await, *first);
    std::fs::write(dir.join("key.pem"), new_key.serialize_pem()).unwrap();
    while shown().await != *second.der() {
        assert!(since.elapsed() < DEADLINE, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_over_tls_of_its_own_and_a_new_certificate_is_taken() {
    let dir = TempDir::new().unwrap();
    let authority = Authority::new(&dir.path().join("authority.pem"));
    let first = write_pair(&authority, dir.path());
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (certificate, key) = (path("cert.pem"), path("key.pem"));
    let args = [
        "--connections-per-address",
        "40",
        "--idle-seconds",
        "1",
        "--tls-cert",
        &certificate,
        "--tls-key",
        &key,
        "--allowed-hosts",
        "quiz.example.org",
        "--metrics-listen",
        "127.0.0.1:0",
    ];
    let mut server = Server::start_with(&args);
    let tls = connector(&authority);
    let direct = server.address.clone();
    server.address = relay(tls.clone(), direct.clone()).await;

    // Browsers are bound to a name, and to no address of today.
    let pinned = |host| binds_to(&server, host);
    assert!(pinned("quiz.example.org") && !pinned("127.0.0.1") && !pinned("localhost"));
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(plan("CNY", 100, 1)).await;
    anna.tap().await.unwrap();
    anna.credited().await;

    // Who speaks HTTP is told, and who does not go on is let go.
    let plain = answer(&direct, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(
        plain.starts_with("HTTP/1.1 400") && plain.ends_with("use https:// before it\n"),
        "{plain}"
    );
    for half in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01\x00"] {
        assert!(!answer(&direct, half).contains("HTTP"), "{half:?}");
    }

    // Whoever finds no room is told nothing that is not encrypted.
    let many: Vec<_> = (0..41).map(|_| from_elsewhere(&direct)).collect();
    for stream in many {
        assert_eq!(rest(stream), "");
    }

    has_numbers_elsewhere(&server);
    takes_a_new_certificate(&server, &authority, dir.path(), &direct, &first).await;
    let log = server.log();
    assert!(log.contains("the certificate is valid"), "{log}");
    assert!(log.contains("the certificate expires soon"), "{log}");
    assert!(server.stop().success());
}

#[test]
fn certificates_that_cannot_be_used_are_refused_at_the_start() {
    let dir = TempDir::new().unwrap();
    let authority = Authority::new(&dir.path().join("authority.pem"));
    write_pair(&authority, dir.path());
    let (_, other) = authority.certify(&["localhost"]);
    std::fs::write(dir.path().join("other.pem"), other.serialize_pem()).unwrap();
    std::fs::write(dir.path().join("text.pem"), "no certificate\n").unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    for (certificate, key, hint) in [
        ("none.pem", "key.pem", "cannot read"),
        ("cert.pem", "none.pem", "cannot read"),
        ("text.pem", "key.pem", "text.pem has no certificate in PEM"),
        ("key.pem", "key.pem", "key.pem has no certificate in PEM"),
        ("cert.pem", "text.pem", "text.pem has no private key in PEM"),
        ("cert.pem", "cert.pem", "cert.pem has no private key in PEM"),
        ("cert.pem", "other.pem", "is not that of the first certificate"),
    ] {
        let args = ["--tls-cert", &path(certificate), "--tls-key", &path(key)];
        let output = run(dir.path(), &args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(hint), "{certificate}, {key}: {said}");
    }
    let output = run(dir.path(), &["--tls-cert", &path("cert.pem")]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("--tls-key"), "{said}");
}
