//! The guests of a table that a host brings.

use std::collections::HashSet;

use quizrain_shared::api::{InvalidGuests, MAX_GUESTS, NewGuestList};

use super::columns::Columns;
use super::rows::{Row, Rows};

/// A guest who is to be invited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invited {
    pub(super) label: String,
    pub(super) name: String,
}

/// Whom a wish names; labels are numbers where it has none.
pub(super) fn invited(wish: &NewGuestList) -> Result<Vec<Invited>, InvalidGuests> {
    let text = wish.csv.trim_start_matches('\u{feff}');
    let count = usize::try_from(wish.count).unwrap_or(usize::MAX);
    let guests = match (count, text.trim().is_empty()) {
        (1..=MAX_GUESTS, true) => {
            (1..=count).map(|it| Invited { label: it.to_string(), name: String::new() }).collect()
        }
        (0, false) => of_table(text)?,
        _ => return Err(InvalidGuests::Count),
    };
    if guests.is_empty() || guests.len() > MAX_GUESTS {
        return Err(InvalidGuests::Count);
    }
    Ok(guests)
}

fn of_table(text: &str) -> Result<Vec<Invited>, InvalidGuests> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // A heading, and one guest more than there may be: that they are too many is seen then.
    let rows: Vec<Row> = Rows::of(&text).take(MAX_GUESTS + 2).collect::<Result<_, _>>()?;
    let columns = Columns::of(&rows)?;
    let (mut guests, mut labels) = (Vec::new(), HashSet::new());
    for (line, name, label) in columns.guests(&rows) {
        NewGuestList::check_text(line, name)?;
        NewGuestList::check_text(line, label)?;
        let number = guests.len() + 1;
        let label = if label.is_empty() { number.to_string() } else { label.to_owned() };
        if !labels.insert(label.clone()) {
            return Err(InvalidGuests::SameLabel(line));
        }
        guests.push(Invited { label, name: name.to_owned() });
    }
    Ok(guests)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(csv: &str) -> Result<Vec<(String, String)>, InvalidGuests> {
        let wish = NewGuestList { csv: csv.to_owned(), ..NewGuestList::default() };
        Ok(invited(&wish)?.into_iter().map(|it| (it.label, it.name)).collect())
    }

    #[test]
    fn tables_of_spreadsheets_are_read() {
        let both = [("e-4711", "Anna"), ("e-4712", "李雷, Dr.")];
        let both = both.map(|(label, name)| (label.to_owned(), name.to_owned())).to_vec();
        for table in [
            "Anna,e-4711\n\"李雷, Dr.\",e-4712\n",
            "\u{feff}label;Name\r\ne-4711; Anna \r\n\r\n;\r\ne-4712;李雷, Dr.",
            "id\tx\t姓名\ne-4711\t\tAnna\ne-4712\t\t李雷, Dr.",
            "Full name,Badge no.\nAnna,e-4711\n\"李雷, Dr.\",e-4712",
            "\n工号;客人\ne-4711;Anna\ne-4712;李雷, Dr.",
            "no.,ＮＡＭＥ,Staff_Number\n,Anna,e-4711\n,\"李雷, Dr.\",e-4712,",
        ] {
            assert_eq!(of(table).as_ref(), Ok(&both), "{table}");
        }
        let both = [("1", "Anna"), ("2", "Ben")];
        let both = both.map(|(label, name)| (label.to_owned(), name.to_owned())).to_vec();
        for table in ["Anna\nBen", "Anna,1\nBen,", "guest\nAnna\nBen", "name,部门\nAnna,\nBen,"] {
            assert_eq!(of(table).as_ref(), Ok(&both), "{table}");
        }
        // Labels without a digit are labels, and one alone is no heading.
        for table in ["Anna,vip\nBen,e-2\nCleo,press", "Anna,vip", "Anna\nBen,2"] {
            assert_eq!(of(table).map(|guests| guests.len()), Ok(table.lines().count()), "{table}");
        }
        let only_labels = of("e-mail\na@example.org\nb@example.org").unwrap();
        assert_eq!(only_labels[1], ("b@example.org".to_owned(), String::new()));
    }

    /// What a table has by heading or place, where some of it would not be read.
    fn refused(csv: &str) -> (usize, Vec<String>) {
        match of(csv) {
            Err(InvalidGuests::Columns { line, columns }) => (line, columns),
            other => panic!("{csv:?}: {other:?}"),
        }
    }

    #[test]
    fn no_column_is_left_out_without_a_word() {
        for (table, line, columns) in [
            ("name,Abteilung\nAnna,HR\nBen,", 1, "name|Abteilung"),
            ("Abteilung,label\nHR,1", 1, "Abteilung|label"),
            (
                "\r\nname,label,department,phone\r\nAnna,1,,\r\nBen,2,HR,",
                2,
                "name|label|department",
            ),
            ("name,,label\nAnna,x,1", 1, "name|#2|label"),
            ("name,label\nAnna,1,x", 1, "name|label|#3"),
            // Which of them it is, nobody knows.
            ("name,full name\nA,Anna", 1, "name|full name"),
            ("no.,name,staff number\n1,Anna,e-1", 1, "no.|name|staff number"),
            ("number,label,name,code\n1,e-1,Anna,ABCDE-FGHJK", 1, "number|label|name|code"),
            // No heading is known.
            ("Anna,e-1,HR\nBen,e-2", 1, "Anna|e-1|HR"),
            ("Anna,,HR\nBen", 1, "Anna|HR"),
            ("Mitarbeiter;Personalnr.\nAnna;e-1\nBen;\nCleo;e-2", 1, "Mitarbeiter|Personalnr."),
            ("who,mailbox\nAnna,a@example.org\nBen,b@example.org", 1, "who|mailbox"),
        ] {
            let (found, named) = refused(table);
            assert_eq!((found, named.join("|").as_str()), (line, columns), "{table:?}");
        }
        // Whatever is in them, a refusal is short.
        let cell = format!("\u{202e}{}", "x".repeat(1000));
        let (_, named) = refused(&vec![cell; 1000].join(","));
        assert_eq!(named.len(), 11);
        assert!(named[..10].iter().all(|it| *it == "x".repeat(40)), "{named:?}");
    }

    #[test]
    fn what_is_wrong_names_its_line() {
        assert_eq!(of("name,label\nAnna,1\nBen,1"), Err(InvalidGuests::SameLabel(3)));
        assert_eq!(of("Anna\nB\u{202e}n"), Err(InvalidGuests::Text(2)));
        let lines = |last: &str| format!("name,label\n\n\"\nAnna\n\",1\nBen,2\n{last}");
        for (last, why) in [
            ("Cleo,1", InvalidGuests::SameLabel(7)),
            ("\"Cl\neo\",3", InvalidGuests::Text(7)),
            ("Cleo,\"3\nDan,4", InvalidGuests::Quote(7)),
        ] {
            for end in ["\n", "\r\n", "\r"] {
                assert_eq!(of(&lines(last).replace('\n', end)), Err(why.clone()), "{last} {end:?}");
            }
        }
        assert_eq!(of("name,label\n"), Err(InvalidGuests::Count));
        let count = |count, csv: &str| {
            let wish = NewGuestList { count, csv: csv.to_owned(), ..NewGuestList::default() };
            invited(&wish).map(|guests| guests.len())
        };
        assert_eq!(count(20_000, ""), Ok(20_000));
        for (number, csv) in [(0, " "), (20_001, ""), (1, "Anna"), (u32::MAX, "")] {
            assert_eq!(count(number, csv), Err(InvalidGuests::Count));
        }
    }
}
