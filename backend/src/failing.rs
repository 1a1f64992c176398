//! Fail points: places where tests let the program fail, through the variable `FAILPOINTS`, such
//! as `settle.before_commit=1*return(crash)`.
//!
//! `return(crash)` ends the program like `kill -9`, `return(error)` fails the call like a database
//! that is away; `panic` and `sleep(ms)` are those of the crate `fail`. In a program that serves
//! none of this is compiled.

/// A place that can be made to fail. The function around it returns a `Result` whose error can be
/// made from one of the database.
macro_rules! fail_at {
    ($name:literal) => {
        fail::fail_point!($name, |what: Option<String>| {
            Err(crate::failing::fail($name, what.as_deref()).into())
        })
    };
}
pub(crate) use fail_at;

/// A place that can be made to fail for one account: `return(<account>:crash)`, `:panic` or
/// `:error`, which fails like a statement that the database refuses.
macro_rules! fail_for {
    ($name:literal, $accounts:expr) => {
        #[cfg(feature = "failpoints")]
        crate::failing::fail_one($name, $accounts)?;
    };
}
pub(crate) use fail_for;

/// A place in which a test can hold one task up, `return(<ms>)`, while everything else goes on.
macro_rules! linger_at {
    ($name:literal) => {
        #[cfg(feature = "failpoints")]
        crate::failing::linger($name).await;
    };
}
pub(crate) use linger_at;

/// Sleeps for as long as a test asked for.
#[cfg(feature = "failpoints")]
pub(crate) async fn linger(name: &str) {
    let wished = fail::eval(name, |what| what).flatten();
    if let Some(ms) = wished.and_then(|ms| ms.parse().ok()) {
        tokio::time::sleep(std::time::Duration::from_millis(ms)).await;
    }
}

/// Does what a test asked for.
#[cfg(feature = "failpoints")]
pub(crate) fn fail(name: &str, what: Option<&str>) -> sqlx::Error {
    if what == Some("crash") {
        crash();
    }
    sqlx::Error::Io(std::io::Error::other(format!("fail point {name}")))
}

/// Does what a test asked for, if the account that it named is among these.
#[cfg(feature = "failpoints")]
#[expect(clippy::panic, reason = "a test asked for it")]
pub(crate) fn fail_one(
    name: &str,
    mut accounts: impl Iterator<Item = String>,
) -> Result<(), sqlx::Error> {
    let Some(Some(wanted)) = fail::eval(name, |what| what) else {
        return Ok(());
    };
    match wanted.split_once(':') {
        Some((account, how)) if accounts.any(|one| one == account) => match how {
            "crash" => crash(),
            "panic" => panic!("fail point {name}"),
            _ => return Err(sqlx::Error::Decode(format!("fail point {name}").into())),
        },
        _ => {}
    }
    Ok(())
}

/// Ends the program as `kill -9` does.
#[cfg(feature = "failpoints")]
fn crash() {
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}
