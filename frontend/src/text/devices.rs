//! The texts of an account on several devices.

/// What somebody reads whose account is nobody's, and may be on other devices, in one language.
pub(crate) struct DeviceWords {
    /// Button: a code for another device.
    pub(crate) share: &'static str,
    /// What whoever has it can do.
    pub(crate) share_why: &'static str,
    /// What to do with it.
    pub(crate) scan: &'static str,
    /// What the QR code is for.
    pub(crate) picture: &'static str,
    /// Label of the address.
    pub(crate) address: &'static str,
    /// Button.
    pub(crate) copy: &'static str,
    /// In its place, once that is done.
    pub(crate) copied: &'static str,
    /// Before a moment.
    pub(crate) until: &'static str,
    /// In the place of a code that was used.
    pub(crate) used: &'static str,
    /// Whose balance it is, where so many other devices have it.
    pub(crate) others: fn(u32) -> String,
    /// The same on a device whose own it is not.
    pub(crate) borrowed: &'static str,
    /// Button: it is that no more.
    pub(crate) leave: &'static str,
    /// Asked before.
    pub(crate) leave_sure: &'static str,
    /// Button: nor is it any other.
    pub(crate) end_others: &'static str,
    /// Asked before, on the device whose own it is.
    pub(crate) end_sure: &'static str,
    /// Asked before, on another one.
    pub(crate) end_sure_borrowed: &'static str,
    /// Title, for whoever has opened a link.
    pub(crate) offered: &'static str,
    /// What that means.
    pub(crate) offered_why: &'static str,
    /// What becomes of what is there.
    pub(crate) offered_own: &'static str,
    /// Button.
    pub(crate) accept: &'static str,
    /// Button.
    pub(crate) decline: &'static str,
}
