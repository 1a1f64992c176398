//! Random calls against a model of the rules, on one real Redis for all cases of a test.

use std::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use crate::common::redis::TestRedis;

/// Checks a property. The seed is printed, and `PROPTEST_RNG_SEED` gives the same cases again.
pub(super) fn check<T: Debug>(
    cases: u32,
    inputs: &impl Strategy<Value = T>,
    property: &impl AsyncFn(&mut MultiplexedConnection, T) -> TestCaseResult,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let redis = runtime.block_on(TestRedis::start());
    let con = runtime.block_on(redis.connection());
    let mut config = Config { cases, failure_persistence: None, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(getrandom::u64().unwrap());
    }
    println!("PROPTEST_RNG_SEED={}", config.rng_seed);
    let result = TestRunner::new(config).run(inputs, |input| {
        runtime.block_on(async {
            let mut con = con.clone();
            let () = con.flushall().await.unwrap();
            property(&mut con, input).await
        })
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
