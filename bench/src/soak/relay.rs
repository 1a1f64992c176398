//! The way of one back end to Redis: a relay that can stand still, or break every connection.
//!
//! Called by `nodes` where there are several back ends over one Redis.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How much one connection holds in each direction while it stands still.
const BUFFER: usize = 16 * 1024;

/// How long a connection waits where there is no handle for it.
const NO_HANDLE: Duration = Duration::from_millis(10);

/// How the way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Bytes pass.
    Open,
    /// Bytes are taken and do not arrive.
    Still,
    /// Connections break, and new ones too.
    Cut,
}

/// A relay from a port of this machine to a Unix socket.
pub(super) struct Relay {
    address: SocketAddr,
    way: watch::Sender<Way>,
}

impl Relay {
    /// Listens until the curtain falls.
    ///
    /// # Errors
    /// There is no port.
    pub(super) async fn start(to: &Path, curtain: CancellationToken) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let relay = Self { address: listener.local_addr()?, way: watch::Sender::new(Way::Open) };
        let way = relay.way.subscribe();
        let to = to.to_owned();
        tokio::spawn(async move {
            tokio::select! {
                () = curtain.cancelled() => {}
                () = listen(listener, to, way) => {}
            }
        });
        Ok(relay)
    }

    /// Where Redis seems to be.
    pub(super) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// From now on the way is like that.
    pub(super) fn make(&self, way: Way) {
        self.way.send_replace(way);
    }
}

async fn listen(listener: TcpListener, to: PathBuf, way: watch::Receiver<Way>) {
    loop {
        // Without a handle for it the connection waits; so does whoever connects.
        let Ok((near, _)) = listener.accept().await else {
            tokio::time::sleep(NO_HANDLE).await;
            continue;
        };
        if *way.borrow() != Way::Cut {
            tokio::spawn(carry(near, to.clone(), way.clone()));
        }
    }
}

/// Carries one connection until an end closes it or it is cut.
async fn carry(near: TcpStream, to: PathBuf, mut way: watch::Receiver<Way>) {
    let Ok(far) = UnixStream::connect(to).await else { return };
    let _ = near.set_nodelay(true);
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    let (there, back) = (way.clone(), way.clone());
    // Either end closed: the other one goes too, as with one connection.
    tokio::select! {
        _ = way.wait_for(|way| *way == Way::Cut) => {}
        _ = pump(near_in, far_out, there) => {}
        _ = pump(far_in, near_out, back) => {}
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut way: watch::Receiver<Way>,
) -> std::io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = from.read(&mut buffer).await?;
        // No relay any more: nothing passes.
        if read == 0 || way.wait_for(|way| *way != Way::Still).await.is_err() {
            return Ok(());
        }
        to.write_all(buffer.get(..read).unwrap_or_default()).await?;
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::UnixListener;
    use tokio::time::timeout;

    use super::*;

    /// What is said comes back.
    fn echo(at: &Path) {
        let listener = UnixListener::bind(at).unwrap();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = socket.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
    }

    async fn heard(socket: &mut TcpStream) -> std::io::Result<u8> {
        socket.write_u8(7).await?;
        socket.read_u8().await
    }

    #[tokio::test]
    async fn the_way_stands_still_and_goes_on_and_is_cut() {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("echo");
        echo(&at);
        let curtain = CancellationToken::new();
        let relay = Relay::start(&at, curtain.clone()).await.unwrap();
        let connect = || TcpStream::connect(relay.address);
        let mut socket = connect().await.unwrap();
        assert_eq!(heard(&mut socket).await.unwrap(), 7);
        relay.make(Way::Still);
        let short = Duration::from_millis(100);
        assert!(timeout(short, heard(&mut socket)).await.is_err());
        relay.make(Way::Open);
        assert_eq!(socket.read_u8().await.unwrap(), 7);
        assert_eq!(heard(&mut socket).await.unwrap(), 7);
        relay.make(Way::Cut);
        assert!(heard(&mut socket).await.is_err());
        assert!(heard(&mut connect().await.unwrap()).await.is_err());
        relay.make(Way::Open);
        assert_eq!(heard(&mut connect().await.unwrap()).await.unwrap(), 7);
        curtain.cancel();
    }
}
