//! A pink balloon with a piece of its string.

use super::{Picture, drawn, filled};

pub(super) static PICTURE: Picture = Picture {
    layers: &[
        drawn(3.0, "#ffe9a8", "M50 104q-9 8 0 13t0 12"),
        filled(
            "#ff8cbf",
            "#b3125f",
            "M50 0C78 0 98 21 98 50C98 82 66 97 56 102L61 110H39L44 102C34 97 2 82 2 50C2 21 22 0 50 0Z",
        ),
        filled(
            "#ffffffb0",
            "#ffffff00",
            "M32 10C17 17 11 32 13 47C20 50 25 47 26 41C27 29 33 22 42 17C44 11 39 7 32 10Z",
        ),
    ],
    seal: -13.0,
    sparks: ["#ff8cbf", "#ffe9a8", "#7fd4ff"],
};
