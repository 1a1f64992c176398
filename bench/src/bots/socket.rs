//! A WebSocket that speaks frames in postcard.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quizrain_shared::client::AfterClose;
use quizrain_shared::client::timing::{OPENING_MS, SILENCE_MS};
use quizrain_shared::wire::{Encoding, ServerFrame};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::server::Server;

/// A handshake that takes longer will not come.
const OPENING: Duration = Duration::from_millis(OPENING_MS as u64);

/// Without a frame for so long the socket is dead.
const SILENCE: Duration = Duration::from_millis(SILENCE_MS as u64);

/// How long a polite goodbye may take.
const CLOSING: Duration = Duration::from_secs(1);

/// An open socket.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// No connection.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    /// The server, or the way to it, did not do its part.
    #[error("{0}")]
    Failed(String),
    /// This process may not open another file.
    #[error("this process has no file handle left")]
    OutOfFiles,
}

/// Why a socket ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// The server closed it with this code.
    Closed(u16),
    /// The connection broke.
    Broken,
    /// Nothing came for a long time.
    Silent,
    /// It sent what this version cannot read.
    Unreadable,
}

impl Gone {
    /// What a client does then.
    pub(crate) fn after(&self) -> AfterClose {
        match self {
            Self::Closed(code) => AfterClose::of(*code),
            Self::Broken | Self::Silent | Self::Unreadable => AfterClose::Reconnect,
        }
    }
}

impl From<tungstenite::Error> for ConnectError {
    fn from(error: tungstenite::Error) -> Self {
        match error {
            // EMFILE and ENFILE: the process, or the machine, has no handle left.
            tungstenite::Error::Io(io) if matches!(io.raw_os_error(), Some(23 | 24)) => {
                Self::OutOfFiles
            }
            tungstenite::Error::Http(answer) => {
                Self::Failed(format!("the server answered HTTP {}", answer.status()))
            }
            other => Self::Failed(other.to_string()),
        }
    }
}

impl Socket {
    /// Connects to a path of the server.
    pub(crate) async fn open(server: &Server, path: &str) -> Result<Self, ConnectError> {
        let mut request = server.socket(path).into_client_request()?;
        let protocol = HeaderValue::from_static(Encoding::Postcard.subprotocol());
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        // Frames are small, and thousands of sockets live in one process.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0)
            .max_write_buffer_size(64 * 1024);
        let opening = connect_async_with_config(request, Some(config), true);
        match timeout(OPENING, opening).await {
            Ok(opened) => Ok(Self { stream: opened?.0 }),
            Err(_) => Err(ConnectError::Failed("the server did not answer in time".to_owned())),
        }
    }

    /// Sends a frame.
    pub(crate) async fn send(&mut self, frame: &impl Serialize) -> Result<(), Gone> {
        self.send_bytes(Encoding::Postcard.encode(frame)).await
    }

    /// Sends a frame that is encoded in postcard.
    pub(crate) async fn send_bytes(&mut self, frame: Vec<u8>) -> Result<(), Gone> {
        let message = Message::binary(frame);
        match timeout(SILENCE, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Gone::Broken),
            Err(_) => Err(Gone::Silent),
        }
    }

    /// The next frame. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, Gone> {
        loop {
            let Ok(message) = timeout(SILENCE, self.stream.next()).await else {
                return Err(Gone::Silent);
            };
            match message {
                Some(Ok(Message::Binary(bytes))) => {
                    return Encoding::Postcard.decode(&bytes).map_err(|_| Gone::Unreadable);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(Gone::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Gone::Broken),
            }
        }
    }

    /// Says goodbye, so that the server need not find out.
    pub(crate) async fn close(mut self) {
        let _ = timeout(CLOSING, self.stream.close(None)).await;
    }
}
