//! English.

use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "Try your device",
    lead: "Try phone, laptop and Wi-Fi here before the event: at the seat and at the hour that count. Nothing is kept.",
    measuring: "Measuring…",
    overall,
    verdict,
    say,
    again: "Measure again",
    minute: "Measure for a minute",
    walk: "For a minute the last 60 round trips are shown: walk through the hall, to the last row and the corners, and watch.",
    bars: |shown, lost| format!("The last {shown} round trips; {lost} without an answer"),
    tone: "Play a tone",
    heard: "Did you hear it?",
    yes: "Yes",
    no: "No",
    copy: "Copy the findings for the host",
    copied: "Copied.",
    by_hand: "Select this text and copy it:",
    to_start: "To the first page",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "All good: a game can be played here.",
        Verdict::Limited => {
            "A game can be played here, and something may be slow or missing. See below."
        }
        Verdict::Bad => "Something does not work. See below what to do.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "Good",
        (Some(Verdict::Limited), true) => "May be slow",
        (Some(Verdict::Limited), false) => "With limits",
        (Some(Verdict::Bad), _) => "Does not work",
        (None, _) => "Not known yet",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "Round trip",
            format!("{} ms in the middle, {} ms at worst", whole(*median_ms), whole(*worst_ms)),
            "Closer to the access point, fewer devices on it, or mobile data. Answers count by when they arrive, less what the line takes up to a limit.",
        ),
        Finding::Lost { lost: 0, of } => ("Loss", format!("none of {of}"), ""),
        Finding::Lost { lost, of } => (
            "Loss",
            format!("{lost} of {of} without an answer within 2 s"),
            "The Wi-Fi is weak or full here: another seat, another access point, or mobile data.",
        ),
        Finding::Jitter(ms) => (
            "Evenness",
            format!("differs by {} ms from one to the next", whole(*ms)),
            "The Wi-Fi is busy. Large downloads and videos on the same network make it worse.",
        ),
        Finding::Clock(ahead_ms) => (
            "Clock",
            format!(
                "{} s {}",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "behind the server" } else { "ahead of the server" }
            ),
            "Set the clock to automatic. The game itself follows the server, but certificates and sign-ins may fail.",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("connecting", ""),
        Reach::Open => ("open, as a game needs it", ""),
        Reach::Full => (
            "the server is reached, and has no room for another measurement",
            "Too many measure at once. It is tried again by itself; in a minute there is room.",
        ),
        Reach::NoSocket => (
            "the page comes, a WebSocket does not open",
            "A proxy, a firewall or a filter does not let WebSockets through: try another network or mobile data, and tell whoever runs the network.",
        ),
        Reach::Portal => (
            "something else answers in place of the server",
            "The Wi-Fi wants a sign-in first: open any web page, accept what it asks, and come back.",
        ),
        Reach::Offline => (
            "the server is not reached",
            "Is the device in the right Wi-Fi? Guest networks often keep devices apart. It is tried again by itself.",
        ),
    };
    ("Connection", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("Browser", "new enough".to_owned(), ""),
        Finding::Browser(lacks) => (
            "Browser",
            format!("lacks {}", lacks.join(", ")),
            "Update the browser, or take a newer one: Chrome, Edge, Firefox or Safari of the last three years.",
        ),
        Finding::Storage(works) => (
            "Storage",
            if *works { "the browser keeps your seat" } else { "the browser keeps nothing" }
                .to_owned(),
            "Leave private browsing or allow this site to store data: else a closed page has lost its seat.",
        ),
        Finding::Security(security) => (
            "Security",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "from this machine itself, which is as good",
                Security::Plain => "plain HTTP",
            }
            .to_owned(),
            "Without HTTPS no page keeps the screen on or copies by a button. The host can have the server speak HTTPS.",
        ),
        Finding::Screen { width, height } => (
            "Page",
            format!("{width} × {height} pixels"),
            "Small: turn the phone upright, close bars and split screens, or make letters smaller.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("Screen stays on", "being tried", ""),
        Finding::Awake(Tried::Works) => ("Screen stays on", "yes", ""),
        Finding::Awake(Tried::Fails) => (
            "Screen stays on",
            "no: it goes dark when nobody touches it",
            "Set the display to stay on for longer, or touch it now and then. Nothing is lost when it goes dark. Battery saving can be why.",
        ),
        Finding::Clipboard(true) => ("Copying by a button", "yes", ""),
        Finding::Clipboard(false) => {
            ("Copying by a button", "no; texts can be marked and copied", "")
        }
        Finding::Vibration(true) => ("Vibration", "there", ""),
        Finding::Vibration(false) => ("Vibration", "not there; no game needs it", ""),
        Finding::Sound(Tried::NotYet) => {
            ("Sound", "press the button below; it matters for the big screen", "")
        }
        Finding::Sound(Tried::Works) => ("Sound", "heard", ""),
        Finding::Sound(Tried::Fails) => (
            "Sound",
            "not heard",
            "Check the volume, the mute switch, the output (HDMI or loudspeakers), and that no other program uses it.",
        ),
        Finding::CalmMotion(true) => {
            ("Motion", "less, as this device asks: packets fall all the same", "")
        }
        Finding::CalmMotion(false) => ("Motion", "as designed", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
