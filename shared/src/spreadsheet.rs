//! Cells of tables that spreadsheets open.

/// What a spreadsheet takes a cell for a formula by, in any of its languages (OWASP, CSV Injection).
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Whether a spreadsheet could run a cell, or take a part of it for another one. Some pass over white
/// space before a formula.
#[must_use]
pub fn is_formula(cell: &str) -> bool {
    cell.starts_with(['\t', '\r', '\n']) || cell.trim_start().starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::is_formula;

    #[test]
    fn formulas_are_known_in_every_disguise() {
        for cell in
            ["=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\u{a0}=1", "\t1", "\n1", "＝1", " ＠x"]
        {
            assert!(is_formula(cell), "{cell:?}");
        }
        for cell in ["", "a=b", "'=1", "1-2", "“=1”"] {
            assert!(!is_formula(cell), "{cell:?}");
        }
    }
}
