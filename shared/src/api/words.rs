//! States that JSON, the database and metrics write with the same words.

/// A text that is none of a state's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The text.
    pub word: String,
    /// Which state was looked for.
    pub state: &'static str,
}

impl std::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is no {}", self.word, self.state)
    }
}

impl std::error::Error for UnknownWord {}

/// Makes an enum whose values have one word each: its `word()`, `Display`, `FromStr` and serde.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident: $what:literal {
            $($(#[$doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// Each of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in JSON, in the database and in metrics.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::api::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().find(|state| state.word() == word);
                found.copied().ok_or_else(|| $crate::api::UnknownWord {
                    word: word.to_owned(),
                    state: $what,
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let about = concat!("The ", $what, ".");
                schemars::json_schema!({
                    "type": "string",
                    "enum": [$($word),+],
                    "description": about,
                })
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use words;

#[cfg(test)]
mod tests {
    use crate::api::{DeadLetterState, PayoutState, RainState};

    #[test]
    fn json_and_texts_have_the_same_words() {
        for state in PayoutState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.word());
            assert_eq!(serde_json::from_value(state.word().into()).ok(), Some(*state));
            assert_eq!(state.to_string().parse(), Ok(*state));
        }
        let error = "sent ".parse::<PayoutState>().unwrap_err();
        assert_eq!(error.to_string(), r#""sent " is no state of a payout"#);
        assert!("Open".parse::<RainState>().is_err());
        assert!(serde_json::from_str::<DeadLetterState>("\"Dead\"").is_err());
    }
}
