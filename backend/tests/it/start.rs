//! Starting: refusals that say what to do, and importing quizzes.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};

use quizrain_shared::phase::{Kind, Move};
use rustix::process::{Pid, Signal, kill_process};

use crate::common::client::Client;
use crate::common::cluster::TestCluster;
use crate::common::durable::DurableRedis;
use crate::common::redis::TestRedis;
use crate::common::server::{Server, program, run};

/// What the program wrote to the terminal as its last words.
fn complaint(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn start_with_path(path: &Path) -> String {
    let dir = tempfile::tempdir().unwrap();
    let output = program()
        .env("PATH", path)
        .arg("--data-dir")
        .arg(dir.path())
        .args(["--listen", "127.0.0.1:0"])
        .output()
        .unwrap();
    complaint(&output)
}

#[test]
fn without_redis_it_says_what_to_install() {
    let empty = tempfile::tempdir().unwrap();
    let text = start_with_path(empty.path());
    assert!(text.contains("redis-server is not installed"), "{text}");
    assert!(text.contains("--redis-url"), "{text}");
}

#[test]
fn an_old_redis_is_refused() {
    let bin = tempfile::tempdir().unwrap();
    let fake = bin.path().join("redis-server");
    std::fs::write(&fake, "#!/bin/sh\necho 'Redis server v=6.2.14 sha=0:0 bits=64'\n").unwrap();
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).unwrap();
    let text = start_with_path(bin.path());
    assert!(text.contains("redis-server 6.2.14 is too old"), "{text}");
}

#[test]
fn a_second_one_on_the_same_data_is_refused() {
    let server = Server::start();
    let text = complaint(&run(server.dir(), &["--listen", "127.0.0.1:0"]));
    assert!(text.contains("another quizrain uses the data folder"), "{text}");
    let (status, text) = server.get("/readyz", "");
    assert_eq!((status, text.as_str()), (200, "redis up\ndatabase up\n"));
}

/// Tests run beside whatever else this machine does.
#[test]
fn a_test_that_names_no_port_and_no_folder_takes_nobody_s() {
    let text = complaint(&program().output().unwrap());
    assert!(text.contains("/dev/null/none"), "{text}");
    let server = Server::start();
    assert!(!server.address.ends_with(":8080"), "{}", server.address);
}

#[test]
fn options_that_cannot_work_are_refused_with_a_hint() {
    let dir = tempfile::tempdir().unwrap();
    for (args, hint) in [
        (["--redis-url", "redis://:secret@localhost/"], "QUIZRAIN_REDIS_URL"),
        (["--redis-url", "redis+cluster://:secret@a:1,b:2"], "QUIZRAIN_REDIS_URL"),
        (["--redis-url", "redis+sentinel://me:secret@a:1,b:2/rain"], "QUIZRAIN_REDIS_URL"),
        (["--redis-url", "redis+sentinel://:secret@a:1"], "the name of the primary is missing"),
        (["--database-url", "postgres://me@localhost/x?password=secret"], "QUIZRAIN_DATABASE_URL"),
        (["--database-url", "postgres://me:secret@:x"], "--database-url"),
        (["--redis-url", "redis://127.0.0.1:1/"], "cannot reach Redis"),
        (["--database-url", "mysql://localhost/x"], "is not supported; use sqlite: or postgres:"),
        (["--database-url", "postgres://nobody@127.0.0.1:1/x"], "Connection refused"),
        (["--database-url", "sqlite:///no/such/folder/x.sqlite"], "cannot open the ledger"),
        (["--listen", "nonsense"], "--listen"),
        (["--log", "a=b=c"], "--log"),
        (["--quizzes", "/no/such/folder"], "/no/such/folder"),
    ] {
        let text = complaint(&run(dir.path(), &args));
        assert!(text.contains(hint), "{args:?}: {text}");
        assert!(!text.contains("secret"), "{text}");
    }
}

#[test]
fn any_folder_will_do() {
    // Characters that mean something in URLs, and a path too long for a Unix socket's address.
    for name in ["50% off #1 ?b=c 数据", &"x".repeat(120)] {
        let mut server = Server::start_in_folder(name);
        server.create_game("How computers count");
        assert!(server.dir().join("quizrain.sqlite").exists());
        assert!(server.dir().join("redis/redis.log").exists());
        assert!(server.stop().success());
    }
}

#[test]
fn a_taken_port_is_named() {
    let server = Server::start();
    let dir = tempfile::tempdir().unwrap();
    let text = complaint(&run(dir.path(), &["--listen", &server.address]));
    assert!(text.contains("cannot listen on") && text.contains("--listen"), "{text}");
}

