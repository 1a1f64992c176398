//! The face of a player, drawn from a number: flat shapes in a round picture, the same on phones, big screens and
//! desks. Which parts a number stands for, `quizrain_shared::avatar` says; here is what they look like.
//!
//! Eyes and mouths are filled and have a line around them; a line alone goes there and back.

use leptos::prelude::*;
use quizrain_shared::avatar::{
    Avatar, CHEEKS, CLOTHS, EYES, GROUNDS, HATS, HEADS, MOUTHS, Parts, SKINS,
};

use crate::dom::view;

const GROUND: [&str; GROUNDS] =
    ["#ffe3b3", "#cfe8ff", "#ffd3d6", "#d5f2d2", "#e4d9ff", "#c9f0ee", "#fff3a8", "#f3dcc8"];

const SKIN: [&str; SKINS] = [
    "#3fb6ff", "#ffc53d", "#ff6b6b", "#5fd38d", "#b79bff", "#ff9f5a", "#ff8fc4", "#4fd1c9",
    "#ffe07a", "#8fa8ff", "#c6e05a", "#f7f3ea", "#e0a36f", "#ff8577", "#9adcff", "#d7b3f0",
];

/// Of hats.
const CLOTH: [&str; CLOTHS] =
    ["#2f9e57", "#d92b3a", "#2456c4", "#f2a900", "#7a3fc0", "#6a6280", "#e2558f", "#12847c"];

/// Drop, coin, lantern, packet, cloud, dumpling, cat, ingot; behind each, what is lighter on it.
const HEAD: [[&str; 2]; HEADS] = [
    [
        "M24 6C28 13 40 18 40 29a16 15 0 0 1-32 0C8 18 20 13 24 6z",
        "M12 27q1-7 7-11-4 6-4 12a1.5 1.5 0 0 1-3-1z",
    ],
    [
        "M8 28a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
        "M10.5 28a13.5 13.5 0 1 1 27 0a13.5 13.5 0 1 1-27 0zM12.5 28a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0z",
    ],
    [
        "M16 11h16v3q9 3 9 14t-9 13v4H16v-4q-9-2-9-13t9-14z",
        "M16 14h16v2.5H16zM16 39h16v2.5H16zM12 20q-4 8 0 16-1-8 0-16zM36 20q4 8 0 16 1-8 0-16z",
    ],
    [
        "M14 10h20q5 0 5 5v24q0 5-5 5H14q-5 0-5-5V15q0-5 5-5z",
        "M9 15q0-5 5-5h20q5 0 5 5-15 10-30 0z",
    ],
    [
        "M14 43a9 9 0 0 1-4-17 9 9 0 0 1 7-12 10 10 0 0 1 16 2 9 9 0 0 1 5 10 9 9 0 0 1-4 17z",
        "M14 25q0-7 6-8-2 4-3 8a1.5 1.5 0 0 1-3 0z",
    ],
    [
        "M24 10q3 3 7 4 11 5 11 17 0 12-18 12T6 31q0-12 11-17 4-1 7-4z",
        "M24 11l-3 9q-2-3 1-8zM17 15l-4 8q-1-4 2-7zM31 15l4 8q1-4-2-7z",
    ],
    [
        "M10 8l9 6q5-1 10 0l9-6q3 8 2 20a16 16 0 0 1-32 0q-1-12 2-20z",
        "M12 12l4 4q-3 1-4 4zM36 12l-4 4q3 1 4 4z",
    ],
    [
        "M4 19q8 3 9 1 3-9 11-9t11 9q1 2 9-1 0 25-20 25T4 19z",
        "M17 21q2-7 8-7-4 2-5 7a1.5 1.5 0 0 1-3 0z",
    ],
];

/// Round, wide, none, and a nose.
const CHEEK: [&str; CHEEKS] =
    ["M13.5 32h.01M34.5 32h.01", "M12.5 31h2.5M33 31h2.5", "", "M24 29.5h.01"];

