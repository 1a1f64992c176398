//! How a game looks, on the element that has its picture: everything else of the page stays as it is.

use crate::dom::El;
use crate::live::value;
use crate::state::session::Session;

/// Gives an element the look of the game, and its host's own colours.
pub(crate) fn themed(mut element: El, session: Session) -> El {
    let theme = session.part(|known| known.settings().theme);
    element.attribute("data-theme", value(move || theme.get().look.name()));
    element.style("--main", value(move || theme.get().colours.map(|own| own.main.hex())));
    element.style("--main-ink", value(move || theme.get().colours.map(|own| own.ink.hex())));
    element
}

#[cfg(test)]
mod tests {
    use quizrain_shared::theme::{CARDS, Look};

    #[test]
    fn the_style_sheet_knows_every_look_and_has_these_cards() {
        let css = include_str!("../../styles/theme.css");
        for look in Look::ALL {
            let has = css.contains(&format!("[data-theme=\"{}\"]", look.name()));
            assert!(has || look == Look::default(), "{look:?}");
        }
        let css = include_str!("../../styles/base.css");
        let cards = css.split("--card: ").skip(1).map(|rest| &rest[..7]).collect::<Vec<_>>();
        assert_eq!(cards, CARDS.map(|card| card.hex()));
    }
}
