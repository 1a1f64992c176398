//! A red envelope with a curved flap.

use super::{Picture, drawn, filled};

pub(super) static PICTURE: Picture = Picture {
    layers: &[
        filled(
            "#f0463c",
            "#a80f23",
            "M11 0H89a11 11 0 0 1 11 11V119a11 11 0 0 1-11 11H11a11 11 0 0 1-11-11V11A11 11 0 0 1 11 0Z",
        ),
        drawn(
            3.0,
            "#ffd67033",
            "M35 123a15 15 0 0 1 30 0M22 123a28 28 0 0 1 56 0M9 123a41 41 0 0 1 82 0",
        ),
        filled(
            "#ff6a58",
            "#8a0013",
            "M11 0H89a11 11 0 0 1 11 11V35Q50 71 0 35V11A11 11 0 0 1 11 0Z",
        ),
        drawn(2.0, "#ffdc8c", "M1 36Q50 71 99 36"),
        drawn(
            2.0,
            "#ffd6708c",
            "M13 4H87a9 9 0 0 1 9 9V117a9 9 0 0 1-9 9H13a9 9 0 0 1-9-9V13A9 9 0 0 1 13 4Z",
        ),
    ],
    seal: -11.0,
    sparks: ["#f4be3c", "#ffe9a8", "#f0463c"],
};
