//! TLS of the server's own: a certificate and its key from two files, read again when they change.
//!
//! A pair that cannot be used ends the start, where somebody looks. Later it is said in the log, and
//! the pair that is there stays: a game goes on while somebody mends a file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{Error, ServerConfig};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;
use x509_parser::prelude::{FromDer, X509Certificate};

use super::connection::Connection;
use crate::metrics::METRICS;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_secs(2);

/// How often it is said how long the certificate holds.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// A certificate that expires within so many days is warned of.
const SOON_DAYS: i64 = 14;

/// What every handshake begins with. HTTP begins with a letter.
const HANDSHAKE: u8 = 0x16;

/// Said to who speaks plain HTTP.
const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n\
    content-length: 48\r\nconnection: close\r\n\r\nThis address speaks TLS: use https:// before it\n";

/// Why a certificate and its key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// No such file, or not ours to read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something else than certificates.
    #[error("{0} has no certificate in PEM (-----BEGIN CERTIFICATE-----)")]
    NoCertificate(PathBuf),
    /// Something else than a key, or one with a passphrase.
    #[error("{0} has no private key in PEM (-----BEGIN PRIVATE KEY-----, without a passphrase)")]
    NoKey(PathBuf),
    /// Each may be good by itself.
    #[error("the key in {key} is not that of the first certificate in {certificate}")]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
    /// Of a kind that is not supported, or damaged.
    #[error("cannot use {path}: {why}")]
    Unusable {
        /// The file that is at fault.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

/// The pair that new connections get.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// A pair as it lies on the disk.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// What both files had in them.
type Content = (Vec<u8>, Vec<u8>);

impl Files {
    fn read(&self) -> Result<Content, TlsError> {
        let read = |path: &Path| {
            let unreadable = |error| TlsError::Unreadable { path: path.to_owned(), error };
            std::fs::read(path).map_err(unreadable)
        };
        Ok((read(&self.certificate)?, read(&self.key)?))
    }

    fn pair(&self, (certificate, key): &Content) -> Result<CertifiedKey, TlsError> {
        let unusable = |path: &Path, why: String| TlsError::Unusable { path: path.to_owned(), why };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(certificate)
            .collect::<Result<_, _>>()
            .map_err(|_| TlsError::NoCertificate(self.certificate.clone()))?;
        let Some(first) = chain.first() else {
            return Err(TlsError::NoCertificate(self.certificate.clone()));
        };
        self.report(first).map_err(|why| unusable(&self.certificate, why))?;
        let key =
            PrivateKeyDer::from_pem_slice(key).map_err(|_| TlsError::NoKey(self.key.clone()))?;
        CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(|error| match error {
            Error::InconsistentKeys(_) => {
                TlsError::Mismatch { certificate: self.certificate.clone(), key: self.key.clone() }
            }
            Error::InvalidCertificate(_) => unusable(&self.certificate, error.to_string()),
            error => unusable(&self.key, error.to_string()),
        })
    }

    /// Says until when browsers take it and what they will refuse, and who else can pretend to be this
    /// server.
    fn report(&self, certificate: &CertificateDer<'_>) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        let (_, parsed) = X509Certificate::from_der(certificate).map_err(|why| why.to_string())?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let file = self.certificate.display();
        let (from, until) = (parsed.validity().not_before, parsed.validity().not_after);
        let days = until.timestamp().saturating_sub(now).div_euclid(24 * 3600);
        METRICS.tls_certificate_expiry.set(until.timestamp());
        if days < 0 {
            tracing::warn!(%file, %until, "the certificate has expired; browsers refuse it");
        } else if from.timestamp() > now {
            tracing::warn!(%file, %from, "the certificate is not valid yet; browsers refuse it");
        } else if days < SOON_DAYS {
            tracing::warn!(%file, %until, days, "the certificate expires soon; put a new one into the file");
        } else {
            tracing::info!(%file, %until, days, "the certificate is valid");
        }
        let mode = std::fs::metadata(&self.key).map(|key| key.permissions().mode());
        if mode.is_ok_and(|mode| mode & 0o004 != 0) {
            tracing::warn!(
                file = %self.key.display(),
                "everybody on this machine can read the private key; chmod 600 keeps it to its owner"
            );
        }
        Ok(())
    }
}

/// Encrypts connections.
pub struct Tls {
    acceptor: TlsAcceptor,
    current: Arc<Current>,
    files: Arc<Files>,
    seen: [u8; 32],
}

/// What tells two contents apart, so that no second copy of a key lies in memory.
fn digest((certificate, key): &Content) -> [u8; 32] {
    let both = Sha256::new().chain_update(Sha256::digest(certificate));
    both.chain_update(Sha256::digest(key)).finalize().into()
}

/// How handshakes are done with these certificates.
fn config(certificates: Arc<dyn ResolvesServerCert>) -> Result<ServerConfig, Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(certificates);
    // Sockets are upgrades of HTTP/1.1.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    // Phones keep what resumes their sessions, encrypted under a key of this process that changes every six hours:
    // thousands who come back at once need no full handshake, and nothing of them is kept here.
    config.ticketer = ring::Ticketer::new()?;
    // A browser uses a ticket of TLS 1.3 once. Who comes back opens a connection for the socket and one for the page.
    config.send_tls13_tickets = 2;
    Ok(config)
}

