//! The Lua scripts, through the functions that the server calls, on a real Redis.
//!
//! Each test owns its redis-server. Which keys, arguments and words a script has, the tests read
//! from the contract that opens its file, so a script and its contract cannot drift apart.

mod atomic_reads;
mod batches;
mod contract;
mod crowd;
mod denied;
mod forgotten;
mod game_rules;
mod game_words;
mod keys;
mod lease_words;
mod on_a_cluster;
mod out_of_memory;
mod pace_words;
mod player_words;
mod prize_words;
mod put_back;
mod rain_rules;
mod rain_words;
mod record;
mod scene;
pub(crate) mod snapshot;
mod whole_game;
mod wrong_type;
