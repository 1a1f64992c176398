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

/// Does what a test asked for.
#[cfg(feature = "failpoints")]
pub(crate) fn fail(name: &str, what: Option<&str>) -> sqlx::Error {
    if what == Some("crash") {
        let _ =
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
    sqlx::Error::Io(std::io::Error::other(format!("fail point {name}")))
}