impl Tls {
    /// Reads a certificate with what vouches for it, and its key.
    ///
    /// # Errors
    /// They cannot be read, or used with each other.
    pub fn open(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let files = Files { certificate: certificate.to_owned(), key: key.to_owned() };
        let content = files.read()?;
        let current = Arc::new(Current(RwLock::new(Arc::new(files.pair(&content)?))));
        let config = config(Arc::clone(&current) as Arc<dyn ResolvesServerCert>)
            .map_err(|error| TlsError::Unusable { path: key.to_owned(), why: error.to_string() })?;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Ok(Self { acceptor, current, files: Arc::new(files), seen: digest(&content) })
    }

    /// Says how long the certificate holds that new connections get.
    fn say_validity(&self) {
        let current = Arc::clone(&self.current.0.read().unwrap_or_else(PoisonError::into_inner));
        if let Some(Err(why)) = current.cert.first().map(|first| self.files.report(first)) {
            tracing::warn!(%why, "failed to read the certificate again; it is used as it is");
        }
    }

    /// What handshakes are done with, beside [`Tls::follow`].
    pub(crate) fn acceptor(&self) -> Acceptor {
        Acceptor(self.acceptor.clone())
    }

    /// Takes what changes in the files, until told to stop.
    pub(crate) async fn follow(mut self, stop: CancellationToken) {
        let mut said = Instant::now();
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
            if said.elapsed() >= DAY {
                said = Instant::now();
                self.say_validity();
            }
            let files = Arc::clone(&self.files);
            let Ok(read) = tokio::task::spawn_blocking(move || files.read()).await else { return };
            // What cannot be read is told once, like content that cannot be used.
            let seen = read.as_ref().map_or([0; 32], digest);
            if seen == self.seen {
                continue;
            }
            self.seen = seen;
            match read.and_then(|content| self.files.pair(&content)) {
                Ok(pair) => {
                    let mut current =
                        self.current.0.write().unwrap_or_else(PoisonError::into_inner);
                    *current = Arc::new(pair);
                    tracing::info!(file = %self.files.certificate.display(), "took a new certificate");
                }
                Err(error) => tracing::error!(
                    %error,
                    "failed to take a new certificate, keeping the certificate that is there"
                ),
            }
        }
    }
}

/// Does handshakes.
#[derive(Clone)]
pub struct Acceptor(TlsAcceptor);

impl Acceptor {
    /// The encrypted connection, or why there is none.
    pub(super) async fn accept(
        &self,
        mut connection: Connection,
    ) -> io::Result<TlsStream<Connection>> {
        let first = connection.first_byte().await?;
        if first.is_some_and(|first| first != HANDSHAKE) {
            if first.is_some_and(|first| first.is_ascii_alphabetic()) {
                connection.write_all(PLAIN).await?;
                connection.end_reading().await?;
            }
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no TLS"));
        }
        self.0.accept(connection).await
    }
}

#[cfg(test)]
mod tests {
    use rustls::client::Resumption;
    use rustls::pki_types::ServerName;
    use rustls::version::{TLS12, TLS13};
    use rustls::{
        ClientConfig, ClientConnection, Connection, HandshakeKind, RootCertStore, ServerConnection,
        SupportedProtocolVersion,
    };

    use super::*;

    /// More than rustls keeps sessions of by itself.
    const OTHERS: usize = 300;

    /// A client that speaks one version and remembers who it spoke with.
    fn client(
        version: &'static SupportedProtocolVersion,
        trusted: &CertificateDer<'static>,
    ) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.add(trusted.clone()).unwrap();
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[version])
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth()
    }

    /// What one has to say to the other.
    fn pass(from: &mut Connection, to: &mut Connection) {
        let mut said = Vec::new();
        while from.wants_write() {
            from.write_tls(&mut said).unwrap();
        }
        let mut unread = said.as_slice();
        while !unread.is_empty() {
            to.read_tls(&mut unread).unwrap();
            to.process_new_packets().unwrap();
        }
    }

    /// How they came to an encrypted connection.
    fn handshake(client: &Arc<ClientConfig>, server: &Arc<ServerConfig>) -> HandshakeKind {
        let name = ServerName::try_from("localhost").unwrap();
        let client = ClientConnection::new(Arc::clone(client), name).unwrap();
        let server = ServerConnection::new(Arc::clone(server)).unwrap();
        let (mut client, mut server) = (Connection::from(client), Connection::from(server));
        while client.wants_write() || server.wants_write() {
            pass(&mut client, &mut server);
            pass(&mut server, &mut client);
        }
        assert!(!client.is_handshaking() && !server.is_handshaking());
        client.handshake_kind().unwrap()
    }

    #[test]
    fn who_comes_back_resumes_however_many_came_between() {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let provider = ring::default_provider();
        let pair = CertifiedKey::from_der(vec![certificate.clone()], key, &provider).unwrap();
        let current = Current(RwLock::new(Arc::new(pair)));
        let server = Arc::new(config(Arc::new(current)).unwrap());
        for version in [&TLS12, &TLS13] {
            let phone = Arc::new(client(version, &certificate));
            assert_eq!(handshake(&phone, &server), HandshakeKind::Full);
            let mut others = client(version, &certificate);
            others.resumption = Resumption::disabled();
            let others = Arc::new(others);
            for _ in 0..OTHERS {
                assert_eq!(handshake(&others, &server), HandshakeKind::Full);
            }
            assert_eq!(handshake(&phone, &server), HandshakeKind::Resumed, "{version:?}");
        }
    }
}
