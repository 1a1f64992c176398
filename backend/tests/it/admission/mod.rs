//! Who is let in, and how much those get who have proved nothing.

pub(crate) mod access;
mod connections;
mod hosts;
mod origins;
mod pins;
mod reads;
pub(crate) mod routes;

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::common::server::{DEADLINE, Server};

/// A connection that says what a test has it say.
struct Raw(TcpStream);

/// What a server answered.
#[derive(Debug)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// An address of this machine: all that begin with 127 are its own.
fn local(last: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, last).into()
}

impl Raw {
    /// Connects from one of this machine's own addresses.
    fn from(address: IpAddr, server: &Server) -> Self {
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None);
        let socket = socket.unwrap();
        socket.bind(&SocketAddr::new(address, 0).into()).unwrap();
        socket.connect(&server.address.parse::<SocketAddr>().unwrap().into()).unwrap();
        let stream: TcpStream = socket.into();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        Self(stream)
    }

    fn open(server: &Server) -> Self {
        Self::from(local(1), server)
    }

    fn say(&mut self, text: &str) {
        // The server may have closed already.
        let _ = self.0.write_all(text.as_bytes());
    }

    /// Everything until the server closes, and how long that took.
    fn rest(&mut self) -> (String, Duration) {
        let (since, mut text) = (Instant::now(), Vec::new());
        match self.0.read_to_end(&mut text) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("it stays open: {error}"),
        }
        (String::from_utf8_lossy(&text).into_owned(), since.elapsed())
    }

    /// Asks, and reads until the server closes.
    fn ask(mut self, request: &str) -> Answer {
        self.say(request);
        let (text, _) = self.rest();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let header = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        };
        Answer {
            status: status.unwrap_or_else(|| panic!("no answer: {text:?}")),
            headers: lines.map(header).collect(),
            body: body.to_owned(),
        }
    }
}

/// A request that asks for the end of the connection.
fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n{body}")
}

/// The answer to a GET from an address of this machine.
fn get_from(address: IpAddr, server: &Server, path: &str) -> Answer {
    Raw::from(address, server).ask(&request("GET", path, &[("Host", "localhost")], ""))
}

/// The sum of a metric over its labels that begin so.
fn metric(server: &Server, name: &str) -> f64 {
    let (_, text) = server.get("/metrics", "");
    let values = text.lines().filter(|line| line.starts_with(name));
    values.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
}
