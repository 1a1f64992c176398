//! What players are told of their packets, from the verdict to the last word, on whichever node and
//! in whichever version they are connected.

mod versions;
