//! The Lua scripts, one file each under `backend/lua`. Each file opens with its contract.

use std::sync::LazyLock;

use redis::Script;

macro_rules! scripts {
    ($($name:ident = $file:literal;)*) => {
        $(pub(super) static $name: LazyLock<Script> =
            LazyLock::new(|| Script::new(include_str!(concat!("../../../lua/", $file))));)*
    };
}

scripts! {
    CREATE_GAME = "create_game.lua";
    ADVANCE = "advance.lua";
    LOCK = "lock.lua";
    JOIN = "join.lua";
    ANSWER = "answer.lua";
    LOAD_RAIN = "load_rain.lua";
    OPEN_RAIN = "open_rain.lua";
    CLAIM = "claim.lua";
    CLOSE_RAIN = "close_rain.lua";
}
