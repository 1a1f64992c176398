//! An authority of a test's own, and certificates that it vouches for.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

/// Signs certificates. Whoever trusts its file trusts them.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    /// A new one, whose own certificate is written to a file.
    pub(crate) fn new(file: &Path) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        std::fs::write(file, params.self_signed(&key).unwrap().pem()).unwrap();
        Self { issuer: Issuer::new(params, key), file: file.to_owned() }
    }

    /// A certificate for these names and addresses, and its key.
    pub(crate) fn certify(&self, names: &[&str]) -> (rcgen::Certificate, KeyPair) {
        self.certify_for(names, None)
    }

    /// The same, where it holds for this time alone.
    pub(crate) fn certify_for(
        &self,
        names: &[&str],
        time: Option<Duration>,
    ) -> (rcgen::Certificate, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(names).unwrap();
        if let Some(time) = time {
            params.not_after = (SystemTime::now() + time).into();
        }
        (params.signed_by(&key, &self.issuer).unwrap(), key)
    }

    /// What a program has in its environment that trusts this authority and no other.
    pub(crate) fn trusted(&self) -> (&'static str, &str) {
        ("SSL_CERT_FILE", self.path())
    }

    /// Its file.
    pub(crate) fn path(&self) -> &str {
        self.file.to_str().unwrap()
    }
}
