//! The keys that sign-ins are checked with: a file of public keys in PEM, or a set of them in JSON (JWKS,
//! RFC 7517).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use rustls::pki_types::SubjectPublicKeyInfoDer;
use rustls::pki_types::pem::PemObject;
use serde::Deserialize;
use x509_parser::prelude::FromDer;
use x509_parser::x509::SubjectPublicKeyInfo;

/// Bits of an RSA key at least; `ring` takes no shorter one.
const LEAST_RSA_BYTES: usize = 256;

/// A file of keys that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKeys {
    /// It has what must not leave the system that signs.
    #[error(
        "it has a private key: only the public one belongs here (openssl pkey -in KEY -pubout)"
    )]
    Private,
    /// Neither of the forms.
    #[error("it is neither public keys in PEM (BEGIN PUBLIC KEY) nor a JWKS in JSON")]
    Form,
    /// A key of another kind.
    #[error("key {0}: only Ed25519, P-256 and RSA of 2048 bits or more are taken")]
    Kind(usize),
    /// None that signs.
    #[error("it has no key to check signatures with")]
    None,
}

/// A key and how it signs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Public {
    Ed25519(Vec<u8>),
    /// The point, uncompressed.
    P256(Vec<u8>),
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
    },
}

/// A key to check signatures with.
#[derive(Clone, Debug)]
pub(super) struct Key {
    id: Option<String>,
    public: Public,
}

impl Key {
    /// The one algorithm (RFC 7518) that the key is for.
    pub(super) fn algorithm(&self) -> &'static str {
        match self.public {
            Public::Ed25519(_) => "EdDSA",
            Public::P256(_) => "ES256",
            Public::Rsa { .. } => "RS256",
        }
    }

    /// Whether it has signed this.
    pub(super) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match &self.public {
            Public::Ed25519(key) => {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature)
            }
            Public::P256(key) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify(message, signature)
            }
            Public::Rsa { n, e } => RsaPublicKeyComponents { n, e }.verify(
                &RSA_PKCS1_2048_8192_SHA256,
                message,
                signature,
            ),
        };
        verified.is_ok()
    }
}

/// Keys, of which any may have signed.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<Key>);

impl Keys {
    /// Reads a file of them.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, InvalidKeys> {
        if text.contains("PRIVATE KEY-----") {
            return Err(InvalidKeys::Private);
        }
        let keys = match text.trim_start().starts_with('{') {
            true => of_jwks(text)?.into_iter().collect::<Result<_, _>>()?,
            false => of_pem(text)?,
        };
        if keys.is_empty() { Err(InvalidKeys::None) } else { Ok(Self(keys)) }
    }

    /// Reads a set of those of somebody else, who may have others beside them that nobody here can use.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read_set(text: &str) -> Result<Self, InvalidKeys> {
        let keys: Vec<Key> = of_jwks(text)?.into_iter().flatten().collect();
        if keys.is_empty() { Err(InvalidKeys::None) } else { Ok(Self(keys)) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that a token may mean: the one with its id, or all where it names none; a key without an id
    /// is meant by any.
    pub(super) fn named(&self, id: Option<&str>) -> impl Iterator<Item = &Key> {
        self.0.iter().filter(move |key| match (key.id.as_deref(), id) {
            (Some(own), Some(id)) => own == id,
            _ => true,
        })
    }
}

fn of_pem(text: &str) -> Result<Vec<Key>, InvalidKeys> {
    let blocks: Vec<_> = SubjectPublicKeyInfoDer::pem_slice_iter(text.as_bytes())
        .collect::<Result<_, _>>()
        .map_err(|_| InvalidKeys::Form)?;
    if blocks.is_empty() {
        return Err(InvalidKeys::Form);
    }
    let key = |(at, der): (usize, &SubjectPublicKeyInfoDer<'_>)| {
        let public = of_der(der.as_ref()).ok_or(InvalidKeys::Kind(at + 1))?;
        Ok(Key { id: None, public })
    };
    blocks.iter().enumerate().map(key).collect()
}

