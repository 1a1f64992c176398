//! Tables as spreadsheets open them.

use quizrain_shared::spreadsheet::is_formula;

/// Rows as CSV (RFC 4180) that spreadsheets know to be UTF-8. No cell is a formula, whatever somebody wrote
/// into the file that it comes from: such a one has an apostrophe before it.
pub(crate) fn csv<'r>(rows: impl IntoIterator<Item = &'r [String]>) -> String {
    let mut text = String::from('\u{feff}');
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                text.push(',');
            }
            text.push('"');
            if is_formula(cell) {
                text.push('\'');
            }
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        }
        text.push_str("\r\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        let row = |cells: &[&str]| cells.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["a", "1,\"2\"\n"]), row(&["=1+1", "@SUM(A1)", "\tx", "-1", "a=b"])];
        assert_eq!(
            csv(rows.iter().map(Vec::as_slice)),
            "\u{feff}\"a\",\"1,\"\"2\"\"\n\"\r\n\"'=1+1\",\"'@SUM(A1)\",\"'\tx\",\"'-1\",\"a=b\"\r\n"
        );
    }
}
