//! Where payouts go, and where they do not, whatever a receiver or a name says.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use quizrain::delivery::{self, InvalidTarget, Secret, Target};
use quizrain::payout::{Answer, Asked};

use super::client;
use crate::common::server::{program, run};

const KEY: &str = "qr1-0011223344556677-3";

/// Answers every request with these bytes, and counts them.
fn say(reply: String) -> (String, Arc<AtomicU32>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/pay", listener.local_addr().unwrap());
    let requests = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&requests);
    std::thread::spawn(move || {
        for socket in listener.incoming().map_while(Result::ok) {
            count.fetch_add(1, Ordering::SeqCst);
            let mut head = BufReader::new(socket.try_clone().unwrap());
            let mut line = String::new();
            while head.read_line(&mut line).is_ok_and(|read| read > 2) {
                line.clear();
            }
            let mut socket = socket;
            let _ = socket.write_all(reply.as_bytes());
        }
    });
    (url, requests)
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let confirmed = format!("{{\"key\":\"{KEY}\",\"state\":\"confirmed\"}}");
    let (elsewhere, visits) =
        say(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{confirmed}", confirmed.len()));
    for status in [301, 302, 303, 307, 308] {
        let (url, requests) = say(format!(
            "HTTP/1.1 {status} Gone\r\nlocation: {elsewhere}\r\ncontent-length: 0\r\n\
             connection: close\r\n\r\n"
        ));
        let asked = client(&url, Duration::from_secs(20)).query(KEY, 1000).await;
        assert!(matches!(asked, Asked::Answered(Answer::Unknown(_))), "{asked:?}");
        assert_eq!(requests.load(Ordering::SeqCst), 1);
    }
    assert_eq!(visits.load(Ordering::SeqCst), 0);
    let asked = client(&elsewhere, Duration::from_secs(20)).query(KEY, 1000).await;
    assert_eq!(asked, Asked::Answered(Answer::Confirmed));
}

#[tokio::test]
async fn replies_without_end_are_bounded_in_time_and_size() {
    // Headers that never end, a body that never comes, and one that is good but for its length.
    let mut long = format!("{{\"key\":\"{KEY}\",\"state\":\"confirmed\"}}");
    long.extend(std::iter::repeat_n(' ', 70_000 - long.len()));
    for (reply, limit) in [
        ("HTTP/1.1 200 OK\r\nx: ".to_owned(), 300),
        ("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_owned(), 20_000),
        (format!("HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n{long}"), 20_000),
        ("not HTTP at all\r\n\r\n".to_owned(), 20_000),
        (String::new(), 20_000),
    ] {
        let (url, _) = say(reply.clone());
        let since = Instant::now();
        let asked = client(&url, Duration::from_millis(limit)).query(KEY, 1000).await;
        assert!(matches!(asked, Asked::Answered(Answer::Unknown(_))), "{asked:?}");
        assert!(since.elapsed() < Duration::from_secs(10));
    }
    // Somebody who accepts and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let asked = client(&url, Duration::from_millis(200)).query(KEY, 1000).await;
    assert_eq!(asked, Asked::Answered(Answer::Unknown("no reply in time".to_owned())));
}

#[tokio::test]
async fn a_name_of_this_machine_leads_nowhere_unless_that_was_asked_for() {
    let name = std::process::Command::new("hostname").output().unwrap();
    let name = String::from_utf8(name.stdout).unwrap().trim().to_owned();
    let secret = Secret::new(&"s".repeat(32)).unwrap();
    let listener = TcpListener::bind("0.0.0.0:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let url = format!("https://{name}:{port}/pay").parse().unwrap();
    let target = Target::new(&url, false).unwrap();
    let timeout = Duration::from_secs(20);
    let client =
        quizrain::payout::Client::new(delivery::Client::new(target, secret, timeout).unwrap());
    let asked = client.query(KEY, 1000).await;
    assert!(matches!(asked, Asked::Answered(Answer::Unknown(_))), "{asked:?}");
    // Nobody even knocked.
    let knocked = listener.accept().map(|_| ());
    assert_eq!(knocked.unwrap_err().kind(), std::io::ErrorKind::WouldBlock, "{asked:?}");
}

#[test]
fn a_program_with_payouts_to_the_wrong_place_does_not_start() {
    let dir = tempfile::tempdir().unwrap();
    let secret = dir.path().join("secret");
    std::fs::write(&secret, "x".repeat(32)).unwrap();
    let secret = secret.to_str().unwrap();
    let with = |url: &str| {
        let args = ["--payout-secret-file", secret, "--payout-url", url];
        let output = run(dir.path(), &args);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    for (url, hint) in [
        ("http://pay.example.org/", "must begin with https://"),
        ("https://me:open-sesame@pay.example.org/", "must not contain a name or password"),
        ("https://me@pay.example.org/", "must not contain a name or password"),
        ("https://pay.example.org/?a=1", "must not have a ? or #"),
        ("https://10.1.2.3/", "10.1.2.3, which is not a public address"),
        ("https://169.254.169.254/", "not a public address"),
        ("https://[::ffff:127.0.0.1]/", "not a public address"),
        ("nonsense", "--payout-url"),
    ] {
        let text = with(url);
        assert!(text.contains(hint) && !text.contains("sesame"), "{url}: {text}");
    }
    let refused = Target::new(&"https://localhost/".parse().unwrap(), false);
    assert_eq!(refused.unwrap_err(), InvalidTarget::NotPublic("localhost".to_owned()));
}

#[test]
fn payouts_need_one_good_secret() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("secret");
    let start = |variable: Option<&str>, with_file: bool| {
        let mut command = program();
        command.arg("--data-dir").arg(dir.path());
        command.args(["--payout-url", "https://pay.example.org/"]);
        if with_file {
            command.arg("--payout-secret-file").arg(&file);
        }
        if let Some(secret) = variable {
            command.env("QUIZRAIN_PAYOUT_SECRET", secret);
        }
        let output = command.output().unwrap();
        assert!(!output.status.success());
        let mut text = String::new();
        output.stderr.as_slice().read_to_string(&mut text).unwrap();
        text
    };
    assert!(start(None, false).contains("--payout-url needs a secret"));
    assert!(start(Some(&"y".repeat(31)), false).contains("fewer than 32 characters"));
    assert!(start(None, true).contains("cannot read the payout secret"));
    std::fs::write(&file, format!("{}\n", "y".repeat(31))).unwrap();
    let text = start(None, true);
    assert!(text.contains("fewer than 32 characters") && !text.contains("yyy"), "{text}");
    assert!(start(Some(&"y".repeat(32)), true).contains("keep one of them"));
}
