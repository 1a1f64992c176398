//! A line to a server that breaks when a test wants it to, falls silent, leads elsewhere, or is slow.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

/// How long a connection waits where there is no handle for it.
const NO_HANDLE: Duration = Duration::from_millis(10);

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// Where a line leads.
#[derive(Clone, Debug)]
pub enum End {
    /// A Unix socket.
    Socket(PathBuf),
    /// A port of this machine.
    Port(u16),
}

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Bytes pass.
    Open,
    /// Bytes are taken and do not arrive, and nobody is told: as when a network falls apart.
    Stalled,
    /// Connections break, and new ones too.
    Cut,
}

/// Where a connection breaks.
#[derive(Clone, Copy, Debug)]
pub enum Break {
    /// Before the request is handed on: it is not carried out.
    Request = 1,
    /// After it was carried out, before the reply is handed back.
    Reply = 2,
}

/// Hands on what is said, on a thread of its own: a crowd that is busy beside it does not make a line slow.
/// Dropping it ends every connection.
pub struct Proxy {
    port: u16,
    shared: Arc<Shared>,
    line: watch::Sender<Line>,
    /// The thread ends when this is gone.
    _wanted: oneshot::Sender<()>,
}

/// What its connections know.
struct Shared {
    far: Mutex<End>,
    /// Which [`Break`] is next; 0: none.
    next: AtomicU8,
    /// How much later answers arrive.
    delay: Duration,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl End {
    async fn connect(&self) -> std::io::Result<Box<dyn Stream>> {
        Ok(match self {
            Self::Socket(path) => Box::new(UnixStream::connect(path).await?),
            Self::Port(port) => {
                let stream = TcpStream::connect(("127.0.0.1", *port)).await?;
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
        })
    }
}

impl Proxy {
    /// Listens on a free port. Answers arrive so much later than they were given.
    pub fn start(to: End, delay: Duration) -> anyhow::Result<Self> {
        let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let (line, watched) = watch::channel(Line::Open);
        let shared = Arc::new(Shared { far: Mutex::new(to), next: AtomicU8::new(0), delay });
        let (wanted, gone) = oneshot::channel();
        let known = Arc::clone(&shared);
        std::thread::Builder::new().name("proxy".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = accept(listener, known, watched) => {}
                    _ = gone => {}
                }
            });
        })?;
        Ok(Self { port, shared, line, _wanted: wanted })
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where a Redis seems to be.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Connections from now on lead there.
    pub fn turn_to(&self, far: End) {
        *self.shared.far.lock().unwrap_or_else(PoisonError::into_inner) = far;
    }

    /// From now on the line is like that.
    pub fn set(&self, line: Line) {
        self.line.send_replace(line);
    }

    /// The connection over which the next request comes breaks; or, again, none does.
    pub fn break_next(&self, place: Option<Break>) {
        self.shared.next.store(place.map_or(0, |place| place as u8), Ordering::SeqCst);
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, line: watch::Receiver<Line>) {
    let mut connections = JoinSet::new();
    loop {
        // Without a handle for it the connection waits; so does whoever connects.
        let Ok((near, _)) = listener.accept().await else {
            sleep(NO_HANDLE).await;
            continue;
        };
        if *line.borrow() != Line::Cut {
            connections.spawn(carry(near, Arc::clone(&shared), line.clone()));
        }
        // Those that are over.
        while connections.try_join_next().is_some() {}
    }
}

/// Carries one connection until an end closes it or it breaks.
async fn carry(near: TcpStream, shared: Arc<Shared>, mut line: watch::Receiver<Line>) {
    let far = shared.far.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (Ok(far), Ok(())) = (far.connect().await, near.set_nodelay(true)) else { return };
    let ((near_in, near_out), (far_in, far_out)) = (split(near), split(far));
    let breaking = AtomicBool::new(false);
    let request = || match shared.next.swap(0, Ordering::SeqCst) {
        place if place == Break::Request as u8 => false,
        place => {
            breaking.fetch_or(place == Break::Reply as u8, Ordering::SeqCst);
            true
        }
    };
    let reply = || !breaking.load(Ordering::SeqCst);
    let (there, back) = (line.clone(), line.clone());
    // Either end closed: the other one goes too, as with one connection.
    tokio::select! {
        _ = line.wait_for(|line| *line == Line::Cut) => {}
        () = pump(near_in, far_out, Duration::ZERO, there, request) => {}
        () = pump(far_in, near_out, shared.delay, back, reply) => {}
    }
}

/// Carries one direction until its end, or until `passes` says that it breaks.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    delay: Duration,
    mut line: watch::Receiver<Line>,
    passes: impl Fn() -> bool,
) {
    // What is late is on its way; else whoever sends too much waits.
    let (queue, mut waiting) = mpsc::channel(if delay.is_zero() { 1 } else { BUFFER });
    let read = async move {
        let mut buffer = vec![0; BUFFER];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            if queue.send((Instant::now() + delay, buffer[..length].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = waiting.recv().await {
            sleep_until(due).await;
            // No proxy any more: nothing arrives, also where this task is not ended yet.
            let open = line.wait_for(|line| *line != Line::Stalled).await.is_ok();
            if !open || !passes() || to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::pin!(read, write);
    tokio::select! {
        () = &mut write => {}
        () = &mut read => write.await,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tokio::net::UnixListener;
    use tokio::time::timeout;

    use super::*;

    const SHORT: Duration = Duration::from_millis(100);

    /// What is said comes back.
    fn echo(at: &Path) -> End {
        let listener = UnixListener::bind(at).unwrap();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = socket.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        End::Socket(at.to_owned())
    }

    async fn heard(socket: &mut TcpStream) -> std::io::Result<u8> {
        socket.write_u8(7).await?;
        socket.read_u8().await
    }

    #[tokio::test]
    async fn a_line_is_stalled_and_goes_on_and_is_cut_and_breaks() {
        let dir = tempfile::tempdir().unwrap();
        let to = echo(&dir.path().join("echo"));
        let proxy = Proxy::start(to, Duration::ZERO).unwrap();
        let connect = async || TcpStream::connect(("127.0.0.1", proxy.port())).await.unwrap();
        let mut socket = connect().await;
        assert_eq!(heard(&mut socket).await.unwrap(), 7);
        proxy.set(Line::Stalled);
        assert!(timeout(SHORT, heard(&mut socket)).await.is_err());
        proxy.set(Line::Open);
        assert_eq!(socket.read_u8().await.unwrap(), 7);
        assert_eq!(heard(&mut socket).await.unwrap(), 7);
        proxy.set(Line::Cut);
        assert!(heard(&mut socket).await.is_err());
        assert!(heard(&mut connect().await).await.is_err());
        proxy.set(Line::Open);
        for place in [Break::Request, Break::Reply] {
            proxy.break_next(Some(place));
            assert!(heard(&mut connect().await).await.is_err());
            assert_eq!(heard(&mut connect().await).await.unwrap(), 7);
        }
    }

    #[tokio::test]
    async fn a_slow_line_is_late_and_delivers_nothing_after_it_was_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let slow = Proxy::start(echo(&dir.path().join("echo")), SHORT).unwrap();
        let mut socket = TcpStream::connect(("127.0.0.1", slow.port())).await.unwrap();
        let since = Instant::now();
        assert_eq!(heard(&mut socket).await.unwrap(), 7);
        assert!(since.elapsed() >= SHORT);
        socket.write_u8(8).await.unwrap();
        sleep(SHORT / 2).await;
        drop(slow);
        assert!(socket.read_u8().await.is_err());
    }
}
