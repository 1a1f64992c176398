//! The `[theme]` of our own format: how games of the quiz look at first.

use quizrain_shared::api::{BrokenPart, QuizPart};
use quizrain_shared::ids::MediaId;
use quizrain_shared::theme::{Colour, Colours, Look, Theme};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use crate::quiz::formats::reader::Reader;

const ABOUT: QuizPart = QuizPart::Theme;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    look: Look,
    colour: Option<Spanned<String>>,
    ink: Option<Spanned<String>>,
    logo: Option<Spanned<String>>,
    falls: Option<Spanned<String>>,
}

/// Reads it, naming everything that is wrong with it.
pub(super) fn read(reader: &mut Reader<'_>, table: Spanned<DeValue<'_>>) -> Option<Theme> {
    let Entry { look, colour, ink, logo, falls } = reader.table(ABOUT, table)?;
    let colours = colours(reader, colour.as_ref(), ink.as_ref());
    let [logo, falls] = [logo, falls].map(|file| picture(reader, &file?));
    Some(Theme { look, colours, logo, falls })
}

/// The main colour, and that of texts on it: where nothing is said, the one that goes with it. The library keeps colours
/// that nobody can read, and a file of such a quiz is brought again: they become what a host gets who chooses them.
fn colours(
    reader: &mut Reader<'_>,
    main: Option<&Spanned<String>>,
    ink: Option<&Spanned<String>>,
) -> Option<Colours> {
    let Some(said) = main else {
        if let Some(ink) = ink {
            reader.refuse(ABOUT, ink.span(), BrokenPart::Missing("colour".to_owned()));
        }
        return None;
    };
    let main = colour(reader, "colour", said)?;
    let ink = match ink {
        Some(ink) => colour(reader, "ink", ink)?,
        None => Colours::of(main).ink,
    };
    let colours = Colours { main, ink };
    let Err(why) = colours.check() else { return Some(colours) };
    reader.note(ABOUT, said.span(), why);
    Some(Colours::of(main))
}

fn colour(reader: &mut Reader<'_>, key: &str, text: &Spanned<String>) -> Option<Colour> {
    let found = Colour::parse(text.get_ref());
    if found.is_none() {
        reader.refuse(ABOUT, text.span(), BrokenPart::Colour(key.to_owned()));
    }
    found
}

/// A picture beside the quiz file.
fn picture(reader: &mut Reader<'_>, file: &Spanned<String>) -> Option<MediaId> {
    match reader.picture(file.get_ref()) {
        Ok((media, ..)) => Some(media),
        Err(why) => {
            reader.refuse(ABOUT, file.span(), why);
            None
        }
    }
}
