//! A folder of quiz files is followed: what is saved there is in the library a moment later.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use quizrain_shared::api::{ListQuizzes, QuizCopy, QuizFile, QuizFiles, QuizSummary, SavedQuiz};
use quizrain_shared::quiz::Quiz;
use tempfile::TempDir;

use super::{ask, expect, open, page, save, until};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::Server;
use crate::kinds::PNG;

const JSON: &str =
    r#"{"title":"J","language":"en","question":[{"text":"Q","choices":["a","b"],"correct":[1]}]}"#;

fn toml(title: &str, more: &str) -> String {
    format!(
        "title = '{title}'\nlanguage = 'en'\n[[question]]\ntext = 'Q'\nchoices = ['a', 'b']\n\
         correct = [1]\n{more}"
    )
}

/// Writes a file as editors do: beside the place and then over it.
fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    let beside = folder.join(".new");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, folder.join(name)).unwrap();
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn start(on: On, folder: &TempDir) -> Server {
    Server::start_on(on, &["--quizzes", folder.path().to_str().unwrap()])
}

fn news(server: &Server) -> QuizFiles {
    expect(ask(server, "GET", "/api/quiz-files", None), 200)
}

fn listed(server: &Server) -> Vec<QuizSummary> {
    page(server, &ListQuizzes::default()).quizzes
}

fn of_file(server: &Server, name: &str) -> Option<QuizSummary> {
    listed(server).into_iter().find(|quiz| quiz.file.as_deref() == Some(name))
}

async fn until_titled(server: &Server, name: &str, title: &str) -> QuizSummary {
    let titled = || of_file(server, name).filter(|quiz| quiz.title == title);
    until(title, titled).await
}

/// What is wrong with a file, once something is.
async fn until_told(server: &Server, name: &str) -> QuizFile {
    let told = || news(server).files.into_iter().find(|file| file.name == name);
    until(name, told).await
}

async fn until_mended(server: &Server) {
    until("nothing is wrong", || news(server).files.is_empty().then_some(())).await;
}

fn copies(server: &Server, id: &str) -> Vec<QuizCopy> {
    expect(ask(server, "GET", &format!("/api/quizzes/{id}/versions"), None), 200)
}

async fn files_come_change_and_go(on: On) {
    let folder = folder();
    put(folder.path(), "first.toml", toml("First", ""));
    let mut server = start(on, &folder);
    let first = of_file(&server, "first.toml").unwrap();
    assert!(news(&server).watched);
    // Every format that an import reads by its content.
    put(folder.path(), "capitals.txt", "Capital of France?\nA. Lyon\nB. Paris\nANSWER: B\n");
    put(folder.path(), "g.gift", "::Q:: Red? {T}\n");
    put(folder.path(), "j.json", JSON);
    put(folder.path(), "t.csv", "Question,Choice 1,Choice 2,Correct\nHow many?,One,Two,2\n");
    for name in ["capitals.txt", "g.gift", "j.json", "t.csv"] {
        until(name, || of_file(&server, name)).await;
    }

    put(folder.path(), "first.toml", toml("Second", ""));
    let second = until_titled(&server, "first.toml", "Second").await;
    assert_eq!((&second.id, second.version), (&first.id, first.version + 1));
    // Written again as it was, it is as it was.
    let before = news(&server).changes;
    put(folder.path(), "first.toml", toml("Second", ""));
    until("read again", || (news(&server).changes > before).then_some(())).await;
    assert_eq!(open(&server, &first.id).version, second.version);
    server.kill();
    server.restart();
    assert_eq!(open(&server, &first.id).version, second.version);

    fs::remove_file(folder.path().join("first.toml")).unwrap();
    until("gone", || open(&server, &first.id).file.is_none().then_some(())).await;
    assert_eq!(open(&server, &first.id).quiz.title, "Second");
    // What went while nobody looked is seen at the start.
    assert!(of_file(&server, "capitals.txt").is_some());
    server.kill();
    fs::remove_file(folder.path().join("capitals.txt")).unwrap();
    server.restart();
    assert!(of_file(&server, "capitals.txt").is_none());
    assert!(listed(&server).iter().any(|quiz| quiz.title == "Capitals"));
}

