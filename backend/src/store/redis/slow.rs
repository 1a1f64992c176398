//! The lines for work with long replies, which must not hold up the shared one: a few, each for several at a time
//! where more than a few want one. Opening one for each call would cost more than most calls do.

use std::sync::{Mutex, PoisonError};

use redis::RedisResult;

use super::{Connection, SLOW_CALL_TIMEOUT};
use crate::redis_url::{Kind, RedisUrl};

/// Lines at most, unless several are opened in the same moment. In a cluster, where each has a connection to every
/// server, there is one.
const LINES: usize = 8;

#[derive(Default)]
pub(super) struct SlowLines(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    /// Which wire the shared line had when these were opened.
    wire: u64,
    open: Vec<Connection>,
}

impl SlowLines {
    /// The line that the fewest have, or one more. What is broken is left to those who have it, so that where
    /// nobody is reached this fails at once; and so is what was opened before the shared line had another wire: it
    /// may lead to a server that is no primary any more, which nobody who only reads would notice.
    ///
    /// # Errors
    /// Redis was not reached.
    pub(super) async fn line(
        &self,
        url: &RedisUrl,
        shared: &Connection,
    ) -> RedisResult<Connection> {
        let most = if url.kind == Kind::Cluster { 1 } else { LINES };
        let wire = shared.wire_number();
        if let Some(line) = self.free(wire, most) {
            return Ok(line);
        }
        let line = Connection::open(url.clone(), SLOW_CALL_TIMEOUT).await?;
        self.lines(wire, |lines| {
            if lines.len() < most {
                lines.push(line.clone());
            }
        });
        Ok(line)
    }

    /// `None`: everybody else's are in use, and there may be one more.
    fn free(&self, wire: u64, most: usize) -> Option<Connection> {
        self.lines(wire, |lines| {
            lines.retain(Connection::is_open);
            let line = lines.iter().min_by_key(|line| line.holders())?;
            // One of them is this list.
            (line.holders() == 1 || lines.len() >= most).then(|| line.clone())
        })
    }

    fn lines<T>(&self, wire: u64, then: impl FnOnce(&mut Vec<Connection>) -> T) -> T {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.wire != wire {
            *lines = Lines { wire, open: Vec::new() };
        }
        then(&mut lines.open)
    }
}
