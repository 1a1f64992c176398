//! The API as it is described: the document against the routes and answers of the server, a game driven over
//! plain HTTP, lists and names of what was read, and the examples.

mod desk;
mod document;
mod examples;
mod lists;
