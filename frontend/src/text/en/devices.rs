//! English.

use super::many;
use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "Use this account on another device",
    share_why: "Whoever opens this link has your balance, for good. Show it to nobody. It works once.",
    scan: "Scan it with the other device, or open the link there.",
    picture: "QR code that opens this account on another device",
    address: "The link",
    copy: "Copy",
    copied: "Copied",
    until: "Works until",
    used: "Done: the other device has this account now.",
    others: |others| {
        format!(
            "This balance belongs to this browser, and {} it as well.",
            match others {
                1 => "another device has".to_owned(),
                _ => format!("{} have", many(u64::from(others), "other device", "other devices")),
            }
        )
    },
    borrowed: "This browser uses the account of another device: both have this balance and play as one.",
    leave: "Stop using it here",
    leave_sure: "This browser no longer shows this balance, and shows its own again. You need a new link from a device that has the account to come back.\n\nStop?",
    end_others: "Sign out everywhere else",
    end_sure: "All other devices lose this account at once, and so does a link that waits. This browser keeps it.\n\nSign them out?",
    end_sure_borrowed: "All other devices lose this account at once, but for this one and the one on which it began.\n\nSign them out?",
    offered: "Use the account of the other device here?",
    offered_why: "Both devices then have one balance and play as one player, who catches one packet in a rain. Whatever you catch here from then on belongs to that account: go on only if the other device is yours.",
    offered_own: "What this browser has caught itself stays with it. You see it again once you stop using the other account here.",
    accept: "Use it here",
    decline: "No, keep my own",
};
