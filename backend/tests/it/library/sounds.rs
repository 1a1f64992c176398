//! Sounds are uploaded, served whole and in parts, played by quizzes, and go with them in a zip file.

use quizrain_shared::api::{ImportFile, ImportReport, MAX_UPLOAD_BYTES, SavedQuiz, UploadedSound};
use quizrain_shared::ids::MediaId;
use quizrain_shared::question::Sound;

use super::files::{import, named};
use super::pictures::png;
use super::{create, expect, open, quiz, refused, save, send_bytes};
use crate::common::client::token;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

/// Silence of so many milliseconds: 8000 samples a second, of 16 bits.
pub(crate) fn wav(ms: usize) -> Vec<u8> {
    let samples = ms * 8 * 2;
    let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let head = [b"RIFF", &length(36 + samples)[..], b"WAVEfmt ", &length(16)].concat();
    let format = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0];
    [head, format.to_vec(), b"data".to_vec(), length(samples).to_vec(), vec![0; samples]].concat()
}

fn try_upload(server: &Server, file: Vec<u8>) -> (u16, String) {
    send_bytes(server, ("POST", "/api/sounds"), &server.host_key(), file)
}

pub(super) fn upload(server: &Server, file: &[u8]) -> UploadedSound {
    expect(try_upload(server, file.to_vec()), 200)
}

/// As a question plays it.
fn played(sound: &UploadedSound) -> Sound {
    Sound { media: sound.media, ms: sound.ms, words: "A bell".to_owned() }
}

/// What a browser gets that asks for a part of a file.
fn part(server: &Server, media: MediaId, range: &str) -> (u16, ureq::http::HeaderMap, Vec<u8>) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.get(format!("http://{}/media/{media}", server.address));
    let mut answer = request.header("Range", range).call().unwrap();
    let body = answer.body_mut().read_to_vec().unwrap();
    (answer.status().as_u16(), answer.headers().clone(), body)
}

async fn a_sound_is_served_whole_and_in_parts(on: On) {
    let server = Server::start_on(on, &[]);
    let plain = wav(500);
    let tagged = [plain.as_slice(), b"LIST\x08\0\0\0<script>"].concat();
    let sound = upload(&server, &tagged);
    assert_eq!(sound.ms, 500);
    assert_eq!(upload(&server, &plain), sound, "the audio alone is its name");
    for range in ["", "lines=1-2"] {
        let (status, headers, bytes) = part(&server, sound.media, range);
        assert_eq!((status, &headers["content-type"]), (200, &"audio/wav".parse().unwrap()));
        assert_eq!((&headers["accept-ranges"], bytes.len()), (&"bytes".parse().unwrap(), 8044));
        assert_eq!(bytes, plain);
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(
            headers["content-security-policy"].to_str().unwrap().contains("default-src 'none'")
        );
    }
    let (status, headers, bytes) = part(&server, sound.media, "bytes=0-1");
    assert_eq!((status, bytes.as_slice()), (206, &b"RI"[..]));
    assert_eq!(headers["content-range"], "bytes 0-1/8044");
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    let (status, headers, bytes) = part(&server, sound.media, "bytes=8000-");
    assert_eq!((status, bytes.as_slice()), (206, &plain[8000..]));
    assert_eq!(headers["content-range"], "bytes 8000-8043/8044");
    let (status, headers, _) = part(&server, sound.media, "bytes=8044-");
    assert_eq!((status, headers["content-range"].to_str().unwrap()), (416, "bytes */8044"));
}

async fn a_quiz_plays_only_what_is_here(on: On) {
    let server = Server::start_on(on, &[]);
    let mut heard = quiz("Heard", &["One?", "Two?"]);
    let sound = upload(&server, &wav(100));
    heard.questions[0].sound = Some(played(&sound));
    let made = create(&server, &heard, &[]);
    let unknown = UploadedSound { media: MediaId([7; 16]), ..sound };
    heard.questions[1].sound = Some(played(&unknown));
    refused(save(&server, &made, &heard), 400, "sound of question 2 is not here");
    heard.questions[1].sound = Some(Sound { words: String::new(), ..played(&sound) });
    let saved: SavedQuiz = expect(save(&server, &made, &heard), 200);
    // Words are wished for, and no condition.
    let document = open(&server, &saved.id);
    assert_eq!((document.quiz.problems().len(), &document.quiz), (0, &heard));
    // And it goes with its quiz.
    let key = server.host_key();
    let taken =
        format!("http://{}/api/quizzes/{}/export?format=quizrain-zip", server.address, saved.id);
    let mut zip = ureq::get(taken).header("Authorization", format!("Bearer {key}")).call().unwrap();
    let zip = zip.body_mut().read_to_vec().unwrap();
    let other = Server::start_on(on, &[]);
    let wish = ImportFile { save: Some("00000000000000aa".to_owned()), ..named("heard.zip") };
    let report: ImportReport = import(&other, &wish, &zip);
    let back = open(&other, &report.saved.unwrap().id).quiz;
    assert_eq!(back.questions, heard.questions);
    assert_eq!(part(&other, sound.media, "bytes=0-3").2, b"RIFF");
}

async fn what_is_no_sound_is_not_kept(on: On) {
    let server = Server::start_on(on, &[]);
    let before = server.ledger("SELECT COUNT(*) FROM media");
    for (file, says) in [
        (Vec::new(), "expected an MP3, OGG (Vorbis or Opus) or WAV file"),
        (b"<html></html>".to_vec(), "expected an MP3"),
        (png(20, 10), "expected an MP3"),
        (b"OggS".to_vec(), "damaged"),
        (wav(31_000), "lasts 31 seconds; 30 at most"),
        (vec![0; MAX_UPLOAD_BYTES], "expected an MP3"),
    ] {
        refused(try_upload(&server, file), 400, says);
    }
    let path = ("POST", "/api/sounds");
    refused(send_bytes(&server, path, &token(1).reveal(), wav(10)), 403, "no right");
    refused(send_bytes(&server, path, "", wav(10)), 401, "token");
    assert_eq!(server.ledger("SELECT COUNT(*) FROM media"), before);
}

on_both!(
    a_sound_is_served_whole_and_in_parts,
    a_quiz_plays_only_what_is_here,
    what_is_no_sound_is_not_kept,
);