const EYE: [&str; EYES] = [
    "M18 25v2M30 25v2",
    "M18 23a2.5 3 0 1 0 .01 0zM30 23a2.5 3 0 1 0 .01 0z",
    "M15 27q3-5 6 0q-3-5-6 0M27 27q3-5 6 0q-3-5-6 0",
    "M15 25q3 4 6 0q-3 4-6 0M27 25q3 4 6 0q-3 4-6 0",
    "M18 25v2M27 27q3-4 6 0q-3-4-6 0",
    "M15 23.5l5 2.5-5 2.5 5-2.5zM33 23.5l-5 2.5 5 2.5-5-2.5z",
    "M12 23h10q1 7-5 7t-5-7zM26 23h10q1 7-5 7t-5-7zM22 23h4",
    "M13 26a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M26 26a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M22 26h4M18 26h.01M30 26h.01",
    "M18 29l-3-3a2 2 0 0 1 3-2 2 2 0 0 1 3 2zM30 29l-3-3a2 2 0 0 1 3-2 2 2 0 0 1 3 2z",
    "M18 22l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM30 22l1 3 3 1-3 1-1 3-1-3-3-1 3-1z",
    "M14 26a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM16.5 24.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM26 26a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM28.5 24.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z",
    "M18 26v1M30 26v1M15 22q3-2 5-1-3-1-5 1M33 22q-3-2-5-1 3-1 5 1",
    "M18 26v1M30 26v1M15 21l5 2M33 21l-5 2",
    "M19 25a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM22 23.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
    "M18 26v1M30 26v1M15.5 23.5l-2-1.5M17.5 22.5l-1-2M32.5 23.5l2-1.5M30.5 22.5l1-2",
    "M14.5 25h7a3.5 3.5 0 0 1-7 0zM26.5 25h7a3.5 3.5 0 0 1-7 0z",
];

const MOUTH: [&str; MOUTHS] = [
    "M20 33q4 4 8 0q-4 4-8 0",
    "M18 32h12q0 7-6 7t-6-7z",
    "M24 33a1.5 2 0 1 0 .01 0z",
    "M20 34h8",
    "M20 34q5 2 8-2q-3 4-8 2",
    "M18 33q3 4 6 0q3 4 6 0q-3 4-6 0q-3 4-6 0",
    "M17 31.5h14q0 8-7 8t-7-8zM19.5 32.5q5 1 9 0v2q-4 1-9 0z",
    "M18 34q2-3 4 0t4 0t4 0q-2-3-4 0t-4 0t-4 0",
    "M16 32q8 8 16 0q-8 8-16 0",
    "M19 33h10M24 33h4v2a2 2 0 0 1-4 0z",
    "M21 32h6l-3 4z",
    "M24 33q-3-3-6 0-2 2-4 0 2 5 6 4 3 0 4-2 1 2 4 2 4 1 6-4-2 2-4 0-3-3-6 0z",
    "M27 34a1.5 1.5 0 1 0 .01 0z",
    "M18 33h12M20 33l1.5 3 1.5-3zM25 33l1.5 3 1.5-3z",
    "M24 37l-3-3a1.5 1.5 0 0 1 3-1.5 1.5 1.5 0 0 1 3 1.5z",
    "M18 32q6 2 12 0-1 6-6 6t-6-6z",
];

