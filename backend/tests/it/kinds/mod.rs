//! Every kind of question, from its file to its reveal.

mod before_reveal;
mod flow;
mod live;
mod media;
mod played;
mod scoring;
mod sound;

use std::fs;

use tempfile::TempDir;

use crate::common::server::{HostRight, Server};

/// A PNG of one pixel.
pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

/// A server with quizzes of these titles and texts, with `p.png` beside them.
pub(super) fn with_quizzes<'q>(
    quizzes: impl IntoIterator<Item = (&'q str, String)>,
) -> (TempDir, Server) {
    with_options(quizzes, &[])
}

/// The same, with more options.
fn with_options<'q>(
    quizzes: impl IntoIterator<Item = (&'q str, String)>,
    options: &[&str],
) -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.png"), PNG).unwrap();
    for (title, text) in quizzes {
        let text = format!("title = \"{title}\"\n{text}");
        fs::write(folder.path().join(format!("{title}.toml")), text).unwrap();
    }
    let own = ["--quizzes", folder.path().to_str().unwrap()];
    let server = Server::start_with(&[&own, options].concat());
    (folder, server)
}

/// A server with a quiz alone, and a game of it.
pub(super) fn with_quiz(text: &str) -> (TempDir, Server, HostRight) {
    let (folder, server) = with_quizzes([("Test", text.to_owned())]);
    let hosted = server.create_game("Test");
    (folder, server, hosted)
}
