//! Rows of queries as structs.

/// Reads each field from the column of its name. In place of the derive of sqlx, whose macros compile its drivers a
/// second time, with all of SQLite, for the compiler to run.
macro_rules! from_row {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $name {
            fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, sqlx::Error> {
                Ok(Self { $($field: sqlx::Row::try_get(row, stringify!($field))?),+ })
            }
        }
    };
}

pub(crate) use from_row;
