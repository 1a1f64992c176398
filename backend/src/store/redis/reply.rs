//! A script's reply: a flat array with a status word first. Decoded once, here.

use redis::aio::ConnectionLike;
use redis::{FromRedisValue, Value};

use super::scripts::Call;
use crate::store::StoreError;

pub(crate) struct Reply {
    script: &'static str,
    word: String,
    values: Vec<Value>,
}

impl Reply {
    /// Runs a script.
    pub(crate) async fn of(
        script: &'static str,
        call: &Call<'_>,
        con: &mut impl ConnectionLike,
    ) -> Result<Self, StoreError> {
        Self::read(script, call.run(con).await?)
    }

    /// Runs a script many times in one pipeline; each time has a reply of its own.
    pub(crate) async fn of_each(
        script: &'static str,
        calls: &[Call<'_>],
        con: &mut impl ConnectionLike,
    ) -> Result<Vec<Result<Self, StoreError>>, StoreError> {
        let results = Call::run_together(calls, con).await?;
        Ok(results.into_iter().map(|values| Self::read(script, values?)).collect())
    }

    fn read(script: &'static str, mut values: Vec<Value>) -> Result<Self, StoreError> {
        values.reverse();
        let mut reply = Self { script, word: String::new(), values };
        reply.word = reply.next()?;
        if reply.word == "corrupt" {
            return Err(StoreError::Corrupt(reply.next()?));
        }
        Ok(reply)
    }

    pub(crate) fn word(&self) -> &str {
        &self.word
    }

    /// The next value: numbers may come as integers or as text.
    pub(crate) fn next<T: FromRedisValue>(&mut self) -> Result<T, StoreError> {
        let value = self.values.pop().unwrap_or(Value::Nil);
        let what = format!("{value:?}");
        T::from_redis_value(value).map_err(|_| StoreError::Unreadable { place: self.script, what })
    }

    /// A word that the contract does not have.
    pub(crate) fn unexpected(&self) -> StoreError {
        self.unreadable(&self.word)
    }

    /// The verdicts behind the word 'each', as many as were asked for: of each the word, and what
    /// follows it.
    pub(crate) fn each<T>(
        &self,
        count: usize,
        parse: impl Fn(&str, &str) -> Option<T>,
    ) -> Result<Vec<T>, StoreError> {
        if self.values.len() != count {
            return Err(self.unreadable(&format!("{} verdicts for {count}", self.values.len())));
        }
        let verdict = |value: &Value| {
            let text = match value {
                Value::BulkString(bytes) => std::str::from_utf8(bytes).ok(),
                _ => None,
            };
            let (word, rest) = text.map(|text| text.split_once(' ').unwrap_or((text, "")))?;
            parse(word, rest)
        };
        self.values
            .iter()
            .rev()
            .map(|value| verdict(value).ok_or_else(|| self.unreadable(&format!("{value:?}"))))
            .collect()
    }

    fn unreadable(&self, what: &str) -> StoreError {
        StoreError::Unreadable { place: self.script, what: what.to_owned() }
    }
}
