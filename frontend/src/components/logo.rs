//! A host's logo on phones and on paper. Nothing moves when it comes: the style sheet keeps its room.

use leptos::prelude::*;
use quizrain_shared::ids::MediaId;

use crate::dom::view;

/// Where there is one.
pub(crate) fn logo(media: Option<MediaId>) -> Option<AnyView> {
    let address = ["/media/", &media?.to_string(), "?w=480"].concat();
    Some(view! { <img class="host-logo" src=address alt="" data-testid="host-logo" /> }.into_any())
}
