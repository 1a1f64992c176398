//! Random inputs against a model of the rules. The seed is printed, and `PROPTEST_RNG_SEED` gives
//! the same inputs again.

use std::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::redis::TestRedis;

fn config() -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(getrandom::u64().unwrap());
    }
    println!("PROPTEST_RNG_SEED={}", config.rng_seed);
    config
}

/// A number that the printed seed gives again.
pub(crate) fn seed() -> u64 {
    match config().rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => unreachable!("the seed was drawn above"),
    }
}

/// What is drawn from a seed: the next number, and the next seed (`SplitMix64`).
pub(crate) fn draw(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % below
}

/// Checks a property that takes a while: few cases, and little time to simplify one that fails.
pub(crate) fn check_slowly<T: Debug>(
    cases: u32,
    inputs: &impl Strategy<Value = T>,
    property: impl Fn(T) -> TestCaseResult,
) {
    let config = Config { cases, max_shrink_iters: 32, ..config() };
    if let Err(error) = TestRunner::new(config).run(inputs, property) {
        panic!("{error}");
    }
}

/// Checks a property on one real Redis for all cases, emptied before each.
pub(crate) fn check<T: Debug>(
    cases: u32,
    inputs: &impl Strategy<Value = T>,
    property: &impl AsyncFn(&mut MultiplexedConnection, T) -> TestCaseResult,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let redis = runtime.block_on(TestRedis::start());
    let con = runtime.block_on(redis.connection());
    let config = Config { cases, ..config() };
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
