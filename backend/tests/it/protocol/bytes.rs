//! Bytes that break the rules of WebSocket (RFC 6455) end the socket on which they come, and no other.
//! Nothing is ever inflated.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use quizrain_shared::wire::{Encoding, PlayerFrame};

use crate::common::client::{Client, token};
use crate::common::server::{DEADLINE, HostRight, Server};

const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const PING: u8 = 0x9;
const FINAL: u8 = 0x80;

/// A masked frame; the key of its mask is zero, which changes nothing.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match u16::try_from(payload.len()).unwrap() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        long => {
            bytes.push(0x80 | 126);
            bytes.extend(long.to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// A socket of bytes that has said hello and was welcomed.
fn welcomed(server: &Server, hosted: &HostRight, encoding: Encoding) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    let head = format!(
        "GET /ws/player HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Protocol: {}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
        encoding.subprotocol()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    let answer = String::from_utf8(answer).unwrap().to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 101"), "{answer}");
    assert!(!answer.contains("sec-websocket-extensions"), "{answer}");
    let kind = if encoding == Encoding::Json { TEXT } else { BINARY };
    let hello = encoding.encode(&PlayerFrame::Hello { pin: hosted.pin, token: token(9) });
    stream.write_all(&frame(FINAL | kind, &hello)).unwrap();
    // What comes is the welcome: an end would be nothing at all.
    stream.read_exact(&mut [0; 2]).unwrap();
    stream
}

#[tokio::test]
async fn bytes_that_break_the_rules_end_their_socket_alone() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let postcard = |what, bytes: Vec<u8>| (what, Encoding::Postcard, bytes);
    let json = |what, bytes: Vec<u8>| (what, Encoding::Json, bytes);
    for (what, encoding, bytes) in [
        postcard("a reserved bit", frame(FINAL | 0x40 | BINARY, b"x")),
        postcard("a kind that is reserved", frame(FINAL | 0x3, b"x")),
        postcard("no mask", vec![FINAL | BINARY, 1, 0]),
        postcard("a ping that is too long", frame(FINAL | PING, &[0; 126])),
        postcard("a ping in parts", frame(PING, b"x")),
        postcard("a part of nothing", frame(FINAL, b"x")),
        postcard(
            "a frame between the parts of another",
            [frame(BINARY, b"x"), frame(FINAL | BINARY, b"x")].concat(),
        ),
        postcard("a length of 2^63", [&[FINAL | BINARY, 0xff, 0x80][..], &[0; 11]].concat()),
        postcard(
            "parts without end",
            [frame(BINARY, b"x"), frame(0, &[b'x'; 60_000]), frame(0, &[b'x'; 60_000])].concat(),
        ),
        json("text that is no UTF-8", frame(FINAL | TEXT, b"\xff")),
        json(
            "the same across two parts",
            [frame(TEXT, b"\xe2\x82"), frame(FINAL, b"\x28")].concat(),
        ),
    ] {
        let mut socket = welcomed(&server, &hosted, encoding);
        // It may have closed before all of it is written.
        let _ = socket.write_all(&bytes);
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < DEADLINE, "{what}: it stays open");
            match socket.read(&mut [0; 4096]) {
                Ok(1..) => {}
                Ok(0) => break,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{what}: it stays open: {error}"),
            }
        }
        println!("{what}: closed");
    }
    // The welcomes came long before their ends: a socket that breaks no rule stays.
    anna.join("Anna").await;
}
