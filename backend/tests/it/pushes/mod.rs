//! What players are told of their packets, from the verdict to the last word, on whichever node and
//! in whichever encoding they are connected.

mod encodings;
mod late;
mod lost;
mod missed;
mod nodes;
mod once;
mod return_of_many;
