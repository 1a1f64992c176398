//! An account that is nobody's, in more than one browser: a browser of it makes a code, and another one uses it.

use serde::{Deserialize, Serialize};

use super::words::words;

/// How long a code can be used, in milliseconds.
pub const DEVICE_CODE_MS: u64 = 10 * 60 * 1000;

/// `POST /api/devices`: asks for a code by which another browser comes to the account of the token in the header. The
/// code before is good for nothing from then on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShareAccount {
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// A link that gives one browser the account. Its code is told here and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLink {
    /// The page to open; the code is its fragment, which no server is sent.
    pub url: String,
    /// The same as a QR code, in SVG.
    pub qr: String,
    /// Until when it can be used, in ms of server time.
    pub until_ms: u64,
}

/// `POST /api/devices/use`: the token in the header stands for the account of a code from then on. Its player must
/// have been asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UseAccount {
    /// The code, as it stands behind `#device=` in the address.
    pub code: String,
    /// In which language a refusal is put into words, as a BCP 47 tag.
    #[serde(default)]
    pub language: String,
}

/// `GET /api/devices`, and what a browser is told that has used a code: in how many browsers its account is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnDevices {
    /// Whether another browser may have the account: nobody has signed in with it, nor handed over what it has.
    pub open: bool,
    /// Whether it is this browser's own; else it is another browser's, which this one uses.
    pub own: bool,
    /// How many other browsers have it, with the one whose own it is.
    pub others: u32,
}

/// What a browser is told that got no code, or whose code did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotShared {
    /// Why, in English.
    pub error: String,
    /// The same for programs.
    pub reason: DeviceRefusal,
    /// The same in the language that was asked for.
    pub words: String,
}

words! {
    /// Why an account stays where it is.
    pub enum DeviceRefusal: "reason why an account stays where it is" {
        /// Nobody made this code, or it was used, replaced, or is too old. Nobody is told which.
        NoCode = "no_code",
        /// Somebody has signed in in this browser: they have their account by that.
        SignedIn = "signed_in",
        /// This browser has the account already.
        SameAccount = "same_account",
        /// This browser uses the account of a third one.
        OtherAccount = "other_account",
        /// The account is in as many browsers as it may be.
        TooManyBrowsers = "too_many_browsers",
        /// What the account had was handed over to a person who has signed in.
        HandedOver = "handed_over",
    }
}