async fn what_was_written_in_the_studio_is_kept(on: On) {
    let folder = folder();
    put(folder.path(), "q.toml", toml("File", ""));
    let mut server = start(on, &folder);
    let QuizSummary { id, version, .. } = of_file(&server, "q.toml").unwrap();
    let from = SavedQuiz { id: id.clone(), version };
    let written = Quiz { title: "Studio".to_owned(), ..open(&server, &id).quiz };
    let _: SavedQuiz = expect(save(&server, &from, &written), 200);
    // The file is as it was: neither time nor a restart changes what was written.
    let before = news(&server).changes;
    put(folder.path(), "q.toml", toml("File", ""));
    until("read again", || (news(&server).changes > before).then_some(())).await;
    server.kill();
    server.restart();
    assert_eq!(open(&server, &id).quiz.title, "Studio");

    put(folder.path(), "q.toml", toml("File again", ""));
    let now = until_titled(&server, "q.toml", "File again").await;
    assert_eq!(now.id, id);
    let kept = copies(&server, &id);
    assert!(kept.iter().any(|copy| copy.title == "Studio"), "{kept:?}");

    // The bin keeps it until the file is another.
    assert_eq!(ask(&server, "DELETE", &format!("/api/quizzes/{id}"), None).0, 200);
    server.kill();
    server.restart();
    assert!(open(&server, &id).deleted_ms.is_some());
    put(folder.path(), "q.toml", toml("Back", ""));
    until_titled(&server, "q.toml", "Back").await;
    assert_eq!(open(&server, &id).deleted_ms, None);
}

async fn what_is_wrong_is_told_until_it_is_mended(on: On) {
    let folder = folder();
    put(folder.path(), "bad.toml", toml("T", "correct = [9]\n"));
    put(folder.path(), "good.toml", toml("Good", ""));
    let server = start(on, &folder);
    assert!(of_file(&server, "good.toml").is_some(), "one bad file holds up no other");
    let told = until_told(&server, "bad.toml").await;
    assert!(!told.used && told.problems[0].at.to_string().starts_with("line "), "{told:?}");
    put(folder.path(), "bad.toml", toml("Mended", ""));
    until_titled(&server, "bad.toml", "Mended").await;
    until_mended(&server).await;

    // Worse than before: what was good of it stays.
    put(folder.path(), "bad.toml", "title = ");
    until_told(&server, "bad.toml").await;
    assert_eq!(of_file(&server, "bad.toml").unwrap().title, "Mended");
    put(folder.path(), "bad.toml", toml("Mended", ""));
    until_mended(&server).await;

    // In part: the rest is used.
    put(folder.path(), "part.txt", "One?\nA. a\nB. b\nANSWER: B\n\nTwo?\nA. a\nB. b\n");
    let told = until_told(&server, "part.txt").await;
    assert!(told.used && of_file(&server, "part.txt").unwrap().questions == 1, "{told:?}");
    fs::remove_file(folder.path().join("part.txt")).unwrap();
    until_mended(&server).await;

    // A check-out may bring a picture after the quiz that shows it.
    let shows = "picture = { file = 'p.png', alt = 'A dot' }\n";
    put(folder.path(), "picture.toml", toml("Picture", shows));
    let told = until_told(&server, "picture.toml").await;
    assert!(told.problems.iter().any(|it| it.what.contains("p.png")), "{told:?}");
    put(folder.path(), "p.png", PNG);
    until_titled(&server, "picture.toml", "Picture").await;
    until_mended(&server).await;
    assert_eq!(ask(&server, "GET", "/api/quiz-files", None).0, 200);
    assert_eq!(server.get("/api/quiz-files", "").0, 401);
}

