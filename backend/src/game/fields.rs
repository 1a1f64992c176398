//! What an open game asks of everybody who takes a seat: which answers will do, and who has filled in what.

use std::collections::HashMap;

use quizrain_shared::api::OwnField;
use quizrain_shared::field::{InvalidField, JoinField, tidy_value};
use quizrain_shared::ids::{AccountId, GameId};
use regex::{Regex, RegexBuilder};
use sqlx::Row;
use sqlx::any::AnyRow;
use unicode_normalization::UnicodeNormalization;

use crate::batch::Operation;
use crate::game::Games;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, parse, places, values};

/// Most bytes of a pattern that was read: `.{1000}{1000}` would take all memory there is.
const MAX_READ: usize = 1 << 20;

/// Accounts that one statement names.
const ACCOUNTS: usize = 500;

/// Which of what is filled in will do; without a pattern, whatever is one line of letters that can be seen.
#[derive(Debug)]
pub(super) struct Pattern(Option<Regex>);

impl Pattern {
    fn new(field: &JoinField) -> Result<Self, InvalidField> {
        if field.pattern.is_empty() {
            return Ok(Self(None));
        }
        let whole = |pattern: &str| RegexBuilder::new(pattern).size_limit(MAX_READ).build();
        // By itself first: `a)(b` is none, and would be one between parentheses.
        let read = whole(&field.pattern).and_then(|_| whole(&format!("^(?:{})$", field.pattern)));
        read.map(|it| Self(Some(it))).map_err(|why| InvalidField::Pattern(why.to_string()))
    }

    /// That of a game that was made with it.
    pub(super) fn stored(game: GameId, field: &JoinField) -> Self {
        Self::new(field).unwrap_or_else(|error| {
            tracing::error!(%game, %error, "failed to read the pattern that a game was made with; whatever players fill in is taken");
            Self(None)
        })
    }

    /// What was typed, as it is kept; `None`: it will not do. Wide digits are digits (NFKC).
    pub(super) fn tidy(&self, typed: &str) -> Option<String> {
        let value = tidy_value(&tidy_value(typed)?.nfkc().collect::<String>())?;
        self.0.as_ref().is_none_or(|pattern| pattern.is_match(&value)).then_some(value)
    }
}

/// Checks what players of a game would be asked for.
///
/// # Errors
/// The first rule that is broken.
pub fn check_field(field: &JoinField) -> Result<(), InvalidField> {
    field.check()?;
    let pattern = Pattern::new(field)?;
    let is_one = field.example.is_empty() || pattern.tidy(&field.example).is_some();
    if is_one { Ok(()) } else { Err(InvalidField::Example) }
}

/// What somebody who has a seat has filled in.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    pub(super) account: AccountId,
    pub(super) value: String,
    /// Whether it came with a new seat: then it counts. Otherwise it does where nothing is known, because a call before
    /// was cut short.
    pub(super) new: bool,
}

/// Writes what players of a game have filled in.
pub(super) struct Fields {
    pub(super) sql: Sql,
    pub(super) game: GameId,
}

impl Operation for Fields {
    type Request = Filled;
    type Response = ();
    const NAME: &'static str = "field";

    async fn call(&self, requests: &[Filled]) -> Result<Vec<()>, StoreError> {
        self.sql.put_player_fields(self.game, requests).await?;
        Ok(vec![(); requests.len()])
    }
}

impl Games {
    /// What accounts have filled in, in whichever games.
    ///
    /// # Errors
    /// The database failed.
    pub async fn fields_of(&self, accounts: &[AccountId]) -> Result<Vec<OwnField>, StoreError> {
        self.sql.fields_of(accounts).await
    }
}

