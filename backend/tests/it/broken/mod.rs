//! What comes from outside, broken at random: it is read, or refused, and nothing ends or hangs for it.
//!
//! Each test prints its seed with what it found. `PROPTEST_CASES` says how many are tried, 256 unless it is
//! said; `scripts/test --long` tries many more.

mod bodies;

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use quizrain::events::Event;
use quizrain::ledger::Claim;
use quizrain::redis_url::RedisUrl;
use quizrain_shared::api::Positions;
use quizrain_shared::ids::{AccountId, GameId, Pin, Token};
use quizrain_shared::money::{Currency, Minor};
use quizrain_shared::pages::Page;
use quizrain_shared::played::Played;
use quizrain_shared::question::Answer;
use quizrain_shared::wire::{
    CheckFrame, Encoding, HostFrame, PlayerFrame, ScreenFrame, ServerFrame, StageAt,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes that mean something to those who read them: ends of numbers and lengths, signs of texts.
const MARKS: &[u8] = b"\0\x01\x7f\x80\xff\"'{}[]:,-+.9e\\/ \n@#%\xc3\xe2";

/// A change of some bytes.
#[derive(Clone, Debug)]
enum Edit {
    Flip(Index, u8),
    Put(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize, usize),
    End(Index),
    /// The rest is that of another sample.
    Cross(Index, Vec<u8>, Index),
}

impl Edit {
    fn apply(self, bytes: &mut Vec<u8>) {
        let place = |at: &Index, bytes: &[u8]| at.index(bytes.len() + 1);
        match self {
            Self::Flip(at, bit) => {
                let at = place(&at, bytes);
                bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << (bit % 8));
            }
            Self::Put(at, mark) => {
                let at = place(&at, bytes);
                bytes.get_mut(at).into_iter().for_each(|byte| *byte = mark);
            }
            Self::Insert(at, more) => {
                let at = place(&at, bytes);
                bytes.splice(at..at, more);
            }
            Self::Remove(at, count) => {
                let at = place(&at, bytes);
                bytes.drain(at..bytes.len().min(at + count));
            }
            Self::Repeat(at, count, times) => {
                let at = place(&at, bytes);
                let part = bytes[at..bytes.len().min(at + count)].repeat(times);
                bytes.splice(at..at, part);
            }
            Self::End(at) => bytes.truncate(place(&at, bytes)),
            Self::Cross(at, other, from) => {
                bytes.truncate(place(&at, bytes));
                bytes.extend(&other[place(&from, &other)..]);
            }
        }
    }
}

/// One of these samples, as it is or with a few changes.
fn broken(samples: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = prop_oneof![
        (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Edit::Flip(at, bit)),
        (any::<Index>(), select(MARKS)).prop_map(|(at, mark)| Edit::Put(at, mark)),
        (any::<Index>(), prop::collection::vec(any::<u8>(), 1..12))
            .prop_map(|(at, more)| Edit::Insert(at, more)),
        (any::<Index>(), prop::collection::vec(select(MARKS), 1..12))
            .prop_map(|(at, more)| Edit::Insert(at, more)),
        (any::<Index>(), 1usize..16).prop_map(|(at, count)| Edit::Remove(at, count)),
        (any::<Index>(), 1usize..16, 1usize..200)
            .prop_map(|(at, count, times)| Edit::Repeat(at, count, times)),
        any::<Index>().prop_map(Edit::End),
        (any::<Index>(), select(samples.clone()), any::<Index>())
            .prop_map(|(at, other, from)| Edit::Cross(at, other, from)),
    ];
    (select(samples), prop::collection::vec(edit, 0..5)).prop_map(|(mut bytes, edits)| {
        edits.into_iter().for_each(|edit| edit.apply(&mut bytes));
        bytes
    })
}

/// The same of texts.
fn broken_text(samples: &[&str]) -> impl Strategy<Value = String> + use<> {
    let samples = samples.iter().map(|it| it.as_bytes().to_vec()).collect();
    broken(samples).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// A frame of the stored samples.
struct Sample {
    kind: String,
    postcard: Vec<u8>,
    json: String,
}

fn samples() -> Vec<Sample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/golden.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let sample = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let mut next = || parts.next().unwrap().to_owned();
        let (kind, hex, json) = (next(), next(), next());
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let postcard = (0..hex.len()).step_by(2).map(byte).collect();
        Sample { kind, postcard, json }
    };
    text.lines().map(sample).collect()
}

/// What can be read is written and read again.
fn reads<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    for encoding in Encoding::ALL {
        if let Ok(frame) = encoding.decode::<T>(bytes) {
            let again = encoding.encode(&frame);
            assert_eq!(encoding.decode::<T>(&again).as_ref().ok(), Some(&frame));
        }
    }
}

