//! A violet box with a ribbon and a bow.

use super::{Picture, drawn, filled};

pub(super) static PICTURE: Picture = Picture {
    layers: &[
        filled("#b46bea", "#5b1f8f", "M7 50H93V122a8 8 0 0 1-8 8H15a8 8 0 0 1-8-8Z"),
        filled(
            "#c98bf5",
            "#7a1fa8",
            "M5 34H95a5 5 0 0 1 5 5V55a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V39a5 5 0 0 1 5-5Z",
        ),
        filled("#ffe9a8", "#c98512", "M41 34H59V130H41Z"),
        drawn(9.0, "#f4be3c", "M50 32C40 6 16 0 14 16S36 32 50 32S88 32 86 16S60 6 50 32"),
    ],
    seal: 29.0,
    sparks: ["#f4be3c", "#ffe9a8", "#b46bea"],
};
