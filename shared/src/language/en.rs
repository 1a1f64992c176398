//! English.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players.
pub static NAMES: Names = Names {
    first: "Brave Breezy Bright Calm Careful Cheery Clever Cosmic Cosy Curious Dapper Daring \
        Eager Elegant Famous Gentle Gifted Glad Happy Honest Humble Jolly Joyful Kind Lively Loyal \
        Lucky Merry Mighty Nimble Noble Patient Peppy Polite Quick Quiet Serene Shiny Smart Snappy \
        Steady Sunny Swift Tidy Trusty Upbeat Vivid Wise Witty Zesty",
    second: "Acorn Alpaca Badger Balloon Bee Butterfly Camel Cloud Clover Comet Compass Dolphin Dove \
        Dragonfly Eagle Falcon Finch Firefly Giraffe Hedgehog Heron Kangaroo Kite Koala Ladybird \
        Lantern Lark Lemon Leopard Lion Llama Lynx Mango Maple Marble Moon Moose Otter Owl Panda \
        Pebble Pelican Penguin Piano Pinecone Puffin Rabbit Rainbow Robin Rocket Sailboat Seal \
        Snowman Squirrel Starfish Swan Teapot Tiger Toucan Tulip Violin Zebra",
    joint: ' ',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => {
            "This server signs nobody in: it has no key to check sign-ins with. Tell the host."
        }
        Why::TooLong => "Your link is too long to be a sign-in. Tell the host.",
        Why::Malformed => "Your link is not whole. Open it again from where you got it.",
        Why::Algorithm => {
            "Your link is not signed in the way that this server accepts. Tell the host."
        }
        Why::UnknownKey => {
            "Your link is signed with a key that this server does not know. Tell the host."
        }
        Why::Signature => {
            "Your link was changed, or somebody else signed it. Open it again from where you got it."
        }
        Why::Issuer => {
            "Your link was made by a system that this server does not trust. Tell the host."
        }
        Why::Audience => "Your link was made for another service. Tell the host.",
        Why::Expired => "Your link has expired. Get a new one from where you got it.",
        Why::NotYet => "Your link is not good yet. Try again later, or tell the host.",
        Why::Lifetime => {
            "Your link does not say for how long it is good, or is good for more than an hour. Tell the host."
        }
        Why::Subject => "Your link does not say who you are. Tell the host.",
        Why::Replayed => "Your link was used on another device. Get a new one for this one.",
        Why::HasPlayed => {
            "This browser has played without signing in. Sign in all the same? Its seats in games that are not over stay behind. This cannot be undone."
        }
        Why::SomebodyElse => "Somebody else is signed in in this browser. Sign in in their place?",
        Why::TooManyBrowsers => {
            "You are signed in in 20 browsers, which is as many as there may be. Sign out in one of them, on its page Balance, or ask the host to sign you out."
        }
        Why::UnknownInvite => {
            "There is no invite with this code. Look at your card and type it again."
        }
        Why::UsedInvite => {
            "This invite is used on another device. If that is not yours, or you want to play on this one, ask the host to free it."
        }
        Why::NoProvider => {
            "This server has no page to sign in at. Use the link that you were given."
        }
        Why::ProviderDown => "The sign-in service does not answer. Try again in a moment.",
        Why::Cancelled => "You did not sign in. You can try again at any time.",
        Why::ProviderRefused => {
            "The sign-in service refused. Try again; if it goes on, tell the host."
        }
        Why::NotBegun => "This sign-in was not begun in this browser. Sign in here.",
        Why::TooLate => "The sign-in took more than ten minutes. Sign in again.",
        Why::UsedCode => "This sign-in was used before. If you are not signed in, sign in again.",
        Why::Nonce => "The sign-in service answered to another sign-in. Sign in again.",
        Why::TokenAudience => {
            "The sign-in service vouched for you to another service. Tell the host."
        }
        Why::TokenExpired => "What the sign-in service said of you has expired. Sign in again.",
        Why::TokenInvalid => "What the sign-in service said cannot be believed. Tell the host.",
        Why::NoHost => {
            "No host's account here is connected with this sign-in. Sign in with your password and connect it under Accounts."
        }
        Why::OtherHost => "Another host's account is connected with this sign-in already.",
        Why::SharedAccount => {
            "This browser uses the account of another device. Stop using that here first, on the page Balance; then sign in."
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => {
            "This link is no longer good: each works once, for ten minutes. Make a new one on the other device."
        }
        Why::SignedIn => {
            "You are signed in in this browser, and have your account wherever you sign in. To use the account of the other device here, sign out first, on the page Balance, and open the link again."
        }
        Why::SameAccount => {
            "This browser has this account already. Open the link on the other device."
        }
        Why::OtherAccount => {
            "This browser already uses the account of another device. Stop using that here first, on the page Balance, and open the link again."
        }
        Why::TooManyBrowsers => {
            "This account is in 20 browsers, which is as many as there may be. Stop using it in one of them, on its page Balance."
        }
        Why::HandedOver => {
            "What this account had belongs to the person who signed in with it. Sign in on the other device as well: that shows the same balance there."
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} {}", if n == 1 { "point" } else { "points" })
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let who = who.unwrap_or("your account");
    format!(
        "This browser has caught {sums} without signing in. Sign in, and move {sums} to {who}? \
         Its seats in games that are not over stay behind. This cannot be undone."
    )
}
