//! What players are told of their packets, from the verdict to the last word, on whichever node and
//! in whichever encoding they are connected.

mod deduplication;
mod encodings;
mod failover_near_end;
mod lost_packets;
mod missed_updates;
mod nodes;
mod return_of_many;
