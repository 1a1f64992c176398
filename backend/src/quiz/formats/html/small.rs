//! What stands above or below the line, in letters that are made for it.

/// Most characters that stand in small below or above; a longer part is no index and no power.
const MAX_SMALL_CHARS: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Small {
    Above,
    Below,
}

impl Small {
    /// How such a part is written; `None`: as any other, for it is no index and no power.
    pub(super) fn written(self, part: &str) -> Option<String> {
        let chars = part.chars().count();
        if chars == 0 || chars > MAX_SMALL_CHARS || part.contains('\n') {
            return None;
        }
        let letters: Option<String> = part.chars().map(|c| self.letter(c)).collect();
        Some(letters.unwrap_or_else(|| match (self, chars) {
            (Self::Above, 1) => format!("^{part}"),
            (Self::Below, 1) => format!("_{part}"),
            (Self::Above, _) => format!("^({part})"),
            (Self::Below, _) => format!("_({part})"),
        }))
    }

    fn letter(self, c: char) -> Option<char> {
        const FROM: &str = "0123456789+-−=()aehijklmnoprstuvxbcdfgwyz";
        const ABOVE: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵉʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛˣᵇᶜᵈᶠᵍʷʸᶻ";
        const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ";
        let place = FROM.chars().position(|known| known == c)?;
        let letters = if self == Self::Above { ABOVE } else { BELOW };
        letters.chars().nth(place)
    }
}
