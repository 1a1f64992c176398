//! Encrypted, and only to whom the machine's own list of authorities vouches for. (On Linux, where a
//! variable says which list that is.)

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain::store::sql::Sql;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::settled_rain;
use crate::common::authority::Authority;
use crate::common::receiver::{Manners, Receiving, SECRET};
use crate::common::server::{DEADLINE, Server};

/// Puts TLS before a plain receiver, with a certificate of this authority for `localhost`; the port.
async fn encrypt(receiving: &Receiving, authority: &Authority) -> u16 {
    let (certificate, key) = authority.certify(&["localhost"]);
    let chain: Vec<CertificateDer<'static>> = vec![certificate.der().clone()];
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(tls));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let upstream = receiving.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let (acceptor, upstream) = (acceptor.clone(), upstream.clone());
            tokio::spawn(async move {
                let Ok(mut socket) = acceptor.accept(socket).await else { return };
                let mut plain = TcpStream::connect(upstream).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut socket, &mut plain).await;
            });
        }
    });
    port
}

#[tokio::test]
async fn payouts_are_encrypted_to_a_receiver_with_a_good_certificate_and_to_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let ours = Authority::new(&dir.path().join("ours.pem"));
    let others = Authority::new(&dir.path().join("others.pem"));
    let receiving = Receiving::start(Manners::default());
    let url = format!("https://localhost:{}/", encrypt(&receiving, &ours).await);
    let args = ["--payout-url", &url, "--payout-allow-private"];
    let secret = ("QUIZRAIN_PAYOUT_SECRET", SECRET);
    let mut server = Server::start_with_env(&args, &[secret, others.trusted()]);
    let game = server.create_game("How computers count").game;
    let sql = Sql::open_file(&server.dir().join("quizrain.sqlite")).await.unwrap();
    settled_rain(&sql, game, 0, 3).await;
    sql.close().await;
    let since = Instant::now();
    let until = async |server: &Server, sql: &str, expected: &str| {
        while server.sqlite(sql) != [expected] {
            let rows = server.sqlite("SELECT state, attempts, detail FROM payouts");
            assert!(since.elapsed() < DEADLINE, "{rows:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let distrusted =
        "SELECT COUNT(*) FROM payouts WHERE attempts > 1 AND detail LIKE '%certificate%'";
    until(&server, distrusted, "3").await;
    assert_eq!(receiving.total()["paid"], 0);
    // The same machine, which now trusts that authority.
    server.stop();
    server.restart_with_env(&[secret, ours.trusted()]);
    until(&server, "SELECT COUNT(*) FROM payouts WHERE state = 'confirmed'", "3").await;
    assert_eq!(receiving.total()["paid"], 3);
}
