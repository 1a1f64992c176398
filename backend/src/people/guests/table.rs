//! The guests of a table that a host brings.

use quizrain_shared::api::{InvalidGuests, MAX_GUESTS, NewGuestList};

use super::rows::{Row, Rows};

/// A guest who is to be invited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invited {
    pub(super) label: String,
    pub(super) name: String,
}

/// What a first line may call the column of names, and that of labels.
const NAME: [&str; 4] = ["name", "姓名", "名字", "名稱"];
const LABEL: [&str; 5] = ["label", "id", "标签", "標籤", "编号"];

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
    let (mut name_at, mut label_at) = (Some(0), Some(1));
    let (mut guests, mut labels) = (Vec::new(), std::collections::HashSet::new());
    for (at, row) in Rows::of(&text).enumerate() {
        let Row { line, cells } = row?;
        if at == 0 {
            let find = |names: &[&str]| {
                cells.iter().position(|cell| names.contains(&cell.to_lowercase().as_str()))
            };
            let (names, own) = (find(&NAME), find(&LABEL));
            if names.is_some() || own.is_some() {
                (name_at, label_at) = (names, own);
                continue;
            }
        }
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).map_or("", String::as_str);
        let (name, label) = (cell(name_at), cell(label_at));
        if name.is_empty() && label.is_empty() {
            continue;
        }
        NewGuestList::check_text(line, name)?;
        NewGuestList::check_text(line, label)?;
        if guests.len() == MAX_GUESTS {
            return Err(InvalidGuests::Count);
        }
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
        ] {
            assert_eq!(of(table).as_ref(), Ok(&both), "{table}");
        }
        let numbered = of("Anna\nBen").unwrap();
        assert_eq!(numbered[1], ("2".to_owned(), "Ben".to_owned()));
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
