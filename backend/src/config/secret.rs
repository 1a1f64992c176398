//! Secrets that have no flag.

use std::path::Path;

use super::invalid::InvalidOption;

/// A secret from a variable or a file, as it was given, if it was.
pub(super) fn given_secret(
    name: &'static str,
    variable: &'static str,
    file: Option<&Path>,
) -> Result<Option<String>, InvalidOption> {
    let unreadable = |why: String| InvalidOption::UnreadableSecret { name, why };
    let value = std::env::var_os(variable).filter(|text| !text.is_empty());
    match (value, file) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(InvalidOption::TwoSecrets { name, variable }),
        (Some(text), None) => {
            text.into_string().map(Some).map_err(|_| unreadable(format!("{variable} is not UTF-8")))
        }
        (None, Some(path)) => std::fs::read_to_string(path)
            .map(Some)
            .map_err(|error| unreadable(format!("{}: {error}", path.display()))),
    }
}
