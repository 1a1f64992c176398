//! How a game looks: what falls in its rains, and which colours its pages have. Pages draw it; nothing else of a
//! game depends on it.

use serde::{Deserialize, Serialize};

use crate::ids::MediaId;

/// The least contrast of a text with what is behind it (WCAG 2.2, 1.4.3).
pub const LEAST_OF_TEXT: f64 = 4.5;
/// The least contrast of anything else that must be seen (WCAG 2.2, 1.4.11).
pub const LEAST_OF_SHAPES: f64 = 3.0;
/// What lies behind a main colour, in a light page and in a dark one: `--card` of the style sheet.
pub const CARDS: [Colour; 2] = [WHITE, Colour([0x2a, 0x1a, 0x1d])];

const WHITE: Colour = Colour([0xff; 3]);
const BLACK: Colour = Colour([0; 3]);

/// How a game looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Theme {
    /// What falls, and the colours that go with it.
    pub look: Look,
    /// A host's own colours, in the place of the look's main colour.
    #[serde(default)]
    pub colours: Option<Colours>,
    /// A host's logo, on screens, phones and results, at `/media/{logo}`.
    #[serde(default)]
    pub logo: Option<MediaId>,
    /// A host's own picture that falls, in the place of the look's.
    #[serde(default)]
    pub falls: Option<MediaId>,
}

impl Theme {
    /// Checks that it can be read.
    ///
    /// # Errors
    /// Which of the host's colours cannot.
    pub fn check(&self) -> Result<(), InvalidColours> {
        self.colours.map_or(Ok(()), Colours::check)
    }

    /// The pictures of the host's own.
    pub fn media(&self) -> impl Iterator<Item = MediaId> {
        self.logo.into_iter().chain(self.falls)
    }
}

/// What falls, and the colours that go with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Red packets with a gold seal.
    #[default]
    RedPackets,
    /// Gift boxes with a ribbon.
    GiftBoxes,
    /// Balloons on a string.
    Balloons,
    /// Snowflakes.
    Snow,
}

impl Look {
    /// Each of them, as hosts choose among them.
    pub const ALL: [Self; 4] = [Self::RedPackets, Self::GiftBoxes, Self::Balloons, Self::Snow];

    /// What the style sheet calls it, as JSON does.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RedPackets => "red_packets",
            Self::GiftBoxes => "gift_boxes",
            Self::Balloons => "balloons",
            Self::Snow => "snow",
        }
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// What stands in a style sheet, such as `#c01f2e`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6)?;
        let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| all)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    /// The same as a text.
    #[must_use]
    pub fn hex(self) -> String {
        let digits = self.0.into_iter().flat_map(|part| [part >> 4, part & 15]);
        let digits = digits.filter_map(|digit| char::from_digit(digit.into(), 16));
        std::iter::once('#').chain(digits).collect()
    }

    /// How light it is, from 0 to 1 (WCAG 2.2, relative luminance).
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let share = f64::from(part) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio).
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let [one, other] = [self, other].map(|colour| colour.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// So many hundredths of the way to another.
    fn towards(self, other: Self, hundredths: u16) -> Self {
        let mut mixed = self;
        for (part, end) in mixed.0.iter_mut().zip(other.0) {
            let sum = u16::from(*part) * (100 - hundredths) + u16::from(end) * hundredths;
            *part = u8::try_from(sum / 100).unwrap_or(u8::MAX);
        }
        mixed
    }

    /// Whether it is seen in light pages and in dark ones.
    fn is_seen(self) -> bool {
        CARDS.iter().all(|card| self.contrast(*card) >= LEAST_OF_SHAPES)
    }
}

/// A main colour, and the colour of texts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Colours {
    /// Of buttons and of what is chosen.
    pub main: Colour,
    /// Of texts on it.
    pub ink: Colour,
}

/// What is wrong with colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidColours {
    /// The main colour is hardly seen where pages are light, or where they are dark.
    #[error("the main colour has a contrast of less than {least} with light or dark pages", least = LEAST_OF_SHAPES)]
    Main,
    /// Texts on it are hard to read.
    #[error("texts on the main colour have a contrast of less than {least}", least = LEAST_OF_TEXT)]
    Ink,
}

impl Colours {
    /// Those for a main colour that somebody wishes: the same, or darker or lighter by as little as makes it seen
    /// on every page, and white or black on it.
    #[must_use]
    pub fn of(wish: Colour) -> Self {
        let end = if wish.contrast(WHITE) < LEAST_OF_SHAPES { BLACK } else { WHITE };
        let mut mixed = (0..=100).map(|hundredths| wish.towards(end, hundredths));
        let main = mixed.find(|colour| colour.is_seen()).unwrap_or(wish);
        let ink = if WHITE.contrast(main) >= LEAST_OF_TEXT { WHITE } else { BLACK };
        Self { main, ink }
    }

    /// Checks that they can be read.
    ///
    /// # Errors
    /// Which of them cannot.
    pub fn check(self) -> Result<(), InvalidColours> {
        if !self.main.is_seen() {
            return Err(InvalidColours::Main);
        }
        let reads = self.ink.contrast(self.main) >= LEAST_OF_TEXT;
        if reads { Ok(()) } else { Err(InvalidColours::Ink) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_have_the_same_names_in_style_sheets_and_json() {
        for look in Look::ALL {
            assert_eq!(serde_json::to_value(look).unwrap(), look.name());
        }
    }

    #[test]
    fn colours_are_written_as_in_a_style_sheet() {
        let red = Colour([0xc0, 0x1f, 0x02]);
        assert_eq!((Colour::parse("#c01f02"), red.hex().as_str()), (Some(red), "#c01f02"));
        for odd in ["", "#", "c01f02", "#c01f0", "#c01f023", "#+01f02", "#c01f0g", "#ä1f02"] {
            assert_eq!(Colour::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn contrasts_are_those_of_the_standard() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        assert!((BLACK.contrast(BLACK) - 1.0).abs() < 1e-9);
        // The lightest grey that texts on white may have.
        let grey = Colour([0x76; 3]);
        assert!((grey.contrast(WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn every_wish_becomes_colours_that_can_be_read() {
        let steps = || (0..=255).step_by(15);
        for red in steps() {
            for green in steps() {
                for blue in steps() {
                    let wish = Colour([red, green, blue]);
                    let colours = Colours::of(wish);
                    assert_eq!(colours.check(), Ok(()), "{wish:?} {colours:?}");
                    assert_eq!(wish.is_seen(), colours.main == wish, "{wish:?} {colours:?}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let [yellow, grey] = [Colour([255, 230, 0]), Colour([0x76; 3])];
        assert_eq!(Colours { main: yellow, ink: BLACK }.check(), Err(InvalidColours::Main));
        assert_eq!(Colours { main: BLACK, ink: WHITE }.check(), Err(InvalidColours::Main));
        assert_eq!(Colours { main: grey, ink: grey }.check(), Err(InvalidColours::Ink));
    }
}
