//! TLS of a server that is measured: a certificate of its own, clients that trust it, and a way to its API
//! for who knows no TLS.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::client::Resumption;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsConnector;
use tokio_util::task::AbortOnDropHandle;

/// A certificate that vouches for itself, in files, and who trusts it.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
    der: CertificateDer<'static>,
}

impl Pair {
    /// A new one for this machine, of the kind that most have today (ECDSA, P-256).
    pub(crate) fn write(dir: &Path) -> anyhow::Result<Self> {
        let key = KeyPair::generate()?;
        let params = CertificateParams::new(vec!["127.0.0.1".to_owned()])?;
        let certificate = params.self_signed(&key)?;
        let files = (dir.join("certificate.pem"), dir.join("key.pem"));
        std::fs::write(&files.0, certificate.pem())?;
        std::fs::write(&files.1, key.serialize_pem())?;
        Ok(Self { certificate: files.0, key: files.1, der: certificate.der().clone() })
    }

    /// What a client is that trusts it: one that takes up an earlier session where it has one, or one that
    /// never does.
    pub(crate) fn client(&self, resumes: bool) -> anyhow::Result<Arc<ClientConfig>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.der.clone())?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        if !resumes {
            config.resumption = Resumption::disabled();
        }
        Ok(Arc::new(config))
    }
}

/// An address where plain HTTP is spoken, which goes on to a server in TLS; until it is dropped.
#[derive(Debug)]
pub(crate) struct Relay {
    pub(crate) address: SocketAddr,
    _task: AbortOnDropHandle<()>,
}

impl Relay {
    pub(crate) fn start(
        runtime: &Runtime,
        to: SocketAddr,
        client: Arc<ClientConfig>,
    ) -> anyhow::Result<Self> {
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let (address, tls) = (listener.local_addr()?, TlsConnector::from(client));
        let task = runtime.spawn(async move {
            while let Ok((plain, _)) = listener.accept().await {
                tokio::spawn(pass_on(plain, tls.clone(), to));
            }
        });
        Ok(Self { address, _task: AbortOnDropHandle::new(task) })
    }
}

async fn pass_on(mut plain: TcpStream, tls: TlsConnector, to: SocketAddr) -> io::Result<()> {
    let stream = TcpStream::connect(to).await?;
    let mut secret = tls.connect(to.ip().into(), stream).await?;
    tokio::io::copy_bidirectional(&mut plain, &mut secret).await.map(drop)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::time::Duration;

    use rustls::pki_types::PrivateKeyDer;
    use rustls::pki_types::pem::PemObject;
    use rustls::{HandshakeKind, ServerConfig, ServerConnection, StreamOwned};

    use super::*;
    use crate::measure::swarm::{Event, Swarm};

    /// Upgrades so many connections through TLS, one after the other, and says nothing more.
    fn serve(pair: &Pair, times: usize) -> SocketAddr {
        let key = PrivateKeyDer::from_pem_file(&pair.key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![pair.der.clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let mut open = Vec::new();
            for _ in 0..times {
                let (tcp, _) = listener.accept().unwrap();
                let tls = ServerConnection::new(Arc::clone(&config)).unwrap();
                let (mut stream, mut head) = (StreamOwned::new(tls, tcp), Vec::new());
                while !head.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    stream.read_exact(&mut byte).unwrap();
                    head.extend(byte);
                }
                stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x82\x02hi").unwrap();
                stream.flush().unwrap();
                open.push(stream);
            }
            std::thread::sleep(Duration::from_secs(60));
        });
        address
    }

    /// Connects so often, one after the other; what handshakes there were.
    fn handshakes(pair: &Pair, resumes: bool) -> Vec<Option<HandshakeKind>> {
        let address = serve(pair, 3);
        let swarm = Swarm::new(address, "/ws", None).unwrap();
        let mut swarm = swarm.over_tls(Some(pair.client(resumes).unwrap()));
        let mut kinds = Vec::new();
        for number in 0..3 {
            swarm.connect().unwrap();
            let heard = swarm.until("a frame", Duration::from_secs(60), |index, link, event| {
                let Event::Frame(frame) = event else {
                    assert!(matches!(event, Event::Open), "{event:?}");
                    return Ok(false);
                };
                assert_eq!((index, frame), (number, &b"hi"[..]));
                kinds.push(link.handshake());
                Ok(true)
            });
            heard.unwrap();
        }
        kinds
    }

    #[test]
    fn a_swarm_speaks_tls_and_takes_up_a_session_only_where_it_shall() {
        let dir = tempfile::tempdir().unwrap();
        let pair = Pair::write(dir.path()).unwrap();
        let (full, resumed) = (Some(HandshakeKind::Full), Some(HandshakeKind::Resumed));
        assert_eq!(handshakes(&pair, false), [full; 3]);
        assert_eq!(handshakes(&pair, true), [full, resumed, resumed]);
    }
}