/// Sprout, cap, top hat, party hat, crown, bobble hat, straw hat, bow, headphones, flower, umbrella, mortarboard,
/// feelers, halo, toque, hair.
const HAT: [&str; HATS] = [
    "M22.5 14V9Q15 10 14 3q8-1 10 4 2-5 10-4-1 7-8.5 6v5z",
    "M10 17q0-12 14-12 12 0 13 9 7 0 8 3z",
    "M16 2h16v10h6v5H10v-5h6z",
    "M24 0l9 17H15z",
    "M12 17L10 5l7 5 7-8 7 8 7-5-2 12z",
    "M10 17q0-10 11-11.5a3.5 3.5 0 1 1 6 0Q38 7 38 17z",
    "M3 18Q10 13 24 2q14 11 21 16-21-6-42 0z",
    "M24 10L14 4v13zM24 10l10-6v13zM21 10.5a3 3 0 1 1 6 0a3 3 0 1 1-6 0z",
    "M3 24h3Q7 6 24 6t18 18h3v10h-7V24Q36 10 24 10T10 24v10H3z",
    "M34 10a4 4 0 1 1 5-5 4 4 0 1 1 2 7 4 4 0 1 1-6 4 4 4 0 1 1-6-3 4 4 0 1 1 5-3zM33 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
    "M5 17Q6 4 23 3V1h2v2q17 1 18 14-5-4-9.5 0-4.5-4-9.5 0-5-4-9.5 0-4.5-4-9.5 0z",
    "M24 2l21 8-4 1.5V19h-2v-7l-3 1v4q-12-4-24 0v-4l-9-3z",
    "M18 15l-4-7a3.5 3.5 0 1 1 2-1l4 8zM30 15l4-7a3.5 3.5 0 1 0-2-1l-4 8z",
    "M11 6a13 5 0 1 0 26 0a13 5 0 1 0-26 0zM15 6a9 2.5 0 1 1 18 0a9 2.5 0 1 1-18 0z",
    "M14 17v-5q-6-2-4-7t8-3q6-4 12 0 6-2 8 3t-4 7v5z",
    "M10 19q-1-9 5-13l1 4 5-8 3 7 5-7 2 7 4-4q5 6 3 14-4-6-14-6t-14 6z",
];

/// A player's face, as large as the letters around it.
pub(crate) fn avatar(avatar: Avatar) -> AnyView {
    view! { <span class="face" aria-hidden="true" prop:innerHTML=face(avatar)></span> }.into_any()
}

/// A face as text, for what its place has inside.
pub(crate) fn face(avatar: Avatar) -> String {
    let Parts { ground, head, skin, cheeks, eyes, mouth, hat, cloth } = avatar.parts();
    let [outline, light] = HEAD[head];
    [
        "<svg viewBox=\"0 0 48 48\"><circle cx=\"24\" cy=\"24\" r=\"24\" fill=\"",
        GROUND[ground],
        "\"/><g fill-rule=\"evenodd\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke=\"#32202b\" stroke-width=\"1.6\"><path fill=\"",
        SKIN[skin],
        "\" d=\"",
        outline,
        "\"/><path fill=\"#fff\" stroke=\"none\" opacity=\".4\" d=\"",
        light,
        "\"/><path stroke=\"#f0325a\" stroke-width=\"4.5\" opacity=\".45\" d=\"",
        CHEEK[cheeks],
        "\"/><path fill=\"",
        CLOTH[cloth],
        "\" d=\"",
        HAT[hat],
        "\"/><path stroke-width=\"2.2\" fill=\"#32202b\" d=\"",
        EYE[eyes],
        MOUTH[mouth],
        "\"/></g></svg>",
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_drawn_of_plain_paths() {
        let of_heads = HEAD.iter().flatten();
        let paths = of_heads.chain(&CHEEK).chain(&EYE).chain(&MOUTH).chain(&HAT);
        for path in paths.filter(|path| !path.is_empty()) {
            assert!(path.starts_with('M'), "{path}");
            let known = |c: char| "MLHVCQTSAZ .-0123456789".contains(c.to_ascii_uppercase());
            assert!(path.chars().all(known), "{path}");
        }
        for colour in GROUND.iter().chain(&SKIN).chain(&CLOTH) {
            assert!(colour.len() == 7 && colour.starts_with('#'), "{colour}");
        }
    }

    #[test]
    fn a_face_is_whole_and_has_nothing_that_a_page_forbids() {
        for number in [0, 7, u32::MAX] {
            let face = face(Avatar(number));
            assert_eq!(face.matches('<').count(), face.matches('>').count(), "{face}");
            assert!(face.starts_with("<svg ") && face.ends_with("</svg>"), "{face}");
            assert!(!face.contains("style=") && !face.contains("href"), "{face}");
        }
        assert_ne!(face(Avatar(0)), face(Avatar(1)));
    }
}
