//! nginx with the configuration that `deploy/` ships, in front of a test's own nodes.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use quizrain_testkit::process::Process;
use quizrain_testkit::wait::POLL_EVERY;
use tempfile::TempDir;

use super::server::DEADLINE;

/// A running nginx; ends when dropped.
pub(crate) struct Nginx {
    process: Process,
    pub(crate) address: String,
    _dir: TempDir,
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "deploy/nginx.conf has no {from:?}");
    text.replace(from, to)
}

/// The servers that a configuration hands requests to.
pub(crate) fn upstreams(conf: &str) -> impl Iterator<Item = String> {
    let servers = conf.lines().filter_map(|line| line.trim().strip_prefix("server "));
    servers
        .filter(|line| line.ends_with(';'))
        .map(|line| line.split([' ', ';']).next().unwrap_or_default().to_owned())
}

/// An address at which nobody listens.
pub(crate) fn free_address() -> String {
    quizrain_testkit::ports::free_address().unwrap().to_string()
}

impl Nginx {
    /// Starts it in front of two nodes, which need not be there yet.
    pub(crate) fn start(nodes: [&str; 2]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let address = free_address();
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/nginx.conf");
        let mut conf = fs::read_to_string(shipped).unwrap();
        for (shipped, node) in upstreams(&conf.clone()).zip(nodes) {
            conf = replaced(&conf, &shipped, node);
        }
        // As on a large machine: each of them has to know what the others have done.
        conf = replaced(&conf, "worker_processes auto", "worker_processes 8");
        conf = replaced(&conf, "listen 80 ", &format!("listen {address} "));
        let own = |name: &str| dir.path().join(name).display().to_string();
        conf = replaced(&conf, "/tmp/nginx.pid", &own("nginx.pid"));
        conf = replaced(&conf, "/dev/stderr", &own("error.log"));
        // Whoever is not root may not use the folders of the package.
        let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {};\n", own(name)))
            .concat();
        conf = replaced(&conf, "server_tokens off;", &format!("server_tokens off;\n{folders}"));
        fs::write(dir.path().join("nginx.conf"), conf).unwrap();
        let started = ["nginx", "/usr/sbin/nginx"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args(["-g", "daemon off;", "-e", &own("error.log"), "-p"]).arg(dir.path());
            command.arg("-c").arg(dir.path().join("nginx.conf"));
            Process::spawn(command, &dir.path().join("error.log")).ok()
        });
        let mut nginx = Self { process: started.expect("nginx is installed"), address, _dir: dir };
        let since = Instant::now();
        while std::net::TcpStream::connect(&nginx.address).is_err() {
            let ended = nginx.process.ended();
            let late = since.elapsed() > DEADLINE;
            assert!(ended.is_none() && !late, "nginx does not start: {}", nginx.log());
            std::thread::sleep(POLL_EVERY);
        }
        nginx
    }

    /// What it complained of.
    pub(crate) fn log(&self) -> String {
        self.process.log()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Asked to end, it ends its workers as well.
        let _ = self.process.stop(DEADLINE);
    }
}
