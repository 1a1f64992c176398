//! What a Redis says of its part in replication.

use std::time::Duration;

use anyhow::{Context, ensure};
use redis::{Value, cmd};

use crate::redis::ask;
use crate::wait::{START_TIMEOUT, until};

/// Its part.
#[derive(Debug, PartialEq, Eq)]
pub enum Role {
    /// With so many replicas that follow it.
    Primary(usize),
    /// Of the primary on this port, and whether it follows.
    Replica(u16, bool),
}

impl Role {
    /// What a server says within that time.
    pub async fn of(client: &redis::Client, timeout: Duration) -> anyhow::Result<Self> {
        Self::parse(&ask(client, timeout, &cmd("ROLE")).await?).context("an odd role")
    }

    fn parse(answer: &Value) -> Option<Self> {
        let Value::Array(fields) = answer else { return None };
        let text = |at: usize| redis::from_redis_value_ref::<String>(fields.get(at)?).ok();
        match text(0)?.as_str() {
            "master" => match fields.get(2)? {
                Value::Array(replicas) => Some(Self::Primary(replicas.len())),
                _ => None,
            },
            "slave" => {
                let port = redis::from_redis_value_ref(fields.get(2)?).ok()?;
                Some(Self::Replica(port, text(3)? == "connected"))
            }
            _ => None,
        }
    }
}

/// Waits until a primary has exactly so many replicas that follow it.
pub async fn until_replicas(client: &redis::Client, replicas: usize) -> anyhow::Result<()> {
    until(START_TIMEOUT, async || {
        let role = Role::of(client, START_TIMEOUT).await?;
        ensure!(role == Role::Primary(replicas), "not {replicas} replicas: {role:?}");
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read() {
        let word = |text: &str| Value::BulkString(text.into());
        let of = |fields: Vec<Value>| Role::parse(&Value::Array(fields));
        let primary = |replicas| of(vec![word("master"), Value::Int(7), Value::Array(replicas)]);
        assert_eq!(primary(vec![]), Some(Role::Primary(0)));
        assert_eq!(primary(vec![Value::Nil]), Some(Role::Primary(1)));
        let replica = |state| of(vec![word("slave"), word("a"), Value::Int(7), word(state)]);
        assert_eq!(replica("connected"), Some(Role::Replica(7, true)));
        assert_eq!(replica("sync"), Some(Role::Replica(7, false)));
        for odd in [vec![], vec![word("sentinel")], vec![word("master")], vec![word("slave")]] {
            assert_eq!(of(odd), None);
        }
    }
}