impl Sql {
    /// In one transaction: first those of new seats, of which each account has one.
    async fn put_player_fields(&self, game: GameId, all: &[Filled]) -> Result<(), StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            for (new, otherwise) in
                [(true, "UPDATE SET value = excluded.value"), (false, "NOTHING")]
            {
                let some = all.iter().filter(|it| it.new == new);
                let some: HashMap<AccountId, &str> =
                    some.map(|it| (it.account, it.value.as_str())).collect();
                if some.is_empty() {
                    continue;
                }
                let sql = format!(
                    "INSERT INTO player_fields (game, account, value) VALUES {}
                     ON CONFLICT (game, account) DO {otherwise}",
                    values(&tx, some.len(), 3)
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                for (account, value) in &some {
                    query = query.bind(game.to_string()).bind(account.to_string()).bind(*value);
                }
                query.execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// What players of a game have filled in.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn player_fields(
        &self,
        game: GameId,
    ) -> Result<HashMap<AccountId, String>, StoreError> {
        bounded(async {
            let query = sqlx::query("SELECT account, value FROM player_fields WHERE game = $1");
            let rows = query.bind(game.to_string()).fetch_all(&self.reader).await?;
            let filled =
                |row: &AnyRow| Ok((parse(row.try_get("account")?)?, row.try_get("value")?));
            Ok(rows.iter().map(filled).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    async fn fields_of(&self, accounts: &[AccountId]) -> Result<Vec<OwnField>, StoreError> {
        let mut filled = Vec::new();
        for part in accounts.chunks(ACCOUNTS) {
            filled.extend(bounded(self.fields_of_some(part)).await?);
        }
        Ok(filled)
    }

    async fn fields_of_some(&self, accounts: &[AccountId]) -> Result<Vec<OwnField>, StoreError> {
        let sql = format!(
            "SELECT game, value FROM player_fields WHERE account IN {} ORDER BY game",
            places(1, accounts.len(), Some(1))
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for account in accounts {
            query = query.bind(account.to_string());
        }
        let own = |row: &AnyRow| {
            Ok(OwnField { game: parse(row.try_get("game")?)?, value: row.try_get("value")? })
        };
        let rows = query.fetch_all(&self.reader).await?;
        Ok(rows.iter().map(own).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Forgets what these accounts have filled in in a game.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(crate) async fn forget_player_fields(
        &self,
        game: GameId,
        accounts: &[AccountId],
    ) -> Result<(), StoreError> {
        for part in accounts.chunks(ACCOUNTS) {
            bounded(async {
                let sql = format!(
                    "DELETE FROM player_fields WHERE game = $1 AND account IN {}",
                    places(1, part.len(), Some(2))
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                query = query.bind(game.to_string());
                for account in part {
                    query = query.bind(account.to_string());
                }
                query.execute(&self.writer).await?;
                Ok(())
            })
            .await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(pattern: &str, example: &str) -> JoinField {
        let [name, pattern, example] = ["Number", pattern, example].map(str::to_owned);
        JoinField { name, pattern, example }
    }

    #[test]
    fn the_whole_of_it_matches_after_wide_digits_have_become_digits() {
        let pattern = Pattern::new(&field("[0-9]{3}|x", "123")).unwrap();
        assert_eq!(pattern.tidy(" １２３ ").as_deref(), Some("123"));
        assert_eq!(pattern.tidy("x").as_deref(), Some("x"));
        for wrong in ["", "12", "1234", "a123", "123\n", "12x", "123\u{202e}"] {
            let kept = pattern.tidy(wrong);
            assert_eq!(kept.as_deref(), (wrong == "123\n").then_some("123"), "{wrong:?}");
        }
        let any = Pattern::new(&field("", "")).unwrap();
        assert_eq!(any.tidy(" Anna  Lee ").as_deref(), Some("Anna Lee"));
        assert_eq!(any.tidy("\u{fdfa}".repeat(50).as_str()), None, "long once it is letters");
    }

    #[test]
    fn a_pattern_that_is_none_is_refused_and_so_is_an_example_that_is_none() {
        assert_eq!(check_field(&field("[0-9]{3}", "123")), Ok(()));
        assert_eq!(check_field(&field("", "")), Ok(()));
        assert_eq!(check_field(&field("[0-9]{3}", "12")), Err(InvalidField::Example));
        for pattern in ["(", "a)(b", "[z-a]", "x{1000}{1000}", "(?=a)", r"(a)\1"] {
            let refused = check_field(&field(pattern, "a"));
            assert!(matches!(refused, Err(InvalidField::Pattern(_))), "{pattern}: {refused:?}");
        }
    }
}