fn parses<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string();
        assert_eq!(again.parse::<T>().ok().as_ref(), Some(&value), "{text:?} reads as {again:?}");
    }
}

/// Bytes of these samples, in both encodings.
fn bytes_of(samples: &[Sample], kind: Option<&str>) -> Vec<Vec<u8>> {
    let of = samples.iter().filter(|it| kind.is_none_or(|kind| it.kind == kind));
    of.flat_map(|it| [it.postcard.clone(), it.json.clone().into_bytes()]).collect()
}

proptest! {
    #[test]
    fn frames_are_read_or_refused(bytes in broken(bytes_of(&samples(), None))) {
        reads::<PlayerFrame>(&bytes);
        reads::<HostFrame>(&bytes);
        reads::<ScreenFrame>(&bytes);
        reads::<ServerFrame>(&bytes);
        reads::<CheckFrame>(&bytes);
    }

    #[test]
    fn stages_that_redis_has_are_read_or_refused(bytes in broken(stages())) {
        if let Ok(stage) = serde_json::from_slice::<StageAt>(&bytes) {
            let again = serde_json::to_vec(&stage).unwrap();
            prop_assert_eq!(serde_json::from_slice::<StageAt>(&again).ok(), Some(stage));
        }
    }

    #[test]
    fn what_nodes_tell_each_other_is_read_or_refused(bytes in broken(events())) {
        let _ = Event::parse(&bytes);
    }

    #[test]
    fn short_texts_are_read_or_refused(text in broken_text(&[
        "7:1234:1764000000000", "0123456789abcdef", "00112233445566778899aabbccddeeff", "483920",
        "0-3,7,2-2", "88.88", "-12", "CNY", "points", "1,3-5", "0a1b2c", "/play/483920?x=1#y",
        "/host/0123456789abcdef", "/studio/keys",
    ])) {
        if let Some(claim) = Claim::parse(&text) {
            prop_assert_eq!(Claim::parse(&claim.to_string()), Some(claim));
        }
        parses::<AccountId>(&text);
        parses::<GameId>(&text);
        parses::<Pin>(&text);
        parses::<Played>(&text);
        parses::<Positions>(&text);
        parses::<Minor>(&text);
        parses::<Currency>(&text);
        parses::<Answer>(&text);
        let _ = (text.parse::<Token>(), Page::parse(&text), "CNY".parse::<Currency>().map(|it| it.parse_major(&text)));
    }

    #[test]
    fn addresses_of_redis_are_read_or_refused_without_telling_a_password(text in broken_text(&REDIS)) {
        if let Err(error) = text.parse::<RedisUrl>() {
            let said = format!("{error} {error:?}");
            prop_assert!(!said.contains(PASSWORD), "{said}");
        }
    }
}

const PASSWORD: &str = "pa55word-of-ours";
const REDIS: [&str; 5] = [
    "redis://default:pa55word-of-ours@127.0.0.1:6379/0",
    "rediss://u:pa55word-of-ours@[::1]:6380/3?protocol=resp3&insecure=true",
    "redis+sentinel://:pa55word-of-ours@a:26379,b:26379/quizrain/0?user=x&pass=pa55word-of-ours",
    "redis+cluster://:pa55word-of-ours@a:7000,b:7001?durability=replicated",
    "unix:///run/redis.sock?pass=pa55word-of-ours",
];

/// Stages as Redis has them, out of the frames that show them.
fn stages() -> Vec<Vec<u8>> {
    let of = |sample: Sample| match serde_json::from_str(&sample.json).ok()? {
        ServerFrame::Stage(stage) => serde_json::to_vec(&stage).ok(),
        _ => None,
    };
    let stages: Vec<Vec<u8>> = samples().into_iter().filter_map(of).collect();
    assert!(!stages.is_empty());
    stages
}

/// Beginnings of what nodes publish, and bytes after them.
fn events() -> Vec<Vec<u8>> {
    let words = [
        "push ",
        "host ",
        "ended ",
        "picked ",
        "arrived ",
        "tally ",
        "sound ",
        "removed ",
        "renamed ",
        "shown ",
        "removed 00112233445566778899aabbccddeeff 3",
        "ended aa bb",
    ];
    let frames = bytes_of(&samples(), Some("ServerFrame"));
    let of = |word: &str| {
        let word = word.as_bytes();
        let tails = frames.iter().step_by(7).map(|frame| [word, frame.as_slice()].concat());
        tails.chain([word.to_vec()]).collect::<Vec<_>>()
    };
    words.into_iter().flat_map(of).collect()
}
