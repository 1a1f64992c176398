//! A question's picture, and what is drawn on it: a region, pins.

use leptos::prelude::*;
use quizrain_shared::question::{self, Place, Region, WHOLE};

use crate::dom::view;

/// A picture in a box of its shape, which is there before it has come, with what lies on it. The style
/// sheet says how high it may be (`--high`).
pub(crate) fn picture(picture: &question::Picture, over: AnyView) -> AnyView {
    let question::Picture { media, alt, .. } = picture;
    let (width, height) = (u32::from(picture.width), u32::from(picture.height));
    view! {
        <div class="picture"
            style:aspect-ratio=format!("{width} / {height}")
            style:width=format!("min(100%, var(--high) * {width} / {height})")>
            <img src=format!("/media/{media}") alt=alt.clone() width=width
                height=height draggable="false" />
            {over}
        </div>
    }
    .into_any()
}

/// A part of a picture's width or height, for a style.
pub(crate) fn percent(part: u16) -> String {
    let hundredths = u32::from(part) * 10_000 / u32::from(WHOLE);
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// Where pins are right.
pub(crate) fn region(region: Region) -> AnyView {
    let Region { x, y, width, height, round } = region;
    view! {
        <span class="region" class:is-round=round data-testid="region" aria-hidden="true"
            style:left=percent(x) style:top=percent(y)
            style:width=percent(width) style:height=percent(height)></span>
    }
    .into_any()
}

/// A pin whose tip is at a place.
pub(crate) fn pin(place: Place) -> AnyView {
    view! {
        <span class="pin" data-testid="pin" aria-hidden="true"
            style:left=percent(place.x) style:top=percent(place.y)>
            <svg viewBox="0 0 24 32">
                <path d="M12 31C6.5 22.5 2 17.4 2 11.5a10 10 0 0 1 20 0C22 17.4 17.5 22.5 12 31z" />
                <circle cx="12" cy="11.5" r="3.6" />
            </svg>
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn parts_are_percent() {
        for (part, written) in [(0, "0.00%"), (1, "0.01%"), (1250, "12.50%"), (10_000, "100.00%")] {
            assert_eq!(percent(part), written);
        }
    }
}
