//! Tests of what is said of requests that brought nothing: that numbers are in it, in the words of each language.

use quizrain_shared::api::{
    InvalidHost, InvalidKey, InvalidPicture, InvalidSound, PayoutState, UnusualSound, Why,
};
use quizrain_shared::quiz::{InvalidQuiz, QuizProblem};
use quizrain_shared::wire::Refusal;

use crate::text::tests::{check_own_words, translated};
use crate::text::{StageWords, Texts};

/// Checks that every language has words of its own, with a part of it in them.
fn check(all: &[(Why, &[&str])]) {
    check_own_words(&translated(), all, |language, why| {
        (StageWords::of(language).why)(why).map(|said| (said, ""))
    });
}

#[test]
fn every_request() {
    check(&[
        (Why::NotFound, &[]),
        (Why::TooMany, &[]),
        (Why::Busy, &[]),
        (Why::Incomplete, &[]),
        (Why::TooSlow, &[]),
        (Why::TooLarge(8 << 20), &["8 MiB"]),
        (Why::TooLarge(64 << 10), &["64 KiB"]),
        (Why::Internal, &[]),
        (Refusal::NoQuestionLeft.into(), &[]),
    ]);
}

#[test]
fn uploads() {
    let unusual = |how: UnusualSound| Why::from(InvalidSound::Unplayable(how));
    check(&[
        (InvalidPicture::UnknownKind.into(), &["GIF"]),
        (InvalidPicture::Size(30_000, 17).into(), &["30000", "17", "12000"]),
        (InvalidPicture::Memory.into(), &["8"]),
        (InvalidPicture::Damaged.into(), &[]),
        (InvalidSound::UnknownKind.into(), &["WAV"]),
        (unusual(UnusualSound::WavCoding), &["WAV", "MP3"]),
        (unusual(UnusualSound::WavChannels), &["WAV", "MP3"]),
        (unusual(UnusualSound::OggCoding), &["OGG", "MP3"]),
        (unusual(UnusualSound::OggHeaders), &["OGG", "MP3"]),
        (InvalidSound::Damaged.into(), &[]),
        (InvalidSound::TooLarge(9_000_000).into(), &["9000000"]),
        (InvalidSound::TooLong(30_001).into(), &["31", "30"]),
    ]);
}

#[test]
fn the_library_and_new_games() {
    let problem = |question| QuizProblem { question, what: InvalidQuiz::NoTitle };
    check(&[
        (Why::InBin, &[]),
        (Why::Stale(3), &[]),
        (Why::Taken, &[]),
        (Why::Teams, &[]),
        (Why::Quiz(problem(None)), &[]),
        (Why::Quiz(problem(Some(6))), &["7"]),
        (Why::Unfinished(problem(Some(6))), &["7"]),
        (Why::NoMedia(7), &["7"]),
        (Why::NoLook, &[]),
        (Why::Columns, &["B-E"]),
        (Why::NothingChosen, &[]),
        (Why::Tags, &["20", "40"]),
        (Why::Search(100), &["100"]),
        (Why::Pattern, &[]),
        (Why::Example, &[]),
        (Why::SignsNobodyIn, &["--oidc-issuer"]),
        (Why::NoGuestList, &[]),
    ]);
}

#[test]
fn accounts_and_keys() {
    check(&[
        (Why::TooManySignIns, &[]),
        (Why::CodesWait(77), &["1:17"]),
        (InvalidHost::WeakPassword.into(), &[]),
        (Why::HasSecondFactor, &[]),
        (Why::LoginTaken, &[]),
        (Why::FirstIsOwner, &[]),
        (Why::OwnAccount, &[]),
        (Why::OwnPassword, &[]),
        (Why::OwnSecondFactor, &[]),
        (Why::OwnProvider, &[]),
        (Why::TooManyHosts, &["1000"]),
        (InvalidKey::Nameless.into(), &[]),
        (InvalidKey::LongName.into(), &["60"]),
        (InvalidKey::Unprintable.into(), &[]),
        (InvalidKey::NoScope.into(), &[]),
        (InvalidKey::Past.into(), &[]),
        (Why::TooManyKeys, &[]),
        (Why::CrewFull, &[]),
    ]);
}

#[test]
fn guests_and_payouts() {
    check(&[
        (Why::TooManyGuestLists, &["1000"]),
        (Why::GuestsPlay, &[]),
        (Why::GuestsUsed(7), &["7"]),
        (Why::InviteUsed, &[]),
        (Why::NothingHeld, &[]),
        (Why::NothingCredited, &[]),
    ]);
    let nothing: &[&str] = &[];
    let late: Vec<(Why, &[&str])> =
        PayoutState::ALL.iter().map(|state| (Why::PayoutTooLate(*state), nothing)).collect();
    check(&late);
}