/// Ed25519 (RFC 8410), and elliptic curves and P-256 among them (RFC 5480), by their OIDs.
const OID_ED25519: &str = "1.3.101.112";
const OID_EC: &str = "1.2.840.10045.2.1";
const OID_P256: &str = "1.2.840.10045.3.1.7";

fn of_der(der: &[u8]) -> Option<Public> {
    let (_, info) = SubjectPublicKeyInfo::from_der(der).ok()?;
    let bytes = info.subject_public_key.data.to_vec();
    match info.algorithm.algorithm.to_id_string().as_str() {
        OID_ED25519 => ed25519(bytes),
        OID_EC => {
            let curve = info.algorithm.parameters.as_ref()?.as_oid().ok()?;
            (curve.to_id_string() == OID_P256).then(|| p256(bytes)).flatten()
        }
        _ => match info.parsed().ok()? {
            x509_parser::public_key::PublicKey::RSA(key) => {
                rsa(key.modulus.to_vec(), key.exponent.to_vec())
            }
            _ => None,
        },
    }
}

fn ed25519(bytes: Vec<u8>) -> Option<Public> {
    (bytes.len() == 32).then_some(Public::Ed25519(bytes))
}

fn p256(point: Vec<u8>) -> Option<Public> {
    (point.len() == 65 && point.first() == Some(&4)).then_some(Public::P256(point))
}

/// Numbers without the zeros before them, as `ring` has them.
fn rsa(n: Vec<u8>, e: Vec<u8>) -> Option<Public> {
    let bare =
        |bytes: Vec<u8>| -> Vec<u8> { bytes.into_iter().skip_while(|it| *it == 0).collect() };
    let (n, e) = (bare(n), bare(e));
    (n.len() >= LEAST_RSA_BYTES && !e.is_empty()).then_some(Public::Rsa { n, e })
}

#[derive(Deserialize)]
struct Jwks {
    keys: Vec<Jwk>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    used_for: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
    n: Option<String>,
    e: Option<String>,
    d: Option<serde_json::Value>,
    k: Option<serde_json::Value>,
}

/// The keys of a set, or which of them cannot be used.
fn of_jwks(text: &str) -> Result<Vec<Result<Key, InvalidKeys>>, InvalidKeys> {
    let set: Jwks = serde_json::from_str(text).map_err(|_| InvalidKeys::Form)?;
    if set.keys.iter().any(|key| key.d.is_some() || key.k.is_some()) {
        return Err(InvalidKeys::Private);
    }
    let signs = |(_, key): &(usize, &Jwk)| key.used_for.as_deref().is_none_or(|it| it == "sig");
    let key = |(at, jwk): (usize, &Jwk)| {
        let kind = InvalidKeys::Kind(at + 1);
        let public = of_jwk(jwk).ok_or_else(|| kind.clone())?;
        let key = Key { id: jwk.kid.clone(), public };
        // A key of this kind that is for another algorithm would be used in a way it is not meant for.
        let meant = jwk.alg.as_deref().is_none_or(|alg| alg == key.algorithm());
        if meant { Ok(key) } else { Err(kind) }
    };
    Ok(set.keys.iter().enumerate().filter(signs).map(key).collect())
}

fn of_jwk(jwk: &Jwk) -> Option<Public> {
    let bytes = |part: &Option<String>| URL_SAFE_NO_PAD.decode(part.as_deref()?).ok();
    match (jwk.kty.as_str(), jwk.crv.as_deref()) {
        ("OKP", Some("Ed25519")) => ed25519(bytes(&jwk.x)?),
        ("EC", Some("P-256")) => {
            let (x, y) = (bytes(&jwk.x)?, bytes(&jwk.y)?);
            p256([vec![4], x, y].concat())
        }
        ("RSA", _) => rsa(bytes(&jwk.n)?, bytes(&jwk.e)?),
        _ => None,
    }
}