#[test]
fn quizzes_are_imported_or_refused_with_file_and_line() {
    let dir = tempfile::tempdir().unwrap();
    let aiken = dir.path().join("capitals of the world.txt");
    std::fs::write(&aiken, "Capital of France?\nA. Lyon\nB. Paris\nANSWER: B\n\nEarth is flat.\nA) True\nB) False\nANSWER: B\n").unwrap();
    let data = dir.path().join("data");
    let output = run(&data, &["import", aiken.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("2 questions"), "{text}");
    // Again: it is replaced, not doubled.
    assert!(run(&data, &["import", aiken.to_str().unwrap()]).status.success());

    let broken = dir.path().join("broken.toml");
    std::fs::write(&broken, "title = 'x'\nlanguage = 'en'\n[[question]]\ntext = 'q'\nchoices = ['a', 'b']\ncorrect = [3]\n").unwrap();
    let text = complaint(&run(&data, &["import", broken.to_str().unwrap()]));
    assert!(text.contains("broken.toml:6"), "{text}");
    let text = complaint(&run(&data, &["import", "/no/such/file.toml"]));
    assert!(text.contains("cannot read /no/such/file.toml"), "{text}");
}

/// What is printed at the start may be kept in a log for ever.
#[test]
fn a_host_key_that_somebody_set_is_not_printed() {
    let dir = tempfile::tempdir().unwrap();
    let key = "0123456789abcdef0123456789abcdef";
    let mut child = program()
        .env("QUIZRAIN_HOST_KEY", key)
        .arg("--data-dir")
        .arg(dir.path())
        .args(["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let host = lines.find(|line| line.trim().starts_with("Host")).unwrap_or_default();
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(host.ends_with("/host#key=$QUIZRAIN_HOST_KEY"), "{host}");
    assert!(!lines.any(|line| line.contains(key)));
}

/// A quiz of ours that somebody mended, or replaced, stays mended.
#[test]
fn an_import_stays_when_a_built_in_quiz_has_its_name() {
    let mut server = Server::start_with_env(&[], &[("QUIZRAIN_QUIZZES", "")]);
    let titles = |server: &Server| -> Vec<String> {
        let listed = server.quizzes();
        listed.into_iter().map(|quiz| quiz.title).collect()
    };
    let built_in = titles(&server);
    assert_eq!(built_in.len(), 4);
    let dir = tempfile::tempdir().unwrap();
    let mended = dir.path().join("world-tour.toml");
    std::fs::write(&mended, "title = 'Mended'\nlanguage = 'en'\n[[question]]\ntext = 'q'\nchoices = ['a', 'b']\ncorrect = [1]\n").unwrap();
    let import = run(server.dir(), &["import", mended.to_str().unwrap()]);
    assert!(import.status.success(), "{import:?}");
    server.kill();
    server.restart();
    let now = titles(&server);
    assert_eq!(now.len(), 4);
    assert!(now.iter().any(|title| title == "Mended"), "{now:?}");
}

#[tokio::test]
async fn somebody_else_s_redis_is_used_if_it_keeps_what_it_is_told() {
    let redis = TestRedis::start().await;
    let url = redis.url();
    let dir = tempfile::tempdir().unwrap();
    let text = complaint(&run(dir.path(), &["--redis-url", &url, "--listen", "127.0.0.1:0"]));
    assert!(text.contains("appendonly = no") && text.contains("--allow-unsafe-redis"), "{text}");

    let server = Server::start_with(&["--redis-url", &url, "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    // It is really that Redis which holds the game.
    let key = format!("{{g:{}}}:state", hosted.game);
    let kind: String = redis::cmd("HGET")
        .arg(key)
        .arg("kind")
        .query_async(&mut redis.connection().await)
        .await
        .unwrap();
    assert_eq!(kind, "asking");
}

/// Each primary needs its replica: one that has none is enough to be refused.
#[tokio::test]
async fn promises_of_two_servers_are_refused_where_a_primary_is_alone() {
    let alone = DurableRedis::start().await;
    let mut cluster = TestCluster::start_with_replicas().await;
    let started =
        Server::start_with(&["--redis-url", &cluster.url(), "--durability", "replicated"]);
    drop(started);
    cluster.kill_replica(1).await;
    let dir = tempfile::tempdir().unwrap();
    for url in [alone.url(), cluster.url()] {
        let args = ["--redis-url", &url, "--durability", "replicated", "--listen", "127.0.0.1:0"];
        let text = complaint(&run(dir.path(), &args));
        for hint in ["no replica is connected", "start a replica", "--durability local"] {
            assert!(text.contains(hint), "{text}");
        }
    }
    let text = complaint(&run(dir.path(), &["--durability", "replicated"]));
    assert!(text.contains("--redis-url"), "{text}");
}

#[test]
fn what_is_kept_is_nobody_else_s_to_read() {
    let server = Server::start();
    server.create_game("How computers count");
    for name in ["host-key", "quizrain.sqlite", "redis"] {
        let mode = std::fs::metadata(server.dir().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} has mode {mode:o}");
    }
}