async fn nothing_in_the_folder_does_harm(on: On) {
    let (folder, outside) = (folder(), folder());
    let path = folder.path();
    put(outside.path(), "secret.toml", toml("Secret", ""));
    put(outside.path(), "p.png", PNG);
    std::os::unix::fs::symlink(outside.path().join("secret.toml"), path.join("link.toml")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("p.png"), path.join("l.png")).unwrap();
    std::os::unix::fs::symlink("nowhere", path.join("dangling.toml")).unwrap();
    fs::create_dir(path.join("folder.toml")).unwrap();
    put(&path.join("folder.toml"), "inner.toml", toml("Inner", ""));
    put(path, "picture.toml", toml("P", "picture = { file = 'l.png', alt = 'A dot' }\n"));
    put(path, "\u{202e}lmot.x.toml", toml("Turned", ""));
    put(path, "<b>&amp;.toml", toml("Markup", ""));
    put(path, "large.toml", vec![b'#'; 9 * 1024 * 1024]);
    let raw = path.join(std::ffi::OsStr::from_bytes(b"\xff\xfe.toml"));
    fs::write(raw, toml("Not UTF-8", "")).unwrap();
    put(path, &format!("{}.toml", "x".repeat(250)), toml("Long", ""));
    // Real links lead from name to name in the folder.
    put(path, "real.toml", toml("Real", ""));
    std::os::unix::fs::symlink("real.toml", path.join("inside.toml")).unwrap();
    let server = start(on, &folder);
    let titles: Vec<_> = listed(&server).into_iter().map(|quiz| quiz.title).collect();
    assert_eq!(titles, ["Long", "Markup", "Real", "Real"]);
    let files = news(&server).files;
    let told: Vec<_> =
        files.iter().map(|it| (it.name.as_str(), it.problems[0].what.as_str())).collect();
    let says = |name: &str, words: &str| {
        assert!(told.iter().any(|it| it.0 == name && it.1.contains(words)), "{name}: {told:?}");
    };
    says("link.toml", "leads out of the folder");
    says("dangling.toml", "cannot be read");
    says("picture.toml", "leads out of the folder");
    says("\u{fffd}lmot.x.toml", "nobody sees");
    says("large.toml", "8 MiB");
    says("\u{fffd}\u{fffd}.toml", "not UTF-8");
    assert_eq!(files.len(), 6, "{files:?}");
    assert_eq!(server.get("/healthz", "").0, 200);
}

async fn a_folder_that_goes_away_changes_nothing(on: On) {
    let within = folder();
    let path = within.path().join("quizzes");
    fs::create_dir(&path).unwrap();
    put(&path, "q.toml", toml("Q", ""));
    let server = Server::start_on(on, &["--quizzes", path.to_str().unwrap()]);
    let away = within.path().join("away");
    fs::rename(&path, &away).unwrap();
    let why = until("told", || news(&server).problem).await;
    assert!(why.contains("cannot read the folder"), "{why}");
    assert!(of_file(&server, "q.toml").is_some());
    put(&away, "q.toml", toml("Back", ""));
    fs::rename(&away, &path).unwrap();
    until_titled(&server, "q.toml", "Back").await;
    assert_eq!(news(&server).problem, None);
}

async fn nodes_do_not_fight_over_a_file(on: On) {
    let (one, other) = (folder(), folder());
    put(one.path(), "q.toml", toml("One", ""));
    put(other.path(), "q.toml", toml("Other", ""));
    let mut nodes = Nodes::start(on, 1, &["--quizzes", one.path().to_str().unwrap()]).await;
    nodes.add(&["--quizzes", other.path().to_str().unwrap()]);
    // Whoever read its file last, and so it stays while both read other files.
    let versions = |number: usize| {
        let quiz = of_file(nodes.node(number), "q.toml").unwrap();
        (quiz.title, quiz.version)
    };
    assert_eq!(versions(0), ("Other".to_owned(), 2));
    for folder in [&one, &other] {
        put(folder.path(), "more.toml", toml("More", ""));
    }
    for number in 0..2 {
        let before = || (news(nodes.node(number)).changes >= 2).then_some(());
        until("both have read more", before).await;
    }
    assert_eq!(versions(0), ("Other".to_owned(), 2));
    assert_eq!(
        of_file(nodes.node(1), "more.toml").unwrap().version,
        1,
        "the same file is one version"
    );
}

on_both!(
    files_come_change_and_go,
    what_was_written_in_the_studio_is_kept,
    what_is_wrong_is_told_until_it_is_mended,
    nothing_in_the_folder_does_harm,
    a_folder_that_goes_away_changes_nothing,
    nodes_do_not_fight_over_a_file,
);
