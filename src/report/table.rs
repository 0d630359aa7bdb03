//! Text in columns, each as wide as its widest cell.

use unicode_width::UnicodeWidthStr;

/// Rows of cells. The last cell of a row may be of any width.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row.
    pub(super) fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The rows as lines, without white space at their ends.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self
                .rows
                .iter()
                .filter(|row| column + 1 < row.len())
                .map(|row| row[column].width());
            cells.max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(cell);
                let missing = width.saturating_sub(cell.width());
                line.extend(std::iter::repeat_n(' ', missing + 2));
            }
            line.trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_on_a_terminal() {
        let mut table = Table::default();
        table.row(["a", "設計", "x"]);
        table.row(["long", "b", "y"]);
        table.row(["c", "a last cell that is wide"]);
        assert_eq!(
            table.lines(),
            [
                "a     設計  x",
                "long  b     y",
                "c     a last cell that is wide"
            ]
        );
    }
}
