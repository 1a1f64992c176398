//! The disk is full in the middle of a rain: nobody is told of a packet that is not written, the
//! server ends and says so, and with room again it goes on where it stood.
//!
//! The disk is a small one in memory, in a namespace of its own, for which nobody needs to be root.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use quizrain_shared::mode::Mode;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{Caught, HostFrame, PacketUpdate, RainView, ServerFrame, StageAt};
use quizrain_testkit::process::Process;
use quizrain_testkit::{http, server};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::common::client::Client;
use crate::common::server::{DEADLINE, program};
use crate::common::{self, plan};

/// What fits, with room for a Redis and a database that are new.
const MEBIBYTES: u32 = 24;

const HOST_KEY: &str = "00112233445566778899aabbccddeeff";

/// A small disk, for as long as a process holds it.
struct Disk {
    holder: Process,
    dir: TempDir,
}

impl Disk {
    /// `None` where the system lets nobody have a namespace.
    fn mount() -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("data");
        fs::create_dir(&at).unwrap();
        let script = "mount -t tmpfs -o size=\"$2\"m none \"$1\" && touch \"$1\"/mounted && exec sleep infinity";
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        command.arg(&at).arg(MEBIBYTES.to_string());
        let holder = Process::spawn(command, &dir.path().join("holder.log")).ok()?;
        let mut disk = Self { holder, dir };
        let since = Instant::now();
        while !disk.seen_from_here("mounted").exists() {
            if disk.holder.ended().is_some() {
                println!("no namespace: {}", disk.holder.log().trim());
                return None;
            }
            assert!(since.elapsed() < DEADLINE, "no disk: {}", disk.holder.log());
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(disk)
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// A file on it.
    fn seen_from_here(&self, name: &str) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.pid()));
        root.join(self.path().strip_prefix("/").unwrap()).join(name)
    }

    /// The program, which sees it.
    fn quizrain(&self, args: &[&str]) -> Command {
        let inner = program();
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.holder.pid().to_string(), "--user", "--mount"]);
        command.arg("--preserve-credentials").arg(inner.get_program());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env("QUIZRAIN_HOST_KEY", HOST_KEY).arg("--data-dir").arg(self.path()).args(args);
        command
    }

    fn start(&self, log: &Path) -> (Process, String) {
        let quizzes = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/quizzes");
        let command = self.quizrain(&["--quizzes", quizzes, "--failover-grace-seconds", "0"]);
        server::start(command, "Host ", log, DEADLINE).unwrap()
    }

    fn run(&self, args: &[&str]) -> Output {
        self.quizrain(args).output().unwrap()
    }

    /// Takes all room there is.
    fn fill(&self) {
        let mut filler = fs::File::create(self.seen_from_here("filler")).unwrap();
        for size in [64 * 1024, 1024, 1] {
            while filler.write_all(&vec![7; size]).is_ok() {}
        }
    }

    fn free(&self) {
        fs::remove_file(self.seen_from_here("filler")).unwrap();
    }

    /// Waits until the audit finds nothing.
    async fn until_clean(&self) {
        let since = Instant::now();
        loop {
            let audit = self.run(&["audit"]);
            if audit.status.success() {
                return;
            }
            assert!(since.elapsed() < DEADLINE, "{}", String::from_utf8_lossy(&audit.stdout));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Host and player go on until the server ends, which it says; what Ben was told of meanwhile: what
/// is left of the last page takes some more, and he may be in time for that.
async fn until_ended(
    server: &mut Process,
    host: &mut Client,
    ben: &mut Client,
    rain: &(RainView, StageAt),
) -> Option<Caught> {
    let (since, mut told, mut locked) = (Instant::now(), None, false);
    while server.ended().is_none() {
        assert!(since.elapsed() < DEADLINE, "it goes on: {}", server.log());
        locked = !locked;
        host.send(&HostFrame::Configure { settings: common::locked(locked) }).await;
        ben.say_tap(rain).await;
        while let Ok(Ok(frame)) = timeout(Duration::from_millis(60), ben.next()).await {
            if let ServerFrame::Packet(PacketUpdate { caught, .. }) = frame {
                told.get_or_insert(caught);
            }
        }
    }
    assert!(!server.ended().unwrap().success());
    assert!(server.log().contains("the private redis-server ended by itself"), "{}", server.log());
    println!("Ben was told of {told:?}; it ended after {:?}", since.elapsed());
    told
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_all_goes_on_with_room_again() {
    let Some(disk) = Disk::mount() else {
        println!("nothing was tested");
        return;
    };
    let log = disk.dir.path().join("server.log");
    let (mut first, address) = disk.start(&log);
    let titled = |title: &str| title == "How computers count";
    let game = |address: &str| {
        http::create_game(address, HOST_KEY, Mode::Classic, |all| {
            all.into_iter().find(|it| titled(&it.title))
        })
    };
    let hosted = game(&address).unwrap().0;
    let mut host = Client::host(&address, &hosted).await;
    let mut anna = Client::seated(&address, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&address, &hosted, 2, "Ben").await;
    host.open_rain(RainPlan { seconds: 20, ..plan("CNY", 300, 3) }).await;
    let caught = anna.tap().await.unwrap();
    anna.credited().await;
    let rain = ben.rain().await;

    disk.fill();
    let told = until_ended(&mut first, &mut host, &mut ben, &rain).await;

    disk.free();
    let (mut second, address) = disk.start(&log);
    let mut anna = Client::player(&address, &hosted, 1).await;
    let mut ben = Client::player(&address, &hosted, 2).await;
    let found = anna.welcome().await.you.unwrap().caught.unwrap();
    assert_eq!((found.packet, found.amount), (caught.packet, caught.amount));
    let ben = ben.welcome().await.you.unwrap();
    if let Some(told) = told {
        assert_eq!(ben.caught.map(|it| it.packet), Some(told.packet));
    }
    // It takes games, too.
    game(&address).unwrap();
    let mut host = Client::host(&address, &hosted).await;
    host.make(Move::CloseRain).await;
    host.stage(Kind::RainDone).await;
    disk.until_clean().await;
    second.stop(DEADLINE).unwrap();
}
