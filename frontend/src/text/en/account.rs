//! English.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "Back to your game",
    balance_empty: "Nothing yet",
    balance_empty_why: "A packet that you catch in a rain appears here.",
    download: "Download (CSV)",
    download_failed: "The file could not be fetched. Try again.",
    balance_incomplete: "A server does not answer. Packets that you caught just now may be missing here until it does.",
    sign_out: "Sign out on this device",
    sign_in: "Sign in",
    signing_in: "Signing you in…",
    no_sign_in: "This server has no page to sign in at. Use the link that you were given.",
    signed_in_note: "You are signed in: this balance is yours, and comes back wherever you sign in again.",
    balance_note: "This balance belongs to this browser. Other devices do not see it.",
    privacy: "What is kept about you",
    take_data: "Everything kept about me (JSON)",
    erase: "Erase me",
    erase_person: "This cannot be undone.\n\nGone for good: who you are here, your sign-ins on all devices, your invite; in games that are over your nicknames, what you typed, and hosts’ notes on you.\n\nStays: what you caught, your points, ranks and choices, under a number without a name. Whoever knows what you are called where you sign in can find it by that. Payouts that were sent stay with whoever got them.\n\nErase?",
    erase_browser: "This cannot be undone.\n\nGone for good: in games that are over the nicknames of this browser, what it typed, and hosts’ notes on you.\n\nStays: what you caught, your points, ranks and choices, under a number without a name. The balance stays in this browser.\n\nErase?",
    erased: "Erased. Backups lose it when they end.",
    erased_later: "Erased, but for who you are: that goes as soon as everything is paid out to you.",
    erase_not_yet: "Not now: a game that you are or were in is not over, or something you caught is still being credited. Try again a little later.",
    receipt_later: "The details come once the game is over and all that was caught in it is settled. This page asks again by itself.",
    receipt_none: "This browser did not play in that game, or the game is no longer kept.",
    key_fixed: "corrected by the host",
    came_later: "You were not there yet.",
    still_in: "still in",
    packet_state: |state| match state {
        PacketState::Crediting => "Yours; being credited",
        PacketState::Credited => "Credited",
        PacketState::Paying => "On its way to your account",
        PacketState::Paid => "Paid into your account",
        PacketState::Refused => "Refused; it stays in this balance",
        PacketState::Held => "Being checked; the host has been told",
        PacketState::Void => "Lost before it was credited",
    },
    check: "Was it fair?",
    checked,
    sealed_list: "The sealed list",
    contributions: "What phones added",
    claims: "What was caught",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "phone", "phones");
            let whose = if *own {
                "yours among them"
            } else {
                "not yours: you took your seat after the draw"
            };
            format!(
                "Fair: packet {n} of {packets}. Amounts and their order are those that were sealed before the rain, and they were drawn as promised, from the server’s secret and from what {phones} added, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "Packet {n} of {packets} is on the list with this amount. This browser did not see the seal before the rain; compare it with one that did: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "The list is shown as soon as the whole rain is settled.".to_owned(),
        Checked::Unreachable => "The server does not answer. Try again.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "This is not the list that was sealed before the rain. Tell the host.",
        Breach::Rules => {
            "The rain was sealed with other rules than those that were shown. Tell the host."
        }
        Breach::Chain => {
            "The server drew from another secret than the one it promised before you joined. Tell the host."
        }
        Breach::Entropy => {
            "This is not the list of what phones added that was shown before the rain. Tell the host."
        }
        Breach::LeftOut => "What your phone added was left out of the draw. Tell the host.",
        Breach::Draw => "The amounts are not those that had to be drawn. Tell the host.",
    }
}
