//! What docs/PROTOCOL.md says of sockets and of the API, and no other test looks at.

mod answers;
mod bytes;
mod doors;
mod http;
