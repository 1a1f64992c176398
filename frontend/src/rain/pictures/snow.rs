//! A snowflake with six arms.

use super::{Picture, drawn};

pub(super) static PICTURE: Picture = Picture {
    layers: &[
        drawn(
            9.0,
            "#fff",
            "M50 8V122M1 37L99 93M1 93L99 37M35 15L50 28L65 15M35 115L50 102L65 115M1 54L17 46L16 27M84 103L83 84L99 76M1 76L17 84L16 103M84 27L83 46L99 54",
        ),
        drawn(4.0, "#8cc4ff", "M50 8V122M1 37L99 93M1 93L99 37"),
    ],
    seal: 0.0,
    sparks: ["#fff", "#cfe8ff", "#8cc4ff"],
};
