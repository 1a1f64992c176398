//! Options of who is let in, and of how much one address may do.

use std::str::FromStr;

use clap::Args;
use ipnet::IpNet;

use super::values::network;

/// Where pages come from that may ask the API: an origin as browsers send it (RFC 6454, 6.2), or any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

impl WebOrigin {
    /// As a header has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it stands for all there are.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }
}

impl FromStr for WebOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == "*" {
            return Ok(Self(text.to_owned()));
        }
        let url = text.parse::<url::Url>().ok();
        let url =
            url.filter(|url| ["http", "https"].contains(&url.scheme()) && !text.contains('*'));
        let origin = url.map(|url| url.origin().ascii_serialization());
        match origin {
            Some(origin) if origin == text => Ok(Self(origin)),
            Some(origin) => Err(format!("browsers call that origin {origin}")),
            None => Err("expected an origin such as https://app.example.org".to_owned()),
        }
    }
}

/// Who is let in, and how much one address may do.
#[derive(Clone, Debug, Args)]
pub struct DoorOptions {
    /// How many frames a second one socket may send; twice that for a moment.
    #[arg(
        long,
        env = "QUIZRAIN_FRAMES_PER_SECOND",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub frames_per_second: u32,

    /// Further names by which browsers may call this server, with commas between them, or * for
    /// any.
    #[arg(
        long,
        env = "QUIZRAIN_ALLOWED_HOSTS",
        value_name = "NAMES",
        value_delimiter = ',',
        global = true
    )]
    pub allowed_hosts: Vec<String>,

    /// Origins whose pages may ask the API, such as <https://app.example.org>, with commas between
    /// them, or * for any. Default: none but this server's own.
    #[arg(
        long,
        env = "QUIZRAIN_ALLOWED_ORIGINS",
        value_name = "ORIGINS",
        value_delimiter = ',',
        global = true
    )]
    pub allowed_origins: Vec<WebOrigin>,

    /// Proxies whose X-Forwarded-For is believed, such as 10.0.0.2, with commas between them; also
    /// a network such as 10.0.7.0/28, but never one that players are in: each of them could name
    /// any address as its own.
    #[arg(
        long,
        env = "QUIZRAIN_TRUSTED_PROXIES",
        value_name = "ADDRESSES",
        value_delimiter = ',',
        value_parser = network,
        global = true
    )]
    pub trusted_proxies: Vec<IpNet>,

    /// Connections in all. Default: the system's limit of open files, less 200.
    #[arg(
        long,
        env = "QUIZRAIN_MAX_CONNECTIONS",
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub max_connections: Option<u32>,

    /// Connections of one address; a hall behind one router is one. Default: three quarters of all.
    #[arg(
        long,
        env = "QUIZRAIN_CONNECTIONS_PER_ADDRESS",
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub connections_per_address: Option<u32>,

    /// Sockets of one address without a seat and without a host's right.
    #[arg(
        long,
        env = "QUIZRAIN_UNSEATED_PER_ADDRESS",
        default_value_t = 12_000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub unseated_per_address: u32,

    /// Screens of one address.
    #[arg(
        long,
        env = "QUIZRAIN_SCREENS_PER_ADDRESS",
        default_value_t = 1000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub screens_per_address: u32,

    /// New seats that one address may take in a minute, in all games of this server; a hall behind one
    /// router comes at once. Who comes back takes none.
    #[arg(
        long,
        env = "QUIZRAIN_JOINS_PER_MINUTE",
        default_value_t = 12_000,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub joins_per_minute: u32,

    /// Wrong pins that one address may try at once; as many again in ten minutes.
    #[arg(
        long,
        env = "QUIZRAIN_WRONG_PINS_PER_ADDRESS",
        default_value_t = 400,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub wrong_pins_per_address: u32,

    /// Wrong pins of all addresses in an hour before each has seven tries.
    #[arg(
        long,
        env = "QUIZRAIN_WRONG_PINS_PER_HOUR",
        default_value_t = 1400,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub wrong_pins_per_hour: u32,

    /// Reads of the database that one address may cause a second before it has proved anything;
    /// twenty times as many at once, and as many again for hosts who come.
    #[arg(
        long,
        env = "QUIZRAIN_READS_PER_SECOND",
        default_value_t = 500,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..),
        global = true
    )]
    pub reads_per_second: u32,

    /// How many of those reads run at a time.
    #[arg(
        long,
        env = "QUIZRAIN_UNAUTHENTICATED_READS",
        default_value_t = 2,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u8).range(1..),
        global = true
    )]
    pub unauthenticated_reads: u8,

    /// How long a connection may take for the head of a request, and stay without one, in seconds.
    #[arg(
        long,
        env = "QUIZRAIN_IDLE_SECONDS",
        default_value_t = 10,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(1..=3600),
        global = true
    )]
    pub idle_seconds: u16,

    /// How long a request may take, with its body, until its answer begins, in seconds.
    #[arg(
        long,
        env = "QUIZRAIN_REQUEST_SECONDS",
        default_value_t = 30,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(1..=3600),
        global = true
    )]
    pub request_seconds: u16,
}
