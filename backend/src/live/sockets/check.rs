//! The socket of whoever tries a phone, a laptop or a hall's Wi-Fi before there is a game. It enters no
//! room: each ping is answered with the server's time, and nothing is kept or logged of it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quizrain_shared::wire::{CheckAnswer, CheckFrame, limits};
use tokio::time::timeout;

use crate::admission::{Admission, Client, Full, Slot};
use crate::live::hub::CloseReason;
use crate::live::sockets::Sockets;
use crate::live::sockets::socket::{Over, Wire};
use crate::live::sockets::upgrade::{Terms, accept, prepare};

/// How long it may go on: whoever walks through a hall needs minutes.
const LONGEST: Duration = Duration::from_millis(limits::MAX_CHECK_MS as u64);

const TERMS: Terms = Terms {
    role: "check",
    max_frame_bytes: limits::MAX_CHECK_FRAME_BYTES,
    frames_per_second: limits::CHECK_FRAMES_PER_SECOND,
};

/// Its places: among all sockets of its client, and among those that try a line.
struct Places {
    _socket: Slot,
    _check: Slot,
}

impl Places {
    fn take(admission: &Admission, client: Client) -> Result<Self, Full> {
        let _socket = admission.socket(client)?;
        Ok(Self { _socket, _check: admission.check(client)? })
    }
}

/// Makes a request such a socket.
pub(super) async fn upgrade(
    State(sockets): State<Arc<Sockets>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let prepared = match prepare(&sockets, &headers, upgrade) {
        Ok(prepared) => prepared,
        Err(refusal) => return *refusal,
    };
    let places = Places::take(&sockets.admission, client);
    accept(sockets, prepared, TERMS, move |sockets, wire| serve(sockets, wire, places))
}

/// Serves a socket until it is over. Where there is no place for it, it is told so once it is open: a browser's script
/// cannot tell an upgrade that the server refuses from one that does not get through.
async fn serve(sockets: Arc<Sockets>, mut wire: Box<Wire>, places: Result<Places, Full>) {
    let over = if places.is_ok() {
        let answers = Box::pin(answer(&sockets, &mut wire));
        timeout(LONGEST, answers).await.unwrap_or(Over::Close(CloseReason::Misbehaved))
    } else {
        Over::Close(CloseReason::TryLater)
    };
    wire.end(over).await;
}

/// Answers pings until there are none; why it is over.
async fn answer(sockets: &Sockets, wire: &mut Wire) -> Over {
    loop {
        let number = match wire.next(&sockets.leaving).await {
            Ok(Some(CheckFrame::Ping { number })) => number,
            Ok(None) => continue,
            Err(over) => return over,
        };
        let now_ms = sockets.live.clock.now_ms();
        if let Err(over) = wire.send(&CheckAnswer::Pong { number, now_ms }).await {
            return over;
        }
    }
}
